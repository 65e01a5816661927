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
	"sync"

	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

const stagedSuffix = ".d" + tempSuffix

// A StagedDir is a folder that is being made: it appears whole under its name or
// not at all. Its name is taken from the beginning. It is beside its place
// under a name that Temp recognises, and is not this process's to read by
// others. All that is done to it is done in the folder that was open when it
// was begun: one that is swapped for a link later leads nowhere else.
type StagedDir struct {
	parent *Tree
	in     *Tree  // the folder while it is made
	name   string // in parent, when it is done
	claim  *os.File

	mu      sync.Mutex
	folders map[string]bool // that were made, relative to it
	files   []string        // that were written, relative to it
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
	s := &StagedDir{parent: parent, name: name, folders: map[string]bool{}}
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

// leave closes the folder: Windows renames none in which something is open.
func (s *StagedDir) leave() {
	if s.in != nil {
		s.in.Close()
	}
	s.in = nil
}

func (s *StagedDir) place() string { return path.Join(s.parent.path, s.name) }

// Copy writes what from gives into the folder at rel, which must be new; the
// folders above it are made. Nothing is durable before [StagedDir.Publish]. Several goroutines may copy.
func (s *StagedDir) Copy(rel string, from io.Reader) error {
	if err := s.makeFolder(path.Dir(rel)); err != nil {
		return err
	}
	f, err := s.in.root.OpenFile(rel, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		platform.Remove(s.in.root, rel)
		return bare(err)
	}
	s.mu.Lock()
	s.files = append(s.files, rel)
	s.mu.Unlock()
	return nil
}

// Folder makes the folder at rel and those above it, and opens it: to be closed
// before [StagedDir.Publish].
func (s *StagedDir) Folder(rel string) (*Tree, error) {
	if err := s.makeFolder(rel); err != nil {
		return nil, err
	}
	return s.in.Folder(rel)
}

// Link gives the file called name in the folder from a name in t. It must be the
// regular file that same describes: ErrChanged.
func (t *Tree) Link(as string, from *Tree, name string, same fs.FileInfo) error {
	source, err := from.asFile()
	if err != nil {
		return err
	}
	target, err := t.asFile()
	if err != nil {
		return err
	}
	err = platform.LinkAt(source, name, target, as)
	if err == nil {
		var info fs.FileInfo
		if info, err = t.root.Lstat(as); err != nil || !os.SameFile(info, same) {
			platform.Remove(t.root, as)
			err = ErrChanged
		}
	}
	if err != nil {
		return fmt.Errorf("linking %q: %w", name, bare(err))
	}
	return nil
}

// makeFolder makes a folder and those above it.
func (s *StagedDir) makeFolder(dir string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if dir == "." || s.folders[dir] {
		return nil
	}
	for above := dir; above != "."; above = path.Dir(above) {
		s.folders[above] = true
	}
	return s.in.root.MkdirAll(dir, 0o700)
}

// manyFiles is from how many files and folders on the whole file system is
// synced at once, where that is possible: to wait for the disk for each of them
// costs more then than what other programs may have left to write.
const manyFiles = 64

// syncAll brings all that is in the folder to the disk.
func (s *StagedDir) syncAll() error {
	all := slices.AppendSeq(append(s.files, "."), maps.Keys(s.folders))
	if len(all) >= manyFiles {
		if done, err := platform.SyncFileSystem(s.parent.path); done {
			return err
		}
	}
	errs := make([]error, len(all))
	parallel.Each(8, len(all), func(i int) { errs[i] = s.sync(all[i]) }) // the disk serves several waits in one go
	return errors.Join(errs...)
}

func (s *StagedDir) sync(rel string) error {
	mode := os.O_WRONLY // Windows syncs no file that is open for reading
	if rel == "." || s.folders[rel] {
		mode = os.O_RDONLY
	}
	f, err := s.in.root.OpenFile(rel, mode|platform.NonBlocking, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if mode == os.O_RDONLY {
		return platform.SyncOpenDir(f)
	}
	return f.Sync()
}

// Publish puts the folder in its place, with all that it holds on the disk.
func (s *StagedDir) Publish() error {
	defer s.end()
	err := s.syncAll()
	s.leave()
	if err == nil {
		err = platform.Rename(s.parent.root, s.temp(), s.name)
	}
	if err != nil {
		platform.RemoveAll(s.parent.root, s.temp())
		return fmt.Errorf("making folder %q: %w", s.place(), bare(err))
	}
	return syncDir(s.parent.root)
}

// Spread puts the files of the folder, which has no folders in it, each under its
// name into the folder to of its parent, in place of what is there, when all of
// them are on the disk. The folder itself goes.
func (s *StagedDir) Spread(to string) error {
	defer s.end()
	err := s.syncAll()
	for _, name := range s.files {
		if err == nil {
			err = platform.Rename(s.parent.root, s.temp()+"/"+name, to+"/"+name)
		}
	}
	s.leave()
	platform.RemoveAll(s.parent.root, s.temp())
	if err != nil {
		return fmt.Errorf("filling folder %q: %w", path.Join(s.parent.path, to), bare(err))
	}
	return s.parent.Sync(to)
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
