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

	"holdfast/lib/cli"
	"holdfast/lib/durable"
)

// maxProgram bounds a program's file; a release build has a few MB.
const maxProgram = 256 << 20

// checkSources makes sure that everything to be installed is there, before
// anything is written.
func (j *job) checkSources() error {
	for _, name := range programs {
		path := filepath.Join(j.site.from, name+j.site.suffix)
		info, err := os.Stat(path)
		if err == nil && !info.Mode().IsRegular() {
			err = fs.ErrInvalid
		}
		if err != nil {
			return &cli.Error{Code: cli.Failed, Cause: err,
				Message: fmt.Sprintf("the program %q is not beside this one", name),
				Hint:    "run make install in a checkout, or the holdfast of a complete release archive"}
		}
	}
	return nil
}

// copyPrograms brings the programs into the machine folder. A file is replaced
// whole, so that one that runs right now goes on running.
func (j *job) copyPrograms() error {
	if j.record.Version != cli.Version() {
		j.report.Before = j.record.Version
	}
	j.record.Version = cli.Version()
	j.record.addBin(j.site.machine.Bin())
	if err := j.disk.makeDir(j.site.machine.Bin(), 0o700); err != nil {
		return err
	}
	for _, name := range programs {
		data, err := durable.Read(filepath.Join(j.site.from, name+j.site.suffix), maxProgram)
		if err != nil {
			return fmt.Errorf("copying the program %q: %w", name, err)
		}
		if err := j.place(j.site.program(name), data, modeProgram); err != nil {
			return fmt.Errorf("copying the program %q: %w", name, err)
		}
	}
	return nil
}

// place writes a file unless it is there already, and may be run where it
// must be.
func (j *job) place(path string, data []byte, mode fs.FileMode) error {
	j.disk.sweep(filepath.Dir(path))
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		// The folder is ours: a link in it points at what would be overwritten.
		if err := j.disk.remove(path); err != nil {
			return err
		}
	} else if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o100 == mode&0o100 {
		if old, err := durable.Read(path, maxProgram); err == nil && bytes.Equal(old, data) {
			return nil
		}
	}
	return j.disk.write(path, data, mode)
}

// removePrograms takes the programs away.
func (j *job) removePrograms() error {
	var failed error
	for _, name := range programs {
		path := j.site.program(name)
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := j.disk.remove(path); err != nil && failed == nil {
			failed = err
		}
	}
	if err := j.dropSavedSkills(); err != nil && failed == nil {
		failed = err
	}
	if bin := j.site.machine.Bin(); !j.removeEmpty(bin) && runtime.GOOS == "windows" {
		j.report.Kept = append(j.report.Kept, bin)
	}
	return failed
}

// removeEmpty removes a folder that holds nothing; it reports whether the
// folder is gone.
func (j *job) removeEmpty(dir string) bool {
	j.disk.sweep(dir)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	if slices.Contains(j.disk.removed, dir) {
		return true
	}
	if err != nil || left(dir, entries, j.disk.removed) {
		return false
	}
	return j.disk.remove(dir) == nil
}

// left reports whether a folder holds more than what was removed, which a dry
// run still sees.
func left(dir string, entries []fs.DirEntry, removed []string) bool {
	gone := map[string]bool{}
	for _, path := range removed {
		gone[path] = true
	}
	for _, e := range entries {
		if !gone[filepath.Join(dir, e.Name())] {
			return true
		}
	}
	return false
}
