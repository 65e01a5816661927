package durable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"holdfast/lib/platform"
)

// folderLock is the lock file of a folder where folders cannot be locked.
const folderLock = ".holdfast-lock"

// Locked runs do while it holds the lock file there, which is made where it is missing
// and stays, and removes first what dead writers left beside it. Waiting for another holder ends
// with ctx, and after wait unless that is 0: ErrBusy. The system frees the lock of a process that dies.
func (p Place) Locked(ctx context.Context, wait time.Duration, do func() error) error {
	var f *os.File
	err := p.change("locking", func(dir *handle, name string) (err error) {
		if wait > 0 {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, wait)
			defer stop()
		}
		if f, _, err = openOrMake(dir, name, os.O_RDWR, 0o600); err == nil {
			err = await(ctx, f)
		}
		if err == nil {
			dir.sweep()
		}
		return err
	})
	defer f.Close()
	if err != nil {
		return err
	}
	return do()
}

// LockedFolder is Locked by a lock on the folder there itself, which leaves no file behind
// and needs no right to write in it. Where the system locks no folders (Windows, some
// network file systems) a file in it is locked, which git ignores.
func (p Place) LockedFolder(ctx context.Context, do func() error) error {
	dir, err := p.Folder()
	if err != nil {
		return err
	}
	defer dir.Close()
	f, err := dir.held.lock(ctx)
	if err != nil {
		f.Close() // nil or not
		return p.fault("locking", err)
	}
	defer f.Close()
	locked, _ := dir.held.Stat(".")
	now, err := os.Stat(p.Path())
	if err != nil {
		return p.fault("locking", err)
	}
	if !os.SameFile(locked, now) { // it was moved away while this waited
		f.Close() // it may be there again
		return p.LockedFolder(ctx, do)
	}
	dir.held.sweep()
	return do()
}

func (h *handle) lock(ctx context.Context) (*os.File, error) {
	f, err := h.Root.Open(".")
	if err != nil {
		return nil, err
	}
	if _, err = platform.TryLock(f); err != nil {
		f.Close()
		f, err = h.lockFile()
	}
	if err == nil {
		err = await(ctx, f)
	}
	return f, err
}

// lockFile opens the folder's lock file and keeps it out of git, where the folder has no .gitignore yet.
func (h *handle) lockFile() (*os.File, error) {
	if _, err := h.Lstat(".gitignore"); errors.Is(err, fs.ErrNotExist) {
		err := Place{held: h, rel: ".gitignore"}.Create([]byte(folderLock+"\n.gitignore\n"), Shared)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	f, _, err := openOrMake(h, folderLock, os.O_RDWR, 0o600)
	return f, err
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
			return fmt.Errorf("%w: %w", ErrBusy, ctx.Err())
		case <-time.After(wait):
		}
	}
}
