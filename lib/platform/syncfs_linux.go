package platform

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// SyncFileSystem makes all that was written to the file system of the folder at
// path durable, and reports whether the system knows how to.
func SyncFileSystem(path string) (bool, error) {
	number, ok := map[string]uintptr{"amd64": 306, "arm64": 267}[runtime.GOARCH] // syncfs(2)
	if !ok {
		return false, nil
	}
	dir, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return false, quoted("syncing the file system of", path, err)
	}
	defer func() { _ = dir.Close() }()
	err = control(dir, func(fd uintptr) error {
		if _, _, errno := syscall.Syscall(number, fd, 0, 0); errno != 0 {
			return errno
		}
		return nil
	})
	if errors.Is(err, syscall.ENOSYS) {
		return false, nil
	}
	if err != nil {
		return true, quoted("syncing the file system of", path, err)
	}
	return true, nil
}
