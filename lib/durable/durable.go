// Package durable is the only package that writes files. What it writes is on
// the disk when it returns, appears whole or not at all, and is never written
// through a symlink.
//
// Writing starts at a root: a project's, or a folder of this machine's own. What
// is below is reached by opening one real folder after the other, so that a
// folder swapped for a link takes nothing outside. A [Place] is a file or folder below
// a root, which may be held open for many calls.
//
// A file being written is stored beside its place under a name that Temp
// recognises, locked by its writer; Sweep removes those whose writer died.
// Readers of a store pass over names that Temp recognises.
package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"

	"holdfast/lib/platform"
)

var (
	// ErrTooLarge is the cause of a read that met more bytes than it may take.
	ErrTooLarge = platform.ErrTooLarge
	// ErrNotRegular is the cause of an error where a folder, a pipe, a socket or
	// a device is in the place of a file, or something else in that of a folder.
	ErrNotRegular = platform.ErrNotRegular
	// ErrLink is the cause of an error where a link is in the way.
	ErrLink = platform.ErrLink
	// ErrBusy is the cause of an error where a lock was not had in time.
	ErrBusy = errors.New("another process has locked it")
	// ErrChanged is the cause of a swap whose file was not the one to replace.
	ErrChanged = errors.New("another program changed it concurrently")
)

const (
	tempPrefix = ".holdfast-"
	tempSuffix = ".tmp"
	// maxTries is how often a name that another process took is tried again.
	maxTries = 16
	// maxNumbered bounds how many names are tried for a free one.
	maxNumbered = 1_000
)

// Temp reports whether name is one that this package gives to what is still
// being written.
func Temp(name string) bool {
	return strings.HasPrefix(name, tempPrefix) && strings.HasSuffix(name, tempSuffix)
}

// tempName holds the writer's process id, for a person who finds it.
func tempName() string {
	return fmt.Sprintf("%s%d-%s%s", tempPrefix, os.Getpid(), random(), tempSuffix)
}

func random() string { return fmt.Sprintf("%012x", rand.Uint64()>>16) }

// bare takes the names off a system error, for a message that quotes the file's.
func bare(err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		err = at.Err
	case errors.As(err, &link):
		err = link.Err
	}
	var call *os.SyscallError
	if errors.As(err, &call) {
		return call.Err
	}
	return err
}
