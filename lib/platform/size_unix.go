//go:build unix

package platform

import (
	"os"

	"golang.org/x/sys/unix"
)

// Size is how many columns and rows the terminal f has, 0 where f is not one or
// does not say.
func Size(f *os.File) (columns, rows int) {
	if f == nil {
		return 0, 0
	}
	_ = control(f, func(fd uintptr) error {
		size, err := unix.IoctlGetWinsize(int(fd), unix.TIOCGWINSZ)
		if err == nil {
			columns, rows = int(size.Col), int(size.Row)
		}
		return err
	})
	return columns, rows
}
