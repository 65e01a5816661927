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

// Takes reports whether a value is of the key's type.
func (k Key) Takes(v Value) bool {
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

// New is the first document of a record: the keys that have a first value, and
// the members of with.
func (k Keys) New(with Value) Value {
	v := Object()
	for _, key := range k {
		if x := with.Get(key.Name); x.Exists() {
			v = v.With(x, key.Name)
		} else if key.First != "" {
			first, err := Parse([]byte(key.First))
			if err != nil {
				panic(fmt.Sprintf("the first value of %s: %v", key.Name, err)) // of a table in the code
			}
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
		ordered = ordered.With(Null(), key.Name)
	}
	return ordered.Merged(v)
}

// Faults are the known keys in the members of v whose values are of another type,
// each named behind prefix; what is required and missing is one.
func (k Keys) Faults(v Value, prefix string) []fault.Fault {
	var all []fault.Fault
	for _, key := range k {
		x := v.Get(key.Name)
		if key.Takes(x) {
			continue
		}
		found := fault.Nothing
		if x.Exists() {
			found = fault.Shorten(x.String())
		}
		all = append(all, fault.Fault{Field: prefix + key.Name, Found: found, Allowed: key.Allowed()})
	}
	return all
}

// Check names the first key whose value is of another type, without quoting it.
func (k Keys) Check(v Value) error {
	for _, key := range k {
		if !key.Takes(v.Get(key.Name)) {
			return fmt.Errorf("%s is not %s", key.Name, key.Allowed())
		}
	}
	return nil
}

// IsLocal reports whether rel is a clean path below a project's root that leads
// to no repository's own data.
func IsLocal(rel string) bool {
	if rel == "" || rel == "." || strings.ContainsFunc(rel, func(c rune) bool { return c < ' ' || c == '\\' }) ||
		filepath.ToSlash(filepath.Clean(rel)) != rel || !filepath.IsLocal(filepath.FromSlash(rel)) {
		return false
	}
	return !slices.ContainsFunc(strings.Split(rel, "/"), func(part string) bool { return strings.EqualFold(part, ".git") })
}
