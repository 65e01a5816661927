package platform

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// SyncFileSystem makes all that was written to the file system of the folder at
// path durable, and reports whether the system knows how to.
func SyncFileSystem(path string) (bool, error) {
	dir, err := os.OpenFile(path, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
	if err != nil {
		return false, quoted("syncing the file system of", path, err)
	}
	defer func() { _ = dir.Close() }()
	err = control(dir, func(fd uintptr) error { return unix.Syncfs(int(fd)) })
	if errors.Is(err, unix.ENOSYS) {
		return false, nil
	}
	if err != nil {
		return true, quoted("syncing the file system of", path, err)
	}
	return true, nil
}
