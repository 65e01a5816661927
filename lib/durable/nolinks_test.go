package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestWithoutAnExclusiveRenameNothingIsReplacedEither(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, name := range []string{"first", "second"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := takeNameInSteps(root, "first", "f"); err != nil {
		t.Fatal(err)
	}
	if err := takeNameInSteps(root, "folder", "moved"); err != nil { // folders have no hard links
		t.Fatal(err)
	}
	for _, to := range []string{"f", "moved"} {
		if err := takeNameInSteps(root, "second", to); !errors.Is(err, fs.ErrExist) {
			t.Errorf("onto %q: %v, want fs.ErrExist", to, err)
		}
	}
	b, err := os.ReadFile(filepath.Join(dir, "f"))
	if err != nil || string(b) != "first" {
		t.Errorf("%q, %v", b, err)
	}
}
