package platform

import "runtime"

// Opener is the command that shows a file in the program that the user has for
// it; the file's path follows its words.
func Opener() []string {
	switch runtime.GOOS {
	case "darwin":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return []string{"xdg-open"}
}
