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
	dry              bool
	written, removed []string // paths
}

// do makes a change, but not in a dry run.
func (d *disk) do(change func() error) error {
	if d.dry {
		return nil
	}
	return change()
}

// makeDir makes a folder and the missing ones above it.
func (d *disk) makeDir(dir string, mode fs.FileMode) error {
	return d.do(func() error { return durable.Make(dir, mode) })
}

// place writes a file of ours, whose folder it makes, unless it is there already and
// may be run where it must be. A link there is replaced: it points at what would be
// overwritten.
func (d *disk) place(path string, data []byte, mode, folder fs.FileMode) error {
	if err := d.makeDir(filepath.Dir(path), folder); err != nil {
		return err
	}
	d.sweep(filepath.Dir(path))
	info, err := os.Lstat(path)
	switch {
	case err != nil:
	case info.Mode()&fs.ModeSymlink != 0:
		if err := d.remove(path); err != nil {
			return err
		}
	case info.Mode().IsRegular() && info.Mode().Perm()&0o100 == mode&0o100:
		if old, err := durable.Read(path, maxProgram); err == nil && bytes.Equal(old, data) {
			return nil
		}
	}
	return d.write(path, func() error {
		return unlessRunning(path, func() error { return durable.File(path).Replace(data, mode) })
	})
}

// write makes a change that writes to a path.
func (d *disk) write(path string, change func() error) error {
	err := d.do(change)
	if err == nil && !slices.Contains(d.written, path) {
		d.written = append(d.written, path)
	}
	return err
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
	below := [2]string{from, to}
	for i, path := range below {
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err == nil {
			path, err = filepath.Rel(top, filepath.Join(dir, filepath.Base(path)))
		}
		if err != nil {
			return err
		}
		below[i] = filepath.ToSlash(path)
	}
	return durable.In(top, below[0]).Move(below[1])
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
	_ = d.do(func() error { durable.In(dir, ".").Sweep(); return nil })
}
