// Package catalog is all that was saved in a project, as a person looks for it: artifacts of today's
// format and, marked as such, the files of earlier generations until they are migrated. It only reads;
// what it knows comes from an index that is caught up by every query.
package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/index"
	"holdfast/lib/legacy"
	"holdfast/lib/machine"
	"holdfast/lib/rank"
	"holdfast/lib/yamldoc"
)

// Catalog is what was saved in one project, and the source of its index, which the first query catches up.
type Catalog struct {
	Store artifact.Store
	Zone  *time.Location // of times in earlier generations that name none
	Now   time.Time
	Warn  func(unread ...error) // of folders that could not be read; it may be nil

	view *index.View
}

// A Filter says which rows count; what is empty does not filter.
type Filter struct {
	Mode, Session, Bead, Outcome string
	Branch                       string // rows that name none pass, too
	Since                        time.Time

	means func(index.Row) bool // nil for all
}

func (f Filter) keeps(r index.Row) bool {
	is := func(wanted, has string) bool { return wanted == "" || wanted == has }
	return is(f.Mode, r.Mode) && is(f.Session, r.Session) && is(f.Bead, r.Bead) && is(f.Outcome, r.Outcome) &&
		(r.Branch == "" || is(f.Branch, r.Branch)) && (f.Since.IsZero() || r.Date >= f.Since.Unix()) &&
		(f.means == nil || f.means(r))
}

// Rebuild rebuilds all that is derived, and returns how many files the index holds.
// progress, which may be nil, is called with how many folders are done.
func (c Catalog) Rebuild(ctx context.Context, progress func(done, total int)) (n int, err error) {
	if err := c.Store.ForgetDerived(); err != nil {
		return 0, fmt.Errorf("writing the index: %w", err)
	}
	view, err := c.Store.Index().Open(ctx, c, c.Now, progress)
	if err == nil && view.Unstored != nil {
		err = fmt.Errorf("writing the index: %w", view.Unstored)
	}
	return view.Len(), err
}

// List returns the rows that pass the filter, newest first, at most most of them (0 for all), and how many more the
// index has. Each is checked against its file: one that changed is read again, one that is gone is left out.
func (c *Catalog) List(ctx context.Context, f Filter, most int) (list []index.Row, more int, err error) {
	rows, err := c.rows(ctx, f)
	if err != nil {
		return nil, 0, err
	}
	c.sort(rows)
	list, more, err = first(ctx, "reading what was saved", most, rows, func(r index.Row) (index.Row, bool) {
		return c.fresh(r, f)
	})
	c.sort(list)
	return list, more, err
}

// first is what of makes of the first in a list that it takes, at most most of them (0 for all), and how many are left.
func first[T, U any](ctx context.Context, doing string, most int, list []T, of func(T) (U, bool)) ([]U, int, error) {
	var made []U
	for i, one := range list {
		if most > 0 && len(made) == most {
			return made, len(list) - i, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, 0, fmt.Errorf("%s: %w", doing, err)
		}
		if u, ok := of(one); ok {
			made = append(made, u)
		}
	}
	return made, 0, nil
}

// fresh is a row as its file is now; false where that is gone or passes no longer.
func (c Catalog) fresh(r index.Row, f Filter) (index.Row, bool) {
	if r.Fits(c.Store.Root) {
		return r, true
	}
	r, err := c.Read(r.Path)
	return r, err == nil && f.keeps(r)
}

// sort puts rows in the order in which artifacts count, newest first.
func (c Catalog) sort(rows []index.Row) {
	newer := artifact.Order(c.Now)
	slices.SortFunc(rows, func(a, b index.Row) int { return newer(a.Date, a.Path, b.Date, b.Path) })
}

// rows returns the rows that pass the filter as they are in the index, without the files
// of earlier generations, and those with faults, whose migrated artifact is there.
func (c *Catalog) rows(ctx context.Context, f Filter) (rows []index.Row, err error) {
	if c.view == nil {
		if c.view, err = c.Store.Index().Open(ctx, c, c.Now, nil); err != nil {
			return nil, err
		}
		if c.Warn != nil {
			c.Warn(c.view.Unread...)
		}
	}
	rows = make([]index.Row, 0, c.view.Len())
	made := map[string]string{} // new files by what they were made of
	c.view.Rows(func(r index.Row) {
		if r.Origin != "" {
			made[r.Origin] = r.Path
		}
		if nothing := r.Generation == legacy.Event && r.Goal == ""; f.keeps(r) && !nothing {
			rows = append(rows, r)
		}
	})
	return slices.DeleteFunc(rows, func(r index.Row) bool {
		if r.Generation == "" && r.Broken == "" && r.Faults == 0 {
			return false
		}
		to := made[index.OriginOf(r.Path, r.Sum)]
		return to != "" && durable.Exists(c.full(to))
	}), nil
}

// ID is a short name of a file, of its SHA-256; "" where its bytes could not be read.
func ID(r index.Row) string { return r.Sum[:min(len(r.Sum), 7)] }

// Find returns the rows that a name may mean: a path, the end of one, a session, or an ID.
func (c *Catalog) Find(ctx context.Context, name string) ([]index.Row, error) {
	for _, means := range []func(index.Row) bool{
		func(r index.Row) bool { return r.Path == name },
		func(r index.Row) bool { return strings.HasSuffix(r.Path, "/"+name) },
		func(r index.Row) bool { return r.Session == name },
		func(r index.Row) bool { return len(name) >= 4 && strings.HasPrefix(r.Sum, name) },
	} {
		if found, _, err := c.List(ctx, Filter{means: means}, 0); err != nil || len(found) > 0 {
			return found, err
		}
	}
	return nil, nil
}

// A Hit is a file that answers a question.
type Hit struct {
	Row     index.Row       `json:"-"`
	Own     bool            `json:"ours"` // this machine wrote the file as it is
	Score   float64         `json:"score"`
	Matches []artifact.Text `json:"matches"` // that answer best, the best first
}

// Search returns what answers a question and passes the filter: first what holds every word, then the
// most relevant, the newer of equals; at most most of them (0 for all), and how many more there are.
func (c *Catalog) Search(ctx context.Context, q rank.Question, f Filter, most int) (out []Hit, more int, err error) {
	rows, err := c.rows(ctx, f)
	if err != nil {
		return nil, 0, err
	}
	hits := q.Rank(each.Of(rows, func(r index.Row) rank.Packed { return r.Words }))
	newer := artifact.Order(c.Now)
	lacks := func(h rank.Hit) int { return min(h.Words-h.Met, 1) } // 0 of what holds every word
	slices.SortFunc(hits, func(a, b rank.Hit) int {
		if n := cmp.Or(lacks(a)-lacks(b), cmp.Compare(b.Score, a.Score)); n != 0 {
			return n
		}
		one, other := &rows[a.Doc], &rows[b.Doc]
		return newer(one.Date, one.Path, other.Date, other.Path)
	})
	ledger := c.Store.Machine.Ledger()
	return first(ctx, "searching artifacts", most, hits, func(h rank.Hit) (Hit, bool) {
		hit, ok := c.confirm(rows[h.Doc], q, f)
		hit.Score, hit.Own = h.Score, ledger.Wrote(hit.Row.Sum)
		return hit, ok
	})
}

// confirm reads the file of a row: it may have changed since it was indexed.
func (c Catalog) confirm(r index.Row, q rank.Question, f Filter) (Hit, bool) {
	r, ok := c.fresh(r, f)
	a, _, err := c.Load(r.Path)
	if !ok || err != nil {
		return Hit{}, false
	}
	texts := a.Texts()
	passages := each.Of(texts, func(t artifact.Text) rank.Passage { return rank.Passage{Text: t.Line} })
	found := q.Rank([]rank.Packed{rank.Pack(passages)})
	if len(found) == 0 {
		return Hit{}, false
	}
	best := each.Head(found[0].Passages, 3)
	shown := each.Of(best, func(p rank.Scored) artifact.Text { return texts[p.Passage] })
	return Hit{Row: r, Matches: append([]artifact.Text{}, shown...)}, true
}

// Folders lists the folders in which such files may lie: the session folders and the
// one that holds them, the events that they hold, and those of earlier generations.
func (c Catalog) Folders(ctx context.Context) (folders []index.File, err error) {
	dir, err := c.Store.Folder()
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !durable.Missing(err) {
		return nil, fmt.Errorf("reading the artifacts: %w", err)
	}
	rels := append(legacy.Folders(c.Store.Root), artifact.Dir)
	for _, e := range entries {
		if session := path.Join(artifact.Dir, e.Name()); e.IsDir() {
			rels = append(rels, session, path.Join(session, legacy.Events))
		}
	}
	for _, rel := range rels {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("reading the artifacts: %w", ctx.Err())
		}
		if info, err := os.Lstat(c.full(rel)); err == nil && info.IsDir() {
			folders = append(folders, index.File{Path: rel, Modified: info.ModTime().UnixNano()})
		}
	}
	return folders, nil
}

// Files lists what is stored where artifacts are, also what has another name, is no file, or cannot be
// read: it is broken, and not hidden; elsewhere the files that an earlier generation wrote.
func (c Catalog) Files(folder string) (files []index.File, err error) {
	entries, err := os.ReadDir(c.full(folder))
	if err != nil {
		return nil, fmt.Errorf("reading %q: %w", folder, err)
	}
	for _, e := range entries {
		rel := path.Join(folder, e.Name())
		_, earlier := legacy.Recognise(rel)
		if e.IsDir() || !artifact.InStore(rel) && !(earlier && e.Type().IsRegular()) {
			continue
		}
		if info, err := e.Info(); err == nil {
			files = append(files, index.File{Path: rel, Size: info.Size(), Modified: info.ModTime().UnixNano()})
		}
	}
	return files, nil
}

// Read describes one file.
func (c Catalog) Read(rel string) (index.Row, error) {
	info, gone := os.Lstat(c.full(rel))
	a, problems, err := c.Load(rel)
	if err = cmp.Or(gone, err); err != nil {
		return index.Row{}, err
	}
	r := artifact.RowOf(a, info)
	if !artifact.InStore(rel) {
		r.Generation, _ = legacy.Recognise(rel)
		r.Faults = int64(len(problems))
	}
	return r, nil
}

// full is where rel is: the session folders may be linked out of the project.
func (c Catalog) full(rel string) string {
	if below, ok := strings.CutPrefix(rel+"/", artifact.Dir+"/"); ok {
		dir, _ := c.Store.Folder() // which was there when the folders were listed
		return filepath.Join(dir, filepath.FromSlash(below))
	}
	return filepath.Join(c.Store.Root, filepath.FromSlash(rel))
}

// Load reads an artifact, or an earlier generation as one, with what was wrong with it.
func (c Catalog) Load(rel string) (a artifact.Artifact, problems []string, err error) {
	var b []byte
	now := artifact.InStore(rel)
	switch {
	case now:
		a, err = c.Store.Load(rel)
	case strings.HasPrefix(rel, artifact.Dir+"/"):
		b, err = c.Store.Bytes(rel)
	default:
		b, err = durable.In(c.Store.Root, rel).Read(artifact.MaxFile)
	}
	if !now && err == nil && legacy.Bounded(c.Store, rel, b) != nil {
		err = durable.ErrTooLarge
	}
	unreadable := []error{durable.ErrTooLarge, durable.ErrNotRegular, artifact.ErrLinkedOut, fs.ErrPermission}
	if why := each.First(unreadable, func(e error) bool { return errors.Is(err, e) }); why != nil {
		a = artifact.Parse(rel, nil)
		a.Sum, a.Broken = "", fmt.Errorf("the file cannot be read: %w", why)
		return a, nil, nil
	}
	if now || err != nil {
		return a, nil, err
	}
	l := legacy.Read(rel, b, c.Zone)
	if a = (artifact.Artifact{Path: l.Path, Sum: machine.Sum(b), Document: l.Document}); l.Empty {
		yamldoc.Delete(l.Document.Body, "goal") // which is only what the file is called
	}
	a.Date, _ = artifact.ParseDate(l.Document.Text("date"))
	return a, l.Problems, nil
}
