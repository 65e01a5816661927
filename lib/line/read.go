package line

import (
	"context"
	"os"
	"path"
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
	dir       string // of the session folders, absolute
	words     map[string]word
	forgotten map[string]time.Time
	parts     map[string][]string // the folders that became part of a line
	lines     map[string]*Line    // nil of what has to be read again
	entered   []*Line             // all that were, also those that are read again since
	elsewhere []*Line             // of other worktrees, in every state
	worktrees map[string]bool     // whether those exist
	left      map[string][]key    // where a worktree that is gone kept lines
	stale     []string            // what has to be read again
	fresh     []*Line             // that were read again
	sat       func() []Sitting    // that the register holds, the newest first
	files     func() map[string][]File
	judged    *judge
}

// reading begins an answer with what the register knows.
func (p Project) reading(ctx context.Context) *reading {
	r := &reading{
		Project: p, ctx: ctx, ledger: p.Store.Machine.Ledger(),
		parts: map[string][]string{}, left: map[string][]key{},
	}
	r.dir, _ = p.Store.Folder() // without one nothing is found in it
	r.words, r.forgotten = p.said()
	for part, w := range r.words {
		if w.into != "" {
			r.parts[r.nameOf(part)] = append(r.parts[r.nameOf(part)], part)
		}
	}
	for _, parts := range r.parts {
		slices.Sort(parts)
	}
	r.sat, r.files = sync.OnceValue(r.sittings), sync.OnceValue(r.changed)
	r.lines = map[string]*Line{}
	r.heads()
	return r
}

// heads enters the lines of the register.
func (r *reading) heads() {
	r.worktrees = map[string]bool{}
	var joined []string
	into := &Line{}
	fields := into.fields()
	r.table(ofHeads).each(func(row row) bool {
		*into = Line{}
		_, ok := read(row.fields, fields)
		l := *into
		l.Name, l.Own, l.home, l.reading = row.name, true, row.key, r
		if l.foreign.Path != "" {
			l.Foreign = &l.foreign
		}
		switch {
		case row.project != r.Store.Hash():
			if !ok {
				break
			}
			if _, asked := r.worktrees[l.worktree]; !asked {
				r.worktrees[l.worktree] = exists(l.worktree)
			}
			l.kept = true
			r.elsewhere = append(r.elsewhere, &l)
		case r.nameOf(l.Name) != l.Name:
			joined = append(joined, r.nameOf(l.Name))
		case ok && slices.Equal(l.parts, r.parts[l.Name]):
			r.enter(&l)
		default:
			r.again(l.Name)
		}
		return true
	})
	for _, name := range joined {
		if _, known := r.lines[name]; !known {
			r.again(name)
		}
	}
	for _, l := range r.elsewhere { // those of a worktree that is gone come here
		if own := r.lines[l.Name]; !r.worktrees[l.worktree] && (own == nil || own.Saved.Before(l.Saved)) {
			r.left[l.Name] = append(r.left[l.Name], l.home)
			r.again(l.Name)
		}
	}
}

// enter adds a line. One may have been closed by a word since it was saved.
func (r *reading) enter(l *Line) {
	if at := r.words[l.Name].closed; l.Own && !at.Before(l.Saved) && !at.IsZero() {
		l.Closed, l.Wrote = true, at
	}
	if l.Own || l.Foreign != nil {
		r.lines[l.Name] = l
		r.entered = append(r.entered, l)
	}
}

// again has a line read from its artifacts.
func (r *reading) again(name string) {
	if !slices.Contains(r.stale, name) {
		r.stale = append(r.stale, name)
	}
	r.lines[name] = nil
}

// Lines reads the lines of the project. What the register knows of a line counts as
// long as its files are as they were; else its artifacts are folded again.
func (p Project) Lines(ctx context.Context) (Lines, error) {
	r := p.reading(ctx)
	found, err := p.Store.Folders(ctx, p.Now, func(name string) bool {
		_, known := r.lines[name]
		return known
	})
	if err != nil {
		return Lines{}, err
	}
	for _, f := range found.All {
		name := r.nameOf(f.Name)
		if _, known := r.lines[name]; !known && (f.Own || name != f.Name) {
			r.again(name)
		}
	}
	own := r.own()
	if p.Looked > 0 {
		own = own[:min(len(own), p.Looked)]
	}
	r.look(own)
	ls := r.answer()
	ls.Unread += found.Unread
	for _, f := range found.All {
		if _, known := r.lines[r.nameOf(f.Name)]; known {
			continue
		}
		e := &Entry{Path: path.Join(artifact.Dir, f.Name, f.Newest), Saved: time.Unix(f.Date, 0).UTC()}
		_, e.Mode, _ = artifact.NameOf(e.Path)
		l := &Line{Name: f.Name, Saved: e.Saved, Path: e.Path, Foreign: e, Foreigns: f.Count, reading: r}
		r.enter(l)
		ls.Foreign = append(ls.Foreign, l)
	}
	slices.SortFunc(ls.Foreign, newest(r.Now))
	return ls, nil
}

// Known are the lines as the register knows them: only of those named it is looked
// whether their files are as they were. Of the lines that only others wrote it holds
// no other.
func (p Project) Known(ctx context.Context, names ...string) (Lines, error) {
	r := p.reading(ctx)
	if len(r.lines) == 0 {
		return p.Lines(ctx)
	}
	var named []*Line
	for _, name := range names {
		if l := r.lines[r.nameOf(name)]; l != nil {
			named = append(named, l)
		} else {
			r.again(r.nameOf(name))
		}
	}
	r.look(named)
	return r.answer(), nil
}

// look has the lines read again whose files are not as they were.
func (r *reading) look(lines []*Line) {
	for _, l := range lines {
		if l.looked = l.held == r.hold(l); !l.looked {
			r.again(l.Name)
		}
	}
}

// own are the own lines, the one that was saved last first.
func (r *reading) own() (own []*Line) {
	for _, l := range r.entered { // which is nearly their order
		if l.Own && r.lines[l.Name] == l {
			own = append(own, l)
		}
	}
	slices.SortFunc(own, newest(r.Now))
	return own
}

// foldTime is what a hook takes to read lines by their artifacts. After an upgrade
// these are all, for which it has no time: the next one goes on.
const foldTime = 250 * time.Millisecond

// answer reads what has to be read again.
func (r *reading) answer() Lines {
	ctx, stop := r.ctx, context.CancelFunc(func() {})
	if _, limited := ctx.Deadline(); limited {
		ctx, stop = context.WithTimeout(ctx, foldTime)
	}
	defer stop()
	lines := Lines{r: r}
	for i, name := range r.stale {
		if i > 0 && ctx.Err() != nil {
			lines.Unread++
			continue
		}
		for _, l := range r.fold(name) {
			r.enter(l)
		}
	}
	lines.Own = r.own()
	for _, l := range r.entered {
		if !l.Own {
			lines.Foreign = append(lines.Foreign, l)
		}
	}
	r.keepFresh()
	for _, l := range r.elsewhere {
		here := r.lines[l.Name]
		if !l.Closed && r.worktrees[l.worktree] && (here == nil || !here.Own || here.Saved.Before(l.Saved)) {
			lines.Elsewhere = append(lines.Elsewhere, l)
		}
	}
	slices.SortFunc(lines.Elsewhere, newest(r.Now))
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

// Names are the names of all lines: open ones alone where closed ones are not wanted.
func (p Project) Names(ctx context.Context, closed bool) (names []string) {
	lines, _ := p.Lines(ctx) // a shell has no place for an error, and a hint needs none
	for _, l := range append(lines.Own, lines.Foreign...) {
		if closed || !l.Closed {
			names = append(names, l.Name)
		}
	}
	return names
}

// Find is the line of that name, or the one that it became part of; nil where it does
// not exist.
func (ls *Lines) Find(name string) *Line {
	if l := ls.r.lines[name]; l != nil {
		return l
	}
	return ls.r.lines[ls.r.nameOf(name)]
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

// SavedElsewhere is when the newest artifact of a session was saved that another
// worktree of the repository, which may be gone, has; zero for none.
func (p Project) SavedElsewhere(sessionID string) (at time.Time) {
	for _, l := range p.reading(context.Background()).elsewhere {
		if lastOf(l.Sittings) == sessionID && l.Saved.After(at) {
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

// held is what the files of a line's folders are together: their number, sizes and
// times. A number below zero is known to be wrong.
type held struct{ count, sizes, times int }

// hold is what a line's folders hold now. What others wrote there may have been
// adopted in another project.
func (r *reading) hold(l *Line) (h held) {
	for _, folder := range l.Parts() {
		count, sizes, times := artifact.Held(r.dir, folder)
		h.count, h.sizes, h.times = h.count+count, h.sizes+int(sizes), h.times^int(times)
	}
	if l.Foreign != nil {
		h.times ^= int(r.Store.Adoptions())
	}
	return h
}
