package autosave

import (
	"slices"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

const (
	maxPrompts    = 500
	maxPromptText = 64 << 10 // bytes of all prompts kept
	// maxTurns is how many of the last turns say what is left, or decide something.
	maxTurns   = 30
	maxErrors  = 5
	maxDecided = 8
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
	says := f.heard()
	return says.title, says.named
}

// sayings are what a conversation says.
type sayings struct {
	title string
	named bool
	left  left
}

// heard is what the conversation says: a save asks for it at many places.
func (f Facts) heard() sayings {
	if f.says != nil {
		return *f.says
	}
	c := f.Conversation
	if len(f.Work.Changed) > 0 {
		c.Files = f.Work.Changed
	}
	title, named := c.Title(!f.NoPrompts)
	return sayings{short(title, prompt.MaxGoal), named, f.left()}
}

// prompts are the newest of the user's words in the line, the newest last.
func (f Facts) prompts() []string {
	if f.NoPrompts {
		return nil
	}
	all := line.Texts(f.State.Prompts)
	for _, p := range f.Conversation.Prompts {
		all = append(all, prompt.Whole(clean(p.Text)))
	}
	var kept []string // newest first
	known := map[string]bool{"": true}
	room := maxPromptText
	for _, text := range slices.Backward(all) {
		if known[text] {
			continue
		}
		if room -= len(text); room < 0 || len(kept) == maxPrompts {
			break
		}
		known[text] = true
		kept = append(kept, text)
	}
	slices.Reverse(kept)
	return kept
}

// left is what is left to do, as the conversation says.
type left struct {
	says  bool
	steps []string
	now   string // the first sentence of the answer that says so
}

// left is what the last answer that says so leaves open, else the client's summary,
// without what commits since then say is done.
func (f Facts) left() left {
	c := f.Conversation
	until := time.Time{} // when the answer was given, at the latest
	for i := len(c.Prompts); i >= 0 && len(c.Prompts)-i < maxTurns; i-- {
		answer := c.LastAnswer
		if i < len(c.Prompts) {
			answer = c.Prompts[i].Answer
			if i+1 < len(c.Prompts) {
				until = c.Prompts[i+1].Time
			}
		}
		steps, says := prompt.Left(clean(answer))
		if !says {
			continue
		}
		l := left{says: true}
		for _, s := range prompt.Sentences(clean(answer)) {
			if l.now = short(s, maxNow); prompt.Names(l.now) {
				break
			}
		}
		for _, s := range steps {
			if until.IsZero() || !f.committed(s, until) {
				l.steps = append(l.steps, short(s, maxTaskLength))
			}
		}
		return l
	}
	if c.Summary == "" || f.NoPrompts {
		return left{}
	}
	pending, current, _ := prompt.Summed(c.Summary)
	l := left{says: len(pending) > 0}
	for _, s := range pending {
		l.steps = append(l.steps, short(s, maxTaskLength))
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

// failed is what did not work in the line, and what the client's summary says went
// wrong.
func (f Facts) failed() []string {
	all := line.Texts(f.State.Failed)
	if f.NoPrompts {
		return all
	}
	_, _, errors := prompt.Summed(f.Conversation.Summary)
	for _, e := range errors[:min(len(errors), maxErrors)] {
		if e = short(e, maxTaskLength); !slices.ContainsFunc(all, func(known string) bool { return line.Key(known) == line.Key(e) }) {
			all = append(all, e)
		}
	}
	return all
}

// answered are questions that the model asked in its answers, with what the user
// said to them.
func (f Facts) answered() []transcript.Answer {
	var all []transcript.Answer
	prompts := f.Conversation.Prompts
	if f.NoPrompts {
		return nil
	}
	for i := max(1, len(prompts)-maxTurns); i < len(prompts); i++ {
		if q, said, ok := prompt.Decided(clean(prompts[i-1].Answer), clean(prompts[i].Text)); ok {
			all = append(all, transcript.Answer{Question: q, Answer: said})
		}
	}
	return newest(all, maxDecided)
}

// rules are the line's, then the standing instructions among the user's words,
// each once.
func (f Facts) rules() []string {
	known := map[string]bool{}
	var all []string
	add := func(rule string) {
		if k := line.Key(rule); !known[k] {
			known[k] = true
			all = append(all, rule)
		}
	}
	for _, r := range f.State.Rules {
		add(r.Text)
	}
	for _, p := range f.Conversation.Prompts {
		if f.NoPrompts || len(prompt.Rules(p.Text)) == 0 { // redaction makes no rule
			continue
		}
		for _, r := range prompt.Rules(clean(p.Text)) {
			add(r)
		}
	}
	return all
}
