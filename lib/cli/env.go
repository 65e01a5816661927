// Package cli is the frame that every program and verb of Holdfast is in:
// what a process is given, how arguments and a body are read, how results,
// warnings and errors are said, and which exit codes they have.
//
// Nothing outside this package and the entry points reads the environment, the
// clock, the arguments or the working directory; they are handed down in Env.
package cli

import (
	"crypto/rand"
	"io"
	"os"
	"time"

	"holdfast/lib/platform"
)

// Env is all that a process is given from outside.
type Env struct {
	Args    []string // without the program's own name
	Called  string   // the name it was started by
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	Getenv  func(string) string
	Environ func() []string
	Now     func() time.Time
	Random  io.Reader
	// WorkingDir is the process's working directory, absolute.
	WorkingDir func() (string, error)
	// Executable is the path of the running program, absolute.
	Executable func() (string, error)
	// Terminal says whether one of the three standard streams is a terminal.
	Terminal func(stream any) bool
	// Size is how many columns and rows such a terminal has, 0 where it does not say.
	Size func(stream any) (columns, rows int)
	// Zone is where the user is.
	Zone *time.Location
}

// Process is the Env of the running process.
func Process() Env {
	return Env{
		Args:       os.Args[1:],
		Called:     os.Args[0],
		Stdin:      os.Stdin,
		Stdout:     os.Stdout,
		Stderr:     os.Stderr,
		Getenv:     os.Getenv,
		Environ:    os.Environ,
		Now:        time.Now,
		Random:     rand.Reader,
		WorkingDir: os.Getwd,
		Executable: os.Executable,
		Terminal: func(stream any) bool {
			f, ok := stream.(*os.File)
			return ok && platform.IsTerminal(f)
		},
		Size: func(stream any) (columns, rows int) {
			f, _ := stream.(*os.File)
			return platform.Size(f)
		},
		Zone: time.Local,
	}
}

// Home is the user's home folder as the environment names it, or "".
func (e Env) Home() string {
	if h := e.Getenv("HOME"); h != "" {
		return h
	}
	return e.Getenv("USERPROFILE")
}
