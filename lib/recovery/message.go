package recovery

import (
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/fence"
	"holdfast/lib/resume"
)

const maxGoal = 60 // characters of the goal that the user sees

const choose = "/recover lists what you can continue"

// message is the user's row: whether a session ended unsaved, what is gone on with,
// how old it is, and how much else is open.
func message(entries []resume.Entry, r Request) string {
	var parts []string
	if r.Unsaved != "" {
		parts = append(parts, r.Unsaved)
	}
	if i := subject(entries); i >= 0 {
		parts = append(parts, found(entries[i], r))
		if more := others(entries, i); more != "" {
			parts = append(parts, more)
		}
		parts = append(parts, choose)
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
// one that is shown in full, else the first that has a name.
func subject(entries []resume.Entry) int {
	if i := foremost(entries); i >= 0 {
		return i
	}
	return slices.IndexFunc(entries, func(e resume.Entry) bool { return e.Count == 0 })
}

// onlyCounted says what is open where nothing has a name: own lines that are
// stale, and lines that cannot be read.
func onlyCounted(entries []resume.Entry) []string {
	stale, unread := 0, 0
	for _, e := range entries {
		switch {
		case e.Ours:
			stale += e.Count
		case e.State == unreadable:
			unread += e.Count
		}
	}
	var parts []string
	if stale > 0 {
		parts = append(parts, plural(stale, "open line")+" without a save for 30 days", choose)
	}
	if unread > 0 {
		parts = append(parts, plural(unread, "line")+" "+unreadable+"; holdfast validate")
	}
	return parts
}

func found(e resume.Entry, r Request) string {
	verb := "found"
	if r.Query.Continues() && e.Ours && !e.Pointer {
		verb = "restored"
	}
	name := e.Kind + " " + fence.Line(e.ID, 100)
	if goal := Goal(e); e.Kind == kindLine && goal != "" {
		name = fmt.Sprintf("\"%s\" (%s)", clean(goal, maxGoal), fence.Line(e.ID, 100))
	}
	return fmt.Sprintf("%s %s, saved %s", verb, name, fence.Ago(r.Query.Now, e.Saved))
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

// others counts what is open beside the entry at i.
func others(entries []resume.Entry, i int) string {
	counts := map[string]int{}
	for j, e := range entries {
		kind := e.Kind
		switch {
		case j == i || e.Fit == closedFit || strings.HasPrefix(e.State, staleLines) || e.Fit == staleLines:
			continue
		case (kind == kindLine || kind == kindLines) && !e.Ours:
			kind = "line by others"
		case kind == kindLines:
			kind = kindLine
		}
		counts[kind] += max(e.Count, 1)
	}
	var parts []string
	for _, k := range []struct{ kind, one, many string }{
		{kindLine, "1 more open line", "%d more open lines"}, {"line by others", "1 line by others", "%d lines by others"},
		{"epic", "1 epic", "%d epics"}, {"design", "1 design", "%d designs"}, {"run", "1 run", "%d runs"}, {"task", "1 task", "%d tasks"},
	} {
		switch n := counts[k.kind]; {
		case n == 1:
			parts = append(parts, k.one)
		case n > 1:
			parts = append(parts, fmt.Sprintf(k.many, n))
		}
	}
	return strings.Join(parts, ", ")
}
