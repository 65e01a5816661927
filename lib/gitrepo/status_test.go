package gitrepo_test

import (
	"slices"
	"testing"

	"holdfast/lib/gitrepo"
)

func TestParseStatusOfUnusualOutput(t *testing.T) {
	a := []gitrepo.Change{{Path: "a"}}
	tests := []struct {
		name, output string
		want         []gitrepo.Change
		cut, refused bool
	}{
		{name: "nothing"},
		{name: "a torn last record", output: "?? a\x00?? b", want: a, cut: true},
		{name: "a rename without its source", output: "?? a\x00R  new\x00", want: a, cut: true},
		{name: "a rename with half its source", output: "R  new\x00ol", cut: true},
		{name: "a copy", output: "C  a\x00old\x00", want: a},
		{name: "a type change", output: " T a  b \x00", want: []gitrepo.Change{{Path: "a  b "}}},
		{name: "added, then deleted", output: "AD a\x00", want: []gitrepo.Change{{Path: "a", Deleted: true}}},
		{name: "deleted", output: "D  a\x00", want: []gitrepo.Change{{Path: "a", Deleted: true}}},
		{name: "unmerged", output: "UD a\x00", want: a},
		{name: "no path", output: "?? \x00", refused: true},
		{name: "a state of one letter", output: "M a\x00", refused: true},
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
	f.Add([]byte(" M file\x00R  to\x00from\x00?? x\ny\x00UU clash\x00"))
	f.Fuzz(func(t *testing.T, output []byte) {
		status, err := gitrepo.ParseStatus(output)
		if whole := len(output) == 0 || output[len(output)-1] == 0; err == nil && !whole && !status.Cut {
			t.Error("a torn end is not said")
		}
		for _, change := range status.Changed {
			if change.Path == "" {
				t.Errorf("got %+v", change)
			}
		}
	})
}
