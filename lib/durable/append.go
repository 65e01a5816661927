package durable

import (
	"fmt"
	"io/fs"
	"os"
)

// Append adds data at the end of the file at path in one write, which other
// appenders do not split, and makes it durable. The file is made with mode
// where it is missing; a symlink there is refused: fs.ErrInvalid.
func Append(path string, data []byte, mode fs.FileMode) error {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
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
	if err := f.Sync(); err != nil {
		f.Close()
		return fmt.Errorf("appending to %q: %w", path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("appending to %q: %w", path, err)
	}
	return nil
}
