package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"holdfast/lib/durable"
)

const (
	modePrivate fs.FileMode = 0o600
	modeShared  fs.FileMode = durable.Shared
	modeProgram fs.FileMode = 0o755
	modeFolder  fs.FileMode = 0o755
)

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
	absent := missing(dir)
	err := d.do(func() error { return durable.Make(dir, mode) })
	for _, m := range absent {
		if err == nil && !slices.Contains(d.made, m) {
			d.made = append(d.made, m)
		}
	}
	return err
}

// missing returns the folders of dir's path that are not there, outermost
// first.
func missing(dir string) []string {
	var all []string
	for {
		if _, err := os.Lstat(dir); err == nil || filepath.Dir(dir) == dir {
			slices.Reverse(all)
			return all
		}
		all = append(all, dir)
		dir = filepath.Dir(dir)
	}
}

// write replaces or makes a regular file.
func (d *disk) write(path string, data []byte, mode fs.FileMode) error {
	d.wrote(path)
	return d.do(func() error {
		return unlessRunning(path, func() error { return durable.File(path).Replace(data, mode) })
	})
}

// unlessRunning changes a file. Windows lets nobody replace or remove a program that
// runs, but rename it: a sweep removes it once it ended.
func unlessRunning(path string, change func() error) error {
	err := change()
	if runtime.GOOS != "windows" || !errors.Is(err, fs.ErrPermission) || durable.File(path).Retire() != nil {
		return err
	}
	return change()
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

// link makes a symbolic link where nothing is.
func (d *disk) link(path, target string) error {
	d.wrote(path)
	return d.do(func() error { return durable.File(path).Link(target) })
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

// setAside renames a file, and returns its new name.
func (d *disk) setAside(path string, now time.Time) (string, error) {
	to := filepath.Base(path) + ".set-aside-" + now.UTC().Format("20060102T150405Z")
	err := d.do(func() (err error) {
		to, err = durable.File(path).SetAside(now)
		return err
	})
	return filepath.Join(filepath.Dir(path), to), err
}

// sweep removes what a killed installation left half written in a folder.
func (d *disk) sweep(dir string) {
	if !d.dry {
		durable.In(dir, ".").Sweep()
	}
}
