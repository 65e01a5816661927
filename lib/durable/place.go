package durable

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

// A Place is where a file or folder is or is to be: below a root, on the way to which links are followed, and from
// which on none is. Each folder below is opened from the one above it and compared with what was looked at, so that one
// that is swapped for a link between check and use is refused: ErrLink; what is no folder is ErrNotRegular. Paths below
// a root have "/", are clean, and lead nowhere else.
//
// The root is opened for each call; one that [Open], [Place.Folder] or [Place.Make]
// opened stays that folder, whatever takes its place later, until it is closed.
type Place struct {
	path    string  // of the root
	held    *handle // the open root, nil where each call opens it
	rel     string
	derived bool // what is there can be rebuilt: nothing waits for the disk
	own     bool // a missing root is made
	apart   bool // see Apart
}

type handle struct {
	*os.Root
	mu   sync.Mutex
	file *os.File // see asFile
}

// asFile is the folder as an open file, which stays open with it.
func (h *handle) asFile() (file *os.File, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.file == nil {
		h.file, err = h.Root.Open(".")
	}
	return h.file, err
}

func (h *handle) Close() {
	if h != nil {
		h.file.Close() // nil or not
		h.Root.Close()
	}
}

// sync makes the entries of the folder durable.
func (h *handle) sync() error {
	f, err := h.asFile()
	if err != nil {
		return err
	}
	return platform.SyncOpenDir(f)
}

// rename gives the entry old of the folder a name in another one, in one step:
// errors.ErrUnsupported where the system cannot do that.
func (h *handle) rename(old string, to *handle, name string, how platform.Renaming) error {
	from, err := h.asFile()
	target, other := to.asFile()
	if err = cmp.Or(err, other); err != nil {
		return err
	}
	return platform.RenameAt(from, old, target, name, how)
}

// In is the place at rel, a path with "/", below the folder root: below a
// project's root, or wherever a project chooses what is on the way.
func In(root, rel string) Place { return Place{path: root, rel: rel} }

// File is the place at path, whose folder this machine's user or a program of
// ours chose: links on the way are followed, one at the end is not.
func File(path string) Place { return In(filepath.Dir(path), filepath.Base(path)) }

// Own is [File] in a folder of this machine's own: one that is missing is made, for the
// user alone, before a file is written there or locked.
func Own(path string) Place {
	p := File(path)
	p.own = true
	return p
}

// Open opens the folder at root, following links on the way to it.
func Open(root string) (Place, error) { return In(root, ".").Folder() }

// At is the place at rel below this one.
func (p Place) At(rel string) Place {
	if p.rel == "." {
		p.rel = rel
	} else if rel != "." {
		p.rel += "/" + rel
	}
	return p
}

// Derived is the place of what can be rebuilt at any time, may come back, or is brought to the disk later:
// Append, Create, Replace, Make and Remove do not wait for it, and a power failure may tear the file.
func (p Place) Derived() Place {
	p.derived = true
	return p
}

// Apart is the place of a derived file that is written in the folder above its own, where a sweep
// has fewer names to look at.
func (p Place) Apart() Place {
	p.rel = filepath.Base(p.path) + "/" + p.rel
	p.path, p.derived, p.apart = filepath.Dir(p.path), true, true
	return p
}

// Path is where it is, as the system names it.
func (p Place) Path() string { return filepath.Join(p.path, filepath.FromSlash(p.rel)) }

// Beside is the place called name in the same folder.
func (p Place) Beside(name string) Place {
	p.rel = path.Join(path.Dir(p.rel), name)
	return p
}

// Close gives an opened folder up.
func (p Place) Close() { p.held.Close() }

// Folder opens the folder there.
func (p Place) Folder() (Place, error) {
	dir, err := p.reach()
	if err == nil && dir == p.held {
		dir, err = step(dir, ".")
	}
	return Place{path: p.Path(), held: dir, rel: "."}, p.fault("opening folder", err)
}

// Make opens the folder there, made like [Place.MkdirAll] where it is missing.
func (p Place) Make(mode fs.FileMode) (Place, error) {
	if err := p.MkdirAll(mode); err != nil {
		return Place{}, err
	}
	return p.Folder()
}

// Lstat describes what is there.
func (p Place) Lstat() (fs.FileInfo, error) { return find(p, "looking at", (*handle).Lstat) }

// Open opens the regular file there for reading. It never blocks on a pipe: ErrNotRegular; a link is ErrLink.
func (p Place) Open() (file *os.File, info fs.FileInfo, err error) {
	err = p.in("opening", func(dir *handle, name string) (err error) {
		file, info, err = openRegular(dir, name, os.O_RDONLY)
		return err
	})
	return file, info, err
}

// Read returns what the regular file holds. It never blocks on a pipe and
// refuses more than limit bytes: ErrTooLarge; a link below the root is ErrLink.
func (p Place) Read(limit int64) ([]byte, error) {
	if p.held == nil && valid(p.rel) {
		// To open all folders on the way costs more, and a start reads many files.
		for above := p.Beside("."); above.rel != "."; above = above.Beside(".") {
			if info, err := os.Lstat(above.Path()); err == nil && info.Mode()&fs.ModeSymlink != 0 {
				return nil, above.fault("reading", ErrLink)
			}
		}
		return platform.ReadRegularNoFollow(p.Path(), limit)
	}
	f, info, err := p.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := platform.ReadAll(f, info.Size(), limit)
	return b, p.fault("reading", err)
}

// Read returns what the regular file at path holds, following symlinks. It
// never blocks on a pipe, and refuses more than limit bytes: ErrTooLarge.
func Read(path string, limit int64) ([]byte, error) { return platform.ReadRegular(path, limit) }

// Exists reports whether something is at path, a dangling link too.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// ChangedAt is when the file at path, or the link, was changed last, zero for a folder and where nothing is.
func ChangedAt(path string) (at time.Time) {
	if info, err := os.Lstat(path); err == nil && !info.IsDir() {
		at = info.ModTime()
	}
	return at
}

// IsFile reports whether a file is at path, and no link to one.
func IsFile(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

// View is [Read] of a file that is only ever added to or replaced, without a copy of
// what it holds where the system can map it: nobody may write to the bytes. The mapping
// stays; if somebody else cuts the file, to look at what is gone is a panic as any other.
func View(path string, limit int64) ([]byte, error) {
	f, info, err := platform.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size := info.Size(); size > 0 && size <= limit {
		if b, _, err := platform.Map(f, int(size)); err == nil {
			debug.SetPanicOnFault(true)
			return b, nil
		}
	}
	return Read(path, limit)
}

// Readlink is where the link there leads, as it is written in it.
func (p Place) Readlink() (string, error) { return find(p, "reading the link", (*handle).Readlink) }

// ReadDir lists the folder there, by name.
func (p Place) ReadDir() (entries []fs.DirEntry, err error) {
	err = p.folder("listing", func(dir *handle) (err error) {
		entries, err = fs.ReadDir(dir.FS(), ".")
		return err
	})
	return entries, err
}

// Names lists the names in the folder there, sorted. Unlike [Place.ReadDir] it asks the system nothing about each.
func (p Place) Names() (names []string, err error) {
	err = p.folder("listing", func(dir *handle) (err error) {
		names, err = dir.names()
		return err
	})
	slices.Sort(names)
	return names, err
}

func (h *handle) names() ([]string, error) {
	f, err := h.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// in calls do with the folder that the place is in and its name there.
func (p Place) in(doing string, do func(dir *handle, name string) error) error {
	if !valid(p.rel) || p.rel == "." {
		return p.fault(doing, fs.ErrInvalid)
	}
	folder, name := p.Beside("."), path.Base(p.rel)
	if p.apart {
		folder.rel, name = ".", p.rel
	}
	return p.fault(doing, folder.within(func(dir *handle) error { return do(dir, name) }))
}

// change is in where something may be made.
func (p Place) change(doing string, do func(dir *handle, name string) error) error {
	if p.own {
		if err := Make(filepath.Dir(p.Path()), 0o700); err != nil {
			return err
		}
	}
	return p.in(doing, do)
}

// find is in for what do finds.
func find[T any](p Place, doing string, do func(dir *handle, name string) (T, error)) (found T, err error) {
	err = p.in(doing, func(dir *handle, name string) (err error) {
		found, err = do(dir, name)
		return err
	})
	return found, err
}

// folder calls do with the folder there, to which no link led.
func (p Place) folder(doing string, do func(dir *handle) error) error {
	return p.fault(doing, p.within(do))
}

func (p Place) within(do func(dir *handle) error) error {
	dir, err := p.reach()
	if err != nil {
		return err
	}
	if dir != p.held {
		defer dir.Close()
	}
	return do(dir)
}

// fault words an error of what was done there; nil stays nil.
func (p Place) fault(doing string, err error) error {
	if err == nil {
		return nil
	}
	shown := p.rel
	if p.held == nil {
		shown = p.Path()
	}
	return fmt.Errorf("%s %q: %w", doing, shown, platform.Bare(err))
}

// valid reports whether rel is clean and leads nowhere else; on Windows not to a device (con, nul, aux.md) either.
func valid(rel string) bool {
	marked := strings.ContainsRune(rel, 0) || runtime.GOOS == "windows" && strings.ContainsAny(rel, `\:`)
	return !marked && path.Clean(rel) == rel && filepath.IsLocal(filepath.FromSlash(rel))
}

// reach opens the folder there, to which no link led; that of "." is the root itself.
func (p Place) reach() (*handle, error) {
	if !valid(p.rel) {
		return nil, fs.ErrInvalid
	}
	dir := p.held
	if dir == nil {
		root, err := os.OpenRoot(asFolder(p.path))
		if err != nil {
			return nil, err
		}
		dir = &handle{Root: root}
	}
	if p.rel == "." {
		return dir, nil
	}
	for name := range strings.SplitSeq(p.rel, "/") {
		next, err := step(dir, name)
		if dir != p.held {
			dir.Close()
		}
		if err != nil {
			return nil, err
		}
		dir = next
	}
	return dir, nil
}

// asFolder is the path of a folder; to open a pipe that took its place by now fails.
func asFolder(path string) string { return path + string(filepath.Separator) + "." }

// step opens the folder called name in dir. os.Root itself follows links that
// stay below it, so what was opened is compared with what is there.
func step(dir *handle, name string) (*handle, error) {
	before, err := dir.Lstat(name)
	if err == nil && !before.IsDir() {
		err = cmp.Or(platform.Regular(before), ErrNotRegular)
	}
	var next *os.Root
	if err == nil {
		next, err = dir.OpenRoot(asFolder(name))
	}
	if err == nil {
		if after, statErr := next.Stat("."); statErr != nil || !os.SameFile(before, after) {
			next.Close()
			err = ErrLink
		}
	}
	switch {
	case err == nil:
		return &handle{Root: next}, nil
	case errors.Is(err, ErrLink):
		return nil, fmt.Errorf("%q is %w", name, err)
	case errors.Is(err, ErrNotRegular), errors.Is(err, syscall.ENOTDIR):
		return nil, fmt.Errorf("%q is not a folder: %w", name, ErrNotRegular)
	}
	return nil, fmt.Errorf("at the folder %q: %w", name, platform.Bare(err))
}

// Each calls do for 0 to n-1, several at a time, until ctx ends or one fails.
func Each(ctx context.Context, n int, do func(i int, reach Reach) error) error {
	workers := 2 * runtime.NumCPU()
	run := min(n/(4*workers)+1, 64) // they are mostly in one folder
	failed := make([]error, (n+run-1)/run)
	parallel.Each(workers, len(failed), func(part int) {
		reach := Reach{}
		defer func() {
			for _, last := range reach {
				last.Close()
			}
		}()
		for i := part * run; i < min(part*run+run, n) && failed[part] == nil; i++ {
			if failed[part] = ctx.Err(); failed[part] == nil {
				failed[part] = do(i, reach)
			}
		}
	})
	return cmp.Or(append(failed, ctx.Err())...)
}

// A Reach is the folder below each of several places that was reached last: it stays
// open, as the next file is mostly in the same.
type Reach map[Place]Place

// At returns the place at rel below p.
func (r Reach) At(p Place, rel string) (Place, error) {
	last, dir := r[p], p.At(path.Dir(rel))
	if last.held == nil || last.path != dir.Path() {
		last.Close()
		delete(r, p)
		folder, err := dir.Folder()
		if err != nil {
			return Place{}, err
		}
		last, r[p] = folder, folder
	}
	return last.At(path.Base(rel)), nil
}
