//go:build unix

package platform

import (
	"os"

	"golang.org/x/sys/unix"
)

// Width is how many columns the terminal f has, 0 where f is not one or does not
// say.
func Width(f *os.File) int {
	if f == nil {
		return 0
	}
	width := 0
	_ = control(f, func(fd uintptr) error {
		size, err := unix.IoctlGetWinsize(int(fd), unix.TIOCGWINSZ)
		if err == nil {
			width = int(size.Col)
		}
		return err
	})
	return width
}
