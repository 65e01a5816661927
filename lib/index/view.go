package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
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
	// spareLines are what a rows file may hold beside twice what counts in it, before it
	// is written again.
	spareLines = 200
)

// A View is the index caught up with its source.
type View struct {
	// Unstored is why what was read could not be kept for the next query.
	Unstored error
	// Unread are folders that could not be read; what was known of them is kept.
	Unread []error

	index    Index
	textName string           // "" where the index has to be written whole
	count    int              // lines that the rows file has
	lines    []string         // the fields of each row as the file has them, "" for one that counts no more
	known    map[string]int   // by path, which of lines is its row
	folders  map[string]int64 // the time of each folder
	fresh    map[string]Row   // what was read for this view
	// again reads all again: another process may have replaced the index.
	again func() (*View, error)
}

// Open catches the index up with its source and returns it. Folders whose
// times did not change are not read. What cannot be stored is still in the view.
func (x Index) Open(ctx context.Context, src Source, now time.Time) (*View, error) {
	again := func() (*View, error) { return x.Rebuild(ctx, src, now, nil) }
	v, err := x.load()
	if err != nil {
		v = x.empty()
	}
	v.again = again
	if err = v.catchUp(ctx, src, now, lockTime, nil); errors.Is(err, errLine) {
		return again()
	}
	return v, err
}

// Rebuild forgets the index and rebuilds it from its source. progress, which may be
// nil, is called with how many folders are done.
func (x Index) Rebuild(ctx context.Context, src Source, now time.Time, progress func(done, total int)) (*View, error) {
	v := x.empty()
	return v, v.catchUp(ctx, src, now, rebuildTime, progress)
}

func (x Index) empty() *View {
	return &View{index: x, known: map[string]int{}, folders: map[string]int64{}, fresh: map[string]Row{}}
}

// load reads the rows file; a missing or malformed one is an error.
func (x Index) load() (*View, error) {
	b, err := durable.Read(x.rows(), maxIndex)
	if err != nil {
		return nil, err
	}
	v := x.empty()
	name, rest, err := parseHead(bytesAsString(b))
	if err != nil {
		return nil, err
	}
	v.textName, v.count = name, strings.Count(rest, "\n")
	v.known, v.lines = make(map[string]int, v.count), make([]string, 0, v.count)
	for range v.count { // a last line without its end is being written, or its writer died
		var text string
		text, rest, _ = strings.Cut(rest, "\n")
		kind, fields, ok := parseLine(text)
		key, value, _ := strings.Cut(fields, "\t")
		switch key = unescape(key); {
		case ok && kind == kindRow:
			v.drop(key)
			v.known[key], v.lines = len(v.lines), append(v.lines, fields)
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
	_, err = os.Lstat(filepath.Join(x.Dir, name))
	return v, err
}

// drop takes the row of a path out of the lines.
func (v *View) drop(path string) {
	if at, is := v.known[path]; is {
		v.lines[at] = ""
		delete(v.known, path)
	}
}

// changes is what a catch-up found.
type changes struct {
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
	c := changes{folders: map[string]int64{}}
	stale, present := v.stale(folders)
	for p, at := range v.folders {
		if !present[p] && at != gone {
			c.folders[p] = gone
		}
	}
	known := make([]map[string]Row, len(stale))
	if len(stale) > 0 || len(c.folders) > 0 {
		if known, c.gone, err = v.within(stale, present); err != nil {
			return err
		}
	}
	parallel.Each(runtime.GOMAXPROCS(0), len(stale), func(i int) {
		if ctx.Err() != nil {
			return
		}
		c.folder(src, stale[i], known[i], now)
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.done++; progress != nil {
			progress(c.done, len(stale))
		}
	})
	if c.done < len(stale) {
		return fmt.Errorf("reading what was saved: %w", ctx.Err())
	}
	v.apply(&c)
	if v.Unread = c.unread; v.textName == "" && len(folders) == 0 && !v.index.exists() {
		return nil // of a store without a folder no index is made
	}
	v.Unstored = v.store(ctx, &c, wait)
	return nil
}

// stale are the folders whose time is not the trusted one; present are all.
func (v *View) stale(folders []Folder) (stale []Folder, present map[string]bool) {
	present = make(map[string]bool, len(folders))
	for _, f := range folders {
		present[f.Path] = true
		if at, ok := v.folders[f.Path]; !ok || at != f.Modified {
			stale = append(stale, f)
		}
	}
	return stale, present
}

// within are the rows of each stale folder by their paths, and the paths in folders
// that are gone.
func (v *View) within(stale []Folder, present map[string]bool) (known []map[string]Row, lost []string, err error) {
	known = make([]map[string]Row, len(stale))
	at := map[string]int{}
	for i, f := range stale {
		known[i], at[f.Path] = map[string]Row{}, i
	}
	for p, line := range v.known {
		dir := path.Dir(p)
		if i, is := at[dir]; is {
			if known[i][p], err = parseRow(v.lines[line]); err != nil {
				return nil, nil, err
			}
		} else if !present[dir] {
			lost = append(lost, p)
		}
	}
	return known, lost, nil
}

// folder compares one folder with its known rows.
func (c *changes) folder(src Source, f Folder, known map[string]Row, now time.Time) {
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
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.unread, c.folders[f.Path] = append(c.unread, err), 0
		return
	}
	c.rows = append(c.rows, rows...)
	for p := range known {
		c.gone = append(c.gone, p)
	}
	if c.folders[f.Path] = f.Modified; now.UnixNano()-f.Modified < int64(racy) {
		c.folders[f.Path] = 0
	}
}

// apply brings the view up to what was found, and leaves in it what is to be stored.
func (v *View) apply(c *changes) {
	for _, r := range c.rows {
		v.fresh[r.Path] = r
		v.drop(r.Path)
	}
	for _, p := range c.gone {
		v.drop(p)
	}
	for p, at := range c.folders {
		if old, had := v.folders[p]; had && old == at {
			delete(c.folders, p)
		}
		v.folders[p] = at
	}
}

// store appends what a catch-up found, or writes all where there is no index yet or
// most of its lines count no more.
func (v *View) store(ctx context.Context, c *changes, wait time.Duration) error {
	long := v.count > 2*(len(v.known)+len(v.fresh)+len(v.folders))+spareLines
	if len(c.rows)+len(c.gone)+len(c.folders) == 0 && v.textName != "" && !long {
		return nil
	}
	if err := durable.Make(v.index.Dir, 0o700); err != nil {
		return err
	}
	return v.index.locked(ctx, wait, func() error {
		name, _ := v.index.textName()
		switch {
		case v.textName != "" && name != v.textName:
			return nil // another process rebuilt it; its view is as good
		case v.textName == "" || long:
			return v.rewrite()
		}
		return v.index.append(v.textName, c.rows, c.gone, c.folders)
	})
}

// rewrite writes the index again. What others appended since it was read is found by
// the next query: of its folder the time is another.
func (v *View) rewrite() error {
	rows, err := v.words(func(Row) bool { return true })
	if err != nil {
		return err
	}
	folders := map[string]int64{}
	for p, at := range v.folders {
		if at != gone {
			folders[p] = at
		}
	}
	return v.index.replace(rows, folders)
}

// Rows calls visit with every row, in no order. The rows' strings stay valid.
// It may leave out rows to whose line maybe, where it is not nil, says no.
func (v *View) Rows(maybe func(line string) bool, visit func(Row)) error {
	for _, fields := range v.lines {
		if fields == "" || maybe != nil && !maybe(fields) {
			continue
		}
		r, err := parseRow(fields)
		if err != nil {
			return err
		}
		visit(r)
	}
	for _, r := range v.fresh {
		visit(r)
	}
	return nil
}

// Words are the rows that keep says yes to, with their words.
func (v *View) Words(keep func(Row) bool) ([]Row, error) {
	rows, err := v.words(keep)
	if err == nil {
		return rows, nil
	}
	now, err := v.again()
	if err != nil {
		return nil, err
	}
	return now.words(keep)
}

func (v *View) words(keep func(Row) bool) (rows []Row, err error) {
	var texts []byte
	if v.textName != "" {
		if texts, err = durable.Read(filepath.Join(v.index.Dir, v.textName), maxIndex); err != nil {
			return nil, err
		}
	}
	whole := true
	rows = make([]Row, 0, len(v.known)+len(v.fresh))
	err = v.Rows(nil, func(r Row) {
		if !keep(r) {
			return
		}
		if r.Words == nil && r.textLen > 0 {
			if r.textAt < 0 || r.textLen > int64(len(texts)) || r.textAt > int64(len(texts))-r.textLen {
				whole = false
				return
			}
			r.Words = texts[r.textAt : r.textAt+r.textLen]
		}
		rows = append(rows, r)
	})
	if err == nil && !whole {
		err = errLine
	}
	return rows, err
}
