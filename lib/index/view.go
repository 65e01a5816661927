package index

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/parallel"
)

const (
	// racy is how long before it was read a folder must have changed for its
	// time to be trusted.
	racy = 2 * time.Second
	// spareBytes are what the file may hold beside twice what counts in it, before it
	// is written again.
	spareBytes = 64 << 10
	// headBytes are about what a block takes beside its rows and its folder's path.
	headBytes = 40
)

// A View is the index caught up with its source.
type View struct {
	// Unstored is why what was read could not be kept for the next query.
	Unstored error
	// Unread are folders that could not be read; what was known of them is kept.
	Unread []error

	index   Index
	size    int64            // of the file when it was read, -1 where there is none to append to
	folders map[string]block // by path
}

// Open catches the index up with its source and returns it. Folders whose
// times did not change are not read. What cannot be stored is still in the view.
func (x Index) Open(ctx context.Context, src Source, now time.Time) (*View, error) {
	v := x.load()
	return v, v.catchUp(ctx, src, now, lockTime, nil)
}

// Rebuild forgets the index and rebuilds it from its source. progress, which may be
// nil, is called with how many folders are done.
func (x Index) Rebuild(ctx context.Context, src Source, now time.Time, progress func(done, total int)) (*View, error) {
	v := &View{index: x, size: -1, folders: map[string]block{}}
	return v, v.catchUp(ctx, src, now, rebuildTime, progress)
}

// load reads the file; of one that is missing or of another form nothing is known.
func (x Index) load() *View {
	v := &View{index: x, size: -1, folders: map[string]block{}}
	b, err := durable.View(x.file(), maxIndex)
	rest, ok := bytes.CutPrefix(b, []byte(format))
	if err != nil || !ok {
		return v
	}
	v.size = int64(len(b))
	for len(rest) > 0 {
		folder, b, size := parseBlock(rest)
		switch {
		case size == 0: // what follows the next line's end may be whole
			_, rest, _ = bytes.Cut(rest, []byte("\n"))
		case b == block{}:
			delete(v.folders, folder)
		default:
			v.folders[folder] = b
		}
		rest = rest[size:]
	}
	return v
}

// catchUp reads the folders whose time is not the trusted one, and keeps what it
// found.
func (v *View) catchUp(
	ctx context.Context, src Source, now time.Time, wait time.Duration, progress func(done, total int),
) error {
	folders, err := src.Folders(ctx)
	if err != nil {
		return err
	}
	var stale []Folder
	gone, changed := maps.Clone(v.folders), map[string]block{}
	for _, f := range folders {
		delete(gone, f.Path)
		if old, ok := v.folders[f.Path]; !ok || old.at != f.Modified {
			stale = append(stale, f)
		}
	}
	for path := range gone {
		delete(v.folders, path)
		changed[path] = block{}
	}
	var mu sync.Mutex
	done := 0
	parallel.Each(runtime.GOMAXPROCS(0), len(stale), func(i int) {
		if ctx.Err() != nil {
			return
		}
		f := stale[i]
		mu.Lock()
		known := v.folders[f.Path]
		mu.Unlock()
		rows, err := readFolder(src, f.Path, known.rows)
		mu.Lock()
		defer mu.Unlock()
		if done++; progress != nil {
			progress(done, len(stale))
		}
		fresh := block{f.Modified, rows}
		if err != nil {
			v.Unread = append(v.Unread, err)
			fresh.rows = known.rows
		}
		if err != nil || now.UnixNano()-f.Modified < int64(racy) {
			fresh.at = 0
		}
		if fresh != known {
			v.folders[f.Path], changed[f.Path] = fresh, fresh
		}
	})
	if done < len(stale) {
		return fmt.Errorf("reading what was saved: %w", ctx.Err())
	}
	if v.size < 0 && len(folders) == 0 {
		return nil // of a store without a folder no index is made
	}
	v.Unstored = v.store(ctx, changed, wait)
	return nil
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

// store appends what changed, or writes all where there is no index yet or most of it
// counts no more; nothing where others wrote since it was read: what they said of these
// folders may be newer.
func (v *View) store(ctx context.Context, changed map[string]block, wait time.Duration) error {
	live := int64(0)
	for path, b := range v.folders {
		live += int64(headBytes + len(path) + len(b.rows))
	}
	whole := v.size < 0 || v.size > 2*live+spareBytes
	if len(changed) == 0 && !whole {
		return nil
	}
	if err := durable.Make(v.index.Dir, 0o700); err != nil {
		return err
	}
	return v.index.locked(ctx, wait, func() error {
		info, err := os.Lstat(v.index.file())
		if v.size >= 0 && err == nil && info.Size() != v.size {
			return nil
		}
		if !whole {
			return v.index.add(changed)
		}
		var text strings.Builder
		text.WriteString(format)
		for folder, b := range v.folders {
			text.WriteString(b.text(folder))
		}
		return durable.File(v.index.file()).ReplaceDerived([]byte(text.String()), 0o600)
	})
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
