package autosave

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

// givenUp is when a prompt gave the work up, or all that was committed was taken back, zero for neither; and whether no
// file was changed since a prompt did.
func (f Facts) givenUp(t talk) (at time.Time, all bool) {
	title, _ := t.title()
	for i := len(t.prompts) - 1; i >= f.firstTurn(); i-- {
		if prompt.Abandons(t.prompts[i], cmp.Or(f.State.Goal, title)+" "+f.Line.Name) {
			return f.after(), !f.wrote(f.during(i, len(t.prompts)))
		}
	}
	return f.takenBack(t), false
}

// takenBack is when the last of all that was committed in the line was reverted, or reset to before, and no prompt says
// that it comes again; zero for never, or where that is not known.
func (f Facts) takenBack(t talk) (back time.Time) {
	subject := func(c transcript.Commit) string { return short(c.Subject, maxSubject) }
	made, steps, live := each.Of(f.Conversation.Commits, subject), f.Work.steps, []int(nil)
	for _, sat := range f.State.LastSittings {
		if made = append(made, sat.Commits...); len(sat.Commits) >= maxCommits { // there may be more
			return back
		}
	}
	began := cmp.Or(f.State.Began, f.Conversation.First).Truncate(time.Second)
	for i := sort.Search(len(steps), func(i int) bool { return !steps[i].At.Before(began) }); i < len(steps); i++ {
		s, of, was, to := steps[i], gitrepo.Reverts(steps[i].Subject), len(live), -1
		reset := s.Reset && i > 0 && s.Tip != steps[i-1].Tip // "git stash" resets to where it is
		if reset {
			to = slices.IndexFunc(steps[:i], func(before gitrepo.Step) bool { return before.Tip == s.Tip })
		}
		last := each.First(each.Reversed(live), func(n int) bool { return of != "" && steps[n].Subject == of })
		live = slices.DeleteFunc(live, func(n int) bool { return n == last || to >= 0 && n > to })
		again := slices.IndexFunc(steps[:i], func(before gitrepo.Step) bool { // another branch has it
			return before.Tip == s.Tip && slices.Contains(made, short(before.Subject, maxSubject))
		})
		switch {
		case !s.Commit && !s.Reset && again >= 0:
			live = append(live, again)
		case len(live) < was:
			back = s.At.Add(time.Second - 1)
		case reset: // to what it left before, or others made
			return time.Time{}
		case of != "" || s.Commit && i > 0 && steps[i-1].Reset || slices.Contains(made, short(s.Subject, maxSubject)):
			live = append(live, i)
		}
	}
	left := len(live) > 0 || f.isDirty()
	for i, p := range t.prompts {
		left = left || f.during(i, i+1)(back) && (prompt.ComesBack(p) || prompt.Waits(p))
	}
	if left {
		return time.Time{}
	}
	return back
}

// brokeOff reports whether no answer came to the last prompt, which asks for work, or one that only says what comes
// next: "I will look at it".
func (t talk) brokeOff() bool {
	said, ends := append([]string{""}, t.prompts...)[len(t.prompts)], append([]string{"…"}, prompt.Sentences(t.last)...)
	return prompt.Names(said) && !prompt.Wonders(said) && !prompt.OnlyLooks(said) &&
		(t.last == "" || prompt.Announces(ends[len(ends)-1]))
}

// unsettled reports whether a session that changed nothing broke off; or what was asked before is asked again or put
// right; or an answer of some length finds files of a line to be wrong.
func (f Facts) unsettled(t talk) bool {
	c, n := f.Conversation, len(t.prompts)
	if n == 0 || len(c.Read)+len(c.Commands) == 0 {
		return false
	}
	said := t.prompts[n-1]
	known, files := slices.Clone(t.prompts[:n-1]), []string(nil)
	for _, l := range []*line.Line{f.Line.Line, f.lines.Find(f.last.Notes.Told)} {
		if l == nil {
			continue
		}
		known, files = append(known, line.Texts(l.State().Prompts)...), append(files, l.State().Files...)
	}
	again := func(p string) bool { return line.Key(p) == line.Key(said) }
	other := func(file string) bool { return !slices.Contains(files, file) }
	read := each.Without(filesOf(f.Project.Store.Root, c.Read), other)
	return t.brokeOff() || prompt.Names(said) && slices.ContainsFunc(known, again) ||
		len(files) > 0 && prompt.Contests(t.prompts[0]) ||
		len(read) > 1 && len(t.last) >= 500 && !prompt.Questions(said) && prompt.FindsWrong(t.last)
}
