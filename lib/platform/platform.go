// Package platform holds everything that differs by operating system: opening files that
// may be traps, locks, process groups, terminals. Each function does the same on every
// system, or says where it cannot; what it does is said in unix.go.
package platform

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The causes of the errors of functions that open and read files.
var (
	ErrNotRegular = errors.New("not a regular file") // what exists is a folder, a pipe, a device …
	ErrLink       = errors.New("a link")
	ErrTooLarge   = errors.New("too large") // for what was asked for
)

// A Renaming says what happens to the entry that has the new name.
type Renaming int

const (
	Replacing  Renaming = iota // a file or link goes
	Exclusive                  // fs.ErrExist
	Exchanging                 // it gets the old name; fs.ErrNotExist where there is none
)

// A Facts is what a file is beyond its bytes and permissions, zero where the system does not tell.
type Facts struct {
	UID, GID int    // -1 where the system has none
	Links    uint64 // names
	Special  bool   // setuid, setgid or sticky
	Changed  int64  // when, in nanoseconds since 1970, by the time that nobody can set
	Inode    uint64
}

// OpenRegular opens the regular file at path for reading, through symbolic links. It
// never blocks and opens no device: what is not a regular file is [ErrNotRegular].
// It looks before it opens, because opening a device can act on it, and again
// afterwards, because the name may have changed hands in between.
func OpenRegular(path string) (f *os.File, info fs.FileInfo, err error) {
	if info, err = os.Stat(path); err == nil {
		err = Regular(info)
	}
	if err == nil {
		f, err = open(path)
	}
	if err != nil {
		return nil, nil, quoted("opening", path, err)
	}
	if info, err = f.Stat(); err == nil {
		err = Regular(info)
	}
	if err != nil {
		f.Close()
		return nil, nil, quoted("opening", path, err)
	}
	return f, info, nil
}

// Regular is the error of what info describes where that is not a regular file: [ErrLink] or [ErrNotRegular].
func Regular(info fs.FileInfo) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return ErrLink
	case !info.Mode().IsRegular():
		return ErrNotRegular
	}
	return nil
}

// ReadRegular returns what the regular file at path holds, opened as by [OpenRegular]; one
// of more than limit bytes is refused: [ErrTooLarge].
func ReadRegular(path string, limit int64) ([]byte, error) { return readRegular(path, limit, true) }

// ReadRegularNoFollow is [ReadRegular], but refuses a symbolic link as the last component of path: [ErrLink].
func ReadRegularNoFollow(path string, limit int64) ([]byte, error) {
	return readRegular(path, limit, false)
}

// ReadAll returns what a file of so many bytes holds that was opened; more than limit bytes are [ErrTooLarge].
func ReadAll(f io.Reader, size, limit int64) ([]byte, error) {
	if size > limit {
		return nil, ErrTooLarge
	}
	b := make([]byte, 0, size+1)
	for {
		b = slices.Grow(b, 1)
		n, err := f.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case int64(len(b)) > limit:
			return nil, ErrTooLarge
		case err == io.EOF, err == nil && int64(len(b)) == size && len(b) < cap(b): // most say it by that
			return b, nil
		case err != nil:
			return nil, err
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

// quoted words a system error with its path quoted: the path's own text may
// hold line breaks, which a log of one line an error must not. nil stays nil.
func quoted(doing, path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %q: %w", doing, path, Bare(err))
}

// Bare takes the names off a system error, for a message that quotes the file's.
func Bare(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		err = link.Err
	}
	return err
}

// Opener is the command that shows a file in the program that the user has for it; the file's path follows its words.
func Opener() []string {
	words := map[string]string{"darwin": "open", "windows": "rundll32 url.dll,FileProtocolHandler"}[runtime.GOOS]
	return strings.Fields(cmp.Or(words, "xdg-open"))
}

// A Stamp is of a file what every change of it changes, as git's index has it: of two
// equal ones the file is the same, unless it changed right after the first was taken.
type Stamp string

// StampOf is the stamp of the file that info describes.
func StampOf(info os.FileInfo) Stamp {
	facts := FactsOf(info)
	b := strconv.AppendInt(nil, facts.Changed, 36)
	b = strconv.AppendInt(append(b, '.'), info.ModTime().UnixNano(), 36)
	b = strconv.AppendUint(append(b, '.'), facts.Inode, 36)
	b = strconv.AppendInt(append(b, '.'), info.Size(), 36)
	b = strconv.AppendUint(append(b, '.'), uint64(info.Mode()), 36)
	return Stamp(b)
}

// Last is when the file changed last: by the time that nobody can set, where the system keeps one.
func (s Stamp) Last() time.Time {
	changed, rest, _ := strings.Cut(string(s), ".")
	if changed == "0" {
		changed, _, _ = strings.Cut(rest, ".")
	}
	at, _ := strconv.ParseInt(changed, 36, 64)
	return time.Unix(0, at)
}

// Settled reports whether the file was last changed long enough before a time for a later change to give another stamp.
func (s Stamp) Settled(now time.Time) bool {
	wait := 100 * time.Millisecond // how coarse the times of a file system are
	if s.Last().Nanosecond() == 0 {
		wait = 2 * time.Second // of one without parts of seconds
	}
	return now.Sub(s.Last()) > wait
}
