package durable

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/natefinch/atomic"
)

// ErrChanged is the cause of a swap that met something else than it was to
// replace.
var ErrChanged = errors.New("another program changed it meanwhile")

// Swap is Replace for a file that other programs write too: it replaces the
// bytes before, or makes the file where before is nil. The file is read once
// more when the new one is on the disk, and then replaced at once; one that
// holds anything else by then is left alone: ErrChanged. path may be a symlink:
// the link stays, and the file it leads to is replaced.
func Swap(path string, before, data []byte, mode fs.FileMode) error {
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return swapMissing(path, before, data, mode)
	}
	if err != nil {
		return fmt.Errorf("writing %q: %w", path, err)
	}
	if info, err := os.Lstat(target); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("writing %q: not a regular file: %w", path, fs.ErrInvalid)
	}
	if before == nil {
		return fmt.Errorf("writing %q: it is there: %w", path, ErrChanged)
	}
	return withTemp(target, data, mode, func(temp string) error {
		if err := holds(target, before); err != nil {
			return err
		}
		return atomic.ReplaceFile(temp, target)
	})
}

// swapMissing is Swap where path leads to no file.
func swapMissing(path string, before, data []byte, mode fs.FileMode) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("writing %q: the link leads nowhere: %w", path, fs.ErrInvalid)
	}
	if before != nil {
		return fmt.Errorf("writing %q: it is gone: %w", path, ErrChanged)
	}
	err := Create(path, data, mode)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: %w", err, ErrChanged)
	}
	return err
}

// holds returns ErrChanged unless the regular file at path holds want. It ends
// with a look at the file's entry, so that hardly any time lies between what
// it saw and what its caller does.
func holds(path string, want []byte) error {
	first, err := os.Lstat(path)
	if err != nil {
		return changed(err)
	}
	b, err := Read(path, int64(len(want)))
	if err != nil {
		return changed(err)
	}
	last, err := os.Lstat(path)
	if err != nil {
		return changed(err)
	}
	if !bytes.Equal(b, want) || !os.SameFile(first, last) || !first.ModTime().Equal(last.ModTime()) {
		return ErrChanged
	}
	return nil
}

// changed turns an error that another size or a missing file brings into
// ErrChanged.
func changed(err error) error {
	if errors.Is(err, ErrTooLarge) || errors.Is(err, fs.ErrNotExist) {
		return ErrChanged
	}
	return err
}
