// Package record is what the stores of records have in common: one JSON document
// a record, whose keys keep their order and whose numbers their text, read and
// written in turns with other programs; and a table of the keys that are known,
// from which come the first document, the checks, and what is shown.
//
// A document may be what Python's json writes: also with NaN and infinities.
package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A Value is a JSON value; the zero Value is one that does not exist. Values are
// never changed: With and the like return others.
type Value struct {
	text string     // a scalar, as it is written
	in   *container // of an object or list
}

type container struct {
	names []name // of an object
	items []Value
}

// A name is a key of an object, and how it is written, with its quotes.
type name struct{ key, text string }

const (
	null  = "null"
	yes   = "true"
	no    = "false"
	quote = '"'
)

// Text is a string.
func Text(s string) Value {
	b, _ := jsontext.AppendQuote(nil, s)
	return Value{text: string(b)}
}

// Int is a number, Bool true or false, Raw a scalar as it is written.
func Int(n int) Value       { return Value{text: strconv.Itoa(n)} }
func Bool(b bool) Value     { return Value{text: strconv.FormatBool(b)} }
func Raw(text string) Value { return Value{text: text} }

// Null is the value null.
func Null() Value { return Value{text: null} }

// List is a list of values.
func List(items ...Value) Value { return Value{in: &container{items: items}} }

// of is a list of what each gives of all.
func of[T any](all []T, each func(T) Value) Value {
	var items []Value
	for _, x := range all {
		items = append(items, each(x))
	}
	return List(items...)
}

// Texts is a list of strings, Ints one of numbers.
func Texts(all ...string) Value { return of(all, Text) }
func Ints(all ...int) Value     { return of(all, Int) }

// Object is an object without members.
func Object() Value { return Value{in: &container{names: []name{}}} }

// Exists reports whether there is a value, Null whether it is missing or null.
func (v Value) Exists() bool { return v.in != nil || v.text != "" }
func (v Value) None() bool   { return v.in == nil && (v.text == "" || v.text == null) }

func (v Value) IsObject() bool { return v.in != nil && v.in.names != nil }
func (v Value) IsList() bool   { return v.in != nil && v.in.names == nil }
func (v Value) IsText() bool   { return v.text != "" && v.text[0] == quote }
func (v Value) IsBool() bool   { return v.text == yes || v.text == no }
func (v Value) IsNumber() bool { return v.text != "" && strings.IndexByte(`"tfn`, v.text[0]) < 0 }

// OrNull is the value, null where it is missing.
func (v Value) OrNull() Value {
	if v.Exists() {
		return v
	}
	return Null()
}

// True reports whether the value is true.
func (v Value) True() bool { return v.text == yes }

// Text is what a string says, "" of any other value.
func (v Value) Text() string {
	if !v.IsText() {
		return ""
	}
	return unquote(v.text)
}

func unquote(literal string) string {
	if strings.IndexByte(literal, '\\') < 0 {
		return strings.ToValidUTF8(literal[1:len(literal)-1], "\ufffd")
	}
	b, _ := jsontext.AppendUnquote(nil, []byte(literal))
	return string(b)
}

// Says is what a person reads: a string, or any other value as JSON in one line.
func (v Value) Says() string {
	if v.IsText() {
		return v.Text()
	}
	return v.String()
}

// Whole is a whole number from 0 to most.
func (v Value) Whole(most int) (int, bool) {
	if !v.IsNumber() {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.text, 64)
	if err != nil || f < 0 || f > float64(most) || f != float64(int(f)) {
		return 0, false
	}
	return int(f), true
}

// Items are the elements of a list.
func (v Value) Items() []Value {
	if !v.IsList() {
		return nil
	}
	return v.in.items
}

// Texts are the strings of a list.
func (v Value) Texts() []string {
	all := []string{}
	for _, i := range v.Items() {
		if i.IsText() {
			all = append(all, i.Text())
		}
	}
	return all
}

// Members yields the keys and values of an object in their order.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if !v.IsObject() {
			return
		}
		for i, n := range v.in.names {
			if !yield(n.key, v.in.items[i]) {
				return
			}
		}
	}
}

func (v Value) at(key string) int {
	if !v.IsObject() {
		return -1
	}
	return slices.IndexFunc(v.in.names, func(n name) bool { return n.key == key })
}

// Get is the value at a path of keys.
func (v Value) Get(path ...string) Value {
	for _, key := range path {
		i := v.at(key)
		if i < 0 {
			return Value{}
		}
		v = v.in.items[i]
	}
	return v
}

// With has x at a path of keys: in the place of what is there, else behind the
// other members. What is missing on the way, or is not an object, becomes one.
func (v Value) With(x Value, path ...string) Value {
	if len(path) == 0 {
		return x
	}
	if !v.IsObject() {
		v = Object()
	}
	c := container{slices.Clone(v.in.names), slices.Clone(v.in.items)}
	i := v.at(path[0])
	if i < 0 {
		i = len(c.names)
		c.names, c.items = append(c.names, name{path[0], Text(path[0]).text}), append(c.items, Value{})
	}
	c.items[i] = c.items[i].With(x, path[1:]...)
	return Value{in: &c}
}

// Without lacks the member at a path of keys.
func (v Value) Without(path ...string) Value {
	i := v.at(path[0])
	switch {
	case i < 0:
		return v
	case len(path) > 1:
		return v.With(v.in.items[i].Without(path[1:]...), path[0])
	}
	return Value{in: &container{
		slices.Delete(slices.Clone(v.in.names), i, i+1), slices.Delete(slices.Clone(v.in.items), i, i+1),
	}}
}

// Adding has values at the end of the list at a path, which is made where it is
// missing or null; any other value there stays as it is.
func (v Value) Adding(path []string, more ...Value) Value {
	list := v.Get(path...)
	if len(more) == 0 || !list.None() && !list.IsList() {
		return v
	}
	return v.With(List(append(slices.Clip(list.Items()), more...)...), path...)
}

// Merged is an object with the members of others, the last value of each key.
func (v Value) Merged(others ...Value) Value {
	c := container{names: []name{}}
	known := map[string]int{}
	for _, o := range append([]Value{v}, others...) {
		if o.IsObject() {
			for i, n := range o.in.names {
				c.put(known, n, o.in.items[i])
			}
		}
	}
	return Value{in: &c}
}

// put gives a name a value; known are the places of those that are there.
func (c *container) put(known map[string]int, n name, x Value) {
	same := n.text
	if strings.IndexByte(same, '\\') >= 0 {
		same = pythonText(codePoints(same))
	}
	i, again := known[same]
	if !again {
		i, known[same] = len(c.names), len(c.names)
		c.names, c.items = append(c.names, n), append(c.items, x)
	}
	c.items[i] = x
}

// Filtered is an object with what keep makes of each member, without those that
// it does not want.
func (v Value) Filtered(keep func(x Value) (Value, bool)) Value {
	c := container{names: []name{}}
	for i, n := range v.in.names {
		if x, ok := keep(v.in.items[i]); ok {
			c.names, c.items = append(c.names, n), append(c.items, x)
		}
	}
	return Value{in: &c}
}

// String is the value in one line.
func (v Value) String() string { return string(v.print(nil, "", "")) }

// Bytes is the value as a file, each member and element in a line of its own.
func (v Value) Bytes() []byte { return append(v.print(nil, "\n", "  "), '\n') }

// Line is the value as a line of a file.
func (v Value) Line() []byte { return append(v.print(nil, "", ""), '\n') }

// MarshalJSON is the value with null for what JSON does not know.
func (v Value) MarshalJSON() ([]byte, error) {
	if !v.Exists() {
		return []byte(null), nil
	}
	return v.each(func(scalar string) string {
		if outOfJSON(scalar) {
			return null
		}
		return scalar
	}).print(nil, "", ""), nil
}

// each is the value with all its scalars replaced.
func (v Value) each(change func(string) string) Value {
	if v.in == nil {
		return Value{text: change(v.text)}
	}
	c := container{v.in.names, make([]Value, len(v.in.items))}
	for i, x := range v.in.items {
		c.items[i] = x.each(change)
	}
	return Value{in: &c}
}

// print appends the value; lead is what a line begins with, "" for one line.
func (v Value) print(b []byte, lead, indent string) []byte {
	if v.in == nil {
		return append(b, v.text...)
	}
	brackets := "[]"
	if v.IsObject() {
		brackets = "{}"
	}
	b = append(b, brackets[0])
	inner := lead
	if lead != "" {
		inner += indent
	}
	for i, x := range v.in.items {
		if i > 0 {
			b = append(b, ',')
			if lead == "" {
				b = append(b, ' ')
			}
		}
		b = append(b, inner...)
		if v.IsObject() {
			b = append(append(b, v.in.names[i].text...), ": "...)
		}
		b = x.print(b, inner, indent)
	}
	if len(v.in.items) > 0 {
		b = append(b, lead...)
	}
	return append(b, brackets[1])
}

// ErrSyntax is the cause of what Parse finds.
var ErrSyntax = errors.New("not a JSON object")

// maxDepth is how deep a document may be nested, so that no page of blanks is
// written for it.
const maxDepth = 500

// Parse reads a document, with or without a byte-order mark. Of a key that
// occurs twice the last value counts, in the first place. The error, whose cause
// is ErrSyntax, quotes nothing.
func Parse(b []byte) (Value, error) {
	p := parser{text: string(bytes.TrimPrefix(b, []byte("\ufeff")))}
	v, err := p.value(0)
	if err == nil {
		if p.space(); p.at < len(p.text) {
			err = errors.New("more follows the value")
		}
	}
	if err == nil {
		return v, nil
	}
	if p.space(); p.at >= len(p.text) {
		err = errors.New("it ends too early")
	}
	return Value{}, fmt.Errorf("%w: %w", ErrSyntax, err)
}

// ParseObject is Parse of what must be an object.
func ParseObject(b []byte) (Value, error) {
	v, err := Parse(b)
	if err == nil && !v.IsObject() {
		err = ErrSyntax
	}
	return v, err
}

// ParseGiven is Parse of what a person or program gives: JSON without what only
// Python writes.
func ParseGiven(text string) (Value, error) {
	v, err := Parse([]byte(text))
	if err == nil && (!json.Valid([]byte(text)) || !utf8.ValidString(text)) {
		err = ErrSyntax
	}
	return v, err
}

type parser struct {
	text string
	at   int
}

func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// next reports whether c is next, and goes behind it.
func (p *parser) next(c byte) bool {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *parser) wrong() error {
	return fmt.Errorf("line %d", 1+strings.Count(p.text[:min(p.at, len(p.text))], "\n"))
}

func (p *parser) value(depth int) (Value, error) {
	switch {
	case depth > maxDepth:
		return Value{}, errors.New("nested too deeply")
	case p.next('{'):
		return p.object(depth)
	case p.next('['):
		v := List()
		for !p.next(']') {
			if len(v.in.items) > 0 && !p.next(',') {
				return v, p.wrong()
			}
			item, err := p.value(depth + 1)
			if err != nil {
				return v, err
			}
			v.in.items = append(v.in.items, item)
		}
		return v, nil
	}
	return p.scalar()
}

func (p *parser) object(depth int) (Value, error) {
	v := Object()
	known := map[string]int{}
	for !p.next('}') {
		if len(v.in.names) > 0 && !p.next(',') {
			return v, p.wrong()
		}
		key, err := p.scalar()
		if err == nil && (!key.IsText() || !p.next(':')) {
			err = p.wrong()
		}
		if err != nil {
			return v, err
		}
		x, err := p.value(depth + 1)
		if err != nil {
			return v, err
		}
		v.in.put(known, name{key.Text(), key.text}, x)
	}
	return v, nil
}

// scalar reads a string, a number or a word.
func (p *parser) scalar() (Value, error) {
	p.space()
	start, plain := p.at, false // a plain string needs no second look
	if p.at < len(p.text) && p.text[p.at] == quote {
		plain = true
		for p.at++; p.at < len(p.text) && p.text[p.at] != quote; p.at++ {
			if c := p.text[p.at]; c == '\\' || c < ' ' {
				p.at++
				plain = false
			}
		}
		p.at++
	} else {
		for p.at < len(p.text) && strings.IndexByte(" \t\r\n,:[]{}\"", p.text[p.at]) < 0 {
			p.at++
		}
	}
	if p.at > len(p.text) {
		return Value{}, p.wrong()
	}
	text := p.text[start:p.at]
	if !plain && !outOfJSON(text) && !json.Valid([]byte(text)) {
		p.at = start
		return Value{}, p.wrong()
	}
	return Value{text: text}, nil
}
