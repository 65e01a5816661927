package rollback_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/rollback"
)

// cutShort stops a rollback of "a", "b" and "c" after the first.
func cutShort(t *testing.T) (s *site, to checkpoint.Checkpoint, safety string) {
	s = newSite(t)
	files := []string{"a", "b", "c"}
	for _, f := range files {
		s.put(f, "old "+f, 0o644)
	}
	to = s.checkpoint(files...)
	for _, f := range files {
		s.put(f, "new "+f, 0o644)
	}
	p := s.plan(to, rollback.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	s.e.Progress = func(done, total int) {
		if done == 1 && total == 3 {
			cancel()
		}
	}
	_, err := s.e.Run(ctx, p)
	s.e.Progress = nil
	var stopped *rollback.StoppedError
	if !errors.As(err, &stopped) || !strings.HasPrefix(err.Error(), "stopped after 1 of 3 files: ") || !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	return s, to, stopped.Safety
}

func (s *site) reads(rel, want string) {
	s.t.Helper()
	b, err := os.ReadFile(filepath.Join(s.root, rel))
	if err != nil || string(b) != want {
		s.t.Errorf("%s is %q, want %q, %v", rel, b, want, err)
	}
}

// interrupted compares the rollbacks that were cut short: what they were to go
// back to, and how many files stand before, after and at neither.
func (s *site) interrupted(want string) {
	s.t.Helper()
	left, _, err := s.e.Settle(context.Background())
	s.check(err)
	var got []string
	for _, i := range left {
		got = append(got, fmt.Sprintf("%s %d %d %d", i.Safety.Rollback.To, i.Before, i.After, i.Other))
	}
	if strings.Join(got, ", ") != want {
		s.t.Errorf("interrupted are %q, want %q", got, want)
	}
}

func TestAnInterruptedRollbackIsCompletedByItself(t *testing.T) {
	s, to, safety := cutShort(t)
	s.interrupted(to.ID + " 2 1 0")
	s.put("c", "mine", 0o644)
	s.interrupted(to.ID + " 1 1 1")
	r := s.run(to, rollback.Options{})
	s.reads("b", "old b")
	s.reads("c", "old c")
	s.interrupted("")
	for from, want := range map[string]string{r.Safety: "mine", safety: "new c"} {
		back, err := s.e.Load(from)
		s.check(err)
		s.run(back, rollback.Options{})
		s.reads("c", want)
	}
	s.reads("a", "new a")
	s.reads("b", "new b")
	s.interrupted("")
}

func TestAnInterruptedRollbackIsTakenBackByItsSafetyCheckpoint(t *testing.T) {
	s, _, safety := cutShort(t)
	back, err := s.e.Load(safety)
	s.check(err)
	s.run(back, rollback.Options{})
	for _, f := range []string{"a", "b", "c"} {
		s.reads(f, "new "+f)
	}
	s.interrupted("")
}

func TestAnInterruptionIsSettledByWork(t *testing.T) {
	s, to, _ := cutShort(t)
	s.put("b", "mine", 0o644)
	s.interrupted(to.ID + " 1 1 1")
	s.put("c", "mine", 0o644)
	s.interrupted("") // no file is as before it any more
	s.put("b", "new b", 0o644)
	s.put("c", "new c", 0o644)
	s.interrupted("")
}

func TestAnInterruptionIsNotToldForEver(t *testing.T) {
	s, to, _ := cutShort(t)
	now := s.e.Now()
	s.e.Now = func() time.Time { return now.Add(6 * 24 * time.Hour) }
	s.interrupted(to.ID + " 2 1 0")
	s.e.Now = func() time.Time { return now.Add(8 * 24 * time.Hour) }
	s.interrupted("")
}

// What stands aside after a kill is known to the safety checkpoint, or was saved
// at that very moment.
func TestWhatAKilledRollbackMovedAsideIsNotLost(t *testing.T) {
	s, to, safety := cutShort(t)
	long := strings.Repeat("ä", 100)
	for name, text := range map[string]string{"b": "new b", "c": "old c", "a": "mine", long: "long"} {
		s.put(".holdfast-0a0b0c0d0e0f-"+name+".aside", text, 0o600)
	}
	s.put("other/.holdfast-0a0b0c0d0e0f-x.aside", "in a folder of its own", 0o600)
	s.interrupted(to.ID + " 2 1 0")
	if left, _ := filepath.Glob(filepath.Join(s.root, ".holdfast-*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	back, err := s.e.Load(safety)
	s.check(err)
	s.run(back, rollback.Options{})
	s.reads("a.saved-during-rollback", "mine")
	s.reads(long+".saved-during-rollback", "long")
	for _, name := range []string{"b", "c"} {
		if _, err := os.Lstat(filepath.Join(s.root, name+".saved-during-rollback")); err == nil {
			t.Errorf("%s was kept twice", name)
		}
	}
}
