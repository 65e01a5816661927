// Package record is what the stores of records have in common: one JSON document
// a record, whose keys keep their order and whose numbers their text, read and
// written in turns with other programs; and a table of the keys that are known,
// from which come the first document, the checks, and what is shown.
package record

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

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

const null = "null"

// Of is the value of a Value, nil, a string, an int, a bool, a time (in seconds)
// or a list of strings, ints or Values.
func Of(x any) Value {
	switch x := x.(type) {
	case Value:
		return x
	case nil:
		return Value{text: null}
	case string:
		b, _ := jsontext.AppendQuote(nil, x)
		return Value{text: string(b)}
	case int:
		return Value{text: strconv.Itoa(x)}
	case bool:
		return Value{text: strconv.FormatBool(x)}
	case time.Time:
		return Of(x.UTC().Format(time.RFC3339))
	case []Value:
		return Value{in: &container{items: x}}
	case []string:
		return list(x)
	case []int:
		return list(x)
	}
	panic(fmt.Sprintf("a record holds no %T", x)) // of a caller in the code
}

func list[T any](all []T) Value {
	c := container{}
	for _, x := range all {
		c.items = append(c.items, Of(x))
	}
	return Value{in: &c}
}

// Object is an object of keys, each with what Of takes.
func Object(members ...any) Value {
	v := Value{in: &container{names: []name{}}}
	for i := 0; i+1 < len(members); i += 2 {
		v = v.With(members[i+1], members[i].(string))
	}
	return v
}

// Exists reports whether there is a value, None whether it is missing or null.
func (v Value) Exists() bool { return v.in != nil || v.text != "" }
func (v Value) None() bool   { return v.in == nil && (v.text == "" || v.text == null) }

func (v Value) IsObject() bool { return v.in != nil && v.in.names != nil }
func (v Value) IsList() bool   { return v.in != nil && v.in.names == nil }
func (v Value) IsText() bool   { return v.text != "" && v.text[0] == '"' }
func (v Value) IsBool() bool   { return v.text == "true" || v.text == "false" }
func (v Value) IsNumber() bool { return v.text != "" && strings.IndexByte(`"tfn`, v.text[0]) < 0 }
func (v Value) True() bool     { return v.text == "true" }

// Text is what a string says, "" of any other value.
func (v Value) Text() string {
	switch {
	case !v.IsText():
		return ""
	case strings.IndexByte(v.text, '\\') < 0:
		return strings.ToValidUTF8(v.text[1:len(v.text)-1], "\ufffd")
	}
	b, _ := jsontext.AppendUnquote(nil, v.text)
	return string(b)
}

// Says is what a person reads: a string, or any other value as JSON in one line.
func (v Value) Says() string {
	if v.IsText() {
		return v.Text()
	}
	return v.String()
}

// Time is the time that a string says in RFC 3339, zero where it says none.
func (v Value) Time() time.Time {
	t, err := time.Parse(time.RFC3339, v.Text())
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
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

// Texts are the strings of a list, Lines all its elements as a person reads them.
func (v Value) Texts() []string {
	all := []string{}
	for _, i := range v.Items() {
		if i.IsText() {
			all = append(all, i.Text())
		}
	}
	return all
}

func (v Value) Lines() []string {
	all := []string{}
	for _, i := range v.Items() {
		all = append(all, i.Says())
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

// With has x, which Of takes, at a path of keys: in the place of what is there,
// else behind the other members. What is missing on the way, or is not an object,
// becomes one.
func (v Value) With(x any, path ...string) Value {
	if len(path) == 0 {
		return Of(x)
	}
	if !v.IsObject() {
		v = Object()
	}
	c := container{slices.Clone(v.in.names), slices.Clone(v.in.items)}
	i := v.at(path[0])
	if i < 0 {
		i = len(c.names)
		c.names, c.items = append(c.names, name{path[0], Of(path[0]).text}), append(c.items, Value{})
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
	names, items := slices.Clone(v.in.names), slices.Clone(v.in.items)
	return Value{in: &container{slices.Delete(names, i, i+1), slices.Delete(items, i, i+1)}}
}

// Adding has the elements of a list at the end of the one at a path, which is made
// where it is missing or null; any other value there stays as it is.
func (v Value) Adding(more Value, path ...string) Value {
	there := v.Get(path...)
	if len(more.Items()) == 0 || !there.None() && !there.IsList() {
		return v
	}
	return v.With(append(slices.Clip(there.Items()), more.Items()...), path...)
}

// AddingOnce has a string at the end of the list at a path, unless it is in it.
func (v Value) AddingOnce(text string, path ...string) Value {
	if slices.Contains(v.Get(path...).Texts(), text) {
		return v
	}
	return v.Adding(Of([]string{text}), path...)
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

// put gives a name a value; known are the places of those that are there, by the
// code points of their names: a document may hold very many.
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

// String is the value in one line.
func (v Value) String() string { return string(v.print(nil, "")) }

// Bytes is the value as a file, each member and element in a line of its own.
func (v Value) Bytes() []byte { return append(v.print(nil, "\n"), '\n') }

// MarshalJSON is the value as it is written.
func (v Value) MarshalJSON() ([]byte, error) {
	if !v.Exists() {
		return []byte(null), nil
	}
	return v.print(nil, ""), nil
}

// print appends the value; lead is what a line begins with, "" for one line.
func (v Value) print(b []byte, lead string) []byte {
	if v.in == nil {
		return append(b, v.text...)
	}
	brackets, inner, comma := "[]", "", ", "
	if v.IsObject() {
		brackets = "{}"
	}
	if lead != "" {
		inner, comma = lead+"  ", ","
	}
	b = append(b, brackets[0])
	for i, x := range v.in.items {
		if i > 0 {
			b = append(b, comma...)
		}
		b = append(b, inner...)
		if v.IsObject() {
			b = append(append(b, v.in.names[i].text...), ": "...)
		}
		b = x.print(b, inner)
	}
	if len(v.in.items) > 0 {
		b = append(b, lead...)
	}
	return append(b, brackets[1])
}
