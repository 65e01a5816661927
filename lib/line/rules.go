package line

import (
	"context"
	"slices"
	"time"

	"holdfast/lib/machine"
)

// A Rule is a standing instruction of the user, wherever in the project it was said.
type Rule struct {
	ID   string    `json:"id"`
	Text string    `json:"text"`
	Line string    `json:"line"`
	At   time.Time `json:"at"`
}

// Rules are the standing instructions of all own lines, newest first, without resolved and forgotten ones.
func (ls *Lines) Rules() []Rule {
	lifted := map[string]time.Time{}
	var all []Rule
	for _, l := range ls.Own {
		for _, i := range l.Rules {
			all = append(all, Rule{Text: i.Text, Line: l.Name, At: i.At, ID: machine.Sum([]byte(textKey(i)))[:6]})
		}
		for _, i := range l.Lifted {
			if k := textKey(i); i.At.After(lifted[k]) {
				lifted[k] = i.At
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Rule) int { return b.At.Compare(a.At) })
	all = firstOfEach(all, func(r Rule) string { return r.ID })
	return without(all, func(r Rule) bool {
		return !r.At.After(lifted[Key(r.Text)]) || !r.At.After(ls.forgotten[r.ID])
	})
}

// ForgetRule has a rule told no more until it is said again; ok is false for an unknown one.
func (p Project) ForgetRule(ctx context.Context, id string) (rule Rule, ok bool, err error) {
	lines, err := p.Lines(ctx)
	if err != nil {
		return rule, false, err
	}
	rules := lines.Rules()
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return rule, false, nil
	}
	return rules[i], true, p.say(key{ofRules, id}, verdict{closed: p.Now})
}
