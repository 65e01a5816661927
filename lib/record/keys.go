package record

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/fault"
)

// A Type is what the value of a key may be; the zero Type is anything. Null is of
// every type: nothing known yet.
type Type struct {
	words string
	takes func(Value) bool
	// add has what a command gives at a key; nil where it takes the place of what is there.
	add func(v Value, key string, given Value) Value
}

// MaxNumber is the greatest whole number that a record counts to.
const MaxNumber = 1 << 53

// The types of values. What is given for a sum is added up, for a list of texts united
// with it, and for any other list appended.
var (
	IsText   = Type{words: "a string", takes: Value.IsText}
	IsBool   = Type{words: "true or false", takes: Value.IsBool}
	IsCount  = Type{words: "a whole number", takes: func(v Value) bool { _, ok := v.Whole(MaxNumber); return ok }}
	IsSum    = Type{"a decimal number", func(v Value) bool { _, ok := decimal(v.text); return ok }, Value.AddingTo}
	IsList   = Type{"a list", Value.IsList, func(v Value, key string, x Value) Value { return v.Adding(x, key) }}
	AreTexts = Type{"a list of strings", Value.areTexts,
		func(v Value, key string, x Value) Value { return v.AddingOnce(x.Text(), key) }}
	IsObject = Type{words: "an object", takes: Value.IsObject}
	IsPath   = Type{words: "a path", takes: func(v Value) bool { return IsLocal(v.Text()) }}
	IsName   = Type{words: IDForm, takes: func(v Value) bool { return IsID(v.Text()) }}
)

func (v Value) areTexts() bool { return v.IsList() && len(v.Texts()) == len(v.in) }

// OneOf is the type of a string that is one of several.
func OneOf(all ...string) Type {
	return Type{words: strings.Join(all, " or "), takes: func(v Value) bool { return slices.Contains(all, v.Text()) }}
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
	Flag     string // of a command that gives it, "" for none
	Given    Type   // what each value of the flag may be
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

// Given has added what the flags of a command give, and says what is wrong with it. An
// empty value gives nothing.
func (k Keys) Given(v Value, flag func(name string) []string) (Value, []fault.Fault) {
	var faults []fault.Fault
	for _, key := range k {
		for _, typed := range flag(key.Flag) {
			x, err := ParseGiven(typed)
			if err != nil || !x.IsNumber() || !key.Type.Takes(x) {
				x = Of(typed)
			}
			switch {
			case typed == "":
			case !key.Given.Takes(x):
				found := strconv.QuoteToASCII(fault.Shorten(typed))
				faults = append(faults, fault.Fault{Field: key.Flag, Found: found, Allowed: key.Given.words})
			case key.Type.add != nil:
				v = key.Type.add(v, key.Name, x)
			default:
				v = v.With(x, key.Name)
			}
		}
	}
	return v, faults
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
