package record

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/fault"
)

// A Type is what the value of a key may be, in words; "" is anything.
type Type string

// The types of values. Null is of every type: nothing known yet.
const (
	IsText    Type = "a string"
	IsBool    Type = "true or false"
	IsCount   Type = "a number"
	IsSum     Type = "a decimal number" // at least 0, exact
	IsList    Type = "a list"
	AreTexts  Type = "a list of strings"
	IsObject  Type = "an object"
	IsPath    Type = "a path"
	maxNumber      = 1 << 53
)

// A Key is a key that is known.
type Key struct {
	Name     string
	Type     Type
	Required bool
	First    string   // its value in a new record, as JSON; "" where it is left out
	OneOf    []string // the strings that it may be, nil for any
	Title    string   // what a person reads it as, "" where it is not shown
}

// Allowed is in words what the value may be.
func (k Key) Allowed() string {
	if k.OneOf != nil {
		return strings.Join(k.OneOf, " or ")
	}
	return string(k.Type)
}

func (k Key) takes(v Value) bool {
	if v.None() {
		return !k.Required
	}
	if k.OneOf != nil {
		return slices.Contains(k.OneOf, v.Text())
	}
	switch k.Type {
	case IsText:
		return v.IsText()
	case IsBool:
		return v.IsBool()
	case IsCount:
		_, ok := v.Whole(maxNumber)
		return ok
	case IsSum:
		_, ok := ParseDecimal(v.text)
		return ok
	case IsList:
		return v.IsList()
	case AreTexts:
		return v.IsList() && len(v.Texts()) == len(v.Items())
	case IsObject:
		return v.IsObject()
	case IsPath:
		return v.IsText() && IsLocal(v.Text())
	}
	return true
}

// Keys are the known keys of a kind of records, in their order.
type Keys []Key

// Find is the key of that name.
func (k Keys) Find(name string) (Key, bool) {
	i := slices.IndexFunc(k, func(key Key) bool { return key.Name == name })
	if i < 0 {
		return Key{}, false
	}
	return k[i], true
}

// New is the first document of a record: the keys that have a first value, in
// their order, and the members of with.
func (k Keys) New(with Value) Value {
	v := Object()
	for _, key := range k {
		x := with.Get(key.Name)
		if !x.Exists() && key.First != "" {
			var err error
			if x, err = Parse([]byte(key.First)); err != nil {
				panic(fmt.Sprintf("the first value of %s: %v", key.Name, err)) // of a table in the code
			}
		}
		if x.Exists() {
			v = v.With(x, key.Name)
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
		if x := v.Get(key.Name); !key.takes(x) {
			all = append(all, fault.Fault{Field: prefix + key.Name, Found: Found(x), Allowed: key.Allowed()})
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
