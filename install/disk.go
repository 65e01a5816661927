package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"holdfast/lib/durable"
)

const (
	modePrivate fs.FileMode = 0o600
	modeProgram fs.FileMode = 0o755
	modeFolder  fs.FileMode = 0o755
	modeOwn     fs.FileMode = 0o700 // of folders in the machine folder
)

// maxProgram bounds a program's file; a release build has a few MB.
const maxProgram = 256 << 20

// A disk is where changes go, which are noted: to the real one, or nowhere in a dry
// run.
type disk struct {
	dry bool
	// written is what was written or made, removed what is gone, made the folders that
	// were made, outermost first.
	written, removed, made []string
}

// do makes a change, but not in a dry run.
func (d *disk) do(change func() error) error {
	if d.dry {
		return nil
	}
	return change()
}

func (d *disk) wrote(path string) {
	if !slices.Contains(d.written, path) {
		d.written = append(d.written, path)
	}
}

// makeDir makes a folder and the missing ones above it.
func (d *disk) makeDir(dir string, mode fs.FileMode) error {
	var absent []string
	for at := dir; at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, err := os.Lstat(at); err == nil {
			break
		}
		if !slices.Contains(d.made, at) {
			absent = append(absent, at)
		}
	}
	err := d.do(func() error { return durable.Make(dir, mode) })
	if err == nil {
		slices.Reverse(absent)
		d.made = append(d.made, absent...)
	}
	return err
}

// place writes a file of ours unless it is there already, and may be run where it
// must be. It removes what a killed installation left half written beside it.
func (d *disk) place(path string, data []byte, mode fs.FileMode) error {
	d.sweep(filepath.Dir(path))
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		// The folder is ours: a link in it points at what would be overwritten.
		if err := d.remove(path); err != nil {
			return err
		}
	} else if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o100 == mode&0o100 {
		if old, err := durable.Read(path, maxProgram); err == nil && bytes.Equal(old, data) {
			return nil
		}
	}
	d.wrote(path)
	return d.do(func() error {
		return unlessRunning(path, func() error { return durable.File(path).Replace(data, mode) })
	})
}

// unlessRunning changes a file. Windows lets nobody replace or remove a program that
// runs, but rename it: it goes to the folder for temporary files, and where that is
// on another volume gets a name that a sweep removes once it ended.
func unlessRunning(path string, change func() error) error {
	err := change()
	if runtime.GOOS != "windows" || !errors.Is(err, fs.ErrPermission) {
		return err
	}
	away := filepath.Join(os.TempDir(), fmt.Sprintf("holdfast-%d-%s.old", os.Getpid(), filepath.Base(path)))
	if move(path, away) != nil && durable.File(path).Retire() != nil {
		return err
	}
	return change()
}

// move renames a file or folder to a name on the same volume.
func move(from, to string) error {
	top := filepath.VolumeName(from) + string(filepath.Separator)
	rel := func(path string) (string, error) {
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return "", err
		}
		rel, err := filepath.Rel(top, filepath.Join(dir, filepath.Base(path)))
		return filepath.ToSlash(rel), err
	}
	source, err := rel(from)
	target, targetErr := rel(to)
	if err := errors.Join(err, targetErr); err != nil {
		return err
	}
	return durable.In(top, source).Move(target)
}

// swap replaces the bytes before alone, as durable's Swap does, in the file that a
// link at path leads to: the link stays. A dangling one is an error.
func (d *disk) swap(path string, before, data []byte, mode fs.FileMode) error {
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		target, err = path, nil
		if _, found := os.Lstat(path); found == nil {
			err = fmt.Errorf("writing %q: it is a dangling symlink", path)
		}
	}
	if err == nil {
		err = d.do(func() error { return durable.File(target).Swap(before, data, mode) })
	}
	if err == nil {
		d.wrote(path)
	}
	return err
}

// remove takes a file or an empty folder away.
func (d *disk) remove(path string) error {
	d.removed = append(d.removed, path)
	return d.do(func() error {
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			return durable.File(path).RemoveEmpty()
		}
		return unlessRunning(path, durable.File(path).Remove)
	})
}

// removeTree takes a folder and all in it away.
func (d *disk) removeTree(path string) error {
	d.removed = append(d.removed, path)
	return d.do(durable.File(path).RemoveAll)
}

// removeEmpty removes a folder that holds nothing; it reports whether the
// folder is gone.
func (d *disk) removeEmpty(dir string) bool {
	d.sweep(dir)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || slices.Contains(d.removed, dir) {
		return true
	}
	stays := func(e fs.DirEntry) bool { // a dry run still sees what was removed
		return !slices.Contains(d.removed, filepath.Join(dir, e.Name()))
	}
	return err == nil && !slices.ContainsFunc(entries, stays) && d.remove(dir) == nil
}

// sweep removes what a killed installation left half written in a folder.
func (d *disk) sweep(dir string) {
	if !d.dry {
		durable.In(dir, ".").Sweep()
	}
}
