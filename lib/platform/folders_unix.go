//go:build !windows

package platform

import (
	"os"

	"golang.org/x/sys/unix"
)

// Entries calls visit with the name of each entry of a folder, until that fails, and
// with what says when a folder changed last, in nanoseconds since 1970; false where it
// is gone by then. Asked from the open folder, a thousand of them cost half of what
// their paths would.
func Entries(dir string, visit func(name string, folder bool, changed func() (int64, bool)) error) error {
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
		changed := func() (int64, bool) {
			var info unix.Stat_t
			err := again(func() error { return unix.Fstatat(fd, e.Name(), &info, unix.AT_SYMLINK_NOFOLLOW) })
			return info.Mtim.Nano(), err == nil
		}
		if err := visit(e.Name(), e.IsDir(), changed); err != nil {
			return err
		}
	}
	return nil
}
