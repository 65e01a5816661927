package platform

import (
	"os"

	"golang.org/x/sys/windows"
)

// Size is how many columns and rows the terminal f has, 0 where f is not one or
// does not say.
func Size(f *os.File) (columns, rows int) {
	if f == nil {
		return 0, 0
	}
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0, 0
	}
	return int(info.Window.Right-info.Window.Left) + 1, int(info.Window.Bottom-info.Window.Top) + 1
}
