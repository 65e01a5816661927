package index

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unsafe"

	"holdfast/lib/durable"
	"holdfast/lib/rank"
)

const (
	// racy is how long before it was read a folder must have changed for its
	// time to be trusted.
	racy = 2 * time.Second
	// A tail past both of these is worked into the base: every query parses it.
	maxTail      = 64 << 10
	tailFraction = 4
)

// A View is the index caught up with its source.
type View struct {
	*loaded
	dir string
	// fresh are the words of rows that were read for this view.
	fresh map[string]rank.Packed
	// again reads all again: another process may have replaced the index.
	again func() (*View, error)
	// Unstored is why what was read could not be kept for the next query.
	Unstored error
	// Unread are folders that could not be read; what was known of them is kept.
	Unread []error
}

// Open catches the index up with its source and returns it. Folders whose
// times did not change are not read. What cannot be stored is still in the view.
func (x Index) Open(ctx context.Context, src Source, now time.Time) (*View, error) {
	folders, err := src.Folders(ctx)
	if err != nil {
		return nil, err
	}
	v := &View{dir: x.Dir, fresh: map[string]rank.Packed{}}
	v.again = func() (*View, error) { return x.Rebuild(ctx, src, now, nil) }
	var c changes
	if v.loaded, err = x.load(); err == nil {
		c, err = catchUp(ctx, v.loaded, src, folders, now)
	}
	if err != nil {
		return x.rebuild(ctx, src, folders, now, lockTime, nil)
	}
	if v.Unread = c.unread; !c.empty() {
		v.Unstored = x.store(ctx, v, c)
	}
	return v, nil
}

// changes is what a catch-up found.
type changes struct {
	rows    []Row
	gone    []string
	folders []Folder // with the time to trust, 0 for none
	unread  []error  // folders that could not be read
}

func (c changes) empty() bool { return len(c.rows)+len(c.gone)+len(c.folders) == 0 }

func (v *View) apply(c changes) {
	for i, r := range c.rows {
		v.known[r.Path], v.fresh[r.Path] = &c.rows[i], r.Words
	}
	for _, p := range c.gone {
		v.known[p] = nil
	}
	for _, f := range c.folders {
		v.folders[f.Path] = f.Modified
	}
}

// catchUp reads the folders whose time is not the trusted one.
func catchUp(ctx context.Context, l *loaded, src Source, folders []Folder, now time.Time) (changes, error) {
	var c changes
	stale := map[string]Folder{}
	present := map[string]bool{}
	for _, f := range folders {
		present[f.Path] = true
		if at, ok := l.folders[f.Path]; !ok || at != f.Modified {
			stale[f.Path] = f
		}
	}
	lost := false
	for p, at := range l.folders {
		if !present[p] && at != gone {
			lost = true
			c.folders = append(c.folders, Folder{Path: p, Modified: gone})
		}
	}
	for p, r := range l.known { // of a folder that came and went between two queries
		if r != nil && !present[path.Dir(p)] {
			lost = true
		}
	}
	if len(stale) == 0 && !lost {
		return c, nil
	}
	known := map[string]Row{} // rows of stale folders
	err := l.each(nil, func(r Row) {
		dir := path.Dir(r.Path)
		if !present[dir] {
			c.gone = append(c.gone, r.Path)
		} else if _, ok := stale[dir]; ok {
			known[r.Path] = r
		}
	})
	if err != nil {
		return c, err
	}
	for _, f := range stale {
		if err := ctx.Err(); err != nil {
			return c, fmt.Errorf("reading %q: %w", f.Path, err)
		}
		before, had := l.folders[f.Path]
		c.folder(src, f, known, had && before == 0, now)
	}
	c.gone = slices.AppendSeq(c.gone, maps.Keys(known))
	return c, nil
}

// gone is the time of a folder that is no more.
const gone = -1

// folder compares one folder with its known rows, which it takes out of known
// as it meets their files. untrusted says that no time of it is trusted yet.
func (c *changes) folder(src Source, f Folder, known map[string]Row, untrusted bool, now time.Time) {
	files, err := src.Files(f.Path)
	if err != nil {
		c.unread = append(c.unread, err)
		maps.DeleteFunc(known, func(p string, _ Row) bool { return path.Dir(p) == f.Path }) // only out of sight
		return
	}
	for _, file := range files {
		old, ok := known[file.Path]
		delete(known, file.Path)
		if ok && old.Size == file.Size && old.Modified == file.Modified {
			continue
		}
		if r, err := src.Read(file.Path); err == nil {
			c.rows = append(c.rows, r)
		} else if ok {
			c.gone = append(c.gone, file.Path)
		}
	}
	trusted := f.Modified
	if now.UnixNano()-f.Modified < int64(racy) {
		trusted = 0
	}
	if trusted != 0 || !untrusted {
		c.folders = append(c.folders, Folder{Path: f.Path, Modified: trusted})
	}
}

// store appends what a catch-up found, or writes all where the tail has grown long.
func (x Index) store(ctx context.Context, v *View, c changes) error {
	v.apply(c)
	ctx, cancel := context.WithTimeout(ctx, lockTime)
	defer cancel()
	return durable.File(x.lock()).Locked(ctx, func() error {
		name, err := x.textName()
		if err != nil || name != v.textName {
			return nil // another process rebuilt it; its view is as good
		}
		if len(v.tail) <= maxTail || len(v.tail) <= len(v.base)/tailFraction {
			return x.append(name, c.rows, c.gone, c.folders)
		}
		// What others appended since it was read is found by the next query: of its
		// folder the time is another.
		var rows []Row
		if err := v.Words(func(r Row) { rows = append(rows, r) }); err != nil {
			return err
		}
		var folders []Folder
		for p, at := range v.folders {
			if at != gone {
				folders = append(folders, Folder{Path: p, Modified: at})
			}
		}
		return x.write(rows, folders)
	})
}

// Rows calls visit with every row, in no order. The rows' strings stay valid.
// It may leave out rows to whose line maybe, where it is not nil, says no.
func (v *View) Rows(maybe func(line string) bool, visit func(Row)) error {
	return v.each(maybe, visit)
}

// LineMayHold reports whether the line of a row may hold value in a field.
func LineMayHold(line, value string) bool { return strings.Contains(line, "\t"+escape(value)+"\t") }

// Len is how many rows there are at most.
func (v *View) Len() int { return strings.Count(v.base, "\n") + len(v.known) }

// Words calls visit with every row, its words among it.
func (v *View) Words(visit func(Row)) error {
	var b []byte
	if v.needs > 0 {
		var err error
		b, err = durable.Read(filepath.Join(v.dir, v.textName), maxIndex)
		if err != nil || int64(len(b)) < v.needs {
			now, err := v.again()
			if err != nil {
				return err
			}
			return now.Words(visit)
		}
	}
	return v.each(nil, func(r Row) {
		fresh, ok := v.fresh[r.Path]
		if r.Words = fresh; !ok {
			r.Words = b[r.textAt : r.textAt+r.textLen]
		}
		visit(r)
	})
}

// Fits reports whether a row still describes its file, by size and time.
func (r Row) Fits(root string) bool {
	info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(r.Path)))
	return err == nil && info.Mode().IsRegular() && info.Size() == r.Size && info.ModTime().UnixNano() == r.Modified
}

// bytesAsString gives bytes that nobody changes any more as a string without
// copying. The row "search, 100,000 artifacts" of make bench needs it: with
// copies it missed its bar.
func bytesAsString(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}
