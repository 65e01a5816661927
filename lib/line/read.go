package line

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/machine"
)

// racy is for how long after a change another one may leave a folder's time as it is.
const racy = 2 * time.Second

// A reading is what the lines of one answer share.
type reading struct {
	Project
	ctx       context.Context
	ledger    *machine.Ledger
	adoptions int64
	words     map[string]word
	forgotten map[string]time.Time
	folders   map[string]artifact.Folder
	lines     map[string]*Line
	fresh     []*Line // that were read again
	filesOf   func() map[key]row
	judged    *judge
	unseen    map[string]bool // lines whose folders were not looked at
	unread    bool            // of one of those the register does not know enough
}

// A source is where a line is found: its folders, its row, and under which names the
// machine folder keeps its state and its newest artifacts, its own name first.
type source struct {
	folders []string
	row     row
	homes   []key
}

// Lines reads the lines of the project. What the register knows of a line counts as
// long as its folder is as it was; else its artifacts are folded again.
func (p Project) Lines(ctx context.Context) (Lines, error) {
	r, heads := p.reading(ctx)
	r.unseen = r.earlier(heads)
	found, err := p.Store.Folders(ctx, p.Now, func(name string) bool { return r.unseen[name] })
	if err != nil {
		return Lines{}, err
	}
	lines := r.answer(heads, found)
	if r.unread {
		p.Looked = 0
		return p.Lines(ctx)
	}
	return lines, nil
}

// earlier are the lines of the project that were saved before those that are looked at.
func (r *reading) earlier(heads map[key]row) map[string]bool {
	saved := make([]int64, 0, len(heads))
	at := func(row row) int64 { row.next(); row.next(); return moment(row.next()).Unix() }
	for k, row := range heads {
		if k.project == r.Store.Hash() {
			saved = append(saved, at(row))
		}
	}
	if r.Looked == 0 || len(saved) <= r.Looked {
		return nil
	}
	slices.Sort(saved)
	first, names := saved[len(saved)-r.Looked], make(map[string]bool, len(saved))
	for k, row := range heads {
		names[k.name] = k.project == r.Store.Hash() && at(row) < first || names[k.name]
	}
	for part, w := range r.words {
		if w.into != "" { // it is in several folders
			delete(names, part)
			delete(names, r.nameOf(part))
		}
	}
	return names
}

// Known are the lines as the register knows them: only of those named it is looked
// whether their folders are as they were. Of the lines that only others wrote it holds
// no other.
func (p Project) Known(ctx context.Context, names ...string) (Lines, error) {
	r, heads := p.reading(ctx)
	if len(heads) == 0 {
		return p.Lines(ctx)
	}
	r.unseen = make(map[string]bool, len(heads))
	for k := range heads {
		r.unseen[r.nameOf(k.name)] = k.project == p.Store.Hash() || r.unseen[r.nameOf(k.name)]
	}
	var found artifact.Folders
	for _, name := range names {
		parts := []string{r.nameOf(name)}
		for part := range r.words {
			if part != parts[0] && r.nameOf(part) == parts[0] {
				parts = append(parts, part)
			}
		}
		for _, f := range p.Store.FoldersNamed(ctx, p.Now, parts) {
			if f.Own || f.Count > 0 {
				found.All = append(found.All, f)
			}
		}
	}
	lines := r.answer(heads, found)
	if r.unread {
		return p.Lines(ctx)
	}
	return lines, nil
}

// answer reads the lines of the register and of the folders.
func (r *reading) answer(heads map[key]row, found artifact.Folders) Lines {
	sources := make(map[string]*source, len(heads))
	at := func(name string) *source {
		if sources[name] == nil {
			sources[name] = &source{}
		}
		return sources[name]
	}
	for _, f := range found.All {
		r.folders[f.Name] = f
		if name := r.nameOf(f.Name); f.Own || name != f.Name || heads[r.home(f.Name)].rest != "" {
			at(name).folders = append(at(name).folders, f.Name)
		}
	}
	lines := Lines{Unread: found.Unread, r: r, Elsewhere: r.homes(heads, at)}
	for name, s := range sources {
		r.read(name, s)
	}
	for _, f := range found.All {
		if r.lines[f.Name] == nil && sources[r.nameOf(f.Name)] == nil {
			e := &Entry{Path: path.Join(artifact.Dir, f.Name, f.Newest), Saved: time.Unix(f.Date, 0).UTC()}
			_, e.Mode, _ = artifact.NameOf(e.Path)
			r.lines[f.Name] = &Line{Name: f.Name, Saved: e.Saved, Path: e.Path, Foreign: e, Foreigns: f.Count, parts: []string{f.Name}, reading: r}
		}
	}
	for _, l := range r.lines {
		if l.Own {
			lines.Own = append(lines.Own, l)
		} else if l.Foreign != nil {
			lines.Foreign = append(lines.Foreign, l)
		}
	}
	slices.SortFunc(lines.Own, newest(r.Now))
	slices.SortFunc(lines.Foreign, newest(r.Now))
	_ = r.keepRows(r.fresh, false) // else they are read again
	lines.Elsewhere = slices.DeleteFunc(lines.Elsewhere, func(c Copy) bool {
		here := r.lines[c.Line]
		return here != nil && here.Own && !here.Saved.Before(c.Saved)
	})
	r.judged = r.judge(r.ctx, lines.Own)
	return lines
}

// reading begins an answer with what the register knows.
func (p Project) reading(ctx context.Context) (r *reading, heads map[key]row) {
	r = &reading{Project: p, ctx: ctx, ledger: p.Store.Machine.Ledger(), adoptions: p.Store.Adoptions(), filesOf: sync.OnceValue(p.table("files").read)}
	r.words, r.forgotten = p.said()
	heads = p.table("heads").read()
	r.folders, r.lines = make(map[string]artifact.Folder, len(heads)), make(map[string]*Line, len(heads))
	return r, heads
}

// Named is the line of that name, or the one that it became part of; ok is false
// if there is none.
func (p Project) Named(ctx context.Context, name string) (l *Line, ok bool, err error) {
	lines, err := p.Lines(ctx)
	if err != nil {
		return nil, false, err
	}
	l = lines.Find(name)
	return l, l != nil, nil
}

// Find is the line of that name, or the one that it became part of; nil where it does
// not exist.
func (ls *Lines) Find(name string) *Line {
	r := ls.r
	if l := r.lines[name]; l != nil {
		return l
	}
	return r.lines[r.nameOf(name)]
}

// nameOf is the line that a folder is part of.
func (r *reading) nameOf(folder string) string {
	for range 8 { // a circle ends here
		into := r.words[folder].into
		if into == "" {
			break
		}
		folder = into
	}
	return folder
}

// Root is the project's, absolute.
func (ls *Lines) Root() string { return ls.r.Store.Root }

func (p Project) home(name string) key { return key{p.Store.Hash(), name} }

// homes adds what the register knows to the sources, and returns the lines of the
// other worktrees. Those of one that is gone come here.
func (r *reading) homes(heads map[key]row, at func(string) *source) (elsewhere []Copy) {
	worktrees := map[string]bool{}
	for k, fields := range heads {
		if k.project == r.Store.Hash() {
			s := at(r.nameOf(k.name))
			s.homes = append(s.homes, k)
			if k.name == r.nameOf(k.name) {
				s.row = fields
				s.homes[0], s.homes[len(s.homes)-1] = s.homes[len(s.homes)-1], s.homes[0]
			}
			continue
		}
		l := r.line(k.name, fields)
		if l == nil {
			continue
		}
		there, asked := worktrees[l.worktree]
		if !asked {
			there = exists(l.worktree)
			worktrees[l.worktree] = there
		}
		own := r.line(k.name, heads[r.home(k.name)])
		switch {
		case there && !l.Closed:
			elsewhere = append(elsewhere, Copy{
				Root: l.worktree, Path: l.Path, Line: l.Name, Goal: l.Goal, Branch: cmp.Or(lastOf(l.Branches), l.branch), SessionID: lastOf(l.Sittings),
				OnlyFor: l.OnlyFor, Saved: l.Saved, Written: l.Written, File: copyFile(r.registerDir(), k, artifact.AutoName(l.Path)),
			})
		case !there && (own == nil || own.Saved.Before(l.Saved)):
			s := at(k.name)
			if s.homes = append(s.homes, k); heads[r.home(k.name)].rest == "" {
				s.row = fields
			} else {
				s.row = row{}
			}
		}
	}
	slices.SortFunc(elsewhere, func(a, b Copy) int { return cmp.Or(b.Saved.Compare(a.Saved), strings.Compare(a.Path, b.Path)) })
	return elsewhere
}

// A Copy is a line of another worktree, whose newest artifact the machine folder
// keeps too.
type Copy struct {
	Root      string // the worktree, absolute
	Path      string // the artifact there, project-relative
	Line      string
	Goal      string
	Branch    string
	SessionID string // that saved it
	OnlyFor   string
	Saved     time.Time
	Written   bool   // by a person or model
	File      string // where the artifact is kept, absolute
}

// SavedElsewhere is when the newest artifact of a session was saved that another
// worktree of the repository, which may be gone, has; zero for none.
func (p Project) SavedElsewhere(sessionID string) (at time.Time) {
	r, heads := p.reading(context.Background())
	for k, row := range heads {
		if k.project == p.Store.Hash() || !strings.Contains(row.rest, sessionID) {
			continue
		}
		if l := r.line(k.name, row); l != nil && lastOf(l.Sittings) == sessionID && l.Saved.After(at) {
			at = l.Saved
		}
	}
	return at
}

func lastOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// read reads a line by its row where its folders are as they were, else by its
// artifacts.
func (r *reading) read(name string, s *source) {
	stamp := r.stampOf(s.folders)
	unseen := r.unseen[name] && len(s.folders) == 0 && s.homes[0].project == r.Store.Hash()
	if s.row.rest != "" {
		if l := r.line(name, s.row); l != nil && (len(s.folders) == 0 || l.stamp == stamp) {
			l.kept, l.homes = l.kept || len(s.folders) == 0 && !unseen, s.homes
			if !l.young || unseen || r.same(l) {
				r.enter(l)
				return
			}
		}
	}
	if unseen {
		r.unread = true
		return
	}
	for _, l := range r.fold(name, s) {
		r.enter(l)
	}
}

// enter adds a line. One may have been closed by a word since it was saved.
func (r *reading) enter(l *Line) {
	if at := r.words[l.Name].closed; l.Own && !at.Before(l.Saved) && !at.IsZero() {
		l.Closed, l.Wrote = true, at
	}
	r.lines[l.Name] = l
}

// same reports whether the folders of a line that was read in the moment of a change
// hold the files that they held then.
func (r *reading) same(l *Line) bool {
	_, held := r.files(l.parts)
	same := held == l.held
	if same && !r.racy(l.parts) {
		l.young = false
		r.fresh = append(r.fresh, l)
	}
	return same
}

// files says what the files of folders are, by their number, sizes and times.
func (r *reading) files(folders []string) (n int, held string) {
	size, changed := int64(0), int64(0)
	for _, folder := range folders {
		names, _ := artifact.NamesIn(r.dir(), folder)
		for _, name := range names {
			if info, err := os.Lstat(filepath.Join(r.dir(), folder, name)); err == nil {
				n, size, changed = n+1, size+info.Size(), changed^info.ModTime().UnixNano()
			}
		}
	}
	return n, fmt.Sprint(n, size, changed)
}

// racy reports whether a folder changed so lately that it may change again without
// another time.
func (r *reading) racy(folders []string) bool {
	return slices.ContainsFunc(folders, func(name string) bool {
		return r.Now.UnixNano()-r.folders[name].Modified < int64(racy)
	})
}

// dir is the folder of the session folders, absolute.
func (r *reading) dir() string {
	dir, _ := r.Store.Folder() // it was read
	return dir
}

// stampOf says how the folders of a line are.
func (r *reading) stampOf(folders []string) string {
	slices.Sort(folders)
	var all []string
	for _, name := range folders {
		all = append(all, strconv.FormatInt(r.folders[name].Modified, 10)+" "+name)
	}
	return strings.Join(all, "/")
}
