package autosave

import (
	"slices"

	"holdfast/lib/transcript"
)

// enoughPrompts is how many prompts are worth saving for themselves.
const enoughPrompts = 3

// Worth reports whether a session that ended did something that the next one
// should know of: real work, or three prompts.
func (f Facts) Worth() bool { return len(f.Conversation.Prompts) >= enoughPrompts || f.Worked() }

// Worked reports whether the conversation holds real work: a person's prompt,
// and changed files, open tasks, a failing command or an approved plan.
func (f Facts) Worked() bool {
	c := f.Conversation
	open := func(t transcript.Task) bool { return t.Status == "pending" || t.Status == "in_progress" }
	return len(c.Prompts) > 0 && (len(f.Work.Changed) > 0 || len(c.Failures) > 0 || c.Plan.Title != "" || slices.ContainsFunc(c.Tasks, open))
}
