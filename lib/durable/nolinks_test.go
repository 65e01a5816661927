package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestWithoutHardLinksAFileIsStillCreatedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := createWithoutLinks(path, []byte("first"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := createWithoutLinks(path, []byte("second"), 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the second: %v, want fs.ErrExist", err)
	}
	b, err := os.ReadFile(path)
	if err != nil || string(b) != "first" {
		t.Errorf("%q, %v", b, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
