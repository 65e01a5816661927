package durable

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/natefinch/atomic"

	"holdfast/lib/platform"
)

// Append adds data at the end of the file, which is made with mode where it is missing,
// in one write, which other appenders do not split. The folder must exist.
func (p Place) Append(data []byte, mode fs.FileMode) error {
	return p.change("appending to", func(dir *handle, name string) error {
		// For reading too, since Windows locks no file that is open for appending alone.
		f, made, err := openOrMake(dir, name, os.O_RDWR|os.O_APPEND, mode)
		if err != nil {
			return err
		}
		defer f.Close()
		if runtime.GOOS == "windows" {
			// Not every file system there finds the end and writes in one step.
			ctx, stop := context.WithTimeout(context.Background(), time.Second)
			_ = await(ctx, f)
			stop()
		}
		_, err = f.Write(data)
		if err == nil && !p.derived {
			err = f.Sync()
		}
		if err == nil && !p.derived && made {
			err = dir.sync()
		}
		return err
	})
}

// Make makes the folder dir and the missing ones above it, each with mode. Links on the way are followed.
func Make(dir string, mode fs.FileMode) error {
	info, err := os.Stat(dir)
	if err == nil && info.IsDir() {
		return nil
	}
	if above := filepath.Dir(dir); errors.Is(err, fs.ErrNotExist) && above != dir {
		if err := Make(above, mode); err != nil {
			return err
		}
	}
	return File(dir).MkdirAll(mode)
}

// MkdirAll makes the folder and those above it that are missing, each with mode.
// What is in its place and is not a folder is ErrLink or ErrNotRegular.
func (p Place) MkdirAll(mode fs.FileMode) error {
	err := p.folder("making folder", func(*handle) error { return nil })
	if !errors.Is(err, fs.ErrNotExist) || p.rel == "." {
		return err
	}
	if err := p.beside(".").MkdirAll(mode); err != nil {
		return err
	}
	return p.in("making folder", func(dir *handle, name string) error {
		err := dir.Mkdir(name, mode)
		if errors.Is(err, fs.ErrExist) { // another process made it, or it is no folder
			there, err := step(dir, name)
			if err == nil {
				there.Close()
			}
			return err
		}
		if err == nil && !p.derived {
			err = dir.sync()
		}
		return err
	})
}

// Prepare is MkdirAll for a store's folder, of which its writer calls it once: it removes what dead writers left there.
func (p Place) Prepare(mode fs.FileMode) error {
	err := p.MkdirAll(mode)
	if err == nil {
		p.Sweep()
	}
	return err
}

// Chmod gives the folder there the permissions mode, where it has others.
func (p Place) Chmod(mode fs.FileMode) error {
	return p.folder("changing the permissions of", func(dir *handle) error {
		f, err := dir.asFile()
		if err != nil {
			return err
		}
		if info, err := f.Stat(); err != nil || info.Mode().Perm() == mode || runtime.GOOS == "windows" {
			return err
		}
		return f.Chmod(mode)
	})
}

// Touch gives the folder there a time, if its own is more than slack before that.
func (p Place) Touch(at time.Time, slack time.Duration) error {
	return p.folder("changing the time of", func(dir *handle) error {
		info, err := dir.Stat(".")
		if err != nil || !info.ModTime().Add(slack).Before(at) {
			return err
		}
		return dir.Chtimes(".", at, at)
	})
}

// Sync makes the entries of the folder there durable.
func (p Place) Sync() error { return p.folder("writing", (*handle).sync) }

// Link makes a symbolic link to target, which must not exist yet.
func (p Place) Link(target string) error {
	return p.in("linking", func(dir *handle, name string) error {
		if err := dir.Symlink(target, name); err != nil {
			return err
		}
		return dir.sync()
	})
}

// Move renames what is there to a path below the same root, whose folder must exist, in place of a file or link there.
func (p Place) Move(to string) error {
	other := p
	other.rel = to
	return p.in("moving", func(source *handle, old string) error {
		return other.in("moving to", func(target *handle, name string) error {
			err := source.rename(old, target, name, platform.Replacing)
			if errors.Is(err, errors.ErrUnsupported) {
				// By path; on Windows it writes through, as no sync of a folder does.
				err = atomic.ReplaceFile(p.Path(), other.Path())
			}
			if err == nil {
				err = target.sync()
			}
			if err == nil && path.Dir(p.rel) != path.Dir(to) {
				err = source.sync()
			}
			return err
		})
	})
}

// Numbered are base, base-2, base-3 and so on: the names among which a free one is looked for.
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
	return find(p, "setting aside", func(dir *handle, name string) (string, error) {
		for to := range Numbered(name + ".set-aside-" + now.UTC().Format("20060102T150405Z")) {
			err := takeName(dir, name, to)
			if errors.Is(err, fs.ErrExist) {
				continue
			}
			if err != nil {
				return "", err
			}
			return p.beside(to).rel, dir.sync()
		}
		return "", errors.New("no free name")
	})
}

// Remove removes the file or link there; one that is missing is not an error.
func (p Place) Remove() error {
	if err := p.remove(false); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// RemoveEmpty removes the empty folder there.
func (p Place) RemoveEmpty() error { return p.remove(true) }

func (p Place) remove(folder bool) error {
	return p.in("removing", func(dir *handle, name string) error {
		info, err := dir.Lstat(name)
		if err != nil {
			return err
		}
		if info.IsDir() != folder {
			return ErrNotRegular
		}
		if err := platform.Remove(dir.Root, name); err != nil || p.derived {
			return err
		}
		return dir.sync()
	})
}

// RemoveAll removes what is there with all below it: it is gone whole before its contents go.
func (p Place) RemoveAll() error {
	return p.in("removing", func(dir *handle, name string) error {
		gone := tempPrefix + random() + stagedSuffix
		err := platform.Rename(dir.Root, name, gone)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil {
			err = dir.sync()
		}
		if err == nil {
			err = platform.RemoveAll(dir.Root, gone)
		}
		return err
	})
}

// Retire gives the file there a name that [Place.Sweep] removes, once it may.
func (p Place) Retire() error {
	return p.in("moving aside", func(dir *handle, name string) error {
		return platform.Rename(dir.Root, name, tempName())
	})
}
