package line

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/machine"
)

// A Rule is a standing instruction of the user, wherever in the project it was said.
type Rule struct {
	ID   string    `json:"id"`
	Text string    `json:"text"`
	Line string    `json:"line"`
	At   time.Time `json:"at"`
}

// idOf is by what a rule, or a step of another line, is known.
func idOf(i Item) string { return machine.Sum([]byte(textKey(i)))[:6] }

// A lift is a line that resolved what was no step of its own, and when.
type lift struct {
	by *Line
	at time.Time
}

// lifts reports whether a line, but that one, resolved it since.
func (ls *Lines) lifts(id string, since time.Time, but *Line) bool {
	return slices.ContainsFunc(ls.lifted[id], func(x lift) bool { return x.by != but && !x.at.Before(since) })
}

// ofProject reports whether a line is of this folder of the repository, in whatever worktree.
func (l *Line) ofProject() bool {
	here := l.among.Project
	top, same := strings.CutSuffix(l.Worktree, strings.TrimPrefix(here.Store.Root, here.Repo.Top))
	return !l.Elsewhere || same && (durable.Exists(filepath.Join(top, ".git")) || !durable.Exists(top))
}

// Rules are the standing instructions of all own lines, newest first, without resolved and forgotten ones.
func (ls *Lines) Rules() []Rule {
	var all []Rule
	for _, l := range slices.Concat(ls.Own, ls.elsewhere) {
		if len(l.Rules) == 0 || !l.ofProject() {
			continue
		}
		of := func(i Item) Rule { return Rule{Text: i.Text, Line: l.Name, At: i.At, ID: idOf(i)} }
		all = append(all, each.Of(l.Rules, of)...)
	}
	slices.SortStableFunc(all, func(a, b Rule) int { return b.At.Compare(a.At) })
	all = firstOfEach(all, func(r Rule) string { return r.ID })
	return without(all, func(r Rule) bool {
		return ls.lifts(r.ID, r.At, nil) || !r.At.After(ls.verdicts[key{ofRules, r.ID}].closed)
	})
}

// ForgetRule has a rule told no more until it is said again; ok is false for an unknown one.
func (p Project) ForgetRule(ctx context.Context, id string) (rule Rule, ok bool, err error) {
	lines, err := p.Lines(ctx)
	if rule = each.First(lines.Rules(), func(r Rule) bool { return r.ID == id }); rule.ID == "" {
		return rule, false, err
	}
	return rule, true, p.end(key{ofRules, id}, rule.At)
}
