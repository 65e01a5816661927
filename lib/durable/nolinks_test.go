package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"holdfast/testscripts/disk"
)

func TestWithoutAnExclusiveRenameNothingIsReplacedEither(t *testing.T) {
	folder := t.TempDir()
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	dir := &handle{Root: root}
	defer dir.Close()
	for _, name := range []string{"first", "second"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(name), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	disk.Folder(t, filepath.Join(folder, "folder"))
	if err := takeNameInSteps(dir, "first", "f"); err != nil {
		t.Fatal(err)
	}
	if err := takeNameInSteps(dir, "folder", "moved"); err != nil { // folders have no hard links
		t.Fatal(err)
	}
	for _, to := range []string{"f", "moved"} {
		if err := takeNameInSteps(dir, "second", to); !errors.Is(err, fs.ErrExist) {
			t.Errorf("onto %q: %v, want fs.ErrExist", to, err)
		}
	}
	b, err := os.ReadFile(filepath.Join(folder, "f"))
	if err != nil || string(b) != "first" {
		t.Errorf("%q, %v", b, err)
	}
}
