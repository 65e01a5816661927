package record

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/fault"
)

// A Type is what the value of a key may be; the zero Type is anything. Null is of
// every type: nothing known yet.
type Type struct {
	words string
	takes func(Value) bool
}

const maxNumber = 1 << 53

// The types of values.
var (
	IsText   = Type{"a string", Value.IsText}
	IsBool   = Type{"true or false", Value.IsBool}
	IsCount  = Type{"a number", func(v Value) bool { _, ok := v.Whole(maxNumber); return ok }}
	IsSum    = Type{"a decimal number", func(v Value) bool { _, ok := ParseDecimal(v.text); return ok }}
	IsList   = Type{"a list", Value.IsList}
	AreTexts = Type{"a list of strings", func(v Value) bool { return v.IsList() && len(v.Texts()) == len(v.items) }}
	IsObject = Type{"an object", Value.IsObject}
	IsPath   = Type{"a path", func(v Value) bool { return IsLocal(v.Text()) }}
)

// OneOf is the type of a string that is one of several.
func OneOf(all ...string) Type {
	return Type{strings.Join(all, " or "), func(v Value) bool { return slices.Contains(all, v.Text()) }}
}

// String is in words what a value may be.
func (t Type) String() string { return t.words }

// Takes reports whether a value is of the type.
func (t Type) Takes(v Value) bool { return v.None() || t.takes == nil || t.takes(v) }

// A Key is a key that is known.
type Key struct {
	Name     string
	Type     Type
	Required bool
	First    string // its value in a new record, as JSON; "" where it is left out
	Title    string // what a person reads it as, "" where it is not shown
}

// Keys are the known keys of a kind of records, in their order.
type Keys []Key

// Has reports whether a key is known.
func (k Keys) Has(name string) bool {
	return slices.ContainsFunc(k, func(key Key) bool { return key.Name == name })
}

// New is the first document of a record: the keys that have a first value, in
// their order, and the members of with.
func (k Keys) New(with Value) Value {
	v := Object()
	for _, key := range k {
		if x := with.Get(key.Name); x.Exists() {
			v = v.With(x, key.Name)
		} else if first, err := Parse([]byte(key.First)); err == nil {
			v = v.With(first, key.Name)
		}
	}
	return v.Merged(with)
}

// Ordered has the known keys in their order, null where they are missing, and
// then all others in theirs.
func (k Keys) Ordered(v Value) Value {
	ordered := Object()
	for _, key := range k {
		ordered = ordered.With(nil, key.Name)
	}
	return ordered.Merged(v)
}

// Faults are the known keys in the members of v whose values are of another type,
// each named behind prefix; what is required and missing is one.
func (k Keys) Faults(v Value, prefix string) []fault.Fault {
	var all []fault.Fault
	for _, key := range k {
		if x := v.Get(key.Name); !key.Type.Takes(x) || key.Required && x.None() {
			all = append(all, fault.Fault{Field: prefix + key.Name, Found: Found(x), Allowed: key.Type.String()})
		}
	}
	return all
}

// Found is what a fault says was found.
func Found(v Value) string {
	if !v.Exists() {
		return fault.Nothing
	}
	return fault.Shorten(v.String())
}

// Check names the first key whose value is of another type, without quoting it.
func (k Keys) Check(v Value) error {
	for _, f := range k.Faults(v, "") {
		return fmt.Errorf("%s is not %s", f.Field, f.Allowed)
	}
	return nil
}

// Sound has the known keys of v whose values are right, and all others.
func (k Keys) Sound(v Value) Value {
	for _, f := range k.Faults(v, "") {
		v = v.Without(f.Field)
	}
	return v
}

// IsLocal reports whether rel is a clean path below a project's root that leads
// to no repository's own data.
func IsLocal(rel string) bool {
	control := func(c rune) bool { return c < ' ' || c == '\\' }
	if rel == "" || rel == "." || strings.ContainsFunc(rel, control) ||
		filepath.ToSlash(filepath.Clean(rel)) != rel || !filepath.IsLocal(filepath.FromSlash(rel)) {
		return false
	}
	git := func(part string) bool { return strings.EqualFold(part, ".git") }
	return !slices.ContainsFunc(strings.Split(rel, "/"), git)
}
