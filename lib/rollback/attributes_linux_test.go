package rollback_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"holdfast/lib/rollback"
)

func (s *site) path(rel string) string { return filepath.Join(s.root, rel) }

func TestAForeignCheckpointGivesNoFileAnAttributeOrOwner(t *testing.T) {
	s := newSite(t)
	s.put("a", "old", 0o644)
	c := s.checkpoint("a")
	file := s.path(".claude/checkpoints/" + c.ID + "/checkpoint.json")
	b, err := os.ReadFile(file)
	s.check(err)
	forged := strings.Replace(string(b), `"existed": true`, `"existed": true, "owner": "1234:1234", "xattrs": {"user.x": "eA==", "security.capability": "AQAAAgAgAAAAAAAAAAAAAAAAAAA="}`, 1)
	if forged == string(b) {
		t.Fatal("nothing was forged")
	}
	s.check(os.WriteFile(file, []byte(forged), 0o600))
	c, err = s.e.Load(c.ID)
	s.check(err)
	s.put("a", "new", 0o644)
	s.run(c, rollback.Options{Foreign: true})
	s.reads("a", "old")
	var stat syscall.Stat_t
	s.check(syscall.Stat(s.path("a"), &stat))
	if int(stat.Uid) != os.Geteuid() {
		t.Errorf("its owner is %d", stat.Uid)
	}
	for _, name := range []string{"user.x", "security.capability"} {
		if n, err := unix.Getxattr(s.path("a"), name, make([]byte, 64)); err == nil {
			t.Errorf("it has %q, %d bytes", name, n)
		}
	}
}

func TestThePlanNamesWhatDoesNotComeBack(t *testing.T) {
	s := newSite(t)
	s.put("a", "old", 0o644)
	s.put("b", "old", 0o644)
	c := s.checkpoint("a", "b")
	s.put("a", "new", 0o644)
	s.check(os.Chmod(s.path("a"), 0o755|os.ModeSetuid))
	s.put("b", "new", 0o644)
	s.check(os.Link(s.path("b"), s.path("other")))
	want := map[string]string{"a": "setuid bit", "b": "hard links"}
	if unix.Setxattr(s.path("b"), "user.note", []byte("kept"), 0) == nil {
		want["b"] = "extended attributes, hard links"
	}
	for _, i := range s.plan(c, rollback.Options{}).Items {
		if got := strings.Join(i.Without, ", "); got != want[i.Path] {
			t.Errorf("%s comes back without %q, want %q", i.Path, got, want[i.Path])
		}
	}
}
