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
	text  string  // a scalar as it is written, or the bracket that opens an object or list
	names []Value // the keys of an object
	items []Value // the values of those keys, or the elements of a list
}

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
		return Value{text: "[", items: x}
	case []string:
		return list(x)
	case []int:
		return list(x)
	}
	panic(fmt.Sprintf("a record holds no %T", x)) // of a caller in the code
}

func list[T any](all []T) Value {
	v := Value{text: "["}
	for _, x := range all {
		v.items = append(v.items, Of(x))
	}
	return v
}

// Object is an object of keys, each with what Of takes.
func Object(members ...any) Value {
	v := Value{text: "{"}
	for i := 0; i+1 < len(members); i += 2 {
		v = v.With(members[i+1], members[i].(string))
	}
	return v
}

// Exists reports whether there is a value, None whether it is missing or null.
func (v Value) Exists() bool { return v.text != "" }
func (v Value) None() bool   { return v.text == "" || v.text == null }

func (v Value) IsObject() bool { return v.text == "{" }
func (v Value) IsList() bool   { return v.text == "[" }
func (v Value) IsText() bool   { return v.text != "" && v.text[0] == '"' }
func (v Value) IsBool() bool   { return v.text == "true" || v.text == "false" }
func (v Value) IsNumber() bool { return v.text != "" && strings.IndexByte(`"tfn{[`, v.text[0]) < 0 }
func (v Value) True() bool     { return v.text == "true" }

// Text is what a string says, "" of any other value.
func (v Value) Text() string {
	if !v.IsText() {
		return ""
	}
	b, _ := jsontext.AppendUnquote(nil, v.text) // with U+FFFD for what is not Unicode
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
	return v.items
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
		for i, name := range v.names {
			if !yield(name.Text(), v.items[i]) {
				return
			}
		}
	}
}

func (v Value) at(key string) int {
	return slices.IndexFunc(v.names, func(name Value) bool { return name.Text() == key })
}

// Get is the value at a path of keys.
func (v Value) Get(path ...string) Value {
	for _, key := range path {
		i := v.at(key)
		if i < 0 {
			return Value{}
		}
		v = v.items[i]
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
	v.names, v.items = slices.Clone(v.names), slices.Clone(v.items)
	i := v.at(path[0])
	if i < 0 {
		i = len(v.names)
		v.names, v.items = append(v.names, Of(path[0])), append(v.items, Value{})
	}
	v.items[i] = v.items[i].With(x, path[1:]...)
	return v
}

// Without lacks the member at a path of keys.
func (v Value) Without(path ...string) Value {
	i := v.at(path[0])
	switch {
	case i < 0:
		return v
	case len(path) > 1:
		return v.With(v.items[i].Without(path[1:]...), path[0])
	}
	v.names = slices.Delete(slices.Clone(v.names), i, i+1)
	v.items = slices.Delete(slices.Clone(v.items), i, i+1)
	return v
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
	merged, known := Object(), map[string]int{}
	for _, o := range append([]Value{v}, others...) {
		for i, name := range o.names {
			merged.put(known, name, o.items[i])
		}
	}
	return merged
}

// put gives a name a value; known are the places of those that are there: a document
// may hold very many. A name that is not Unicode counts as it is written.
func (v *Value) put(known map[string]int, name, x Value) {
	same := name.Text()
	if strings.Contains(same, "\ufffd") {
		same = name.text
	}
	i, again := known[same]
	if again {
		v.items[i] = x
		return
	}
	known[same] = len(v.names)
	v.names, v.items = append(v.names, name), append(v.items, x)
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
	if !v.IsObject() && !v.IsList() {
		return append(b, v.text...)
	}
	inner, comma := "", ", "
	if lead != "" {
		inner, comma = lead+"  ", ","
	}
	b = append(b, v.text...)
	for i, x := range v.items {
		if i > 0 {
			b = append(b, comma...)
		}
		b = append(b, inner...)
		if v.IsObject() {
			b = append(append(b, v.names[i].text...), ": "...)
		}
		b = x.print(b, inner)
	}
	if len(v.items) > 0 {
		b = append(b, lead...)
	}
	return append(b, v.text[0]+2) // in ASCII, a closing bracket follows its opening one at that distance
}
