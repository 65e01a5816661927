package autosave

import (
	"cmp"
	"slices"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

const (
	// maxTurns is how many of the last turns say what is left, or decide something.
	maxTurns   = 30
	maxErrors  = 5
	maxDecided = 8
	maxChosen  = 3
	maxName    = 60 // characters of what is under its own beginning
)

// title is what the session is about. A title that was taken from its first prompts
// stays; named says that it names something.
func (f Facts) title() (title string, named bool) {
	c := f.Conversation
	own, known := f.sat()
	if known && prompt.Names(own.Title) && c.Titles == (transcript.Titles{}) && c.Plan.Title == "" && c.Summary == "" {
		return own.Title, true
	}
	if f.Line.Goal != "" && f.State.Goal == "" {
		return f.Line.Goal, true // of the line that it goes on from
	}
	return f.ofConversation()
}

// ofConversation is the title of the conversation alone.
func (f Facts) ofConversation() (title string, named bool) {
	c := f.Conversation
	if len(f.Work.Changed) > 0 {
		c.Files = f.Work.Changed // which are the project's, by their paths in it
	}
	title, named = c.Title(!f.NoPrompts)
	return short(title, prompt.MaxGoal), named
}

// lastAsked is the last prompt that asks for something, and what was answered. What
// came of a prompt that only ends work, as "commit and push it", tells nothing more.
func (f Facts) lastAsked() (asked, answer string) {
	said := newest(f.Conversation.Prompts, maxTurns)
	answer = f.Conversation.LastAnswer
	if len(said) == 0 {
		return "", answer
	}
	for i, p := range slices.Backward(said) {
		text := clean(p.Text)
		ends := prompt.Concludes(text) || prompt.IsOurs(text)
		if !ends && prompt.Asks(text) || i == 0 {
			return p.Text, answer
		}
		if ends && said[i-1].Answer != "" {
			answer = said[i-1].Answer
		}
	}
	return "", answer
}

// prompts are the user's words.
func (f Facts) prompts() (all []string) {
	for _, p := range f.Conversation.Prompts {
		if text := prompt.Whole(clean(p.Text)); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// left is what is left to do, as the conversation says.
type left struct {
	says  bool
	steps []string
	now   string // the first sentence of the answer that says so
}

// add adds a step that is none of those before.
func (l *left) add(step string) {
	step = short(step, maxTaskLength)
	if !slices.ContainsFunc(l.steps, func(s string) bool { return line.Key(s) == line.Key(step) }) {
		l.steps = append(l.steps, step)
	}
}

// left is what the last answer that says so leaves open, else the client's summary,
// without what commits and answers since then say is done, after what the last answer
// mentions.
func (f Facts) left() left {
	c := f.Conversation
	var mentioned []string
	last := true
	until := time.Time{} // when the answer was given, at the latest
	for i := len(c.Prompts); i >= 0 && len(c.Prompts)-i < maxTurns; i-- {
		answer := c.LastAnswer
		if i < len(c.Prompts) {
			answer = c.Prompts[i].Answer
			if i+1 < len(c.Prompts) {
				until = c.Prompts[i+1].Time
			}
		}
		answer = clean(answer)
		steps, says := prompt.Left(answer)
		if !says {
			if last {
				mentioned = append(mentioned, steps...)
			}
			last = last && (i == len(c.Prompts) || prompt.Concludes(clean(c.Prompts[i].Text)))
			continue
		}
		l := left{says: true}
		for _, s := range prompt.Sentences(answer) {
			if l.now = short(prompt.Unmarked(s), maxNow); prompt.Names(l.now) {
				break
			}
		}
		for _, s := range mentioned {
			l.add(s)
		}
		for _, s := range steps {
			since := line.Item{Text: s, At: until.Add(-1)} // the next prompt and later ones
			if until.IsZero() || !f.committed(s, until) && !f.answered(since) {
				l.add(s)
			}
		}
		return l
	}
	pending, current, _ := prompt.Summed(c.Summary)
	l := left{says: len(pending) > 0}
	for _, s := range append(mentioned, pending...) {
		l.add(s)
	}
	if len(c.Prompts) == 0 {
		l.now = short(current, maxNow)
	}
	return l
}

// committed reports whether a commit since then says that a step is done.
func (f Facts) committed(step string, since time.Time) bool {
	return slices.ContainsFunc(f.Conversation.Commits, func(c transcript.Commit) bool {
		return c.Time.After(since) && prompt.SaysDone(c.Subject, step)
	})
}

// answered reports whether an answer since a step was set down says that it is done, or
// with its prompt and the commits made of it. A prompt that only ends work belongs to
// the one before.
func (f Facts) answered(step line.Item) bool {
	c := f.Conversation
	if prompt.AnswersDone(c.LastAnswer, step.Text) {
		return true
	}
	var asked transcript.Prompt
	var answer string
	var commits []string
	said := newest(c.Prompts, maxTurns)
	for i, p := range said {
		if i == 0 || !prompt.Concludes(clean(p.Text)) {
			asked, answer, commits = p, "", nil
		}
		until := time.Time{}
		answer += "\n" + clean(p.Answer)
		if i < len(said)-1 {
			until = said[i+1].Time
		} else {
			answer += "\n" + clean(c.LastAnswer)
		}
		for _, c := range c.Commits {
			if !c.Time.Before(p.Time) && (until.IsZero() || c.Time.Before(until)) {
				commits = append(commits, c.Subject)
			}
		}
		if asked.Time.After(step.At) && (prompt.AnswersDone(answer, step.Text) ||
			prompt.SitsDone(clean(asked.Text), answer, commits, step.Text)) {
			return true
		}
	}
	return false
}

// failed is what the client's summary says went wrong.
func (f Facts) failed() (all []string) {
	_, _, errors := prompt.Summed(f.Conversation.Summary)
	for _, e := range errors[:min(len(errors), maxErrors)] {
		all = append(all, short(e, maxTaskLength))
	}
	return all
}

// decisions are the user's answers to the model's questions, those of its tool and
// those that it asked in its answers, and what its answers say was chosen, under their
// own beginnings.
func (f Facts) decisions() *yamldoc.Node {
	m := yamldoc.Map()
	add := func(name, text string) {
		if name != "" {
			put(m, name, short(text, maxAnswer))
		}
	}
	c := f.Conversation
	said := newest(c.Prompts, maxTurns)
	var settled []transcript.Answer
	var chosen []string
	for i, p := range said {
		q, answer, ok := prompt.Decided(clean(said[max(0, i-1)].Answer), clean(p.Text))
		if i > 0 && ok {
			settled = append(settled, transcript.Answer{Question: q, Answer: answer})
		}
		if i == len(said)-1 {
			p.Answer = cmp.Or(c.LastAnswer, p.Answer)
		}
		chosen = append(chosen, prompt.Chosen(clean(p.Answer))...)
	}
	for _, text := range newest(chosen, maxChosen) {
		add(short(text, maxName), text)
	}
	settled = newest(settled, maxDecided)
	for _, a := range c.Answers {
		if prompt.Settles(a.Question, a.Answer) {
			settled = append(settled, a)
		}
	}
	for _, a := range settled {
		add(short(a.Question, maxTaskLength), a.Answer)
	}
	return m
}

// rules are the standing instructions among the user's words; revoked are those of the
// project that they take back.
func (f Facts) rules() (all, revoked []string) {
	for _, p := range f.Conversation.Prompts {
		text := clean(p.Text)
		for _, s := range prompt.TakesBack(text) {
			known := slices.Clone(all)
			for _, r := range f.lines.Rules() {
				if r.At.Before(p.Time) {
					known = append(known, r.Text)
				}
			}
			gone, rule := prompt.Revokes(s, known)
			all = slices.DeleteFunc(all, func(r string) bool { return slices.Contains(gone, r) })
			revoked = append(revoked, gone...)
			if rule != "" {
				all = append(all, rule)
			}
		}
		if len(prompt.Rules(p.Text)) > 0 { // redaction makes no rule
			for _, rule := range prompt.Rules(text) {
				all = later(all, rule)
			}
		}
	}
	return all, slices.DeleteFunc(revoked, func(r string) bool { return slices.Contains(all, r) }) // said again
}
