package autosave

import (
	"slices"
	"strings"
	"sync"

	"holdfast/lib/each"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

// rules are the standing instructions among the user's words; revoked are those they take back.
func (f Facts) rules(texts []string) (all, revoked []string) {
	ofProject := sync.OnceValue(f.lines.Rules)
	known, ruled := line.Texts(f.State.Rules), prompt.Ruled{}
	for i, p := range f.Conversation.Prompts {
		if p.Task != "" { // a program's, for this session alone
			continue
		}
		ends := map[string]bool{} // sentences that lay down nothing: "ignore the rule about floats from now on"
		for _, s := range prompt.TakesBack(texts[i]) {
			before := func(r line.Rule) (string, bool) { return r.Text, r.At.Before(p.Time) }
			old := each.If(ofProject(), before)
			gone, rule := ruled.Revokes(s, slices.Concat(line.NewestOf(all, maxRuled), each.Head(old, maxRuled)))
			all = slices.DeleteFunc(all, each.In(gone))
			for _, r := range gone {
				revoked = append(append(revoked, r), f.lines.Alike(r)...)
			}
			if ends[s] = len(gone) > 0 && rule == ""; rule != "" {
				all = append(all, rule)
			}
		}
		if said := prompt.Rules(texts[i]); len(said) > 0 && len(prompt.Rules(prompt.Looked(p.Text))) > 0 {
			for _, rule := range said { // redaction makes none
				part := func(r string) bool { return r != rule && strings.HasSuffix(r, rule) }
				over := prompt.Thawed(rule, p.Time.In(f.Date.Location()), f.Date) // by the first save of a long session
				if !over && !ends[rule] && !slices.ContainsFunc(slices.Concat(known, all), part) {
					all = each.LastOf(append(all, rule), each.Itself)
				}
			}
		}
	}
	return all, slices.DeleteFunc(revoked, each.In(all)) // said again
}

// ordered are the rules that a program gave this session with its role: none of them is the project's.
func (f Facts) ordered() []string {
	return slices.Concat(each.Of(f.Conversation.Prompts, func(p transcript.Prompt) []string {
		if p.Task == "" {
			return nil
		}
		return prompt.Rules(redacted(p.Text))
	})...)
}
