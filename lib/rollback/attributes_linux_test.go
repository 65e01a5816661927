package rollback_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"holdfast/lib/rollback"
)

func (s *site) path(rel string) string { return filepath.Join(s.root, rel) }

func TestExtendedAttributesComeBack(t *testing.T) {
	s := newSite(t)
	s.put("a", "old", 0o644)
	if err := unix.Setxattr(s.path("a"), "user.note", []byte("kept"), 0); err != nil {
		t.Skip(err)
	}
	c := s.checkpoint("a")
	again := s.checkpoint("a") // of what was remembered
	s.remove("a")
	s.put("a", "new", 0o644)
	s.check(unix.Setxattr(s.path("a"), "user.other", []byte("x"), 0))
	r := s.run(c, rollback.Options{})
	value := make([]byte, 10)
	if n, err := unix.Getxattr(s.path("a"), "user.note", value); err != nil || string(value[:n]) != "kept" {
		t.Errorf("it has %q, %v", value[:max(n, 0)], err)
	}
	safety, err := s.e.Checkpoints.Load(r.Safety)
	s.check(err)
	s.run(safety, rollback.Options{})
	if n, err := unix.Getxattr(s.path("a"), "user.other", value); err != nil || string(value[:n]) != "x" {
		t.Errorf("undone, it has %q, %v", value[:max(n, 0)], err)
	}
	s.run(again, rollback.Options{})
	if n, err := unix.Getxattr(s.path("a"), "user.note", value); err != nil || string(value[:n]) != "kept" {
		t.Errorf("from the second checkpoint it has %q, %v", value[:max(n, 0)], err)
	}
}

func TestHolesComeBack(t *testing.T) {
	s := newSite(t)
	s.put("a", "", 0o644)
	const size = 4 << 20
	s.check(os.Truncate(s.path("a"), size))
	f, err := os.OpenFile(s.path("a"), os.O_WRONLY, 0)
	s.check(err)
	_, err = f.WriteAt([]byte("data"), 1<<20)
	s.check(err)
	s.check(f.Close())
	if s.blocks("a") > size/4 {
		t.Skip("no holes here")
	}
	before := s.tree()
	c := s.checkpoint("a")
	if kept := s.blocks(c.Files[0].BackupPath); kept > size/4 {
		t.Errorf("the backup takes %d bytes", kept)
	}
	s.put("a", strings.Repeat("x", 1000), 0o644)
	s.run(c, rollback.Options{})
	if s.tree() != before || s.blocks("a") > size/4 {
		t.Errorf("it takes %d bytes, its bytes are as before: %t", s.blocks("a"), s.tree() == before)
	}
}

func (s *site) blocks(rel string) int64 {
	s.t.Helper()
	var stat syscall.Stat_t
	s.check(syscall.Stat(s.path(rel), &stat))
	return stat.Blocks * 512
}

func TestHardLinksOfACheckpointComeBack(t *testing.T) {
	s := newSite(t)
	s.put("a", "old", 0o644)
	s.check(os.MkdirAll(s.path("d"), 0o755))
	for _, name := range []string{"b", "d/c", "outside"} {
		s.check(os.Link(s.path("a"), s.path(name)))
	}
	whole, part := s.checkpoint("a", "b", "d/c", "outside"), s.checkpoint("a", "b")
	for _, name := range []string{"a", "b", "d/c"} {
		s.remove(name)
		s.put(name, "new "+name, 0o644)
	}
	s.remove("outside")
	r := s.run(whole, rollback.Options{})
	first, err := os.Stat(s.path("a"))
	s.check(err)
	for _, name := range []string{"b", "d/c", "outside"} {
		if info, err := os.Stat(s.path(name)); err != nil || !os.SameFile(first, info) {
			t.Errorf("%s is another file than a, %v", name, err)
		}
	}
	safety, err := s.e.Checkpoints.Load(r.Safety)
	s.check(err)
	s.run(safety, rollback.Options{})
	s.reads("b", "new b")
	s.reads("a", "new a")
	for _, i := range s.plan(part, rollback.Options{}).Items {
		if !slices.Contains(i.Without, "hard links") {
			t.Errorf("%s had a name that the checkpoint does not know, and is to come back without %q", i.Path, i.Without)
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
	for _, i := range s.plan(c, rollback.Options{}).Items {
		if got := strings.Join(i.Without, ", "); got != want[i.Path] {
			t.Errorf("%s comes back without %q, want %q", i.Path, got, want[i.Path])
		}
	}
}
