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
