package migrate_test

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// samples are files of real projects, where they are at hand.
const samples = "../../../shared/samples/continuous-claude"

func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return !(unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_')
	})
}

func TestEveryWordOfTheRealFilesStandsInTheNewOnes(t *testing.T) {
	if _, err := os.Stat(samples); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the samples are not at hand")
	}
	files := tree(t, samples)
	m := start(t, files)
	r := run(t, m, false, false)
	after := tree(t, m.Root)
	if len(r.Migrated) == 0 {
		t.Fatal("nothing was migrated")
	}
	for _, f := range r.Migrated {
		have := wordsOf(after[f.To])
		for _, w := range wordsOf(files[f.From]) {
			if !slices.Contains(have, w) && len(f.Redacted) == 0 {
				t.Errorf("%q: the new file lacks %q", f.From, w)
			}
		}
		for _, bad := range []string{" ", "(", ")"} {
			if strings.Contains(f.To, bad) {
				t.Errorf("%q became %q", f.From, f.To)
			}
		}
	}
	if again := run(t, m, false, true); len(again.Migrated) > 0 || len(again.Removed) != len(r.Migrated) || len(again.Kept) > 0 {
		t.Errorf("again %d, removed %d, kept %v", len(again.Migrated), len(again.Removed), again.Kept)
	}
	undo(t, m, "")
	same(t, tree(t, m.Root), files)
}
