package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"holdfast/lib/platform"
)

// MkdirAll makes dir and the missing folders above it, each with mode, and
// makes their entries durable. A folder that is there is left as it is.
func MkdirAll(dir string, mode fs.FileMode) error {
	info, err := os.Stat(dir)
	if err == nil {
		if !info.IsDir() {
			return fmt.Errorf("making folder %q: a file stands there: %w", dir, fs.ErrExist)
		}
		return nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("making folder %q: %w", dir, err)
	}
	parent := filepath.Dir(dir)
	if parent != dir {
		if err := MkdirAll(parent, mode); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, mode); err != nil {
		// Another process may have made it meanwhile; a link to nothing is none.
		if info, statErr := os.Stat(dir); statErr != nil || !info.IsDir() {
			return fmt.Errorf("making folder %q: %w", dir, err)
		}
	}
	return platform.SyncDir(parent)
}

// Move renames the file at from to to, in the same folder and in place of what
// stood there. A process that has it open goes on in it.
func Move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return fmt.Errorf("moving %q: %w", from, err)
	}
	return platform.SyncDir(filepath.Dir(to))
}

// Remove takes the file or empty folder at path away and makes that durable.
// One that is not there is no error.
func Remove(path string) error {
	if err := os.Remove(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return fmt.Errorf("removing %q: %w", path, err)
	}
	return platform.SyncDir(filepath.Dir(path))
}

// RemoveAll takes path and all below it away and makes that durable.
func RemoveAll(path string) error {
	if err := os.RemoveAll(path); err != nil {
		return fmt.Errorf("removing %q: %w", path, err)
	}
	return platform.SyncDir(filepath.Dir(path))
}

// SetAside renames path to a free name beside it that says so, and returns
// that name. Nothing is overwritten.
func SetAside(path string, now time.Time) (string, error) {
	base := path + ".set-aside-" + now.UTC().Format("20060102T150405Z")
	for n := 1; n < 1000; n++ {
		to := base
		if n > 1 {
			to = fmt.Sprintf("%s-%d", base, n)
		}
		if _, err := os.Lstat(to); err == nil {
			continue
		}
		err := rename(path, to)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("setting %q aside: %w", path, err)
		}
		return to, platform.SyncDir(filepath.Dir(path))
	}
	return "", fmt.Errorf("setting %q aside: no free name", path)
}

// rename gives path the name to, where nothing stands: a regular file by a
// link, so that of two processes one is told that the name is taken.
func rename(path, to string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return os.Rename(path, to)
	}
	err = platform.LinkExclusive(path, to)
	if errors.Is(err, platform.ErrNoLinks) {
		return os.Rename(path, to)
	}
	if err != nil {
		return err
	}
	return os.Remove(path)
}
