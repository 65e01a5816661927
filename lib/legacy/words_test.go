package legacy_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"holdfast/lib/artifact"
	"holdfast/lib/legacy"
	"holdfast/lib/yamldoc"
)

// samples are files of real projects, where they are at hand.
const samples = "../../../shared/samples/continuous-claude"

func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return !(unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_')
	})
}

// values adds the words of all keys and values.
func values(n *yamldoc.Node, in map[string]int) {
	if n.Kind == yamldoc.Scalar {
		for _, w := range wordsOf(n.Value) {
			in[w]++
		}
	}
	for _, c := range n.Content {
		values(c, in)
	}
}

// missing lists the words of text that the rendered document lacks.
func missing(t *testing.T, text string, d artifact.Document) []string {
	t.Helper()
	b := d.Render()
	back, _, err := artifact.ParseWritten(b)
	if err != nil || len(back) != 2 {
		t.Fatalf("reading back: %d documents, %v", len(back), err)
	}
	have := map[string]int{}
	for _, n := range back {
		values(n, have)
	}
	var lost []string
	for _, w := range wordsOf(text) {
		if have[w] == 0 {
			lost = append(lost, w)
		}
	}
	return lost
}

func TestEveryWordOfTheRealFilesIsFoundAgain(t *testing.T) {
	if _, err := os.Stat(samples); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the samples are not at hand")
	}
	read := 0
	err := filepath.WalkDir(samples, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(samples, file)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		l := legacy.Read(filepath.ToSlash(rel), b, time.UTC)
		if lost := missing(t, string(b), l.Document); len(lost) > 0 {
			t.Errorf("%s: lost %q", rel, lost)
		}
		if faults := l.Document.Validate(); len(faults) > 0 {
			t.Errorf("%s: %v", rel, faults)
		}
		read++
		return nil
	})
	if err != nil || read == 0 {
		t.Fatalf("read %d samples, %v", read, err)
	}
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
