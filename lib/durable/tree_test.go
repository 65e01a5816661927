package durable_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/lib/durable"
	"holdfast/testscripts/disk"
)

func openTree(t *testing.T, root string) durable.Place {
	t.Helper()
	tree, err := durable.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return tree
}

func symlinked(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skipf("no symlinks here: %v", err)
	}
}

func TestTreePutsAFileWithItsModeAndFolders(t *testing.T) {
	root := t.TempDir()
	tree := openTree(t, root)
	for _, text := range []string{"one", "two"} {
		if err := tree.At("a/b/c").Put(strings.NewReader(text), 0o755); err != nil {
			t.Fatal(err)
		}
		f, info, err := tree.At("a/b/c").Open()
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(f)
		f.Close()
		if string(b) != text || info.Mode().Perm()&0o700 != 0o700 && os.PathSeparator == '/' {
			t.Errorf("holds %q with mode %v, want %q", b, info.Mode(), text)
		}
	}
	entries, err := tree.At("a/b").ReadDir()
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v), want the file alone", entries, err)
	}
}

func TestTreeFollowsNoLink(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	disk.Write(t, filepath.Join(outside, "secret"), "outside")
	disk.Write(t, filepath.Join(root, ".git", "hooks", "keep"), "inside")
	symlinked(t, outside, filepath.Join(root, "out"))
	symlinked(t, ".git/hooks", filepath.Join(root, "in"))
	tree := openTree(t, root)
	for _, rel := range []string{"out/secret", "in/keep", "in/new", "out/new/deep"} {
		if err := tree.At(rel).Put(strings.NewReader("x"), 0o644); !errors.Is(err, durable.ErrLink) {
			t.Errorf("Put(%q): %v, want ErrLink", rel, err)
		}
		if err := tree.At(rel).Remove(); !errors.Is(err, durable.ErrLink) {
			t.Errorf("Remove(%q): %v, want ErrLink", rel, err)
		}
		if _, _, err := tree.At(rel).Open(); !errors.Is(err, durable.ErrLink) {
			t.Errorf("Open(%q): %v, want ErrLink", rel, err)
		}
	}
	if _, err := tree.At("out").ReadDir(); !errors.Is(err, durable.ErrLink) {
		t.Errorf("ReadDir: %v, want ErrLink", err)
	}
	if _, err := tree.At("in").Folder(); !errors.Is(err, durable.ErrLink) {
		t.Errorf("Folder: %v, want ErrLink", err)
	}
	if _, err := os.Lstat(filepath.Join(outside, "new")); err == nil {
		t.Error("something was written outside")
	}
	if b, _ := os.ReadFile(filepath.Join(outside, "secret")); string(b) != "outside" {
		t.Errorf("the file outside holds %q", b)
	}
}

func TestTreeRefusesALinkAndRemovesIt(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	disk.Write(t, filepath.Join(outside, "f"), "outside")
	symlinked(t, filepath.Join(outside, "f"), filepath.Join(root, "f"))
	tree := openTree(t, root)
	if _, _, err := tree.At("f").Open(); !errors.Is(err, durable.ErrLink) {
		t.Errorf("Open: %v, want ErrLink", err)
	}
	if err := tree.At("f").Put(strings.NewReader("inside"), 0o644); !errors.Is(err, durable.ErrLink) {
		t.Errorf("Put: %v, want ErrLink", err)
	}
	if b, _ := os.ReadFile(filepath.Join(outside, "f")); string(b) != "outside" {
		t.Errorf("the link's target holds %q", b)
	}
	if err := tree.At("f").Remove(); err != nil {
		t.Fatal(err)
	}
	if err := tree.At("f").Remove(); err != nil {
		t.Errorf("removing what is gone: %v", err)
	}
}

func TestTreeLeavesFoldersAndRefusesOtherPaths(t *testing.T) {
	root := t.TempDir()
	disk.Write(t, filepath.Join(root, "dir", "f"), "x")
	tree := openTree(t, root)
	if err := tree.At("dir").Put(strings.NewReader("x"), 0o644); !errors.Is(err, durable.ErrNotRegular) {
		t.Errorf("Put over a folder: %v", err)
	}
	if err := tree.At("dir").Remove(); !errors.Is(err, durable.ErrNotRegular) {
		t.Errorf("Remove of a folder: %v", err)
	}
	if err := tree.At("dir").RemoveEmpty(); err == nil {
		t.Error("a full folder was removed")
	}
	if err := tree.At("dir/f/g").Put(strings.NewReader("x"), 0o644); !errors.Is(err, durable.ErrNotRegular) {
		t.Errorf("Put below a file: %v", err)
	}
	for _, rel := range []string{"", ".", "..", "../x", "/etc/passwd", "a//b", "a/../b", "a/"} {
		if err := tree.At(rel).Put(strings.NewReader("x"), 0o644); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Put(%q): %v, want fs.ErrInvalid", rel, err)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("broken source") }

func TestTreeKeepsTheFileWhereTheSourceFails(t *testing.T) {
	root := t.TempDir()
	disk.Write(t, filepath.Join(root, "f"), "old")
	tree := openTree(t, root)
	if err := tree.At("f").Put(io.MultiReader(strings.NewReader("half"), failing{}), 0o644); err == nil {
		t.Fatal("no error")
	}
	if b, _ := os.ReadFile(filepath.Join(root, "f")); string(b) != "old" {
		t.Errorf("the file holds %q", b)
	}
	if entries, _ := tree.ReadDir(); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestTreeSweepsDeadWritersFilesAlone(t *testing.T) {
	root := t.TempDir()
	disk.Write(t, filepath.Join(root, ".holdfast-1-aa.tmp"), "dead")
	disk.Write(t, filepath.Join(root, "kept.tmp"), "x")
	tree := openTree(t, root)
	tree.Sweep()
	entries, _ := tree.ReadDir()
	if len(entries) != 1 || entries[0].Name() != "kept.tmp" {
		t.Errorf("after the sweep: %v", entries)
	}
}

func TestMakingAppearsWholeOrNotAtAll(t *testing.T) {
	parent := t.TempDir()
	m, err := durable.Stage(openTree(t, parent), "f")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := durable.Stage(openTree(t, parent), "f"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the name was given twice: %v", err)
	}
	if err := m.Copy("a/b", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	if err := m.Copy("a/b", strings.NewReader("y")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file was overwritten: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(parent, "f")); err == nil {
		t.Error("it can be seen before it is published")
	}
	if err := m.Publish(); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(filepath.Join(parent, "f", "a", "b")); string(b) != "x" {
		t.Errorf("holds %q", b)
	}
	if entries, _ := os.ReadDir(parent); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
	if _, err := durable.Stage(openTree(t, parent), "f"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a folder that stands was begun: %v", err)
	}
}

func TestMakingLeavesNothingWhenDiscarded(t *testing.T) {
	parent := t.TempDir()
	m, err := durable.Stage(openTree(t, parent), "f")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Copy("a", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	m.Discard()
	if entries, _ := os.ReadDir(parent); len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestMakingSyncsManyFiles(t *testing.T) {
	parent := t.TempDir()
	m, err := durable.Stage(openTree(t, parent), "f")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		if err := m.Copy(string(rune('a'+i%26))+"/"+strings.Repeat("x", i+1), strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Publish(); err != nil {
		t.Fatal(err)
	}
}

func TestMakingLinksOnlyTheFileThatWasMeant(t *testing.T) {
	parent := t.TempDir()
	disk.Write(t, filepath.Join(parent, "one"), "1")
	disk.Write(t, filepath.Join(parent, "two"), "2")
	one, err := os.Lstat(filepath.Join(parent, "one"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := durable.Stage(openTree(t, parent), "f")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "sub/a"} {
		if err := m.Link("two", name, one); !errors.Is(err, durable.ErrChanged) {
			t.Errorf("another file was linked: %v", err)
		}
		if err := m.Link("one", name, one); err != nil {
			t.Error(err)
		}
		if err := m.Link("one", name, one); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a name was given twice: %v", err)
		}
	}
	if err := m.Publish(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "sub/a"} {
		if b, _ := os.ReadFile(filepath.Join(parent, "f", name)); string(b) != "1" {
			t.Errorf("%q holds %q", name, b)
		}
	}
}

func TestSweepFoldersRemovesDeadMakersFolders(t *testing.T) {
	parent := t.TempDir()
	disk.Write(t, filepath.Join(parent, ".holdfast-chk-1-1.d.tmp", "src", "f"), "half")
	disk.Write(t, filepath.Join(parent, "chk-1-2", "f"), "whole")
	openTree(t, parent).Sweep()
	entries, _ := os.ReadDir(parent)
	if len(entries) != 1 || entries[0].Name() != "chk-1-2" {
		t.Errorf("after the sweep: %v", entries)
	}
}

func TestMakingStaysInItsFolderWhenThatIsSwappedForALink(t *testing.T) {
	base := t.TempDir()
	parent, outside := filepath.Join(base, "in"), filepath.Join(base, "out")
	disk.Write(t, filepath.Join(parent, "one"), "1")
	disk.Write(t, filepath.Join(outside, "one"), "1")
	one, err := os.Lstat(filepath.Join(parent, "one"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := durable.Stage(openTree(t, parent), "f")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(parent, filepath.Join(base, "moved")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("out", parent); err != nil {
		t.Skip(err)
	}
	if err := m.Copy("a/b", strings.NewReader("x")); err != nil {
		t.Error(err)
	}
	if err := m.Link("one", "a/c", one); err != nil {
		t.Error(err)
	}
	if err := m.Publish(); err != nil {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(outside); len(entries) != 1 {
		t.Errorf("beyond the link: %v", entries)
	}
	if b, _ := os.ReadFile(filepath.Join(base, "moved", "f", "a", "b")); string(b) != "x" {
		t.Errorf("holds %q", b)
	}
}

func TestMakingLinksNothingThroughAFolderThatWasSwappedForALink(t *testing.T) {
	parent, outside := t.TempDir(), t.TempDir()
	disk.Write(t, filepath.Join(parent, "one"), "1")
	one, err := os.Lstat(filepath.Join(parent, "one"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := durable.Stage(openTree(t, parent), "f")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Copy("a/b", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	made, err := filepath.Glob(filepath.Join(parent, ".*", "a"))
	if err != nil || len(made) != 1 {
		t.Fatalf("it is made in %q: %v", made, err)
	}
	if err := os.Rename(made[0], made[0]+"-moved"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, made[0]); err != nil {
		t.Skip(err)
	}
	if err := m.Link("one", "a/c", one); err == nil {
		t.Error("it was linked")
	}
	if entries, _ := os.ReadDir(outside); len(entries) != 0 {
		t.Errorf("beyond the link: %v", entries)
	}
	_ = m.Publish()
}

func TestSweepFoldersMakesNothingThroughAClaimThatIsALink(t *testing.T) {
	base := t.TempDir()
	parent := filepath.Join(base, "in")
	disk.Write(t, filepath.Join(parent, ".holdfast-x.d.tmp", "f"), "half")
	if err := os.Symlink("../out", filepath.Join(parent, ".holdfast-x.tmp")); err != nil {
		t.Skip(err)
	}
	openTree(t, parent).Sweep()
	if _, err := os.Lstat(filepath.Join(base, "out")); err == nil {
		t.Error("a file was made outside")
	}
	if entries, _ := os.ReadDir(parent); len(entries) != 0 {
		t.Errorf("after the sweep: %v", entries)
	}
}
