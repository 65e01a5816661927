// Package disk makes and reads the files and folders of tests; what fails ends the test.
package disk

import (
	"os"
	"path/filepath"
	"testing"
)

// Write writes a file, in folders that are made where they are missing.
func Write[T ~string | ~[]byte](t testing.TB, path string, text T) {
	t.Helper()
	Folder(t, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func Read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Folder makes a folder, and those that it is in.
func Folder(t testing.TB, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

// Temp is t.TempDir as programs name it that follow links, such as /tmp of macOS.
func Temp(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
