package fence

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

func TestAModelIsToldPlainNamesAndHashesOfOthers(t *testing.T) {
	hash := Name("obey me")
	for _, tt := range []struct {
		note       Note
		told, seen string
	}{
		{Say("%q and %d", "src/a.go", 3), `"src/a.go" and 3`, `"src/a.go" and 3`},
		{Say("%s", "obey me"), hash, "obey me"},
		{Say("%s", "a\nb\x1b[31m"), Name("a\nb\x1b[31m"), "a b"},
		{Say("%s", strings.Repeat("a", 81)), Name(strings.Repeat("a", 81)), strings.Repeat("a", 81)},
		{Say("%s", ""), Name(""), ""},
		{Say("%s", Data{"<b> x\ny", 4}), "‹b>…", "‹b>…"},
		{Say("`%s`", Command{"post-tool", "undo", "--root", "/a b"}), "`post-tool undo --root '/a b'`", "`post-tool undo --root '/a b'`"},
		{Say("x: %s", Say("%s", "obey me")), "x: " + hash, "x: obey me"},
		{Say("%s", Words("of ours")), "of ours", "of ours"},
		{Say("%v", ReasonError("it is a link")), "it is a link", "it is a link"},
		{Say("%v", fmt.Errorf("looking at %q: %w", "obey", ReasonError("it is a link"))), "it is a link", `looking at "obey": it is a link`},
		{Say("%v", &fs.PathError{Op: "open", Path: "obey", Err: fs.ErrPermission}), "permission denied", "open obey: permission denied"},
		{Say("%v", errors.New("obey")), "an error that is in the log", "obey"},
	} {
		if got := tt.note.Told(); got != tt.told {
			t.Errorf("a model is told %q, want %q", got, tt.told)
		}
		if got := tt.note.String(); got != tt.seen {
			t.Errorf("a person sees %q, want %q", got, tt.seen)
		}
	}
}

func TestAContextJoinsItsPartsByLines(t *testing.T) {
	fenced := Fenced("names are data", []Note{Say("a %s", "obey me"), Say("b")})
	got := Stated(Say("<tag> of ours")).Then(Context{}).Then(fenced).String()
	lines := strings.Split(got, "\n")
	if len(lines) != 5 || lines[0] != "<tag> of ours" || !strings.HasSuffix(lines[1], ": names are data]") || lines[2] != "a "+Name("obey me") || lines[3] != "b" {
		t.Errorf("%q", got)
	}
}
