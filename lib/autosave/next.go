package autosave

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/rank"
	"holdfast/lib/transcript"
)

// next is the open steps: the session's tasks, and what it says is left or put off. settled are the steps of the line
// that are done, replaced or expired, listed those of the line and open ones that stand only in an answer.
func (f Facts) next(tasks []transcript.Task, left leftWork, talk talk) (open, settled, listed []string) {
	closed := map[string]bool{}
	worded := each.By(f.State.Next, func(i line.Item) (key, text string) { return line.Key(i.Text), i.Text })
	add := func(step string) {
		k := line.Key(step)
		over := prompt.OnlyCommits(step) && !f.landed().IsZero()
		if _, known := closed[k]; k != "" && !known && !over {
			closed[k] = false
			open = append(open, cmp.Or(worded[k], step))
		}
	}
	for _, t := range tasks {
		if step := shortStep(t.Subject); isOpen(t) {
			add(step)
		} else {
			closed[line.Key(step)] = true
		}
	}
	putOff, own := f.putsOff(talk), slices.Clone(open)
	for _, step := range each.Without(left.steps, func(step string) bool { return named(step, own, putOff) }) {
		parts := strings.Split(step, ", ") // which may all be known
		if slices.ContainsFunc(parts, func(part string) bool { return worded[line.Key(part)] == "" }) {
			parts = []string{step}
		}
		for _, part := range parts {
			add(part)
		}
	}
	answered := slices.Clone(open[len(own):])
	done, waits := f.does(tasks, talk), f.outlasts(left)
	expires := f.expires(talk, done, waits)
	var known []string // that it puts off again
	for _, step := range putOff {
		over := func(i line.Item) bool { return dating(i.Text)(step) || expires(i) && talk.names(i, step) }
		if !prompt.Repeats(step, append(line.Texts(each.Without(f.State.Next, over)), open...)) {
			add(step)
		} else {
			known = append(known, step)
		}
	}
	firm := func(i line.Item) bool { return !prompt.IsLoose(i.Text) && !done(i) && !expires(i) }
	if len(open) == 0 && !slices.ContainsFunc(f.State.Next, firm) {
		for _, step := range left.loose {
			add(step)
		}
		answered = slices.Clone(open)
	}
	for _, item := range f.State.Next {
		if !slices.ContainsFunc(open, onlyNumbers) {
			add(prompt.Rest(item.Text, talk.answers))
		}
	}
	off := func(text string) bool { // by the user
		again := func(step string) bool { return prompt.Repeats(step, []string{text}) }
		return slices.ContainsFunc(known, again) || left.firm && slices.Contains(answered, text)
	}
	listed = each.Without(answered, off)
	for _, item := range f.State.Next {
		again := func(step string) bool { return prompt.Repeats(step, []string{item.Text}) }
		gone, inTasks := closed[line.Key(item.Text)]
		gone = gone || talk.redated(item.Text) || slices.ContainsFunc(putOff, dating(item.Text)) ||
			onlyNumbers(item.Text) && slices.ContainsFunc(open, onlyNumbers) && !slices.Contains(open, item.Text)
		outdated := slices.ContainsFunc(open, func(step string) bool { return prompt.Outdates(step, item.Text) })
		newer := left.says && (!waits(item) && !left.adds || outdated || prompt.Repeats(item.Text, open)) ||
			expires(item) || len(left.loose) > 0 && prompt.IsLoose(item.Text)
		// What another session at the same time left after that.
		since := f.last.Newest == "" && timeWithin(item.At, left.until, f.Conversation.Last.Add(slackAfter))
		replaced := newer && !since && !f.unseen(item) && (!f.State.Written || !item.At.Equal(f.State.Plan.At)) &&
			(outdated || !off(item.Text) || slices.ContainsFunc(open, again))
		if gone || !inTasks && (replaced || done(item)) {
			settled = append(settled, item.Text)
		}
		if item.Listed && !off(item.Text) {
			listed = append(listed, item.Text)
		} else {
			listed = each.Without(listed, func(step string) bool { return step == item.Text })
		}
	}
	return open, settled, listed
}

// unnamed are the steps that no list calls by how they begin, as they end by that name: "the admin view".
func unnamed(steps []string, lists []func() prompt.List) []string {
	return each.Without(steps, func(step string) bool {
		heads := func(name string) bool { return prompt.Heads(name, step) }
		return slices.ContainsFunc(lists, func(of func() prompt.List) bool {
			return of().Says && slices.ContainsFunc(of().Steps, heads)
		})
	})
}

// redated reports whether a prompt says another day of what a step is for: "the demo slips to monday".
func (t talk) redated(step string) bool {
	return prompt.Redates(strings.Join(each.Tail(t.prompts, maxTurns), "\n"), step)
}

// names reports whether a prompt names all of a step that is not the one put off: "the tests now, the docs later" of
// "tests and docs".
func (t talk) names(i line.Item, off string) bool {
	named := func(u turn) bool { _, all := u.Asked(prompt.StepOf(i.Text)); return all }
	return !prompt.Repeats(i.Text, []string{off}) && slices.ContainsFunc(t.turns(), named)
}

// named reports whether a step is named by a task, or as done later: "`f` is slow", "`f`: rewrite it".
func named(step string, tasks, putOff []string) bool {
	return prompt.Repeats(strings.TrimLeft(step, "0123456789.) "), tasks) || prompt.Translates(step, tasks) ||
		slices.ContainsFunc(putOff, func(off string) bool {
			what, _, is := strings.Cut(off, ": ")
			same := len(off) < 2*len(step) && prompt.Repeats(step, []string{off}) // which says until when
			return same || dating(step)(off) || is && strings.HasSuffix(off, ")") && strings.HasPrefix(step, what)
		})
}

// dating says what puts a step off with until when.
func dating(step string) func(string) bool {
	return func(off string) bool { return strings.HasPrefix(off, strings.TrimRight(step, ".。")+" (") }
}

// onlyNumbers reports whether a step only says the numbers of what is left.
func onlyNumbers(step string) bool { return len(prompt.Remaining(step, nil)) > 0 }

// began is when the session saved first, now if it did not.
func (f Facts) began() time.Time {
	first, _, _, _ := artifact.NameOf(append(slices.Clip(f.last.Notes.Saved), "")[0])
	return cmp.Or(first, f.Date)
}

// expires tells which steps of an earlier session, or from before a compaction, end though nothing says that they are
// done. If this session ended with an answer, changed files and asks nothing, these are the steps that its prompts
// name; if they name none and no answer says which are done, also the only one where a prompt goes on, and all where
// one asks for the rest, but for those put off; and what only an answer said two sessions ago, if both committed.
func (f Facts) expires(talk talk, done, putOff func(line.Item) bool) func(line.Item) bool {
	changed, since := len(f.Work.Changed)+len(f.earlierSitting().Files) > 0, f.began()
	broken := func(all []turn) bool { return len(all) > 1 && all[len(all)-2].broken }
	if !f.isOver() || !changed || len(f.State.Next) == 0 || prompt.Asked(talk.last) != "" ||
		talk.last != "" && talk.brokeOff() || broken(talk.turns()) {
		return func(line.Item) bool { return false }
	}
	turns := talk.turns()
	asked := func(item line.Item) bool {
		step := prompt.StepOf(item.Text)
		return slices.ContainsFunc(turns, func(u turn) bool {
			return !u.broken && !u.Leaves(step) && (u.Changes || item.At.Before(since)) && u.Orders(step)
		})
	}
	decided, own, amid := f.decided(talk), f.earlierSitting(), prompt.Turn{}
	if n := len(f.State.Prompts); n > 0 && f.savedAmid() {
		amid = prompt.TurnOf(f.State.Prompts[n-1].Text, nil, nil)
	}
	taken := func(item line.Item) bool { // before the compaction, too
		step := prompt.StepOf(item.Text)
		open := func(u turn) bool { return u.Leaves(step) }
		return item.At.Before(since) && (decided(item) || own.Title == short(item.Text, prompt.MaxGoal)) ||
			amid.Orders(step) && !slices.ContainsFunc(turns, open)
	}
	told := func(item line.Item) bool { return asked(item) || done(item) }
	rest := func(p string) bool {
		one := len(f.State.Next) == 1 && (prompt.Resumes(p) || prompt.OnlyGoesOn(p) && f.took(talk, f.State.Next[0]))
		return prompt.AsksRest(p) || one
	}
	all := !slices.ContainsFunc(f.State.Next, told) && slices.ContainsFunc(talk.prompts, rest)
	took := len(f.State.Next) == 1 && f.firstTurn() == 0 && len(talk.prompts) > 0 &&
		prompt.TakesUp(talk.prompts[0]) // the one that is open: "do it. with a test"
	return func(item line.Item) bool {
		passed := (all || f.passed(item, talk)) && item.At.Before(since) && !putOff(item)
		return took || passed || asked(item) || taken(item)
	}
}

// decided tells which step is the only one of the line that an answer named with a question that the user settled, with
// no word of another one, at whose prompt files changed.
func (f Facts) decided(t talk) func(line.Item) bool {
	var turns []int
	for i := max(1, f.firstTurn()); i < len(t.prompts); i++ {
		if f.changes(i) && t.settles[i]() && !prompt.OnlyPicks(t.prompts[i]) {
			turns = append(turns, i)
		}
	}
	return func(item line.Item) bool {
		return slices.ContainsFunc(turns, func(i int) bool {
			names := func(s string) bool { return prompt.Repeats(s, t.answers[i-1:i]) }
			other := func(x line.Item) bool {
				return x.Text != item.Text && (names(x.Text) || prompt.Shares(t.prompts[i], x.Text))
			}
			return names(item.Text) && !slices.ContainsFunc(f.State.Next, other)
		})
	}
}

// passed reports whether this session and another one since that in which an answer left a step worked in the line and
// committed that, and this one says nothing of the step.
func (f Facts) passed(item line.Item, t talk) bool {
	sittings := f.State.LastSittings
	by := slices.IndexFunc(sittings, func(s line.Sitting) bool { return !s.Date.Before(item.At) }) // which left it
	worked := func(s line.Sitting) (line.Sitting, bool) {
		return s, s.Session != f.ID && len(s.Files) > 0 && len(s.Commits) > 0
	}
	if !item.Listed || by < 0 || len(f.Conversation.Commits) == 0 {
		return false
	} else if n := len(each.If(sittings[by+1:], worked)); n == 0 || n < 4 && f.Date.Sub(item.At) < 24*time.Hour {
		return false
	}
	said := func(u turn) bool { n, _ := u.Asked(prompt.StepOf(item.Text)); return n > 0 }
	again := func(list func() prompt.List) bool { return prompt.Repeats(item.Text, list().Steps) }
	return !slices.ContainsFunc(t.turns(), said) && !slices.ContainsFunc(t.lists, again)
}

// confirms reports whether a prompt, which no answer followed yet, only gives what the answer before waits for.
func (f Facts) confirms(t talk, i int) bool {
	return i > 0 && t.answers[i] == "" && !f.changes(i) && prompt.Confirms(t.prompts[i]) &&
		slices.ContainsFunc(t.lists[i-1]().Steps, prompt.HandsBack)
}

// took reports whether the session may have done a step that it only went on with: its last words of that do not put it
// off, or without any it changed a file of the line or of its name.
func (f Facts) took(talk talk, item line.Item) bool {
	step, ask := prompt.StepOf(item.Text), rank.Ask(item.Text)
	for _, u := range slices.Backward(talk.turns()) {
		if told, later := u.Tells(step, ask); told || later {
			return !later
		}
	}
	return slices.ContainsFunc(slices.Concat(f.earlierSitting().Files, f.Work.Changed), func(file string) bool {
		return slices.Contains(f.State.Files, file) || prompt.Shares(file, item.Text)
	})
}

// unseen reports whether another session left a step after this one was told its lines.
func (f Facts) unseen(step line.Item) bool {
	return slices.ContainsFunc(f.last.Notes.Beyond, func(saved string) bool {
		at, _, _, _ := artifact.NameOf(saved) // in minutes
		return at.Equal(step.At.Truncate(time.Minute))
	})
}

// outlasts tells which steps no later list replaces: those that wait, the user put off in the last days, or were left
// for work that a list is not of, which has no word of the line's goal nor of a step that was left with them; not those
// of which a list of all that is left has a word.
func (f Facts) outlasts(left leftWork) func(line.Item) bool {
	putOff, near, since := f.State.PutOff(f.Date.Add(-72*time.Hour)), map[int64]bool{}, f.began()
	for _, i := range f.State.Next {
		near[i.At.Unix()] = near[i.At.Unix()] || prompt.Shares(left.about, i.Text)
	}
	aside := left.about != "" && f.State.Goal != "" && !prompt.Shares(left.about, f.State.Goal)
	return func(i line.Item) bool {
		if left.whole && prompt.Shares(strings.Join(left.steps, "\n"), i.Text) {
			return false
		}
		return prompt.Waits(i.Text) || putOff(i) || aside && i.At.Before(since) && !near[i.At.Unix()]
	}
}

// isOver reports whether the session is over, saved or not.
func (f Facts) isOver() bool { return f.Trigger == SessionEnd || f.Trigger == line.Recovered }

func shortStep(text string) string { return short(text, maxTaskLength) }

func stepsOf(texts []string) []prompt.Step { return each.Of(texts, prompt.StepOf) }

// ends reports whether the last answer, or a commit or turn since then, says that a step of a list is done, a command
// since then that tags, pushes or deploys did it, or a turn that is over took it up, where the session knew it.
func (f Facts) ends(t talk, list []prompt.Step, n int, since time.Time, known bool) bool {
	for i, p := range f.Conversation.Prompts {
		thrown := func() bool { return i > 0 && list[n].Thrown(t.answers[max(i-2, 0)], t.prompts[i-1], t.prompts[i]) }
		told := i > 0 && list[n].Reported(t.prompts[i], t.lists[i-1]())
		if p.Time.After(since) && (told || thrown() || list[n].Did(t.prompts[i], t.answers[i]) && !f.trip(i)) {
			return true
		}
	}
	by := func(says func(string, prompt.Step) bool) func(transcript.Commit) bool {
		return func(c transcript.Commit) bool { return c.Time.After(since) && says(c.Subject, list[n]) }
	}
	return slices.ContainsFunc(f.Conversation.Commits, by(prompt.SaysDone)) ||
		slices.ContainsFunc(f.Conversation.Published, by(prompt.Publishes)) ||
		slices.ContainsFunc(t.turns(), func(u turn) bool {
			lands := func(c transcript.Commit) bool { return c.Time.After(u.at) && u.Lands(list, n, c.Subject) }
			return u.at.After(since) && (u.Done(list[n]) || u.Does(list, n) || known && u.over && u.TakesUp(list, n) ||
				known && slices.ContainsFunc(f.Conversation.Commits, lands))
		})
}
