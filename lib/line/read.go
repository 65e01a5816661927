package line

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/machine"
)

// A reading is what the lines of one answer share.
type reading struct {
	Project
	ctx       context.Context
	ledger    *machine.Ledger
	adoptions int64
	words     map[string]word
	forgotten map[string]time.Time
	heads     map[key]*Line // of the register; nil what has to be read again
	lines     map[string]*Line
	fresh     []*Line          // that were read again
	sat       func() []Sitting // that the register holds, the newest first
	files     func() map[string][]File
	judged    *judge
	dir       string // of the session folders, absolute
}

// A source is what the register knows of a line: its head, nil where it has to be read
// again, and under which names the machine folder keeps its state and its newest
// artifacts, its own name first.
type source struct {
	head  *Line
	homes []key
}

// reading begins an answer with what the register knows.
func (p Project) reading(ctx context.Context) *reading {
	r := &reading{Project: p, ctx: ctx, ledger: p.Store.Machine.Ledger(), adoptions: p.Store.Adoptions()}
	r.dir, _ = p.Store.Folder() // without one nothing is found in it
	r.words, r.forgotten = p.said()
	r.sat, r.files = sync.OnceValue(r.sittings), sync.OnceValue(r.changed)
	rows := p.table(ofHeads).read()
	r.heads = make(map[key]*Line, len(rows))
	for k, row := range rows {
		l, ok := r.line(k.name, row)
		if !ok {
			l = nil
		}
		r.heads[k] = l
	}
	r.lines = make(map[string]*Line, len(rows))
	return r
}

// Lines reads the lines of the project. What the register knows of a line counts as
// long as its files are as they were; else its artifacts are folded again.
func (p Project) Lines(ctx context.Context) (Lines, error) {
	r := p.reading(ctx)
	found, err := p.Store.Folders(ctx, p.Now, func(name string) bool {
		_, known := r.heads[r.home(name)]
		return known
	})
	if err != nil {
		return Lines{}, err
	}
	return r.answer(found, r.latest(p.Looked)), nil
}

// Known are the lines as the register knows them: only of those named it is looked
// whether their files are as they were. Of the lines that only others wrote it holds
// no other.
func (p Project) Known(ctx context.Context, names ...string) (Lines, error) {
	r := p.reading(ctx)
	if len(r.heads) == 0 {
		return p.Lines(ctx)
	}
	look := map[string]bool{}
	for _, name := range names {
		look[r.nameOf(name)] = true
	}
	return r.answer(artifact.Folders{}, look), nil
}

// latest are the n lines of the project that were saved last, nil where that is all.
func (r *reading) latest(n int) map[string]bool {
	var own []*Line
	for k, l := range r.heads {
		if k.project == r.Store.Hash() && l != nil {
			own = append(own, l)
		}
	}
	if n == 0 || len(own) <= n {
		return nil
	}
	slices.SortFunc(own, func(a, b *Line) int { return b.Saved.Compare(a.Saved) })
	names := map[string]bool{}
	for _, l := range own[:n] {
		names[r.nameOf(l.Name)] = true
	}
	return names
}

// answer reads the lines of the register and of the folders; it looks at the files of
// the named ones, of all where look is nil.
func (r *reading) answer(found artifact.Folders, look map[string]bool) Lines {
	sources := make(map[string]*source, len(r.heads))
	at := func(name string) *source {
		if sources[name] == nil {
			sources[name] = &source{}
		}
		return sources[name]
	}
	for _, f := range found.All {
		if name := r.nameOf(f.Name); f.Own || name != f.Name {
			at(name)
		}
	}
	for name := range look {
		at(name)
	}
	lines := Lines{Unread: found.Unread, r: r, Elsewhere: r.homes(at)}
	var again []string
	for name, s := range sources {
		if !r.known(name, s, look == nil || look[name]) {
			again = append(again, name)
		}
	}
	lines.Unread += r.again(again, sources)
	for _, f := range found.All {
		if r.lines[f.Name] == nil && sources[r.nameOf(f.Name)] == nil {
			e := &Entry{Path: path.Join(artifact.Dir, f.Name, f.Newest), Saved: time.Unix(f.Date, 0).UTC()}
			_, e.Mode, _ = artifact.NameOf(e.Path)
			r.lines[f.Name] = &Line{
				Name: f.Name, Saved: e.Saved, Path: e.Path, Foreign: e, Foreigns: f.Count, parts: []string{f.Name}, reading: r,
			}
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
	if slices.ContainsFunc(r.fresh, func(l *Line) bool { return l.fresh != nil }) {
		_ = r.restore(r.fresh)
	}
	lines.Elsewhere = slices.DeleteFunc(lines.Elsewhere, func(l *Line) bool {
		here := r.lines[l.Name]
		return here != nil && here.Own && !here.Saved.Before(l.Saved)
	})
	r.judged = r.judge(r.ctx, lines.Own)
	return lines
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

// homes adds what the register knows to the sources, and returns the lines of the
// other worktrees. Those of one that is gone come here.
func (r *reading) homes(at func(string) *source) (elsewhere []*Line) {
	worktrees := map[string]bool{}
	for k, l := range r.heads {
		if k.project == r.Store.Hash() {
			s := at(r.nameOf(k.name))
			if s.homes = append(s.homes, k); k.name == r.nameOf(k.name) {
				s.head = l
				s.homes[0], s.homes[len(s.homes)-1] = k, s.homes[0]
			}
			continue
		}
		if l == nil {
			continue
		}
		there, asked := worktrees[l.worktree]
		if !asked {
			there = exists(l.worktree)
			worktrees[l.worktree] = there
		}
		own := r.heads[r.home(k.name)]
		switch {
		case there && !l.Closed:
			l.kept, l.homes = true, []key{k}
			elsewhere = append(elsewhere, l)
		case !there && (own == nil || own.Saved.Before(l.Saved)):
			at(k.name).homes = append(at(k.name).homes, k)
		}
	}
	slices.SortFunc(elsewhere, newest(r.Now))
	return elsewhere
}

// SavedElsewhere is when the newest artifact of a session was saved that another
// worktree of the repository, which may be gone, has; zero for none.
func (p Project) SavedElsewhere(sessionID string) (at time.Time) {
	for k, l := range p.reading(context.Background()).heads {
		if k.project != p.Store.Hash() && l != nil && lastOf(l.Sittings) == sessionID && l.Saved.After(at) {
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

// known enters a line as the register knows it, where its files are as they were.
func (r *reading) known(name string, s *source, look bool) bool {
	l, parts := s.head, r.partsOf(name)
	if l == nil || len(s.homes) > len(parts) || !slices.Equal(l.parts, parts) {
		return false
	}
	if l.homes, l.looked = s.homes, look; look && l.held != r.hold(l) {
		return false
	}
	r.enter(l)
	return true
}

// foldTime is what a hook takes to read lines by their artifacts.
const foldTime = 250 * time.Millisecond

// again reads lines by their artifacts, those that changed last first. After an upgrade
// these are all, for which a hook has no time: the next one goes on, and unread is how
// many are left.
func (r *reading) again(names []string, sources map[string]*source) (unread int) {
	ctx := r.ctx
	if _, limited := ctx.Deadline(); limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, foldTime)
		defer cancel()
	}
	changed := map[string]time.Time{}
	for _, name := range names {
		if info, err := os.Lstat(filepath.Join(r.dir, name)); err == nil {
			changed[name] = info.ModTime()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return changed[b].Compare(changed[a]) })
	for i, name := range names {
		if i > 0 && ctx.Err() != nil {
			return len(names) - i
		}
		for _, l := range r.fold(name, r.partsOf(name), sources[name].homes) {
			r.enter(l)
		}
	}
	return 0
}

// partsOf are the folders of a line: that of its name, and those that became part of it.
func (r *reading) partsOf(name string) []string {
	parts := []string{name}
	for part, w := range r.words {
		if w.into != "" && r.nameOf(part) == name {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts[1:])
	return parts
}

// enter adds a line. One may have been closed by a word since it was saved.
func (r *reading) enter(l *Line) {
	if at := r.words[l.Name].closed; l.Own && !at.Before(l.Saved) && !at.IsZero() {
		l.Closed, l.Wrote = true, at
	}
	if l.Own || l.Foreign != nil {
		r.lines[l.Name] = l
	}
}

// hold says what the files of a line's folders are, by their number, sizes and times,
// and counts them.
func (r *reading) hold(l *Line) string {
	sizes, times := int64(0), int64(0)
	l.count = 0
	for _, folder := range l.parts {
		count, size, changed := artifact.Held(r.dir, folder)
		l.count, sizes, times = l.count+count, sizes+size, times^changed
	}
	return fmt.Sprintf("%d %d %x", l.count, sizes, times)
}
