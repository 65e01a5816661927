// Package index keeps one line for each file of a store, so that a query need
// not read the files. It is derived: it is in the machine folder, is caught
// up by every query, and rebuilt whenever it is missing or wrong.
//
// It is one file, appended to under a lock, of whose lines on one path or folder the
// last counts. Its first line names the format; every other one begins with its
// checksum. Losing the latest lines in a crash costs a catch-up and nothing else.
package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
	"unsafe"

	"holdfast/lib/durable"
	"holdfast/lib/rank"
)

const (
	format     = "holdfast-index-13." + rank.Form + "\n"
	kindRow    = "A" // a file as it was read
	kindGone   = "R" // a file that is no more
	kindFolder = "F" // a folder, the time it had, 0 for one that has to be read again, and its rows
	maxIndex   = 4 << 30
	lockTime   = 100 * time.Millisecond // then the query goes on without storing what it read
	// rebuildTime is what somebody who asked for a new index waits for others.
	rebuildTime = 20 * time.Second
)

var errLine = errors.New("a line of the index is malformed")

// An Index is the index of one project's store.
type Index struct {
	Dir string // its folder in the machine folder; made when needed
}

// A Source is the files that the index is derived from. Paths are relative to
// the project root, with "/".
type Source interface {
	// Folders lists the folders whose files count. For each it tells the
	// modification time in nanoseconds.
	Folders(ctx context.Context) ([]Folder, error)
	// Files lists the files of a folder that count.
	Files(folder string) ([]File, error)
	// Read describes one file, with its words.
	Read(path string) (Row, error)
}

// A Folder is one folder and its modification time in nanoseconds.
type Folder struct {
	Path     string
	Modified int64
}

// A File is one file as its folder shows it.
type File struct {
	Path     string
	Size     int64
	Modified int64
}

// Put enters the row of a file that was just written. Where no index was built yet it
// does nothing: the next query builds it.
func (x Index) Put(ctx context.Context, row func() Row) error {
	if _, err := os.Lstat(x.file()); err != nil {
		return nil
	}
	r := row()
	lines := []byte(r.line() + folderLine(folderOf(r.Path), folder{})) // whose time is another by now
	return x.locked(ctx, lockTime, func() error {
		return durable.File(x.file()).AppendDerived(lines, 0o600)
	})
}

func (x Index) file() string { return filepath.Join(x.Dir, "rows") }

func (x Index) locked(ctx context.Context, wait time.Duration, do func() error) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return durable.File(filepath.Join(x.Dir, "lock")).Locked(ctx, do)
}

// asString gives bytes that nobody changes any more as a string without copying, and
// asBytes a string as bytes. The row "search, 100,000 artifacts" of make bench needs
// it: with copies it missed its bar.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func asBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
