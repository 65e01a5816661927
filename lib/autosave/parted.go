package autosave

import (
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

// leaves is the topic branch that the session left last, "" for never.
func (f Facts) leaves() (branch string) {
	began, steps := f.Conversation.First, f.Work.steps
	if before, ok := artifact.ParseDate(f.last.Artifact.Text("metadata.began")); ok && before.Before(began) {
		began = before
	}
	began = began.Truncate(time.Second)
	for i, s := range steps {
		if i > 0 && !s.At.Before(began) && s.Branch != steps[i-1].Branch && f.lines.IsTopic(steps[i-1].Branch) {
			branch = steps[i-1].Branch
		}
	}
	return branch
}

// onTrunk is the number of the first prompt since work on a topic branch at which files changed and none was merged, -1
// where that goes on with the work of a branch that was not merged.
func (f Facts) onTrunk() int {
	last := each.First(each.Reversed(f.Work.made), func(x transcript.Change) bool { return f.lines.IsTopic(x.Branch) })
	merged := func(s gitrepo.Step) bool { return s.Merge && !s.At.Before(last.From.Truncate(time.Second)) }
	for n, p := range f.Conversation.Prompts {
		merges := func(s gitrepo.Step) bool { return s.Merge && f.during(n, n+1)(s.At.Add(time.Second-1)) }
		if p.Time.After(last.From) && f.changes(n) && !slices.ContainsFunc(f.Work.steps, merges) {
			if slices.ContainsFunc(f.Work.steps, merged) || !f.goesOnAt(n) {
				return n
			}
			break
		}
	}
	return -1
}

// parted is a branch that the session left for another one, not to come back, and when: before the prompt in whose turn
// it left it, or began other work where it merged it. A topic branch has a line, a commit or changes in the stash;
// another one has a commit, and the prompt asks for something that nothing before it is about.
func (f Facts) parted() (branch string, at time.Time) {
	c, made, left := f.Conversation, f.Work.made, f.leaves()
	if len(c.Prompts) < 2 || !f.inOrder() {
		return "", at
	}
	topic := func(c transcript.Change) bool { return f.lines.IsTopic(c.Branch) }
	of := func(l *line.Line) bool { return l != nil && left != "" && l.Topic() == left }
	last, told := f.lines.Find(f.last.Notes.Line()), f.lines.Find(f.last.Notes.Told)
	if of(last) || last == nil && of(told) && f.goesOn(told) { // what it did there is saved, or was told
		made = append([]transcript.Change{{Branch: left}}, made...)
	}
	end := 0 // of the changes on topic branches
	for i, x := range made {
		if topic(x) {
			end = i + 1
		}
	}
	for i := 1; i <= end && i < len(made); i++ {
		branch, n := made[i-1].Branch, len(f.upTo(made, i))-1
		if i == end {
			n = f.onTrunk()
		}
		back := func(c transcript.Change) bool { // a trip to another one and back is none
			of := func(later transcript.Change) bool { return later.Branch == c.Branch }
			return topic(c) && (c.Branch == f.Work.Branch || slices.ContainsFunc(made[i:], of))
		}
		if at = c.Prompts[max(n, 0)].Time.Add(-1); n < 1 || !at.After(c.First) || // no time parts them
			slices.ContainsFunc(made[:i], back) {
			continue
		}
		of := func(l *line.Line) bool { return l.Open() && l.Topic() == branch }
		committed := slices.ContainsFunc(c.Commits, func(x transcript.Commit) bool { return x.Time.Before(at) })
		switch {
		case !f.lines.IsTopic(branch) && !(committed && topic(made[i]) && f.startsOther(n, made[i].Branch)):
		case committed || slices.ContainsFunc(f.lines.Own, of) ||
			!f.Project.Repo.Stashed()[branch].Before(c.First.Truncate(time.Second)):
			return branch, at
		}
	}
	return "", at
}

// upTo are the prompts up to that in whose turn the session came to the branch of a change, by HEAD's steps; nil where
// that has no time, or a clock was set back.
func (f Facts) upTo(made []transcript.Change, i int) []transcript.Prompt {
	c, from := f.Conversation, made[i].From
	before := c.First
	if from.IsZero() || !f.inOrder() {
		return nil
	}
	if i > 0 && made[i-1].To.After(before) {
		before = made[i-1].To
	}
	came := func(s gitrepo.Step) bool { // before it changed something there
		return s.Branch == made[i].Branch && s.At.Before(from) && s.At.Add(time.Second).After(before)
	}
	if s := each.First(f.Work.steps, came); !s.At.IsZero() {
		from = s.At.Add(time.Second - 1)
	}
	return c.Prompts[:sort.Search(len(c.Prompts), func(i int) bool { return c.Prompts[i].Time.After(from) })]
}

// trip reports whether at the prompt of that number files changed on another branch only, and the session came back.
func (f Facts) trip(i int) bool {
	at, on, before := f.during(i, i+1), f.worksOn(), f.during(0, i)
	made := each.Without(f.Work.made, func(c transcript.Change) bool { return !at(c.From) })
	here := func(c transcript.Change) bool { return c.Branch == on && (at(c.From) || before(c.From)) }
	return len(made) > 0 && !slices.ContainsFunc(made, here) && slices.ContainsFunc(f.Work.made, here)
}

// inOrder reports whether the prompts have times that grow: no clock was set back.
func (f Facts) inOrder() bool {
	byTime := func(a, b transcript.Prompt) int { return a.Time.Compare(b.Time) }
	return slices.IsSortedFunc(f.Conversation.Prompts, byTime)
}

// startsOther reports whether files were changed at a prompt, on a branch, and nothing before is about what it asks for
// nor has half of the branch's name.
func (f Facts) startsOther(n int, branch string) bool {
	name, goal := strings.NewReplacer("-", " ", "_", " ").Replace(path.Base(branch)), f.goalAt(n)
	return f.changes(n) && prompt.Names(goal) && !f.goesOnAt(n) && !isAbout(name, f.before(n), 2)
}

func (f Facts) goalAt(n int) string { return prompt.Goal(slices.Values(f.talk().prompts[n : n+1])) }

// before is what was said before a prompt: all that the user did, and the last answer.
func (f Facts) before(n int) string {
	t := f.talk()
	return strings.Join(append(slices.Clip(t.prompts[:n]), append([]string{f.State.Now}, t.answers...)[n]), "\n")
}

// goesOnAt reports whether a prompt points back, or asks for what something before it is about.
func (f Facts) goesOnAt(n int) bool {
	return prompt.Resumes(f.Conversation.Prompts[n].Text) || isAbout(f.goalAt(n), f.before(n), 3)
}

// pulls are texts that name the own pull requests, up to a turn.
func (f Facts) pulls(t talk, i int) string {
	own := f.State.Now + " " + f.State.PullRequest + " " + f.Conversation.PullRequest
	for j, hands := range t.hands[:i] {
		if hands() {
			own += " " + t.answers[j]
		}
	}
	return own
}

// ended are the pull requests of own lines, "#45", that the session merged or closed, or that it was told to be.
func (f Facts) ended(t talk) []string {
	own := line.Head{PullRequest: cmp.Or(f.Conversation.PullRequest, f.State.PullRequest)}.Numbered()
	all := []string{own}
	if f.lines != nil {
		all = append(all, each.Of(f.lines.Own, func(l *line.Line) string { return l.Numbered() })...)
	}
	return each.Without(each.Once(all), func(n string) bool {
		over := func(text string) bool { return prompt.Over(text, n) }
		ran := func(r string) bool {
			does := each.First(closing, func(c string) bool { return strings.HasPrefix(r, "+"+c) })
			this := line.Names(r, n) || line.Names(r, n[1:]) || n == own && !strings.ContainsAny(r, "0123456789")
			return does != "" && this && !strings.Contains(r, " --auto")
		}
		return n == "" || !slices.ContainsFunc(f.Conversation.Ran, ran) &&
			!slices.ContainsFunc(slices.Concat(t.answers, t.prompts), over)
	})
}

var closing = []string{"gh pr merge", "gh pr close", "glab mr merge", "glab mr close"}
