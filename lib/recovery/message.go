package recovery

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/resume"
)

const maxGoal = 60 // characters of the goal that the user sees

const choose = "/recover lists what you can continue"

// message is the user's row: whether a session ended unsaved, what is gone on with,
// how old it is, and how much else is open.
func message(entries []resume.Entry, r Request) string {
	entries = slices.DeleteFunc(slices.Clone(entries), func(e resume.Entry) bool { return e.Quiet })
	var parts []string
	if r.Unsaved != "" {
		parts = append(parts, r.Unsaved)
	}
	if i := subject(entries); i >= 0 {
		parts = append(parts, found(entries[i], r))
		more := alsoOpen(entries, i)
		if more != "" {
			parts = append(parts, more)
		}
		if more != "" || !entries[i].Over {
			parts = append(parts, choose)
		}
	} else {
		parts = append(parts, onlyCounted(entries)...)
	}
	for _, n := range r.Notes {
		parts = append(parts, clean(n, 200))
	}
	if n := len(r.Failures); n > 0 {
		f := r.Failures[n-1]
		text := fmt.Sprintf("%s failed %s: %s", clean(f.Program, 20), fence.Ago(r.Query.Now, f.Time), clean(f.Message, 200))
		if n > 1 {
			text += fmt.Sprintf(" (and %d more)", n-1)
		}
		parts = append(parts, text+"; details: "+r.Show.status())
	}
	if len(parts) == 0 {
		return ""
	}
	return "holdfast: " + strings.Join(parts, "; ")
}

// subject is the index of the entry that the user is shown, -1 for none: the
// one that is told first, else the first that has a name.
func subject(entries []resume.Entry) int {
	if i := foremost(entries); i >= 0 {
		return i
	}
	return slices.IndexFunc(entries, func(e resume.Entry) bool { return e.Count == 0 && e.Kind != kindProject })
}

// onlyCounted says what there is where nothing has a name: own lines that are
// counted, and lines that cannot be read.
func onlyCounted(entries []resume.Entry) []string {
	var parts []string
	for _, e := range entries {
		switch {
		case e.Count == 0:
		case e.Ours && e.Open > 0:
			parts = append(parts, "lines of work: "+e.State, choose)
		case !e.Ours && strings.HasSuffix(e.State, unreadable):
			parts = append(parts, fence.Count(e.Count, "line")+" "+unreadable+"; holdfast validate")
		}
	}
	return parts
}

func found(e resume.Entry, r Request) string {
	id := fence.Line(e.ID, 100)
	name, ago := e.Kind+" "+id, fence.Ago(r.Query.Now, e.Saved)
	if goal := Goal(e); e.Kind == kindLine && goal != "" {
		name = fmt.Sprintf("\"%s\"", clean(goal, maxGoal))
		if !e.Over {
			name += " (" + id + ")"
		}
	}
	switch {
	case r.Query.Continues() && e.Ours && !e.Pointer:
		return fmt.Sprintf("restored %s, saved %s", name, ago)
	case e.Over:
		return fmt.Sprintf("last here: %s, finished %s", name, ago)
	}
	return fmt.Sprintf("found %s, saved %s", name, ago)
}

// Goal is what an entry is for, as far as it says; of what is not a line the
// file that tells it.
func Goal(e resume.Entry) string {
	for _, d := range e.Details {
		if d.Name == "goal" || d.Name == "title" {
			return strings.Join(d.Lines, " ")
		}
	}
	if e.Kind == kindLine {
		return ""
	}
	return e.Path
}

// alsoOpen counts what is open beside the entry at i.
func alsoOpen(entries []resume.Entry, i int) string {
	const byOthers = "by others"
	counts := map[string]int{}
	for j, e := range entries {
		kind := e.Kind
		switch isLine := kind == kindLine || kind == kindLines; {
		case j == i || kind == kindProject || kind == kindLines && e.Open == 0 || kind == kindLine && e.Ours && !isOpen(e):
			continue
		case isLine && !e.Ours:
			kind = byOthers
		case isLine:
			kind = kindLine
		}
		counts[kind] += max(e.Open, 1)
	}
	var parts []string
	for _, k := range [][2]string{
		{kindLine, "more open line"}, {byOthers, "line"}, {"epic", "epic"}, {"design", "design"}, {"run", "run"}, {"task", "task"},
	} {
		if n := counts[k[0]]; n > 0 {
			text := fence.Count(n, k[1])
			if k[0] == byOthers {
				text += " " + byOthers
			}
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}

// Status is the line of work that a session goes on with, or would, in a few
// words: its goal, its age or how it ended, and what is open of it; nil for none.
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
	for _, count := range []struct{ name, one string }{{"next", "open step"}, {"blockers", "blocker"}} {
		for _, d := range e.Details {
			if d.Name == count.name {
				parts = append(parts, fence.Count(len(d.Lines), count.one))
			}
		}
	}
	return parts
}

// isOpen reports whether a row of a line tells of one that is open.
func isOpen(e resume.Entry) bool { return e.State == stateWritten || e.State == stateAutomatic }

// Work are the entries of what can be continued, without what belongs to the
// project: rules, files, earlier sessions.
func Work(entries []resume.Entry) []resume.Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e resume.Entry) bool { return e.Kind == kindProject })
}
