package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"holdfast/lib/platform"
)

// A Tree is a folder below which nothing is reached through a link. Its paths
// are relative to it, with "/", clean, and lead nowhere else. Each folder on
// the way is opened from the one above it and compared with what was looked
// at, so that a folder that is swapped for a link between check and use is
// refused: ErrLink. What stands in the place of a folder and is none gives
// ErrNotRegular.
type Tree struct {
	root *os.Root
	path string

	once   sync.Once
	dir    *os.File // the same folder for calls that os.Root does not know
	dirErr error
}

func (t *Tree) handle() (*os.File, error) {
	t.once.Do(func() { t.dir, t.dirErr = t.root.Open(".") })
	return t.dir, t.dirErr
}

// OpenTree opens the folder at root, following links on the way to it.
func OpenTree(root string) (*Tree, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("opening folder %q: %w", root, err)
	}
	return &Tree{root: r, path: root}, nil
}

// Folder opens the folder at rel as a tree of its own. It stays the folder that
// was found there, whatever takes its place later.
func (t *Tree) Folder(rel string) (*Tree, error) {
	var sub *Tree
	err := t.folder(rel, "opening", func(dir *os.Root) error {
		own, err := dir.OpenRoot(".")
		if err != nil {
			return fmt.Errorf("opening folder %q: %w", rel, bare(err))
		}
		sub = &Tree{root: own, path: path.Join(t.path, rel)}
		return nil
	})
	return sub, err
}

// Close gives the folder up.
func (t *Tree) Close() error {
	t.once.Do(func() { t.dirErr = fs.ErrClosed })
	if t.dir != nil {
		t.dir.Close()
	}
	return t.root.Close()
}

// Lstat describes what stands at rel.
func (t *Tree) Lstat(rel string) (fs.FileInfo, error) {
	var info fs.FileInfo
	err := t.in(rel, "looking at", func(dir *os.Root, name string) (err error) {
		info, err = dir.Lstat(name)
		return err
	})
	return info, err
}

// Open opens the regular file at rel for reading. It never blocks on a pipe:
// ErrNotRegular; a link is ErrLink.
func (t *Tree) Open(rel string) (*os.File, fs.FileInfo, error) {
	var file *os.File
	var info fs.FileInfo
	err := t.in(rel, "opening", func(dir *os.Root, name string) error {
		before, err := dir.Lstat(name)
		if err != nil {
			return err
		}
		if before.Mode()&fs.ModeSymlink != 0 {
			return ErrLink
		}
		if !before.Mode().IsRegular() {
			return ErrNotRegular
		}
		f, err := dir.OpenFile(name, os.O_RDONLY|platform.NonBlocking, 0)
		if err != nil {
			return err
		}
		if info, err = f.Stat(); err == nil && !os.SameFile(before, info) {
			err = ErrChanged
		}
		if err != nil {
			f.Close()
			return err
		}
		file = f
		return nil
	})
	return file, info, err
}

// Readlink is where the link at rel leads, as it is written in it.
func (t *Tree) Readlink(rel string) (string, error) {
	var target string
	err := t.in(rel, "reading the link", func(dir *os.Root, name string) (err error) {
		target, err = dir.Readlink(name)
		return err
	})
	return target, err
}

// ReadDir lists the folder at rel, by name; "." is the tree's own.
func (t *Tree) ReadDir(rel string) ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	err := t.folder(rel, "listing", func(dir *os.Root) error {
		f, err := dir.Open(".")
		if err != nil {
			return err
		}
		defer f.Close()
		entries, err = f.ReadDir(-1)
		slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
		return err
	})
	return entries, err
}

// Names lists the names in the folder at rel, sorted. Unlike [Tree.ReadDir] it
// asks nothing about each.
func (t *Tree) Names(rel string) ([]string, error) {
	var names []string
	err := t.folder(rel, "listing", func(dir *os.Root) error {
		f, err := dir.Open(".")
		if err != nil {
			return err
		}
		defer f.Close()
		names, err = f.Readdirnames(-1)
		slices.Sort(names)
		return err
	})
	return names, err
}

// Put puts what from gives at rel with the given permissions, in place of a
// file or link there; it makes the folders above that are missing. What is no
// file or link is left alone: ErrNotRegular. Where from fails nothing changes.
func (t *Tree) Put(rel string, from io.Reader, mode fs.FileMode) error {
	if err := t.makeFolders(rel); err != nil {
		return err
	}
	return t.in(rel, "writing", func(dir *os.Root, name string) error {
		return t.write(dir, name, from, mode)
	})
}

// PutLink puts a symlink to target at rel, like [Tree.Put].
func (t *Tree) PutLink(rel, target string) error {
	if err := t.makeFolders(rel); err != nil {
		return err
	}
	return t.in(rel, "linking", func(dir *os.Root, name string) error {
		var err error
		for range maxTries {
			err = t.replace(dir, name, func(temp string) error { return dir.Symlink(target, temp) })
			if !errors.Is(err, fs.ErrNotExist) {
				break // otherwise another process's Sweep came between
			}
		}
		return err
	})
}

// Remove takes the file or link at rel away; one that is not there is no error.
func (t *Tree) Remove(rel string) error {
	err := t.in(rel, "removing", func(dir *os.Root, name string) error {
		info, err := dir.Lstat(name)
		if err != nil {
			return err
		}
		if info.IsDir() {
			return ErrNotRegular
		}
		if err := dir.Remove(name); err != nil {
			return err
		}
		return syncDir(dir)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// RemoveEmpty takes the empty folder at rel away.
func (t *Tree) RemoveEmpty(rel string) error {
	return t.in(rel, "removing", func(dir *os.Root, name string) error {
		info, err := dir.Lstat(name)
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return ErrNotRegular
		}
		if err := dir.Remove(name); err != nil {
			return err
		}
		return syncDir(dir)
	})
}

// Sweep removes from the folder at rel the temp files whose writer died.
func (t *Tree) Sweep(rel string) {
	t.folder(rel, "sweeping", func(dir *os.Root) error {
		f, err := dir.Open(".")
		if err != nil {
			return err
		}
		defer f.Close()
		names, err := f.Readdirnames(-1)
		for _, name := range names {
			if Temp(name) {
				sweepIn(dir, name)
			}
		}
		return err
	})
}

// sweepIn removes a temp file whose writer is gone. A link cannot be locked, so
// one goes at once: its writer makes it anew.
func sweepIn(dir *os.Root, name string) {
	info, err := dir.Lstat(name)
	if err != nil {
		return
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		dir.Remove(name)
		return
	}
	if !info.Mode().IsRegular() {
		return
	}
	f, err := dir.OpenFile(name, os.O_RDONLY|platform.NonBlocking, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if free, err := platform.TryLock(f); err == nil && free {
		dir.Remove(name)
	}
}

// in calls do with the folder that rel lies in and its name there.
func (t *Tree) in(rel, doing string, do func(dir *os.Root, name string) error) error {
	if !fs.ValidPath(rel) || rel == "." || runtime.GOOS == "windows" && strings.ContainsAny(rel, `\:`) {
		return fmt.Errorf("%s %q: no path below a folder: %w", doing, rel, fs.ErrInvalid)
	}
	return t.folder(path.Dir(rel), doing, func(dir *os.Root) error {
		if err := do(dir, path.Base(rel)); err != nil {
			return fmt.Errorf("%s %q: %w", doing, rel, bare(err))
		}
		return nil
	})
}

// bare takes the name off a system error, which is said already, quoted.
func bare(err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		return at.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// folder calls do with the folder at rel, to which no link led.
func (t *Tree) folder(rel, doing string, do func(dir *os.Root) error) error {
	if !fs.ValidPath(rel) {
		return fmt.Errorf("%s %q: no path below a folder: %w", doing, rel, fs.ErrInvalid)
	}
	dir := t.root
	if rel != "." {
		for _, name := range strings.Split(rel, "/") {
			next, err := step(dir, name)
			if dir != t.root {
				dir.Close()
			}
			if err != nil {
				return fmt.Errorf("%s %q: at the folder %q: %w", doing, rel, name, bare(err))
			}
			dir = next
		}
		defer dir.Close()
	}
	return do(dir)
}

// step opens the folder called name in dir. os.Root itself follows links that
// stay below it, so what was opened is compared with what stands there.
func step(dir *os.Root, name string) (*os.Root, error) {
	before, err := dir.Lstat(name)
	if err != nil {
		return nil, err
	}
	if before.Mode()&fs.ModeSymlink != 0 {
		return nil, ErrLink
	}
	if !before.IsDir() {
		return nil, ErrNotRegular
	}
	// As a folder, since a pipe that stands there by now would hold it up.
	next, err := dir.OpenRoot(name + "/.")
	if errors.Is(err, syscall.ENOTDIR) {
		return nil, ErrNotRegular
	}
	if err != nil {
		return nil, err
	}
	after, err := next.Stat(".")
	if err == nil && !os.SameFile(before, after) {
		err = ErrLink
	}
	if err != nil {
		next.Close()
		return nil, err
	}
	return next, nil
}

// makeFolders makes the folders above rel that are missing.
func (t *Tree) makeFolders(rel string) error {
	if !fs.ValidPath(rel) {
		return fmt.Errorf("making the folders of %q: no path below a folder: %w", rel, fs.ErrInvalid)
	}
	for i := range len(rel) {
		if rel[i] == '/' {
			if err := t.makeFolder(rel[:i], 0o755); err != nil {
				return err
			}
		}
	}
	return nil
}

// MkdirAll makes the folder at rel, with mode, and those above it that are
// missing. What stands in its place and is none is ErrLink or ErrNotRegular.
func (t *Tree) MkdirAll(rel string, mode fs.FileMode) error {
	if err := t.makeFolders(rel); err != nil {
		return err
	}
	return t.makeFolder(rel, mode)
}

func (t *Tree) makeFolder(rel string, mode fs.FileMode) error {
	if info, err := t.Lstat(rel); err == nil && info.IsDir() {
		return nil
	}
	return t.in(rel, "making folder", func(dir *os.Root, name string) error {
		err := dir.Mkdir(name, mode)
		if err == nil {
			return syncDir(dir)
		}
		info, statErr := dir.Lstat(name)
		switch {
		case statErr != nil:
			return err
		case info.IsDir():
			return nil // another process made it meanwhile
		case info.Mode()&fs.ModeSymlink != 0:
			return ErrLink
		}
		return ErrNotRegular
	})
}

// maxTries is how often a temp name that another process's Sweep took is made
// anew.
const maxTries = 16

// replace lets make something under a temp name and renames it to name.
func (t *Tree) replace(dir *os.Root, name string, make func(temp string) error) error {
	if info, err := dir.Lstat(name); err == nil && !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0 {
		return ErrNotRegular
	}
	temp := tempName()
	if err := make(temp); err != nil {
		return err
	}
	if err := dir.Rename(temp, name); err != nil {
		dir.Remove(temp)
		return err
	}
	return syncDir(dir)
}

// write puts what from gives at name in dir, by way of a temp file that stays
// locked until it has its name.
func (t *Tree) write(dir *os.Root, name string, from io.Reader, mode fs.FileMode) error {
	var f *os.File
	defer func() {
		if f != nil {
			f.Close()
		}
	}()
	return t.replace(dir, name, func(temp string) error {
		var err error
		if f, err = createLocked(dir, temp); err != nil {
			return err
		}
		if err = writeAll(f, from, mode); err != nil {
			dir.Remove(temp)
		}
		return err
	})
}

// createLocked makes the file temp in dir, locked by this process, see Sweep.
func createLocked(dir *os.Root, temp string) (*os.File, error) {
	for range maxTries {
		f, err := dir.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return nil, err
		}
		locked, err := platform.TryLock(f)
		if err != nil {
			return f, nil // a file system without locks: Sweep takes nothing there
		}
		held, heldErr := f.Stat()
		named, namedErr := dir.Lstat(temp)
		if locked && heldErr == nil && namedErr == nil && os.SameFile(held, named) {
			return f, nil
		}
		f.Close()
	}
	return nil, ErrChanged
}

// writeAll writes a new file that is on the disk when it returns.
func writeAll(f *os.File, from io.Reader, mode fs.FileMode) error {
	if _, err := io.Copy(f, from); err != nil {
		return err
	}
	if err := f.Chmod(mode.Perm()); err != nil {
		return err
	}
	return f.Sync()
}

func syncDir(dir *os.Root) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	return platform.SyncOpenDir(f)
}
