// Package index keeps one line for each file of a store, so that a query need
// not read the files. It is derived: it is in the machine folder, is caught
// up by every query, and rebuilt whenever it is missing or wrong.
//
// It is one file of blocks, which a query that found something new replaces whole. A
// block is a folder, the time that it had, and a line for each of its files.
package index

import (
	"context"
	"errors"
	"path/filepath"

	"holdfast/lib/rank"
)

const (
	format   = "holdfast-index-16." + rank.Form
	maxIndex = 4 << 30
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

func (x Index) file() string { return filepath.Join(x.Dir, "rows") }
