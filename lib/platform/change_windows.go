package platform

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// Rename gives the entry old of an open folder the name to there, in place of a
// file or link.
func Rename(dir *os.Root, old, to string) error {
	return patiently(func() error { return dir.Rename(old, to) })
}

// Remove removes a file, a link or an empty folder of an open folder. Where the
// file system does not know POSIX semantics, a file that a program has open keeps
// its name until that is closed.
func Remove(dir *os.Root, name string) error {
	return patiently(func() error {
		if err := dir.Remove(name); !unknown(err) {
			return err
		}
		return removeAtClose(dir, name)
	})
}

// RemoveAll removes an entry of an open folder with all below it.
func RemoveAll(dir *os.Root, name string) error {
	if err := dir.RemoveAll(name); err == nil {
		return nil
	}
	info, err := dir.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && info.IsDir() {
		err = removeBelow(dir, name)
	}
	if err != nil {
		return err
	}
	return Remove(dir, name)
}

func removeBelow(dir *os.Root, name string) error {
	sub, err := dir.OpenRoot(name)
	if err != nil {
		return err
	}
	defer sub.Close()
	f, err := sub.Open(".")
	if err != nil {
		return err
	}
	names, err := f.Readdirnames(-1)
	f.Close()
	for _, name := range names {
		err = errors.Join(err, RemoveAll(sub, name))
	}
	return err
}

// removeAtClose removes by a handle: what is not gone when it is closed is a folder
// that holds something, or open elsewhere.
func removeAtClose(dir *os.Root, name string) error {
	if info, err := dir.Lstat(name); err == nil && info.Mode().IsRegular() && info.Mode()&0o200 == 0 {
		_ = dir.Chmod(name, 0o600) // a file that is only for reading is not removed
	}
	f, err := dir.OpenFile(name, windows.FILE_FLAG_DELETE_ON_CLOSE|windows.FILE_FLAG_OPEN_REPARSE_POINT, 0)
	if err != nil {
		return err
	}
	f.Close()
	if info, err := dir.Lstat(name); err == nil && info.IsDir() {
		return &fs.PathError{Op: "remove", Path: name, Err: windows.ERROR_DIR_NOT_EMPTY}
	}
	return nil
}

// patiently does again, for a second or two, what another program keeps from being
// done: a reader or a virus scanner that has the file open.
func patiently(do func() error) error {
	for try := range 64 {
		err := do()
		busy := errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_SHARING_VIOLATION) ||
			errors.Is(err, windows.ERROR_DELETE_PENDING)
		if !busy {
			return err
		}
		time.Sleep(rand.N(time.Millisecond << min(try, 6)))
	}
	return do()
}

func unknown(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, windows.ERROR_INVALID_FUNCTION) ||
		errors.Is(err, windows.ERROR_INVALID_PARAMETER)
}
