package line

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// settle makes the folder of a line older than the time in which it is not
// trusted.
func (s scene) settle(name string) {
	s.t.Helper()
	dir, err := s.Store.Folder()
	if err != nil {
		s.t.Fatal(err)
	}
	long := now.Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
		s.t.Fatal(err)
	}
}

func TestAForeignLineIsKnownByItsNamesUntilItIsRead(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "hers", 3, "a", false, "goal: earlier\nnow: n\n")
	newest := s.put("handoff", "hers", 9, "b", false, "goal: hers\nnow: n\nmetadata: {branches: [side]}\n")
	s.settle("hers")
	for range 2 {
		l := s.lines().Foreign[0]
		if l.Own || l.Path != newest || !l.Saved.Equal(at(9)) || l.Goal != "" {
			t.Errorf("%+v", l)
		}
		if a, ok := l.NewestForeign(); !ok || a.Goal() != "hers" || l.Goal != "hers" || l.Branches[0] != "side" {
			t.Errorf("%+v, %t", l, ok)
		}
		if got := l.Artifacts(false); len(got) != 2 || got[0].Goal() != "hers" {
			t.Errorf("%+v", got)
		}
	}
}

func TestOneOwnFileMakesTheWholeFolderAnOwnLine(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "mixed", 9, "a", false, "goal: theirs\nnow: n\n")
	s.settle("mixed")
	want(t, "foreign", namesOf(s.lines().Foreign), "mixed")
	s.put("handoff", "mixed", 5, "b", true, "goal: ours\nnow: n\n")
	all := s.lines()
	want(t, "foreign", namesOf(all.Foreign), "")
	if l := all.Own[0]; l.Goal != "ours" || l.Foreign == "" || l.State().Goal != "ours" {
		t.Errorf("%+v", l)
	}
	if l, err := s.Named(context.Background(), "mixed"); err != nil || l == nil || !l.Own {
		t.Errorf("%+v, %v", l, err)
	}
}
