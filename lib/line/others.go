package line

import (
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/redact"
)

// NewestForeign reads the newest foreign artifact, which is what is known of a foreign line.
func (l *Line) NewestForeign() (a artifact.Artifact, ok bool) {
	if l.Foreign == "" {
		return a, false
	}
	a, err := l.among.Store.Load(l.Foreign)
	if err != nil || l.among.ledger.Wrote(a.Sum) {
		return a, false
	}
	if !l.Own && a.Broken == nil {
		l.theirs(a)
	}
	return a, true
}

// theirs sets what is known of a foreign line from its newest artifact.
func (l *Line) theirs(a artifact.Artifact) {
	l.Saved, l.Path, l.Goal, l.Commit, l.Foreign = a.Date, a.Path, a.Goal(), a.Commit(), a.Path
	l.Branches = each.FirstOf(slices.Concat(l.Branches, a.Branches()), each.Itself)
	l.Beads = nonEmpty([]string{a.Text("primary_bead")})
	l.Sessions = nonEmpty([]string{a.SessionID()})
}

// Brought reports whether the line's goal is that of a line that it follows and only others wrote to.
func (l *Line) Brought() bool {
	theirs := l.among.Find(l.Follows)
	if l.Follows == "" || theirs != nil && theirs.Own { // at a prompt those of others are not known
		return false
	}
	begin, cut := strings.CutSuffix(Key(l.Goal), "…")
	return slices.ContainsFunc(l.among.load(l.Follows), func(a artifact.Artifact) bool {
		goal := Key(redact.Text(a.Goal()))
		return !l.among.ledger.Wrote(a.Sum) && (goal == begin || cut && strings.HasPrefix(goal, begin))
	})
}

// TakenOver reports whether an own line that has its goal, and was saved later, is over, or rests and changed one of
// its files, or one that its steps name.
func (l *Line) TakenOver() bool {
	return slices.ContainsFunc(l.among.followers[l.Name], func(by *Line) bool {
		over := slices.Contains([]Status{Closed, Merged, Gone}, by.Status())
		if by.Saved.Before(l.Saved) || !over && by.Status() != Resting || !by.Brought() {
			return false
		}
		a, _ := l.NewestForeign()
		files, steps := a.MetadataList("files_changed"), Key(strings.Join(a.Lines("next"), "\n"))
		return over || slices.ContainsFunc(by.Files(), func(f File) bool {
			return slices.Contains(files, f.Path) || Names(steps, f.Path)
		})
	})
}

// TakenOn is how many commits that came from elsewhere, since the session in which a person set the line down, changed
// its files or those that its steps name.
func (l *Line) TakenOn() int {
	r, since := l.among.record(), l.Saved.Truncate(time.Second)
	came := func(s gitrepo.Step) bool { return !s.Commit && !s.At.Before(since) && s != r.steps[0] } // a clone
	if !l.Written || l.Outcome == "SUCCEEDED" || l.Elsewhere || !slices.ContainsFunc(r.steps, came) {
		return 0
	}
	saved := l.Artifacts(true)
	by := each.First(saved, func(a artifact.Artifact) bool { return !a.Auto() })
	others := func(a artifact.Artifact) bool { return a.SessionID() != by.SessionID() }
	if each.First(saved, others).Date.After(by.Date) { // it was gone on with
		return 0
	}
	of := each.Set(each.Of(l.Files(), func(f File) string { return f.Path }))
	steps := Key(strings.Join(Texts(l.State().Next), "\n"))
	var about []string // the ids of commits
	for file, ids := range l.among.commitsOf() {
		if of[file] || Names(steps, file) {
			about = append(about, ids...)
		}
	}
	// Own ones may be made again by a rebase, elsewhere, or by a platform that merges them.
	own := each.Set(each.If(l.among.made(), func(c gitrepo.LogEntry) (string, bool) {
		here := func(s gitrepo.Step) bool { return s.Commit && strings.HasPrefix(s.Tip, c.ID) }
		return c.Committer, slices.ContainsFunc(r.steps, here)
	}))
	return len(each.Without(l.since(), func(c gitrepo.LogEntry) bool {
		is := func(id string) bool { return strings.HasPrefix(id, c.ID) }
		return own[c.Author] || !slices.ContainsFunc(about, is)
	}))
}
