package recovery

import (
	"slices"
	"strings"

	"holdfast/lib/line"
	"holdfast/lib/prompt"
)

// withoutPlans are the prompts of a line, of a plan that is done its heading alone: a step of it is ticked and none is
// open, or it was committed, none of its steps is open, and no prompt goes on or names a part of it since.
func withoutPlans(s line.State) []line.Item {
	all := slices.Clone(s.Prompts)
	for i, p := range s.Prompts {
		heading := prompt.PlanTitle(p.Text)
		if heading == "" {
			continue
		}
		plan := line.Key(p.Text)
		part := func(step string) bool { return prompt.Repeats(step, []string{p.Text}) }
		ticked := func(d line.Done) bool { return !d.Counts() && part(d.Task) }
		done := len(s.Next) == 0 && slices.ContainsFunc(s.Done, ticked)
		for _, later := range s.Prompts[i+1:] {
			switch said := later.Text; {
			case prompt.OnlyGoesOn(said), prompt.Resumes(said), namesPart(plan, said):
				done = false
			case prompt.Concludes(said):
				done = !slices.ContainsFunc(line.Texts(s.Next), part)
			}
		}
		if text := "a plan, done: " + heading + "; whole in " + s.Path; done && len(text) < len(p.Text) {
			all[i].Text = text
		}
	}
	return all
}

// namesPart reports whether a prompt names a numbered part of a plan: "now phase 2".
func namesPart(plan, said string) bool {
	before := ""
	for _, w := range strings.Fields(line.Key(said)) {
		w = strings.TrimRight(w, ".,:")
		if strings.Trim(w, "0123456789") == "" && before != "" && line.Names(plan, before+" "+w) {
			return true
		}
		before = w
	}
	return false
}
