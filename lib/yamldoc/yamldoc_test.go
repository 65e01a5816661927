package yamldoc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"holdfast/lib/yamldoc"
)

func parseOne(t *testing.T, text string) *yamldoc.Node {
	t.Helper()
	documents, err := yamldoc.Parse([]byte(text))
	if err != nil || len(documents) != 1 {
		t.Fatalf("parsing %q: %d documents, %v", text, len(documents), err)
	}
	return documents[0]
}

func TestParseReturnsEachDocumentThatHoldsSomething(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"nothing":              {"", 0},
		"white space":          {" \n\n", 0},
		"a comment":            {"# only this\n", 0},
		"markers alone":        {"---\n---\n---\n", 0},
		"null":                 {"null\n", 0},
		"one":                  {"a: 1\n", 1},
		"two":                  {"---\na: 1\n---\n\nb: 2\n", 2},
		"one after an empty":   {"---\n---\na: 1\n", 1},
		"a mark at the start":  {"\ufeffa: 1\n", 1},
		"carriage returns":     {"---\r\na: 1\r\n---\r\nb: 2\r\n", 2},
		"an empty mapping":     {"{}\n", 1},
		"an empty string":      {`""`, 1},
		"eight":                {strings.Repeat("---\na: 1\n", 8), 8},
		"an end marker":        {"---\na: 1\n...\n", 1},
		"a third empty at end": {"a: 1\n---\nb: 2\n---\n", 2},
	} {
		documents, err := yamldoc.Parse([]byte(c.text))
		if err != nil || len(documents) != c.want {
			t.Errorf("%s: %d documents, %v, want %d", name, len(documents), err, c.want)
		}
	}
}

func TestParseRefusesWhatIsNeverNeeded(t *testing.T) {
	for name, c := range map[string]struct{ text, line string }{
		"an anchor":            {"a: 1\nb: &x 2\n", "line 2"},
		"an alias":             {"a: &x 1\nb: *x\n", "line 1"},
		"an anchor on a map":   {"a:\n  &x b: 1\n", "line 2"},
		"an anchor on the key": {"&x a: 1\n", "line 1"},
		"a tag of one's own":   {"a: 1\nb: 2\nc: !ruby/object {}\n", "line 3"},
		"a binary":             {"a: !!binary aGk=\n", "line 1"},
		"a tagged sequence":    {"a: !set [1]\n", "line 1"},
		"a long tag":           {"a: !<tag:example.org,2026:x> 1\n", "line 1"},
		"in a later document":  {"a: 1\n---\nb: &x 2\n", "line 3"},
		"nested flow":          {strings.Repeat("[", 200) + strings.Repeat("]", 200), "line 1"},
		"nested blocks":        {strings.Repeat("- ", 150) + "a", "line 1"},
		"an alias bomb":        {"a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n", "line 1"},
	} {
		documents, err := yamldoc.Parse([]byte(c.text))
		if !errors.Is(err, yamldoc.ErrUnsupported) || documents != nil {
			t.Errorf("%s: %d documents, %v, want ErrUnsupported", name, len(documents), err)
		} else if !strings.Contains(err.Error(), c.line+":") {
			t.Errorf("%s: %q does not name %s", name, err, c.line)
		}
	}
}

func TestParseTakesADepthThatPeopleWrite(t *testing.T) {
	if _, err := yamldoc.Parse([]byte(strings.Repeat("[", 60) + strings.Repeat("]", 60))); err != nil {
		t.Error(err)
	}
}

func TestParseSaysWhereTextIsNotYAML(t *testing.T) {
	for name, c := range map[string]struct{ text, about string }{
		"invalid UTF-8 on line 3":  {"a: 1\nb: 2\nc: \xff\n", "line 3: not valid UTF-8"},
		"half a character at end":  {"a: \xe2\x82", "line 1: not valid UTF-8"},
		"a lone surrogate":         {"a: 1\nb: \xed\xa0\x80\n", "line 2: not valid UTF-8"},
		"an unquoted colon":        {"next:\n  - run: this: that\n", "line 2"},
		"a tab as indentation":     {"a:\n\tb: 1\n", "line 2"},
		"an unclosed quote":        {"a: \"b\n", "YAML"},
		"a control character":      {"a: b\x01c\n", "control characters"},
		"nine documents":           {strings.Repeat("---\na: 1\n", 9), "more than 8 documents"},
		"rubbish after a document": {"a: 1\n}\n", "YAML"},
		"very many open braces":    {strings.Repeat("{", 1<<17), "YAML"},
		"very many open blocks":    {strings.Repeat("- ", 1<<16), "YAML"},
		"too many bytes":           {strings.Repeat("a", 4<<20+1), "at most 4194304"},
	} {
		documents, err := yamldoc.Parse([]byte(c.text))
		if err == nil || documents != nil {
			t.Errorf("%s: %d documents, %v", name, len(documents), err)
		} else if !strings.Contains(err.Error(), c.about) || strings.Contains(err.Error(), "yaml: ") {
			t.Errorf("%s: %q does not say %q", name, err, c.about)
		}
	}
}

// Inputs that made the library panic or hang in the past.
func TestParseSurvivesWhatTheLibraryMayNot(t *testing.T) {
	for _, text := range []string{
		"0: [:!00 \xef", "#\n - - 0\n -0:", "? \n?\n-", "%TAG ! tag:x\n---\na", "&a &b c", "[\n,,]", "{?,?}", ": :\n::", "|\n\t", ">1\n ",
		"- !!str\n-", "? ? ?", "'\n---\n'", "\"\\x\"", "\"\\uD800\"", "a: |10\n b", "---\n...\n...", "*", "&", "!", "%", "%YAML 9.9\n---\na: 1",
		"{a: {b: [}]}", "<<: 1", "? [a]: b", "? {a: b}\n: c", "a: !!merge b", "\u2028: \u0085",
	} {
		yamldoc.Parse([]byte(text)) // must return
	}
}

func TestManyKeysParseAndAreValidatedInTime(t *testing.T) {
	var b strings.Builder
	for i := 0; b.Len() < 256<<10; i++ {
		fmt.Fprintf(&b, "k%d: v\n", i)
	}
	documents, err := yamldoc.Parse([]byte(b.String()))
	if err != nil || len(documents) != 1 {
		t.Fatal(len(documents), err)
	}
	out, err := yamldoc.Render(documents...)
	if err != nil || !strings.HasPrefix(string(out), "---\nk0: v\nk1: v\n") {
		t.Errorf("rendered %.30q, %v", out, err)
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
	b, err := yamldoc.Render(front, body)
	if err != nil {
		t.Fatal(err)
	}
	const want = `---
mode: handoff
date: "2026-01-13"
---

goal: 'a: b # c'
next:
  - one
  - "12"
  - "null"
  - ""
  - ' x '
  - |-
    a
    b
  - "2026-01-13"
  - "~"
  - '- a'
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
		yamldoc.Set(m, s+"k", yamldoc.String(s))
		b, err := yamldoc.Render(m, yamldoc.List(yamldoc.String(s)))
		if err != nil {
			t.Errorf("%q: %v", s, err)
			continue
		}
		documents, err := yamldoc.Parse(b)
		if err != nil || len(documents) != 2 {
			t.Errorf("%q: read back as %d documents, %v", s, len(documents), err)
			continue
		}
		back := documents[0]
		if got := yamldoc.Get(back, "key").Content[0]; got.Value != s || got.ShortTag() != "!!str" {
			t.Errorf("%q: read back as %s %q", s, got.ShortTag(), got.Value)
		}
		if got := yamldoc.Text(back, s+"k"); got != s || documents[1].Content[0].Value != s {
			t.Errorf("%q: read back as %q", s, got)
		}
		wantWritten(t, s)
	}
}

func TestRenderFailsRatherThanWriteSomethingElse(t *testing.T) {
	for name, n := range map[string]*yamldoc.Node{
		"invalid UTF-8":         yamldoc.String("a\xffb"),
		"a document of null":    {Kind: yamldoc.Scalar, Tag: "!!null"},
		"a number that isn't":   yamldoc.List(&yamldoc.Node{Kind: yamldoc.Scalar, Tag: "!!int", Value: "twelve"}),
		"an odd mapping":        {Kind: yamldoc.Mapping, Tag: "!!map", Content: []*yamldoc.Node{yamldoc.String("key")}},
		"no kind at all":        {},
		"deeper than is read":   deep(150),
		"more than can be read": yamldoc.String(strings.Repeat("x", 5<<20)),
	} {
		if b, err := yamldoc.Render(n); err == nil {
			t.Errorf("%s: rendered %.60q", name, b)
		}
	}
}

func deep(n int) *yamldoc.Node {
	node := yamldoc.List()
	for range n {
		node = yamldoc.List(node)
	}
	return node
}
