//go:build !windows

package platform

import (
	"os"

	"golang.org/x/sys/unix"
)

// Folders calls folder with the name of each folder in dir and when it changed last,
// in nanoseconds since 1970, until that fails, and other with the names of all else.
// What is gone by then is left out. Asked from the open folder, a thousand of them
// cost half of what their paths would.
func Folders(dir string, folder func(name string, modified int64) error, other func(name string)) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	entries, err := d.ReadDir(-1)
	if err != nil {
		return err
	}
	fd := int(d.Fd())
	for _, e := range entries {
		if !e.IsDir() {
			other(e.Name())
			continue
		}
		var info unix.Stat_t
		if again(func() error { return unix.Fstatat(fd, e.Name(), &info, unix.AT_SYMLINK_NOFOLLOW) }) != nil {
			continue
		}
		if err := folder(e.Name(), info.Mtim.Nano()); err != nil {
			return err
		}
	}
	return nil
}
