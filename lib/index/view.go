package index

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
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
	held    map[string]int64 // how many rows are of each folder
	folders map[string]folder
}

// A folder is what is known of one: the time that it had, and how many rows were of it
// then. With another number of them lines were lost.
type folder struct{ at, rows int64 }

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
	return &View{index: x, count: -1, at: map[string]int{}, held: map[string]int64{}, folders: map[string]folder{}}
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
			if v.folders[key], err = parseFolder(value); err != nil {
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
	v.held[folderOf(path)]++
}

// enter, drop and trust change the view, and return the line that says so: a row as it
// was read, one that counts no more, and the time that a folder had.
func (v *View) enter(r Row) string {
	text := r.line()
	_, fields, _ := parseLine(strings.TrimSuffix(text, "\n"))
	v.put(r.Path, fields)
	return text
}

func (v *View) drop(path string) string {
	if i, is := v.at[path]; is {
		v.rows[i] = ""
		delete(v.at, path)
		v.held[folderOf(path)]--
	}
	return line(kindGone, "", path)
}

func (v *View) trust(path string, f folder) string {
	v.folders[path] = f
	return folderLine(path, f)
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
	known, present := map[string]map[string]Row{}, make(map[string]bool, len(folders)) // by folder
	for _, f := range folders {
		present[f.Path] = true
		if old, ok := v.folders[f.Path]; !ok || old != (folder{f.Modified, v.held[f.Path]}) {
			stale, known[f.Path] = append(stale, f), map[string]Row{}
		}
	}
	var lines []string // that say what changed
	for p, f := range v.folders {
		if !present[p] && f.at != gone {
			lines = append(lines, v.trust(p, folder{at: gone}))
		}
	}
	if len(stale)+len(lines) > 0 {
		for p, i := range v.at {
			dir := folderOf(p)
			if in := known[dir]; in != nil {
				in[p], _ = parseRow(v.rows[i]) // one that is malformed fits no file
			} else if !present[dir] {
				lines = append(lines, v.drop(p))
			}
		}
	}
	var mu sync.Mutex
	done := 0
	parallel.Each(runtime.GOMAXPROCS(0), len(stale), func(i int) {
		if ctx.Err() != nil {
			return
		}
		rows, removed, err := readFolder(src, stale[i].Path, known[stale[i].Path])
		mu.Lock()
		defer mu.Unlock()
		if done++; progress != nil {
			progress(done, len(stale))
		}
		for _, r := range rows {
			lines = append(lines, v.enter(r))
		}
		for _, p := range removed {
			lines = append(lines, v.drop(p))
		}
		if err != nil {
			v.Unread = append(v.Unread, err)
		}
		f := folder{stale[i].Modified, v.held[stale[i].Path]}
		if err != nil || now.UnixNano()-f.at < int64(racy) {
			f.at = 0
		}
		if old, had := v.folders[stale[i].Path]; !had || old != f {
			lines = append(lines, v.trust(stale[i].Path, f))
		}
	})
	if done < len(stale) {
		return fmt.Errorf("reading what was saved: %w", ctx.Err())
	}
	if v.count < 0 && len(folders) == 0 {
		return nil // of a store without a folder no index is made
	}
	v.Unstored = v.store(ctx, lines, wait)
	return nil
}

// readFolder compares a folder with its known rows: it returns those of files that
// changed, and the paths that are no more.
func readFolder(src Source, folder string, known map[string]Row) (rows []Row, removed []string, err error) {
	files, err := src.Files(folder)
	for _, file := range files {
		if old, ok := known[file.Path]; ok && old.Size == file.Size && old.Modified == file.Modified {
			delete(known, file.Path)
		} else if r, err := src.Read(file.Path); err == nil {
			rows = append(rows, r)
			delete(known, file.Path)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	return rows, slices.Collect(maps.Keys(known)), nil
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
		for p, f := range v.folders {
			if f.at != gone {
				text = append(text, folderLine(p, f)...)
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
