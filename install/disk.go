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

// A disk is where changes go: to the real one, or to paper for a dry run.
type disk interface {
	// makeDir makes a folder and the missing ones above it.
	makeDir(dir string, mode fs.FileMode) error
	// write replaces or makes a regular file.
	write(path string, data []byte, mode fs.FileMode) error
	// swap replaces the bytes before alone, as durable's Swap does, in the file
	// that a link at path leads to.
	swap(path string, before, data []byte, mode fs.FileMode) error
	// link makes a symbolic link where nothing is.
	link(path, target string) error
	// remove takes a file or an empty folder away.
	remove(path string) error
	// removeTree takes a folder and all in it away.
	removeTree(path string) error
	// setAside renames a file, and returns its new name.
	setAside(path string, now time.Time) (string, error)
	// sweep removes what a killed installation left half written in a folder.
	sweep(dir string)
	// done returns what was written or made, and what was removed.
	done() (written, removed []string)
	// madeFolders returns the folders that were made, outermost first.
	madeFolders() []string
}

// ledger notes what a disk did.
type ledger struct{ written, removed, made []string }

func (l *ledger) done() (written, removed []string) { return l.written, l.removed }
func (l *ledger) madeFolders() []string             { return l.made }

func (l *ledger) note(path string) {
	if !slices.Contains(l.written, path) {
		l.written = append(l.written, path)
	}
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

// onDisk changes files.
type onDisk struct{ ledger }

func (d *onDisk) makeDir(dir string, mode fs.FileMode) error {
	made := missing(dir)
	if err := durable.Make(dir, mode); err != nil {
		return err
	}
	d.made = append(d.made, made...)
	return nil
}

func (d *onDisk) write(path string, data []byte, mode fs.FileMode) error {
	d.note(path)
	return unlessRunning(path, func() error { return durable.File(path).Replace(data, mode) })
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

func (d *onDisk) swap(path string, before, data []byte, mode fs.FileMode) error {
	target, err := linkTarget(path)
	if err != nil {
		return err
	}
	if err := durable.File(target).Swap(before, data, mode); err != nil {
		return err
	}
	d.note(path)
	return nil
}

func (d *onDisk) link(path, target string) error {
	d.note(path)
	return durable.File(path).Link(target)
}

// linkTarget is the file that path leads to, which may be missing: a link at path
// stays. A dangling one is an error.
func linkTarget(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return "", fmt.Errorf("writing %q: it is a dangling symlink", path)
		}
		return path, nil
	}
	return target, err
}

func (d *onDisk) remove(path string) error {
	d.removed = append(d.removed, path)
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		return durable.File(path).RemoveEmpty()
	}
	return unlessRunning(path, durable.File(path).Remove)
}

func (d *onDisk) removeTree(path string) error {
	d.removed = append(d.removed, path)
	return durable.File(path).RemoveAll()
}

func (d *onDisk) setAside(path string, now time.Time) (string, error) {
	to, err := durable.File(path).SetAside(now)
	return filepath.Join(filepath.Dir(path), to), err
}

func (d *onDisk) sweep(dir string) { durable.In(dir, ".").Sweep() }

// onPaper changes nothing.
type onPaper struct{ ledger }

func (d *onPaper) makeDir(dir string, _ fs.FileMode) error {
	for _, m := range missing(dir) {
		if !slices.Contains(d.made, m) {
			d.made = append(d.made, m)
		}
	}
	return nil
}

func (d *onPaper) write(path string, _ []byte, _ fs.FileMode) error {
	d.note(path)
	return nil
}

func (d *onPaper) swap(path string, _, data []byte, mode fs.FileMode) error {
	return d.write(path, data, mode)
}

func (d *onPaper) link(path, _ string) error {
	d.note(path)
	return nil
}

func (d *onPaper) remove(path string) error {
	d.removed = append(d.removed, path)
	return nil
}

func (d *onPaper) sweep(string) {}

func (d *onPaper) removeTree(path string) error { return d.remove(path) }

func (d *onPaper) setAside(path string, now time.Time) (string, error) {
	return fmt.Sprintf("%s.set-aside-%s", path, now.UTC().Format("20060102T150405Z")), nil
}
