package artifact

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/redact"
	"holdfast/lib/yamldoc"
)

// FromBody makes a document of YAML or JSON: one document or two, front matter keys anywhere.
// What is not plain YAML is read as the text it is; nothing at all is an empty document.
func FromBody(b []byte) (Document, error) {
	documents, _, err := ParseWritten(b)
	if err != nil {
		return NewDocument(), notValid(withoutSecrets(err).Error(), "YAML or JSON")
	}
	d, err := documentOf(documents)
	if err != nil {
		return d, notValid(err.Error(), "a mapping of keys, or front matter and body")
	}
	if n := parts(d.Front) + parts(d.Body); n > maxParts {
		return d, notValid(fmt.Sprintf("%d keys and items", n), fmt.Sprintf("at most %d", maxParts))
	}
	return d, nil
}

func notValid(found, allowed string) error {
	return fault.Invalid("the artifact", "body", found, allowed)
}

// maxParts bounds the keys and items of a body; what people and models write has hundreds.
const maxParts = 5000

func parts(n *yamldoc.Node) int {
	count := len(n.Content)
	if n.Kind == yamldoc.Mapping {
		count /= 2
	}
	for _, c := range n.Content {
		count += parts(c)
	}
	return count
}

// normalise brings the document into the form that is written: the schema's order, strings
// where they belong, goal and now on one line each, no keys without a value.
func (d Document) normalise() Document {
	out := Document{Front: ordered(d.Front, front), Body: ordered(d.Body, body)}
	for _, key := range []string{"schema_version", "date"} {
		if n := yamldoc.Get(out.Front, key); n != nil && n.Kind == yamldoc.Scalar {
			n.Style = yamldoc.DoubleQuoted
		}
	}
	if n := yamldoc.Get(out.Front, "date"); n != nil && !writtenDate(n.Value) {
		if t, ok := ParseDate(n.Value); ok {
			n.Value = t.Format(time.RFC3339Nano)
		}
	}
	for _, key := range []string{"goal", "now"} {
		if n := yamldoc.Get(out.Body, key); n != nil && n.Kind == yamldoc.Scalar {
			n.Value = strings.Join(strings.Fields(n.Value), " ")
		}
	}
	return out
}

func ordered(m *yamldoc.Node, fields []field) *yamldoc.Node {
	place := func(pair []*yamldoc.Node) uint { // a key of no field comes last: it is at -1
		return uint(slices.IndexFunc(fields, func(f field) bool { return f.name == pair[0].Value }))
	}
	out := yamldoc.Map()
	byPlace := func(a, b []*yamldoc.Node) int { return cmp.Compare(place(a), place(b)) }
	for _, pair := range slices.SortedStableFunc(slices.Chunk(m.Content, 2), byPlace) {
		f := fieldNamed(fields, pair[0].Value)
		if f.name == "" {
			f.shape = anything
		} else if pair[1].ShortTag() == "!!null" {
			continue
		}
		out.Content = append(out.Content, plain(pair[0], field{}), plain(pair[1], f))
	}
	return out
}

// plain copies the value of a field without comments and invalid UTF-8. Scalars become strings
// as they were written, but for truth values, counts, and those where anything may be.
func plain(n *yamldoc.Node, f field) *yamldoc.Node {
	c := &yamldoc.Node{Kind: n.Kind, Tag: n.ShortTag(), Value: strings.ToValidUTF8(n.Value, "\uFFFD")}
	if f.shape != anything && f.shape != count && n.Kind == yamldoc.Scalar && c.Tag != "!!bool" && c.Tag != "!!null" {
		c.Tag = "!!str"
	}
	for i, child := range n.Content {
		of := f
		switch {
		case n.Kind == yamldoc.Mapping && i%2 == 0:
			of = field{}
		case n.Kind == yamldoc.Mapping:
			of = f.at(n.Content[i-1].Value)
		}
		c.Content = append(c.Content, plain(child, of))
	}
	for _, part := range f.fields {
		if part.always && n.Kind == yamldoc.Mapping && yamldoc.Get(c, part.name) == nil {
			yamldoc.Set(c, part.name, yamldoc.List())
		}
	}
	return c
}

func (f field) at(key string) field {
	if inner := fieldNamed(f.fields, key); inner.name != "" {
		return inner
	}
	return field{shape: f.shape}
}

// A Redaction says that a secret was taken out, and where.
type Redaction struct {
	Field string `json:"field"`
	Kind  string `json:"kind"`
}

// Redact takes the secrets out of a document.
func (d Document) Redact() (found []Redaction) {
	redactNode("", "", d.Front, &found)
	redactNode("", "", d.Body, &found)
	return found
}

func redactNode(path, key string, n *yamldoc.Node, found *[]Redaction) {
	switch n.Kind {
	case yamldoc.Scalar:
		clean, kinds := redact.Value(key, n.Value)
		if len(kinds) > 0 {
			n.Value, n.Tag = clean, "!!str"
		}
		*found = append(*found, each.Of(kinds, func(kind string) Redaction { return Redaction{path, kind} })...)
	case yamldoc.Mapping:
		for k, value := range yamldoc.Pairs(n) {
			redactNode(join(path, "(key)"), "", k, found)
			name := k.Value
			if strings.Contains(name, "[redacted:") {
				name = "" // the marker's words say nothing about the value
			}
			redactNode(join(path, k.Value), name, value, found)
		}
	case yamldoc.Sequence:
		for _, item := range n.Content {
			redactNode(path, key, item, found)
		}
	}
}

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
		switch value := yamldoc.Get(m, f.name); {
		case value != nil:
			c.value(join(path, f.name), value, f)
		case f.required && (f.unless == "" || f.unless != c.mode):
			c.add(join(path, f.name), fault.Nothing, f.allowed())
		}
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
	return slices.ContainsFunc([]string{time.DateOnly, time.RFC3339Nano}, func(form string) bool {
		t, err := time.Parse(form, s)
		return err == nil && t.Year() >= 1
	})
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
		if t, err := time.Parse(form, s); err == nil && t.UTC().Year() >= 1 && t.UTC().Year() <= 9999 {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
