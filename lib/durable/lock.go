package durable

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"time"

	"holdfast/lib/platform"
)

// Locked runs do while it holds the lock file at path, which is made where it
// is missing and stays. Waiting for another holder ends with ctx. The system
// frees the lock of a process that dies. What is no regular file is refused:
// fs.ErrInvalid.
func Locked(ctx context.Context, path string, do func() error) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("locking %q: not a regular file: %w", path, fs.ErrInvalid)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("locking %q: %w", path, err)
	}
	defer f.Close()
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
		held, err := platform.TryLock(f)
		if err != nil {
			return fmt.Errorf("locking %q: %w", path, err)
		}
		if held {
			return do()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("locking %q: another process holds it: %w", path, ctx.Err())
		case <-time.After(wait):
		}
	}
}
