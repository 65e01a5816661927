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
	return p.with("making folder", func(p Place) error {
		err := p.folder("making folder", func(*os.Root) error { return nil })
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := p.beside(".").MkdirAll(mode); err != nil {
			return err
		}
		return p.in("making folder", func(dir *os.Root, name string) error {
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
	})
}

// Prepare is MkdirAll for a store's folder, of which its writer calls it once: it
// removes what dead writers left there.
func (p Place) Prepare(mode fs.FileMode) error {
	folder, err := p.Make(mode)
	if err != nil {
		return err
	}
	folder.Sweep()
	return folder.Close()
}

// Chmod gives the folder there the permissions mode, where it has others.
func (p Place) Chmod(mode fs.FileMode) error {
	const doing = "changing the permissions of"
	return p.folder(doing, func(dir *os.Root) error {
		return opened(dir, func(f *os.File) error {
			if info, err := f.Stat(); err != nil || info.Mode().Perm() == mode || runtime.GOOS == "windows" {
				return err
			}
			return f.Chmod(mode)
		})
	})
}

// Sync makes the entries of the folder there durable.
func (p Place) Sync() error { return p.folder("writing", syncDir) }

// Link makes a symbolic link to target, which must not exist yet.
func (p Place) Link(target string) error {
	return p.in("linking", func(dir *os.Root, name string) error {
		if err := dir.Symlink(target, name); err != nil {
			return err
		}
		return syncDir(dir)
	})
}

// Move renames what is there to a path below the same root, in place of a file or
// link there. A process that has it open goes on in it. The folder of to must
// exist.
func (p Place) Move(to string) error {
	return p.with("moving", func(p Place) error {
		other := p
		other.rel = to
		return p.in("moving", func(source *os.Root, old string) error {
			return other.in("moving to", func(target *os.Root, name string) error {
				err := rename(source, old, target, name)
				if errors.Is(err, errors.ErrUnsupported) {
					// By path; on Windows it writes through, as no sync of a folder does.
					err = atomic.ReplaceFile(filepath.Join(p.path, p.rel), filepath.Join(p.path, to))
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
	if err := p.remove(false); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// RemoveEmpty removes the empty folder there.
func (p Place) RemoveEmpty() error { return p.remove(true) }

func (p Place) remove(folder bool) error {
	return p.in("removing", func(dir *os.Root, name string) error {
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

// RemoveDerived is Remove for a file or link that may come back: it does not wait for
// the disk.
func (p Place) RemoveDerived() error {
	return p.in("removing", func(dir *os.Root, name string) error {
		if err := platform.Remove(dir, name); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
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

// Vanish removes the folder there so that it is gone whole before its contents go.
func (p Place) Vanish() error {
	return p.in("removing", func(dir *os.Root, name string) error {
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

// Retire gives the file there a name that [Place.Sweep] removes, once it may.
func (p Place) Retire() error {
	return p.in("moving aside", func(dir *os.Root, name string) error { return platform.Rename(dir, name, tempName()) })
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
