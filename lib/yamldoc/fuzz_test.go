package yamldoc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"holdfast/lib/yamldoc"
)

var seeds = []string{
	"", "---\nmode: handoff\ndate: \"2026-01-13T15:30:00Z\"\n---\n\ngoal: Complete auth\nnext:\n  - a\n",
	"a: |\n  b\n   c\n\nd: >-\n  e\n  f\n", "# head\na: 1 # line\n# foot\n", "{a: [b, {c: d}]}", "? [a, b]\n: c\n", "- - - a\n  - b\n",
	"a: 'it''s'\nb: \"\\u00e9\\x00\\n\"\n", "date: 2026-01-13\nn: 0o17\nf: .inf\nt: yes\nz: ~\n", "\"\": \"\"\n", "?", "<<: {a: 1}\n", "a: b: c", "%YAML 1.2\n---\na\n...\n",
	"a: &x 1\nb: *x\n", "!!str a", "\ufeffa: \u2028\n", "? \n", "- |2-\n    a\n- |+\n\n\n", "a:\n- b\n# c\n- d\n\n# e\nf: g\n",
}

// FuzzParse renders whatever was read, which the library and we read again as it was.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		documents, _, _ := yamldoc.ParseWritten(b, schema)
		unfit := func(n *yamldoc.Node) bool { return n.Kind == yamldoc.Scalar || hasLongKey(n) }
		if len(documents) == 0 || slices.ContainsFunc(documents, unfit) {
			return
		}
		out := yamldoc.Render(documents...)
		back, err := parse(out)
		again, _, failed := yamldoc.ParseWritten(out, func([]string) yamldoc.Shape { return yamldoc.Whatever })
		if err != nil || failed != nil || len(back) != len(documents) || len(again) != len(documents) {
			t.Fatalf("read back as %d and %d documents, %v, %v:\n%s", len(back), len(again), err, failed, out)
		}
		for i := range back {
			if !equal(back[i], documents[i]) || !equal(again[i], documents[i]) {
				t.Fatalf("document %d reads back as something else:\n%s", i, out)
			}
		}
	})
}

// hasLongKey reports whether a key is one that a writer refuses.
func hasLongKey(n *yamldoc.Node) bool {
	for key := range yamldoc.Pairs(n) {
		if yamldoc.KeyLength(key) > yamldoc.LongestKey {
			return true
		}
	}
	return slices.ContainsFunc(n.Content, hasLongKey)
}

// FuzzRender holds any text as a key and as a value.
func FuzzRender(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, key, value string) {
		m := yamldoc.Map()
		yamldoc.Set(m, key, yamldoc.List(yamldoc.String(value)))
		if !utf8.ValidString(key) || !utf8.ValidString(value) || yamldoc.KeyLength(yamldoc.String(key)) > yamldoc.LongestKey {
			return
		}
		back, err := parse(yamldoc.Render(m))
		if err != nil || len(back) != 1 || !equal(back[0], m) {
			t.Fatalf("%q: %q reads back as something else, %v", key, value, err)
		}
		wantWritten(t, value)
	})
}

// wantWritten renders a text as a value, as an item and in brackets, and reads what
// was rendered as artifacts are read.
func wantWritten(t *testing.T, text string) {
	t.Helper()
	m, brackets := yamldoc.Map(), yamldoc.Strings([]string{text, "x]"})
	brackets.Style = parseOne(t, "[a]").Style
	yamldoc.Set(m, "goal", yamldoc.String(text))
	yamldoc.Set(m, "next", yamldoc.Strings([]string{text, text}))
	yamldoc.Set(m, "failed", brackets)
	b := yamldoc.Render(m)
	back, repairs, err := yamldoc.ParseWritten(b, schema)
	if err != nil || len(back) != 1 || !equal(back[0], m) || len(repairs) > 0 {
		t.Errorf("%q reads back as something else, %v, %v:\n%s", text, repairs, err, b)
	}
}

// FuzzParseWritten holds any text, written without quotes, as a value and as an
// item: it is read as itself, or refused.
func FuzzParseWritten(f *testing.F) {
	for _, s := range append(seeds, "Close #42", "fix: it", "@x", "- - a", "[a] b", "\"a\" b", "'", "*x", "!!x y", "|", "> a", "# a", "a:", "`", "%", "a\tb", "null") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		yamldoc.ParseWritten([]byte(text), schema) // must return
		text = strings.TrimSpace(text)
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\n\r") || text == "" {
			return
		}
		for _, form := range []string{"goal: %s\nnow: n\n", "next:\n  - %s\n  - b\n", "decisions:\n  a: %s\nnow: n\n"} {
			documents, _, err := yamldoc.ParseWritten(fmt.Appendf(nil, form, text), schema)
			if err != nil {
				continue
			}
			if len(documents) != 1 {
				t.Fatalf("%q: %d documents", text, len(documents))
			}
			if strings.ContainsRune("\"'|>[{", rune(text[0])) {
				continue // what is quoted, a block or a list stays that
			}
			n := documents[0].Content[1]
			if n.Kind != yamldoc.Scalar {
				n = n.Content[len(n.Content)-1-len(n.Content)%2]
			}
			if form[0] == 'n' {
				n = documents[0].Content[1].Content[0]
			}
			if n.Kind != yamldoc.Scalar || n.Value != text {
				t.Fatalf(form+"is read as %q", text, n.Value)
			}
		}
	})
}
