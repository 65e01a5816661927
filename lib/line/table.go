package line

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/rank"
)

// A table is a file to which rows are added: form, project, name and fields, with tabs between them. Of rows with the
// same key the last one counts.
type table struct{ dir, name string }

// A key is a project (or ofRules, ofFolders) and what of it the row is about: a line, session, rule or worktree.
type key struct{ project, name string }

type row struct {
	key
	fields string // "" of a row of heads or words that has another form
}

const (
	spareBytes = 64 << 10 // that are added to a table before it is tidied
	separator  = "\x1f"   // between the items of a list
	lastField  = "."      // ends the fields of a row: one that lacks it is torn
)

func (t table) file() string { return filepath.Join(t.dir, t.name) }

// rows are those that count, the one that was added last first; what is torn is left out.
func (t table) rows() []row {
	b, _ := durable.View(t.file(), 64<<20)
	text := unsafe.String(unsafe.SliceData(b), len(b)) // a first prompt has no time for a copy
	text = text[:strings.LastIndexByte(text, '\n')+1]
	rows := make([]row, 0, strings.Count(text, "\n"))
	tidied, added, _ := strings.Cut(text, "\n\n") // in what tidy wrote, up to the first empty line, each name is once
	if strings.HasPrefix(text, "\n") {
		tidied, added = "", text
	}
	seen := map[key]bool{}
	for _, line := range slices.Backward(strings.Split(added, "\n")) {
		if r, whole := t.row(line); whole && !seen[r.key] {
			seen[r.key], rows = true, append(rows, r)
		}
	}
	from := len(rows)
	for line := range strings.SplitSeq(tidied, "\n") {
		if r, whole := t.row(line); whole && !seen[r.key] {
			rows = append(rows, r)
		}
	}
	slices.Reverse(rows[from:])
	return rows
}

// row reads a line of the file; whole is false where that is torn.
func (t table) row(line string) (r row, whole bool) {
	form, text, _ := strings.Cut(line, "\t")
	r.project, text, _ = strings.Cut(text, "\t")
	r.name, r.fields, whole = strings.Cut(text, "\t")
	if form != registerForm && (t.name == ofHeads || t.name == ofWords) {
		r.fields = ""
	}
	return r, whole
}

// put adds rows, durably (lasting) where nothing else says the same.
func (t table) put(lasting bool, rows ...row) error {
	if len(rows) == 0 {
		return nil
	}
	text := "\n" + render(rows) // what was cut short before is no part of it
	add := func() error { return durable.Own(t.file()).Derived().Append([]byte(text), 0o600) }
	if lasting { // what is derived may be lost to a tidy, this waits for it
		write := func() error { return durable.File(t.file()).Append([]byte(text), 0o600) }
		add = func() error { return t.lock().Locked(context.Background(), 5*time.Second, write) }
	}
	if err := add(); err != nil {
		return err
	}
	info, err := os.Lstat(t.file())
	if err != nil || info.Size()/spareBytes == (info.Size()-int64(len(text)))/spareBytes {
		return err
	}
	return t.tidy()
}

// lock keeps apart who rewrites a table and who adds to it what lasts.
func (t table) lock() durable.Place { return durable.Own(t.file() + ".lock") }

// tidy rewrites a table of which a quarter is out of date, unless another process does.
func (t table) tidy() error {
	err := t.lock().Locked(context.Background(), 100*time.Millisecond, func() error {
		var rows []row
		worktree, size := map[string]int{}, 0
		for _, r := range t.rows() {
			if worktree[r.project]++; r.fields != "" && (t.name != ofSittings || worktree[r.project] <= maxSittings) {
				rows, size = append(rows, r), size+len(r.project+r.name)+len(r.fields)
			}
		}
		if info, err := os.Lstat(t.file()); err != nil || int64(size) > info.Size()/4*3 {
			return err
		}
		slices.Reverse(rows)
		return durable.File(t.file()).Replace([]byte(render(rows)), 0o600)
	})
	if errors.Is(err, durable.ErrBusy) {
		return nil
	}
	return err
}

func render(rows []row) string {
	return strings.Join(each.Of(rows, func(r row) string {
		return strings.Join([]string{registerForm, asField(r.project), asField(r.name), r.fields}, "\t") + "\n"
	}), "")
}

// asField is a text as a field holds it, without control characters.
func asField(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
}

// fieldsOf is the text of fields: pointers to strings, truths, numbers, times to the second, lists and items.
func fieldsOf(fields []any) string {
	return strings.Join(append(each.Of(fields, fieldText), lastField), "\t")
}

func fieldText(field any) string {
	var list []string
	if reflect.ValueOf(field).Elem().IsZero() {
		return ""
	}
	switch p := field.(type) {
	case *string:
		return asField(*p)
	case *bool:
		return "1"
	case *int:
		return strconv.Itoa(*p)
	case *time.Time:
		return strconv.FormatInt(p.Unix(), 10)
	case *[]string:
		list = each.Of(*p, asField)
	case *[]Item:
		list = each.Of(*p, func(i Item) string { return fieldText(&i.At) + " " + asField(i.Text) })
	}
	return strings.Join(list, separator)
}

// read fills fields, which are zero, from a row; rest is what follows them, ok is false for a row of another kind. The
// lists of rows lie one behind the other in texts.
func read(row string, fields []any, texts *[]string) (rest string, ok bool) {
	for _, field := range fields {
		if strings.HasPrefix(row, "\t") { // as most are
			row = row[1:]
			continue
		}
		n := strings.IndexByte(row, '\t')
		if n < 0 {
			return "", false
		}
		text := row[:n]
		switch row = row[n+1:]; p := field.(type) {
		case *string:
			*p = text
		case *bool:
			*p = true
		case *int:
			*p, _ = strconv.Atoi(text)
		case *time.Time:
			*p = timeOf(text)
		case *[]string:
			from := len(*texts)
			*texts = slices.AppendSeq(*texts, strings.SplitSeq(text, separator))
			*p = slices.Clip((*texts)[from:])
		case *[]Item:
			*p = make([]Item, 0, 1+strings.Count(text, separator))
			for s := range strings.SplitSeq(text, separator) {
				at, said, _ := strings.Cut(s, " ")
				*p = append(*p, Item{Text: said, At: timeOf(at)})
			}
		}
	}
	end, rest, _ := strings.Cut(row, "\t")
	return rest, end == lastField
}

func timeOf(text string) time.Time {
	seconds, _ := strconv.Atoi(text) // of 3,000 at a start, in a third of the time of ParseInt
	return time.Unix(int64(seconds), 0).UTC()
}

// packed is the document that a row holds, without a copy.
func packed(text string) rank.Packed { return unsafe.Slice(unsafe.StringData(text), len(text)) }

// A folding is what the register keeps of a line beside its row. Its file is not JSON, which a hook takes a third of a
// millisecond to be able to read: all values follow each other, numbers as varints, a text behind its length between
// line breaks, by which who forgets something finds whole words, and a list behind one more than its length.
type folding struct {
	Form string // the register's as it was made: the state of another one does not count
	// The paths of the artifacts whose bytes are kept: the newest of each kind.
	AutoPath, WrittenPath string
	State
}

const foldingFile = ".folding"

func (f folding) copies() []string { return nonEmpty([]string{f.AutoPath, f.WrittenPath}) }

// with is the folding with one more artifact, which is newer than all before.
func (f folding) with(a artifact.Artifact) folding {
	newest := &f.WrittenPath
	if artifact.AutoName(a.Path) {
		newest = &f.AutoPath
	}
	f.State, *newest = f.With(a), a.Path
	return f
}

func (p Project) readFolding(home key) folding {
	b, _ := durable.Read(p.file(home, foldingFile), 8<<20)
	return foldingOf(unsafe.String(unsafe.SliceData(b), len(b)))
}

// foldingOf reads a folding's file; of a torn one, or of another form, nothing but the paths counts.
func foldingOf(file string) (f folding) {
	c, v := coder{from: file, reads: true}, reflect.ValueOf(&f).Elem()
	for i := 0; i < v.NumField() && (i < 3 || f.Form == registerForm); i++ { // form and paths come first
		c.value(v.Field(i))
	}
	if c.torn || c.from != "" {
		return folding{AutoPath: f.AutoPath, WrittenPath: f.WrittenPath}
	}
	return f
}

func (f folding) bytes() []byte {
	f.Form = registerForm
	var c coder
	c.value(reflect.ValueOf(&f).Elem())
	return c.to
}

// A coder writes values to its end, or reads them from the beginning of a text.
type coder struct {
	to          []byte
	from        string
	reads, torn bool
}

// value writes or reads what v holds. With whatever changes that, registerForm is raised.
func (c *coder) value(v reflect.Value) {
	switch p := v.Addr().Interface().(type) {
	case *string:
		n := len(*p)
		if c.numbers(&n); !c.reads {
			c.to = append(append(append(c.to, '\n'), *p...), '\n')
		} else if c.torn = c.torn || n < 0 || n > len(c.from)-2 || c.from[0] != '\n' || c.from[n+1] != '\n'; !c.torn {
			*p, c.from = c.from[1:n+1], c.from[n+2:]
		}
	case *int:
		c.numbers(p)
	case *bool:
		n := 0
		if *p {
			n = 1
		}
		c.numbers(&n)
		*p = n == 1
	case *time.Time:
		_, zone := p.Zone()
		seconds, part := int(p.Unix()), p.Nanosecond()
		if c.numbers(&seconds, &part, &zone); !c.reads {
			return
		}
		if *p = time.Unix(int64(seconds), int64(part)).UTC(); zone != 0 {
			*p = p.In(time.FixedZone("", zone))
		}
	case *rank.Packed: // is of the sittings of a project alone
	default:
		if v.Kind() == reflect.Struct {
			for i := range v.NumField() {
				c.value(v.Field(i))
			}
			return
		}
		n := v.Len() + 1
		if v.IsNil() { // which stays nil
			n = 0
		}
		if c.numbers(&n); c.reads && n > 0 && n <= len(c.from)+1 {
			v.Set(reflect.MakeSlice(v.Type(), 0, min(n-1, 1<<10)))
		}
		for i := 0; i < n-1 && !c.torn; i++ {
			if c.reads {
				v.Grow(1)
				v.SetLen(i + 1)
			}
			c.value(v.Index(i))
		}
	}
}

func (c *coder) numbers(numbers ...*int) {
	for _, n := range numbers {
		if !c.reads {
			c.to = binary.AppendVarint(c.to, int64(*n))
			continue
		}
		v, size := binary.Varint([]byte(c.from[:min(len(c.from), binary.MaxVarintLen64)]))
		if c.torn = c.torn || size <= 0; c.torn {
			return
		}
		*n, c.from = int(v), c.from[size:]
	}
}
