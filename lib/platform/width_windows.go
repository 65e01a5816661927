package platform

import (
	"os"

	"golang.org/x/sys/windows"
)

// Width is how many columns the terminal f has, 0 where f is not one or does not
// say.
func Width(f *os.File) int {
	if f == nil {
		return 0
	}
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
