package artifact

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/fault"
	"holdfast/lib/yamldoc"
)

// Validate returns every fault of the document by the schema, in its order.
func (d Document) Validate() []fault.Fault {
	c := checker{mode: d.Text("mode")}
	c.object("", d.Front, front)
	c.object("", d.Body, body)
	return c.faults
}

type checker struct {
	mode   string
	faults []fault.Fault
}

func (c *checker) add(path, found, allowed string) {
	c.faults = append(c.faults, fault.Fault{Field: path, Found: found, Allowed: allowed})
}

func (c *checker) object(path string, m *yamldoc.Node, fields []field) {
	seen := make(map[string]bool, len(m.Content)/2)
	for key := range yamldoc.Pairs(m) {
		if length := yamldoc.KeyLength(key); length > yamldoc.LongestKey {
			c.add(join(path, fault.Shorten(key.Value)), fmt.Sprintf("a key of %d bytes", length), "at most 1000 bytes")
		} else if seen[key.Value] {
			c.add(join(path, key.Value), "the key twice", "each key once")
		}
		seen[key.Value] = true
	}
	for _, f := range fields {
		value := yamldoc.Get(m, f.name)
		if value == nil {
			if f.required && (f.unless == "" || f.unless != c.mode) {
				c.add(join(path, f.name), fault.Nothing, f.allowed())
			}
			continue
		}
		c.value(join(path, f.name), value, f)
	}
}

func (c *checker) value(path string, n *yamldoc.Node, f field) {
	is := f.of(n)
	if !is.fits(n) || f.values != nil && !slices.Contains(f.values, n.Value) {
		c.add(path, describe(n), f.allowed())
		return
	}
	if n.Kind == yamldoc.Mapping {
		c.object(path, n, f.fields)
	}
	for i, item := range n.Content {
		switch {
		case is == texts && !isString(item):
			c.add(fmt.Sprintf("%s[%d]", path, i), describe(item), "a string")
		case is == textMap && i%2 == 1 && !isString(item):
			c.add(join(path, n.Content[i-1].Value), describe(item), "a string")
		case is == objects && item.Kind == yamldoc.Mapping:
			c.object(fmt.Sprintf("%s[%d]", path, i), item, f.fields)
		case is == objects:
			c.add(fmt.Sprintf("%s[%d]", path, i), describe(item), keys(f.fields))
		}
	}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func isString(n *yamldoc.Node) bool { return n.ShortTag() == "!!str" }

func describe(n *yamldoc.Node) string {
	switch {
	case n.Kind == yamldoc.Mapping:
		return "a mapping"
	case n.Kind == yamldoc.Sequence:
		return "a list"
	case n.ShortTag() == "!!null":
		return "null"
	case blank(n.Value):
		return "an empty string"
	case isString(n):
		return fmt.Sprintf("%q", fault.Shorten(n.Value))
	}
	return fault.Shorten(n.Value) + " (" + strings.TrimPrefix(n.ShortTag(), "!!") + ")"
}

// blank is the same notion of empty as the published schema's.
func blank(s string) bool { return strings.Trim(s, " \t\n\f\r") == "" }

// writtenDate reports whether s is a date or an RFC 3339 date-time, the forms that are written.
func writtenDate(s string) bool {
	for _, form := range []string{time.DateOnly, time.RFC3339Nano} {
		if t, err := time.Parse(form, s); err == nil && t.Year() >= 1 {
			return true
		}
	}
	return false
}

// dateForms are the ISO 8601 forms that are read; one without a zone is UTC.
var dateForms = []string{
	time.RFC3339Nano, "2006-01-02", "2006-01-02T15:04:05.999999999", "2006-01-02T15:04Z07:00", "2006-01-02T15:04",
	"2006-01-02T15:04:05Z0700",
	"2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999", "2006-01-02 15:04",
}

// ParseDate reads an ISO 8601 date or date-time of the years 1 to 9999, in UTC.
func ParseDate(s string) (time.Time, bool) {
	for _, form := range dateForms {
		if t, err := time.Parse(form, s); err == nil {
			t = t.UTC()
			return t, t.Year() >= 1 && t.Year() <= 9999
		}
	}
	return time.Time{}, false
}
