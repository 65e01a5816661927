package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"holdfast/lib/platform"
)

const stagedSuffix = ".d" + tempSuffix

// A Making is a folder that is being made: it appears whole under its name or
// not at all. Its name is taken from the beginning. It is beside its place
// under a name that Temp recognises, and is not this process's to read by
// others. All that is done to it is done in the folders that were open when it
// was begun: one that is swapped for a link later leads nowhere else.
type Making struct {
	parent *Tree
	in     *Tree  // the folder while it is made
	name   string // in parent, when it is done
	claim  *os.File

	mu      sync.Mutex
	folders map[string]*Tree // that were made, relative to it; nil where it is not kept open
	open    int
	files   []string // that were written and not synced yet, relative to it
}

func (m *Making) claimName() string { return tempPrefix + m.name + tempSuffix }

func (m *Making) temp() string { return tempPrefix + m.name + stagedSuffix }

// MakeFolder begins the folder called name in parent, where nothing may stand
// yet and nobody else may be making it: fs.ErrExist. What dead makers left in
// parent is removed first. parent may be closed after that.
func MakeFolder(parent *Tree, name string) (*Making, error) {
	parent, err := parent.Folder(".")
	if err != nil {
		return nil, err
	}
	m := &Making{parent: parent, name: name, folders: map[string]*Tree{}}
	parent.Sweep(".")
	if err := m.begin(); err != nil {
		m.end()
		return nil, fmt.Errorf("making folder %q: %w", m.place(), bare(err))
	}
	return m, nil
}

func (m *Making) begin() error {
	var err error
	if m.claim, err = claim(m.parent.root, m.claimName(), private); err != nil {
		return err
	}
	if _, err := m.parent.root.Lstat(m.name); !errors.Is(err, fs.ErrNotExist) {
		return fs.ErrExist
	}
	if err := m.parent.root.Mkdir(m.temp(), 0o700); err != nil {
		return err
	}
	m.in, err = m.parent.Folder(m.temp())
	return err
}

// end gives up what is open, and the claim.
func (m *Making) end() {
	m.leave()
	if m.claim != nil {
		m.parent.root.Remove(m.claimName())
		m.claim.Close()
	}
	m.parent.Close()
}

// leave closes the folder and those in it.
func (m *Making) leave() {
	for _, dir := range m.folders {
		if dir != nil {
			dir.Close()
		}
	}
	m.folders = nil
	if m.in != nil {
		m.in.Close()
	}
	m.in = nil
}

func (m *Making) place() string { return path.Join(m.parent.path, m.name) }

// Copy writes what from gives into the folder at rel, which must be new; the
// folders above it are made. Nothing is durable before [Making.Sync] or
// [Making.Publish]. Several goroutines may copy.
func (m *Making) Copy(rel string, from io.Reader) error {
	dir, name, err := m.room(rel)
	if err != nil {
		return err
	}
	f, err := dir.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if sparse(from) {
		err = copySparse(f, from)
	} else {
		_, err = io.Copy(f, from)
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		dir.root.Remove(name)
		return bare(err)
	}
	m.mu.Lock()
	m.files = append(m.files, rel)
	m.mu.Unlock()
	return nil
}

// Open opens a file of the folder for reading.
func (m *Making) Open(rel string) (*os.File, error) {
	dir, name := m.at(rel)
	return dir.root.OpenFile(name, os.O_RDONLY|platform.NonBlocking, 0)
}

// Remove takes a file away again.
func (m *Making) Remove(rel string) error {
	m.mu.Lock()
	m.files = slices.DeleteFunc(m.files, func(f string) bool { return f == rel })
	m.mu.Unlock()
	return m.in.root.Remove(rel)
}

// Link gives a file that is elsewhere in the folder's parent, at from there,
// a name in the folder. It must be the regular file that same describes:
// ErrChanged. in, where it is not nil, is the open folder that from is in,
// which saves the way to it.
func (m *Making) Link(rel, from string, in *Tree, same fs.FileInfo) error {
	dir, name, err := m.room(rel)
	if err != nil {
		return err
	}
	err = errors.ErrUnsupported
	if in != nil && !strings.Contains(name, "/") {
		err = linkAt(in, path.Base(from), dir, name)
	}
	if errors.Is(err, errors.ErrUnsupported) {
		err = m.parent.root.Link(from, m.temp()+"/"+rel)
	}
	if err != nil {
		return fmt.Errorf("linking %q: %w", from, bare(err))
	}
	if info, err := dir.root.Lstat(name); err != nil || !os.SameFile(info, same) {
		dir.root.Remove(name)
		return fmt.Errorf("linking %q: %w", from, ErrChanged)
	}
	return nil
}

func linkAt(in *Tree, old string, to *Tree, name string) error {
	source, err := in.handle()
	if err != nil {
		return err
	}
	target, err := to.handle()
	if err != nil {
		return err
	}
	return platform.LinkAt(source, old, target, name)
}

// maxOpen is how many folders are kept open: to open each again, one by one from
// the top, for each file of it takes longer than to copy a small one.
const maxOpen = 200

// room makes the folders above rel, and returns the one that it is in, with
// its name there.
func (m *Making) room(rel string) (*Tree, string, error) {
	dir := path.Dir(rel)
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.folders[dir]; dir != "." && !known {
		if err := m.make(dir); err != nil {
			return nil, "", err
		}
	}
	in, name := m.find(rel)
	return in, name, nil
}

// make makes a folder and those above it.
func (m *Making) make(dir string) error {
	if err := m.in.root.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for above := path.Dir(dir); above != "."; above = path.Dir(above) {
		if _, known := m.folders[above]; !known {
			m.folders[above] = nil
		}
	}
	m.folders[dir] = nil
	if m.open < maxOpen {
		if kept, err := m.in.Folder(dir); err == nil {
			m.folders[dir] = kept
			m.open++
		}
	}
	return nil
}

// at is the open folder to find rel in, and its name there; the name is a path
// where the folder itself is not kept open.
func (m *Making) at(rel string) (*Tree, string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.find(rel)
}

func (m *Making) find(rel string) (*Tree, string) {
	dir, name := path.Split(rel)
	if kept := m.folders[strings.TrimSuffix(dir, "/")]; kept != nil {
		return kept, name
	}
	return m.in, rel
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
		if done, err := platform.SyncFileSystem(m.parent.path); done {
			return err
		}
	}
	if err := m.syncFiles(files); err != nil {
		return err
	}
	for _, dir := range append(folders, ".") {
		if err := m.syncFolder(dir); err != nil {
			return err
		}
	}
	return nil
}

func (m *Making) syncFolder(rel string) error {
	f, err := m.in.root.OpenFile(rel, os.O_RDONLY|platform.NonBlocking, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return platform.SyncOpenDir(f)
}

// syncFiles waits for the files, several at a time: the disk serves the waits
// of several in one go.
func (m *Making) syncFiles(files []string) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, min(8, len(files)))
	for worker := range errs {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(files); i = int(next.Add(1)) - 1 {
				dir, name := m.at(files[i])
				f, err := dir.root.OpenFile(name, os.O_WRONLY|platform.NonBlocking, 0)
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
	defer m.end()
	err := m.Sync()
	m.leave() // Windows renames no folder in which something is open
	if err == nil {
		err = m.parent.root.Rename(m.temp(), m.name)
	}
	if err != nil {
		m.parent.root.RemoveAll(m.temp())
		return fmt.Errorf("making folder %q: %w", m.place(), bare(err))
	}
	return syncDir(m.parent.root)
}

// Discard takes an unpublished folder away.
func (m *Making) Discard() {
	m.parent.root.RemoveAll(m.temp())
	m.end()
}

// Vanish removes the folder at rel so that it is gone whole before its contents
// go.
func (t *Tree) Vanish(rel string) error {
	return t.in(rel, "removing", func(dir *os.Root, name string) error {
		gone := tempPrefix + name + stagedSuffix
		if err := dir.Rename(name, gone); err != nil {
			return err
		}
		if err := syncDir(dir); err != nil {
			return err
		}
		return dir.RemoveAll(gone)
	})
}
