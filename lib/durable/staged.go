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

	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

const stagedSuffix = ".d" + tempSuffix

// A StagedDir is a folder that is being made: it appears whole under its name or
// not at all. Its name is taken from the beginning. It is beside its place
// under a name that Temp recognises, and is not this process's to read by
// others. All that is done to it is done in the folders that were open when it
// was begun: one that is swapped for a link later leads nowhere else.
type StagedDir struct {
	parent *Tree
	in     *Tree  // the folder while it is made
	name   string // in parent, when it is done
	claim  *os.File

	mu      sync.Mutex
	folders map[string]*Tree // that were made, relative to it; nil where it is not kept open
	open    int
	files   []string // that were written and not synced yet, relative to it
}

func (s *StagedDir) claimName() string { return tempPrefix + s.name + tempSuffix }

func (s *StagedDir) temp() string { return tempPrefix + s.name + stagedSuffix }

// Stage begins the folder called name in parent, which must not exist
// yet, and which no other process may be making: fs.ErrExist. A dead maker's is replaced
// once [Tree.Sweep] removed it. parent may be closed after that.
func Stage(parent *Tree, name string) (*StagedDir, error) {
	parent, err := parent.Folder(".")
	if err != nil {
		return nil, err
	}
	s := &StagedDir{parent: parent, name: name, folders: map[string]*Tree{}}
	if err := s.begin(); err != nil {
		s.end()
		return nil, fmt.Errorf("making folder %q: %w", s.place(), bare(err))
	}
	return s, nil
}

func (s *StagedDir) begin() error {
	var err error
	if s.claim, err = claim(s.parent.root, s.claimName(), private); err != nil {
		return err
	}
	if _, err := s.parent.root.Lstat(s.name); !errors.Is(err, fs.ErrNotExist) {
		return fs.ErrExist
	}
	if err := s.parent.root.Mkdir(s.temp(), 0o700); err != nil {
		return err
	}
	s.in, err = s.parent.Folder(s.temp())
	return err
}

// end gives up what is open, and the claim.
func (s *StagedDir) end() {
	s.leave()
	if s.claim != nil {
		platform.Remove(s.parent.root, s.claimName())
		s.claim.Close()
	}
	s.parent.Close()
}

// leave closes the folder and those in it.
func (s *StagedDir) leave() {
	for _, dir := range s.folders {
		if dir != nil {
			dir.Close()
		}
	}
	s.folders = nil
	if s.in != nil {
		s.in.Close()
	}
	s.in = nil
}

func (s *StagedDir) place() string { return path.Join(s.parent.path, s.name) }

// Copy writes what from gives into the folder at rel, which must be new; the
// folders above it are made. Nothing is durable before [StagedDir.Sync] or
// [StagedDir.Publish]. Several goroutines may copy.
func (s *StagedDir) Copy(rel string, from io.Reader) error {
	dir, name, err := s.room(rel)
	if err != nil {
		return err
	}
	f, err := dir.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		platform.Remove(dir.root, name)
		return bare(err)
	}
	s.mu.Lock()
	s.files = append(s.files, rel)
	s.mu.Unlock()
	return nil
}

// Open opens a file of the folder for reading.
func (s *StagedDir) Open(rel string) (*os.File, error) {
	dir, name := s.at(rel)
	return dir.root.OpenFile(name, os.O_RDONLY|platform.NonBlocking, 0)
}

// Remove takes a file away again.
func (s *StagedDir) Remove(rel string) error {
	s.mu.Lock()
	s.files = slices.DeleteFunc(s.files, func(f string) bool { return f == rel })
	s.mu.Unlock()
	return platform.Remove(s.in.root, rel)
}

// Link gives a file that is elsewhere in the folder's parent, at from there,
// a name in the folder. It must be the regular file that same describes:
// ErrChanged.
func (s *StagedDir) Link(rel, from string, same fs.FileInfo) error {
	dir, name, err := s.room(rel)
	if err != nil {
		return err
	}
	if err := s.parent.root.Link(from, s.temp()+"/"+rel); err != nil {
		return fmt.Errorf("linking %q: %w", from, bare(err))
	}
	if info, err := dir.root.Lstat(name); err != nil || !os.SameFile(info, same) {
		platform.Remove(dir.root, name)
		return fmt.Errorf("linking %q: %w", from, ErrChanged)
	}
	return nil
}

// maxOpen is how many folders are kept open: to open each again, one by one from
// the top, for each file of it takes longer than to copy a small one.
const maxOpen = 200

// room makes the folders above rel, and returns the one that it is in, with
// its name there.
func (s *StagedDir) room(rel string) (*Tree, string, error) {
	dir := path.Dir(rel)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.folders[dir]; dir != "." && !known {
		if err := s.makeDir(dir); err != nil {
			return nil, "", err
		}
	}
	in, name := s.find(rel)
	return in, name, nil
}

// makeDir makes a folder and those above it.
func (s *StagedDir) makeDir(dir string) error {
	if err := s.in.root.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for above := path.Dir(dir); above != "."; above = path.Dir(above) {
		if _, known := s.folders[above]; !known {
			s.folders[above] = nil
		}
	}
	s.folders[dir] = nil
	if s.open < maxOpen {
		if kept, err := s.in.Folder(dir); err == nil {
			s.folders[dir] = kept
			s.open++
		}
	}
	return nil
}

// at is the open folder to find rel in, and its name there; the name is a path
// where the folder itself is not kept open.
func (s *StagedDir) at(rel string) (*Tree, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(rel)
}

func (s *StagedDir) find(rel string) (*Tree, string) {
	dir, name := path.Split(rel)
	if kept := s.folders[strings.TrimSuffix(dir, "/")]; kept != nil {
		return kept, name
	}
	return s.in, rel
}

// manyFiles is from how many files and folders on the whole file system is
// synced at once, where that is possible: to wait for the disk for each of them
// costs more then than what other programs may have left to write.
const manyFiles = 64

// Sync brings all that is in the folder to the disk. It may run while the
// files are read.
func (s *StagedDir) Sync() error {
	s.mu.Lock()
	files := s.files
	s.files = nil
	folders := slices.Collect(maps.Keys(s.folders))
	s.mu.Unlock()
	if len(files)+len(folders) >= manyFiles {
		if done, err := platform.SyncFileSystem(s.parent.path); done {
			return err
		}
	}
	if err := s.syncFiles(files); err != nil {
		return err
	}
	for _, dir := range append(folders, ".") {
		if err := s.syncFolder(dir); err != nil {
			return err
		}
	}
	return nil
}

func (s *StagedDir) syncFolder(rel string) error {
	f, err := s.in.root.OpenFile(rel, os.O_RDONLY|platform.NonBlocking, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return platform.SyncOpenDir(f)
}

// syncFiles waits for the files, several at a time: the disk serves the waits
// of several in one go.
func (s *StagedDir) syncFiles(files []string) error {
	errs := make([]error, len(files))
	parallel.Each(8, len(files), func(i int) {
		dir, name := s.at(files[i])
		f, err := dir.root.OpenFile(name, os.O_WRONLY|platform.NonBlocking, 0)
		if err == nil {
			err = f.Sync()
			f.Close()
		}
		errs[i] = err
	})
	return errors.Join(errs...)
}

// Publish puts the folder in its place, with all that it holds on the disk.
func (s *StagedDir) Publish() error {
	defer s.end()
	err := s.Sync()
	s.leave() // Windows renames no folder in which something is open
	if err == nil {
		err = platform.Rename(s.parent.root, s.temp(), s.name)
	}
	if err != nil {
		platform.RemoveAll(s.parent.root, s.temp())
		return fmt.Errorf("making folder %q: %w", s.place(), bare(err))
	}
	return syncDir(s.parent.root)
}

// Discard takes an unpublished folder away.
func (s *StagedDir) Discard() {
	platform.RemoveAll(s.parent.root, s.temp())
	s.end()
}

// Vanish removes the folder at rel so that it is gone whole before its contents
// go.
func (t *Tree) Vanish(rel string) error {
	return t.in(rel, "removing", func(dir *os.Root, name string) error {
		gone := tempPrefix + name + stagedSuffix
		if err := platform.Rename(dir, name, gone); err != nil {
			return err
		}
		if err := syncDir(dir); err != nil {
			return err
		}
		return platform.RemoveAll(dir, gone)
	})
}
