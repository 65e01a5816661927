//go:build !windows

package gitrepo_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"holdfast/lib/gitrepo"
)

var day = time.Date(2026, 3, 1, 12, 0, 0, 500, time.UTC)

// stamped commits files whose times lie hours after day: each as many as the
// number it is given.
func (s scratch) stamped(files map[string]int) {
	s.t.Helper()
	for name, hours := range files {
		s.write(name, name)
		when := day.Add(time.Duration(hours) * time.Hour)
		if err := os.Chtimes(filepath.Join(s.top, name), when, when); err != nil {
			s.t.Fatal(err)
		}
	}
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "stamped")
}

func TestTrackedSinceFindsWhatChangedInEveryVersionOfTheIndex(t *testing.T) {
	long := strings.Repeat("long/", 900) + "name"
	files := map[string]int{
		"old": -1, "at": 0, "new": 5, "dir/newer": 7, "dir/same": 5, "dir/ü\n\"name": 6, "dir/a/b/c/d": -3, "x": -100,
	}
	want := []string{"dir/newer", "dir/ü\n\"name", "dir/same", "new", "at"}
	for _, version := range []string{"2", "3", "4"} {
		for _, format := range []string{"sha1", "sha256"} {
			t.Run("version "+version+" with "+format, func(t *testing.T) {
				s := newScratch(t, "--object-format="+format)
				s.stamped(files)
				s.git("update-index", "--index-version", version)
				if version == "3" {
					s.write("later", "")
					s.git("add", "--intent-to-add", "later")
				}
				got, err := s.repo().TrackedSince(day, 100)
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("got %q, %v, want %q", got, err, want)
				}
				if got, err := s.repo().TrackedSince(day, 2); err != nil || !slices.Equal(got, want[:2]) {
					t.Errorf("the newest two: got %q, %v", got, err)
				}
				if got, err := s.repo().TrackedSince(day.AddDate(1, 0, 0), 100); err != nil || len(got) != 0 {
					t.Errorf("a year later: got %q, %v", got, err)
				}
				for _, limit := range []int{0, -1} {
					if got, err := s.repo().TrackedSince(day, limit); err != nil || len(got) != 0 {
						t.Errorf("limit %d: got %q, %v", limit, got, err)
					}
				}
			})
		}
	}
	t.Run("names longer than the length field", func(t *testing.T) {
		s := newScratch(t)
		blob := s.git("hash-object", "-w", "-t", "blob", "/dev/null")
		s.git("update-index", "--add", "--cacheinfo", "100644,"+blob+","+long)
		got, err := s.repo().TrackedSince(time.Unix(0, 0), 10)
		if err != nil || !slices.Equal(got, []string{long}) {
			t.Errorf("got %d names, %v", len(got), err)
		}
	})
}

func TestTrackedSinceKeepsTheNewestOfMany(t *testing.T) {
	s := newScratch(t)
	files := map[string]int{}
	for i := range 1500 {
		files["f/"+strings.Repeat("n", i%40+1)+string(rune('a'+i/40%26))+string(rune('a'+i/1040))] = i
	}
	s.stamped(files)
	got, err := s.repo().TrackedSince(day, 3)
	if err != nil || len(got) != 3 {
		t.Fatalf("got %q, %v", got, err)
	}
	for i, path := range got {
		if files[path] != 1499-i {
			t.Errorf("%q is number %d of the newest, with hour %d", path, i, files[path])
		}
	}
}

func TestTrackedSinceIsPerWorktreeAndLeavesOutSubmodulesAndConflicts(t *testing.T) {
	s, inner := newScratch(t), newScratch(t)
	inner.commit("file")
	s.commit("both")
	s.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.top, "sub")
	s.commit()
	got, err := s.repo().TrackedSince(time.Unix(0, 0), 10)
	slices.Sort(got)
	if err != nil || !slices.Equal(got, []string{".gitmodules", "both"}) {
		t.Errorf("with a submodule: got %q, %v", got, err)
	}
	linked := s.beside("-b", "side")
	linked.write("only here", "")
	linked.git("add", "only here")
	got, err = linked.repo().TrackedSince(time.Unix(0, 0), 10)
	if err != nil || !slices.Contains(got, "only here") {
		t.Errorf("the linked tree: got %q, %v", got, err)
	}
	got, err = s.repo().TrackedSince(time.Unix(0, 0), 10)
	if err != nil || slices.Contains(got, "only here") {
		t.Errorf("the main tree: got %q, %v", got, err)
	}
}

func TestTrackedSinceRefusesWhatIsNoWholeIndex(t *testing.T) {
	s := newScratch(t)
	if got, err := s.repo().TrackedSince(day, 10); err != nil || len(got) != 0 {
		t.Errorf("no index: got %q, %v", got, err)
	}
	s.stamped(map[string]int{"a": 1, "b": 2, "dir/c": 3})
	path := filepath.Join(s.top, ".git", "index")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(name string, index []byte) {
		t.Helper()
		if err := os.WriteFile(path, index, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := s.repo().TrackedSince(day, 10); err == nil || len(got) != 0 {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
	for length := range len(whole) {
		refused("torn", whole[:length])
	}
	flipped := bytes.Clone(whole)
	flipped[20] ^= 1
	refused("one bit changed", flipped)
	refused("longer", append(bytes.Clone(whole), 0))
	for _, version := range []byte{0, 1, 5, 255} {
		refused("version", append(append([]byte("DIRC\x00\x00\x00"), version), whole[8:]...))
	}
	refused("more entries than there are", append([]byte("DIRC\x00\x00\x00\x02\xff\xff\xff\xff"), whole[12:]...))
	refused("a path that leads out", bytes.Replace(whole, []byte("dir/c"), []byte("../ab"), 1))
	refused("an absolute path", bytes.Replace(whole, []byte("dir/c"), []byte("/dirc"), 1))
	refused("paths out of order", bytes.Replace(whole, []byte("dir/c"), []byte("aaa/c"), 1))
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	s.git("update-index", "--split-index")
	if _, err := s.repo().TrackedSince(day, 10); err == nil || !strings.Contains(err.Error(), "split") {
		t.Errorf("a split index: got %v", err)
	}
	if err := os.Truncate(path, 64<<20+1); err != nil {
		t.Fatal(err)
	}
	if _, err := s.repo().TrackedSince(day, 10); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("a huge index: got %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.repo().TrackedSince(day, 10); err == nil {
		t.Error("a named pipe was read")
	}
}

func FuzzTrackedSince(f *testing.F) {
	entry := func(name, more string) string {
		fixed := strings.Repeat("\x01", 24) + "\x00\x00\x81\xa4" + strings.Repeat("\x00", 12+20)
		return fixed + "\x00" + string(rune(len(name))) + more
	}
	tail := strings.Repeat("\x00", 20)
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x00" + tail))
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x01" + entry("ab", "ab"+strings.Repeat("\x00", 8)) + tail))
	f.Add([]byte("DIRC\x00\x00\x00\x04\x00\x00\x00\x02" + entry("ab", "\x00ab\x00") + entry("ac", "\x01c\x00") + tail))
	f.Add([]byte("DIRC\x00\x00\x00\x04\x00\x00\x00\x01" + entry("ab", "\xff\xff\xff\xff\xffab\x00") + tail))
	f.Add([]byte("DIRC\x00\x00\x00\x03\x00\x00\x00\x00TREE\xff\xff\xff\xff" + tail))
	dir := f.TempDir()
	repo := gitrepo.Repo{Top: dir, GitDir: dir, CommonDir: dir}
	f.Fuzz(func(t *testing.T, index []byte) {
		if err := os.WriteFile(filepath.Join(dir, "index"), index, 0o600); err != nil {
			t.Fatal(err)
		}
		paths, err := repo.TrackedSince(time.Unix(1, 0), 5)
		if err != nil && len(paths) > 0 || len(paths) > 5 {
			t.Errorf("%d paths with error %v", len(paths), err)
		}
		for _, path := range paths {
			if !filepath.IsLocal(path) {
				t.Errorf("path %q leads out", path)
			}
		}
	})
}
