// Package jsondoc reads and edits JSON documents in place: what an edit does not
// name stays byte for byte (unknown keys, their order, the text of numbers,
// white space), and what it adds is laid out as the rest is.
//
// Offsets come from github.com/go-json-experiment/json/jsontext, whose scanner
// needs no stack for nesting; a value nested more than 10,000 deep is malformed.
// Of a key that occurs twice the last one counts, as for most readers.
package jsondoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// A Doc is the text of one document, with or without a byte-order mark. Its
// methods expect one that Check takes; of any other they find less, and edit
// nothing.
type Doc []byte

// A Span is the bytes doc[Start:End] of a document.
type Span struct{ Start, End int }

// Of is the bytes of the span.
func (s Span) Of(doc []byte) []byte { return doc[s.Start:s.End] }

// A Member is a key of an object with its value; its span reaches from the key's
// opening quote to the value's end.
type Member struct {
	Span
	Key   string
	Value Span
}

// ErrSyntax is the cause of what Check finds.
var ErrSyntax = errors.New("not valid JSON")

const byteOrderMark = "\ufeff"

func decoder(b []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(b), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// Check reports what is malformed about a text: ErrSyntax, nil where it is one
// JSON value.
func (d Doc) Check() error {
	dec := decoder(d[d.begin():])
	if err := dec.SkipValue(); err != nil {
		return d.syntax(err)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: more follows the value", ErrSyntax)
	}
	return nil
}

// syntax says where a text is malformed: jsontext's own words quote names of it.
func (d Doc) syntax(err error) error {
	var fault *jsontext.SyntacticError
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || !errors.As(err, &fault) {
		return fmt.Errorf("%w: it ends too early", ErrSyntax)
	}
	at := min(d.begin()+int(fault.ByteOffset), len(d))
	return fmt.Errorf("%w: line %d", ErrSyntax, 1+bytes.Count(d[:at], []byte("\n")))
}

// begin is where the document begins behind a byte-order mark.
func (d Doc) begin() int { return len(d) - len(bytes.TrimPrefix(d, []byte(byteOrderMark))) }

// Root is the document's value.
func (d Doc) Root() Span {
	from := d.begin()
	dec := decoder(d[from:])
	raw, err := dec.ReadValue()
	if err != nil {
		return Span{len(d), len(d)}
	}
	end := from + int(dec.InputOffset())
	return Span{end - len(raw), end}
}

// IsObject reports whether the document's value is an object.
func (d Doc) IsObject() bool { return d.opens(d.Root(), '{') }

func (d Doc) opens(s Span, bracket byte) bool { return s.Start < s.End && d[s.Start] == bracket }

// Members yields the members of an object in their order; none of what is not an
// object.
func (d Doc) Members(object Span) iter.Seq[Member] { return d.each(object, '{') }

// Elements yields the elements of an array in their order; none of what is not an
// array.
func (d Doc) Elements(array Span) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for m := range d.each(array, '[') {
			if !yield(m.Value) {
				return
			}
		}
	}
}

// each yields what is in a container; an element has no key.
func (d Doc) each(container Span, bracket byte) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		if !d.opens(container, bracket) {
			return
		}
		dec := decoder(container.Of(d))
		if _, err := dec.ReadToken(); err != nil {
			return
		}
		for dec.PeekKind() != jsontext.Kind(bracket+2) { // the closing one
			key, start := "", -1
			if bracket == '{' {
				name, err := dec.ReadValue()
				if err != nil {
					return
				}
				key, start = text(name), container.Start+int(dec.InputOffset())-len(name)
			}
			raw, err := dec.ReadValue()
			if err != nil {
				return
			}
			end := container.Start + int(dec.InputOffset())
			value := Span{end - len(raw), end}
			if start < 0 {
				start = value.Start
			}
			if !yield(Member{Span{start, end}, key, value}) {
				return
			}
		}
	}
}

// Find returns the member at a path of keys, none of which is interpreted.
func (d Doc) Find(path ...string) (found Member, ok bool) {
	object := d.Root()
	for _, key := range path {
		ok = false
		for m := range d.Members(object) {
			if m.Key == key {
				found, ok = m, true
			}
		}
		if !ok {
			return Member{}, false
		}
		object = found.Value
	}
	return found, ok
}

// text is what a string literal says; "" for any other value. What is not UTF-8
// becomes U+FFFD.
func text(literal []byte) string {
	if len(literal) == 0 || literal[0] != '"' {
		return ""
	}
	text, _ := jsontext.AppendUnquote(nil, literal)
	return string(text)
}

// Quote is s as a string literal, with only those characters escaped that must
// be. What is not UTF-8 becomes U+FFFD.
func Quote(s string) string {
	quoted, _ := jsontext.AppendQuote(nil, s)
	return string(quoted)
}
