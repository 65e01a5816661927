package durable

import (
	"cmp"
	"errors"
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

// A StagedDir is a folder that is being made, beside its place, under a name that Temp
// recognises: it appears whole under its name, which is taken from the beginning, or not
// at all. A folder above it that is swapped for a link later leads nowhere else.
type StagedDir struct {
	parent Place
	name   string // in parent, when it is done
	claim  *os.File

	mu      sync.Mutex
	folders map[string]bool // that were made, relative to it
	files   []string        // that were written, relative to it
	synced  int             // how many of them are on the disk
}

// Stage begins the folder called name in parent, which must not exist yet, nor be made by
// another process: fs.ErrExist. [Place.Sweep] removes a dead maker's. parent may be closed.
func Stage(parent Place, name string) (*StagedDir, error) {
	parent, err := parent.Folder()
	if err != nil {
		return nil, err
	}
	s := &StagedDir{parent: parent, name: name, folders: map[string]bool{}}
	s.claim, err = claim(parent.held, tempPrefix+name+tempSuffix, private)
	if _, none := parent.held.Lstat(name); err == nil && !errors.Is(none, fs.ErrNotExist) {
		err = fs.ErrExist
	}
	if err == nil {
		err = parent.held.Mkdir(s.at("."), 0o700)
	}
	if err != nil {
		s.end()
		return nil, parent.At(name).fault("making folder", err)
	}
	return s, nil
}

// at is where rel is in the parent while the folder is made.
func (s *StagedDir) at(rel string) string { return path.Join(tempPrefix+s.name+stagedSuffix, rel) }

func (s *StagedDir) end() {
	if s.claim != nil {
		platform.Remove(s.parent.held.Root, tempPrefix+s.name+tempSuffix)
		s.claim.Close()
	}
	s.parent.Close()
}

// Copy writes what from gives into the folder at rel, which must be new; the folders above
// it are made. Several goroutines may copy.
func (s *StagedDir) Copy(rel string, from io.Reader) error {
	if err := s.makeFolder(path.Dir(rel)); err != nil {
		return err
	}
	f, err := s.parent.held.OpenFile(s.at(rel), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	if err = cmp.Or(err, f.Close()); err != nil {
		platform.Remove(s.parent.held.Root, s.at(rel))
		return platform.Bare(err)
	}
	s.mu.Lock()
	s.files = append(s.files, rel)
	s.mu.Unlock()
	return nil
}

// Link gives the file at from, a path below the parent, which same describes, the name
// rel too: ErrChanged where it is another one.
func (s *StagedDir) Link(from, rel string, same fs.FileInfo) error {
	if err := s.makeFolder(path.Dir(rel)); err != nil {
		return err
	}
	parent, to := s.parent.held, s.at(rel)
	if err := parent.Link(from, to); err != nil {
		return err
	}
	if info, err := parent.Lstat(to); err != nil || !os.SameFile(info, same) {
		platform.Remove(parent.Root, to)
		return ErrChanged
	}
	return nil
}

func (s *StagedDir) makeFolder(dir string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if dir == "." || s.folders[dir] {
		return nil
	}
	for above := dir; above != "."; above = path.Dir(above) {
		s.folders[above] = true
	}
	return s.parent.held.MkdirAll(s.at(dir), 0o700)
}

// Sync brings all that is in the folder to the disk, before [StagedDir.Publish] does.
func (s *StagedDir) Sync() error {
	all := slices.AppendSeq(append([]string{"."}, s.files[s.synced:]...), maps.Keys(s.folders))
	s.synced = len(s.files)
	if len(all) >= 64 { // to wait for each costs more than what others have left to write
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
	f, err := s.parent.held.OpenFile(s.at(rel), mode|platform.NonBlocking, 0)
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
func (s *StagedDir) Publish() error { return s.place("making folder", s.name, ".", ".") }

// Spread puts the files of the folder, which has no folders in it, into the folder to of its
// parent, in place of what is there, when all of them are on the disk.
func (s *StagedDir) Spread(to string) error { return s.place("filling folder", to, to, s.files...) }

// place moves what is in the folder to a path in the parent, of which the folder dir gets new names.
func (s *StagedDir) place(doing, to, dir string, names ...string) error {
	defer s.Discard()
	err := s.Sync()
	for _, name := range names {
		if err == nil {
			err = platform.Rename(s.parent.held.Root, s.at(name), path.Join(to, name))
		}
	}
	if err != nil {
		return s.parent.At(to).fault(doing, err)
	}
	return s.parent.At(dir).Sync()
}

// Discard takes the folder away, or what is left of it.
func (s *StagedDir) Discard() {
	platform.RemoveAll(s.parent.held.Root, s.at("."))
	s.end()
}
