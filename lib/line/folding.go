package line

import (
	"encoding/binary"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
)

// A folding is what the register keeps of a line beside its row. Its file is not JSON, which a hook takes a third of a
// millisecond to be able to read: all values follow each other in the order of code, numbers as varints, a text behind
// its length between line breaks, by which who forgets something finds whole words, and a list behind one more than its
// length, 0 for none.
type folding struct {
	Form string // the register's as it was made: the state of another one does not count
	// The paths of the artifacts whose bytes are kept: the newest of each kind.
	AutoPath, WrittenPath string
	State
}

const (
	foldingFile = ".folding"
	oldFile     = ".json" // of releases to form 18; until it is folded again, it tells which bytes are kept
)

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

func (p Project) readFolding(home key) (f folding) {
	if b, err := durable.Read(p.file(home, foldingFile), 8<<20); err == nil {
		return foldingOf(string(b))
	}
	b, _ := durable.Read(p.file(home, oldFile), 8<<20)
	f.AutoPath, f.WrittenPath = gjson.GetBytes(b, "AutoPath").Str, gjson.GetBytes(b, "WrittenPath").Str
	return f
}

// foldingOf reads a folding's file; of a torn one, or of another form, nothing but the paths counts.
func foldingOf(file string) (f folding) {
	c := coder{from: file, reads: true}
	c.texts(&f.Form, &f.AutoPath, &f.WrittenPath)
	if f.Form == registerForm {
		f.code(&c)
	}
	if c.torn || c.from != "" {
		return folding{AutoPath: f.AutoPath, WrittenPath: f.WrittenPath}
	}
	return f
}

func (f folding) bytes() []byte {
	f.Form = registerForm
	var c coder
	c.texts(&f.Form, &f.AutoPath, &f.WrittenPath)
	f.code(&c)
	return c.to
}

// code reads or writes the state. Whoever changes what is in it raises registerForm.
func (f *folding) code(c *coder) {
	h := &f.Head
	c.texts(&h.Goal, &h.Path, &h.Follows, &h.Team, &h.PullRequest, &h.Branch, &h.Commit, &h.OnlyFor, &h.Outcome,
		&f.Now, &f.Since, &f.Bead, &f.Plan.Commit)
	c.truths(&h.Written, &h.Closed, &h.Clean, &f.Recovered)
	c.times(&h.Began, &h.Saved, &h.Wrote, &f.Plan.At)
	c.numbers(&f.Plan.Sessions, &f.Artifacts)
	c.lists(&h.Beads, &h.Branches, &h.Sessions, &f.Files, &f.Read)
	for _, items := range []*[]Item{&h.Rules, &h.Lifted, &f.Next, &f.Blockers, &f.Questions, &f.Decisions, &f.Worked,
		&f.Failed, &f.Prompts, &f.Resolved} {
		list(c, items, func(i *Item) { c.texts(&i.Name, &i.Text); c.times(&i.At) })
	}
	for _, commands := range []*[]Command{&f.Checks, &f.Commands} {
		list(c, commands, func(o *Command) {
			c.texts(&o.Command)
			c.numbers(&o.Times)
			c.times(&o.When)
			c.truths(&o.Failed)
		})
	}
	list(c, &f.Done, func(d *Done) { c.texts(&d.Task); c.lists(&d.Files); c.times(&d.At) })
	list(c, &f.Changed, func(o *File) { c.texts(&o.Path); c.times(&o.At) })
	list(c, &f.More, func(m *More) { c.texts(&m.Name); c.lists(&m.Lines) })
	list(c, &f.LastSittings, func(s *Sitting) {
		c.times(&s.Date)
		c.texts(&s.Title, &s.Session, &s.Line, &s.Branch)
		c.lists(&s.Files, &s.Commits, &s.Read, &s.Prompts)
	})
}

// A coder writes values to its end, or reads them from the beginning of a text.
type coder struct {
	to          []byte
	from        string
	reads, torn bool
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

func (c *coder) truths(truths ...*bool) {
	for _, truth := range truths {
		n := 0
		if *truth {
			n = 1
		}
		c.numbers(&n)
		*truth = n == 1
	}
}

func (c *coder) texts(texts ...*string) {
	for _, text := range texts {
		n := len(*text)
		if c.numbers(&n); !c.reads {
			c.to = append(append(append(c.to, '\n'), *text...), '\n')
		} else if c.torn = c.torn || n < 0 || n > len(c.from)-2 || c.from[0] != '\n' || c.from[n+1] != '\n'; !c.torn {
			*text, c.from = c.from[1:n+1], c.from[n+2:]
		}
	}
}

func (c *coder) times(times ...*time.Time) {
	for _, t := range times {
		_, zone := t.Zone()
		seconds, part := int(t.Unix()), t.Nanosecond()
		if c.numbers(&seconds, &part, &zone); !c.reads {
			continue
		}
		if *t = time.Unix(int64(seconds), int64(part)).UTC(); zone != 0 {
			*t = t.In(time.FixedZone("", zone))
		}
	}
}

func (c *coder) lists(lists ...*[]string) {
	for _, of := range lists {
		list(c, of, func(s *string) { c.texts(s) })
	}
}

// list reads or writes a list, each of its values by code.
func list[T any](c *coder, of *[]T, code func(*T)) {
	n := len(*of) + 1
	if *of == nil {
		n = 0
	}
	c.numbers(&n)
	if c.reads && n > 0 && n <= len(c.from)+1 {
		*of = make([]T, 0, min(n-1, 1<<10))
	}
	for i := 0; i < n-1 && !c.torn; i++ {
		if c.reads {
			*of = append(*of, *new(T))
		}
		code(&(*of)[i])
	}
}
