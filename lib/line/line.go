package line

import (
	"slices"
	"strconv"
	"strings"
	"sync"
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
		p.Repository, p.Repo, p.branches = repo.CommonDir, repo, sync.OnceValues(repo.Branches)
	}
	return p
}

// InGit reports whether the project is in a repository.
func (p Project) InGit() bool { return p.Repo != gitrepo.Repo{} }

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
	Elsewhere []Copy
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
	rules, resolved            string              // fields of the register
	changes                    bool                // it changed files
	ofFiles                    *files              // once they were asked for
	parts                      []string            // its folders: its own, and those that became part of it
	stamp                      string              // of its folders, as they were when it was read
	artifacts                  int                 // that its state is of
	count                      int                 // files in them then
	held                       string              // what those were
	sums                       []string            // of the artifacts that its state is of
	others                     int                 // of them that are not this machine's
	young                      bool                // they may have changed in that moment
	kept                       bool                // the newest artifact is in the machine folder only
	worktree                   string              // absolute
	homes                      []key               // under which names the machine folder keeps it, its own first
	group                      []artifact.Artifact // of a folder that mixes lines
	fresh                      *folding            // where it was folded just now
	newest                     struct{ Auto, Written string }
	reading                    *reading
	judge                      *judge
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
func (l *Line) Parts() []string { return slices.Clone(l.parts) }

// Open reports whether the line is not closed, whatever else is proved of it.
func (l *Line) Open() bool { return l.Own && !l.Closed }

// Stale reports whether the line was not saved for long.
func (l *Line) Stale(now time.Time) bool { return now.Sub(l.Saved) > StaleAfter }

// File is where the newest artifact is: its path in the project, or of one that is
// only kept in the machine folder that file's, absolute.
func (l *Line) File() string {
	if !l.kept {
		return l.Path
	}
	return copyFile(l.reading.registerDir(), l.homes[0], artifact.AutoName(l.Path))
}

// InProject reports whether the newest own artifact is a file of the project, and
// not only in the machine folder.
func (l *Line) InProject() bool { return !l.kept }

// Files are the changed files, the newest first, with when each was changed last.
func (l *Line) Files() []File {
	if !l.changes {
		return nil
	}
	var files []File
	eachDated(l.files().changed, func(path string, at time.Time) bool {
		files = append(files, File{Path: path, At: at})
		return true
	})
	return files
}

// Steps is how much of the line is open: steps, questions and blockers.
func (l *Line) Steps() int { return l.steps }

// newest puts the line that was saved last first.
func newest(now time.Time) func(a, b *Line) int {
	order := artifact.Order(now)
	return func(a, b *Line) int { return order(a.Saved.Unix(), a.Path, b.Saved.Unix(), b.Path) }
}

const (
	maxNamed    = 60  // changed files of a line that are known without its state
	maxSittings = 200 // sessions of one likewise
	maxShown    = 200 // characters of a goal likewise
)

// take makes of a line what a folding tells of it.
func (l *Line) take(f *folding) {
	s := f.state()
	l.Own, l.Saved, l.Path, l.Commit, l.Goal = true, s.Saved, s.Path, s.Commit, oneRow(s.Goal)
	l.Closed, l.Written, l.Wrote, l.Began = s.Closed, !f.Wrote.IsZero() || s.Written, f.Wrote, s.Began
	l.Branches, l.Beads, l.OnlyFor, l.Follows = s.Branches, f.Beads, f.OnlyFor, s.Follows
	l.Sittings = s.Sittings[max(0, len(s.Sittings)-maxSittings):]
	l.team, l.pullRequest, l.outcome = s.Team, s.PullRequest, s.Outcome
	l.branch = s.Branch
	l.artifacts, l.changes = s.Artifacts, len(s.Changed) > 0
	l.steps = len(s.Next) + len(s.Questions) + len(s.Blockers)
	l.files().changed = dated(s.Changed[:min(len(s.Changed), maxNamed)], func(f File) (string, time.Time) { return f.Path, f.At })
	said := func(i Item) (string, time.Time) { return i.Text, i.At }
	l.rules, l.resolved = dated(s.Rules, said), dated(s.Resolved, said)
}

func oneRow(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > maxShown {
		return string(r[:maxShown-1]) + "…"
	}
	return s
}

// version names the state of the line.
func (l *Line) version() string {
	return strconv.Itoa(l.artifacts) + " " + seconds(l.Saved) + " " + l.Path
}

// files are the files of a line, of which few questions ask.
type files struct {
	changed string   // a field of the register
	autos   []string // paths of its automatic artifacts
}

func (l *Line) files() *files {
	if l.ofFiles == nil {
		l.ofFiles = &files{}
		if l.Own {
			row := l.reading.filesOf()[l.homes[0]]
			l.ofFiles.changed, l.ofFiles.autos = row.next(), listed(row.next())
		}
	}
	return l.ofFiles
}

// row is the line as the register holds it, read what line reads from it.
func (l *Line) row() row {
	flags := ""
	for _, f := range []struct {
		is   bool
		flag string
	}{{l.Closed, "c"}, {l.Written, "w"}, {l.young, "y"}, {l.kept, "k"}, {l.changes, "f"}} {
		if f.is {
			flags += f.flag
		}
	}
	foreign := ""
	if e := l.Foreign; e != nil {
		foreign = list([]string{e.Path, e.Mode, oneRow(e.Goal), oneRow(e.Now), seconds(e.Saved), strconv.FormatBool(e.Broken), strconv.FormatInt(l.reading.adoptions, 10)})
	}
	return rowOf(
		escaped(l.stamp), flags, seconds(l.Saved), seconds(l.Wrote), seconds(l.Began), strconv.Itoa(l.steps), strconv.Itoa(l.Foreigns),
		escaped(l.Path), escaped(l.Goal), escaped(l.Commit), escaped(l.OnlyFor), escaped(l.Follows), escaped(l.team), escaped(l.pullRequest), escaped(l.outcome),
		list(l.Branches), list(l.Sittings), list(l.Beads), list(l.parts), l.rules, l.resolved, foreign, escaped(l.worktree), strconv.Itoa(l.count),
		strconv.Itoa(l.artifacts), l.held, escaped(l.branch),
	)
}

const rowFields = 27

// line reads what row renders, nil from anything else.
func (r *reading) line(name string, f row) *Line {
	if f.left() != rowFields {
		return nil
	}
	l := &Line{Name: name, Own: true, reading: r, stamp: plain(f.next())}
	flags := f.next()
	l.Closed, l.Written, l.young = strings.Contains(flags, "c"), strings.Contains(flags, "w"), strings.Contains(flags, "y")
	l.kept, l.changes = strings.Contains(flags, "k"), strings.Contains(flags, "f")
	l.Saved, l.Wrote, l.Began = moment(f.next()), moment(f.next()), moment(f.next())
	l.steps, l.Foreigns = number(f.next()), number(f.next())
	for _, text := range []*string{&l.Path, &l.Goal, &l.Commit, &l.OnlyFor, &l.Follows, &l.team, &l.pullRequest, &l.outcome} {
		*text = plain(f.next())
	}
	l.Branches, l.Sittings, l.Beads, l.parts = listed(f.next()), listed(f.next()), listed(f.next()), listed(f.next())
	l.rules, l.resolved = f.next(), f.next()
	foreign := f.next()
	l.worktree, l.count, l.artifacts = plain(f.next()), number(f.next()), number(f.next())
	l.held, l.branch = f.next(), plain(f.next())
	if e := listed(foreign); len(e) == 7 {
		l.Foreign = &Entry{Path: e[0], Mode: e[1], Goal: e[2], Now: e[3], Saved: moment(e[4]), Broken: e[5] == "true"}
		if e[6] != strconv.FormatInt(r.adoptions, 10) {
			return nil // it may have been adopted in another project
		}
	}
	return l
}

func number(field string) int {
	n, _ := strconv.Atoi(field)
	return n
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
