package line

import (
	"encoding/binary"
	"reflect"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/rank"
)

// A folding is what the register keeps of a line beside its row. Its file is not JSON, which a hook takes a third of a
// millisecond to be able to read: all values follow each other, numbers as varints, a text behind its length between
// line breaks, by which who forgets something finds whole words, and a list behind one more than its length.
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
		if v.Kind() == reflect.Slice {
			c.list(v)
			return
		}
		for i := range v.NumField() {
			c.value(v.Field(i))
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

func (c *coder) list(v reflect.Value) {
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
