package autosave

import (
	"slices"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

// Worth reports whether a session that ended did what the next one should know: real work, three prompts, a deployment,
// more of what it saved, a rule, what the user decides, puts off, or agrees to of what an answer leaves; work that was
// broken off, is asked for again or turned out to be wrong (unsettled); or, of a line that there is, what its answers
// leave or end, a commit, a tag, push or deployment, or that it was thrown away.
func (f Facts) Worth() bool {
	n, talk := len(f.Conversation.Prompts), f.talk()
	rules, revoked := f.rules(talk.prompts)
	more := n > 0 && f.Conversation.Before.Answer != "" || len(rules)+len(revoked) > 0 ||
		slices.ContainsFunc(talk.prompts, prompt.Resolves)
	deploys := func(c transcript.Commit) bool { return !strings.HasPrefix(c.Subject, "git ") }
	more = more || n > 0 && slices.ContainsFunc(f.Conversation.Published, deploys)
	if f.back || n >= 3 || f.Worked() || f.away() || more || f.unsettled(talk) {
		return true
	}
	left, agrees := f.left(talk), false
	if n == 2 && len(left.steps) > 0 && len(talk.lists[0]().Steps) > 0 {
		said := talk.prompts[1]
		picked, taken := prompt.Picked(talk.lists[:1], said)
		names := picked != said || len(taken) > 0 && len(prompt.Dropped(said, true)) == 0 ||
			prompt.Shares(said, strings.Join(talk.lists[0]().Steps, "\n"))
		agrees = names && prompt.Asks(said) && !prompt.Questions(said) && !prompt.OnlyLooks(said) ||
			prompt.OnlyGoesOn(said) || slices.ContainsFunc(prompt.Sentences(said), prompt.Delays)
	}
	awaited := func(s string) bool { return prompt.Waits(s) && slices.Contains(left.steps, s) } // the answer says so
	if agrees || len(each.Without(f.putsOff(talk), awaited))+len(f.elsewhere(talk)) > 0 {
		return true
	}
	if n == 0 || f.Line.Line == nil || !f.Line.Line.Own {
		return false
	}
	away := func(text string) bool { return prompt.Discards(text, f.State.Goal) }
	return len(f.Conversation.Commits)+len(f.Conversation.Published)+len(left.steps)+len(left.loose) > 0 ||
		left.says && len(f.State.Next) > 0 || slices.ContainsFunc(talk.prompts, away) ||
		slices.ContainsFunc(f.State.Next, f.does(f.tasks(), talk))
}

// Worked reports whether a person or team did real work: files, open tasks, a failure or a plan.
func (f Facts) Worked() bool {
	return (len(f.Conversation.Prompts) > 0 || f.Conversation.Team != "") && f.did()
}

func (f Facts) did() bool {
	c := f.Conversation
	return len(f.Work.Changed)+len(c.Failures) > 0 || c.Plan != "" || slices.ContainsFunc(c.Tasks, isOpen)
}

// atLength is how many bytes an answer has at least that is an analysis.
const atLength = 500

// unsettled reports whether a session that changed nothing ended in the middle of work: no answer came to the last
// prompt that asks for some, or one that only says what comes next; or what was asked before is asked again or put
// right; or files of a line were found to be wrong.
func (f Facts) unsettled(t talk) bool {
	c, n := f.Conversation, len(t.prompts)
	if n == 0 || len(c.Read)+len(c.Commands) == 0 {
		return false
	}
	said := t.prompts[n-1]
	last := append([]string{""}, prompt.Sentences(t.last)...)
	stopped := !strings.Contains(prompt.Told(t.last), last[len(last)-1]) || t.last == ""
	if stopped && prompt.Names(said) && !prompt.Wonders(said) && !prompt.OnlyLooks(said) {
		return true
	}
	var earlier, files []string
	of := []*line.Line{f.Line.Line}
	if f.lines != nil {
		of = append(of, f.lines.Find(f.last.Notes.Told))
	}
	for _, l := range of {
		if l != nil {
			earlier, files = append(earlier, line.Texts(l.State().Prompts)...), append(files, l.State().Files...)
		}
	}
	known := each.Set(each.Of(append(earlier, t.prompts[:n-1]...), line.Key))
	read := each.If(filesOf(f.Project.Store.Root, c.Read), func(x string) (string, bool) { return x, slices.Contains(files, x) })
	return prompt.Names(said) && known[line.Key(said)] || len(earlier) > 0 && prompt.Contests(t.prompts[0]) ||
		len(read) > 1 && len(t.last) >= atLength && !prompt.Questions(said) && prompt.FindsWrong(t.last)
}
