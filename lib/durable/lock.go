package durable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
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
	return p.with("locking", func(p Place) (err error) {
		var f *os.File
		err = p.in("locking", func(dir *os.Root, name string) error {
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
		p.beside(".").Sweep()
		return do()
	})
}

// LockedFolder is Locked by a lock on the folder there itself, which leaves no
// file behind and needs no right to write in it. Where the system locks no
// folders (Windows, some network file systems) a file in the folder is locked,
// which git ignores.
func (p Place) LockedFolder(ctx context.Context, do func() error) error {
	for {
		folder, err := p.open("locking")
		if err != nil {
			return err
		}
		f, err := folder.lock(ctx)
		if err != nil {
			folder.Close()
			return p.fault("locking", err)
		}
		// The folder may have been moved away while this waited.
		same, err := p.still(folder)
		if err == nil && same {
			folder.Sweep()
			err = do()
		}
		f.Close()
		folder.Close()
		if err != nil || same {
			return err
		}
	}
}

// lock waits for the lock of an opened folder and returns the file that holds it.
func (p Place) lock(ctx context.Context) (*os.File, error) {
	f, err := p.held.Root.Open(".")
	if err != nil {
		return nil, err
	}
	if _, err := platform.TryLock(f); err != nil {
		f.Close()
		if f, err = p.lockFile(); err != nil {
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
func (p Place) lockFile() (*os.File, error) {
	ignore := p.At(".gitignore")
	if _, err := ignore.Lstat(); errors.Is(err, fs.ErrNotExist) {
		if err := ignore.Put(strings.NewReader(folderLock+"\n.gitignore\n"), Shared); err != nil {
			return nil, err
		}
	}
	f, _, err := openOrMake(p.held.Root, folderLock, os.O_RDWR, 0o600)
	return f, err
}

// still reports whether the folder there is the open one.
func (p Place) still(open Place) (same bool, err error) {
	first, err := open.held.Stat(".")
	if err != nil {
		return false, err
	}
	err = p.folder("locking", func(dir *os.Root) error {
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
