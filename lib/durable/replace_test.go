package durable_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"holdfast/lib/durable"
	"holdfast/testscripts/disk"
)

// writer is a method of places as one of several writers of a path.
func writer(write func(durable.Place, []byte, fs.FileMode) error) func(string, []byte, fs.FileMode) error {
	return func(path string, data []byte, mode fs.FileMode) error { return write(durable.File(path), data, mode) }
}

func wantFile(t *testing.T, path, content string) {
	t.Helper()
	b := disk.Read(t, path)
	if string(b) != content {
		t.Errorf("%q holds %q, want %q", filepath.Base(path), b, content)
	}
}

// wantNames asserts that dir holds nothing but the names.
func wantNames(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the folder holds %q, want %q", got, names)
	}
}

func wantMode(t *testing.T, path string, mode fs.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != mode {
		t.Errorf("%q has mode %o, want %o", filepath.Base(path), info.Mode().Perm(), mode)
	}
}

func TestReplacePutsTheDataAndTheModeInPlaceOfWhatStoodThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	disk.Write(t, path, "a much longer text than the new one")
	if err := durable.File(path).Replace([]byte("new"), 0o640); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "new")
	wantMode(t, path, 0o640)
	if err := durable.File(path).Replace(nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "")
	wantMode(t, path, 0o600)
	wantNames(t, dir, "f")
}

func TestReplaceMakesAMissingFile(t *testing.T) {
	dir := t.TempDir()
	if err := durable.File(filepath.Join(dir, "f")).Replace([]byte("x"), 0o755); err != nil {
		t.Fatal(err)
	}
	wantMode(t, filepath.Join(dir, "f"), 0o755)
	wantNames(t, dir, "f")
}

func TestReplaceGivesAReaderTheOldOrTheNewFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	disk.Write(t, path, "old")
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := durable.File(path).Replace([]byte("new!"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 8)
	if n, _ := f.Read(b); string(b[:n]) != "old" {
		t.Errorf("a reader that had the old file open sees %q", b[:n])
	}
}

func TestCreateLeavesAloneWhatStandsThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := durable.File(path).Create([]byte("first"), 0o644); err != nil {
		t.Fatal(err)
	}
	wantMode(t, path, 0o644)
	if err := durable.File(path).Create([]byte("second"), 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("creating it again: %v, want fs.ErrExist", err)
	}
	wantFile(t, path, "first")
	wantMode(t, path, 0o644)
	disk.Folder(t, filepath.Join(dir, "g"))
	if err := durable.File(filepath.Join(dir, "g")).Create(nil, 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("creating over a folder: %v, want fs.ErrExist", err)
	}
	wantNames(t, dir, "f", "g")
}

func TestCreateAfterNamesAFileOnceWhatComesFirstIsDone(t *testing.T) {
	dir := t.TempDir()
	tree, err := durable.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	failed := errors.New("what comes first failed")
	if err := tree.At("f").CreateAfter(func() error { return failed }, t.FailNow, nil, 0o600); !errors.Is(err, failed) {
		t.Errorf("the error is %v", err)
	}
	wantNames(t, dir)
	err = tree.At("f").CreateAfter(func() error {
		if _, err := os.Stat(filepath.Join(dir, "f")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("it has its name too early: %v", err)
		}
		return nil
	}, func() { wantFile(t, filepath.Join(dir, "f"), "data") }, []byte("data"), 0o600)
	if err != nil {
		t.Error(err)
	}
	wantFile(t, filepath.Join(dir, "f"), "data")
	wantNames(t, dir, "f")
}

func TestAFailureLeavesNoTempFileAndNamesThePath(t *testing.T) {
	writers := map[string]func(string, []byte, fs.FileMode) error{
		"Replace": writer(durable.Place.Replace), "Swap": swapMissing,
		"Create": writer(durable.Place.Create), "Append": writer(durable.Place.Append),
	}
	for name, writer := range writers {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			disk.Folder(t, filepath.Join(dir, "folder"))
			for why, path := range map[string]string{
				"a folder stands there":     filepath.Join(dir, "folder"),
				"the folder is missing":     filepath.Join(dir, "missing", "f"),
				"the name is too long":      filepath.Join(dir, strings.Repeat("n", 300)),
				"a file stands in its path": filepath.Join(dir, "file", "f"),
				"the name holds a NUL byte": filepath.Join(dir, "a\x00b"),
			} {
				if why == "a file stands in its path" {
					disk.Write(t, filepath.Join(dir, "file"), "kept")
				}
				if err := writer(path, []byte("data"), 0o600); err == nil {
					t.Errorf("%s: no error", why)
				} else if !strings.Contains(err.Error(), strconv.Quote(path)) {
					t.Errorf("%s: the message does not name the path: %v", why, err)
				}
				os.Remove(filepath.Join(dir, "file"))
			}
			wantNames(t, dir, "folder")
			wantNames(t, filepath.Join(dir, "folder"))
		})
	}
}

func TestAppendMakesTheFileAndKeepsWhatItHolds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	for _, line := range []string{"one\n", "two\n"} {
		if err := durable.File(path).Append([]byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wantFile(t, path, "one\ntwo\n")
	wantMode(t, path, 0o600)
}

func TestReadReturnsTheFileWithinTheLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	disk.Write(t, path, "12345")
	for _, limit := range []int64{5, 6, 1 << 40} {
		if b, err := durable.Read(path, limit); err != nil || string(b) != "12345" {
			t.Errorf("limit %d: %q, %v", limit, b, err)
		}
	}
	if b, err := durable.Read(path, 4); !errors.Is(err, durable.ErrTooLarge) || b != nil {
		t.Errorf("limit 4: %q, %v, want ErrTooLarge", b, err)
	}
	if _, err := durable.Read(path+"x", 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := durable.Read(filepath.Dir(path), 4); err == nil {
		t.Error("a folder was read as a file")
	}
	disk.Write(t, path, "")
	if b, err := durable.Read(path, 0); err != nil || len(b) != 0 {
		t.Errorf("an empty file: %q, %v", b, err)
	}
}
