package line

import (
	"cmp"
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
	fresh   *folding            // where it was folded just now
	reading *reading
	judge   *judge
}

// An Entry is one artifact beside a line.
type Entry struct {
	Path, Mode, Goal, Now string
	Saved                 time.Time
	Broken                bool // it cannot be read as an artifact
}

func entryOf(a artifact.Artifact) *Entry {
	return &Entry{Path: a.Path, Mode: a.Mode(), Goal: a.Goal(), Now: a.Now(), Saved: a.Date, Broken: a.Broken != nil}
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
	return copyFile(l.reading.registerDir(), l.home, artifact.AutoName(l.Path))
}

// InProject reports whether the newest own artifact is a file of the project, and
// not only in the machine folder.
func (l *Line) InProject() bool { return !l.kept }

// Files are the files that its sittings changed, the newest first, with when.
func (l *Line) Files() []File { return l.reading.files()[l.Name] }

// Worktree is that of the repository in which the line was saved last, absolute.
func (l *Line) Worktree() string { return l.worktree }

// Branch is that which the line worked on last, "" for none.
func (l *Line) Branch() string { return cmp.Or(lastOf(l.Branches), l.branch) }

// Steps is how much of the line is open: steps, questions and blockers.
func (l *Line) Steps() int { return l.steps }

// newest puts the line that was saved last first.
func newest(now time.Time) func(a, b *Line) int {
	order := artifact.Order(now)
	return func(a, b *Line) int { return order(a.Saved.Unix(), a.Path, b.Saved.Unix(), b.Path) }
}

// maxSaid bounds what is known of a line without its state: its sessions, and the
// characters of its goal.
const maxSaid = 200

// take makes of a line what a folding tells of it.
func (l *Line) take(f *folding) {
	s := f.state()
	l.Own, l.Saved, l.Path, l.Commit, l.Goal = true, s.Saved, s.Path, s.Commit, oneRow(s.Goal)
	l.Closed, l.Written, l.Wrote, l.Began = s.Closed, !f.Wrote.IsZero() || s.Written, f.Wrote, s.Began
	l.Branches, l.Beads, l.OnlyFor, l.Follows = s.Branches, f.Beads, f.OnlyFor, s.Follows
	l.Sittings = newestOf(s.Sittings, maxSaid)
	l.team, l.pullRequest, l.outcome, l.branch = s.Team, s.PullRequest, s.Outcome, s.Branch
	l.changes, l.steps = len(s.Changed) > 0, len(s.Next)+len(s.Questions)+len(s.Blockers)
	l.rules, l.lifted = s.Rules, f.Lifted
}

func oneRow(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > maxSaid {
		return string(r[:maxSaid-1]) + "…"
	}
	return s
}

// fields are those of the line's row in the register.
func (l *Line) fields() []any {
	e := &l.foreign
	return []any{
		&l.Saved, &l.Wrote, &l.Began, &l.Closed, &l.Written, &l.kept, &l.changes, &l.steps, &l.autos, &l.Foreigns,
		&l.held.count, &l.held.sizes, &l.held.times, &l.Path, &l.Goal, &l.Commit, &l.OnlyFor, &l.Follows, &l.team,
		&l.pullRequest, &l.outcome, &l.branch, &l.worktree, &l.Branches, (*[]string)(&l.Sittings), &l.Beads, &l.parts,
		&l.rules, &l.lifted, &e.Path, &e.Mode, &e.Goal, &e.Now, &e.Saved, &e.Broken,
	}
}

// row is the line's row in the register.
func (l *Line) row() row {
	if l.foreign = (Entry{}); l.Foreign != nil {
		l.foreign = *l.Foreign
	}
	return row{l.home, fieldsOf(l.fields())}
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
