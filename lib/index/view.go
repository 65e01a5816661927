package index

import (
	"context"
	"errors"
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
	x *loaded
	// words of rows that were read for this view and could not be stored.
	fresh map[string]rank.Packed
	dir   string
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
	l, err := x.load()
	if err != nil {
		return x.rebuild(ctx, src, folders, now, lockTime, nil)
	}
	c, err := catchUp(ctx, l, src, folders, now)
	if err != nil {
		return x.rebuild(ctx, src, folders, now, lockTime, nil)
	}
	v := &View{
		x: l, dir: x.Dir, fresh: map[string]rank.Packed{}, Unread: c.unread,
		again: func() (*View, error) { return x.Rebuild(ctx, src, now, nil) },
	}
	if c.empty() {
		return v, nil
	}
	v.Unstored = x.store(ctx, l, c)
	c.apply(l)
	for _, r := range c.rows {
		v.fresh[r.Path] = r.Words
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

func (c changes) apply(l *loaded) {
	for i := range c.rows {
		l.known[c.rows[i].Path] = &c.rows[i]
	}
	for _, p := range c.gone {
		l.known[p] = nil
	}
	for _, f := range c.folders {
		l.folders[f.Path] = f.Modified
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

// store appends what a catch-up found, or works it into a new base where the
// tail has grown long.
func (x Index) store(ctx context.Context, l *loaded, c changes) error {
	ctx, cancel := context.WithTimeout(ctx, lockTime)
	defer cancel()
	long := len(l.tail) > maxTail && len(l.tail) > len(l.base)/tailFraction
	return durable.File(x.lock()).Locked(ctx, func() error {
		name, err := x.textName()
		if err != nil || name != l.textName {
			return nil // another process rebuilt it; its view is as good
		}
		if err := x.append(name, c.rows, c.gone, c.folders); err != nil || !long {
			return err
		}
		return x.compact()
	})
}

// Rows calls visit with every row, in no order. The rows' strings stay valid.
// It may leave out rows to whose line maybe, where it is not nil, says no.
func (v *View) Rows(maybe func(line string) bool, visit func(Row)) error {
	return v.x.each(maybe, visit)
}

// LineMayHold reports whether the line of a row may hold value in a field.
func LineMayHold(line, value string) bool { return strings.Contains(line, "\t"+escape(value)+"\t") }

// Len is how many rows there are at most.
func (v *View) Len() int { return strings.Count(v.x.base, "\n") + len(v.x.known) }

// Words calls visit with every row, its words among it.
func (v *View) Words(visit func(Row)) error {
	var b []byte
	if v.x.needs > 0 {
		var err error
		if b, err = durable.Read(filepath.Join(v.dir, v.x.textName), maxIndex); err != nil || int64(len(b)) < v.x.needs {
			return v.wordsNow(visit, err)
		}
	}
	return v.x.each(nil, func(r Row) {
		fresh, ok := v.fresh[r.Path]
		if r.Words = fresh; !ok {
			r.Words = b[r.textAt : r.textAt+r.textLen]
		}
		visit(r)
	})
}

// wordsNow is Words where the text file could not be read, of the index as it is
// now.
func (v *View) wordsNow(visit func(Row), err error) error {
	if v.again == nil {
		return fmt.Errorf("reading the index: its texts: %w", errors.Join(errLine, err))
	}
	now, err := v.again()
	if err != nil {
		return err
	}
	return now.Words(visit)
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
