// Package index keeps one line for each file of a store, so that a query need
// not read the files. It is derived: it is in the machine folder, is caught
// up by every query, and rebuilt whenever it is missing or wrong.
//
// It is one file of blocks, appended to under a lock. A block is a folder, the time
// that it had, and a line for each of its files; of one folder the last block counts.
// Each has a checksum: one that is damaged costs a look at its folder and nothing else.
package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/rank"
)

const (
	format   = "holdfast-index-15." + rank.Form + "\n"
	maxIndex = 4 << 30
	lockTime = 100 * time.Millisecond // then the query goes on without storing what it read
	noteTime = time.Second            // what a hook waits, which has nothing to go on with
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

// Distrust has the next query look at the folder of a file that was just written,
// which may have changed without its folder.
func (x Index) Distrust(ctx context.Context, path string) error {
	if _, err := os.Lstat(x.file()); err != nil {
		return nil // the next query makes an index
	}
	return x.locked(ctx, noteTime, func() error { return x.add(map[string]block{folderOf(path): {}}) })
}

// add appends blocks, each on a line of its own: what was cut short before is no part
// of it.
func (x Index) add(blocks map[string]block) error {
	var text strings.Builder
	for folder, b := range blocks {
		text.WriteString("\n" + b.text(folder))
	}
	return durable.File(x.file()).AppendDerived([]byte(text.String()), 0o600)
}

func (x Index) file() string { return filepath.Join(x.Dir, "rows") }

func (x Index) locked(ctx context.Context, wait time.Duration, do func() error) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return durable.File(filepath.Join(x.Dir, "lock")).Locked(ctx, do)
}
