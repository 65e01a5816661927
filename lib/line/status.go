package line

import (
	"cmp"
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode"

	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
	"holdfast/lib/prompt"
)

// A Status is what git and its own artifacts prove of a line, judged at each question, never kept.
type Status string

// A line is Open where nothing proves another status.
const (
	Open    Status = "open"
	Closed  Status = "closed"  // by a finalize in it (fold.go), by close (a verdict), or by a line that follows it
	Merged  Status = "merged"  // the commits of its branch are in the default branch
	Gone    Status = "gone"    // its branch, or what that follows, is deleted or reset, and nothing proves a merge
	Undone  Status = "undone"  // what its newest sitting changed was taken back
	Resting Status = "resting" // nothing of it is open
	Stale   Status = "stale"   // no save for StaleAfter
)

// Statuses are all of them, in the order in which a brief counts lines.
var Statuses = []Status{Open, Resting, Merged, Gone, Undone, Stale, Closed}

// StaleAfter is how long after its last save a line is stale.
const StaleAfter = 30 * 24 * time.Hour

// A File is one that a line changed, and when it did last.
type File struct {
	Path string    `json:"path"` // project-relative
	At   time.Time `json:"at,omitzero"`
}

// Status is what git and the line's own artifacts prove.
func (l *Line) Status() Status {
	ls := l.among
	finished := func(by *Line) bool { return by.Closed && finishes(by, l) }
	byGit := func() bool {
		back := l.RevertedAt()
		return back.After(l.Saved) || !back.IsZero() && l.Steps() == len(l.failedCommands) && !l.setDown()
	}
	switch {
	case l.Closed || slices.ContainsFunc(ls.followers[l.Name], finished):
		return Closed
	case l.Undone():
		return Undone
	case len(l.Dirty()) > 0, l.Stashed():
	case byGit():
		return Undone
	case ls.became(l) != Open:
		return ls.became(l)
	case ls.rests(l):
		return Resting
	}
	if ls.Now.Sub(l.Saved) > StaleAfter {
		return Stale
	}
	return Open
}

// Dirty are the files that are not committed and that this line changed last.
func (l *Line) Dirty() []string {
	l.among.ask()
	return l.among.dirty[l]
}

// Committed reports whether a line changed files, and a commit, of whatever, was made since it began.
func (l *Line) Committed() bool {
	return l.changes && l.among.InGit() && l.among.record().committed.After(l.Began)
}

// setDown reports whether a line's last word is a person's, who did not say that it succeeded.
func (l *Line) setDown() bool {
	return l.Written && !l.Wrote.Before(l.Saved) && l.Outcome != "SUCCEEDED" && l.handedOver().IsZero()
}

// passedOver is how many later sessions pass by a line outside of git whose newest session is over until it rests.
const passedOver = 3

// rests reports whether nothing of a line is open: no step, uncommitted file, taken branch or last word of a person.
func (ls *Lines) rests(l *Line) bool {
	switch {
	case l.setDown() || l.Steps() > len(l.failedCommands) || len(l.StillFailing()) > 0 || l.MadeBranch():
		return false
	case !ls.InGit():
		return ls.Now.Sub(l.Saved) > 7*24*time.Hour ||
			l.over && l.passedBy(l.Saved, passedOver) // nothing tells what is committed
	}
	return !l.changes || ls.dirtyKnown && !l.Elsewhere || l.Clean // else git did not say, or not in time
}

// Unproven reports whether only files may be open of a line, and git did not say in time whether they are committed.
func (l *Line) Unproven() bool {
	ls := l.among
	ls.ask()
	return !ls.dirtyKnown && ls.InGit() && l.Steps() == 0 && !l.setDown() && l.Status() == Open && !l.Stashed()
}

// became is what became of the branch of a line: merged or gone, else Open.
func (ls *Lines) became(l *Line) Status {
	branch := l.onTopic().now
	all, known := ls.branches()
	if branch == "" || !known {
		return Open
	}
	ls.ask()
	tip := all.Tip(branch)
	commits := []string{tip, l.Commit}
	if tip != "" && (!l.Clean || l.Branch != l.onTopic().name && !ls.landed(l, branch)) { // it may hold more
		commits = commits[:1]
	}
	if tip != l.Commit && ls.reached != nil && ls.reached[l.Commit].IsZero() {
		moves := ls.Repo.Moves(branch)
		saved := func(m gitrepo.Move) bool { return m.To == l.Commit }
		if last := len(moves) - 1; last > 0 && moves[last].Reset && slices.ContainsFunc(moves[1:], saved) &&
			(moves[0].To == tip || !ls.reached[tip].IsZero()) { // what was saved was thrown away
			return Gone
		}
	}
	begins := func(commit string) bool { // of another branch, as its record says, or HEAD's where it is deleted
		if moves := ls.Repo.Moves(branch); tip != "" {
			return len(moves) > 0 && moves[0].Made && moves[0].To == commit
		}
		r := ls.record()
		to := slices.IndexFunc(r.steps, func(s gitrepo.Step) bool { return s.Branch == branch && s.Tip == commit })
		own := func(s gitrepo.Step) bool { return s.Branch == branch && s.Tip != commit && !ls.reached[s.Tip].IsZero() }
		was := func(m gitrepo.Move) bool { return m.To == commit && !m.At.After(r.steps[to].At) }
		return to > 0 && r.steps[to-1].Branch != branch && !slices.ContainsFunc(r.steps[to:], own) &&
			(r.first[commit] < to || slices.ContainsFunc(ls.Repo.Fetched(ls.trunk()), was))
	}
	for _, commit := range commits {
		if made, is := ls.reached[commit]; is && commit != "" && !made.Before(l.Began) && !begins(commit) {
			return Merged
		}
	}
	switch gone := tip == "" || all.LostUpstream(branch); {
	case ls.reached == nil || !gone: // what its branch holds more than what was squashed is open
		return Open
	case ls.landed(l, branch):
		return Merged
	}
	return Gone
}

// landed reports whether a commit of the default branch, since the line began and its branch, which is gone, moved
// last, brings in its pull request, or one that its goal names, the branch, its tree, or all commits made on it.
func (ls *Lines) landed(l *Line, branch string) bool {
	const telling = 12 // bytes of a subject that no other commit has
	moves, from := append(ls.Repo.Moves(branch), gitrepo.Move{}), l.Began.Truncate(time.Second)
	last := moves[max(0, len(moves)-2)].At
	since := func(name string) bool {
		at, is := ls.reached[name]
		return is && !at.Before(from) && !at.Before(last)
	}
	names := strings.FieldsFunc(l.Goal, func(r rune) bool { return r != '#' && !unicode.IsDigit(r) })
	names = append(names, l.Numbered(), "Merge branch '"+branch+"' into '"+ls.trunk()+"'")
	all := ls.record().steps
	made := each.Without(all, func(s gitrepo.Step) bool { return s.Branch != branch || !s.Commit })
	if n := len(made); n > 0 && ls.reached[made[n-1].Tip].IsZero() {
		first := slices.IndexFunc(all, func(s gitrepo.Step) bool { return s.Tip == made[0].Tip })
		tree := ls.Repo.Tree(made[n-1].Tip)
		if first > 0 && ls.Repo.Tree(all[first-1].Tip) != tree { // else it is the tree that the branch began with
			names = append(names, tree)
		}
	}
	other := func(s gitrepo.Step) bool { return len(s.Subject) < telling || !since(s.Subject) }
	return slices.ContainsFunc(names, since) || len(made) > 0 && !slices.ContainsFunc(made, other)
}

// Waits reports whether all that is open of a line is its pull request, and nothing says that it was merged or closed:
// neither a commit of the default branch, nor a session.
func (l *Line) Waits() bool {
	if l.PullRequest == "" { // most of 1,000 lines
		return false
	}
	n := l.Numbered()
	return l.Topic() != "" && l.Status() == Resting && !l.among.lifts(idOf(Item{Text: n}), l.Began, nil) &&
		l.among.reached[n].Before(l.Began.Truncate(time.Second))
}

// Unmerged reports whether a line that rests committed to a topic branch what the default branch, as git said, lacks;
// not of a release, whose branch is never merged.
func (l *Line) Unmerged() bool {
	ls, branch := l.among, l.onTopic().now
	if branch == "" || !l.changes || l.PullRequest != "" || ls.reached == nil || ofRelease(branch) {
		return false
	}
	all, _ := ls.branches()
	tip, moves := all.Tip(branch), ls.Repo.Moves(branch)
	_, merged := ls.reached[tip]
	begins := len(moves) > 0 && moves[0].Made && moves[0].To == tip
	return tip != "" && !merged && !begins && !ls.landed(l, branch)
}

// ofRelease reports whether a branch is named after a release that is looked after: "release/1.x", "2.8.x",
// "stable/2.1"; "release/2.1.0" is merged once that is out.
func ofRelease(branch string) bool {
	kind, version, _ := strings.Cut(branch, "/")
	version = cmp.Or(version, kind)
	keeps := slices.Contains([]string{"release", "releases", "support", "maint", "maintenance", "stable"}, kind)
	number := strings.Trim(strings.TrimPrefix(version, "v"), "0123456789.") // "x" of "1.x"
	return version != branch && keeps && number == "" && strings.Count(version, ".") == 1 ||
		number == "x" && strings.HasSuffix(version, ".x")
}

// Ended reports whether the line was of a topic branch that is merged or gone, and a branch is none.
func (l *Line) Ended(branch string) bool {
	return l.Topic() != "" && !l.among.IsTopic(branch) && l.among.became(l) != Open
}

// MadeAgain reports whether a branch was deleted since the commit was on it, and made
// again from another one: its record begins later, and it does not hold that commit.
func (ls *Lines) MadeAgain(branch, commit string) bool {
	moves := ls.Repo.Moves(branch)
	was := func(m gitrepo.Move) bool { return m.To == commit }
	if commit == "" || len(moves) == 0 || !moves[0].Made || slices.ContainsFunc(moves, was) {
		return false
	}
	again := true
	ls.git(func(ctx context.Context, git gitrepo.Git) {
		_, err := git.CommitsBetween(ctx, ls.Repo.Top, commit, "HEAD")
		again = err != nil && ctx.Err() == nil // a git that is slow proves nothing
	})
	return again
}

// A record is HEAD's reflog.
type record struct {
	branch string // that is checked out, whose files are there
	steps  []gitrepo.Step
	first  map[string]int // the number of the first step to a commit
	// When something was reset or reverted, and committed, last.
	back, committed time.Time
}

func (ls *Lines) readRecord() (r record) {
	if !ls.InGit() {
		return r
	}
	r.branch, r.first = ls.Repo.Branch(), map[string]int{}
	r.steps = ls.Repo.Steps(r.branch)
	r.committed = gitrepo.Committed(r.steps)
	for i, s := range slices.Backward(r.steps) {
		if r.first[s.Tip] = i; r.back.IsZero() && (s.Reset || gitrepo.Reverts(s.Subject) != "") {
			r.back = s.At
		}
	}
	return r
}

// since tells which commits were checked out first then, or later.
func (r record) since(from time.Time) func(id string) bool {
	return func(id string) bool {
		i, is := r.first[id]
		return is && !r.steps[i].At.Before(from.Truncate(time.Second))
	}
}

// RevertedAt is when git took back what a line made, zero for never, as HEAD's record says: a reset went back to before
// it was all committed, or its last commit or merge was reverted; and no reset went back to what that left.
func (l *Line) RevertedAt() (back time.Time) {
	ls, r := l.among, l.among.record()
	unknown := l.Elsewhere || ls.Now.Sub(l.Saved) > StaleAfter
	if unknown || !l.changes || r.back.Before(l.Began) || !ls.stash()[l.Branch].Before(l.Began) {
		return back
	}
	of, made, merged := map[string]bool{}, map[string]bool{}, "Merge branch '"+l.Topic()+"'"
	tip, last := "", ""       // the subject of its last commit
	left := map[string]bool{} // commits that a reset or a revert left
	from := sort.Search(len(r.steps), func(i int) bool { return r.steps[i].At.After(l.Began) })
	loose, since := false, r.since(l.Began) // a file of it was not committed since, nor is it changed now
	for _, f := range l.Files() {
		commits := ls.commitsOf()[f.Path]
		loose = loose || len(l.Dirty()) == 0 && len(ls.commitsOf()) > 0 && !slices.ContainsFunc(commits, since)
		for _, id := range commits {
			of[id] = true
		}
	}
	if from > 0 {
		tip = r.steps[from-1].Tip
	}
	secured := -1 // the step since which all that it made is committed
	if i, is := r.first[l.Commit]; is && l.Clean {
		secured = i
	}
	for i, s := range r.steps[from:] {
		was := tip
		tip = s.Tip
		switch {
		case made[gitrepo.Reverts(s.Subject)]:
			if left[was] = true; gitrepo.Reverts(s.Subject) == last && of[tip] {
				back = s.At
			}
		case of[tip] && r.first[tip] == from+i, s.Subject == merged:
			made[s.Subject], last, back = s.Subject != "", s.Subject, time.Time{}
			if secured < 0 && !s.At.Before(l.Saved) {
				secured = from + i
			}
		case !s.Reset || !l.On(s.Branch):
		case left[tip] && tip != was:
			left[tip], back = false, time.Time{}
		default:
			left[was] = tip != was
			gone := secured < 0 || r.first[tip] < secured || !s.At.After(l.Saved)
			if tip == was { // of a stash that is popped again, too
				gone = gone && loose
			}
			if gone && r.first[tip] < from+i && l.On(r.branch) { // what it did not take back is not committed
				back = s.At
			}
		}
	}
	return back
}

// Undone reports whether what the line's newest sitting changed was taken back, nobody wrote to the line since, and
// nothing is left of it that it committed.
func (l *Line) Undone() bool {
	ls := l.among
	if ls.PutBack == nil || !l.changes || l.Elsewhere || len(ls.PutBack()) == 0 {
		return false
	}
	back := ls.PutBack()
	if !slices.ContainsFunc(l.Files(), func(f File) bool { return back[f.Path].After(l.Wrote) }) {
		return false
	}
	files, since := l.State().Changed, ls.record().since(l.Began)
	committed := func(f File) bool { return slices.ContainsFunc(ls.commitsOf()[f.Path], since) }
	if len(l.Dirty()) == 0 && slices.ContainsFunc(files, committed) {
		return false // it took back what was not
	}
	return !slices.ContainsFunc(files, func(f File) bool {
		at, is := back[f.Path]
		// The save of a session that undid its own work is younger than the undo: the file's time tells.
		info, err := os.Lstat(filepath.Join(ls.Store.Root, filepath.FromSlash(f.Path)))
		changed := !is || err == nil && info.ModTime().After(at.Add(time.Second))
		return changed && !f.At.Before(files[0].At)
	})
}

// git has git asked, where it is there, for as long as it has for one answer.
func (ls *Lines) git(ask func(context.Context, gitrepo.Git)) {
	ctx, stop := context.WithTimeout(ls.ctx, cmp.Or(ls.GitTime, 100*time.Millisecond))
	defer stop()
	if ls.InGit() && ls.Git != nil {
		if git, ok := ls.Git(); ok {
			ask(ctx, git)
		}
	}
}

// askCommits are the commits of HEAD in the last StaleAfter, by the file that they changed.
func (ls *Lines) askCommits() map[string][]string {
	of, all := map[string][]string{}, map[string][]string{}
	ls.git(func(ctx context.Context, git gitrepo.Git) {
		all, _ = git.CommittedSince(ctx, ls.Repo.Top, ls.Now.Add(-StaleAfter))
	})
	for name, commits := range all {
		if rel, ok := ls.rel(name); ok {
			of[rel] = commits
		}
	}
	return of
}

// since are the commits of all branches since the line's last save, on another one, that nothing took back.
func (l *Line) since() []gitrepo.Commit {
	if head := l.among.record().steps; len(head) > 0 && head[len(head)-1].Tip == l.Commit {
		return nil
	}
	saved, reverted := l.Saved.Truncate(time.Second), map[string]bool{}
	return each.Without(l.among.made(), func(c gitrepo.Commit) bool {
		back := reverted[c.Subject]
		if of := gitrepo.Reverts(c.Subject); !back {
			reverted[of] = of != ""
		}
		return back || c.Time.Before(saved)
	})
}

// committed reports whether a commit since then does a step.
func (l *Line) committed(text string) bool {
	about := [2]any{l, text}
	does, known := l.among.did.Load(about)
	if commits := l.since(); !known && len(commits) > 0 {
		step := prompt.StepOf(text)
		does = slices.ContainsFunc(commits, func(c gitrepo.Commit) bool { return step.DoneBy(c.Subject) })
		l.among.did.Store(about, does)
	}
	return does == true
}

// rel is the path in the project of a file that git names.
func (ls *Lines) rel(name string) (rel string, ok bool) {
	return project.Rel(ls.Store.Root, filepath.Join(ls.Repo.Top, filepath.FromSlash(name)))
}

// askGit asks at once what is not committed and what the default branch holds, if a line needs it.
func (ls *Lines) askGit(ctx context.Context, git gitrepo.Git) {
	var began time.Time
	for _, l := range slices.Concat(ls.Own, ls.Elsewhere) {
		if !l.Closed && (began.IsZero() || l.Began.Before(began)) && l.Topic() != "" {
			began = l.Began
		}
	}
	all, _ := ls.branches()
	trunks := append([]string{ls.trunk()}, ls.Trunks...)
	tips := append(each.Some(trunks, all.Tip), each.Some(trunks, all.RemoteTip)...) // here and upstream
	var asking parallel.Group
	if len(tips) > 0 && !began.IsZero() {
		asking.Go(func() { ls.reached, _ = git.Reached(ctx, ls.Repo.Top, began.Add(-time.Hour), tips...) })
	}
	ls.askDirty(ctx, git)
	asking.Wait()
}

// askDirty asks what is not committed of the files of lines that are not closed. Where these are few, git looks at no
// others, which in a large work tree takes a fifth of the time.
func (ls *Lines) askDirty(ctx context.Context, git gitrepo.Git) {
	const few = 60 // for more git takes longer than for all
	files := map[string]bool{}
	root, _ := project.Rel(ls.Repo.Top, ls.Store.Root)
	for _, l := range ls.Own {
		if !l.Closed && l.changes && !l.Clean {
			for _, f := range l.Files() {
				files[path.Join(root, f.Path)] = true
			}
		}
	}
	if ls.dirtyKnown = len(files) == 0; ls.dirtyKnown {
		return
	}
	var only []string
	if len(files) <= few {
		only = slices.Sorted(maps.Keys(files))
	}
	status, err := git.Status(ctx, ls.Repo.Top, gitrepo.Skip{}, only...)
	ls.dirtyKnown = err == nil && !status.Cut
	dirty := each.If(status.Changed, func(c gitrepo.Change) (string, bool) { return ls.rel(c.Path) })
	ls.dirty = owners(each.Set(dirty), ls.Own)
}

// owners are the lines that changed the files last, each with its own, but none that was saved in a clean tree.
func owners(files map[string]bool, lines []*Line) map[*Line][]string {
	if len(files) == 0 {
		return nil
	}
	by, at := map[string]*Line{}, map[string]time.Time{}
	for _, l := range lines {
		for _, f := range l.Files() {
			if files[f.Path] && !l.Clean && (by[f.Path] == nil || f.At.After(at[f.Path])) {
				by[f.Path], at[f.Path] = l, f.At
			}
		}
	}
	return each.Group(slices.Sorted(maps.Keys(by)), func(path string) *Line { return by[path] })
}

// finishes reports whether a line that follows another did all that was open there, or had its goal.
func finishes(by, l *Line) bool {
	if by.Wrote.Before(l.Saved) || Key(by.Goal) == Key(l.Goal) {
		return !by.Wrote.Before(l.Saved)
	}
	s := by.State()
	did := each.Of(s.Done, func(d Done) string { return Key(d.Task) })
	done := each.Set(append(did, each.Of(s.Resolved, aboutKey)...))
	was := l.State()
	open := slices.Concat(was.Next, was.Questions, was.Blockers)
	return len(open) > 0 && !slices.ContainsFunc(open, func(i Item) bool { return !done[aboutKey(i)] })
}
