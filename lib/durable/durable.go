// Package durable is the only package that writes files. What it writes is on the disk
// when it returns, appears whole or not at all, and is never written through a symlink.
//
// A file being written is stored beside its place under a name that [Temp] recognises, over which
// readers pass, and locked by its writer: [Place.Sweep] removes those whose writer died.
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

// The causes of errors, beside those of io/fs.
var (
	ErrTooLarge   = platform.ErrTooLarge   // a file has more bytes than a read may take
	ErrNotRegular = platform.ErrNotRegular // anything else is in the place of a file, or of a folder
	ErrLink       = platform.ErrLink       // a link is in the way
	ErrBusy       = errors.New("another process has locked it")
	ErrChanged    = errors.New("another program changed it concurrently")
)

const (
	tempPrefix = ".holdfast-"
	tempSuffix = ".tmp"
	// maxTries is how often a name that another process took is tried again.
	maxTries = 16
	// maxNumbered bounds how many names are tried for a free one.
	maxNumbered = 1_000
)

// Temp reports whether name is one that this package gives to what is being written.
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
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		err = link.Err
	}
	if call, ok := errors.AsType[*os.SyscallError](err); ok {
		err = call.Err
	}
	return err
}
