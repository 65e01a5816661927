package autosave

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

const (
	maxTurns = 30  // that say what is left, or decide something: the last
	maxRuled = 300 // rules that may be taken back: the newest
	few      = 4   // words that give no reason, and may end work in any spelling
)

// A talk is the conversation without its secrets, taken apart once for a save.
type talk struct {
	whole   []string // the prompts as they are kept
	prompts []string // and as they are looked at
	answers []string // to the last maxTurns of them, the last answer included, which may be to none
	lists   []func() prompt.List
	planned []int           // which answer has the plan of which a list is what it leaves, -1 for its own
	hands   []func() bool   // whether they say that work was handed in, or merged
	last    string          // the last answer
	own     []func() string // the work of its own that each prompt asks for
	settles []func() bool   // whether each settles what the answer before it asked
	turns   func() []turn   // which say what is done
	title   func() (title string, named bool)
}

// A turn is a prompt with those after it that only end its work.
type turn struct {
	at     time.Time // of the prompt
	over   bool      // no more of it comes
	broken bool      // no answer ended it, or a check failed at it and did not succeed since
	prompt.Turn
}

func (f Facts) talk() talk {
	if f.readTalk != nil {
		return f.readTalk()
	}
	c, n := f.Conversation, max(1, len(f.Conversation.Prompts))
	text := func(p transcript.Prompt) string { return redacted(p.Text) }
	t := talk{whole: each.Of(c.Prompts, text), answers: make([]string, n), last: redacted(c.LastAnswer)}
	for i, p := range c.Prompts {
		t.prompts = append(t.prompts, prompt.Looked(cmp.Or(redacted(p.Task), t.whole[i])))
		t.own = append(t.own, sync.OnceValue(func() string { return prompt.OwnWork(t.prompts[i]) }))
		t.settles = append(t.settles, sync.OnceValue(func() bool {
			_, _, ok := prompt.Decided(redacted(c.Prompts[max(i-1, 0)].Answer), t.prompts[i])
			return ok && i > 0
		}))
	}
	for i := f.firstTurn(); i < len(c.Prompts); i++ {
		t.answers[i] = redacted(c.Prompts[i].Answer)
	}
	t.answers[n-1] = cmp.Or(t.last, t.answers[n-1])
	approved := make([]string, len(t.answers)+1) // plans, each at its turn
	for i, p := range c.Prompts {
		approved[i] = redacted(p.Plan)
	}
	approved[0] = cmp.Or(approved[0], redacted(c.Before.Plan))
	for i, answer := range t.answers {
		planned, at := prompt.Planned(answer, t.answers[:i], approved)
		t.planned = append(t.planned, at)
		t.lists = append(t.lists, prompt.ListOf(prompt.Answering(append(t.prompts, "")[i], planned)))
		t.hands = append(t.hands, sync.OnceValue(func() bool {
			told := prompt.HandedIn(answer, "finisheds")
			others := func() bool { return !f.changes(i) && prompt.Others(t.prompts[i], told, f.pulls(t, i)) }
			return len(told) > 0 && !(len(c.Prompts) > 0 && others())
		}))
	}
	t.turns = sync.OnceValue(func() []turn { return f.turns(t) })
	t.title = sync.OnceValues(func() (string, bool) { return f.ofConversation(t) })
	return t
}

// firstTurn is the index of the first of the last maxTurns prompts.
func (f Facts) firstTurn() int { return max(0, len(f.Conversation.Prompts)-maxTurns) }

// turns are the last ones, and the last answer, for what was saved amid its turn. A prompt that only ends the work of
// the one before ("commit it") belongs to its turn, but for a "go on" that changed files.
func (f Facts) turns(t talk) (all []turn) {
	c := f.Conversation
	for i := f.firstTurn(); i < len(c.Prompts); {
		var answers []string
		var u turn
		first := i
		ends := func(i int) bool {
			return f.concludes(i, t.prompts[i]) && !(f.changes(i) && prompt.OnlyGoesOn(t.prompts[i]))
		}
		for ; i < len(c.Prompts) && (i == first || ends(i)); i++ {
			answers = append(answers, t.answers[i])
			u.broken = u.broken || c.Prompts[i].Broken
		}
		at := f.during(first, i)
		commits := each.If(c.Commits, func(x transcript.Commit) (string, bool) { return x.Subject, at(x.Time) })
		fails := func(x transcript.Failure) bool { return at(x.Time) && len(transcript.CheckCommands(x.Command)) > 0 }
		u.broken = u.broken || i == len(c.Prompts) && f.Died || slices.ContainsFunc(c.Failures, fails)
		asked, picks := prompt.Picked(t.lists[:first], t.prompts[first], f.Work.Changed...)
		taken := prompt.Taken(t.answers[max(first-1, 0)], t.prompts[first])
		if first > 0 && taken == "" && f.isOver() && prompt.OnlyGoesOn(t.prompts[first]) {
			if left := t.lists[first-1]().Steps; len(left) == 1 {
				taken = left[0]
			}
		}
		u.at, u.Turn = c.Prompts[first].Time, prompt.TurnOf(cmp.Or(taken, asked), answers, commits)
		before := all
		if len(before) > 0 {
			u.Before = &before[len(before)-1].Turn
		}
		u.Awaited = sync.OnceValue(func() string { return f.awaited(t, first, before) })
		u.over = !u.broken && (i < len(c.Prompts) || i > first+1 || f.isOver())
		u.First = first == 0 && f.since.IsZero() && isWhole(c)
		amid := first == 0 && f.savedAmid()
		if u.Changes, u.Files = amid || f.changes(first), f.Work.Changed; !u.broken {
			u.Picks = picks
		}
		all = append(all, u)
	}
	last := turn{at: f.Date.Add(slack), Turn: prompt.TurnOf("", []string{t.last}, nil)}
	last.Changes = len(c.Prompts) > 0 && f.changes(len(c.Prompts)-1)
	return append(all, last)
}

// savedAmid reports whether the session was saved amid the turn of a prompt before these.
func (f Facts) savedAmid() bool {
	so, _ := line.State{Now: f.last.Artifact.Text("now"), Since: f.last.Artifact.Text("since")}.Answer()
	return !f.since.IsZero() && strings.HasPrefix(so, line.SoFar)
}

// awaited is the step that waits for somebody since the last prompt before that of a number, or else since before them
// all, and that no turn ended, "" for none.
func (f Facts) awaited(t talk, until int, turns []turn) string {
	byAge := func(a, b line.Item) int { return a.At.Compare(b.At) }
	steps := slices.SortedStableFunc(slices.Values(f.State.Next), byAge)
	for i := f.firstTurn(); i < until; i++ {
		off := append(prompt.PutsOff(t.prompts[i]), prompt.PutOff(t.answers[max(i-1, 0)], t.prompts[i]))
		at := func(s string) line.Item { return line.Item{Text: s, At: f.Conversation.Prompts[i].Time} }
		steps = append(steps, each.Of(off, at)...)
	}
	open := each.If(steps, func(x line.Item) (string, bool) {
		did := func(u turn) bool { return u.at.After(x.At) && u.Done(prompt.StepOf(x.Text)) }
		return x.Text, prompt.Awaits(x.Text) && !slices.ContainsFunc(turns, did)
	})
	return append([]string{""}, open...)[len(open)]
}

// concludes reports whether a prompt only ends work: it says so; or a commit was made at it, and it asks for no more
// than that and what records it, or no file changed, and it asks for a commit among other things or is a few words.
func (f Facts) concludes(i int, text string) bool {
	return prompt.Concludes(text) || f.commits(i) && (prompt.Records(text) || !f.changes(i) &&
		(len(strings.Fields(text)) <= few || prompt.Commits(text)))
}

// commits reports whether a commit was made at the prompt of that number.
func (f Facts) commits(i int) bool {
	made := func(c transcript.Commit) bool { return f.during(i, i+1)(c.Time) }
	return slices.ContainsFunc(f.Conversation.Commits, made)
}

// changes reports whether a file was changed, not only committed, at the prompt of that number.
func (f Facts) changes(i int) bool { return f.wrote(f.during(i, i+1)) }

// wrote reports whether a file was changed at such a time, not only committed: a tool call says so, or a file's time,
// as a script may have written it.
func (f Facts) wrote(during func(time.Time) bool) bool {
	made := func(x transcript.Change) bool {
		alone := func(c transcript.Commit) bool { return c.Alone && c.Time.Equal(x.To) }
		return during(x.From) && !slices.ContainsFunc(f.Conversation.Commits, alone)
	}
	written := func(x line.File) bool { return during(x.At) }
	return slices.ContainsFunc(f.Work.touched, written) || slices.ContainsFunc(f.Conversation.Changes, made)
}

// touched are the files that were changed from one prompt to another, by their numbers.
func (f Facts) touched(i, until int) []string {
	is := func(x line.File) (string, bool) { return x.Path, i >= 0 && f.during(i, until)(x.At) }
	return each.If(f.Work.touched, is)
}

// during tells which times are from one prompt to another, by their numbers.
func (f Facts) during(i, until int) func(at time.Time) bool {
	p := f.Conversation.Prompts
	return func(at time.Time) bool { return !at.Before(p[i].Time) && (until == len(p) || at.Before(p[until].Time)) }
}

// lastAsked is the last prompt that asks for something, or the offer that it takes, and the answer before what only
// ended work, or by which that was handed in; once the session is over nothing beside that work, which changed nothing.
func (f Facts) lastAsked(t talk) (asked, answer string) {
	answer = t.last
	by := len(t.prompts) - 1 // the prompt of that
	answered := false        // by what came of a prompt that ends nothing; of a "go on" without one nothing came yet
	about := sync.OnceValue(func() string { return strings.Join(append(line.Texts(f.State.Next), f.goal()), "\n") })
	aside := func(i int) bool {
		p := t.prompts[i]
		stands := slices.ContainsFunc(t.hands[:i], func(handed func() bool) bool { return handed() }) ||
			len(prompt.HandedIn(f.State.Now)) > 0
		begin := each.First(prompt.Sentences(p), prompt.Asks)
		asks := stands && prompt.Questions(begin) && !prompt.Judges(t.answers[i]) ||
			prompt.Questions(p) && !isAbout(p, about(), 4) ||
			!t.hands[i]() && len(prompt.HandedIn(t.answers[i], "finisheds")) > 0 // of others
		open := i+1 == len(t.prompts) && (prompt.Asked(t.answers[i]) != "" || f.Conversation.Prompts[i].Broken)
		return f.isOver() && t.answers[i] != "" && !f.changes(i) &&
			!open && (asks || prompt.Lets(p, t.answers[i]))
	}
	passed := func(i int) bool { // to a question that the answer asked the user said something else
		asks := prompt.Questions(t.prompts[i]) && prompt.Asked(t.answers[i]) != ""
		return i+1 < len(t.prompts) && !f.changes(i) && asks
	}
	for i := len(t.prompts) - 1; i >= f.firstTurn(); i-- {
		text := t.prompts[i]
		_, _, decides := prompt.Decided(t.answers[max(i-1, 0)], text)
		goesOn := prompt.OnlyGoesOn(text) || decides || prompt.Discards(text, text) // a part of what the answer tells
		blocked := i+1 == len(t.prompts) && !f.commits(i) && prompt.Blocked(text, t.answers[i])
		ends := f.concludes(i, text) && !goesOn && !blocked || prompt.IsOurs(text) ||
			prompt.Parts(text) && !f.changes(i) ||
			prompt.Defers(text) || aside(i) || f.trip(i) || passed(i) || f.confirms(t, i)
		if i == f.firstTurn() && aside(i) && !answered && f.State.Now != "" && !f.State.Written {
			return "", ""
		} else if !ends && (prompt.Asks(text) || blocked) || i == f.firstTurn() {
			if t.answers[i] != "" && answer != "" && by > i && !f.changes(i) { // it answers another
				text += " (" + prompt.Shorten(t.prompts[by], maxNow/8) + ")"
			}
			return text, answer
		}
		if work := prompt.Taken(t.answers[i-1], text); work != "" && !prompt.OnlyCommits(work) {
			return work + " (" + text + ")", answer
		}
		begun := t.answers[i]+prompt.Asked(t.answers[i-1]) == "" && prompt.OnlyGoesOn(text)
		answered = answered || !ends && !begun || t.hands[i]() && !f.trip(i)
		if !answered && t.answers[i-1] != "" {
			answer, by = prompt.Landed(t.answers[i-1], f.commits(i)), i-1
		}
	}
	return "", answer
}

// soFar is, of a last turn that no answer ended, which files it changed, and how a check since then ended.
func (f Facts) soFar() string {
	n := len(f.Conversation.Prompts)
	made := each.Of(f.touched(n-1, n), fence.Name) // now is told to the summarizer too
	if len(made) == 0 || !f.Conversation.Prompts[n-1].Broken {
		return ""
	}
	ran := each.First(f.Conversation.Commands, func(c transcript.Command) bool {
		later := func(x line.File) bool { return x.At.After(c.When) }
		return len(transcript.CheckCommands(c.Command)) > 0 && !slices.ContainsFunc(f.Work.touched, later)
	})
	check := strings.Join(transcript.CheckCommands(ran.Command), " && ")
	ended := "ran"
	if ran.Failed {
		ended = "failed"
	}
	edited := short(strings.Join(made, ", "), maxSubject)
	return fmt.Sprintf(line.SoFar+"edited %s; %s %s since] ", edited, cmp.Or(short(check, 80), "no check"), ended)
}

// elsewhere are the steps of other lines, of the newest that have some, that a turn names whole and says to be done,
// or says to be done where the session changed a file of that line; of one that it was told those that it began by a
// slash command of their name, or that a prompt at which files changed orders whole, and all where that is given up.
func (f Facts) elsewhere(t talk) (done []string) {
	if f.lines == nil || len(t.prompts) == 0 {
		return nil
	}
	ended := f.ended(t)
	for _, l := range f.others("") { // of which a step may be done
		here := func(x line.File) bool { return slices.Contains(f.Work.Changed, x.Path) }
		ours := slices.ContainsFunc(l.Files(), here)
		known := slices.Contains(append(f.last.Notes.Beside, f.last.Notes.Told), l.Name)
		over := known && slices.ContainsFunc(t.prompts, func(p string) bool {
			return prompt.Abandons(p, l.Goal+" "+l.Name)
		}) || slices.ContainsFunc(t.turns(), func(u turn) bool { return u.at.After(l.Saved) && u.Finishes(l.Goal) })
		done = append(done, each.If(l.State().Next, func(item line.Item) (string, bool) {
			step, runs := prompt.StepOf(item.Text), known && !f.unseen(item) && len(f.Work.Changed) > 0
			orders := func(u turn) bool {
				_, all := u.Asked(step)
				return all && u.Orders(step) && !u.Leaves(step)
			}
			does := func(u turn) bool {
				ran := runs && !u.broken && (u.Runs(step) || f.isOver() && u.Changes && orders(u))
				return ran || u.at.After(item.At) && (u.Certain(step) || u.Changes && ours && u.Done(step))
			}
			tags := func(c transcript.Commit) bool { return c.Time.After(item.At) && prompt.Publishes(c.Subject, step) }
			pulls := func(n string) bool { return line.Names(item.Text, n) && prompt.Lands(item.Text) }
			return item.Text, over || t.redated(item.Text) || slices.ContainsFunc(ended, pulls) ||
				slices.ContainsFunc(t.turns(), does) || slices.ContainsFunc(f.Conversation.Published, tags)
		})...)
	}
	return done
}

// numbered are the steps of a plan that a prompt puts off by their number, or until something, with what it says:
// "Phase 4: the docs (phase 4 only after the release)".
func numbered(said string, plan []string) []string {
	return each.Once(each.If(plan, func(s string) (string, bool) {
		return prompt.Behind(strings.TrimRight(s, ".。"), said), prompt.Numbers(said, s) || prompt.HoldsBack(said, s)
	}))
}

// putsOff are the questions that the user could not answer yet, with what he said, and what he
// put off himself, or left of a list, if nothing says since that it is done.
func (f Facts) putsOff(t talk) (all []string) {
	before := append([]func() prompt.List{prompt.ListOf("")}, t.lists...)
	for i := f.firstTurn(); i < len(t.prompts); i++ {
		text, list, at, q := t.prompts[i], before[i](), f.Conversation.Prompts[i].Time, "" // q: what was asked
		_, picks := prompt.Picked(before[i:i+1], text)                                     // "1. 96h. 2. as now"
		steps := each.If(list.Steps, func(step string) (string, bool) {
			return step, prompt.Waits(step) && !slices.Contains(picks, step)
		})
		plan := append(line.Texts(f.State.Next), list.Steps...)
		if i == 0 && f.since.IsZero() && isWhole(f.Conversation) { // it is the session's first
			other := func(said string) bool { return len(numbered(said, plan)) == 0 }
			steps = slices.Concat(steps, prompt.SetsAside(text), prompt.Unpicked("", "", text),
				each.Without(prompt.PutsOff(text), other))
			if len(steps) == 0 && !f.changes(i) && !prompt.Questions(text) {
				steps = each.Some([]string{text}, func(p string) string { return prompt.PutOff("", p) })
			}
		} else { // the first describes its work: "mark it and see it later"
			rest := prompt.Unpicked(t.prompts[max(i-1, 0)], list.Answer, text)
			newer := func(of func() prompt.List) bool { return of().Says && len(of().Steps) >= len(rest) }
			if off := each.Without(prompt.PutsOff(text), prompt.Delays); !prompt.Listed(off, list, t.lists[i]()) {
				steps = append(steps, off...)
			}
			if len(rest) > 0 && !slices.ContainsFunc(t.lists[i:], newer) {
				steps = append(steps, unnamed(rest, t.lists[i:])...)
			}
			q = cmp.Or(prompt.PutOff(list.Answer, text), prompt.Postponed(t.prompts[max(i-1, 0)], text))
			if q != "" && len(rest) == 0 && !strings.Contains(strings.Join(steps, "\n"), q) { // with when that is
				within := func(step string) bool { return strings.Contains(q, step) || prompt.Delays(step) }
				steps = append(slices.DeleteFunc(steps, within), q)
			}
		}
		steps = append(steps, prompt.OnlyLeft(text)...)
		left := prompt.Remaining(text, t.answers[:i])
		if len(left) == 0 && slices.ContainsFunc(append(line.Texts(f.State.Next), all...), onlyNumbers) {
			left = prompt.Remaining(t.answers[i], t.answers[:i]) // an answer, once the user said so
		}
		if len(left) > 0 {
			all, steps = each.Without(all, onlyNumbers), append(steps, left...)
		}
		if slices.ContainsFunc(plan, func(s string) bool { return prompt.HoldsBack(text, s) }) {
			steps = append(steps, each.If(prompt.Sentences(text), func(said string) (string, bool) {
				return said, slices.ContainsFunc(plan, func(s string) bool { return prompt.HoldsBack(said, s) })
			})...)
		}
		for _, said := range slices.Clone(steps) {
			if all := numbered(said, plan); len(all) > 0 && !slices.Contains(plan, said) {
				steps = append(each.Without(steps, func(s string) bool { return s == said }), all...)
			}
		}
		for n, s := range stepsOf(steps) {
			step, owes := short(steps[n], maxTaskLength), prompt.Owes(steps[n])
			since := func(u turn) bool { // or at once: "wait for CI to be green, then yes"
				same := u.at.Equal(at)
				return (u.at.After(at) || steps[n] == q && same) && u.Done(s) || owes && same && u.Changes
			}
			did := func(answer string) bool { return s.Did(text, answer) }
			if !slices.Contains(all, step) && !slices.ContainsFunc(t.turns(), since) &&
				!slices.ContainsFunc(t.answers[i:], did) {
				all = append(all, step)
			}
		}
	}
	return line.NewestOf(each.Without(all, t.redated), maxTurns)
}
