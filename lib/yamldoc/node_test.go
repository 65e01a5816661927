package yamldoc_test

import (
	"slices"
	"testing"

	"holdfast/lib/yamldoc"
)

func TestSetKeepsTheOrderAndDeleteTakesOneKeyOut(t *testing.T) {
	m := parseOne(t, "a: 1\nb: 2\nc: 3\n")
	yamldoc.Set(m, "b", yamldoc.String("two"))
	yamldoc.Set(m, "d", yamldoc.Bool(false))
	yamldoc.Delete(m, "a")
	yamldoc.Delete(m, "missing")
	if b := yamldoc.Render(m); string(b) != "---\nb: two\nc: 3\nd: false\n" {
		t.Errorf("rendered %q", b)
	}
}

func TestDeleteLeavesACopyOfTheListAlone(t *testing.T) {
	m := parseOne(t, "a: 1\nb: 2\nc: 3\n")
	before := *m
	yamldoc.Delete(m, "a")
	if before.Content[0].Value != "a" || before.Content[2].Value != "b" || len(m.Content) != 4 {
		t.Error("the copy changed")
	}
}

func TestGetAndTextFindNothingWhereNothingIs(t *testing.T) {
	m := parseOne(t, "s: text\nn: null\nt: ~\ne:\nl: [a]\nm: {x: 1}\nq: \"null\"\ni: 012\n")
	for _, n := range []*yamldoc.Node{nil, yamldoc.List(), yamldoc.String("s"), {Kind: yamldoc.Mapping, Content: []*yamldoc.Node{yamldoc.String("s")}}} {
		if yamldoc.Get(n, "s") != nil || yamldoc.Text(n, "s") != "" {
			t.Errorf("%+v has a key", n)
		}
	}
	for key, want := range map[string]string{"s": "text", "n": "", "t": "", "e": "", "l": "", "m": "", "q": "null", "i": "012", "x": ""} {
		if got := yamldoc.Text(m, key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

// equal reports whether two nodes hold the same values in the same order. A key is
// its text.
func equal(a, b *yamldoc.Node) bool {
	if a.Kind == yamldoc.Mapping && b.Kind == yamldoc.Mapping && len(a.Content) == len(b.Content) {
		for i := 0; i < len(a.Content); i += 2 {
			isText := a.Content[i].Kind == yamldoc.Scalar && a.Content[i].Value == b.Content[i].Value
			if !isText && !equal(a.Content[i], b.Content[i]) || !equal(a.Content[i+1], b.Content[i+1]) {
				return false
			}
		}
		return true
	}
	same := func(a, b *yamldoc.Node) bool {
		return a.ShortTag() == b.ShortTag() && (a.Value == b.Value || a.ShortTag() == "!!null")
	}
	return same(a, b) && slices.EqualFunc(a.Content, b.Content, equal)
}

func TestEqualLooksAtValuesAndOrderAlone(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a: 1 # one\nb: [x, y]\n", "# top\n\"a\": 1\nb:\n  - 'x'\n  - y\n", true},
		{"a: 1\n", "a: \"1\"\n", false},
		{"a: 1\nb: 2\n", "b: 2\na: 1\n", false},
		{"a: [1]\n", "a: {1: }\n", false},
		{"a: [1, 2]\n", "a: [1]\n", false},
		{"a: x\n", "a: y\n", false},
	} {
		if got := equal(parseOne(t, c.a), parseOne(t, c.b)); got != c.want {
			t.Errorf("%q and %q: %t", c.a, c.b, got)
		}
	}
}
