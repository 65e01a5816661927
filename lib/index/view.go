package index

import (
	"context"
	"fmt"
	"path"
	"runtime"
	"strconv"
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
	// gone is the time of a folder that is no more.
	gone = -1
	// spareLines are what the file may hold beside twice what counts in it, before it
	// is written again.
	spareLines = 200
)

// A View is the index caught up with its source.
type View struct {
	// Unstored is why what was read could not be kept for the next query.
	Unstored error
	// Unread are folders that could not be read; what was known of them is kept.
	Unread []error

	index   Index
	count   int              // lines that the file has, -1 where there is none to append to
	rows    []string         // the fields of each row's line, "" for one that counts no more
	at      map[string]int   // by path, which of rows is its line
	folders map[string]int64 // the time of each folder
}

// Open catches the index up with its source and returns it. Folders whose
// times did not change are not read. What cannot be stored is still in the view.
func (x Index) Open(ctx context.Context, src Source, now time.Time) (*View, error) {
	v, err := x.load()
	if err != nil {
		v = x.empty()
	}
	return v, v.catchUp(ctx, src, now, lockTime, nil)
}

// Rebuild forgets the index and rebuilds it from its source. progress, which may be
// nil, is called with how many folders are done.
func (x Index) Rebuild(ctx context.Context, src Source, now time.Time, progress func(done, total int)) (*View, error) {
	v := x.empty()
	return v, v.catchUp(ctx, src, now, rebuildTime, progress)
}

func (x Index) empty() *View {
	return &View{index: x, count: -1, at: map[string]int{}, folders: map[string]int64{}}
}

// load reads the file; a missing or malformed one is an error.
func (x Index) load() (*View, error) {
	b, err := durable.Read(x.file(), maxIndex)
	if err != nil {
		return nil, err
	}
	rest, ok := strings.CutPrefix(asString(b), format)
	if !ok {
		return nil, errLine
	}
	v := x.empty()
	v.count = strings.Count(rest, "\n")
	v.at, v.rows = make(map[string]int, v.count), make([]string, 0, v.count)
	for range v.count { // a last line without its end is being written, or its writer died
		var text string
		text, rest, _ = strings.Cut(rest, "\n")
		kind, fields, ok := parseLine(text)
		key, value, _ := strings.Cut(fields, "\t")
		switch key = unescape(key); {
		case ok && kind == kindRow && strings.Count(value, "\t") >= rowTexts+rowNumbers-1:
			v.put(key, fields)
		case ok && kind == kindGone:
			v.drop(key)
		case ok && kind == kindFolder:
			if v.folders[key], err = strconv.ParseInt(value, 10, 64); err != nil {
				return nil, errLine
			}
		default:
			return nil, errLine
		}
	}
	return v, nil
}

func (v *View) put(path, fields string) {
	v.drop(path)
	v.at[path], v.rows = len(v.rows), append(v.rows, fields)
}

func (v *View) drop(path string) {
	if i, is := v.at[path]; is {
		v.rows[i] = ""
		delete(v.at, path)
	}
}

// A delta is what a catch-up found.
type delta struct {
	mu      sync.Mutex
	rows    []Row
	gone    []string
	folders map[string]int64 // with the time to trust, 0 for none
	unread  []error
	done    int
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
	d := delta{folders: map[string]int64{}}
	stale, present := []Folder{}, make(map[string]bool, len(folders))
	for _, f := range folders {
		present[f.Path] = true
		if at, ok := v.folders[f.Path]; !ok || at != f.Modified {
			stale = append(stale, f)
		}
	}
	for p, at := range v.folders {
		if !present[p] && at != gone {
			d.folders[p] = gone
		}
	}
	known := map[string]map[string]Row{} // by stale folder and path
	if len(stale)+len(d.folders) > 0 {
		for _, f := range stale {
			known[f.Path] = map[string]Row{}
		}
		for p, i := range v.at {
			dir := path.Dir(p)
			if in := known[dir]; in != nil {
				in[p], _ = parseRow(v.rows[i]) // one that is malformed fits no file
			} else if !present[dir] {
				d.gone = append(d.gone, p)
			}
		}
	}
	parallel.Each(runtime.GOMAXPROCS(0), len(stale), func(i int) {
		if ctx.Err() == nil {
			d.read(src, stale[i], known[stale[i].Path], now, func(done int) {
				if progress != nil {
					progress(done, len(stale))
				}
			})
		}
	})
	if d.done < len(stale) {
		return fmt.Errorf("reading what was saved: %w", ctx.Err())
	}
	lines := v.apply(&d)
	if v.Unread = d.unread; v.count < 0 && len(folders) == 0 {
		return nil // of a store without a folder no index is made
	}
	v.Unstored = v.store(ctx, lines, wait)
	return nil
}

// read compares one folder with its known rows.
func (d *delta) read(src Source, f Folder, known map[string]Row, now time.Time, progress func(done int)) {
	files, err := src.Files(f.Path)
	var rows []Row
	for _, file := range files {
		if old, ok := known[file.Path]; ok && old.Size == file.Size && old.Modified == file.Modified {
			delete(known, file.Path)
		} else if r, err := src.Read(file.Path); err == nil {
			rows = append(rows, r)
			delete(known, file.Path)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done++
	progress(d.done)
	if err != nil {
		d.unread, d.folders[f.Path] = append(d.unread, err), 0
		return
	}
	d.rows = append(d.rows, rows...)
	for p := range known {
		d.gone = append(d.gone, p)
	}
	if d.folders[f.Path] = f.Modified; now.UnixNano()-f.Modified < int64(racy) {
		d.folders[f.Path] = 0
	}
}

// apply brings the view up to what was found, and returns the lines that say so.
func (v *View) apply(d *delta) (lines []string) {
	for _, r := range d.rows {
		text := r.line()
		_, fields, _ := parseLine(strings.TrimSuffix(text, "\n"))
		v.put(r.Path, fields)
		lines = append(lines, text)
	}
	for _, p := range d.gone {
		v.drop(p)
		lines = append(lines, line(kindGone, "", p))
	}
	for p, at := range d.folders {
		if old, had := v.folders[p]; !had || old != at {
			v.folders[p] = at
			lines = append(lines, folderLine(p, at))
		}
	}
	return lines
}

// store appends lines, or writes all where there is no index yet or most of its lines
// count no more. What others appended since it was read is found by the next query: of
// its folder the time is another.
func (v *View) store(ctx context.Context, lines []string, wait time.Duration) error {
	whole := v.count < 0 || v.count > 2*(len(v.at)+len(v.folders))+spareLines
	if len(lines) == 0 && !whole {
		return nil
	}
	if err := durable.Make(v.index.Dir, 0o700); err != nil {
		return err
	}
	return v.index.locked(ctx, wait, func() error {
		file := durable.File(v.index.file())
		if !whole {
			return file.AppendDerived([]byte(strings.Join(lines, "")), 0o600)
		}
		text := []byte(format)
		for _, i := range v.at {
			text = append(text, sealed(kindRow+"\t"+v.rows[i])...)
		}
		for p, at := range v.folders {
			if at != gone {
				text = append(text, folderLine(p, at)...)
			}
		}
		return file.ReplaceDerived(text, 0o600)
	})
}

// Len is how many rows there are.
func (v *View) Len() int { return len(v.at) }

// Rows calls visit with every row, in no order. The rows' strings stay valid.
// It may leave out rows to whose line maybe, where it is not nil, says no.
func (v *View) Rows(maybe func(line string) bool, visit func(Row)) {
	for _, fields := range v.rows {
		if fields == "" || maybe != nil && !maybe(texts(fields)) {
			continue
		}
		if r, err := parseRow(fields); err == nil {
			visit(r)
		}
	}
}
