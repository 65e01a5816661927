package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"holdfast/lib/platform"
)

// asideSuffix ends the name of what was moved out of its place, or is about to take it.
// It is not swept: it may be what another program saved at the very moment.
const asideSuffix = ".aside"

// asideLength is how much of the name that a file had is kept in the one that
// it has aside, in bytes: a name has at most 255.
const asideLength = 180

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
	return strings.ToValidUTF8(name[:min(len(name), asideLength)], "")
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
		f, temp, err := claimTemp(dir, private)
		if err != nil {
			return err
		}
		defer f.Close()
		if info, err := dir.Lstat(path.Base(p.rel)); err == nil && os.Geteuid() == 0 {
			if facts, ok := platform.FactsOf(info); ok && facts.UID != 0 {
				_ = f.Chown(facts.UID, facts.GID)
			}
		}
		if err = fill(f, from, mode, true); err == nil {
			err = platform.Rename(dir.Root, temp, staged)
		}
		if err != nil {
			platform.Remove(dir.Root, temp)
		}
		return err
	})
}

// ExchangeLink is [Place.Exchange] for a symlink to target.
func (p Place) ExchangeLink(target string) (aside string, err error) {
	return p.exchange("linking", func(dir *handle, staged string) error { return dir.Symlink(target, staged) })
}

func (p Place) exchange(doing string, stage func(dir *handle, staged string) error) (aside string, err error) {
	if err := p.beside(".").MkdirAll(0o755); err != nil {
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
	switch {
	case err == nil:
		return aside, nil
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	return "", err
}

// named is the path of what is called name in the same folder, "" for no name.
func (p Place) named(name string) string {
	if name == "" {
		return ""
	}
	return p.beside(name).rel
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
