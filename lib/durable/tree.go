package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
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
// refused: ErrLink. What is in the place of a folder and is not one gives
// ErrNotRegular.
type Tree struct {
	root  *os.Root
	path  string
	whole bool // errors name paths with the tree's own before them

	mu   sync.Mutex
	file *os.File // see asFile
}

// OpenTree opens the folder at root, following links on the way to it.
func OpenTree(root string) (*Tree, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, &pathError{"opening folder", root, bare(err)}
	}
	return &Tree{root: r, path: root}, nil
}

// Folder opens the folder at rel as a tree of its own. It stays the folder that
// was found there, whatever takes its place later.
func (t *Tree) Folder(rel string) (*Tree, error) { return t.open(rel, "opening") }

func (t *Tree) open(rel, doing string) (*Tree, error) {
	dir, err := t.reach(rel, doing)
	if err == nil && dir == t.root {
		if dir, err = dir.OpenRoot("."); err != nil {
			err = fmt.Errorf("opening folder %q: %w", rel, bare(err))
		}
	}
	if err != nil {
		return nil, err
	}
	return &Tree{root: dir, path: path.Join(t.path, rel), whole: t.whole}, nil
}

// Make opens the folder at rel as a tree of its own, made like [Tree.MkdirAll] where
// it is missing.
func (t *Tree) Make(rel string, mode fs.FileMode) (*Tree, error) {
	sub, err := t.open(rel, "making folder")
	if errors.Is(err, fs.ErrNotExist) {
		if err := t.MkdirAll(rel, mode); err != nil {
			return nil, err
		}
		return t.open(rel, "making folder")
	}
	return sub, err
}

// asFile is the folder as an open file, which stays open with it.
func (t *Tree) asFile() (file *os.File, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.file == nil {
		t.file, err = t.root.Open(".")
	}
	return t.file, err
}

// Close gives the folder up.
func (t *Tree) Close() error {
	if t.file != nil {
		t.file.Close()
	}
	return t.root.Close()
}

// Lstat describes what is at rel.
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
	err := t.in(rel, "opening", func(dir *os.Root, name string) (err error) {
		file, info, err = openRegular(dir, name, os.O_RDONLY)
		return err
	})
	return file, info, err
}

// Read returns what the regular file at rel holds, at most limit bytes:
// ErrTooLarge.
func (t *Tree) Read(rel string, limit int64) ([]byte, error) {
	f, info, err := t.Open(rel)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && max(int64(len(b)), info.Size()) > limit {
		err = ErrTooLarge
	}
	if err != nil {
		return nil, t.fault("reading", rel, err)
	}
	return b, nil
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
	err := t.opened(rel, "listing", func(f *os.File) (err error) {
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
	err := t.opened(rel, "listing", func(f *os.File) (err error) {
		names, err = f.Readdirnames(-1)
		slices.Sort(names)
		return err
	})
	return names, err
}

// opened calls do with the open folder at rel.
func (t *Tree) opened(rel, doing string, do func(f *os.File) error) error {
	return t.folder(rel, doing, func(dir *os.Root) error { return opened(dir, do) })
}

// opened calls do with dir as an open file.
func opened(dir *os.Root, do func(f *os.File) error) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	return do(f)
}

// in calls do with the folder that rel is in and its name there.
func (t *Tree) in(rel, doing string, do func(dir *os.Root, name string) error) error {
	if !valid(rel) || rel == "." {
		return &pathError{doing, t.shown(rel), fs.ErrInvalid}
	}
	return t.folder(path.Dir(rel), doing, func(dir *os.Root) error {
		if err := do(dir, path.Base(rel)); err != nil {
			return t.fault(doing, rel, err)
		}
		return nil
	})
}

// fault words an error of what was done at rel; one that is worded already, as
// of two paths, stays.
func (t *Tree) fault(doing, rel string, err error) error {
	var worded *pathError
	if errors.As(err, &worded) {
		return err
	}
	return &pathError{doing, t.shown(rel), bare(err)}
}

// A pathError says what was being done, where, and why it failed.
type pathError struct {
	doing, path string
	cause       error
}

func (e *pathError) Error() string { return fmt.Sprintf("%s %q: %v", e.doing, e.path, e.cause) }
func (e *pathError) Unwrap() error { return e.cause }

// shown is rel as messages name it.
func (t *Tree) shown(rel string) string {
	if t.whole {
		return filepath.Join(t.path, filepath.FromSlash(rel))
	}
	return rel
}

// valid reports whether rel is clean and leads nowhere else; on Windows not to a
// device (con, nul, aux.md) either.
func valid(rel string) bool {
	if rel == "." {
		return true
	}
	for part := range strings.SplitSeq(rel, "/") {
		if part == "" || part == "." || part == ".." || strings.ContainsRune(part, 0) {
			return false
		}
	}
	return runtime.GOOS != "windows" || !strings.ContainsAny(rel, `\:`) && filepath.IsLocal(filepath.FromSlash(rel))
}

// folder calls do with the folder at rel, to which no link led.
func (t *Tree) folder(rel, doing string, do func(dir *os.Root) error) error {
	dir, err := t.reach(rel, doing)
	if err != nil {
		return err
	}
	if dir != t.root {
		defer dir.Close()
	}
	return do(dir)
}

// reach opens the folder at rel, to which no link led; that of "." is the tree's own.
func (t *Tree) reach(rel, doing string) (*os.Root, error) {
	if !valid(rel) {
		return nil, &pathError{doing, t.shown(rel), fs.ErrInvalid}
	}
	dir := t.root
	if rel == "." {
		return dir, nil
	}
	for name := range strings.SplitSeq(rel, "/") {
		next, err := step(dir, name)
		if dir != t.root {
			dir.Close()
		}
		if err != nil {
			return nil, &pathError{doing, t.shown(rel), wayError(name, err)}
		}
		dir = next
	}
	return dir, nil
}

// wayError says of a folder on the way why it cannot be passed.
func wayError(name string, err error) error {
	switch err = bare(err); err {
	case ErrLink:
		return fmt.Errorf("%q is %w", name, err)
	case ErrNotRegular:
		return fmt.Errorf("%q is not a folder: %w", name, err)
	}
	return fmt.Errorf("at the folder %q: %w", name, err)
}

// step opens the folder called name in dir. os.Root itself follows links that
// stay below it, so what was opened is compared with what is there.
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
	// As a folder, since a pipe that is there by now would hold it up.
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

// MkdirAll makes the folder at rel and those above it that are missing, each with
// mode. What is in its place and is not a folder is ErrLink or ErrNotRegular.
func (t *Tree) MkdirAll(rel string, mode fs.FileMode) error {
	err := t.folder(rel, "making folder", func(*os.Root) error { return nil })
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := t.MkdirAll(path.Dir(rel), mode); err != nil {
		return err
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
			return nil
		case info.Mode()&fs.ModeSymlink != 0:
			return ErrLink
		}
		return ErrNotRegular
	})
}

// Chmod gives the folder at rel the permissions mode, where it has others.
func (t *Tree) Chmod(rel string, mode fs.FileMode) error {
	return t.opened(rel, "changing the permissions of", func(f *os.File) error {
		if info, err := f.Stat(); err != nil || info.Mode().Perm() == mode || runtime.GOOS == "windows" {
			return err
		}
		return f.Chmod(mode)
	})
}

// Remove removes the file or link at rel; one that is missing is not an error.
func (t *Tree) Remove(rel string) error {
	if err := t.remove(rel, false); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// RemoveEmpty removes the empty folder at rel.
func (t *Tree) RemoveEmpty(rel string) error { return t.remove(rel, true) }

func (t *Tree) remove(rel string, folder bool) error {
	return t.in(rel, "removing", func(dir *os.Root, name string) error {
		info, err := dir.Lstat(name)
		if err != nil {
			return err
		}
		if info.IsDir() != folder {
			return ErrNotRegular
		}
		if err := platform.Remove(dir, name); err != nil {
			return err
		}
		return syncDir(dir)
	})
}
