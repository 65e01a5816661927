package autosave

import (
	"slices"

	"holdfast/lib/transcript"
)

// enoughPrompts is how many prompts are worth saving for themselves.
const enoughPrompts = 3

// Worth reports whether a session that ended did something that the next one
// should know of: real work, three prompts, or more of what it saved before.
func (f Facts) Worth() bool {
	return len(f.Conversation.Prompts) >= enoughPrompts || f.Worked() || f.wentOn()
}

// Worked reports whether the conversation holds real work: a person's prompt,
// and changed files, open tasks, a failing command or an approved plan.
func (f Facts) Worked() bool { return len(f.Conversation.Prompts) > 0 && f.did() }

// wentOn reports whether the turn of the last prompt that was saved went on: a
// compaction falls into the middle of one.
func (f Facts) wentOn() bool {
	if len(f.Conversation.Prompts) > 0 || f.Earlier.Path == "" || f.Agent {
		return false
	}
	return f.did() || f.Conversation.LastAnswer != "" && f.Earlier.Artifact().Auto()
}

func (f Facts) did() bool {
	c := f.Conversation
	open := func(t transcript.Task) bool { return t.Status == "pending" || t.Status == "in_progress" }
	return len(f.Work.Changed) > 0 || len(c.Failures) > 0 || c.Plan.Title != "" || slices.ContainsFunc(c.Tasks, open)
}
