package autosave

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/beads"
	"holdfast/lib/each"
	"holdfast/lib/epic"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/yamldoc"
)

// maxSummary bounds the text for the summarizer, in UTF-16 units.
const maxSummary = 1000

// Summary is what the summarizer and the user of a compaction are shown, all of it this machine's.
func (r Result) Summary() fence.Context {
	d := r.Saved.Document
	var notes []fence.Note
	room := maxSummary
	add := func(format fence.Words, value string, most int) {
		n := fence.Say(format, fence.Data{Text: value, Max: most})
		if units := fence.Units(n.Told()) + 1; units <= room {
			room -= units
			notes = append(notes, n)
		}
	}
	add("Holdfast saved %s", cmp.Or(r.File, r.Saved.Path), 300)
	add("The summary should keep that path and, of session %s:", d.Text("session_id"), 60)
	if goal := d.Text("goal"); !r.Facts.brought(goal) {
		add("- goal: %s", goal, 200)
	}
	// What only the tracker's export in the project says is not quoted.
	tracked := func(b beads.Issue) bool { return b.ID == d.Text("primary_bead") }
	if bead := d.Text("primary_bead"); bead != "" && bead != "none" && !slices.ContainsFunc(r.Facts.Working, tracked) {
		add("- issue: %s", bead, 60)
	}
	rules := d.Lines("rules")
	slices.Reverse(rules) // the newest first, then the project's
	rules = append(rules, each.If(r.Facts.lines.Rules(), func(r line.Rule) (string, bool) {
		return r.Text, !slices.Contains(rules, r.Text)
	})...)
	for _, s := range rules {
		add("- rule: %s", s, 160)
	}
	for _, s := range d.Lines("next") {
		add("- open step: %s", s, 120)
	}
	for _, w := range r.Facts.Waves {
		if w.Ours { // this machine wrote the checkpoint of its epic
			add("- %s", wave(w), 0)
		}
	}
	for name, text := range yamldoc.Pairs(yamldoc.Get(d.Body, "decisions")) {
		add("- decided: %s", line.Item{Name: name.Value, Text: text.Value}.String(), 160)
	}
	return fence.Stated(notes...)
}

// wave says of a wave where it is.
func wave(w epic.Wave) string {
	row := "a wave of epic " + w.Epic + " is in flight"
	if w.Stale {
		row = "stale: a wave of epic " + w.Epic + " was abandoned"
	}
	return fmt.Sprintf("%s (%s, since %s); wave %d was completed last: %s",
		row, w.Path, w.Since.UTC().Format(time.RFC3339), w.Completed, epic.Path(w.Epic))
}

// brought reports whether a goal is only a branch's or an issue's name, which came with a clone, or that of a line that
// only others wrote to, which this one follows.
func (f Facts) brought(goal string) bool {
	names := append([]string{f.Work.Branch, f.bead()}, f.State.Branches...)
	if l := f.lines.Find(cmp.Or(f.State.Follows, f.Line.Follows)); l != nil && !l.Own {
		l.NewestForeign()
		names = append(names, l.Goal)
	}
	cut := func(name string) string { return short(name, prompt.MaxGoal) }
	return slices.Contains(each.Of(names, cut), cut(goal))
}
