package durable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"holdfast/lib/platform"
)

// folderLock is the lock file of a folder where folders cannot be locked.
const folderLock = ".holdfast-lock"

// Locked runs do while it holds the lock file there, which is made where it is
// missing and stays, and removes first what dead writers left beside it. Waiting
// for another holder ends with ctx. The system frees the lock of a process that
// dies.
func (p Place) Locked(ctx context.Context, do func() error) error {
	t, err := p.tree("locking")
	if err != nil {
		return err
	}
	defer t.Close()
	var f *os.File
	err = t.in(p.rel, "locking", func(dir *os.Root, name string) error {
		if f, _, err = openOrMake(dir, name, os.O_RDWR, 0o600); err != nil {
			return err
		}
		return await(ctx, f)
	})
	if f != nil {
		defer f.Close()
	}
	if err != nil {
		return err
	}
	t.Sweep(path.Dir(p.rel))
	return do()
}

// LockedFolder is Locked by a lock on the folder there itself, which leaves no
// file behind and needs no right to write in it. Where the system locks no
// folders (Windows, some network file systems) a file in the folder is locked,
// which git ignores.
func (p Place) LockedFolder(ctx context.Context, do func() error) error {
	t, err := p.tree("locking")
	if err != nil {
		return err
	}
	defer t.Close()
	for {
		folder, err := t.Folder(p.rel)
		if err != nil {
			return t.fault("locking", p.rel, err)
		}
		f, err := folder.lock(ctx)
		if err != nil {
			folder.Close()
			return t.fault("locking", p.rel, err)
		}
		// The folder may have been moved away while this waited.
		same, err := t.still(p.rel, folder)
		if err == nil && same {
			folder.Sweep(".")
			err = do()
		}
		f.Close()
		folder.Close()
		if err != nil || same {
			return err
		}
	}
}

// lock waits for the lock of the tree's own folder and returns the file that
// holds it.
func (t *Tree) lock(ctx context.Context) (*os.File, error) {
	f, err := t.root.Open(".")
	if err != nil {
		return nil, err
	}
	if _, err := platform.TryLock(f); err != nil {
		f.Close()
		if f, err = t.lockFile(); err != nil {
			return nil, err
		}
	}
	if err := await(ctx, f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// lockFile opens the folder's lock file and keeps it out of git, where the
// folder has no .gitignore yet.
func (t *Tree) lockFile() (*os.File, error) {
	if _, err := t.Lstat(".gitignore"); errors.Is(err, fs.ErrNotExist) {
		if err := t.Put(".gitignore", strings.NewReader(folderLock+"\n.gitignore\n"), Shared); err != nil {
			return nil, err
		}
	}
	f, _, err := openOrMake(t.root, folderLock, os.O_RDWR, 0o600)
	return f, err
}

// still reports whether the folder at rel is the open one.
func (t *Tree) still(rel string, open *Tree) (same bool, err error) {
	first, err := open.root.Stat(".")
	if err != nil {
		return false, err
	}
	err = t.folder(rel, "locking", func(dir *os.Root) error {
		now, err := dir.Stat(".")
		same = err == nil && os.SameFile(first, now)
		return err
	})
	return same, err
}

// await waits for the lock of an open file or folder until ctx ends.
func await(ctx context.Context, f *os.File) error {
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
		held, err := platform.TryLock(f)
		if held || errors.Is(err, errors.ErrUnsupported) {
			return nil // without locks writers do not wait for each other
		}
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("another process has locked it: %w", ctx.Err())
		case <-time.After(wait):
		}
	}
}
