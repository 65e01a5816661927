package fence

import "testing"

func TestAWordIsQuotedWhereAShellWouldReadMore(t *testing.T) {
	for s, want := range map[string]string{
		"":             "''",
		"src/a-b_1.go": "src/a-b_1.go",
		"a b":          "'a b'",
		"a 'b'.md":     `'a '\''b'\''.md'`,
		"it's":         `'it'\''s'`,
		"$HOME":        "'$HOME'",
		"a;rm":         "'a;rm'",
		"a=b":          "'a=b'",
		"~/x":          "'~/x'",
		"x\ny":         "'x\ny'",
		"é":            "'é'",
	} {
		if got := Word(s); got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
}
