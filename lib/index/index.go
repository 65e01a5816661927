// Package index keeps one line for each file of a store, so that a query need
// not read the files. It is derived: it is in the machine folder, is caught
// up by every query, and rebuilt whenever it is missing or wrong.
//
// Two files, appended to under a lock: rows, of whose lines on one path or folder
// the last counts, and text, which holds what search looks at and rows point into.
// The first line of rows names the format and the text file; every other one begins
// with its checksum. Losing the latest lines in a crash costs a catch-up and nothing
// else.
package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
	"holdfast/lib/rank"
)

const (
	format     = "holdfast-index-11." + rank.Form
	kindRow    = "A" // a file as it was read
	kindGone   = "R" // a file that is no more
	kindFolder = "F" // a folder and the time it had; 0 for one that has to be read again
	textPrefix = "text-"
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

// FilesOf lists the entries of the folder at full, whose project-relative path
// is folder, that counts says yes to.
func FilesOf(full, folder string, counts func(rel string, e fs.DirEntry) bool) ([]File, error) {
	entries, err := os.ReadDir(full)
	if err != nil {
		return nil, fmt.Errorf("reading %q: %w", folder, err)
	}
	var files []File
	for _, e := range entries {
		rel := path.Join(folder, e.Name())
		if !counts(rel, e) {
			continue
		}
		if info, err := e.Info(); err == nil {
			files = append(files, File{Path: rel, Size: info.Size(), Modified: info.ModTime().UnixNano()})
		}
	}
	return files, nil
}

// Put enters rows, such as of a file just written. Where no index was built
// yet it does nothing: the next query builds it.
func (x Index) Put(ctx context.Context, rows ...Row) error {
	if !x.exists() {
		return nil
	}
	folders := map[string]int64{}
	for _, r := range rows {
		folders[path.Dir(r.Path)] = 0 // their times are others by now
	}
	return x.locked(ctx, lockTime, func() error {
		name, err := x.textName()
		if err != nil {
			return nil // wrong: the next query rebuilds it
		}
		return x.append(name, rows, nil, folders)
	})
}

func (x Index) rows() string { return filepath.Join(x.Dir, "rows") }

func (x Index) exists() bool {
	_, err := os.Lstat(x.rows())
	return err == nil
}

func (x Index) locked(ctx context.Context, wait time.Duration, do func() error) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return durable.File(filepath.Join(x.Dir, "lock")).Locked(ctx, do)
}

// textName reads the first line of the rows file alone.
func (x Index) textName() (string, error) {
	f, _, err := platform.OpenRegular(x.rows())
	if err != nil {
		return "", err
	}
	defer f.Close()
	b := make([]byte, 256)
	n, _ := f.Read(b)
	name, _, err := parseHead(string(b[:n]))
	return name, err
}

// parseHead reads the first line of the rows file. The text file's name must not lead
// anywhere else.
func parseHead(all string) (textName, rest string, err error) {
	head, rest, ok := strings.Cut(all, "\n")
	name, isOurs := strings.CutPrefix(head, format+"\t"+textPrefix)
	if _, err := strconv.ParseUint(name, 10, 63); !ok || !isOurs || err != nil {
		return "", "", errLine
	}
	return textPrefix + name, rest, nil
}

// append adds lines to the rows file and their texts to the text file. The
// caller holds the lock.
func (x Index) append(textName string, rows []Row, gone []string, folders map[string]int64) error {
	at := int64(0)
	if info, err := os.Stat(filepath.Join(x.Dir, textName)); err == nil {
		at = info.Size()
	}
	lines, texts := render(rows, gone, folders, at)
	if err := durable.File(filepath.Join(x.Dir, textName)).AppendDerived(texts, 0o600); err != nil {
		return err
	}
	return durable.File(x.rows()).AppendDerived(lines, 0o600)
}

// replace writes all again: the text file first, then the rows file that names it,
// then it removes the text file of before. The caller holds the lock.
func (x Index) replace(rows []Row, folders map[string]int64) error {
	before, _ := x.textName()
	n, _ := strconv.Atoi(strings.TrimPrefix(before, textPrefix))
	name := textPrefix + strconv.Itoa(n+1)
	lines, texts := render(rows, nil, folders, 0)
	if err := durable.File(filepath.Join(x.Dir, name)).ReplaceDerived(texts, 0o600); err != nil {
		return err
	}
	lines = append([]byte(format+"\t"+name+"\n"), lines...)
	if err := durable.File(x.rows()).ReplaceDerived(lines, 0o600); err != nil || before == "" {
		return err
	}
	return durable.File(filepath.Join(x.Dir, before)).Remove()
}

// render makes the lines of rows, of paths that are gone and of folders, and the
// texts of the rows, the first of which is to be at textAt.
func render(rows []Row, gone []string, folders map[string]int64, textAt int64) (lines, texts []byte) {
	for _, r := range rows {
		r.textAt, r.textLen = textAt+int64(len(texts)), int64(len(r.Words))
		lines, texts = append(lines, r.line()...), append(texts, r.Words...)
	}
	for _, p := range gone {
		lines = append(lines, line(kindGone, p)...)
	}
	for p, at := range folders {
		lines = append(lines, line(kindFolder, p, strconv.FormatInt(at, 10))...)
	}
	return lines, texts
}

// bytesAsString gives bytes that nobody changes any more as a string without
// copying. The row "search, 100,000 artifacts" of make bench needs it: with
// copies it missed its bar.
func bytesAsString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func stringAsBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
