package durable

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"holdfast/lib/platform"
)

// Append adds data at the end of the file at path in one write, which other
// appenders do not split, and makes it durable. The file is made with mode
// where it is missing; a symlink there is refused: fs.ErrInvalid.
func Append(path string, data []byte, mode fs.FileMode) error {
	return appendTo(path, data, mode, true)
}

func appendTo(path string, data []byte, mode fs.FileMode, sync bool) error {
	info, statErr := os.Lstat(path)
	if statErr == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("appending to %q: not a regular file: %w", path, fs.ErrInvalid)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, mode)
	if err != nil {
		return fmt.Errorf("appending to %q: %w", path, err)
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return fmt.Errorf("appending to %q: %w", path, err)
	}
	if sync {
		if err := f.Sync(); err != nil {
			f.Close()
			return fmt.Errorf("appending to %q: %w", path, err)
		}
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("appending to %q: %w", path, err)
	}
	if statErr != nil { // the file is new, and so is its folder's entry
		return platform.SyncDir(filepath.Dir(path))
	}
	return nil
}

// AppendDerived is Append for a file that can be made anew at any time: it does
// not wait for the disk.
func AppendDerived(path string, data []byte, mode fs.FileMode) error {
	return appendTo(path, data, mode, false)
}
