package durable

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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

	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

// A Place is where a file or folder is or is to be: below a root, on the way to which
// links are followed, and from which on nothing is reached through one. Each folder on
// the way is opened from the one above it and compared with what was looked at, so
// that a folder that is swapped for a link between check and use is refused: ErrLink.
// What is in the place of a folder and is not one gives ErrNotRegular. Paths below a
// root have "/", are clean, and lead nowhere else.
//
// The root is opened for each call; one that [Open], [Place.Folder] or [Place.Make]
// opened stays the folder that was found there, whatever takes its place later, until
// it is closed.
type Place struct {
	path  string  // of the root
	held  *handle // the open root, nil where each call opens it
	rel   string
	whole bool // errors name paths with the root's before them
	// derived says that what is there can be rebuilt: nothing waits for the disk.
	derived bool
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

// Close gives the folder up.
func (h *handle) Close() error {
	if h.file != nil {
		h.file.Close()
	}
	return h.Root.Close()
}

// sync makes the entries of the folder durable.
func (h *handle) sync() error {
	f, err := h.asFile()
	if err != nil {
		return err
	}
	return platform.SyncOpenDir(f)
}

// list calls do with the folder as a file at its beginning.
func (h *handle) list(do func(f *os.File) error) error {
	f, err := h.Root.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	return do(f)
}

// In is the place at rel, a path with "/", below the folder root: below a
// project's root, or wherever a project chooses what is on the way.
func In(root, rel string) Place { return Place{path: root, rel: rel, whole: true} }

// File is the place at path, whose folder this machine's user or a program of
// ours chose: links on the way are followed, one at the end is not.
func File(path string) Place { return In(filepath.Dir(path), filepath.Base(path)) }

// Open opens the folder at root, following links on the way to it.
func Open(root string) (Place, error) {
	p, err := In(root, ".").open("opening folder")
	p.whole = false
	return p, err
}

// At is the place at rel below this one.
func (p Place) At(rel string) Place {
	if p.rel == "." {
		p.rel = rel
	} else if rel != "." {
		p.rel += "/" + rel
	}
	return p
}

// Derived is the place of what can be rebuilt at any time, or may come back: Append,
// Replace and Remove do not wait for the disk, so that after a power failure there may be
// a torn file.
func (p Place) Derived() Place {
	p.derived = true
	return p
}

// Path is where it is, as the system names it.
func (p Place) Path() string { return filepath.Join(p.path, filepath.FromSlash(p.rel)) }

// beside is the place called name in the same folder.
func (p Place) beside(name string) Place {
	p.rel = path.Join(path.Dir(p.rel), name)
	return p
}

// Close gives an opened folder up.
func (p Place) Close() error {
	if p.held == nil {
		return nil
	}
	return p.held.Close()
}

// Folder opens the folder there.
func (p Place) Folder() (Place, error) { return p.open("opening") }

func (p Place) open(doing string) (Place, error) {
	dir, err := p.reach(doing)
	if err == nil && dir == p.held {
		dir, err = step(dir, ".")
	}
	if err != nil {
		return Place{}, p.fault(doing, err)
	}
	return Place{path: path.Join(p.path, p.rel), held: dir, rel: ".", whole: p.whole}, nil
}

// Make opens the folder there, made like [Place.MkdirAll] where it is missing.
func (p Place) Make(mode fs.FileMode) (Place, error) {
	if err := p.MkdirAll(mode); err != nil {
		return Place{}, err
	}
	return p.open("making folder")
}

// Lstat describes what is there.
func (p Place) Lstat() (fs.FileInfo, error) { return find(p, "looking at", (*handle).Lstat) }

// Open opens the regular file there for reading. It never blocks on a pipe:
// ErrNotRegular; a link is ErrLink.
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
	if p.held != nil {
		return p.readOpened(limit)
	}
	if !valid(p.rel) {
		return nil, p.fault("reading", fs.ErrInvalid)
	}
	for i, c := range p.rel {
		if c != '/' {
			continue
		}
		above := p.path + string(filepath.Separator) + p.rel[:i]
		if info, err := os.Lstat(above); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return nil, &pathError{"reading", above, ErrLink}
		}
	}
	return platform.ReadRegularNoFollow(p.Path(), limit)
}

func (p Place) readOpened(limit int64) ([]byte, error) {
	f, info, err := p.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && max(int64(len(b)), info.Size()) > limit {
		err = ErrTooLarge
	}
	if err != nil {
		return nil, p.fault("reading", err)
	}
	return b, nil
}

// Read returns what the regular file at path holds, following symlinks. It
// never blocks on a pipe, and refuses more than limit bytes: ErrTooLarge.
func Read(path string, limit int64) ([]byte, error) { return platform.ReadRegular(path, limit) }

// Exists reports whether something is at path, a dangling link too.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
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
		if b, _, err := platform.Map(f, 0, int(size)); err == nil {
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
	err = p.list(func(f *os.File) (err error) {
		entries, err = f.ReadDir(-1)
		slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
		return err
	})
	return entries, err
}

// Names lists the names in the folder there, sorted. Unlike [Place.ReadDir] it
// asks nothing about each.
func (p Place) Names() (names []string, err error) {
	err = p.list(func(f *os.File) (err error) {
		names, err = f.Readdirnames(-1)
		slices.Sort(names)
		return err
	})
	return names, err
}

func (p Place) list(do func(f *os.File) error) error {
	return p.folder("listing", func(dir *handle) error { return dir.list(do) })
}

// in calls do with the folder that the place is in and its name there.
func (p Place) in(doing string, do func(dir *handle, name string) error) error {
	if !valid(p.rel) || p.rel == "." {
		return p.fault(doing, fs.ErrInvalid)
	}
	return p.fault(doing, p.beside(".").within(doing, func(dir *handle) error { return do(dir, path.Base(p.rel)) }))
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
	return p.fault(doing, p.within(doing, do))
}

func (p Place) within(doing string, do func(dir *handle) error) error {
	dir, err := p.reach(doing)
	if err != nil {
		return err
	}
	if dir != p.held {
		defer dir.Close()
	}
	return do(dir)
}

type pathError struct {
	doing, path string
	cause       error
}

func (e *pathError) Error() string { return fmt.Sprintf("%s %q: %v", e.doing, e.path, e.cause) }
func (e *pathError) Unwrap() error { return e.cause }

// fault words an error of what was done there; one that is worded already, as
// of two paths, stays, and so does nil.
func (p Place) fault(doing string, err error) error {
	var worded *pathError
	if err == nil || errors.As(err, &worded) {
		return err
	}
	shown := p.rel
	if p.whole {
		shown = p.Path()
	}
	return &pathError{doing, shown, bare(err)}
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

// reach opens the folder there, to which no link led; that of "." is the root itself.
func (p Place) reach(doing string) (*handle, error) {
	if !valid(p.rel) {
		return nil, fs.ErrInvalid
	}
	dir := p.held
	if dir == nil {
		root, err := os.OpenRoot(p.path)
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
			return nil, p.fault(doing, wayError(name, err))
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
func step(dir *handle, name string) (*handle, error) {
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
	return &handle{Root: next}, nil
}

// maxRun is how many files [Each] hands out at once: they are mostly in one folder.
const maxRun = 64

// Each calls do for 0 to n-1, several at a time, until ctx ends or one fails.
func Each(ctx context.Context, n int, do func(i int, reach Reach) error) error {
	workers := 2 * runtime.NumCPU()
	run := min(n/(4*workers)+1, maxRun)
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
type Reach map[Place]reached

type reached struct {
	dir string
	Place
}

// At returns the place at rel below p.
func (r Reach) At(p Place, rel string) (Place, error) {
	last, dir := r[p], path.Dir(rel)
	if last.held == nil || last.dir != dir {
		last.Close()
		delete(r, p)
		folder, err := p.At(dir).Folder()
		if err != nil {
			return Place{}, err
		}
		last = reached{dir, folder}
		r[p] = last
	}
	return last.Place.At(path.Base(rel)), nil
}
