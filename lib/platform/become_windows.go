package platform

import (
	"errors"
	"io"
	"os/exec"
	"syscall"
)

// Become runs the program at path in place of this one, with argv (its first
// word the name it is called by) and env, and returns its exit code. It has the streams in, out and errs.
func Become(path string, argv, env []string, in io.Reader, out, errs io.Writer) (code int, err error) {
	c := exec.Cmd{Path: path, Args: argv, Env: env, Stdin: in, Stdout: out, Stderr: errs}
	c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true} // a console that has to be made stays out of sight
	err = c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	return 0, err
}
