package autosave

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

// goal is what a person or model wrote, else the title of the sitting that changed most of the line's files. A session
// that goes on with the line, only asks, or changed nothing gives it none.
func (f Facts) goal() string {
	known := cmp.Or(f.State.Goal, f.Line.Goal)
	if l := f.Line.Line; l != nil && !l.Given().IsZero() {
		known = "" // somebody else has it now
	}
	title, named := f.title()
	stays := f.State.Written || f.Line.Goal != "" || !named || len(f.Work.Changed) == 0 || f.continues(title, known) ||
		prompt.IsTitle(known) && !transcript.IsUnnamed(known) && (!f.outweighs(title, known) || prompt.OnlyFails(title))
	if known != "" && stays {
		if !f.State.Written {
			known = prompt.Revised(known, f.talk().prompts)
		}
		goesOn := !f.State.Written && !f.topic && f.Line.Goal == "" && prompt.GoesOnWith(title) != "" &&
			!prompt.Shares(title, known)
		about := func(i line.Item) bool { return goesOn && !onlyNumbers(i.Text) && prompt.Shares(title, i.Text) }
		if f.replies() {
			about = f.decided(f.talk())
		}
		older := each.First(f.State.Next, about) // "go on with the table": a step, which it is about now
		return cmp.Or(short(older.Text, prompt.MaxGoal), known)
	}
	if t := f.talk(); len(f.Work.Changed) == 0 && (!named || prompt.Wonders(title) || prompt.OnlyLooks(title)) {
		said := prompt.Settled(each.First(t.prompts, prompt.Resolves)) // it only asked what is left, or decided
		if !named || prompt.OnlyLooks(title) {
			said = slices.Concat(f.left(t).steps, f.putsOff(t), said)
		}
		title = cmp.Or(append(said, title)...)
	}
	return cmp.Or(short(title, prompt.MaxGoal), short(f.Work.Branch, prompt.MaxGoal), "not known from the conversation")
}

// works is what the session itself changed files for, where that is work of its own, else what its line is for.
func (f Facts) works() string {
	title, named := f.title()
	if goal := f.goal(); !named || len(f.Work.Changed) == 0 || f.continues(title, goal) {
		return goal
	}
	return short(title, prompt.MaxGoal)
}

// continues reports whether a session of that title only goes on with the line, or asks.
func (f Facts) continues(title, known string) bool {
	lead, work, _ := strings.Cut(title, ": ") // "the check from yesterday: fail where …"
	own := prompt.Names(work) && !prompt.OnlyGoesOn(lead) && prompt.GoesOnWith(lead) == ""
	p := f.Conversation.Prompts // of one that went on, and has no title, that is a later one: "stop, first …"
	said := strings.Join(append(line.Texts(slices.Concat(f.State.Next, f.State.Prompts)), known, f.State.Now), "\n")
	weak := func(p string) bool { return !prompt.Names(p) && !strings.HasPrefix(p, "/") } // "morning. where was i?"
	later := f.Conversation.Titles == (transcript.Titles{}) && len(p) > 0 &&
		(prompt.OnlyGoesOn(p[0].Text) || prompt.TakesUp(p[0].Text) || weak(p[0].Text) && isAbout(title, said, 4))
	asks := len(p) > 0 && prompt.AsksLeft(p[0].Text) && strings.Contains(p[0].Text, title)
	return !own && prompt.Resumes(title) || later || asks || f.replies() || prompt.OnlyLooks(title) ||
		prompt.Gives(title) || prompt.Wonders(title) || f.several() && prompt.Questions(title)
}

// replies reports whether a session without a title began with a greeting, and settled what the answer to that asked.
func (f Facts) replies() bool {
	p := f.Conversation.Prompts
	if f.Conversation.Titles != (transcript.Titles{}) || len(p) < 2 || prompt.Names(p[0].Text) {
		return false
	}
	return f.talk().settles[1]()
}

// outweighs reports whether a session of that title changed more than what the goal may be of: where the branch is for
// one piece of work all that was changed before; else the most that a sitting of that title did, or any where none has
// it, half with each one since, and with this, unless that only took a step. A file weighs the less the more lines
// changed it.
func (f Facts) outweighs(title, known string) bool {
	mine, weight := f.earlierSitting(), cmp.Or(f.lines, &line.Lines{}).Weights()
	if mine.Title == known { // which it names otherwise now
		return true
	}
	own, t := weight(slices.Concat(f.Work.Changed, mine.Files)), f.talk()
	if i := slices.IndexFunc(t.prompts, func(p string) bool { return strings.Contains(p, title) }); i > 0 {
		own = weight(f.touched(i, len(t.prompts))) // by what a later prompt began
	}
	earlier := each.Without(f.State.LastSittings, func(s line.Sitting) bool { return s.Session == f.ID && f.ID != "" })
	if f.topic && !f.several() {
		before := each.Of(earlier, func(s line.Sitting) []string { return s.Files })
		return !f.named(known) && own > weight(slices.Concat(before...))
	}
	most, found := 0.0, false
	if len(earlier) == 0 { // it is of before the last ten
		most = weight(f.State.Files)
	}
	for _, s := range earlier {
		switch weighs := weight(s.Files); {
		case s.Title == known && !found:
			most, found = weighs, true
		case !found || s.Title == known:
			most = max(most/2, weighs)
		case weighs > 0:
			most /= 2
		}
	}
	listed := f // what the user put off is work of its own
	listed.State.Next = each.Without(f.State.Next, f.outlasts(leftWork{}))
	if !listed.onlyStep(title) {
		most /= 2
	}
	return own > most
}

// named reports whether the line's branch is named after a goal.
func (f Facts) named(goal string) bool {
	return prompt.Shares(goal, strings.NewReplacer("/", " ", "-", " ", "_", " ").Replace(f.Work.Branch))
}

// several reports whether the line is of a branch on which one piece of work follows another: neither its name nor a
// ticket's number in it is of the goal, which only asks something, or is that of the first of some sittings.
func (f Facts) several() bool {
	made := each.Without(f.State.LastSittings, func(s line.Sitting) bool { return len(s.Files) == 0 })
	return f.topic && !prompt.OfTicket(f.Work.Branch) && !f.named(f.State.Goal) &&
		(prompt.Wonders(f.State.Goal) || len(made) > 1)
}

// title is what the session is about; one that names something (named) gives way only to a plan or the client's, and on
// no topic branch to other work that a later prompt began.
func (f Facts) title() (title string, named bool) {
	c, own, newest := f.Conversation, f.earlierSitting(), ""
	known := prompt.IsTitle(own.Title) && !prompt.OnlyLooks(own.Title)
	if known && c.Titles == (transcript.Titles{}) && c.Plan == "" && !prompt.IsTitle(prompt.Intent(c.Summary)) {
		title, named = own.Title, true
	} else {
		title, named = f.talk().title()
	}
	if c.Titles.Custom+c.Plan == "" && f.lines != nil && (f.several() || !f.topic && !f.lines.IsTopic(f.worksOn())) {
		newest = f.newest(title)
	} else if c.Titles.Custom+c.Plan == "" && f.lines != nil && f.lines.IsTopic(f.worksOn()) {
		newest = f.calledAs(f.worksOn(), title)
	}
	return cmp.Or(newest, title), named || newest != ""
}

// calledAs is what a topic branch that the session made after its first prompt is for, where a sentence of a later one
// has half of its name, and the title has not: the goal in that, else the name; "" for the title.
func (f Facts) calledAs(branch, title string) (goal string) {
	t, name := f.talk(), strings.NewReplacer("-", " ", "_", " ").Replace(path.Base(branch))
	made := each.First(f.Work.steps, func(s gitrepo.Step) bool { return s.Branch == branch }).At
	if len(t.prompts) < 2 || !made.After(f.Conversation.Prompts[0].Time) || isAbout(name, title, 2) {
		return ""
	}
	for _, p := range t.prompts[1:] {
		low := strings.ToLower(p)
		has := func(word string) bool { return strings.Contains(low, word) }
		if !slices.ContainsFunc(strings.Fields(strings.ToLower(name)), has) {
			continue // as most
		}
		calls := func(s string) bool { return isAbout(name, s, 2) && !prompt.Commits(s) }
		asked := each.First(prompt.Sentences(p), calls)
		if g := prompt.Goal(slices.Values([]string{asked})); g != "" && !prompt.Questions(asked) {
			return short(g, prompt.MaxGoal)
		} else if asked != "" {
			goal = name // "what was the thing with card payments"
		}
	}
	return goal
}

// ofConversation is the title of the conversation alone, with what a prompt picks of a list in the words of that.
func (f Facts) ofConversation(t talk) (title string, named bool) {
	c := f.Conversation
	if len(f.Work.Changed) > 0 {
		c.Files = f.Work.Changed // which are the project's, by their paths in it
	}
	c.Prompts = slices.Clone(c.Prompts)
	for i, text := range t.prompts {
		if _, picks := prompt.Picked(t.lists[:i], text); len(picks) == 1 && !prompt.Names(text) {
			text = picks[0] + " (" + text + ")"
		}
		c.Prompts[i].Text = text
	}
	title, named = c.Title(!f.NoPrompts)
	return short(title, prompt.MaxGoal), named
}

// newest is the goal of the last prompt that began other work than what was titled so, "" for none: files changed at
// it, or it is worked on; most of its words are in nothing that was said of the work before, which is committed, or
// without git it calls itself further work.
func (f Facts) newest(title string) (goal string) {
	t, c, own, last := f.talk(), f.Conversation, f.earlierSitting(), -1 // the turn at which files changed last
	before := append(line.Texts(line.NewestOf(f.State.Prompts, few)), title)
	for i := f.firstTurn(); i < len(t.prompts); i++ {
		p, answer, works, g, apart := t.prompts[i], t.answers[max(i-1, 0)], f.changes(i), "", false
		commits := func(x transcript.Commit) bool { return last >= 0 && f.during(last, i)(x.Time) }
		running := i+1 == len(t.prompts) && t.last == "" && !prompt.Questions(p)
		if (works || running) && (i > 0 || own.Session != "") && prompt.Asked(answer) == "" && (!f.Project.InGit() ||
			last < 0 && (len(own.Files) == 0 || len(own.Commits) > 0) || slices.ContainsFunc(c.Commits, commits)) {
			g, apart = prompt.Ordered(p, t.own[i]())
			if g == "" && last >= 0 && works && len(f.touched(f.firstTurn(), i)) > 0 &&
				len(strings.Fields(p)) >= 2*few && !prompt.FindsWrong(p) {
				g = t.own[i]() // what no word orders, after what stays: "boss: 30 hp, two phases, …"
			}
			apart = apart || f.Project.InGit()
		}
		step := func(s string) bool { return prompt.Shares(g, s) } // that the answer before left
		lead, _, _ := strings.Cut(p, strings.SplitN(g, " ", 2)[0]) // "yes, return null": the work of the prompt before
		replies := last < 0 && lead != "" && !strings.ContainsAny(lead, ".!?。\n")
		goesOn := i > 0 && (replies || slices.ContainsFunc(t.lists[i-1]().Steps, step))
		if apart && g != "" && !goesOn && !isAbout(g, strings.Join(append(before, answer), "\n"), 3) {
			goal, before = short(g, prompt.MaxGoal), nil
		}
		if before = append(before, p); works {
			last = i
		}
	}
	return goal
}

// brought reports whether a goal is only a branch's or an issue's name, which came with a clone, or that, or a step, of
// a line that only others wrote to, which this one follows.
func (f Facts) brought(goal string) bool {
	names := append([]string{f.Work.Branch, f.bead()}, f.State.Branches...)
	if l := f.lines.Find(cmp.Or(f.State.Follows, f.Line.Follows)); l != nil && !l.Own {
		names = append(names, line.Texts(handed(l))...)
		names = append(names, l.Goal) // which that has read
	}
	cut := func(name string) string { return short(name, prompt.MaxGoal) }
	return slices.Contains(each.Of(names, cut), cut(goal))
}
