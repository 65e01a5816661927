package line

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

// The register is what the machine folder keeps of the lines of a repository, of all
// its linked worktrees together:
//
//	heads      one row a line: what is known of it without its state
//	sittings   one row a session, the newest of each worktree: which files it changed
//	words      one row a line: the document that a question finds it by
//	said       what no artifact says: lines that were closed or merged, rules forgotten
//	<id>.json  the folding of a line, and which artifacts are kept beside it
//	<id>-auto.yaml, <id>-written.yaml   the bytes of its newest artifacts
//
// All but said, and the bytes of what is in no project, can be made again from the
// artifacts.
const (
	ofHeads    = "heads"
	ofSittings = "sittings"
	ofWords    = "words"
	ofSaid     = "said"
)

// registerForm names what a row of the register holds; it changes with that, and
// with what a folding takes in: rows of another form are read once more.
const registerForm = "10"

// registerDir is the folder of the register.
func (p Project) registerDir() string {
	folder := p.Store.Kept()
	if p.Repository != "" && p.Repository != p.Store.Root {
		folder = p.Store.Machine.Project(project.Hash(p.Repository))
	}
	return filepath.Join(folder, "copies")
}

func (p Project) table(name string) table { return table{p.registerDir(), name} }

// A table is a file of rows, each of fields; the first two name it, and the last
// row of a name counts. Rows are added, and those that count no more go once they
// are most of the file.
type table struct{ dir, name string }

const (
	maxTable = 64 << 20
	// spareBytes are added to a table before it is looked at again: what a start
	// reads is to hold little that counts no more.
	spareBytes = 64 << 10
	separator  = "\x1f" // between the items of a list
)

// A key is a project, as the machine folder names it, and what a row of it is about.
type key struct{ project, name string }

func (p Project) home(name string) key { return key{p.Store.Hash(), clean(name)} }

func (t table) file() string { return filepath.Join(t.dir, t.name) }

// otherForm are the fields of a row of another form: of its line only the name counts.
const otherForm = "?"

// read reads the fields of the rows that count; what is torn is left out.
func (t table) read() map[key]string {
	b, _ := durable.Read(t.file(), maxTable)
	// Nobody changes the bytes any more, and the first prompt has no time for a copy.
	all := unsafe.String(unsafe.SliceData(b), len(b))
	rows := make(map[key]string, strings.Count(all, "\n")/2)
	for row := range strings.Lines(all) {
		text, whole := strings.CutSuffix(row, "\n")
		form, text, _ := strings.Cut(text, "\t")
		project, text, named := strings.Cut(text, "\t")
		name, fields, more := strings.Cut(text, "\t")
		switch k := (key{project, name}); {
		case !whole || !named:
		case !more:
			delete(rows, k)
		case form == registerForm || t.name == ofSaid:
			rows[k] = fields
		case t.name == ofHeads:
			rows[k] = otherForm
		}
	}
	return rows
}

// put adds rows, durably where nothing else says the same; one without fields
// removes what it names.
func (t table) put(folder machine.Folder, rows map[key]string, lasting bool) error {
	if len(rows) == 0 {
		return nil
	}
	if err := folder.Ensure(t.dir); err != nil {
		return err
	}
	add := durable.File(t.file()).AppendDerived
	if lasting {
		add = durable.File(t.file()).Append
	}
	text := "\n" + render(rows) // what was cut short before is no part of it
	if err := add([]byte(text), 0o600); err != nil {
		return err
	}
	info, err := os.Lstat(t.file())
	if err != nil || info.Size()/spareBytes == (info.Size()-int64(len(text)))/spareBytes {
		return err
	}
	return t.tidy()
}

// tidy writes a table again of which a quarter counts no more, but where another
// process is at it.
func (t table) tidy() error {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	err := durable.File(t.file()+".lock").Locked(ctx, func() error {
		rows := t.read()
		if t.name == ofSittings {
			keepNewest(rows)
		}
		text := render(rows)
		if info, err := os.Lstat(t.file()); err != nil || int64(len(text)) > info.Size()/4*3 {
			return err
		}
		if t.name == ofSaid {
			return durable.File(t.file()).Replace([]byte(text), 0o600)
		}
		return durable.File(t.file()).ReplaceDerived([]byte(text), 0o600)
	})
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func render(rows map[key]string) string {
	var b strings.Builder
	for k, fields := range rows {
		b.WriteString(registerForm + "\t" + clean(k.project) + "\t" + clean(k.name))
		if fields != "" {
			b.WriteString("\t" + fields)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// clean is a text as a field holds it: a control character, which would separate
// fields, becomes a space.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
}

// A codec names the fields of a row once, for reading and for writing it.
type codec struct {
	rest    string // that was not read yet
	fields  []string
	writing bool
}

func (c *codec) text(s *string) {
	if c.writing {
		c.fields = append(c.fields, clean(*s))
		return
	}
	*s, c.rest, _ = strings.Cut(c.rest, "\t")
}

func (c *codec) list(items *[]string) {
	if c.writing {
		all := make([]string, len(*items))
		for i, item := range *items {
			all[i] = clean(item)
		}
		c.fields = append(c.fields, strings.Join(all, separator))
		return
	}
	var field string
	if c.text(&field); field != "" {
		*items = strings.Split(field, separator)
	}
}

func (c *codec) number(n *int64) {
	var text string
	if c.writing && *n != 0 {
		text = strconv.FormatInt(*n, 10)
	}
	if c.text(&text); !c.writing && text != "" {
		*n, _ = strconv.ParseInt(text, 10, 64)
	}
}

func (c *codec) count(n *int) {
	wide := int64(*n)
	c.number(&wide)
	*n = int(wide)
}

// time is a time to the second.
func (c *codec) time(t *time.Time) {
	var at int64
	if c.writing && !t.IsZero() {
		at = t.Unix()
	}
	if c.number(&at); !c.writing && at != 0 {
		*t = time.Unix(at, 0).UTC()
	}
}

func (c *codec) flags(all ...*bool) {
	bits := int64(0)
	for i, is := range all {
		if *is {
			bits |= 1 << i
		}
	}
	c.number(&bits)
	for i, is := range all {
		*is = bits&(1<<i) != 0
	}
}

// items are texts with a time each.
func (c *codec) items(all *[]Item) {
	var texts []string
	for _, i := range *all {
		texts = append(texts, strconv.FormatInt(i.At.Unix(), 10)+" "+i.Text)
	}
	if c.list(&texts); c.writing {
		return
	}
	for _, text := range texts {
		at, said, _ := strings.Cut(text, " ")
		second, _ := strconv.ParseInt(at, 10, 64)
		*all = append(*all, Item{Text: said, At: time.Unix(second, 0).UTC()})
	}
}

// end is the last field of a row: one that lacks it, or holds more, is none of ours.
func (c *codec) end() (whole bool) {
	end := "."
	c.text(&end)
	return end == "." && c.rest == ""
}

// fieldsOf is the row that a value's fields are written to.
func fieldsOf(write func(*codec)) string {
	c := codec{writing: true}
	write(&c)
	c.end()
	return strings.Join(c.fields, "\t")
}

// A word is what a person or a command said of a line that no artifact says.
type word struct {
	closed time.Time // zero for not
	into   string    // the line that it is part of
}

func (w *word) fields(c *codec) {
	c.time(&w.closed)
	c.text(&w.into)
}

// ofRules stands where a rule is named and no project.
const ofRules = "rule"

// said reads what was said of the lines of a worktree, and when rules were
// forgotten, by their ids.
func (p Project) said() (words map[string]word, forgotten map[string]time.Time) {
	words, forgotten = map[string]word{}, map[string]time.Time{}
	for k, row := range p.table(ofSaid).read() {
		var w word
		w.fields(&codec{rest: row})
		switch k.project {
		case ofRules:
			forgotten[k.name] = w.closed
		case p.Store.Hash():
			words[k.name] = w
		}
	}
	return words, forgotten
}

func (p Project) say(about key, w word) error {
	row := map[key]string{about: fieldsOf(w.fields)}
	if err := p.table(ofSaid).put(p.Store.Machine, row, true); err != nil {
		return fmt.Errorf("recording it in the machine folder: %w", err)
	}
	return nil
}

// Close closes a line by a word in the machine folder.
func (p Project) Close(l *Line) error {
	at := p.Now
	if at.Before(l.Saved) {
		at = l.Saved
	}
	return p.say(p.home(l.Name), word{closed: at})
}

// Join makes one line a part of another, which may be a new name.
func (p Project) Join(name, into string) error { return p.say(p.home(name), word{into: into}) }
