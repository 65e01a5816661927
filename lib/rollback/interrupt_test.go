package rollback_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/lib/rollback"
)

// A rollback that is interrupted stops between two files, says where it stands,
// and leaves no temporary file; the same again completes it, and its safety
// checkpoint takes it back.
func TestAnInterruptedRollbackSaysWhereItStands(t *testing.T) {
	s := newSite(t)
	names := []string{"a", "b", "c", "d"}
	for _, n := range names {
		s.put(n, "old "+n, 0o644)
	}
	c := s.checkpoint(names...)
	for _, n := range names {
		s.put(n, "new "+n, 0o644)
	}
	before := s.tree()
	ctx, interrupt := context.WithCancel(t.Context())
	s.e.Progress = func(int, int) {
		if b, _ := os.ReadFile(filepath.Join(s.root, "b")); string(b) == "old b" {
			interrupt()
		}
	}
	_, err := s.e.Run(ctx, s.plan(c, rollback.Options{}))
	var stopped *rollback.StoppedError
	if !errors.As(err, &stopped) || !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), "stopped after 2 of 4 files: ") {
		t.Fatalf("%v", err)
	}
	if now := s.tree(); strings.Count(now, "\n") != strings.Count(before, "\n") {
		t.Errorf("the tree is\n%s\nwas\n%s", now, before)
	}
	s.e.Progress = nil
	safety, err := s.e.Load(stopped.Safety)
	s.check(err)
	s.run(safety, rollback.Options{})
	if now := s.tree(); now != before {
		t.Errorf("taken back it is\n%s\nwas\n%s", now, before)
	}
}

func TestARollbackInterruptedBeforeTheFirstFileChangesNothing(t *testing.T) {
	s := newSite(t)
	s.put("a", "old", 0o644)
	c := s.checkpoint("a")
	s.put("a", "new", 0o644)
	p, before := s.plan(c, rollback.Options{}), s.tree()
	ctx, interrupt := context.WithCancel(t.Context())
	s.e.Progress = func(int, int) { interrupt() }
	_, err := s.e.Run(ctx, p)
	var stopped *rollback.StoppedError
	if !errors.Is(err, context.Canceled) || errors.As(err, &stopped) || s.tree() != before {
		t.Errorf("%v\n%s", err, s.tree())
	}
}
