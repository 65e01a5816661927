package line

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"holdfast/lib/gitrepo"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
)

// A Status is what git and its own artifacts prove of a line. It is judged each
// time that it is asked for, and written down nowhere.
type Status string

// A line is Open where nothing proves another status.
const (
	Open    Status = "open"
	Closed  Status = "closed"  // by a finalize, or by close
	Merged  Status = "merged"  // the commits of its branch are in the default branch
	Gone    Status = "gone"    // its branch, or what that follows, is deleted, and nothing proves a merge
	Undone  Status = "undone"  // what its newest sitting changed was taken back
	Resting Status = "resting" // nothing of it is open
	Stale   Status = "stale"   // no save for StaleAfter
)

const (
	// StaleAfter is how long after its last save a line is stale, restAfter how long
	// after it one rests where no git tells what is committed.
	StaleAfter = 30 * 24 * time.Hour
	restAfter  = 7 * 24 * time.Hour
	// hookGit is what git has where nobody gives it a time: that of a session's start.
	hookGit = 100 * time.Millisecond
)

// Evidence is what tells of lines beside their artifacts. The zero Evidence asks
// nobody.
type Evidence struct {
	Git    func() (gitrepo.Git, bool) // looked for where it is needed
	Time   time.Duration              // for git's answers; 0 for that of a hook
	Trunks []string                   // branches that are treated like the default one
	// Undone, where it is set, says of the files that an undo or a rollback put back
	// when that was, by their paths in the project.
	Undone func() map[string]time.Time
}

// A File is one that a line changed, and when it did last.
type File struct {
	Path string    `json:"path"` // project-relative
	At   time.Time `json:"at"`
}

// A judge says what the lines of one answer are.
type judge struct {
	Evidence
	now   time.Time
	root  string
	repo  gitrepo.Repo
	inGit bool
	asked func() answers
	// branches are those of the repository; known is false where they cannot be read.
	branches func() (all gitrepo.Branches, known bool)
	trunk    func() string      // the default branch, "" for none
	closers  map[string][]*Line // the closed lines that follow another
}

// answers are those of git.
type answers struct {
	dirty    map[*Line][]string // the files that are not committed, by the line that changed each last
	known    bool               // git said which those are
	reached  map[string]time.Time
	historic bool // git said what the default branch holds
}

func (p Project) judge(ctx context.Context, lines []*Line) *judge {
	j := &judge{
		Evidence: p.Evidence, now: p.Now, root: p.Store.Root, repo: p.Repo, inGit: p.InGit(),
		closers: map[string][]*Line{},
	}
	j.asked = sync.OnceValue(func() answers { return j.ask(ctx, lines) })
	if j.branches = p.branches; j.branches == nil {
		j.branches = sync.OnceValues(j.repo.Branches)
	}
	j.trunk = sync.OnceValue(func() string {
		all, _ := j.branches()
		return all.Trunk()
	})
	for _, l := range lines {
		if l.judge = j; l.Closed && l.Follows != "" {
			j.closers[l.Follows] = append(j.closers[l.Follows], l)
		}
	}
	return j
}

// Status is what git and the line's own artifacts prove.
func (l *Line) Status() Status {
	if l.judge == nil {
		return Open // only others wrote it
	}
	return l.judge.of(l)
}

// Dirty are the files that are not committed and that this line changed last.
func (l *Line) Dirty() []string {
	if l.judge == nil {
		return nil
	}
	return l.judge.asked().dirty[l]
}

func (j *judge) of(l *Line) Status {
	if l.Closed || slices.ContainsFunc(j.closers[l.Name], func(by *Line) bool { return finishes(by, l) }) {
		return Closed
	}
	if j.undone(l) {
		return Undone
	}
	if j.inGit && len(l.Dirty()) > 0 {
		return j.stale(l, Open)
	}
	if branch := j.topic(l); branch != "" {
		if s := j.branch(l, branch); s != Open {
			return s
		}
	}
	if !l.setDown() && l.Steps() == 0 && j.settled(l) {
		return Resting
	}
	return j.stale(l, Open)
}

// setDown reports whether a person or model saved the line last, as work that is
// not finished.
func (l *Line) setDown() bool {
	return l.Written && !l.Wrote.Before(l.Saved) && l.outcome != "SUCCEEDED"
}

func (j *judge) stale(l *Line, s Status) Status {
	if j.now.Sub(l.Saved) > StaleAfter {
		return Stale
	}
	return s
}

// settled reports whether no file of the line is known to wait for a commit.
func (j *judge) settled(l *Line) bool {
	if j.inGit {
		return !l.changes || j.asked().known
	}
	return j.now.Sub(l.Saved) > restAfter
}

// isTopic reports whether a branch is about one thing. Outside git there is none.
func (j *judge) isTopic(branch string) bool { return j.inGit && branch != "" && !j.isTrunk(branch) }

// renamed reports whether a branch was one of the others until it got its name.
func (j *judge) renamed(branch string, others []string) bool {
	if !j.inGit || len(others) == 0 {
		return false
	}
	return slices.ContainsFunc(j.repo.Moves(branch), func(m gitrepo.Move) bool {
		from := m.RenamedFrom()
		return from != "" && slices.Contains(others, from) && !j.repo.HasBranch(from)
	})
}

// madeAgain reports whether a branch was deleted since the commit was on it, and made
// again from another one: its record begins later, and it does not hold that commit.
func (j *judge) madeAgain(ctx context.Context, branch, commit string) bool {
	moves := j.repo.Moves(branch)
	was := func(m gitrepo.Move) bool { return m.To == commit }
	if commit == "" || len(moves) == 0 || !moves[0].Made() || slices.ContainsFunc(moves, was) {
		return false
	}
	git, ok := j.git()
	if !ok {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(j.Time, hookGit))
	defer cancel()
	_, err := git.CommitsBetween(ctx, j.repo.Top, commit, "HEAD")
	return err != nil && ctx.Err() == nil // a git that is slow proves nothing
}

func (j *judge) git() (gitrepo.Git, bool) {
	if !j.inGit || j.Git == nil {
		return gitrepo.Git{}, false
	}
	return j.Git()
}

// isTrunk reports whether a branch is one on which all work comes together.
func (j *judge) isTrunk(branch string) bool {
	return branch == j.trunk() || slices.Contains(j.Trunks, branch)
}

// topic is the branch of its own that the line worked on last, "" for none.
func (j *judge) topic(l *Line) string {
	if !j.inGit {
		return ""
	}
	for _, b := range slices.Backward(l.Branches) {
		if !j.isTrunk(b) {
			return b
		}
	}
	return ""
}

// branch is what became of the branch of a line, Open where it is there.
func (j *judge) branch(l *Line, name string) Status {
	a := j.asked()
	all, known := j.branches()
	if !known || len(a.reached) == 0 && !a.historic {
		return Open
	}
	tip := all.Tip(name)
	for _, commit := range []string{tip, l.Commit} {
		if made, is := a.reached[commit]; is && commit != "" && !made.Before(l.Began) {
			return Merged
		}
	}
	if a.historic && (tip == "" || all.LostUpstream(name)) {
		return Gone
	}
	return Open
}

// undone reports whether what the newest sitting changed was taken back since.
func (j *judge) undone(l *Line) bool {
	if j.Undone == nil || !l.changes {
		return false
	}
	back := j.Undone()
	if len(back) == 0 || !slices.ContainsFunc(l.Files(), func(f File) bool { _, is := back[f.Path]; return is }) {
		return false
	}
	files := l.State().Changed
	for _, f := range files {
		if f.At.Before(files[0].At) {
			break
		}
		// The save of a session that undid its own work is younger than the undo.
		if at, is := back[f.Path]; !is || j.touchedSince(f.Path, at) {
			return false
		}
	}
	return true
}

// touchedSince reports whether a file of the project was changed after it was put
// back at a time, or just after it.
func (j *judge) touchedSince(path string, at time.Time) bool {
	info, err := os.Lstat(filepath.Join(j.root, filepath.FromSlash(path)))
	return err == nil && info.ModTime().After(at.Add(time.Second))
}

// ask asks git what is not committed, and what the default branch holds, both at
// once.
func (j *judge) ask(ctx context.Context, lines []*Line) (a answers) {
	git, ok := j.git()
	if !ok {
		return a
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(j.Time, hookGit))
	defer cancel()
	var asking parallel.Group
	if began, tips := j.history(lines); len(tips) > 0 {
		asking.Go(func() {
			reached, err := git.Reached(ctx, j.repo.Top, began.Add(-time.Hour), tips...)
			a.reached, a.historic = reached, err == nil
		})
	}
	if slices.ContainsFunc(lines, func(l *Line) bool { return !l.Closed && l.changes }) {
		status, err := git.Status(ctx, j.repo.Top, gitrepo.Skip{})
		a.known = err == nil && !status.Cut
		dirty := map[string]bool{}
		for _, c := range status.Changed {
			if rel, ok := project.Rel(j.root, filepath.Join(j.repo.Top, filepath.FromSlash(c.Path))); ok {
				dirty[rel] = true
			}
		}
		a.dirty = owners(dirty, lines)
	}
	asking.Wait()
	return a
}

// history is since when the default branch is to be listed, and from which commits
// on: none where no line asks.
func (j *judge) history(lines []*Line) (began time.Time, tips []string) {
	for _, l := range lines {
		if !l.Closed && j.topic(l) != "" && (began.IsZero() || l.Began.Before(began)) {
			began = l.Began
		}
	}
	if began.IsZero() {
		return began, nil
	}
	all, _ := j.branches()
	for _, b := range append([]string{j.trunk()}, j.Trunks...) {
		for _, tip := range []string{all.Tip(b), all.RemoteTip(b)} {
			if tip != "" {
				tips = append(tips, tip)
			}
		}
	}
	return began, tips
}

// owners are the lines that changed the files last, each with its own.
func owners(files map[string]bool, lines []*Line) map[*Line][]string {
	type change struct {
		by *Line
		at time.Time
	}
	last := map[string]change{}
	if len(files) == 0 {
		return nil
	}
	for _, l := range lines {
		for _, f := range l.Files() {
			if was := last[f.Path]; files[f.Path] && (was.by == nil || f.At.After(was.at)) {
				last[f.Path] = change{l, f.At}
			}
		}
	}
	owned := map[*Line][]string{}
	for path, c := range last {
		owned[c.by] = append(owned[c.by], path)
	}
	for _, paths := range owned {
		slices.Sort(paths)
	}
	return owned
}

// finishes reports whether a closed line that follows another finished that one too:
// its goal was the same, or all that was open there is done.
func finishes(by, l *Line) bool {
	if by.Wrote.Before(l.Saved) {
		return false
	}
	if Key(by.Goal) == Key(l.Goal) {
		return true
	}
	done := map[string]bool{}
	s := by.State()
	for _, d := range s.Done {
		done[Key(d.Task)] = true
	}
	for _, r := range s.Resolved {
		done[Key(r.Text)] = true
	}
	open := func(i Item) bool { return !done[Key(i.Text)] }
	return l.steps > 0 && !slices.ContainsFunc(l.State().Next, open)
}
