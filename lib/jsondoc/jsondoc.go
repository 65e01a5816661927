// Package jsondoc reads and edits JSON documents in place: what an edit does not name stays byte for byte (unknown
// keys, their order, the text of numbers, white space), and what it adds is in lines and indented as the rest is.
//
// Of a key that occurs twice the last one counts, as for most readers. A value
// nested more than 10,000 deep is malformed.
package jsondoc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// A Doc is the text of one document. All methods but Check want one that Check takes.
type Doc []byte

// A Span is the bytes doc[Start:End] of a document.
type Span struct{ Start, End int }

// Of is the bytes of the span.
func (s Span) Of(doc []byte) []byte { return doc[s.Start:s.End] }

// A Member is a key of an object with its value, and its span reaches from the one
// to the end of the other. An element of an array is one without a key.
type Member struct {
	Span
	Key   string
	Value Span
}

// ErrSyntax is the cause of what Check finds.
var ErrSyntax = errors.New("not valid JSON")

const blanks = " \t\r\n"

// Check reports what is malformed about a text: ErrSyntax, nil where it is one JSON
// value. It does not quote the text, as the words of encoding/json do.
func (d Doc) Check() error {
	err := json.Unmarshal(d, new(json.RawMessage))
	fault, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return err
	}
	if fault.Error() == "unexpected end of JSON input" {
		return fmt.Errorf("%w: it ends too early", ErrSyntax)
	}
	return fmt.Errorf("%w: line %d", ErrSyntax, 1+bytes.Count(d[:fault.Offset-1], []byte("\n")))
}

// Root is the document's value.
func (d Doc) Root() Span {
	return Span{len(d) - len(bytes.TrimLeft(d, blanks)), len(bytes.TrimRight(d, blanks))}
}

// Opens reports whether the value at a span begins with a bracket: '{' or '['.
func (d Doc) Opens(s Span, bracket byte) bool { return s.Start < s.End && d[s.Start] == bracket }

// Children are the members of an object or the elements of an array, in their order.
func (d Doc) Children(container Span) (all []Member) {
	if !d.Opens(container, '{') && !d.Opens(container, '[') {
		return nil
	}
	gjson.ParseBytes(container.Of(d)).ForEach(func(key, value gjson.Result) bool {
		start := container.Start + value.Index
		m := Member{Value: Span{start, start + len(value.Raw)}}
		m.Span = m.Value
		if key.Type == gjson.String {
			m.Key, m.Start = key.Str, container.Start+key.Index
		}
		all = append(all, m)
		return true
	})
	return all
}

// Member is the member of an object with a key, which is not interpreted.
func (d Doc) Member(object Span, key string) (found Member, ok bool) {
	for _, m := range d.Children(object) {
		if m.Key == key && d.Opens(object, '{') {
			found, ok = m, true
		}
	}
	return found, ok
}

// Find is the member at a path of keys, from the root.
func (d Doc) Find(path ...string) (found Member, ok bool) {
	found.Value, ok = d.Root(), true
	for i := 0; i < len(path) && ok; i++ {
		found, ok = d.Member(found.Value, path[i])
	}
	return found, ok
}

// Quote is s as a string literal. What is not UTF-8 becomes U+FFFD.
func Quote(s string) string {
	b, _ := jsontext.AppendQuote(nil, strings.ToValidUTF8(s, "\ufffd")) // a text can be written
	return string(b)
}

// Replace puts text in the place of a span.
func (d Doc) Replace(s Span, text string) Doc {
	return slices.Concat(d[:s.Start], []byte(text), d[s.End:])
}

// Set puts a JSON value without white space at a path of keys; what is missing on the way,
// or is not an object, becomes one.
func (d Doc) Set(value string, path ...string) Doc {
	if m, ok := d.Find(path...); ok {
		newline, unit := d.layout()
		return d.Replace(m.Value, laidOut(value, newline, d.indent(m.Start), unit))
	}
	above, key := path[:len(path)-1], Quote(path[len(path)-1])
	if parent, ok := d.Find(above...); ok && d.Opens(parent.Value, '{') {
		return d.add(parent.Value, key+":", value)
	}
	return d.Set("{"+key+":"+value+"}", above...)
}

// Append adds a value at the end of the array at the path. What is missing there, or
// null, becomes an array of one; any other value leaves the document as it is.
func (d Doc) Append(value string, path ...string) Doc {
	m, ok := d.Find(path...)
	switch {
	case ok && d.Opens(m.Value, '['):
		return d.add(m.Value, "", value)
	case ok && string(m.Value.Of(d)) != "null":
		return d
	}
	return d.Set("["+value+"]", path...)
}

// Drop takes a child out of a container, with its comma and the white space between
// the two; with the only child, all white space.
func (d Doc) Drop(container, child Span) Doc {
	all, gone := d.Children(container), child
	switch i := slices.IndexFunc(all, func(m Member) bool { return m.Span == child }); {
	case len(all) == 1:
		gone = Span{container.Start + 1, container.End - 1}
	case i+1 < len(all):
		gone.End = all[i+1].Start
	default:
		gone.Start = all[i-1].End
	}
	return d.Replace(gone, "")
}

// add puts a child behind the others of a container: on a line of its own where they are
// on several, else in their line.
func (d Doc) add(container Span, key, value string) Doc {
	newline, unit := d.layout()
	outer := d.indent(container.Start)
	at, indent, comma, after := Span{container.Start + 1, container.End - 1}, outer+unit, "", newline+outer
	if all := d.Children(container); len(all) > 0 {
		last := all[len(all)-1]
		at, indent, comma, after = Span{last.End, last.End}, d.indent(last.Start), ",", ""
		if !d.breaks(container.Start, last.Start) {
			newline = ""
		}
	}
	if newline == "" {
		return d.Replace(at, comma+key+value)
	}
	if key != "" {
		key += " "
	}
	return d.Replace(at, comma+newline+indent+key+laidOut(value, newline, indent, unit)+after)
}

// layout is how lines end and the white space of one level, as the root's first member
// has it: "" of a document in one line. An empty root says nothing and gets two spaces.
func (d Doc) layout() (newline, unit string) {
	newline, unit = "\n", "  "
	if bytes.Contains(d, []byte("\r\n")) {
		newline = "\r\n"
	}
	root := d.Root()
	if all := d.Children(root); len(all) > 0 && !d.breaks(root.Start, root.End) {
		return "", ""
	} else if len(all) > 0 && d.breaks(root.Start, all[0].Start) {
		unit = d.indent(all[0].Start)
	}
	return newline, unit
}

func (d Doc) breaks(from, to int) bool { return bytes.IndexByte(d[from:to], '\n') >= 0 }

// indent is the white space that the line of i starts with, bounded.
func (d Doc) indent(i int) string {
	line := d[bytes.LastIndexByte(d[:i], '\n')+1 : i]
	n := len(line) - len(bytes.TrimLeft(line, " \t"))
	return string(line[:min(n, 200)])
}

// laidOut is a value over several lines, all but the first behind indent.
func laidOut(value, newline, indent, unit string) string {
	if newline == "" {
		return value
	}
	var b bytes.Buffer
	_ = json.Indent(&b, []byte(value), indent, unit)
	return strings.ReplaceAll(b.String(), "\n", newline)
}
