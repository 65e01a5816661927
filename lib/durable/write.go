package durable

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"

	"holdfast/lib/platform"
)

// Put is [Place.Replace] by what from gives; it makes the folders above that are
// missing. Where from fails nothing changes.
func (p Place) Put(from io.Reader, mode fs.FileMode) error {
	if err := p.Beside(".").MkdirAll(0o755); err != nil {
		return err
	}
	return p.save(from, mode, replaceFile)
}

// Create puts data at the place, which must be free: fs.ErrExist. Of several processes that
// create one path, one succeeds. The folder must exist.
func (p Place) Create(data []byte, mode fs.FileMode) error {
	return p.save(bytes.NewReader(data), mode, takeName)
}

// CreateAfter is Create of a file that gets its name once ready returns, which is called when
// the content is on the disk; named is called when it has it, before that waits for the disk too.
func (p Place) CreateAfter(ready func() error, named func(), data []byte, mode fs.FileMode) error {
	return p.save(bytes.NewReader(data), mode, func(dir *handle, temp, name string) error {
		err := ready()
		if err == nil {
			err = takeName(dir, temp, name)
		}
		if err == nil {
			named()
		}
		return err
	})
}

// Replace puts data at the place, instead of a file there. Anything else there is
// left alone: ErrLink, ErrNotRegular. The folder must exist.
func (p Place) Replace(data []byte, mode fs.FileMode) error {
	return p.save(bytes.NewReader(data), mode, replaceFile)
}

// Swap is Replace for a file that other programs write too: it replaces the bytes before, or
// makes the file where before is nil. The file is read once more when the new one is on the
// disk; one that holds anything else by then is left alone: ErrChanged.
func (p Place) Swap(before, data []byte, mode fs.FileMode) error {
	return p.save(bytes.NewReader(data), mode, func(dir *handle, temp, name string) error {
		if before != nil {
			if err := holds(dir, name, before); err != nil {
				return err
			}
			return platform.Rename(dir.Root, temp, name)
		}
		err := takeName(dir, temp, name)
		if errors.Is(err, fs.ErrExist) {
			if _, err = regularAt(dir, name); err == nil || errors.Is(err, fs.ErrNotExist) {
				return ErrChanged
			}
		}
		return err
	})
}

// Shared is the mode of a file that others may read: a new one gets what the umask leaves
// of it, one that is replaced keeps its own. Every other mode is exact.
const Shared fs.FileMode = 0o644

// save writes a new file onto the disk, under a temp name in the same folder; then place
// gives it its name.
func (p Place) save(from io.Reader, mode fs.FileMode, place func(dir *handle, temp, name string) error) error {
	return p.change("writing", func(dir *handle, name string) error {
		first := fs.FileMode(private)
		if mode == Shared {
			if info, err := regularAt(dir, name); err == nil {
				mode = info.Mode().Perm()
			} else {
				first, mode = Shared, asMade
			}
		}
		err := writeTemp(dir, first, func(f *os.File) error { return fill(f, from, mode, !p.derived) },
			func(temp string) error { return place(dir, temp, name) })
		return p.kept(dir, err) // with no open file in the way of the next writer
	})
}

// writeTemp makes a temp file in dir, which write fills; then place gives it its name. It stays open,
// and locked, until then.
func writeTemp(dir *handle, mode fs.FileMode, write func(f *os.File) error, place func(temp string) error) error {
	f, temp, err := claimTemp(dir, mode)
	if err != nil {
		return err
	}
	defer f.Close()
	if err = write(f); err == nil {
		err = place(temp)
	}
	if err != nil {
		platform.Remove(dir.Root, temp)
	}
	return err
}

// kept ends a change in dir, which failed with err or is brought to the disk.
func (p Place) kept(dir *handle, err error) error {
	if err != nil || p.derived {
		return err
	}
	return dir.sync()
}

// asMade leaves a file the mode that it was made with.
const asMade = ^fs.FileMode(0)

func fill(f *os.File, from io.Reader, mode fs.FileMode, sync bool) error {
	written, err := io.Copy(f, from)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil || info.Size() != written {
		return errors.Join(err, io.ErrShortWrite)
	}
	if mode != asMade && info.Mode().Perm() != mode.Perm() {
		err = f.Chmod(mode.Perm())
	}
	if err == nil && sync {
		err = f.Sync()
	}
	return err
}

func replaceFile(dir *handle, temp, name string) error {
	if _, err := regularAt(dir, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return platform.Rename(dir.Root, temp, name)
}

// holds returns ErrChanged unless the regular file called name holds want. It ends with a
// look at the entry, so that hardly any time is left until the caller acts.
func holds(dir *handle, name string, want []byte) error {
	f, first, err := openRegular(dir, name, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrChanged
	}
	if err != nil {
		return err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, int64(len(want))+1))
	if err != nil {
		return err
	}
	last, err := dir.Lstat(name)
	if err != nil || !bytes.Equal(b, want) || !os.SameFile(first, last) || !first.ModTime().Equal(last.ModTime()) {
		return ErrChanged
	}
	return nil
}

// takeName gives the entry from the name to, which must be free: fs.ErrExist.
func takeName(dir *handle, from, to string) error {
	err := dir.rename(from, dir, to, platform.Exclusive)
	if errors.Is(err, errors.ErrUnsupported) {
		return takeNameInSteps(dir, from, to)
	}
	return err
}

// takeNameInSteps is takeName where the system has no such rename. Only where it
// has no hard links either can a crash leave an empty file there.
func takeNameInSteps(dir *handle, from, to string) error {
	if err := dir.Link(from, to); err == nil {
		return platform.Remove(dir.Root, from)
	}
	info, err := dir.Lstat(from)
	if err != nil {
		return err
	}
	if _, err := dir.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return fs.ErrExist
	}
	if info.Mode().IsRegular() {
		f, err := dir.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		f.Close()
	}
	return platform.Rename(dir.Root, from, to)
}

// openOrMake opens the regular file called name, or makes it with mode.
func openOrMake(dir *handle, name string, flags int, mode fs.FileMode) (f *os.File, made bool, err error) {
	for range maxTries {
		f, _, err = openRegular(dir, name, flags)
		if !errors.Is(err, fs.ErrNotExist) {
			return f, false, err
		}
		f, err = dir.OpenFile(name, flags|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err == nil, err
		}
	}
	return nil, false, ErrChanged
}

// openRegular opens the regular file called name: ErrNotRegular, ErrLink. One that an editor
// replaces at the moment is opened again; one that is swapped each time is ErrChanged.
func openRegular(dir *handle, name string, flags int) (*os.File, fs.FileInfo, error) {
	for range maxTries {
		before, err := regularAt(dir, name)
		if err != nil {
			return nil, nil, err
		}
		f, err := dir.OpenFile(name, flags|platform.NonBlocking, 0)
		if err != nil {
			return nil, nil, err
		}
		if info, err := f.Stat(); err == nil && os.SameFile(before, info) {
			return f, info, nil
		}
		f.Close()
	}
	return nil, nil, ErrChanged
}

// regularAt describes the regular file called name: ErrLink, ErrNotRegular.
func regularAt(dir *handle, name string) (fs.FileInfo, error) {
	info, err := dir.Lstat(name)
	if err == nil {
		err = platform.Regular(info)
	}
	return info, err
}
