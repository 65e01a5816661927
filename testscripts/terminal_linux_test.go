package testscripts

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"holdfast/testscripts/release"
)

// terminal COLUMNS PROGRAM ARG... runs a program whose three streams are a
// terminal of so many columns, and writes what it shows to the file "screen".
// 0 columns is a terminal that does not say.
func terminal(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: terminal COLUMNS PROGRAM ARG...")
	}
	columns, err := strconv.Atoi(args[0])
	ts.Check(err)
	pty, tty, err := openTerminal(uint16(columns))
	ts.Check(err)
	defer pty.Close()
	env := ts.Value(environKey{}).(*testscript.Env)
	path, err := exec.LookPath(args[1])
	if err != nil {
		path = release.Program(args[1])
	}
	c := exec.Command(path, args[2:]...)
	c.Env, c.Dir = env.Vars, ts.MkAbs(".")
	for _, name := range []string{"COLUMNS", "NO_COLOR", "TZ", "TERM", "LC_ALL", "PATH"} { // as the script has set them since
		c.Env = append(c.Env, name+"="+ts.Getenv(name))
	}
	c.Stdin, c.Stdout, c.Stderr = tty, tty, tty
	ts.Check(c.Start())
	tty.Close()
	shown, _ := io.ReadAll(pty) // ends in an error once the last of the terminal's users has closed it
	if err := c.Wait(); (err != nil) != neg {
		ts.Fatalf("%v: %v\n%s", args[1:], err, shown)
	}
	ts.Check(os.WriteFile(ts.MkAbs("screen"), shown, 0o600))
}

// openTerminal opens both ends of a new pseudo-terminal.
func openTerminal(columns uint16) (pty, tty *os.File, err error) {
	pty, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	fd := int(pty.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns})
	}
	if err == nil {
		tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		pty.Close()
		return nil, nil, err
	}
	return pty, tty, nil
}
