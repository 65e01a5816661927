package artifact

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"holdfast"
	"holdfast/lib/yamldoc"
	"holdfast/testscripts/disk"
)

func TestThePublishedSchemaDescribesEveryKey(t *testing.T) {
	var published described
	if err := json.Unmarshal([]byte(holdfast.Schema), &published); err != nil {
		t.Fatal(err)
	}
	published.compare(t, "", append(append([]field{}, front...), body...))
}

// described is what a schema says of an object, a list of them, or a text.
type described struct {
	Description string
	Enum        []string
	Properties  map[string]described
	Items       *described
}

func (d described) compare(t *testing.T, path string, fields []field) {
	if d.Items != nil {
		d = *d.Items
	}
	if len(d.Properties) != len(fields) {
		t.Errorf("the schema has %d keys in %q, we have %d", len(d.Properties), path, len(fields))
	}
	for _, f := range fields {
		key := d.Properties[f.name]
		if key.Description == "" || !slices.Equal(key.Enum, f.values) {
			t.Errorf("docs/artifact.schema.json does not say what %s%s is, or may be", path, f.name)
		}
		if f.fields != nil {
			key.compare(t, path+f.name+".", f.fields)
		}
	}
}

func TestEveryKeyHasARowInTheFormats(t *testing.T) {
	text := disk.Read(t, "../../docs/formats.md")
	_, table, _ := strings.Cut(string(text), "| key | where | what |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for where, fields := range map[string][]field{"front matter": front, "body": body} {
		for _, f := range fields {
			if !regexp.MustCompile("(?m)^\\|[^|]*`" + f.name + "`[^|]*\\| " + where + " \\|").MatchString(table) {
				t.Errorf("docs/formats.md has no row for %q of the %s", f.name, where)
			}
		}
	}
}

func TestValidationAndTheJSONSchemaAgree(t *testing.T) {
	schema := compileSchema(t)
	g := generator{rand.New(rand.NewPCG(1, 2))}
	accepted, rejected := 0, 0
	for range 5000 {
		doc := g.document()
		b, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		theirs := schema.Validate(instance)
		ours := fromJSON(t, b).Validate()
		if (theirs == nil) != (len(ours) == 0) {
			t.Fatalf("of %s\nthe schema says: %v\nwe say: %v", b, theirs, ours)
		}
		if theirs == nil {
			accepted++
		} else {
			rejected++
		}
	}
	if accepted < 500 || rejected < 500 {
		t.Errorf("%d accepted, %d rejected: the documents are too much alike", accepted, rejected)
	}
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(holdfast.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("artifact.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("artifact.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// fromJSON makes a document of a JSON object: JSON is YAML, but for strings,
// which are taken over as they are.
func fromJSON(t *testing.T, b []byte) Document {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	var v map[string]any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	d, err := documentOf([]*yamldoc.Node{toNode(v)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func toNode(v any) *yamldoc.Node {
	switch v := v.(type) {
	case map[string]any:
		m := yamldoc.Map()
		for k, x := range v {
			yamldoc.Set(m, k, toNode(x))
		}
		return m
	case []any:
		l := yamldoc.List()
		for _, x := range v {
			l.Content = append(l.Content, toNode(x))
		}
		return l
	case string:
		return yamldoc.String(v)
	case bool:
		return yamldoc.Bool(v)
	case json.Number:
		return &yamldoc.Node{Kind: yamldoc.Scalar, Tag: "!!int", Value: v.String()}
	}
	return &yamldoc.Node{Kind: yamldoc.Scalar, Tag: "!!null", Value: "null"}
}

// A generator makes documents that are mostly valid.
type generator struct{ *rand.Rand }

func (g generator) document() map[string]any {
	doc := map[string]any{}
	for _, f := range append(append([]field{}, front...), body...) {
		if f.required && g.IntN(60) > 0 || !f.required && g.IntN(6) == 0 {
			doc[f.name] = g.value(f)
		}
	}
	if g.IntN(5) == 0 {
		doc["a key of one's own"] = g.junk()
	}
	return doc
}

func (g generator) value(f field) any {
	if g.IntN(80) == 0 {
		return g.junk()
	}
	switch f.shape {
	case date:
		if g.IntN(10) > 0 {
			return g.pick("2026-01-13", "2026-01-13T15:30:00Z", "2024-02-29")
		}
		return g.pick("2026-01-13", "2026-01-13T15:30:00Z", "2026-01-13T15:30:00.123+02:00", "2024-02-29", "2026-02-30",
			"2026-13-01", "2026-01-13T24:00:00Z", "2026-01-13T15:30Z", "0000-01-01", "0001-01-01", "2026-01-13 15:30:00Z", "yesterday", "")
	case name:
		if g.IntN(10) > 0 {
			return g.pick("feat-auth-0c90d71c", "a b (c)")
		}
		return g.pick("feat-auth-0c90d71c", "a b (c)", "x", "..", ".x", "-x", "a/b", "a\\b", "a\x00b", "a\u202eb", "ä", "", "a\u0085", long(100), long(101))
	case texts:
		return g.list(func() any { return g.text() })
	case textMap:
		return map[string]any{g.text(): g.text(), "k": g.text()}
	case loose:
		return []any{g.text(), []any{g.text()}, map[string]any{"k": g.text()}}[g.IntN(3)]
	case truth:
		return g.IntN(2) == 0
	case count:
		return []any{g.IntN(100), -1, 1.5, "3", g.IntN(10)}[g.IntN(5)]
	case anything:
		return map[string]any{"k": g.junk()}
	case object:
		return g.fields(f.fields)
	case objects:
		return g.list(func() any { return g.fields(f.fields) })
	}
	if f.values != nil {
		return f.values[g.IntN(len(f.values))]
	}
	return g.text()
}

func (g generator) fields(fields []field) map[string]any {
	m := map[string]any{}
	for _, f := range fields {
		if f.required && g.IntN(30) > 0 || g.IntN(2) == 0 {
			m[f.name] = g.value(f)
		}
	}
	return m
}

func (g generator) list(item func() any) []any {
	l := []any{}
	for range g.IntN(4) {
		if g.IntN(150) == 0 {
			l = append(l, g.junk())
		}
		l = append(l, item())
	}
	return l
}

func (g generator) text() string {
	if g.IntN(100) == 0 {
		return g.pick("", " ", "\n", "\t \r\f", "\u00a0", "\v")
	}
	return g.pick("Add tests", "none", "yes", "12", "a\nb", "\u2603", "null", "2026-01-13", "{}", "\U0001F600")
}

func (g generator) junk() any {
	return []any{nil, true, 12, 1.5, "text", "", []any{}, []any{1}, map[string]any{}, map[string]any{"task": 1}, []any{map[string]any{}}}[g.IntN(11)]
}

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }

func long(n int) string { return string(bytes.Repeat([]byte("a"), n)) }
