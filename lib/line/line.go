package line

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/gitrepo"
	"holdfast/lib/redact"
)

// A Project is the place whose lines are looked at.
type Project struct {
	Store artifact.Store
	Now   time.Time
	// Repository is what all linked worktrees share: the common git folder, else
	// the root itself.
	Repository string
	Repo       gitrepo.Repo // the zero one outside of git
	branches   func() (all gitrepo.Branches, known bool)
	// Looked is of how many own lines, those saved last, Lines looks whether their
	// folders are as they were; of the others it takes the register's word. 0 is all.
	Looked   int
	Evidence Evidence // what is asked of which lines are open
}

// Recent is how many lines a hook looks at: more than a start tells.
const Recent = 16

// In is the project of a store: what all linked worktrees of its repository
// share is found by git's own files.
func In(store artifact.Store, now time.Time) Project {
	p := Project{Store: store, Now: now, Repository: store.Root}
	if repo, ok := gitrepo.Find(store.Root); ok {
		p.Repository, p.Repo, p.branches = repo.CommonDir, repo, sync.OnceValues(repo.Branches)
	}
	return p
}

// InGit reports whether the project is in a repository.
func (p Project) InGit() bool { return p.Repo != gitrepo.Repo{} }

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

// SavedElsewhere is when the newest artifact of a session was saved that another
// worktree of the repository, which may be gone, has; zero for none.
func (p Project) SavedElsewhere(sessionID string) (at time.Time) {
	p.table(ofHeads).each(func(row row) bool {
		l := Line{}
		_, ok := read(row.fields, l.fields())
		last := l.Sittings[max(0, len(l.Sittings)-1):]
		if ok && row.project != p.Store.Hash() && last.Has(sessionID) && l.Saved.After(at) {
			at = l.Saved
		}
		return true
	})
	return at
}

// Empty reports whether nothing is known to have been saved in the project.
func (p Project) Empty() bool {
	return !exists(p.table(ofHeads).file()) && !exists(filepath.Join(p.Store.Root, artifact.Dir))
}

// Lines are the lines of a project, as the register tells of them. Of foreign lines
// the names of their files are all that is known until one is asked for.
type Lines struct {
	// Own holds the lines with an artifact of this machine, in every state, the one
	// that was saved last first.
	Own []*Line
	// Foreign holds the lines that only others wrote, newest first.
	Foreign []*Line
	// Elsewhere holds the open own lines of the repository's other worktrees,
	// newest first.
	Elsewhere []*Line
	// Unread counts the folders that there was no time to look into yet: the next
	// question goes on with them.
	Unread int

	r *reading
}

// Root is the project's, absolute.
func (ls *Lines) Root() string { return ls.r.Store.Root }

// Find is the line of that name, or the one that it became part of; nil where it does
// not exist.
func (ls *Lines) Find(name string) *Line {
	if l := ls.r.lines[name]; l != nil {
		return l
	}
	return ls.r.lines[ls.r.nameOf(name)]
}

// first is the own line of those that fit that was saved last, nil for none.
func (ls *Lines) first(fits func(*Line) bool) *Line {
	if i := slices.IndexFunc(ls.Own, fits); i >= 0 {
		return ls.Own[i]
	}
	return nil
}

// A Line is one line of work as far as it is known without its state.
type Line struct {
	Name string
	// Saved, Path, Goal and Commit are of the newest own artifact. Of a foreign line
	// Saved and Path are of the newest by the names of its files; Goal, Commit and
	// what follows Wrote are known once NewestForeign was asked for.
	Saved      time.Time
	Path, Goal string
	Commit     string
	Own        bool
	Closed     bool      // by its newest own written artifact, or by close
	Written    bool      // a person or model wrote an own one
	Wrote      time.Time // when, of the newest
	Began      time.Time
	Branches   []string // newest last
	Sittings   Sittings `json:"-"` // sessions that its artifacts name
	Beads      []string
	OnlyFor    string // the one session that it is told to, "" for all
	Follows    string
	// Foreign is the newest foreign artifact, Foreigns counts them; those older
	// than the newest own written one are left out.
	Foreign  *Entry
	Foreigns int

	team, pullRequest, outcome string
	branch                     string // that it was saved on last
	steps                      int
	rules, lifted              []Item
	changes                    bool     // it changed files
	parts                      []string // folders of lines that became part of it
	held                       held     // what its folders held as it was read
	looked                     bool     // and they still do
	autos                      int      // automatic ones
	kept                       bool     // the newest artifact is in the machine folder only
	worktree                   string   // absolute
	home                       key      // under which the machine folder keeps it
	foreign                    Entry    // as its row holds it

	group   []artifact.Artifact // of a folder that mixes lines
	folded  *folding            // where it was folded just now
	reading *reading
	judge   *judge
}

// An Entry is one artifact beside a line.
type Entry struct {
	Path, Mode string
	Saved      time.Time
	Broken     bool // it cannot be read as an artifact
}

// maxSaid bounds what is known of a line without its state: its sessions, and the
// characters of its goal.
const maxSaid = 200

// fields are those of the line's row in the register.
func (l *Line) fields() []any {
	e := &l.foreign
	return []any{
		&l.Saved, &l.Wrote, &l.Began, &l.Closed, &l.Written, &l.kept, &l.changes, &l.steps, &l.autos, &l.Foreigns,
		&l.held.count, &l.held.sizes, &l.held.times, &l.Path, &l.Goal, &l.Commit, &l.OnlyFor, &l.Follows, &l.team,
		&l.pullRequest, &l.outcome, &l.branch, &l.worktree, &l.Branches, (*[]string)(&l.Sittings), &l.Beads, &l.parts,
		&l.rules, &l.lifted, &e.Path, &e.Mode, &e.Saved, &e.Broken,
	}
}

// row is the line's row in the register.
func (l *Line) row() row {
	if l.foreign = (Entry{}); l.Foreign != nil {
		l.foreign = *l.Foreign
	}
	return row{l.home, fieldsOf(l.fields())}
}

// take makes of a line what a folding tells of it.
func (l *Line) take(f folding) {
	l.Own, l.Saved, l.Path, l.Commit, l.Goal = true, f.Saved, f.Path, f.Commit, oneRow(f.Goal)
	l.Closed, l.Written, l.Wrote, l.Began = f.Closed, f.Written, f.Wrote, f.Began
	l.Branches, l.Beads, l.OnlyFor, l.Follows = f.Branches, f.Beads, f.OnlyFor, f.Follows
	l.Sittings = newestOf(f.Sittings, maxSaid)
	l.team, l.pullRequest, l.outcome, l.branch = f.Team, f.PullRequest, f.Outcome, f.Branch
	l.changes, l.steps = len(f.Changed) > 0, len(f.Next)+len(f.Questions)+len(f.Blockers)
	l.rules, l.lifted = f.Rules, f.Lifted
}

// theirs makes the newest foreign artifact what is known of a foreign line.
func (l *Line) theirs(a artifact.Artifact) {
	l.Saved, l.Path, l.Goal, l.Commit, l.Foreign = a.Date, a.Path, a.Goal(), a.Commit(), entryOf(a)
	l.Branches = firstOfEach(slices.Concat(l.Branches, a.Branches()), itself)
	l.Beads = said([]string{a.Text("primary_bead")})
	l.Sittings = said([]string{a.SessionID()})
}

// beside notes what else is in the line's folders: what others wrote, and automatic files.
func (l *Line) beside(newestFirst []artifact.Artifact) {
	written := false
	for _, a := range newestFirst {
		if artifact.AutoName(a.Path) && l.reading.there(a.Path) {
			l.autos++
		}
		switch own := l.reading.ledger.Wrote(a.Sum); {
		case own:
			written = written || !a.Auto()
		case !written:
			if l.Foreigns++; l.Foreign == nil {
				l.Foreign = entryOf(a)
			}
		}
	}
}

func entryOf(a artifact.Artifact) *Entry {
	return &Entry{Path: a.Path, Mode: a.Mode(), Saved: a.Date, Broken: a.Broken != nil}
}

func oneRow(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > maxSaid {
		return string(r[:maxSaid-1]) + "…"
	}
	return s
}

// State is what is known of the line, of its own artifacts alone.
func (l *Line) State() State {
	s := l.folding().State
	s.Closed = l.Closed
	return s
}

// folding is that of a line's own artifacts: the one that is kept, unless its files are
// not as they were.
func (l *Line) folding() folding {
	if l.folded != nil {
		return *l.folded
	}
	f := l.reading.kept(l.home)
	known := f.Form == registerForm && f.Path == l.Path && f.Saved.Unix() == l.Saved.Unix()
	if known && (l.looked || l.held == l.reading.hold(l)) {
		return f
	}
	return l.reading.own(l.reading.load(l.Name))
}

// Artifacts reads the line's artifacts, newest first: its own, or the foreign
// ones, as the bytes are now. What cannot be read is left out.
func (l *Line) Artifacts(own bool) []artifact.Artifact {
	all := l.group
	if all == nil {
		all = l.reading.load(l.Name)
	}
	return without(all, func(a artifact.Artifact) bool { return l.reading.ledger.Wrote(a.Sum) != own })
}

// NewestForeign reads the newest foreign artifact. A foreign line is what that one
// tells of it.
func (l *Line) NewestForeign() (a artifact.Artifact, ok bool) {
	if l.Foreign == nil {
		return a, false
	}
	a, err := l.reading.Store.Load(l.Foreign.Path)
	if l.Foreign.Broken = err != nil || a.Broken != nil; err != nil || l.reading.ledger.Wrote(a.Sum) {
		return a, false
	}
	if !l.Own && !l.Foreign.Broken {
		l.theirs(a)
	}
	return a, true
}

// on reports whether the line worked on a branch; one that changed no file on any was
// saved on it.
func (l *Line) on(branch string) bool {
	return slices.Contains(l.Branches, branch) || len(l.Branches) == 0 && l.branch == branch && branch != ""
}

// Parts are the folders of the line: its own, and those of what became part of it.
func (l *Line) Parts() []string { return append([]string{l.Name}, l.parts...) }

// Open reports whether the line is not closed, whatever else is proved of it.
func (l *Line) Open() bool { return l.Own && !l.Closed }

// File is where the newest artifact is: its path in the project, or of one that is
// only kept in the machine folder that file's, absolute.
func (l *Line) File() string {
	if !l.kept {
		return l.Path
	}
	return l.reading.copyFile(l.home, artifact.AutoName(l.Path))
}

// InProject reports whether the newest own artifact is a file of the project, and
// not only in the machine folder.
func (l *Line) InProject() bool { return !l.kept }

// Files are the files that its sittings changed, the newest first, with when.
func (l *Line) Files() []File { return l.reading.files()[l.Name] }

// Worktree is that of the repository in which the line was saved last, absolute.
func (l *Line) Worktree() string { return l.worktree }

// Branch is that which the line worked on last, "" for none.
func (l *Line) Branch() string {
	if n := len(l.Branches); n > 0 {
		return l.Branches[n-1]
	}
	return l.branch
}

// Steps is how much of the line is open: steps, questions and blockers.
func (l *Line) Steps() int { return l.steps }

// newest puts the line that was saved last first.
func newest(now time.Time) func(a, b *Line) int {
	order := artifact.Order(now)
	return func(a, b *Line) int { return order(a.Saved.Unix(), a.Path, b.Saved.Unix(), b.Path) }
}

// A Checkout is what git has checked out, as far as it decides which lines are
// of this branch. The zero Checkout takes them all.
type Checkout struct {
	Branch   string // "" without git, or on a detached HEAD
	Detached bool
	history  History
	// branches are those of the repository, nil without git; known is false where
	// they cannot be read.
	branches func() (all gitrepo.Branches, known bool)
	has      func(branch string) bool // asks for one alone
}

// A History knows whether a commit is one of HEAD's.
type History interface{ Holds(commit string) bool }

// Checkout is what is checked out in the project, with that head, where it is in a
// repository. history may be nil.
func (p Project) Checkout(head gitrepo.Head, history History) Checkout {
	if !p.InGit() {
		return Checkout{}
	}
	c := Checkout{history: history, branches: p.branches, has: p.Repo.HasBranch}
	c.Branch, _ = redact.Text(head.Work()) // as artifacts hold it
	c.Detached = c.Branch == "" && head.Detached
	return c
}

// Exists reports whether the repository has a branch. Without git all exist.
func (c Checkout) Exists(branch string) bool {
	if c.branches == nil {
		return true
	}
	if all, known := c.branches(); known {
		return all.Has(branch)
	}
	return c.has(branch)
}

// Here reports whether the line belongs to what is checked out.
func (l *Line) Here(at Checkout) bool {
	if at.Detached {
		return l.Commit == "" || at.history != nil && at.history.Holds(l.Commit)
	}
	if at.Branch == "" || slices.Contains(l.Branches, at.Branch) {
		return true
	}
	return !slices.ContainsFunc(l.Branches, at.Exists)
}
