// Package platform holds everything that differs by operating system: opening
// files that may be traps, locks, process groups, terminals. Each function does the
// same on every system, or says where it cannot; what it does is said in unix.go.
//
// [Run] runs another program to its end and leaves nothing of it behind: the
// program has a process group of its own, which is killed when the context ends,
// when its time is over, when the output passes its limit, and, should the program
// have left children there, when it ends. Its environment is what the caller gives,
// never this process's. No other function waits for a process.
package platform

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
)

// ErrNotRegular is wrapped by the errors of [OpenRegular] and [ReadRegular] for what
// exists and is not a regular file.
var ErrNotRegular = errors.New("not a regular file")

// ErrLink is wrapped by the errors of [ReadRegularNoFollow] for a symbolic link.
var ErrLink = errors.New("a link")

// ErrTooLarge is wrapped by the errors of [ReadRegular] and
// [ReadRegularNoFollow] for a file of more bytes than were asked for.
var ErrTooLarge = errors.New("too large")

// A Renaming says what happens to the entry that has the new name.
type Renaming int

const (
	Replacing  Renaming = iota // a file or link goes
	Exclusive                  // fs.ErrExist
	Exchanging                 // it gets the old name; fs.ErrNotExist where there is none
)

// An Entry is what is known of an entry of a folder: its size, and when it changed last,
// in nanoseconds since 1970.
type Entry struct {
	Size, Changed int64
	Folder        bool
}

// A Facts is what a file is beyond its bytes and permissions.
type Facts struct {
	UID, GID int
	Links    uint64 // names
	Special  bool   // setuid, setgid or sticky
}

// ReadRegular returns what the regular file at path holds, through symbolic
// links. Like [OpenRegular] it never blocks and opens no device; a file of more
// than limit bytes is refused: [ErrTooLarge].
func ReadRegular(path string, limit int64) ([]byte, error) { return readRegular(path, limit, true) }

// ReadRegularNoFollow is [ReadRegular], but refuses a symbolic link as the last
// component of path: [ErrLink].
func ReadRegularNoFollow(path string, limit int64) ([]byte, error) {
	return readRegular(path, limit, false)
}

// readAll reads a file that was size bytes when it was opened: what read gives
// until it gives nothing, or less than it could have after size bytes.
func readAll(path string, size, limit int64, read func([]byte) (int, error)) ([]byte, error) {
	if size > limit {
		return nil, fmt.Errorf("opening %q: %w: %d bytes, at most %d", path, ErrTooLarge, size, limit)
	}
	b := make([]byte, 0, size+1)
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := read(b[len(b):cap(b)])
		if err != nil {
			return nil, quoted("reading", path, err)
		}
		b = b[:len(b)+n]
		if int64(len(b)) > limit {
			return nil, fmt.Errorf("opening %q: %w: more than %d bytes", path, ErrTooLarge, limit)
		}
		if n == 0 || int64(len(b)) == size && len(b) < cap(b) {
			return b, nil
		}
	}
}

// notLocked words the error of a lock; nil is a lock that was taken.
func notLocked(f *os.File, err error) (bool, error) {
	switch {
	case err == nil:
		return true, nil
	case unknown(err):
		err = errors.ErrUnsupported
	}
	return false, fmt.Errorf("locking %q: %w", f.Name(), err)
}

func notRegular(path string) error { return fmt.Errorf("opening %q: %w", path, ErrNotRegular) }

// quoted words a system error with its path quoted: the path's own text may
// hold line breaks, which a log of one line an error must not. nil stays nil.
func quoted(doing, path string, err error) error {
	if err == nil {
		return nil
	}
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return fmt.Errorf("%s %q: %w", doing, path, err)
}

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
