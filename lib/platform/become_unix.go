//go:build !windows

package platform

import (
	"io"
	"syscall"
)

// Become runs the program at path in place of this one, with argv (its first
// word the name it is called by) and env. On success it does not return, and keeps the
// streams.
func Become(path string, argv, env []string, _ io.Reader, _, _ io.Writer) (code int, err error) {
	return 0, syscall.Exec(path, argv, env)
}
