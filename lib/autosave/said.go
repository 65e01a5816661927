package autosave

import (
	"slices"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// asked is what the conversation is for, "" where nothing says so: the approved
// plan, else what the client's own summary says, else the first prompt that asks
// for something.
func (f Facts) asked() string {
	c := f.Conversation
	for _, g := range []string{c.Plan.Title, c.Intent} {
		if g = short(g, prompt.MaxGoal); g != "" {
			return g
		}
	}
	return prompt.Goal(func(yield func(string) bool) {
		for _, p := range c.Prompts {
			if !yield(clean(p.Text)) {
				return
			}
		}
	})
}

// prompts are the newest of the user's words in the line, the newest last.
func (f Facts) prompts() []string {
	if f.NoPrompts {
		return nil
	}
	kept := line.Texts(f.State.Prompts)
	all := f.Conversation.Prompts
	for _, p := range all[max(0, len(all)-maxPrompts):] {
		if t := prompt.Shorten(clean(p.Text), maxPrompt); t != "" {
			kept = later(kept, t)
		}
	}
	return kept[max(0, len(kept)-maxPrompts):]
}

// files are those that the line changed, the session's own last.
func (f Facts) files() []string {
	all := slices.Clone(f.State.Files) // newest first
	slices.Reverse(all)
	for _, file := range f.Work.Changed {
		all = later(all, file)
	}
	return all[max(0, len(all)-maxFiles):]
}

// later is a list with the text at its end, and nowhere else.
func later(list []string, text string) []string {
	return append(slices.DeleteFunc(list, func(s string) bool { return s == text }), text)
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

// checks are the commands that succeeded, as an artifact holds them: the
// session's, then the line's of other kinds.
func (f Facts) checks() *yamldoc.Node {
	all := slices.Clone(f.Conversation.Checks)
	for _, c := range f.State.Checks {
		kind := transcript.Kind(c.Command)
		if !slices.ContainsFunc(all, func(own transcript.Check) bool { return transcript.Kind(own.Command) == kind }) {
			all = append(all, transcript.Check{Command: c.Command, Time: c.When})
		}
	}
	list := yamldoc.List()
	for _, c := range all[:min(len(all), line.MaxChecks)] {
		n := yamldoc.Map()
		command, _ := redact.Text(c.Command)
		put(n, "command", command)
		if !c.Time.IsZero() {
			put(n, "when", c.Time.UTC().Format(time.RFC3339))
		}
		list.Content = append(list.Content, n)
	}
	return list
}
