package durable

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
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
		if made {
			err = p.kept(dir, err)
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
	if err := p.Beside(".").MkdirAll(mode); err != nil {
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
		return p.kept(dir, err)
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
		if info, err := dir.Stat("."); err != nil || !info.ModTime().Add(slack).Before(at) {
			return err
		}
		return dir.Chtimes(".", at, at)
	})
}

// Sync makes the entries of the folder there durable.
func (p Place) Sync() error { return p.folder("writing", (*handle).sync) }

// Link makes a symbolic link to target, which must not exist yet.
func (p Place) Link(target string) error {
	return p.in("linking", func(dir *handle, name string) error { return p.kept(dir, dir.Symlink(target, name)) })
}

// Move renames what is there to a path below the same root, in place of a file or link there. It
// makes the folders above that are missing.
func (p Place) Move(to string) error {
	other := p
	other.rel = to
	if err := other.Beside(".").MkdirAll(0o755); err != nil {
		return err
	}
	return p.in("moving", func(source *handle, old string) error {
		return other.in("moving to", func(target *handle, name string) error {
			err := source.rename(old, target, name, platform.Replacing)
			if errors.Is(err, errors.ErrUnsupported) {
				// By path; on Windows it writes through, as no sync of a folder does.
				err = atomic.ReplaceFile(p.Path(), other.Path())
			}
			err = p.kept(target, err)
			if path.Dir(p.rel) != path.Dir(to) {
				err = p.kept(source, err)
			}
			return err
		})
	})
}

// Free is the first of base, base-2, base-3 and so on that take takes, which says fs.ErrExist of one that is not free.
func Free(base string, take func(name string) error) (string, error) {
	name, err := base, take(base)
	for n := 2; errors.Is(err, fs.ErrExist) && n < 1_000; n++ {
		name = base + "-" + strconv.Itoa(n)
		err = take(name)
	}
	return name, err
}

// SetAside renames what is there to a free name beside it that says so, and
// returns that path, below the same root. Nothing is overwritten.
func (p Place) SetAside(now time.Time) (aside string, err error) {
	return find(p, "setting aside", func(dir *handle, name string) (string, error) {
		stamped := name + ".set-aside-" + now.UTC().Format("20060102T150405Z")
		to, err := Free(stamped, func(to string) error { return takeName(dir, name, to) })
		if err != nil {
			return "", err
		}
		return p.Beside(to).rel, dir.sync()
	})
}

// Remove removes the file or link there; one that is missing is not an error.
func (p Place) Remove() error {
	if err := p.remove(false); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

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
		return p.kept(dir, platform.Remove(dir.Root, name))
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
		if err = p.kept(dir, err); err == nil {
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

// asideSuffix ends the name of what was moved out of its place, or is about to take it.
// It is not swept: it may be what another program saved at the very moment.
const asideSuffix = ".aside"

// Aside reports whether name is one that [Place.Exchange] or [Place.MoveAside]
// gave, and returns the name before it: its beginning where that was long.
func Aside(name string) (was string, ok bool) {
	rest, ok := strings.CutPrefix(name, tempPrefix)
	rest, is := strings.CutSuffix(rest, asideSuffix)
	_, was, cut := strings.Cut(rest, "-")
	return was, ok && is && cut
}

// AsideFrom reports whether what is aside as was, as [Aside] gives it, may have had the name.
func AsideFrom(was, name string) bool { return was == shortened(name) }

func shortened(name string) string {
	return strings.ToValidUTF8(name[:min(len(name), 180)], "") // a name has 255 bytes at most
}

func asideName(name string) string {
	return tempPrefix + random() + "-" + shortened(name) + asideSuffix
}

// Exchange puts what from gives there and moves what was there aside, in one step where the system can:
// nothing that another program saves at the moment is lost. It returns where that is now, "" where
// nothing was there; the caller looks at it, and removes it or puts it back. ErrChanged means that
// another program took the place while it was free, and keeps it. Nothing is durable before [Place.Sync]
// of the folder. Where root writes, the file's owner is that of what was there.
func (p Place) Exchange(from io.Reader, mode fs.FileMode) (aside string, err error) {
	return p.exchange("writing", func(dir *handle, staged string) error {
		return writeTemp(dir, private, func(f *os.File) error {
			if info, err := dir.Lstat(path.Base(p.rel)); err == nil && os.Geteuid() == 0 {
				if facts := platform.FactsOf(info); facts.UID != 0 {
					_ = f.Chown(facts.UID, facts.GID)
				}
			}
			return fill(f, from, mode, true)
		}, func(temp string) error { return platform.Rename(dir.Root, temp, staged) })
	})
}

// ExchangeLink is [Place.Exchange] for a symlink to target.
func (p Place) ExchangeLink(target string) (aside string, err error) {
	return p.exchange("linking", func(dir *handle, staged string) error { return dir.Symlink(target, staged) })
}

func (p Place) exchange(doing string, stage func(dir *handle, staged string) error) (aside string, err error) {
	if err := p.Beside(".").MkdirAll(0o755); err != nil {
		return "", err
	}
	return find(p, doing, func(dir *handle, name string) (string, error) {
		staged := asideName(name)
		if err := stage(dir, staged); err != nil {
			return "", err
		}
		out, err := swapIn(dir, staged, name)
		if err != nil && out != staged {
			platform.Remove(dir.Root, staged)
		}
		return p.named(out), err
	})
}

// PutBack puts what was moved aside there again, in exchange for the current content,
// which it returns like [Place.Exchange]. On ErrChanged both may still be aside.
func (p Place) PutBack(aside string) (out string, err error) {
	return find(p, "putting back", func(dir *handle, name string) (string, error) {
		out, err := swapIn(dir, path.Base(aside), name)
		return p.named(out), err
	})
}

// MoveAside takes what is there out of its place and returns where it is now, "" where nothing was there.
func (p Place) MoveAside() (aside string, err error) {
	aside, err = find(p, "removing", func(dir *handle, name string) (string, error) {
		out := asideName(name)
		return p.named(out), platform.Rename(dir.Root, name, out)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return aside, err
}

// named is the path of what is called name in the same folder, "" for no name.
func (p Place) named(name string) string {
	if name == "" {
		return ""
	}
	return p.Beside(name).rel
}

// swapIn gives the entry staged of dir the name name, and returns under which name what was there is now.
func swapIn(dir *handle, staged, name string) (out string, err error) {
	for range maxTries {
		switch err = dir.rename(staged, dir, name, platform.Exchanging); {
		case err == nil:
			return staged, nil
		case errors.Is(err, errors.ErrUnsupported):
			return swapInSteps(dir, staged, name)
		case !errors.Is(err, fs.ErrNotExist):
			return "", err
		}
		if err = takeName(dir, staged, name); !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	return "", ErrChanged // other programs make and remove it all the time
}

// swapInSteps is swapIn where there is no exchange: for a moment nothing is
// at name, and what another program saves there then keeps the place.
func swapInSteps(dir *handle, staged, name string) (out string, err error) {
	out = asideName(name)
	if err := platform.Rename(dir.Root, name, out); errors.Is(err, fs.ErrNotExist) {
		out = ""
	} else if err != nil {
		return "", err
	}
	if err = takeName(dir, staged, name); errors.Is(err, fs.ErrExist) {
		err = ErrChanged
	}
	return out, err
}
