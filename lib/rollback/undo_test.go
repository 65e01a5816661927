package rollback_test

import (
	"context"
	"testing"

	"holdfast/lib/rollback"
)

// A turn is how files stood at their checkpoint, and what became of them.
type turn struct {
	files  []string
	before func(*site)
	change func(*site)
	plan   string
}

// turns are one of each kind.
func turns() map[string]turn {
	return map[string]turn{
		"a changed file": {
			[]string{"a"}, func(s *site) { s.put("a", "old", 0o640) }, func(s *site) { s.put("a", "new", 0o644) }, "RESTORE a",
		},
		"a mode alone": {
			[]string{"a"}, func(s *site) { s.put("a", "old", 0o755) }, func(s *site) { s.put("a", "old", 0o644) }, "RESTORE a",
		},
		"nothing at all": {
			[]string{"a"}, func(s *site) { s.put("a", "old", 0o755) }, func(*site) {}, "UNCHANGED a",
		},
		"a removed file in a removed folder": {
			[]string{"d/e/a"}, func(s *site) { s.put("d/e/a", "old", 0o600) }, func(s *site) { s.remove("d") }, "RESTORE d/e/a",
		},
		"a new file in a new folder": {
			[]string{"d/e/a"}, func(*site) {}, func(s *site) { s.put("d/e/a", "new", 0o644) }, "REMOVE d/e/a",
		},
		"a file that became a link": {
			[]string{"a"}, func(s *site) { s.put("a", "old", 0o644) },
			func(s *site) { s.remove("a"); s.link("README", "a") }, "RESTORE a",
		},
		"a removed file whose name is a pattern": {
			[]string{"app/[id]/page*.tsx"}, func(s *site) { s.put("app/[id]/page*.tsx", "old", 0o644) },
			func(s *site) { s.remove("app") }, "RESTORE app/[id]/page*.tsx",
		},
		"a link that became a file": {
			[]string{"a"}, func(s *site) { s.link("../nowhere", "a") },
			func(s *site) { s.remove("a"); s.put("a", "new", 0o644) }, "RESTORE a",
		},
		"a link that leads elsewhere": {
			[]string{"a"}, func(s *site) { s.link("README", "a") },
			func(s *site) { s.remove("a"); s.link("/etc/passwd", "a") }, "RESTORE a",
		},
		"a link where nothing was": {
			[]string{"a"}, func(*site) {}, func(s *site) { s.link("/etc/passwd", "a") }, "REMOVE a",
		},
		"a folder where a file was": {
			[]string{"a"}, func(s *site) { s.put("a", "old", 0o644) },
			func(s *site) { s.remove("a"); s.put("a/b/c", "new", 0o644); s.link("c", "a/b/d") },
			"RESTORE a, REMOVE a/b/c, REMOVE a/b/d",
		},
		"a file where a folder was": {
			[]string{"d/a", "d/b"}, func(s *site) { s.put("d/a", "old", 0o644); s.put("d/b", "old", 0o600) },
			func(s *site) { s.remove("d"); s.put("d", "new", 0o755) },
			"REMOVE d, RESTORE d/a, RESTORE d/b",
		},
		"a link where a folder was": {
			[]string{"d/a"}, func(s *site) { s.put("d/a", "old", 0o644); s.put("e/a", "other", 0o644) },
			func(s *site) { s.remove("d"); s.link("e", "d") },
			"REMOVE d, RESTORE d/a",
		},
	}
}

func TestARollbackIsUndoneByItsSafetyCheckpoint(t *testing.T) {
	for name, c := range turns() {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			c.before(s)
			old := s.tree()
			saved := s.checkpoint(c.files...)
			c.change(s)
			changed := s.tree()
			p := s.plan(saved, rollback.Options{})
			if got := actions(p); got != c.plan {
				t.Errorf("the plan is %s, want %s", got, c.plan)
			}
			if s.tree() != changed {
				t.Error("the plan changed something")
			}
			r, err := s.e.Run(context.Background(), p)
			s.check(err)
			if got := s.tree(); got != old {
				t.Fatalf("got\n%s\nwant\n%s", got, old)
			}
			s.interrupted("")
			if changed == old {
				if r.Safety != "" {
					t.Errorf("nothing changed, and checkpoint %s was made", r.Safety)
				}
				return
			}
			undoAndRedo(s, r, old, changed)
		})
	}
}

// undoAndRedo rolls back to the safety checkpoint, and to that one's own.
func undoAndRedo(s *site, r rollback.Report, old, changed string) {
	s.t.Helper()
	safety, err := s.e.Load(r.Safety)
	s.check(err)
	if safety.Type != "pre-rollback" || !safety.Ours {
		s.t.Errorf("the safety checkpoint is of type %q, ours %t", safety.Type, safety.Ours)
	}
	again := s.run(safety, rollback.Options{})
	if got := s.tree(); got != changed {
		s.t.Fatalf("undone, got\n%s\nwant\n%s", got, changed)
	}
	redo, err := s.e.Load(again.Safety)
	s.check(err)
	s.run(redo, rollback.Options{})
	if got := s.tree(); got != old {
		s.t.Fatalf("the undo undone, got\n%s\nwant\n%s", got, old)
	}
}
