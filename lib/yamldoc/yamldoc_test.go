package yamldoc_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"holdfast/lib/yamldoc"
)

// parse reads as the library does.
func parse(b []byte) (documents []*yamldoc.Node, err error) {
	for dec := yaml.NewDecoder(bytes.NewReader(b)); ; {
		var doc yamldoc.Node
		if err := dec.Decode(&doc); err == io.EOF {
			return documents, nil
		} else if err != nil {
			return nil, err
		}
		documents = append(documents, doc.Content[0])
	}
}

func parseOne(t *testing.T, text string) *yamldoc.Node {
	t.Helper()
	documents, err := parse([]byte(text))
	if err != nil || len(documents) != 1 {
		t.Fatalf("parsing %q: %d documents, %v", text, len(documents), err)
	}
	return documents[0]
}

func TestParseWrittenReturnsEachDocumentThatHoldsSomething(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"nothing":              {"", 0},
		"white space":          {" \n\n", 0},
		"a comment":            {"# only this\n", 0},
		"markers alone":        {"---\n---\n---\n", 0},
		"one":                  {"a: 1\n", 1},
		"two":                  {"---\na: 1\n---\n\nb: 2\n", 2},
		"one after an empty":   {"---\n---\na: 1\n", 1},
		"a mark at the start":  {"\ufeffa: 1\n", 1},
		"carriage returns":     {"---\r\na: 1\r\n---\r\nb: 2\r\n", 2},
		"an empty mapping":     {"{}\n", 1},
		"behind a marker":      {"--- {a: 1}\n--- # c\nb: 2\n", 2},
		"eight":                {strings.Repeat("---\na: 1\n", 8), 8},
		"an end marker":        {"---\na: 1\n...\n", 1},
		"a third empty at end": {"a: 1\n---\nb: 2\n---\n", 2},
	} {
		documents, _, err := yamldoc.ParseWritten([]byte(c.text), schema)
		if err != nil || len(documents) != c.want {
			t.Errorf("%s: %d documents, %v, want %d", name, len(documents), err, c.want)
		}
	}
}

// What is never needed and could be abused is text.
func TestParseWrittenFollowsNoAlias(t *testing.T) {
	bomb := "a: &a [x,x]\nb: {k: &b [*a,*a]}\nc: [*b,*b]\n"
	documents, _, err := yamldoc.ParseWritten([]byte(bomb), schema)
	if err != nil || yamldoc.Text(documents[0], "a") != "&a [x,x]" || yamldoc.Text(documents[0], "c") != "[*b,*b]" ||
		yamldoc.Text(documents[0], "b") != "{k: &b [*a,*a]}" {
		t.Errorf("%v, %v", yamldoc.Value(documents[0]), err)
	}
	deep := strings.Repeat("- ", 90) + "a"
	if _, _, err := yamldoc.ParseWritten([]byte(deep), schema); err != nil {
		t.Error(err)
	}
	for name, text := range map[string]string{
		"blocks":       strings.Repeat("- ", 150) + "a",
		"mappings":     "a:\n" + strings.Repeat("- b:\n ", 150),
		"brackets":     strings.Repeat("[", 200) + strings.Repeat("]", 200),
		"JSON":         `{"a": ` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "}",
		"in a list":    "- - - " + strings.Repeat("[", 99) + strings.Repeat("]", 99),
		"many braces":  strings.Repeat("{", 1<<17),
		"many blocks":  strings.Repeat("- ", 1<<16),
		"a long text":  strings.Repeat("a", 4<<20+1),
		"not a number": "a: 1\n}\n",
	} {
		documents, _, _ := yamldoc.ParseWritten([]byte(text), schema)
		for _, d := range documents {
			if n := depth(d); n > 101 {
				t.Errorf("%s: read %d deep", name, n)
			}
		}
	}
}

// Inputs that made the library panic or hang in the past.
func TestParseWrittenSurvivesWhatTheLibraryMayNot(t *testing.T) {
	for _, text := range []string{
		"0: [:!00 \xef", "#\n - - 0\n -0:", "? \n?\n-", "%TAG ! tag:x\n---\na", "&a &b c", "[\n,,]", "{?,?}", ": :\n::", "|\n\t", ">1\n ",
		"- !!str\n-", "? ? ?", "'\n---\n'", "\"\\x\"", "\"\\uD800\"", "a: |10\n b", "---\n...\n...", "*", "&", "!", "%", "%YAML 9.9\n---\na: 1",
		"{a: {b: [}]}", "<<: 1", "? [a]: b", "? {a: b}\n: c", "a: !!merge b", "\u2028: \u0085",
	} {
		for _, form := range []string{"%s", "a: [%s]", "a: |\n  %s", "- %s"} {
			yamldoc.ParseWritten(fmt.Appendf(nil, form, text), schema) // must return
		}
	}
}

func TestManyKeysParseAndAreValidatedInTime(t *testing.T) {
	var b strings.Builder
	for i := 0; b.Len() < 256<<10; i++ {
		fmt.Fprintf(&b, "k%d: v\n", i)
	}
	documents, _, err := yamldoc.ParseWritten([]byte(b.String()), schema)
	if err != nil || len(documents) != 1 {
		t.Fatal(len(documents), err)
	}
	if out := yamldoc.Render(documents...); !strings.HasPrefix(string(out), "---\nk0: v\nk1: v\n") {
		t.Errorf("rendered %.30q", out)
	}
}

func TestRenderWritesEachDocumentAfterAMarker(t *testing.T) {
	front, body := yamldoc.Map(), yamldoc.Map()
	yamldoc.Set(front, "mode", yamldoc.String("handoff"))
	date := yamldoc.String("2026-01-13")
	date.Style = yamldoc.DoubleQuoted
	yamldoc.Set(front, "date", date)
	yamldoc.Set(body, "goal", yamldoc.String("a: b # c"))
	yamldoc.Set(body, "next", yamldoc.Strings([]string{"one", "12", "null", "", " x ", "a\nb", "2026-01-13", "~", "- a"}))
	yamldoc.Set(body, "ready", yamldoc.Bool(true))
	yamldoc.Set(body, "list", yamldoc.List(yamldoc.Map(), yamldoc.List()))
	b := yamldoc.Render(front, body)
	const want = `---
mode: handoff
date: "2026-01-13"
---

goal: "a: b # c"
next:
  - one
  - "12"
  - "null"
  - ""
  - " x "
  - |-
    a
    b
  - "2026-01-13"
  - "~"
  - "- a"
ready: true
list:
  - {}
  - []
`
	if string(b) != want {
		t.Errorf("rendered\n%s\nwant\n%s", b, want)
	}
}

func TestRenderKeepsEveryString(t *testing.T) {
	for _, s := range []string{
		"", " ", "\n", "\n\n", "a\n", "a\n\n\n", "\ta", "a\t", "\n a", "  a\n b", "\r", "a\r\nb", "\u0085", "\u2028x", "\ufeff", "\ufeffa\nb",
		"\x00", "\x1b[31m", "\x7f", "é𝄞", "---", "--- a", "...", "# a", "a #b", "a: b", "a:", ":", "?", "- a", "-", "*a", "&a", "!a", "|", ">", "%a", "@a", "`a",
		"'", "\"", "''", "\\", "<<", "=", "~", "yes", "NO", "on", "True", "1", "0x1f", "0o7", "07", "1_000", "1e3", ".5", ".inf", "-.INF", ".nan",
		"12:30:45", "2026-01-13", "2026-01-13T15:30:00Z", "null", "Null", "{}", "[]", "{a: b}", "a, b", strings.Repeat("long ", 100), strings.Repeat("x", 5000),
		"why?", "a?b", "a:\"", "a:'", "it's", "a,b", "#x\n\tb", "# x\n  y\nz", "#\n\n\t#", "a\n\tb",
		"a\n---\nb", "a\n...\n", "\n---\n", "a\u00a0", "\U000e0041", "\uffff", "x\n\t\ty\n  z",
	} {
		m := yamldoc.Map()
		yamldoc.Set(m, "key", yamldoc.List(yamldoc.String(s)))
		name := s[:min(len(s), 100)] + "k"
		yamldoc.Set(m, name, yamldoc.String(s))
		b := yamldoc.Render(m, yamldoc.List(yamldoc.String(s)))
		documents, err := parse(b)
		if err != nil || len(documents) != 2 {
			t.Errorf("%q: read back as %d documents, %v", s, len(documents), err)
			continue
		}
		back := documents[0]
		if got := yamldoc.Get(back, "key").Content[0]; got.Value != s || got.ShortTag() != "!!str" {
			t.Errorf("%q: read back as %s %q", s, got.ShortTag(), got.Value)
		}
		if got := yamldoc.Text(back, name); got != s || documents[1].Content[0].Value != s {
			t.Errorf("%q: read back as %q", s, got)
		}
		wantWritten(t, s)
	}
}

// depth is how deep a node is nested, 1 for a scalar.
func depth(n *yamldoc.Node) int {
	deepest := 0
	for _, c := range n.Content {
		deepest = max(deepest, depth(c))
	}
	return deepest + 1
}
