// Package index keeps one line for each file of a store, so that a query need
// not read the files. It is derived: it is in the machine folder, is caught
// up by every query, and rebuilt whenever it is missing or wrong.
//
// Two files, appended to under a lock: rows, whose lines begin with a kind, and
// text, which rows point into. The first line of rows names the format, the
// text file, the size of the base and its CRC-32C: the lines of the base are
// unique by path, those after it supersede them. Losing the latest lines in a
// crash costs a catch-up and nothing else.
package index

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
)

const (
	format     = "holdfast-index-9"
	kindRow    = 'A' // a file as it was read
	kindGone   = 'R' // a file that is no more
	kindFolder = 'F' // a folder, the time it had, and whether that can be trusted
	textPrefix = "text-"
	maxIndex   = 4 << 30
	lockTime   = 100 * time.Millisecond // then the query goes on without storing what it read
	// rebuildTime is what somebody who asked for a new index waits for others.
	rebuildTime = 20 * time.Second
)

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

func (x Index) rows() string { return filepath.Join(x.Dir, "rows") }
func (x Index) lock() string { return filepath.Join(x.Dir, "lock") }

// loaded is the rows file as it was read: the base, and what supersedes it.
type loaded struct {
	textName string
	base     string // lines, unique by path
	tail     string // lines that supersede
	// known is the last word of the tail on a path; a nil row means gone.
	known   map[string]*Row
	folders map[string]int64 // the trusted time of a folder
	// needs is how long the text file must be for the rows' texts to be in it.
	needs int64
}

// load reads the rows file; a missing or malformed one is an error.
func (x Index) load() (*loaded, error) {
	b, err := durable.Read(x.rows(), maxIndex)
	if err != nil {
		return nil, err
	}
	all := bytesAsString(b)
	head, rest, ok := strings.Cut(all, "\n")
	parts := strings.Split(head, "\t")
	if !ok || !isHead(parts) {
		return nil, errLine
	}
	base, err := strconv.Atoi(parts[2])
	if err != nil || base < 0 || base > len(rest) {
		return nil, errLine
	}
	// A last line without its end is being written, or its writer died.
	whole := strings.LastIndexByte(rest, '\n') + 1
	if whole < base || checksum(b[len(head)+1:][:base]) != parts[3] {
		return nil, errLine
	}
	l := &loaded{
		textName: parts[1], base: rest[:base], tail: rest[base:whole],
		known: map[string]*Row{}, folders: map[string]int64{},
	}
	if err := l.readTail(); err != nil {
		return nil, err
	}
	return l, x.checkText(l)
}

// isHead reports whether the fields of the first line are those of this format.
// The text file's name must not lead anywhere else.
func isHead(parts []string) bool {
	if len(parts) != 4 || parts[0] != format {
		return false
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(parts[1], textPrefix), 10, 63)
	return err == nil && parts[1] == textPrefix+strconv.FormatUint(n, 10)
}

// checksum is the CRC-32C of a base, in hex: its lines are not all read by
// every query, and one that is wrong must not go unseen.
func checksum(base []byte) string {
	return strconv.FormatUint(uint64(crc32.Checksum(base, crc32.MakeTable(crc32.Castagnoli))), 16)
}

// checkText reports a text file that is missing, or shorter than its rows say.
// The texts of the base are in the order of its rows.
func (x Index) checkText(l *loaded) error {
	if l.base != "" {
		last := l.base[strings.LastIndexByte(l.base[:len(l.base)-1], '\n')+1:]
		if len(last) < 3 {
			return errLine
		}
		r, err := parseRow(last[2 : len(last)-1])
		if err != nil {
			return err
		}
		l.needs = max(l.needs, r.textAt+r.textLen)
	}
	info, err := os.Lstat(filepath.Join(x.Dir, l.textName))
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() < l.needs {
		return errLine
	}
	return nil
}

func (l *loaded) readTail() error {
	for line := range strings.Lines(l.tail) {
		line = line[:len(line)-1]
		if len(line) < 2 || line[1] != '\t' {
			return errLine
		}
		switch rest := line[2:]; line[0] {
		case kindRow:
			r, err := parseRow(rest)
			if err != nil {
				return err
			}
			l.known[r.Path] = &r
			l.needs = max(l.needs, r.textAt+r.textLen)
		case kindGone:
			l.known[unescape(rest)] = nil
		case kindFolder:
			path, at, _ := strings.Cut(rest, "\t")
			n, err := strconv.ParseInt(at, 10, 64)
			if err != nil {
				return errLine
			}
			l.folders[unescape(path)] = n
		default:
			return errLine
		}
	}
	return nil
}

// each calls visit with every row that is current. maybe, where it is not nil,
// spares lines that it says no to the reading; rows of the tail are not asked.
func (l *loaded) each(maybe func(line string) bool, visit func(Row)) error {
	for line := range strings.Lines(l.base) {
		if maybe != nil && !maybe(line) {
			continue
		}
		if err := l.row(line, visit); err != nil {
			return err
		}
	}
	l.tailRows(visit)
	return nil
}

// row calls visit with the row of a line of the base, unless the tail
// supersedes it.
func (l *loaded) row(line string, visit func(Row)) error {
	if len(line) < 3 || line[0] != kindRow || line[1] != '\t' {
		return errLine
	}
	r, err := parseRow(line[2 : len(line)-1])
	if err != nil {
		return err
	}
	if _, superseded := l.known[r.Path]; !superseded {
		visit(r)
	}
	return nil
}

func (l *loaded) tailRows(visit func(Row)) {
	for _, r := range l.known {
		if r != nil {
			visit(*r)
		}
	}
}

// Put enters rows, such as of a file just written. Where no index was built
// yet it does nothing: the next query builds it.
func (x Index) Put(ctx context.Context, rows ...Row) error {
	if _, err := os.Lstat(x.rows()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, lockTime)
	defer cancel()
	return durable.File(x.lock()).Locked(ctx, func() error {
		name, err := x.textName()
		if err != nil {
			return nil // wrong: the next query rebuilds it
		}
		if _, err := os.Lstat(filepath.Join(x.Dir, name)); err != nil {
			return nil // likewise
		}
		return x.append(name, rows, nil, nil)
	})
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
	head, _, ok := strings.Cut(string(b[:n]), "\n")
	parts := strings.Split(head, "\t")
	if !ok || !isHead(parts) {
		return "", errLine
	}
	return parts[1], nil
}

// append adds lines to the rows file and their texts to the text file. The
// caller holds the lock.
func (x Index) append(textName string, rows []Row, gone []string, folders []Folder) error {
	var lines, texts strings.Builder
	at := int64(0)
	if info, err := os.Stat(filepath.Join(x.Dir, textName)); err == nil {
		at = info.Size()
	}
	if !x.endsWhole() {
		lines.WriteString("?\n") // what was cut off must not read as whole
	}
	for _, r := range rows {
		lines.WriteString(r.line(at, int64(len(r.Words))))
		texts.Write(r.Words)
		at += int64(len(r.Words))
	}
	for _, p := range gone {
		fmt.Fprintf(&lines, "%c\t%s\n", kindGone, escape(p))
	}
	for _, f := range folders {
		fmt.Fprintf(&lines, "%c\t%s\t%d\n", kindFolder, escape(f.Path), f.Modified)
	}
	if err := durable.File(filepath.Join(x.Dir, textName)).AppendDerived([]byte(texts.String()), 0o600); err != nil {
		return err
	}
	return durable.File(x.rows()).AppendDerived([]byte(lines.String()), 0o600)
}

// endsWhole reports whether the rows file ends in a line break: a writer that
// died in the middle of a line must not spoil the next one. The broken line
// itself makes the index wrong, and it is rebuilt.
func (x Index) endsWhole() bool {
	f, info, err := platform.OpenRegular(x.rows())
	if err != nil {
		return true
	}
	defer f.Close()
	if info.Size() == 0 {
		return true
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], info.Size()-1)
	return err == nil && last[0] == '\n'
}
