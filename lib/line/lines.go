package line

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/gitrepo"
	"holdfast/lib/redact"
)

// In is the project of a store: what all linked worktrees of its repository
// share is found by git's own files.
func In(store artifact.Store, now time.Time) Project {
	p := Project{Store: store, Now: now, Repository: store.Root}
	if repo, ok := gitrepo.Find(store.Root); ok {
		p.Repository = repo.CommonDir
	}
	return p
}

// A Project is the place whose lines are looked at.
type Project struct {
	Store artifact.Store
	Now   time.Time
	// Repository is what all linked worktrees share: the common git folder, else
	// the root itself.
	Repository string

	ahead func() *cache // nil where nothing was begun ahead
}

// Lines are the lines of a project, as its index and the copies in the machine
// folder tell of them; no artifact is read until a State is asked for. Of foreign
// lines the names of their files are all that is known until then.
type Lines struct {
	// Own holds the lines with an artifact of this machine: open, stale and
	// closed ones, the one that was saved last first.
	Own []*Line
	// Foreign holds the lines that only others wrote, newest first.
	Foreign []*Line
	// Elsewhere holds the open own lines of the repository's other worktrees,
	// newest first.
	Elsewhere []Copy
	// Unread counts the folders that there was no time to look into yet: the next
	// question goes on with them.
	Unread int

	glance  *glance // where lines are read one by one
	project *answer
}

// A Line is one line of work as far as the index knows it.
type Line struct {
	Name string
	// Saved, Path, Goal and Commit are of the newest own artifact. Of a foreign line
	// Saved and Path are of the newest by the names of its files; Goal, Commit and
	// what follows Wrote are known once NewestForeign was asked for.
	Saved      time.Time
	Path, Goal string
	Commit     string
	Own        bool
	Closed     bool      // by its newest own written artifact
	Written    bool      // a person or model wrote an own one
	Wrote      time.Time // when, of the newest
	Branches   []string
	Sittings   Sittings `json:"-"` // sessions that its artifacts name
	Clean      bool     `json:"-"` // its folder was just seen to hold no temp file
	Beads      []string
	OnlyFor    string // the one session that it is told to, "" for all
	// Foreign is the newest foreign artifact, Foreigns counts them; those older
	// than the newest own written one are left out.
	Foreign  *Entry
	Foreigns int

	entries []*Entry // newest first once classified; nil until they are asked for
	kept    *head    // where all of it is kept
	folding *kept    // what is kept of its state, nil until that is asked for
	project *answer
}

// Stale reports whether the line is no longer told, only counted.
func (l *Line) Stale(now time.Time) bool { return now.Sub(l.Saved) > StaleAfter }

// Open reports whether the line is to be continued, stale or not.
func (l *Line) Open() bool { return l.Own && !l.Closed }

// Lines reads the lines of the project from its index.
func (p Project) Lines(ctx context.Context) (Lines, error) { return p.some(ctx, nil) }

// Named reads the line of that name alone; ok is false where it does not exist.
func (p Project) Named(ctx context.Context, name string) (l *Line, ok bool, err error) {
	// The line of an unmarked artifact may be a part of its folder.
	all, err := p.some(ctx, func(folder string) bool { return folder == name || strings.HasPrefix(name, folder) })
	if l := all.find(name); l != nil {
		return l, true, err
	}
	return nil, false, err
}

// some reads the lines of the folders that maybe says yes to.
func (p Project) some(ctx context.Context, maybe func(folder string) bool) (Lines, error) {
	found, err := p.Store.Folders(ctx, p.Now)
	if err != nil {
		return Lines{}, err
	}
	g := gathering{answer: p.answer(ctx, found.All), lines: map[string]*Line{}}
	lines := Lines{Unread: found.Unread, project: g.answer}
	unknown := map[string]artifact.Folder{} // of own folders, those of which nothing is kept
	for _, f := range found.All {
		if f.Own && (maybe == nil || maybe(f.Name)) {
			if l := g.known(f); l != nil {
				g.lines[f.Name] = l
			} else {
				unknown[f.Name] = f
			}
		}
	}
	if len(unknown) > 0 {
		folders, err := g.read(unknown)
		if err != nil {
			return Lines{}, err
		}
		view, _ := g.view()
		lines.Unread += view.Late
		for name, f := range unknown {
			f.Count, f.Racy = len(folders[name]), f.Racy || view.Late+len(view.Unread) > 0
			unknown[name] = f
			if f.Count > 0 {
				g.folder(name, folders[name])
			}
		}
	}
	for _, f := range found.All {
		if !f.Own && (maybe == nil || maybe(f.Name)) {
			g.foreign(f)
		}
	}
	lines.Elsewhere = p.copies(&g)
	for _, l := range g.lines {
		if l.entries != nil && l.kept == nil {
			l.classify()
		}
		if l.Own {
			lines.Own = append(lines.Own, l)
		} else {
			lines.Foreign = append(lines.Foreign, l)
		}
	}
	g.keep(unknown, g.lines)
	lines.Elsewhere = newestOf(slices.DeleteFunc(lines.Elsewhere, func(c Copy) bool { return g.lines[c.Line].covers(c) }))
	slices.SortFunc(lines.Own, newest)
	slices.SortFunc(lines.Foreign, newest)
	return lines, nil
}

// A gathering puts entries to their lines.
type gathering struct {
	*answer
	lines map[string]*Line
}

func (g *gathering) add(name string, entries ...*Entry) {
	l := &Line{Name: name, project: g.answer}
	if before := g.lines[name]; before != nil {
		before.list()
		l.entries = before.entries
	}
	l.entries = append(l.entries, entries...)
	g.lines[name] = l
}

// folder puts the entries of a folder to their lines: mostly to one.
func (g *gathering) folder(name string, entries []*Entry) {
	if name == "" { // they were put beside the folders
		for _, e := range entries {
			g.add(e.raw.Row().Session, e)
		}
		return
	}
	for _, e := range entries {
		e.bead, e.SessionID, e.marked = e.raw.Saver()
	}
	if !g.mixed(name, entries) {
		g.add(name, entries...)
		return
	}
	for _, e := range entries {
		if e.marked == "" && e.SessionID != "" && g.wrote(e) {
			g.add(artifact.FolderName(name, shortID(e.SessionID)), e)
		} else {
			g.add(name, e)
		}
	}
}

// foreign is the line of a folder in which this machine wrote nothing, as its
// names tell.
func (g *gathering) foreign(f artifact.Folder) {
	if g.lines[f.Name] != nil { // a part of an own folder is named like it
		l := &Line{Name: f.Name, project: g.answer}
		l.list()
		g.add(f.Name, l.entries...)
		return
	}
	e := entryNamed(path.Join(artifact.Dir, f.Name, f.Newest))
	e.date, e.Saved = f.Date, time.Unix(f.Date, 0).UTC()
	g.lines[f.Name] = &Line{Name: f.Name, project: g.answer, Saved: e.Saved, Path: e.Path, Foreign: e, Foreigns: f.Count}
}

// newest puts the line that was saved last first.
func newest(a, b *Line) int {
	return artifact.Order(a.project.Now)(a.Saved.Unix(), a.Path, b.Saved.Unix(), b.Path)
}

// folderOf is the name of the folder that a file is in.
func folderOf(rel string) string { return path.Base(path.Dir(rel)) }

// shortID is how much of a session's id names a folder.
func shortID(id string) string { return id[:min(len(id), 8)] }

// NamedAfter reports whether a session folder is named after a bead or a
// session; either may be unknown.
func NamedAfter(folder, bead, sessionID string) bool {
	return bead != "" && bead != "none" && (folder == bead || strings.HasPrefix(folder, bead+"-")) ||
		sessionID != "" && strings.HasSuffix(folder, artifact.FolderName(shortID(sessionID)))
}

// mixed reports whether a folder that the first build wrote mixes lines: it is
// named after neither one bead nor one session, and several sessions of this
// machine saved there. What today's build saves names its line.
func (g *gathering) mixed(folder string, entries []*Entry) bool {
	first := ""
	for _, e := range entries {
		if NamedAfter(folder, e.bead, e.SessionID) {
			return false
		}
	}
	for _, e := range entries {
		switch {
		case e.marked != "" || e.SessionID == "" || e.SessionID == first || !g.wrote(e):
		case first == "":
			first = e.SessionID
		default:
			return true
		}
	}
	return false
}

// classify finds out what the line is from its entries, the newest first. It
// asks the ledger about no more of them than that takes: an automatic artifact
// holds what is known of the line before it, so the newest own one and the
// newest own written one tell all but the sittings.
func (l *Line) classify() {
	p := l.project
	order := artifact.Order(p.Now)
	slices.SortFunc(l.entries, func(a, b *Entry) int { return order(a.date, a.Path, b.date, b.Path) })
	if !slices.ContainsFunc(l.entries, p.wrote) {
		if len(l.entries) > 0 {
			l.entries[0].fill()
			l.theirs(l.entries[0], len(l.entries))
		}
		return
	}
	for _, e := range slices.Backward(l.entries) {
		if e.SessionID != "none" {
			l.Sittings.add(e.SessionID)
		}
	}
	for _, e := range l.entries {
		if l.Written {
			break
		}
		e.fill()
		switch {
		case l.Own && e.auto:
		case p.wrote(e):
			l.own(e)
		default:
			if l.Foreigns++; l.Foreign == nil {
				l.Foreign = e
			}
		}
	}
}

// own takes in the newest own entry, and the newest that was written.
func (l *Line) own(e *Entry) {
	if !l.Own {
		l.Own, l.Saved, l.Path, l.Goal, l.Commit, l.OnlyFor = true, e.Saved, e.Path, e.Goal, e.commit, e.onlyFor
	}
	if !e.auto {
		l.Written, l.Wrote = true, e.Saved
		l.Closed, l.Goal = e.Mode == artifact.Finalize, cmp.Or(e.Goal, l.Goal)
	}
	addNew(&l.Branches, strings.Split(e.branches, "\n")...)
	addNew(&l.Beads, e.bead)
}

func addNew(list *[]string, values ...string) {
	for _, v := range values {
		if v != "" && v != "none" && !slices.Contains(*list, v) {
			*list = append(*list, v)
		}
	}
}

// File is where the newest artifact is: its path in the project, or of one that is
// only kept in the machine folder the copy's, absolute.
func (l *Line) File() string {
	for _, e := range l.entries {
		if e.Path == l.Path && e.copied != nil {
			return e.copy
		}
	}
	return l.Path
}

// InProject reports whether the newest own artifact is a file of the project, and
// not only a copy in the machine folder.
func (l *Line) InProject() bool { return l.File() == l.Path }

// maxTried is how many artifacts of a foreign line are tried for one that can be
// read.
const maxTried = 3

// NewestForeign reads the newest foreign artifact. Of a foreign line it is the
// newest of those that can be read, and the line is what that one tells of it.
func (l *Line) NewestForeign() (artifact.Artifact, bool) {
	switch {
	case l.Foreign == nil:
		return artifact.Artifact{}, false
	case l.Own:
		return l.foreignAt(l.Foreign)
	}
	a, ok := l.foreignAt(l.Foreign)
	if !ok || a.Broken != nil {
		l.list()
		for _, e := range l.entries[:min(len(l.entries), maxTried)] {
			if next, is := l.foreignAt(e); is && next.Broken == nil {
				a, ok = next, true
				break
			}
		}
	}
	if ok && a.Broken == nil {
		e := entryOf(artifact.RowOfContent(a))
		l.theirs(&e, l.Foreigns)
	} else if ok {
		l.Foreign.Broken = true
	}
	return a, ok
}

func (l *Line) foreignAt(e *Entry) (artifact.Artifact, bool) {
	a, ok := l.project.load(e)
	return a, ok && !l.project.ledger.Wrote(a.Sum)
}

// theirs makes the newest entry what is known of a foreign line of n artifacts.
func (l *Line) theirs(e *Entry, n int) {
	l.Saved, l.Path, l.Goal, l.Commit, l.Foreign, l.Foreigns = e.Saved, e.Path, e.Goal, e.commit, e, n
	addNew(&l.Branches, strings.Split(e.branches, "\n")...)
	addNew(&l.Beads, e.bead)
	l.Sittings.add(e.SessionID)
}

// State folds the line's own artifacts.
func (l *Line) State() State { return l.folded() }

// Artifacts reads the line's artifacts, newest first: its own, or the foreign
// ones, as the bytes are now. What cannot be read is left out.
func (l *Line) Artifacts(own bool) []artifact.Artifact {
	var out []artifact.Artifact
	l.list()
	for _, e := range l.entries {
		if l.project.wrote(e) != own {
			continue
		}
		if a, ok := l.project.load(e); ok && l.project.ledger.Wrote(a.Sum) == own {
			out = append(out, a)
		}
	}
	return out
}

// wrote reports whether this machine wrote an entry's bytes. One of which only
// the name is known is read.
func (p *answer) wrote(e *Entry) bool {
	if e.ours {
		return true // the ledger forgets nothing
	}
	if e.Sum == "" {
		a, ok := p.load(e)
		if !ok {
			return false
		}
		*e = entryOf(artifact.RowOfContent(a))
	}
	return p.ledger.Wrote(e.Sum)
}

func (p *answer) load(e *Entry) (artifact.Artifact, bool) {
	if e.copied != nil {
		return *e.copied, true
	}
	a, err := p.Store.Load(e.Path)
	return a, err == nil
}

// Here reports whether the line belongs to what is checked out.
func (l *Line) Here(at Checkout) bool { return at.fits(l.Branches, l.Commit) }

// A Checkout is what git has checked out, as far as it decides which lines are
// of this branch. The zero Checkout takes them all.
type Checkout struct {
	Branch   string // "" without git, or on a detached HEAD
	Detached bool
	repo     gitrepo.Repo
	history  History
}

// A History knows whether a commit is one of HEAD's.
type History interface{ Holds(commit string) bool }

// CheckoutOf is what is checked out in a repository. history may be nil.
func CheckoutOf(repo gitrepo.Repo, history History) Checkout {
	c := Checkout{repo: repo, history: history}
	c.Branch, _ = redact.Text(repo.Branch()) // as artifacts hold it
	c.Detached = c.Branch == "" && repo.Head().Detached
	return c
}

// Exists reports whether the repository has a branch. Without git all exist.
func (c Checkout) Exists(branch string) bool {
	return c.repo == gitrepo.Repo{} || c.repo.HasBranch(branch)
}

func (c Checkout) fits(branches []string, commit string) bool {
	if c.Detached {
		return commit == "" || c.history != nil && c.history.Holds(commit)
	}
	if c.Branch == "" || slices.Contains(branches, c.Branch) {
		return true
	}
	return !slices.ContainsFunc(branches, c.Exists)
}
