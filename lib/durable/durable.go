// Package durable is the only package that writes files. What it writes is on the disk
// when it returns, appears whole or not at all, and is never written through a symlink.
//
// A file being written is stored beside its place under a name that [Temp] recognises, over which
// readers pass, and locked by its writer: [Place.Sweep] removes those whose writer died.
package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"

	"holdfast/lib/platform"
)

// The causes of errors, beside those of io/fs.
var (
	ErrTooLarge   = platform.ErrTooLarge   // a file has more bytes than a read may take
	ErrNotRegular = platform.ErrNotRegular // anything else is in the place of a file, or of a folder
	ErrLink       = platform.ErrLink       // a link is in the way
	ErrBusy       = errors.New("another process has locked it")
	ErrChanged    = errors.New("another program changed it concurrently")
)

// Missing reports whether an error says that nothing is at a path, or a file is where a folder was to be.
func Missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

const (
	tempPrefix = ".holdfast-"
	tempSuffix = ".tmp"
	// maxTries is how often a name that another process took is tried again.
	maxTries = 16
)

// Temp reports whether name is one that this package gives to what is being written.
func Temp(name string) bool {
	return strings.HasPrefix(name, tempPrefix) && strings.HasSuffix(name, tempSuffix)
}

// tempName holds the writer's process id, for a person who finds it.
func tempName() string {
	return fmt.Sprintf("%s%d-%s%s", tempPrefix, os.Getpid(), random(), tempSuffix)
}

func random() string { return fmt.Sprintf("%012x", rand.Uint64()>>16) }

// private is the mode in which a file is made that gets its own later.
const private fs.FileMode = 0o600

// claim makes the file called name and keeps it locked until it is closed, so that no sweep
// takes it for a dead writer's: fs.ErrExist where the name is taken, or one came between.
func claim(dir *handle, name string, mode fs.FileMode) (*os.File, error) {
	f, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, err
	}
	locked, err := platform.TryLock(f)
	if err != nil || locked && named(dir, name, f) { // on a file system without locks nothing is swept
		return f, nil
	}
	f.Close()
	return nil, fs.ErrExist
}

// named reports whether f is what dir calls name.
func named(dir *handle, name string, f *os.File) bool {
	own, err := f.Stat()
	found, foundErr := dir.Lstat(name)
	return err == nil && foundErr == nil && os.SameFile(own, found)
}

func claimTemp(dir *handle, mode fs.FileMode) (f *os.File, name string, err error) {
	for range maxTries {
		name = tempName()
		if f, err = claim(dir, name, mode); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return f, name, err
}

// Sweep removes from the folder there what dead writers left: temp files and staged folders.
// A store's writer does so once, before it writes. What cannot be removed stays.
func (p Place) Sweep() {
	_ = p.folder("sweeping", func(dir *handle) error { dir.sweep(); return nil })
}

func (h *handle) sweep() {
	names, _ := h.names()
	for _, name := range names {
		if Temp(name) {
			sweep(h, name)
		}
	}
}

// sweep removes one entry unless its writer holds its lock: the system frees the
// lock of a process that dies. No writer makes a link or a pipe.
func sweep(dir *handle, name string) {
	info, err := dir.Lstat(name)
	switch staged := strings.HasSuffix(name, stagedSuffix); {
	case err != nil, info.IsDir() && !staged:
	case info.IsDir():
		// A dead maker's claim goes first; it is taken meanwhile, so that no process makes the folder.
		own := strings.TrimSuffix(name, stagedSuffix) + tempSuffix
		sweep(dir, own)
		if f, err := claim(dir, own, private); err == nil {
			platform.RemoveAll(dir.Root, name)
			platform.Remove(dir.Root, own)
			f.Close()
		}
	case !info.Mode().IsRegular():
		platform.Remove(dir.Root, name)
	default:
		if f, err := dir.OpenFile(name, os.O_RDONLY|platform.NonBlocking, 0); err == nil {
			removeFree(dir, name, f)
			f.Close()
		}
	}
}

// removeFree removes a file that no writer holds, unless another one has its name
// by now: a second sweep may have removed it, and a writer have taken the name.
func removeFree(dir *handle, name string, f *os.File) {
	if free, err := platform.TryLock(f); err == nil && free && named(dir, name, f) {
		platform.Remove(dir.Root, name)
	}
}
