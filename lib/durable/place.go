package durable

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/natefinch/atomic"

	"holdfast/lib/platform"
)

// A Place is where one file or folder is or is to be: below a root, on the way to
// which links are followed, and from which on nothing is reached through one.
type Place struct{ root, rel string }

// In is the place at rel, a path with "/", below the folder root: below a
// project's root, or wherever a project chooses what is on the way.
func In(root, rel string) Place { return Place{root, rel} }

// File is the place at path, whose folder this machine's user or a program of
// ours chose: links on the way are followed, one at the end is not.
func File(path string) Place { return Place{filepath.Dir(path), filepath.Base(path)} }

// tree opens the root. Messages of what is done in it name whole paths; doing
// is for that of a root that cannot be opened.
func (p Place) tree(doing string) (*Tree, error) {
	root, err := os.OpenRoot(p.root)
	if err != nil {
		return nil, &pathError{doing, filepath.Join(p.root, filepath.FromSlash(p.rel)), bare(err)}
	}
	return &Tree{root: root, path: p.root, whole: true}, nil
}

// with calls do with the root.
func (p Place) with(doing string, do func(*Tree) error) error {
	t, err := p.tree(doing)
	if err != nil {
		return err
	}
	defer t.Close()
	return do(t)
}

// in calls do with the folder that the place is in and its name there.
func (p Place) in(doing string, do func(dir *os.Root, name string) error) error {
	return p.with(doing, func(t *Tree) error { return t.in(p.rel, doing, do) })
}

func (p Place) save(data []byte, mode fs.FileMode, place naming, until wait) error {
	return p.with("writing", func(t *Tree) error { return t.save(p.rel, bytes.NewReader(data), mode, place, until) })
}

// Create puts data at the place, which must be free: fs.ErrExist
// otherwise, and what is there is left alone. Of several processes that
// create one path, one succeeds. The folder must exist.
func (p Place) Create(data []byte, mode fs.FileMode) error {
	return p.save(data, mode, takeName, forName)
}

// Replace puts data at the place, instead of a file there. Anything else there is
// left alone: ErrLink, ErrNotRegular. The folder must exist.
func (p Place) Replace(data []byte, mode fs.FileMode) error {
	return p.save(data, mode, replaceFile, forName)
}

// ReplaceDerived is Replace for a file that can be rebuilt at any time: it does not
// wait for the disk, so that after a power failure there may be a torn one.
func (p Place) ReplaceDerived(data []byte, mode fs.FileMode) error {
	return p.save(data, mode, replaceFile, forNothing)
}

// Swap is Replace for a file that other programs write too: it replaces the
// bytes before, or makes the file where before is nil. The file is read once
// more when the new one is on the disk, and then replaced at once; one that
// holds anything else by then is left alone: ErrChanged.
func (p Place) Swap(before, data []byte, mode fs.FileMode) error {
	return p.save(data, mode, replaceOnly(before), forName)
}

// Link makes a symbolic link to target, which must not exist yet.
func (p Place) Link(target string) error {
	return p.in("linking", func(dir *os.Root, name string) error {
		if err := dir.Symlink(target, name); err != nil {
			return err
		}
		return syncDir(dir)
	})
}

// Append adds data at the end of the file in one write, which other appenders do
// not split, and makes it durable. The file is made with mode where it is
// missing. The folder must exist.
func (p Place) Append(data []byte, mode fs.FileMode) error { return p.append(data, mode, true) }

// AppendDerived is Append for a file that can be rebuilt at any time: it does
// not wait for the disk.
func (p Place) AppendDerived(data []byte, mode fs.FileMode) error { return p.append(data, mode, false) }

func (p Place) append(data []byte, mode fs.FileMode, sync bool) error {
	return p.in("appending to", func(dir *os.Root, name string) error {
		flags := os.O_WRONLY | os.O_APPEND
		if runtime.GOOS == "windows" {
			flags = os.O_RDWR | os.O_APPEND // what is locked can be read
		}
		f, made, err := openOrMake(dir, name, flags, mode)
		if err != nil {
			return err
		}
		if runtime.GOOS == "windows" {
			// Not every file system there finds the end and writes in one step.
			ctx, stop := context.WithTimeout(context.Background(), time.Second)
			_ = await(ctx, f)
			stop()
		}
		_, err = f.Write(data)
		if err == nil && sync {
			err = f.Sync()
		}
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
		if err == nil && made && sync {
			err = syncDir(dir)
		}
		return err
	})
}

// Read returns what the regular file holds. It never blocks on a pipe and
// refuses more than limit bytes: ErrTooLarge; a link below the root is ErrLink.
func (p Place) Read(limit int64) ([]byte, error) {
	if !valid(p.rel) {
		return nil, &pathError{"reading", p.rel, fs.ErrInvalid}
	}
	file := p.root
	for rest, more := p.rel, true; more; {
		var part string
		part, rest, more = strings.Cut(rest, "/")
		file += string(filepath.Separator) + part
		if !more {
			break
		}
		if info, err := os.Lstat(file); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return nil, &pathError{"reading", file, ErrLink}
		}
	}
	b, err := platform.ReadRegularNoFollow(file, limit)
	return b, readFault(err)
}

// Read returns what the regular file at path holds, following symlinks. It
// never blocks on a pipe, and refuses more than limit bytes: ErrTooLarge.
func Read(path string, limit int64) ([]byte, error) {
	b, err := platform.ReadRegular(path, limit)
	return b, readFault(err)
}

// View is [Read] of a file that is only ever added to or replaced, without a copy of
// what it holds where the system can map it: nobody may write to the bytes. The mapping
// stays; if somebody else cuts the file, to look at what is gone is a panic as any other.
func View(path string, limit int64) ([]byte, error) {
	f, info, err := platform.OpenRegular(path)
	if err != nil {
		return nil, readFault(err)
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

func readFault(err error) error {
	if err != nil {
		return fmt.Errorf("reading: %w", err)
	}
	return nil
}

// Make makes the folder dir and the missing ones above it, each with mode, and
// makes their entries durable. Links on the way are followed. A folder that is
// there is left as it is.
func Make(dir string, mode fs.FileMode) error {
	above := dir
	for {
		info, err := os.Stat(above)
		if err == nil {
			if above == dir && info.IsDir() {
				return nil
			}
			break
		}
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(above) == above {
			return &pathError{"making folder", dir, bare(err)}
		}
		above = filepath.Dir(above)
	}
	rel, err := filepath.Rel(above, dir)
	if err != nil {
		return err
	}
	return In(above, filepath.ToSlash(rel)).MkdirAll(mode)
}

// MkdirAll makes the folder and those above it that are missing, each with mode.
// What is in its place and is not a folder is ErrLink or ErrNotRegular.
func (p Place) MkdirAll(mode fs.FileMode) error {
	return p.with("making folder", func(t *Tree) error { return t.MkdirAll(p.rel, mode) })
}

// Prepare is MkdirAll for a store's folder, of which its writer calls it once: it
// removes what dead writers left there.
func (p Place) Prepare(mode fs.FileMode) error {
	t, err := p.Make(mode)
	if err != nil {
		return err
	}
	t.Sweep(".")
	return t.Close()
}

// Make is [Tree.Make] of the folder there.
func (p Place) Make(mode fs.FileMode) (folder *Tree, err error) {
	err = p.with("making folder", func(t *Tree) error {
		folder, err = t.Make(p.rel, mode)
		return err
	})
	return folder, err
}

// Move renames what is there to a path below the same root, in place of a file or
// link there. A process that has it open goes on in it. The folder of to must
// exist.
func (p Place) Move(to string) error {
	return p.with("moving", func(t *Tree) error {
		return t.in(p.rel, "moving", func(source *os.Root, old string) error {
			return t.in(to, "moving to", func(target *os.Root, name string) error {
				err := rename(source, old, target, name)
				if errors.Is(err, errors.ErrUnsupported) {
					// By path; on Windows it writes through, as no sync of a folder does.
					err = atomic.ReplaceFile(filepath.Join(t.path, p.rel), filepath.Join(t.path, to))
				}
				if err == nil {
					err = syncDir(target)
				}
				if err == nil && path.Dir(p.rel) != path.Dir(to) {
					err = syncDir(source)
				}
				return err
			})
		})
	})
}

func rename(source *os.Root, old string, target *os.Root, name string) error {
	return opened(source, func(from *os.File) error {
		return opened(target, func(to *os.File) error { return platform.RenameAt(from, old, to, name) })
	})
}

// Numbered are base, base-2, base-3 and so on: the names among which a free one is
// looked for.
func Numbered(base string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for n, name := 1, base; n < maxNumbered && yield(name); name = base + "-" + strconv.Itoa(n) {
			n++
		}
	}
}

// SetAside renames what is there to a free name beside it that says so, and
// returns that path, below the same root. Nothing is overwritten.
func (p Place) SetAside(now time.Time) (aside string, err error) {
	err = p.in("setting aside", func(dir *os.Root, name string) error {
		for to := range Numbered(name + ".set-aside-" + now.UTC().Format("20060102T150405Z")) {
			err := takeName(dir, name, to)
			if errors.Is(err, fs.ErrExist) {
				continue
			}
			if err != nil {
				return err
			}
			aside = path.Join(path.Dir(p.rel), to)
			return syncDir(dir)
		}
		return errors.New("no free name")
	})
	return aside, err
}

// Remove removes the file or link there; one that is missing is not an error.
func (p Place) Remove() error {
	return p.with("removing", func(t *Tree) error { return t.Remove(p.rel) })
}

// Retire gives the file there a name that [Tree.Sweep] removes, once it may.
func (p Place) Retire() error {
	return p.in("moving aside", func(dir *os.Root, name string) error { return platform.Rename(dir, name, tempName()) })
}

// RemoveDerived is Remove for a file that may come back: it does not wait for the
// disk.
func (p Place) RemoveDerived() error {
	return p.in("removing", func(dir *os.Root, name string) error {
		if err := platform.Remove(dir, name); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

// RemoveEmpty removes the empty folder there.
func (p Place) RemoveEmpty() error {
	return p.with("removing", func(t *Tree) error { return t.RemoveEmpty(p.rel) })
}

// RemoveAll removes what is there with all below it.
func (p Place) RemoveAll() error {
	return p.in("removing", func(dir *os.Root, name string) error {
		if err := platform.RemoveAll(dir, name); err != nil {
			return err
		}
		return syncDir(dir)
	})
}

// Vanish is [Tree.Vanish].
func (p Place) Vanish() error {
	return p.with("removing", func(t *Tree) error { return t.Vanish(p.rel) })
}

// Sweep is [Tree.Sweep] of the folder there.
func (p Place) Sweep() {
	_ = p.with("sweeping", func(t *Tree) error { t.Sweep(p.rel); return nil })
}

// Writable reports why no file can be made in the folder dir, or nil. It makes
// an empty one and removes it, without waiting for the disk: permissions alone
// know nothing of sandboxes and of file systems mounted for reading.
func Writable(dir string) error {
	In(dir, ".").Sweep()
	return In(dir, tempName()).in("writing", func(dir *os.Root, name string) error {
		f, err := claim(dir, name, private)
		if err != nil {
			return err
		}
		defer f.Close()
		return platform.Remove(dir, name)
	})
}
