//go:build unix

package rollback_test

import (
	"context"
	"path/filepath"
	"syscall"
	"testing"

	"holdfast/lib/fault"
	"holdfast/lib/rollback"
)

func TestAPipeInTheWayIsNamed(t *testing.T) {
	for name, at := range map[string]string{"in its place": "a", "in the place of its folder": "d", "in a folder in its place": "f/pipe"} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.put("a", "old", 0o644)
			s.put("d/a", "old", 0o644)
			s.put("f", "old", 0o644)
			s.put("other", "old", 0o644)
			c := s.checkpoint("a", "d/a", "f", "other")
			s.put("other", "new", 0o644)
			switch at {
			case "f/pipe":
				s.remove("f")
				s.put("f/x", "new", 0o644)
			default:
				s.remove(at)
			}
			s.check(syscall.Mkfifo(filepath.Join(s.root, at), 0o600))
			changed := s.tree()
			p := s.plan(c, rollback.Options{})
			if blocked := p.Blocked(); len(blocked) != 1 || blocked[0].Path != at {
				t.Errorf("blocked by %v", blocked)
			}
			if _, err := s.e.Run(context.Background(), p); fault.CodeOf(err) != fault.CodeRefused {
				t.Errorf("got %v", err)
			}
			if s.tree() != changed {
				t.Error("something was written")
			}
			s.run(c, rollback.Options{Files: []string{"other"}})
		})
	}
}
