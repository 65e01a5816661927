// Package durable is the only package that writes files. What it writes is on
// the disk when it returns, appears whole or not at all, and is never written
// through a symlink that the caller did not ask to follow.
//
// A file being written lies beside its place under a name that Temp recognises
// and is locked by its writer; Sweep removes those whose writer died. Readers
// of a store pass over names that Temp recognises.
package durable

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/natefinch/atomic"

	"holdfast/lib/platform"
)

const (
	tempPrefix = ".holdfast-"
	tempSuffix = ".tmp"
)

// Temp reports whether name is one that this package gives to a file that is
// still being written.
func Temp(name string) bool {
	return strings.HasPrefix(name, tempPrefix) && strings.HasSuffix(name, tempSuffix)
}

// Replace puts data at path with the given mode, in place of what stood there.
// A symlink at path is refused: fs.ErrInvalid. The folder must exist.
func Replace(path string, data []byte, mode fs.FileMode) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("writing %q: not a regular file: %w", path, fs.ErrInvalid)
	}
	return withTemp(path, data, mode, func(temp string) error {
		return atomic.ReplaceFile(temp, path)
	})
}

// Create puts data at path, where nothing may stand yet: fs.ErrExist otherwise,
// and what stands there is left alone. Of several processes that create one
// path, one succeeds. The folder must exist.
func Create(path string, data []byte, mode fs.FileMode) error {
	return withTemp(path, data, mode, func(temp string) error {
		// In one step where that is possible: a link leaves a second name
		// behind when the process is killed before it takes it away.
		err := platform.RenameExclusive(temp, path)
		if !errors.Is(err, platform.ErrNoExclusive) {
			return err
		}
		err = platform.LinkExclusive(temp, path)
		if errors.Is(err, platform.ErrNoLinks) {
			return createWithoutLinks(path, data, mode)
		}
		return err
	})
}

// createWithoutLinks serves file systems that have no hard links: exclusive,
// but a crash can leave the file short.
func createWithoutLinks(path string, data []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if err := writeAndSync(f, data, mode); err != nil {
		os.Remove(path)
		return err
	}
	return nil
}

// withTemp writes data beside path, lets place move or link it there, and
// makes the folder's entry durable.
func withTemp(path string, data []byte, mode fs.FileMode, place func(temp string) error) error {
	dir := filepath.Dir(path)
	Sweep(dir)
	temp, err := writeTemp(dir, data, mode)
	if err != nil {
		return fmt.Errorf("writing %q: %w", path, err)
	}
	err = place(temp.name)
	temp.close()
	if err != nil {
		return fmt.Errorf("writing %q: %w", path, err)
	}
	if err := platform.SyncDir(dir); err != nil {
		return fmt.Errorf("writing %q: %w", path, err)
	}
	return nil
}

type tempFile struct {
	name string
	lock *os.File
}

// close gives up the lock and removes the temp name where it still stands.
func (t tempFile) close() {
	os.Remove(t.name)
	t.lock.Close()
}

func writeTemp(dir string, data []byte, mode fs.FileMode) (tempFile, error) {
	for {
		f, err := os.OpenFile(filepath.Join(dir, tempName()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return tempFile{}, err
		}
		t := tempFile{name: f.Name(), lock: f}
		if !t.claim() {
			f.Close()
			continue
		}
		if err := fill(f, data, mode); err != nil {
			t.close()
			return tempFile{}, err
		}
		return t, nil
	}
}

// claim locks the new file. It reports false where another process's Sweep
// came between the making and the locking, and took the file for a dead
// writer's.
func (t tempFile) claim() bool {
	locked, err := platform.TryLock(t.lock)
	if err != nil {
		return true // a file system without locks: Sweep takes nothing there
	}
	held, err := t.lock.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(t.name)
	return locked && err == nil && os.SameFile(held, named)
}

// tempName holds the writer's process id, for a person who finds it.
func tempName() string {
	var b [6]byte
	for i := range b {
		b[i] = byte(rand.Uint32())
	}
	return tempPrefix + strconv.Itoa(os.Getpid()) + "-" + hex.EncodeToString(b[:]) + tempSuffix
}

func fill(f *os.File, data []byte, mode fs.FileMode) error {
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Chmod(mode); err != nil {
		return err
	}
	return f.Sync()
}

func writeAndSync(f *os.File, data []byte, mode fs.FileMode) error {
	if err := fill(f, data, mode); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Sweep removes from dir the temp files whose writer died. It is called before
// each write in a folder, so that what a killed process left behind is gone
// after the next run. It reports nothing: what it cannot remove stays.
func Sweep(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	for {
		names, err := d.Readdirnames(512)
		for _, name := range names {
			if Temp(name) {
				removeIfUnlocked(filepath.Join(dir, name))
			}
		}
		if err != nil {
			return
		}
	}
}

// removeIfUnlocked removes a temp file unless its writer holds its lock: the
// system frees the lock of a process that dies.
func removeIfUnlocked(path string) {
	f, _, err := platform.OpenRegularNoFollow(path)
	if err != nil {
		return
	}
	defer f.Close()
	if free, err := platform.TryLock(f); err == nil && free {
		os.Remove(path)
	}
}
