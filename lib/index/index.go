// Package index keeps one line for each file of a store, so that a query need not read the files. It is derived: it is
// in the machine folder, is caught up by every query, and rebuilt whenever it is missing or wrong.
//
// It is one file of blocks, which a query that found something new replaces whole. A block is a folder
// with the time that it had, a line for each of its files, and an empty line.
package index

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/parallel"
	"holdfast/lib/rank"
)

const format = "holdfast-index-18." + rank.Form

// An Index is the index of one project's store.
type Index struct {
	Dir string // its folder in the machine folder; made when needed
}

// A Source is the files that the index is derived from, by paths in the project.
type Source interface {
	// Folders lists the folders whose files count.
	Folders(ctx context.Context) ([]File, error)
	// Files lists the files of a folder that count.
	Files(folder string) ([]File, error)
	// Read describes one file, with its words.
	Read(path string) (Row, error)
}

// A File is one file as its folder shows it, or a folder without its size.
type File struct {
	Path     string
	Size     int64
	Modified int64 // nanoseconds since 1970
}

// A View is the index caught up with its source.
type View struct {
	Unstored error   // why what was read could not be kept for the next query
	Unread   []error // folders that could not be read; what was known of them is kept

	folders map[string]block // by path
}

type block struct {
	at   int64  // the time that the folder had, 0 where that is not to be trusted
	rows string // a line for each file
}

// Open catches the index up with its source and returns it. Folders whose times did not change are not read. What
// cannot be stored is still in the view, and another query that stores at the same time harms nothing: what either has
// of a folder is right for the time that it has. progress, which may be nil, is called with how many folders are done.
func (x Index) Open(
	ctx context.Context, src Source, now time.Time, progress func(done, total int),
) (*View, error) {
	v, known := &View{folders: map[string]block{}}, x.read()
	folders, err := src.Folders(ctx)
	if err != nil {
		return v, err
	}
	var stale []File
	trusted := func(f File) bool { return now.UnixNano()-f.Modified >= int64(2*time.Second) }
	for _, f := range folders {
		if old, ok := known[f.Path]; ok && old.at == f.Modified && trusted(f) {
			v.folders[f.Path] = old
		} else {
			stale = append(stale, f)
		}
	}
	var mu sync.Mutex
	done := 0
	parallel.Each(runtime.GOMAXPROCS(0), len(stale), func(i int) {
		if ctx.Err() != nil {
			return
		}
		f, fresh := stale[i], block{}
		rows, err := readFolder(src, f.Path, known[f.Path].rows)
		mu.Lock()
		defer mu.Unlock()
		if done++; progress != nil {
			progress(done, len(stale))
		}
		if fresh.rows = rows; err != nil {
			fresh.rows, v.Unread = known[f.Path].rows, append(v.Unread, err)
		} else if trusted(f) {
			fresh.at = f.Modified
		}
		v.folders[f.Path] = fresh
	})
	if done < len(stale) {
		return v, fmt.Errorf("reading what was saved: %w", ctx.Err())
	}
	if !maps.Equal(known, v.folders) {
		v.Unstored = x.store(v.folders)
	}
	return v, nil
}

// readFolder returns the rows of a folder: known ones that still fit, and new ones.
func readFolder(src Source, folder, known string) (rows string, err error) {
	lines := map[File]string{}
	for line := range strings.Lines(known) {
		if r, ok := parseRow(line); ok {
			lines[File{r.Path, r.Size, r.Modified}] = line
		}
	}
	files, err := src.Files(folder)
	var b strings.Builder
	for _, file := range files {
		if line, ok := lines[file]; ok {
			b.WriteString(line)
		} else if r, err := src.Read(file.Path); err == nil {
			b.WriteString(r.line())
		}
	}
	return b.String(), err
}

func (x Index) file() string { return filepath.Join(x.Dir, "rows") }

// Remove removes the index, which the next query builds again.
func (x Index) Remove() error { return durable.File(x.file()).Remove() }

// head is the first line of the file, with a checksum of the blocks that follow.
func head(blocks []byte) string {
	return fmt.Sprintf("%s %08x", format, crc32.Checksum(blocks, crc32.MakeTable(crc32.Castagnoli)))
}

func (x Index) store(folders map[string]block) error {
	var blocks bytes.Buffer
	for path, b := range folders {
		fmt.Fprintf(&blocks, "%d\t%s\n%s\n", b.at, escape(path), b.rows)
	}
	durable.File(x.Dir).Sweep()
	text := slices.Concat([]byte(head(blocks.Bytes())), []byte("\n"), blocks.Bytes())
	return durable.Own(x.file()).Derived().Replace(text, 0o600)
}

func (x Index) read() map[string]block {
	b, err := durable.View(x.file(), 4<<30)
	line, blocks, _ := bytes.Cut(b, []byte("\n"))
	if err != nil || string(line) != head(blocks) {
		return nil
	}
	folders := map[string]block{}
	for rest := string(blocks); rest != ""; {
		text, after, whole := strings.Cut(rest, "\n\n")
		if !whole {
			return nil
		}
		first, rows, _ := strings.Cut(rest[:len(text)+1], "\n")
		at, folder, _ := strings.Cut(first, "\t")
		known := block{rows: rows}
		if known.at, err = strconv.ParseInt(at, 10, 64); err != nil {
			return nil
		}
		folders[unescape(folder)], rest = known, after
	}
	return folders
}

// Len is how many rows there are.
func (v *View) Len() (n int) {
	for _, b := range v.folders {
		n += strings.Count(b.rows, "\n")
	}
	return n
}

// Rows calls visit with every row, in no order.
func (v *View) Rows(visit func(Row)) {
	for _, b := range v.folders {
		for line := range strings.Lines(b.rows) {
			if r, ok := parseRow(line); ok {
				visit(r)
			}
		}
	}
}

// A Row is what the index holds of one file. Its keys in JSON do not change.
type Row struct {
	Path       string      `json:"path"` // relative to the project root, with "/"
	Size       int64       `json:"-"`    // bytes
	Modified   int64       `json:"-"`    // modification time, nanoseconds since 1970
	Sum        string      `json:"-"`    // SHA-256 of the bytes, hex
	Date       int64       `json:"-"`    // when it was saved by its own word, seconds since 1970
	Mode       string      `json:"mode"`
	Outcome    string      `json:"outcome"`
	Session    string      `json:"session"`
	Bead       string      `json:"bead"`
	SessionID  string      `json:"session_id"`
	Branch     string      `json:"branch"`
	Goal       string      `json:"goal"`
	Now        string      `json:"now"`
	Generation string      `json:"generation"` // "" for the present format, else the earlier one's name
	Broken     string      `json:"broken"`     // why it is not an artifact at all, "" where it is one
	Faults     int64       `json:"faults"`     // how many faults it has by the schema
	Origin     string      `json:"-"`          // what a migration made it of, as OriginOf has it, "" where none did
	Words      rank.Packed `json:"-"`          // what search looks at
}

// OriginOf is the Origin of what was made of the file at path with that SHA-256.
func OriginOf(path, sum string) string { return sum + " " + path }

// Fits reports whether a row still describes its file, by size and time.
func (r Row) Fits(root string) bool {
	info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(r.Path)))
	return err == nil && info.Mode().IsRegular() && info.Size() == r.Size && info.ModTime().UnixNano() == r.Modified
}

// texts and numbers are what the line of a row has in this order; its words end it.
func (r *Row) texts() []*string {
	return []*string{&r.Path, &r.Sum, &r.Mode, &r.Session, &r.Bead, &r.Outcome, &r.SessionID, &r.Branch,
		&r.Generation, &r.Broken, &r.Goal, &r.Now, &r.Origin}
}

func (r *Row) numbers() []*int64 { return []*int64{&r.Size, &r.Modified, &r.Date, &r.Faults} }

func (r Row) line() string {
	var b strings.Builder
	for _, text := range r.texts() {
		b.WriteString(escape(*text) + "\t")
	}
	for _, n := range r.numbers() {
		b.WriteString(strconv.FormatInt(*n, 10) + "\t")
	}
	return b.String() + string(r.Words) + "\n"
}

// parseRow reads a line. The row's strings share its memory.
func parseRow(line string) (r Row, whole bool) {
	rest := strings.TrimSuffix(line, "\n")
	for _, text := range r.texts() {
		if *text, rest, whole = strings.Cut(rest, "\t"); !whole {
			return r, false
		}
		*text = unescape(*text)
	}
	for _, n := range r.numbers() {
		var text string
		var err error
		text, rest, whole = strings.Cut(rest, "\t")
		if *n, err = strconv.ParseInt(text, 10, 64); err != nil || !whole {
			return r, false
		}
	}
	r.Words = rank.Packed(rest)
	return r, true
}

// escape keeps tabs and line breaks out of a field.
var escape = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`).Replace

func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	return strings.NewReplacer(`\\`, "\\", `\t`, "\t", `\n`, "\n").Replace(s)
}
