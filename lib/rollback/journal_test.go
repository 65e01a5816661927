package rollback_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/lib/checkpoint"
	"holdfast/lib/project"
	"holdfast/lib/rollback"
)

// cutShort leaves a rollback as a kill after its first step leaves it: "a" is
// restored, "b" is not.
func cutShort(t *testing.T) (*site, checkpoint.Checkpoint) {
	s := newSite(t)
	s.put("a", "old a", 0o644)
	s.put("b", "old b", 0o644)
	c := s.checkpoint("a", "b")
	s.put("a", "new a", 0o644)
	s.put("b", "new b", 0o644)
	p := s.plan(c, rollback.Options{})
	safety, err := s.e.Checkpoints.Create(context.Background(), checkpoint.Request{Files: []string{"a", "b"}, Type: rollback.SafetyType, Big: true})
	s.check(err)
	j := map[string]any{"version": 1, "checkpoint": c.ID, "safety": safety.ID, "time": s.e.Now(), "task_before": rollback.State{}}
	var steps []any
	for _, i := range p.Items {
		for _, f := range c.Files {
			if f.Path == i.Path {
				steps = append(steps, map[string]any{"path": i.Path, "before": i.Before, "after": i.After, "source": map[string]any{"backup": f}})
			}
		}
	}
	j["steps"] = steps
	text, err := json.Marshal(j)
	s.check(err)
	dir := s.e.Machine.Project(project.Hash(s.root))
	s.check(os.MkdirAll(dir, 0o700))
	s.check(os.WriteFile(filepath.Join(dir, "rollback.json"), text, 0o600))
	s.put("a", "old a", 0o644)
	return s, c
}

func (s *site) reads(rel, want string) {
	s.t.Helper()
	b, err := os.ReadFile(filepath.Join(s.root, rel))
	if err != nil || string(b) != want {
		s.t.Errorf("%s is %q, want %q, %v", rel, b, want, err)
	}
}

func (s *site) pending(want bool) {
	s.t.Helper()
	if got, err := s.e.Pending(); got != want || err != nil {
		s.t.Errorf("pending is %t, %v", got, err)
	}
}

func TestAKilledRollbackIsFinished(t *testing.T) {
	s, c := cutShort(t)
	s.pending(true)
	if _, err := s.e.Run(context.Background(), s.plan(c, rollback.Options{})); !errors.Is(err, rollback.ErrPending) {
		t.Errorf("another rollback got %v", err)
	}
	r, err := s.e.Finish(context.Background(), false, 0)
	s.check(err)
	s.pending(false)
	s.reads("b", "old b")
	if len(r.Files) != 2 || r.Checkpoint != c.ID {
		t.Errorf("the report is %+v", r)
	}
	safety, err := s.e.Checkpoints.Load(r.Safety)
	s.check(err)
	s.run(safety, rollback.Options{})
	s.reads("a", "new a")
	s.reads("b", "new b")
	if _, err := s.e.Finish(context.Background(), true, 0); !errors.Is(err, rollback.ErrNothingPending) {
		t.Errorf("a second finish got %v", err)
	}
}

func TestWorkSinceAKillIsForAPersonToDecide(t *testing.T) {
	for _, path := range []string{"a", "b"} {
		t.Run("in "+path, func(t *testing.T) {
			s, _ := cutShort(t)
			s.put(path, "mine", 0o600)
			before := s.tree()
			_, err := s.e.Finish(context.Background(), false, 0)
			var stranded *rollback.Stranded
			if !errors.As(err, &stranded) || len(stranded.Paths) != 1 || stranded.Paths[0] != path || !errors.Is(err, rollback.ErrPending) {
				t.Fatalf("got %v", err)
			}
			if s.tree() != before {
				t.Error("something was written")
			}
			s.pending(true)
			_, err = s.e.Finish(context.Background(), true, 0)
			s.check(err)
			s.reads("a", "old a")
			s.reads("b", "old b")
			s.pending(false)
			if len(s.said) != 1 || !strings.Contains(s.said[0], "is held by checkpoint") {
				t.Fatalf("said %q", s.said)
			}
			held := s.said[0][strings.LastIndex(s.said[0], " ")+1:]
			safety, err := s.e.Checkpoints.Load(held)
			s.check(err)
			s.run(safety, rollback.Options{})
			s.reads(path, "mine")
		})
	}
}

func TestAnAbandonedRollbackLeavesAllAsItIs(t *testing.T) {
	s, _ := cutShort(t)
	before := s.tree()
	r, err := s.e.Abandon(context.Background())
	s.check(err)
	if s.tree() != before {
		t.Error("something was written")
	}
	s.pending(false)
	safety, err := s.e.Checkpoints.Load(r.Safety)
	s.check(err)
	s.run(safety, rollback.Options{})
	s.reads("a", "new a")
	if _, err := s.e.Abandon(context.Background()); !errors.Is(err, rollback.ErrNothingPending) {
		t.Errorf("a second time got %v", err)
	}
}

func TestADamagedBackupDoesNotFinishARollback(t *testing.T) {
	s, c := cutShort(t)
	for _, f := range c.Files {
		if f.Path == "b" {
			path := filepath.Join(s.root, f.BackupPath)
			s.check(os.Chmod(path, 0o600))
			s.check(os.WriteFile(path, []byte("bad b"), 0o600))
		}
	}
	if _, err := s.e.Finish(context.Background(), true, 0); err == nil || !strings.Contains(err.Error(), `"b"`) {
		t.Errorf("got %v", err)
	}
	s.reads("b", "new b")
	s.pending(true)
}

func TestAnUnreadableJournalCanBeAbandoned(t *testing.T) {
	for name, text := range map[string]string{
		"torn":                   `{"version":1,"ste`,
		"of a later release":     `{"version":2}`,
		"leading to a git hook":  `{"version":1,"steps":[{"path":".git/hooks/x","after":{"kind":"absent"}}]}`,
		"leading out":            `{"version":1,"steps":[{"path":"../x","after":{"kind":"absent"}}]}`,
		"with a state not known": `{"version":1,"steps":[{"path":"x","after":{"kind":"other"}}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := cutShort(t)
			before := s.tree()
			s.check(os.WriteFile(filepath.Join(s.e.Machine.Project(project.Hash(s.root)), "rollback.json"), []byte(text), 0o600))
			if _, err := s.e.Finish(context.Background(), true, 0); err == nil {
				t.Error("it was finished")
			}
			s.pending(true)
			_, err := s.e.Abandon(context.Background())
			s.check(err)
			s.pending(false)
			if len(s.said) != 1 || s.tree() != before {
				t.Errorf("said %q", s.said)
			}
		})
	}
}
