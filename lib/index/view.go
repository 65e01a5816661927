package index

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/parallel"
)

// racy is how long before it was read a folder must have changed for its time to be
// trusted.
const racy = 2 * time.Second

// A View is the index caught up with its source.
type View struct {
	// Unstored is why what was read could not be kept for the next query.
	Unstored error
	// Unread are folders that could not be read; what was known of them is kept.
	Unread []error

	folders map[string]block // by path
}

// Open catches the index up with its source and returns it. Folders whose
// times did not change are not read. What cannot be stored is still in the view.
func (x Index) Open(ctx context.Context, src Source, now time.Time) (*View, error) {
	return x.catchUp(ctx, src, now, x.read(), nil)
}

// Rebuild forgets the index and rebuilds it from its source. progress, which may be
// nil, is called with how many folders are done.
func (x Index) Rebuild(ctx context.Context, src Source, now time.Time, progress func(done, total int)) (*View, error) {
	return x.catchUp(ctx, src, now, nil, progress)
}

// catchUp reads the folders whose time is not the known one, and stores what is new.
// Another query that stores at the same time harms nothing: what either has of a folder
// is right for the time that it has.
func (x Index) catchUp(
	ctx context.Context, src Source, now time.Time, known map[string]block, progress func(done, total int),
) (*View, error) {
	v := &View{folders: map[string]block{}}
	folders, err := src.Folders(ctx)
	if err != nil {
		return v, err
	}
	var stale []Folder
	trusted := func(f Folder) bool { return now.UnixNano()-f.Modified >= int64(racy) }
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
		f := stale[i]
		rows, err := readFolder(src, f.Path, known[f.Path].rows)
		mu.Lock()
		defer mu.Unlock()
		if done++; progress != nil {
			progress(done, len(stale))
		}
		fresh := block{f.Modified, rows}
		if err != nil {
			v.Unread = append(v.Unread, err)
			fresh.rows = known[f.Path].rows
		}
		if err != nil || !trusted(f) {
			fresh.at = 0
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

// readFolder returns the rows of a folder: those of known that describe its files still,
// and those of files that changed.
func readFolder(src Source, folder, known string) (rows string, err error) {
	lines := map[File]string{}
	for line := range strings.Lines(known) {
		if r, err := parseRow(line); err == nil {
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

// head is the first line of the file, with a checksum of the blocks that follow.
func head(blocks []byte) string {
	return fmt.Sprintf("%s %08x", format, crc32.Checksum(blocks, crc32.MakeTable(crc32.Castagnoli)))
}

func (x Index) store(folders map[string]block) error {
	var blocks bytes.Buffer
	for path, b := range folders {
		blocks.WriteString(b.text(path))
	}
	if err := durable.Make(x.Dir, 0o700); err != nil {
		return err
	}
	durable.File(x.Dir).Sweep()
	text := slices.Concat([]byte(head(blocks.Bytes())), []byte("\n"), blocks.Bytes())
	return durable.File(x.file()).Derived().Replace(text, 0o600)
}

func (x Index) read() map[string]block {
	b, err := durable.View(x.file(), maxIndex)
	line, blocks, _ := bytes.Cut(b, []byte("\n"))
	if err != nil || string(line) != head(blocks) {
		return nil
	}
	folders, rest := map[string]block{}, string(blocks)
	for rest != "" {
		var folder string
		var known block
		if folder, known, rest, err = parseBlock(rest); err != nil {
			return nil
		}
		folders[folder] = known
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
			if r, err := parseRow(line); err == nil {
				visit(r)
			}
		}
	}
}
