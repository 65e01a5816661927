package line

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

// The register is what the machine folder keeps of the lines of a repository, of all
// its linked worktrees together:
//
//	heads      one row a line: what is known of it without folding its artifacts
//	files      one row a line: the files that it changed, its automatic artifacts
//	sittings   one row a session, the newest hundred of each worktree
//	words      one row a line: the document that a question finds it by
//	said       what no artifact says: lines that were closed or merged, rules forgotten
//	<id>.json  the folding of a line, and which artifacts are kept beside it
//	<id>-auto.yaml, <id>-written.yaml   the bytes of its newest artifacts
//
// All but said, and the bytes of what is in no project, can be made again from the
// artifacts.

// registerForm names what a row of the register holds; it changes with that, and
// with what a folding takes in: rows of another form are read once more.
const registerForm = "9"

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

// A row is the fields of a row of a table that were not read yet.
type row struct{ rest string }

func rowOf(fields ...string) row { return row{strings.Join(fields, "\t")} }

func (r *row) next() string {
	var field string
	field, r.rest, _ = strings.Cut(r.rest, "\t")
	return field
}

// left counts the fields, of which there is at least one.
func (r row) left() int { return strings.Count(r.rest, "\t") + 1 }

// A key is a project, as the machine folder names it, and what a row of it is about.
type key struct{ project, name string }

func (t table) file() string { return filepath.Join(t.dir, t.name) }

// read reads the rows that count; what is torn, or of another form, is left out.
func (t table) read() map[key]row {
	b, _ := durable.Read(t.file(), maxTable)
	rows := make(map[key]row, bytes.Count(b, []byte("\n")))
	var of string
	for line := range bytes.Lines(b) {
		text, whole := bytes.CutSuffix(line, []byte("\n"))
		form, text, _ := bytes.Cut(text, []byte("\t"))
		project, text, named := bytes.Cut(text, []byte("\t"))
		if !whole || !named || string(form) != registerForm {
			continue
		}
		if string(project) != of {
			of = string(project)
		}
		name, fields, more := strings.Cut(string(text), "\t")
		if k := (key{plain(of), plain(name)}); more {
			rows[k] = row{fields}
		} else {
			delete(rows, k)
		}
	}
	return rows
}

// put adds rows, durably where nothing else says the same; one without fields
// removes what it names.
func (t table) put(folder machine.Folder, rows map[key]row, lasting bool) error {
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
	return t.tidy(lasting)
}

// tidy writes a table again of which a quarter counts no more.
func (t table) tidy(lasting bool) error {
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
		if lasting {
			return durable.File(t.file()).Replace([]byte(text), 0o600)
		}
		return durable.File(t.file()).ReplaceDerived([]byte(text), 0o600)
	})
	if ctx.Err() != nil {
		return nil // another process is at it
	}
	return err
}

func render(rows map[key]row) string {
	var b strings.Builder
	for k, r := range rows {
		b.WriteString(registerForm + "\t" + escaped(k.project) + "\t" + escaped(k.name))
		if r.rest != "" {
			b.WriteString("\t" + r.rest)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// escaped keeps what separates fields and items out of a text.
func escaped(s string) string {
	if !strings.ContainsAny(s, "\t\n\r\x1f\\") {
		return s
	}
	return strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`, separator, `\u`).Replace(s)
}

func plain(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	return strings.NewReplacer(`\\`, "\\", `\t`, "\t", `\n`, "\n", `\r`, "\r", `\u`, separator).Replace(s)
}

// list is a field of several texts.
func list(items []string) string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = escaped(item)
	}
	return strings.Join(all, separator)
}

func listed(field string) []string {
	if field == "" {
		return nil
	}
	items := strings.Split(field, separator)
	for i, item := range items {
		items[i] = plain(item)
	}
	return items
}

// dated is a field of texts with a time each.
func dated[T any](items []T, of func(T) (string, time.Time)) string {
	all := make([]string, 0, 2*len(items))
	for _, item := range items {
		text, at := of(item)
		all = append(all, seconds(at), text)
	}
	return list(all)
}

// eachDated calls visit with the texts of such a field, until it says that it is
// enough.
func eachDated(field string, visit func(text string, at time.Time) bool) {
	for field != "" {
		var at, text string
		at, field, _ = strings.Cut(field, separator)
		text, field, _ = strings.Cut(field, separator)
		if !visit(plain(text), moment(at)) {
			return
		}
	}
}

func seconds(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return strconv.FormatInt(t.Unix(), 10)
}

func moment(field string) time.Time {
	n, err := strconv.ParseInt(field, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.Unix(n, 0).UTC()
}

// A word is what a person or a command said of a line that no artifact says.
type word struct {
	closed time.Time // zero for not
	into   string    // the line that it is part of
}

// said reads what was said of the lines of a worktree, and when rules were
// forgotten, by their ids.
func (p Project) said() (words map[string]word, forgotten map[string]time.Time) {
	words, forgotten = map[string]word{}, map[string]time.Time{}
	for k, row := range p.table("said").read() {
		switch w := (word{closed: moment(row.next()), into: plain(row.next())}); k.project {
		case ofRules:
			forgotten[k.name] = w.closed
		case p.Store.Hash():
			words[k.name] = w
		}
	}
	return words, forgotten
}

// ofRules stands where a rule is named and no project.
const ofRules = "rule"

func (p Project) say(about key, w word) error {
	row := map[key]row{about: rowOf(seconds(w.closed), escaped(w.into))}
	if err := p.table("said").put(p.Store.Machine, row, true); err != nil {
		return fmt.Errorf("recording it in the machine folder: %w", err)
	}
	return nil
}
