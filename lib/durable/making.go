package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"holdfast/lib/platform"
)

const makingSuffix = ".d" + tempSuffix

// A Making is a folder that is being made: it appears whole under its name or
// not at all. Its name is taken from the beginning. It lies beside its place
// under a name that Temp recognises, and is not this process's to read by
// others.
type Making struct {
	place string
	claim tempFile
	dir   string

	mu      sync.Mutex
	folders map[string]bool // that were made, as paths
	files   []string        // that were written and not synced yet, as paths
}

// MakeFolder begins the folder called name in parent, where nothing may stand
// yet and nobody else may be making it: fs.ErrExist. What dead makers left in
// parent is removed first.
func MakeFolder(parent, name string) (*Making, error) {
	place := filepath.Join(parent, name)
	SweepFolders(parent)
	base := filepath.Join(parent, tempPrefix+name)
	f, err := os.OpenFile(base+tempSuffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("making folder %q: %w", place, err)
	}
	m := &Making{place: place, claim: tempFile{name: f.Name(), lock: f}, dir: base + makingSuffix, folders: map[string]bool{}}
	if !m.claim.claim() {
		f.Close()
		return nil, fmt.Errorf("making folder %q: %w", place, fs.ErrExist)
	}
	if _, err := os.Lstat(place); !errors.Is(err, fs.ErrNotExist) {
		m.claim.close()
		return nil, fmt.Errorf("making folder %q: %w", place, fs.ErrExist)
	}
	if err := os.Mkdir(m.dir, 0o700); err != nil {
		m.claim.close()
		return nil, fmt.Errorf("making folder %q: %w", place, err)
	}
	return m, nil
}

// Path is where the folder lies while it is made.
func (m *Making) Path() string { return m.dir }

// Copy writes what from gives into the folder at rel, which must be new; the
// folders above it are made. Nothing is durable before [Making.Sync] or
// [Making.Publish]. Several goroutines may copy.
func (m *Making) Copy(rel string, from io.Reader) error {
	to, err := m.room(rel)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		os.Remove(to)
		return err
	}
	m.mu.Lock()
	m.files = append(m.files, to)
	m.mu.Unlock()
	return nil
}

// Open opens a file of the folder for reading.
func (m *Making) Open(rel string) (*os.File, error) {
	return os.Open(filepath.Join(m.dir, filepath.FromSlash(rel)))
}

// Remove takes a file away again.
func (m *Making) Remove(rel string) error {
	path := filepath.Join(m.dir, filepath.FromSlash(rel))
	m.mu.Lock()
	m.files = slices.DeleteFunc(m.files, func(f string) bool { return f == path })
	m.mu.Unlock()
	return os.Remove(path)
}

// Link gives the file at path a name in the folder. It must be the regular
// file that same describes: ErrChanged. Where no link can be made the error is
// that of platform.LinkExclusive.
func (m *Making) Link(rel, path string, same fs.FileInfo) error {
	to, err := m.room(rel)
	if err != nil {
		return err
	}
	if err := platform.LinkExclusive(path, to); err != nil {
		return err
	}
	if info, err := os.Lstat(to); err != nil || !os.SameFile(info, same) {
		os.Remove(to)
		return fmt.Errorf("linking %q: %w", path, ErrChanged)
	}
	return nil
}

// room makes the folders above rel and returns its path.
func (m *Making) room(rel string) (string, error) {
	to := filepath.Join(m.dir, filepath.FromSlash(rel))
	dir := filepath.Dir(to)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.folders[dir] {
		return to, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	for ; len(dir) > len(m.dir); dir = filepath.Dir(dir) {
		m.folders[dir] = true
	}
	return to, nil
}

// manyFiles is from how many files and folders on the whole file system is
// synced at once, where that is possible: to wait for the disk for each of them
// costs more then than what other programs may have left to write.
const manyFiles = 64

// Sync brings all that is in the folder to the disk. It may run while the
// files are read.
func (m *Making) Sync() error {
	m.mu.Lock()
	files := m.files
	m.files = nil
	folders := slices.Collect(maps.Keys(m.folders))
	m.mu.Unlock()
	if len(files)+len(folders) >= manyFiles {
		if done, err := platform.SyncFileSystem(m.dir); done {
			return err
		}
	}
	if err := syncFiles(files); err != nil {
		return err
	}
	for _, dir := range append(folders, m.dir) {
		if err := platform.SyncDir(dir); err != nil {
			return err
		}
	}
	return nil
}

// syncFiles waits for the files, several at a time: the disk serves the waits
// of several in one go.
func syncFiles(files []string) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, min(8, len(files)))
	for worker := range errs {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(files); i = int(next.Add(1)) - 1 {
				f, err := os.OpenFile(files[i], os.O_WRONLY, 0)
				if err == nil {
					err = f.Sync()
					f.Close()
				}
				if err != nil {
					errs[worker] = err
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Publish puts the folder in its place, with all that it holds on the disk.
func (m *Making) Publish() error {
	defer m.claim.close()
	err := m.Sync()
	if err == nil {
		err = os.Rename(m.dir, m.place)
	}
	if err != nil {
		os.RemoveAll(m.dir)
		return fmt.Errorf("making folder %q: %w", m.place, err)
	}
	return platform.SyncDir(filepath.Dir(m.place))
}

// Discard takes an unpublished folder away.
func (m *Making) Discard() {
	os.RemoveAll(m.dir)
	m.claim.close()
}

// SweepFolders removes from dir the folders being made whose maker died, and
// the temp files that [Sweep] removes.
func SweepFolders(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case !Temp(name):
		case e.IsDir() && strings.HasSuffix(name, makingSuffix):
			sweepFolder(dir, name)
		case !e.IsDir():
			removeIfUnlocked(filepath.Join(dir, name))
		}
	}
}

// sweepFolder removes a folder whose claim is free. The claim is taken for the
// time of the removal, so that nobody makes the folder anew meanwhile.
func sweepFolder(dir, name string) {
	claim := filepath.Join(dir, strings.TrimSuffix(name, makingSuffix)+tempSuffix)
	f, err := os.OpenFile(claim, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return
	}
	t := tempFile{name: claim, lock: f}
	if !t.claim() {
		f.Close()
		return
	}
	os.RemoveAll(filepath.Join(dir, name))
	t.close()
}

// Vanish takes the folder at path away so that it is gone whole before its
// contents go.
func Vanish(path string) error {
	dir, name := filepath.Split(path)
	gone := filepath.Join(dir, tempPrefix+name+makingSuffix)
	if err := os.Rename(path, gone); err != nil {
		return fmt.Errorf("removing %q: %w", path, err)
	}
	if err := platform.SyncDir(filepath.Clean(dir)); err != nil {
		return err
	}
	if err := os.RemoveAll(gone); err != nil {
		return fmt.Errorf("removing %q: %w", path, err)
	}
	return nil
}
