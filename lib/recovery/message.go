package recovery

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/resume"
)

const choose = "/recover lists what you can continue"

// message is the user's row.
func message(entries []resume.Entry, r Request) string {
	entries = slices.DeleteFunc(Work(entries), func(e resume.Entry) bool { return e.Quiet })
	parts := []string{r.Unsaved}
	i := foremost(entries)
	if i < 0 { // nothing is told first: the first that has a name
		i = slices.IndexFunc(entries, func(e resume.Entry) bool { return e.Count == 0 })
	}
	if i >= 0 {
		counts := map[string]int{} // of what is open beside it
		for j, e := range entries {
			over := e.Kind == kindLines && e.Open == 0 || e.Kind == kindLine && e.Ours && !isOpen(e)
			if j != i && !over {
				counts[kindOf(e)] += max(e.Open, 1)
			}
		}
		more := counted(counts, "more open line")
		if parts = append(parts, found(entries[i], r.Query), more); more != "" || !entries[i].Over {
			parts = append(parts, choose)
		}
	}
	for _, e := range entries {
		switch {
		case i >= 0 || e.Count == 0:
		case e.Ours && e.Open > 0:
			parts = append(parts, "lines of work: "+e.State, choose)
		case !e.Ours && strings.HasSuffix(e.State, unreadable):
			parts = append(parts, fence.Count(e.Count, "line")+" "+unreadable+"; holdfast validate")
		}
	}
	parts = append(parts, each.Of(r.Notes, func(n string) string { return clean(n, 200) })...)
	if n := len(r.Failures); n > 0 {
		f := r.Failures[n-1]
		ago := fence.Ago(r.Query.Now, f.Time)
		text := fmt.Sprintf("%s failed %s: %s", clean(f.Program, 20), ago, clean(f.Message, 200))
		if n > 1 {
			text += fmt.Sprintf(" (and %d more)", n-1)
		}
		parts = append(parts, text+"; details: "+r.Show.About("status"))
	}
	parts = slices.DeleteFunc(parts, func(text string) bool { return text == "" })
	if len(parts) == 0 {
		return ""
	}
	return "holdfast: " + strings.Join(parts, "; ")
}

// found says what the session goes on with, or could.
func found(e resume.Entry, q resume.Query) string {
	id := fence.Line(e.ID, 100)
	name, ago := e.Kind+" "+id, fence.Ago(q.Now, e.Saved)
	if goal := Goal(e); e.Kind == kindLine && goal != "" {
		name = fmt.Sprintf("\"%s\"", clean(goal, 60))
		if !e.Over {
			name += " (" + id + ")"
		}
	}
	switch {
	case q.Continues() && e.Ours && !e.Pointer:
		return fmt.Sprintf("restored %s, saved %s", name, ago)
	case e.Over:
		ended := map[string]string{
			stateUndone: "taken back", string(line.Gone): "its branch is gone",
			string(line.Resting): "saved " + ago, stateCommitted: "committed " + ago, // which prove no more
		}
		return fmt.Sprintf("last here: %s, %s", name, cmp.Or(ended[e.State], "finished "+ago))
	}
	if e.By != "" {
		ago += ", " + clean(e.By, 100)
	}
	return fmt.Sprintf("found %s, saved %s", name, ago)
}

// Goal is what an entry is for, as far as it says; of what is not a line the file that tells it.
func Goal(e resume.Entry) string {
	says := func(d resume.Detail) bool { return d.Name == "goal" || d.Name == "title" }
	goal := strings.Join(each.First(e.Details, says).Lines, " ")
	if goal != "" || e.Kind == kindLine {
		return goal
	}
	return e.Path
}

const foreign = "others" // the kind of lines that others wrote, where entries are counted

// kindOf is as what an entry is counted.
func kindOf(e resume.Entry) string {
	kind := strings.TrimSuffix(e.Kind, "s")
	if kind == kindLine && !e.Ours {
		return foreign
	}
	return kind
}

// counted are numbers by kind in words, ours what own lines are called.
func counted(counts map[string]int, ours string) string {
	kinds := [][3]string{
		{kindLine, ours}, {foreign, "line", " by others"}, {"epic", "epic"}, {"design", "design"},
		{"run", "run"}, {"task", "task"}, {"note", "note"},
	}
	return strings.Join(each.If(kinds, func(k [3]string) (string, bool) {
		n := counts[k[0]]
		return fence.Count(n, k[1]) + k[2], n > 0
	}), ", ")
}

// Status is the line of work that a session goes on with, in a few words; nil for none.
func Status(entries []resume.Entry, now time.Time) []string {
	i := foremost(entries)
	if i < 0 || entries[i].Kind != kindLine || !entries[i].Ours {
		return nil
	}
	e := entries[i]
	name := fence.Line(e.ID, 40)
	if goal := Goal(e); goal != "" {
		name = fmt.Sprintf("%q (%s)", fence.Line(goal, 40), name)
	}
	if !isOpen(e) {
		state, _, _ := strings.Cut(e.State, ",")
		return []string{name, state + " " + fence.Ago(now, e.Saved)}
	}
	parts := []string{name, "saved " + fence.Ago(now, e.Saved)}
	return append(parts, each.If(e.Details, func(d resume.Detail) (string, bool) {
		one := map[string]string{"next": "open step", "blockers": "blocker"}[d.Name]
		return fence.Count(len(d.Lines), one), one != ""
	})...)
}

// isOpen reports whether a row of a line tells of one that is open.
func isOpen(e resume.Entry) bool { return e.State == stateWritten || e.State == stateAutomatic }

// Work are the entries of what can be continued, without what belongs to the project.
func Work(entries []resume.Entry) []resume.Entry {
	return each.Without(entries, func(e resume.Entry) bool { return e.Kind == kindProject })
}
