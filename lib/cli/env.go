// Package cli is the frame that every program and verb is in: what a process is given,
// how arguments and a body are read, how results and errors are said, the exit codes.
//
// Nothing else reads the environment, the clock, the arguments or the working directory.
package cli

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/platform"
)

const front = "holdfast"

// Env is all that a process is given from outside.
type Env struct {
	Args       []string // without the program's own name
	Called     string   // the name it was started by
	Stdin      io.Reader
	Stdout     io.Writer
	Stderr     io.Writer
	Getenv     func(string) string
	Environ    func() []string
	Now        func() time.Time
	WorkingDir func() (string, error)               // the process's working directory, absolute
	Executable func() (string, error)               // the path of the running program, absolute
	Terminal   func(stream any) bool                // whether a standard stream is one
	Size       func(stream any) (columns, rows int) // of a terminal, 0 where it does not say
	Zone       *time.Location                       // where the user is
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
		WorkingDir: os.Getwd,
		Executable: os.Executable,
		Terminal:   platform.IsTerminal,
		Size:       platform.Size,
		Zone:       time.Local,
	}
}

// Home is the user's home folder as the environment names it, or "".
func (e Env) Home() string { return cmp.Or(e.Getenv("HOME"), e.Getenv("USERPROFILE")) }

// Git is git as the environment finds it, and whether there is one.
func (e Env) Git() (gitrepo.Git, bool) { return gitrepo.New(e.Getenv("PATH"), e.Environ()) }

// Holdfast is how the front command is typed here, as one word of a shell.
func (e Env) Holdfast() string { return fence.Word(e.holdfast()) }

// Command is a command of holdfast as it can be typed here.
func (e Env) Command(words ...string) fence.Command {
	return append(fence.Command{e.holdfast()}, words...)
}

// holdfast is the front command's name where PATH has it, else its absolute path.
func (e Env) holdfast() string {
	if _, err := platform.LookPath(front, e.Getenv("PATH")); err == nil || e.Executable == nil {
		return front
	}
	exe, err := e.Executable()
	at := filepath.Join(filepath.Dir(exe), front+filepath.Ext(exe))
	if info, missing := os.Stat(at); err == nil && missing == nil && platform.MayRun(info) {
		return at
	}
	return front
}

// Typed is text with each command in it, such as `holdfast list`, as it can be typed here.
func (e Env) Typed(text string) string { return typed(text, e.Holdfast) }

// Typable is a command as [fence.Typed] makes it, as it can be typed here.
func (e Env) Typable(form fence.Words, values ...string) string {
	return e.Typed(fence.Typed(form, values...))
}

func typed(text string, form func() string) string {
	const lead, letters = front + " ", "abcdefghijklmnopqrstuvwxyz"
	parts := strings.Split(text, lead)
	for i, part := range parts[1:] {
		word := strings.TrimSuffix(part, strings.TrimLeft(part, letters))
		if _, isCommand := frontCommand(word); (isCommand || word == "help") && !strings.HasSuffix(parts[i], "/") {
			parts[i+1] = form() + " " + part
		} else {
			parts[i+1] = lead + part
		}
	}
	return strings.Join(parts, "")
}
