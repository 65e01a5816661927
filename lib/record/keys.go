package record

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/fault"
)

// A Type is what the value of a key may be, besides null; the zero Type is anything.
type Type struct {
	Words string
	takes func(Value) bool
}

// MaxNumber is the greatest whole number that a record counts to.
const MaxNumber = 1 << 53

// The types of values.
var (
	IsText   = Type{"a string", Value.IsText}
	IsBool   = Type{"true or false", Value.IsBool}
	IsCount  = Type{"a whole number", func(v Value) bool { _, ok := v.Whole(MaxNumber); return ok }}
	IsSum    = Type{"a decimal number", func(v Value) bool { _, ok := decimal(v.text); return ok }}
	IsList   = Type{"a list", Value.IsList}
	AreTexts = Type{"a list of strings", func(v Value) bool { return v.IsList() && len(v.Texts()) == len(v.in) }}
	IsObject = Type{"an object", Value.IsObject}
	IsPath   = Type{"a path", func(v Value) bool { return IsLocal(v.Text()) }}
)

// OneOf is the type of a string that is one of several.
func OneOf(all ...string) Type {
	return Type{strings.Join(all, " or "), func(v Value) bool { return slices.Contains(all, v.Text()) }}
}

// Takes reports whether a value is of the type.
func (t Type) Takes(v Value) bool { return v.None() || t.takes == nil || t.takes(v) }

// A Key is what is known of some keys.
type Key struct {
	Names    string // with blanks between
	Type     Type
	Required bool
}

// Keys are the known keys of a kind of records; others are kept as they are.
type Keys []Key

// Faults are the known keys whose values are of another type, or missing and required.
func (k Keys) Faults(v Value, prefix string) (all []fault.Fault) {
	for _, key := range k {
		for name := range strings.FieldsSeq(key.Names) {
			if x := v.Get(name); !key.Type.Takes(x) || key.Required && x.None() {
				all = append(all, fault.Fault{Field: prefix + name, Found: Found(x), Allowed: key.Type.Words})
			}
		}
	}
	return all
}

// Others has the keys of v that are not known.
func (k Keys) Others(v Value) Value {
	for _, key := range k {
		for name := range strings.FieldsSeq(key.Names) {
			v = v.Without(name)
		}
	}
	return v
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

// IsLocal reports whether rel is a clean path in a project, but for what is git's own.
func IsLocal(rel string) bool {
	control := func(c rune) bool { return c < ' ' || c == '\\' }
	git := func(part string) bool { return strings.EqualFold(part, ".git") }
	return rel != "." && fs.ValidPath(rel) && filepath.IsLocal(filepath.FromSlash(rel)) &&
		!strings.ContainsFunc(rel, control) && !slices.ContainsFunc(strings.Split(rel, "/"), git)
}
