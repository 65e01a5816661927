package durable

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"holdfast/testscripts/disk"
)

func TestTheLockFileOfAFolderIsKeptOutOfGit(t *testing.T) {
	for name, before := range map[string]string{"without a .gitignore": "", "with one of its own": "build/\n"} {
		dir := t.TempDir()
		want := folderLock + "\n.gitignore\n"
		if before != "" {
			want = before
			disk.Write(t, filepath.Join(dir, ".gitignore"), before)
		}
		tree, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			f, err := tree.held.lockFile()
			if err != nil {
				t.Fatal(err)
			}
			f.Close()
		}
		if b, err := os.ReadFile(filepath.Join(dir, ".gitignore")); err != nil || string(b) != want {
			t.Errorf("%s: %q, %v", name, b, err)
		}
		tree.Close()
	}
}

func TestALinkInPlaceOfTheLockFileIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("elsewhere", filepath.Join(dir, folderLock)); err != nil {
		t.Fatal(err)
	}
	tree, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if _, err := tree.held.lockFile(); !errors.Is(err, ErrLink) {
		t.Errorf("a link: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "elsewhere")); err == nil {
		t.Error("the link was followed")
	}
}
