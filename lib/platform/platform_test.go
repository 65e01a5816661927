package platform_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/lib/platform"
	"holdfast/testscripts/disk"
)

func write(t *testing.T, path, text string) string {
	t.Helper()
	disk.Write(t, path, text)
	return path
}

func TestOpenRegularReadsAFileAndThroughALink(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "a\nb"), "hello")
	link := file + ".link"
	if err := os.Symlink(file, link); err != nil {
		t.Skip("no symbolic links:", err)
	}
	for _, path := range []string{file, link} {
		f, info, err := platform.OpenRegular(path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(f)
		if err != nil || string(text) != "hello" || info.Size() != 5 {
			t.Errorf("%q: read %q, size %d, error %v", path, text, info.Size(), err)
		}
		_ = f.Close()
	}
}

func TestOpenRegularRefusesFolders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a\nb")
	disk.Folder(t, dir)
	_, _, err := platform.OpenRegular(dir)
	if !errors.Is(err, platform.ErrNotRegular) {
		t.Errorf("got %v", err)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("the error holds a line break: %q", err)
	}
}

func TestOpenRegularSaysThatAFileIsMissing(t *testing.T) {
	_, _, err := platform.OpenRegular(filepath.Join(t.TempDir(), "a\nb"))
	if !errors.Is(err, fs.ErrNotExist) || errors.Is(err, platform.ErrNotRegular) {
		t.Errorf("got %v", err)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("the error holds a line break: %q", err)
	}
}

func TestLocksExcludeEachOtherAndEnd(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "lock"), "")
	open := func() *os.File {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	try := func(f *os.File, want bool) {
		t.Helper()
		if got, err := platform.TryLock(f); err != nil || got != want {
			t.Errorf("TryLock is %v, %v, want %v", got, err, want)
		}
	}
	one, two := open(), open()
	try(one, true)
	try(two, false)
	_ = one.Close()
	try(two, true)
	if _, err := platform.TryLock(one); err == nil {
		t.Error("locking a closed file is no error")
	}
}

func TestSyncOpenDirSyncsAFolder(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	if err := platform.SyncOpenDir(dir); err != nil {
		t.Error(err)
	}
}

func TestIsTerminalIsFalseForFilesAndNothing(t *testing.T) {
	f, err := os.Open(platform.NullDevice)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if platform.IsTerminal(f) || platform.IsTerminal(nil) {
		t.Error("the null device, or nothing, is a terminal")
	}
}

func TestAnExclusiveRenameReplacesNothing(t *testing.T) {
	path := t.TempDir()
	dir, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	write := func(name string) {
		disk.Write(t, filepath.Join(path, name), name)
	}
	write("a")
	write("taken")
	err = platform.RenameAt(dir, "a", dir, "taken", platform.Exclusive)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("not known here")
	}
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("onto a file: %v", err)
	}
	if err := platform.RenameAt(dir, "missing", dir, "b", platform.Exclusive); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of what is missing: %v", err)
	}
	if err := platform.RenameAt(dir, "a", dir, "b", platform.Exclusive); err != nil {
		t.Error(err)
	}
	if b, err := os.ReadFile(filepath.Join(path, "b")); err != nil || string(b) != "a" {
		t.Errorf("%q, %v", b, err)
	}
}
