package autosave

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
)

// leftWork is what is left to do, as the conversation says.
type leftWork struct {
	says  bool
	adds  bool // to what was left before, and is not all
	steps []string
	firm  bool     // the user put them off
	loose []string // what only a sentence says is not done: it counts where nothing else is open
	until time.Time
	now   string // the first sentence of the answer that says so, "" where work came after it
	whole bool   // the prompt asked for all that is left
	about string // what other files were changed for: the prompt, that sentence and the steps; "" for the line's
}

// left is what the last answer that says so, else the client's summary, leaves open by now.
func (f Facts) left(t talk) leftWork {
	c, lists := f.Conversation, t.lists
	l, until, back := leftWork{}, time.Time{}, f.takenBack(t) // until when the answer was given, at the latest
	var reached []prompt.List                                 // which say what comes next of the steps
	for i := len(lists) - 1; i >= f.firstTurn(); i-- {
		if i+1 < len(lists) {
			until = c.Prompts[i+1].Time
		}
		steps, says := f.ours(t, i), lists[i]().Says
		if f.recaps(i, lists[i]()) || len(steps) == 0 && len(lists[i]().Steps) > 0 {
			continue
		}
		gone := !until.IsZero() && !until.After(back) // it was of what is no more
		if gone || !says && len(steps) == 0 && i < len(t.prompts) && prompt.Discards(t.prompts[i], f.State.Goal) {
			// "no, undo that": what earlier sessions left is as it was, unless the work itself is named
			l.says, l.adds = true, !gone && f.since.IsZero() && !prompt.Shares(t.prompts[i], f.State.Goal)
			return l
		}
		if own := each.Without(steps, prompt.PointsBack); len(own) < len(steps) {
			l.steps = append(l.steps, own...)
			continue // with the list that it points to
		}
		var only bool
		if steps, reached, only = f.upNext(t, i, steps, reached); only {
			continue
		}
		open := steps
		if !until.IsZero() {
			open = f.openOf(t, steps, until.Add(-1)) // by the next prompt or a later one
		}
		if !says {
			if len(l.loose) == 0 {
				l.loose = open
			}
			continue
		}
		if rest := f.unfinished(t); len(rest) > 0 && len(rest) < len(open) && i+1 == len(t.lists) { // it went on since
			open = rest
		}
		l.says, l.until = true, until
		l.firm = i+1 < len(t.prompts) && lists[i]().PutsOff(t.prompts[i+1])
		said := append(slices.Clip(t.prompts), "")[i]
		part := cmp.Or(lists[i]().Part(), prompt.LeftOf(said))
		l.whole = part == "" && prompt.AsksLeft(said)
		own := func(s string) bool { return !f.State.Defers(line.Item{Text: s}) }
		l.adds = lists[i]().Adds() || len(steps) > 0 && !slices.ContainsFunc(steps, own) ||
			part != "" && !prompt.Shares(part, f.State.Goal) ||
			len(steps) < len(lists[i]().Steps)
		l.now = standing(lists[i]().Answer, lists[i]().Steps)
		l.about = f.aside(t, i, strings.Join(append(steps, l.now), "\n"))
		for j := i + 1; j < len(c.Prompts); j++ {
			p, hands := t.prompts[j], t.hands[j]()
			if hands || f.changes(j) && (prompt.OnlyGoesOn(p) || !f.concludes(j, p)) || prompt.Discards(p, l.now) {
				l.now = ""
			}
		}
		later := func(s string) (string, bool) { // a sentence names some of them
			return s, slices.ContainsFunc(l.loose, func(x string) bool { return prompt.Shares(x, s) })
		}
		if again := each.If(open, later); len(again) > 0 {
			open = again
		}
		l.steps = append(l.steps, each.Of(append(open, f.onTrips(t, i)...), shortStep)...)
		return l
	}
	if l.loose = append(l.loose, f.unfinished(t)...); len(l.loose) > 0 {
		return l
	}
	pending, current, _ := prompt.Summed(c.Summary)
	// The session's own words are more exact, and what was all committed since is done.
	if len(f.State.Next) > 0 || len(c.Commits) > 0 && !f.landed().IsZero() {
		pending = nil
	}
	l.says = len(pending) > 0
	l.steps = append(l.steps, each.Of(f.openOf(t, pending, time.Time{}), shortStep)...)
	if len(c.Prompts) == 0 {
		l.now = short(current, maxNow)
	}
	return l
}

// hasLeft reports whether a line has more left than what the user put off.
func hasLeft(l *line.Line) bool {
	return l.Steps() > 0 && len(each.Without(l.State().Next, l.State().PutOff(time.Time{}))) > 0
}

// upNext are the steps of a list without those that reached, later lists of what comes next of them, had passed; also
// those lists with this one if it is of that kind, which only says so of the steps of a list before it.
func (f Facts) upNext(t talk, i int, steps []string, reached []prompt.List) ([]string, []prompt.List, bool) {
	if list := t.lists[i](); len(steps) == 1 && list.IsNext() { // "Next: the shards"
		within := func(of func() prompt.List) bool {
			return len(of().Steps) > 1 && prompt.Repeats(steps[0], of().Steps)
		}
		if slices.ContainsFunc(t.lists[f.firstTurn():i], within) {
			return steps, append(reached, list), true
		}
		listed := each.If(f.State.Next, func(s line.Item) (string, bool) { return s.Text, s.Listed })
		later := each.If(listed, func(s string) (string, bool) { return s, list.Before(s) })
		if len(reached) == 0 && prompt.Repeats(steps[0], listed) { // by an earlier session
			steps, reached = listed, []prompt.List{list}
		} else if len(reached) == 0 && len(later) > 0 {
			steps = later // that one is done since
		}
	}
	return each.Without(steps, func(s string) bool {
		before := func(l prompt.List) bool { return l.Passed(s, steps) }
		return slices.ContainsFunc(reached, before) || t.dropped(i, s)
	}), reached, false
}

// unfinished are the steps that are left of the approved plan on which the last turn works, which broke off; of one
// that the answer before proposed, where the session is over, those that nothing ended and the prompt did not drop.
func (f Facts) unfinished(t talk) []string {
	n := len(f.Conversation.Prompts)
	for i := n - 1; i >= 0 && f.Conversation.Prompts[i].Broken; i-- {
		if plan := redacted(f.Conversation.Prompts[i].Plan); plan != "" {
			return each.Of(prompt.Unfinished(plan, f.touched(i, n)), shortStep)
		}
	}
	if n < 2 || !f.Conversation.Prompts[n-1].Broken || !f.isOver() || !f.changes(n-1) {
		return nil
	}
	plan := prompt.Proposed(t.answers[n-2])
	list := func() prompt.List { return prompt.List{Steps: plan, Says: true} }
	said, _ := prompt.Picked([]func() prompt.List{list}, t.prompts[n-1]) // "skip 6"
	asked := prompt.TurnOf(said, nil, nil)
	dropped := func(step string) bool { return asked.Done(prompt.StepOf(step)) }
	return each.Of(each.Without(f.openOf(t, plan, f.Conversation.Prompts[n-1].Time.Add(-1)), dropped), shortStep)
}

// dropped reports whether a prompt between a plan and an answer of which the list is what that leaves dropped a step:
// "yes, but 4 we don't need".
func (t talk) dropped(i int, step string) bool {
	if t.planned[i] < 0 {
		return false // as most
	}
	return slices.ContainsFunc(t.prompts[t.planned[i]+1:min(i+1, len(t.prompts))], func(said string) bool {
		said, _ = prompt.Picked(t.lists[i:i+1], said)
		return prompt.TurnOf(said, nil, nil).Done(prompt.StepOf(step))
	})
}

// onTrips are the open steps of the last list on each other branch before the list of a turn, where the session went
// there and back, or came from it and went back.
func (f Facts) onTrips(t talk, i int) (open []string) {
	on, first := []string{""}, f.firstTurn() // the branches of the last changes, by turn
	for n := first; n < len(t.prompts); n++ {
		on = append(on, on[len(on)-1])
		for _, c := range f.Work.made {
			if f.during(n, n+1)(c.To) {
				on[len(on)-1] = c.Branch
			}
		}
	}
	on = append(on[1:], f.worksOn())
	at := min(i-first, len(on)-1)
	known := []string{"", on[at]}
	for j := at - 1; j >= 0; j-- {
		back := slices.Contains(on[:j], on[at]) || slices.Contains(on[at+1:], on[j])
		if l := t.lists[first+j](); l.Says && back && !slices.Contains(known, on[j]) {
			known = append(known, on[j])
			open = append(open, f.openOf(t, l.Steps, f.Conversation.Prompts[first+j+1].Time.Add(-1))...)
		}
	}
	return open
}

// openOf are the steps of a list that nothing since then ended.
func (f Facts) openOf(t talk, steps []string, since time.Time) (open []string) {
	list := stepsOf(steps)
	for n, s := range steps {
		if !f.ends(t, list, n, since, true) {
			open = append(open, s)
		}
	}
	return open
}

// aside is a text with the last prompt up to i that does more than go on or end work, "" for none in a session that
// began with that, or where no file was changed since, or one of the line.
func (f Facts) aside(t talk, i int, text string) string {
	i = min(i, len(t.prompts)-1)
	from, own := i, f.earlierSitting().Files // of its own detours, too
	goesOn := func(p string) bool { return prompt.OnlyGoesOn(p) || prompt.Resumes(p) || f.concludes(from, p) }
	for from >= 0 && goesOn(t.prompts[from]) {
		from--
	}
	of := func(x string) bool { return slices.Contains(f.State.Files, x) && !slices.Contains(own, x) }
	if made := f.touched(from, i+1); len(made) > 0 && !slices.ContainsFunc(made, of) {
		return t.prompts[from] + "\n" + text
	}
	return ""
}

// recaps reports whether an answer at which nothing changed names another line's branch before what it says is left.
func (f Facts) recaps(i int, left prompt.List) bool {
	// there is none where only a summary, or an agent, says what is left
	if f.lines == nil || i >= len(f.Conversation.Prompts) || len(left.Steps) == 0 || f.changes(i) {
		return false
	}
	before, _, _ := strings.Cut(line.Key(left.Answer), line.Key(left.Steps[0]))
	return slices.ContainsFunc(f.lines.Own, func(l *line.Line) bool {
		topic := l.Topic()
		marked := strings.ContainsAny(topic, "/-_0123456789") || strings.Contains(left.Answer, "`"+topic+"`")
		return marked && topic != f.worksOn() && l != f.Line.Line && line.Names(before, topic)
	})
}

// standing is the first sentence of an answer that names work before it lists the steps, which now tells once; not what
// leads to a list or is ticked in one, nor a row of a table, and a heading only where no such sentence follows it.
func standing(answer string, steps []string) (now string) {
	headed, code := false, false
	for _, s := range prompt.Sentences(answer) {
		said, title := short(prompt.Unmarked(s), maxNow), strings.HasPrefix(s, "#") && prompt.Names(s)
		code = code != strings.HasPrefix(s, "```")
		switch {
		case code, strings.HasPrefix(s, "```"), prompt.OnlyCommits(said): // of what, the prompts tell
		case slices.ContainsFunc(steps, func(t string) bool { return strings.Contains(line.Key(said), line.Key(t)) }),
			prompt.Defers(s):
			return now
		case strings.HasPrefix(said, "[x] "), strings.HasPrefix(s, "|"), strings.HasSuffix(s, "|"):
		case !title && prompt.Names(said) && !strings.HasSuffix(said, ":") && prompt.Told(said) != "":
			if item := strings.Contains(answer, "\n- "+s); item && prompt.Names(now) {
				return now // which leads to it
			}
			return said
		case headed:
			return now
		case title, now == "" && len(prompt.ListOf(said+" the docs")().Steps) == 0: // not "Left:"
			now, headed = said, title
		}
	}
	return now
}
