package gitrepo_test

import (
	"slices"
	"strings"
	"testing"

	"holdfast/lib/gitrepo"
)

func TestParseStatusOfUnusualOutput(t *testing.T) {
	const fields = " N... 100644 100644 100644 aaaa bbbb "
	tests := []struct {
		name, output string
		want         []gitrepo.Change
		cut, refused bool
	}{
		{name: "nothing"},
		{name: "headers and kinds of later gits", output: "# stash 3\x00# new thing\x00! ignored\x00x what\x00"},
		{name: "a torn last record", output: "? a\x00? b", want: []gitrepo.Change{{Path: "a", Kind: gitrepo.Untracked}}, cut: true},
		{name: "a rename without its source", output: "? a\x002 R." + fields + "R100 new\x00", want: []gitrepo.Change{{Path: "a", Kind: gitrepo.Untracked}}, cut: true},
		{name: "a rename with half its source", output: "2 R." + fields + "R100 new\x00ol", cut: true},
		{name: "a copy", output: "2 C." + fields + "C75 new\x00old\x00", want: []gitrepo.Change{{Path: "new", Kind: gitrepo.Added}}},
		{name: "a type change", output: "1 .T" + fields + "a  b \x00", want: []gitrepo.Change{{Path: "a  b ", Kind: gitrepo.Modified}}},
		{name: "added, then deleted", output: "1 AD" + fields + "a\x00", want: []gitrepo.Change{{Path: "a", Kind: gitrepo.Deleted}}},
		{name: "deleted, then there again", output: "1 DM" + fields + "a\x00", want: []gitrepo.Change{{Path: "a", Kind: gitrepo.Modified}}},
		{name: "too few fields", output: "1 M. N... a\x00", refused: true},
		{name: "no path", output: "? \x00", refused: true},
		{name: "a state of one letter", output: "1 M" + fields + "a\x00", refused: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := gitrepo.ParseStatus([]byte(test.output))
			if !slices.Equal(got.Changed, test.want) || got.Cut != test.cut || (err != nil) != test.refused {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func FuzzParseStatus(f *testing.F) {
	f.Add([]byte("# branch.oid " + strings.Repeat("a", 40) + "\x00# branch.head main\x001 .M N... 100644 100644 100644 a b file\x00"))
	f.Add([]byte("# branch.oid (initial)\x00# branch.head (detached)\x002 R. N... 1 1 1 a b R100 to\x00from\x00? x\ny\x00"))
	f.Add([]byte("u UU N... 1 1 1 1 a b c clash\x00! ignored\x00"))
	f.Fuzz(func(t *testing.T, output []byte) {
		status, err := gitrepo.ParseStatus(output)
		if whole := len(output) == 0 || output[len(output)-1] == 0; err == nil && !whole && !status.Cut {
			t.Error("a torn end is not said")
		}
		if status.Detached && status.Branch != "" && err == nil && strings.Count(string(output), "branch.head") < 2 {
			t.Errorf("got %+v", status)
		}
		for _, change := range status.Changed {
			if change.Path == "" || change.Kind == "" || (change.From != "") != (change.Kind == gitrepo.Renamed) {
				t.Errorf("got %+v", change)
			}
		}
	})
}
