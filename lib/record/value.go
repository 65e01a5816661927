// Package record is what the stores of records have in common: one JSON document
// a record, whose keys keep their order and whose numbers their text, read and
// written in turns with other programs, and the types of the keys that are known.
package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"holdfast/lib/each"
)

// A Value is a JSON value that never changes; the zero Value is one that does not exist.
type Value struct {
	text string   // a scalar as it is written, or the bracket that opens an object or list
	in   []member // of an object or list
}

// A member has its name as it is written, "" in a list.
type member struct {
	name string
	Value
}

const null = "null"

// Of is the value of a Value, nil, a string, an int, a bool, a time (in seconds) or a list.
func Of(x any) Value {
	switch x := x.(type) {
	case Value:
		return x
	case nil:
		return Value{text: null}
	case string:
		return Value{text: quote(x)}
	case int, bool:
		return Value{text: fmt.Sprint(x)}
	case time.Time:
		return Of(x.UTC().Format(time.RFC3339))
	case []Value:
		return list(x)
	case []string:
		return list(x)
	case []int:
		return list(x)
	}
	panic(fmt.Sprintf("a record holds no %T", x)) // of a caller in the code
}

func list[T any](all []T) Value {
	return Value{text: "[", in: each.Of(all, func(x T) member { return member{Value: Of(x)} })}
}

// Object is an object of keys, each with what Of takes.
func Object(members ...any) Value {
	v := Value{text: "{"}
	for i := 0; i+1 < len(members); i += 2 {
		v = v.With(members[i+1], members[i].(string))
	}
	return v
}

// New is a first document, of its text and of members as Object takes them.
func New(text string, members ...any) Value {
	v, _ := ParseGiven(text)
	return v.Merged(Object(members...))
}

// quote and unquote have U+FFFD for what is not Unicode.
func quote(s string) string {
	b, _ := jsontext.AppendQuote(nil, s)
	return string(b)
}

func unquote(text string) string {
	b, _ := jsontext.AppendUnquote(nil, text)
	return string(b)
}

func (v Value) is(first string) bool { return v.text != "" && strings.IndexByte(first, v.text[0]) >= 0 }

// Exists reports whether there is a value, None whether it is missing or null.
func (v Value) Exists() bool { return v.text != "" }
func (v Value) None() bool   { return v.text == "" || v.text == null }

func (v Value) IsObject() bool { return v.text == "{" }
func (v Value) IsList() bool   { return v.text == "[" }
func (v Value) IsText() bool   { return v.is(`"`) }
func (v Value) IsNumber() bool { return v.is("-0123456789") }
func (v Value) IsBool() bool   { return v.is("tf") }
func (v Value) True() bool     { return v.text == "true" }

// Text is what a string says, "" of any other value.
func (v Value) Text() string {
	if !v.IsText() {
		return ""
	}
	return unquote(v.text)
}

// Says is what a person reads: a string, or any other value as JSON in one line.
func (v Value) Says() string {
	if v.IsText() {
		return v.Text()
	}
	return v.String()
}

// Time is the time that a string says in RFC 3339 or less exactly, zero where it says none.
func (v Value) Time() time.Time {
	s := strings.Replace(v.Text(), " ", "T", 1)
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateOnly} {
		if t, err := time.Parse(form, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// Whole is a whole number from 0 to most.
func (v Value) Whole(most int) (int, bool) {
	f, err := strconv.ParseFloat(v.text, 64)
	if !v.IsNumber() || err != nil || f < 0 || f > float64(most) || f != float64(int(f)) {
		return 0, false
	}
	return int(f), true
}

// Items are the elements of a list; what is there and is no list counts as its only one.
func (v Value) Items() []Value {
	if v.None() {
		return nil
	}
	if !v.IsList() {
		return []Value{v}
	}
	return each.Of(v.in, func(m member) Value { return m.Value })
}

// Texts are the strings among the items, Lines all items as a person reads them.
func (v Value) Texts() []string { return v.says(Value.IsText) }
func (v Value) Lines() []string { return v.says(Value.Exists) }

func (v Value) says(which func(Value) bool) []string {
	return append([]string{}, each.If(v.Items(), func(i Value) (string, bool) { return i.Says(), which(i) })...)
}

// Members yields the keys and values of an object in their order.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for _, m := range v.in {
			if v.IsObject() && !yield(unquote(m.name), m.Value) {
				return
			}
		}
	}
}

func (v Value) at(key string) int {
	return slices.IndexFunc(v.in, func(m member) bool { return v.IsObject() && unquote(m.name) == key })
}

// Get is the value at a path of keys.
func (v Value) Get(path ...string) Value {
	for _, key := range path {
		i := v.at(key)
		if i < 0 {
			return Value{}
		}
		v = v.in[i].Value
	}
	return v
}

// With has x, which Of takes, at a path of keys: in the place of what is there, which goes where there is
// no x, else behind the other members. What is missing on the way, or is not an object, becomes one.
func (v Value) With(x any, path ...string) Value {
	if len(path) == 0 {
		return Of(x)
	}
	if !v.IsObject() {
		v = Object()
	}
	v.in = slices.Clone(v.in)
	i := v.at(path[0])
	if i < 0 {
		i = len(v.in)
		v.in = append(v.in, member{name: quote(path[0])})
	}
	if v.in[i].Value = v.in[i].With(x, path[1:]...); !v.in[i].Exists() {
		v.in = slices.Delete(v.in, i, i+1)
	}
	return v
}

// Without lacks the member at a path of keys.
func (v Value) Without(path ...string) Value {
	if !v.Get(path...).Exists() {
		return v
	}
	return v.With(Value{}, path...)
}

// Adding has an item at the end of the list at a path.
func (v Value) Adding(x any, path ...string) Value {
	return v.With(append(v.Get(path...).Items(), Of(x)), path...)
}

// AddingOnce has a string at the end of the list at a path, unless it is in it.
func (v Value) AddingOnce(text string, path ...string) Value {
	if slices.Contains(v.Get(path...).Texts(), text) {
		return v
	}
	return v.Adding(text, path...)
}

// Noting has a line once among the notes at a key, which are lines of a text, or a list.
func (v Value) Noting(line, key string) Value {
	switch notes := v.Get(key); {
	case notes.None(), notes.text == `""`:
		return v.With(line, key)
	case !notes.IsText():
		return v.AddingOnce(line, key)
	case !strings.Contains("\n"+notes.Text()+"\n", "\n"+line+"\n"):
		return v.With(notes.Text()+"\n"+line, key)
	}
	return v
}

// Merged has the members of others, the last value of each key.
func (v Value) Merged(others ...Value) Value {
	merged, known := Object(), map[string]int{}
	for _, o := range append([]Value{v}, others...) {
		for _, m := range o.in {
			if o.IsObject() {
				merged.put(known, m)
			}
		}
	}
	return merged
}

// put gives a name a value, or adds an element; known are the places of the names that are there,
// which may be very many. A name that is not Unicode counts as it is written.
func (v *Value) put(known map[string]int, m member) {
	same := unquote(m.name)
	if strings.Contains(same, "\ufffd") {
		same = m.name
	}
	if i, again := known[same]; again && m.name != "" {
		v.in[i].Value = m.Value
		return
	}
	known[same] = len(v.in)
	v.in = append(v.in, m)
}

// String is the value in one line.
func (v Value) String() string { return string(v.print(nil)) }

// Bytes is the value as a file, each member and element in a line of its own.
func (v Value) Bytes() []byte {
	text := jsontext.Value(v.print(nil))
	_ = text.Indent(jsontext.WithIndent("  ")) // it is JSON
	return append(text, '\n')
}

// MarshalJSON is the value as it is written.
func (v Value) MarshalJSON() ([]byte, error) { return v.print(nil), nil }

func (v Value) print(b []byte) []byte {
	b = append(b, v.text...)
	for i, m := range v.in {
		if i > 0 {
			b = append(b, ", "...)
		}
		if m.name != "" {
			b = append(append(b, m.name...), ": "...)
		}
		b = m.print(b)
	}
	if v.IsObject() || v.IsList() {
		b = append(b, v.text[0]+2) // in ASCII, a closing bracket follows its opening one at that distance
	}
	return b
}

// decimal reads a number of at least 0 as JSON writes it. One that is very long, or has
// an exponent of more than two digits, is not one: it is added to.
func decimal(s string) (*big.Rat, bool) {
	digits, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	other := strings.Trim(digits, "0123456789.") != "" || strings.Trim(digits, ".") != digits
	if other || len(s) > 60 || len(strings.TrimLeft(exponent, "+-")) > 2 {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

// AddingTo has the exact sum at a key, with the decimals of both; what is not a number adds nothing.
func (v Value) AddingTo(key string, x Value) Value {
	sum, ok := decimal(x.text)
	if !ok {
		return v
	}
	was := v.Get(key).text
	if n, ok := decimal(was); ok {
		sum.Add(sum, n)
	}
	exact, _ := sum.FloatPrec()
	return v.With(Value{text: sum.FloatString(max(exact, decimals(x.text), decimals(was)))}, key)
}

func decimals(text string) int {
	_, fraction, _ := strings.Cut(text, ".")
	return strings.IndexFunc(fraction+"e", func(c rune) bool { return c < '0' || c > '9' })
}

// ErrSyntax is the cause of what Parse finds.
var ErrSyntax = errors.New("not a JSON object")

// Parse reads a document, with or without a byte-order mark. Of a key that occurs twice the
// last value counts, in the first place. The error is ErrSyntax and quotes nothing.
func Parse(b []byte) (Value, error) {
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	d := jsontext.NewDecoder(bytes.NewBuffer(b), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	v, err := value(d)
	if err == nil {
		if _, err = d.ReadToken(); err == io.EOF {
			return v, nil
		}
		err = errors.New("more follows the value")
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it ends too early")
	} else if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok { // it quotes the text
		err = fmt.Errorf("line %d", 1+bytes.Count(b[:syntax.ByteOffset], []byte("\n")))
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

// ParseGiven is Parse of what is typed, with U+FFFD for what is not UTF-8.
func ParseGiven(text string) (Value, error) {
	return Parse([]byte(strings.ToValidUTF8(text, "\ufffd")))
}

func value(d *jsontext.Decoder) (Value, error) {
	open := d.PeekKind()
	if open != '{' && open != '[' {
		raw, err := d.ReadValue()
		return Value{text: string(raw)}, err
	}
	if d.StackDepth() == 500 { // so that no page of blanks is written
		return Value{}, errors.New("nested too deeply")
	}
	_, err := d.ReadToken()
	v, known := Value{text: string(open)}, map[string]int{}
	for err == nil && d.PeekKind() != open+2 { // as in print
		var m member
		if v.IsObject() {
			raw, _ := d.ReadValue() // where it is not a name, there is no value either
			m.name = string(raw)
		}
		m.Value, err = value(d)
		v.put(known, m)
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	return v, err
}
