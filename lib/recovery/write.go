package recovery

import (
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/fence"
	"holdfast/lib/resume"
)

// A writer fills the fenced part within its room and keeps count of what did
// not fit.
type writer struct {
	text strings.Builder
	room int // UTF-16 units left
	// uncut keeps every line whole.
	uncut bool
	left  []string // details of the entry told in full
	// unnamed are entries and notes that found no room at all.
	unnamed []string
}

// line is the longest line of data, 0 for no bound.
func (w *writer) line() int {
	if w.uncut {
		return 0
	}
	return lineRoom
}

// leadLine is the longest line of a detail in the lead, 0 for no bound.
func (w *writer) leadLine(d resume.Detail) int {
	switch {
	case w.uncut:
		return 0
	case len(d.Lines) == 1:
		return leadRoom
	}
	return leadItem
}

// cuts reports whether the lead cut a line of d.
func (w *writer) cuts(d resume.Detail) bool {
	most := w.leadLine(d)
	return most > 0 && slices.ContainsFunc(d.Lines[:min(len(d.Lines), leadLines)], func(l string) bool { return fence.Units(l) > most })
}

// most is how many lines of a detail are written.
func (w *writer) most() int {
	if w.uncut {
		return 1 << 30
	}
	return fullLines
}

func (w *writer) add(line string) bool {
	n := fence.Units(line) + 1
	if n > w.room {
		return false
	}
	w.room -= n
	w.text.WriteString(line + "\n")
	return true
}

// foremost is the index of the entry that is told in full: the first that is no
// pointer, -1 for none.
func foremost(entries []resume.Entry) int {
	return slices.IndexFunc(entries, func(e resume.Entry) bool { return !e.Pointer })
}

// lead writes what matters most: of the foremost entry its head, goal, now and
// first open steps, and every other in one line.
func (w *writer) lead(entries []resume.Entry, r Request) {
	first := foremost(entries)
	for i, e := range entries {
		if i != first {
			w.inOneLine(e, r)
			continue
		}
		w.add(head(e, r))
		w.add("  file: " + clean(e.Path, 200))
		for j, d := range e.Details {
			if j >= leadLines {
				break
			}
			w.detail(d, 0, leadLines, w.leadLine(d))
		}
	}
	for _, n := range r.Notes {
		if !w.add(clean(n, 300)) {
			w.unnamed = append(w.unnamed, "a note")
		}
	}
}

func (w *writer) inOneLine(e resume.Entry, r Request) {
	line := head(e, r)
	for _, d := range e.Details[:min(len(e.Details), leadLines)] {
		line += "; " + d.Name + ": " + clean(oneLine(d), oneLineRoom)
	}
	if !w.add(line + "; file: " + clean(e.Path, 200)) {
		w.unnamed = append(w.unnamed, e.Kind+" "+clean(e.ID, 60))
	}
}

func oneLine(d resume.Detail) string { return strings.Join(d.Lines, ", ") }

// rest writes the details that lead passed over or cut, most urgent first: those
// of the foremost entry, then those of the others.
func (w *writer) rest(entries []resume.Entry) {
	first := foremost(entries)
	if first < 0 {
		return
	}
	w.more(entries[first], func(j int, d resume.Detail) bool { return j < leadLines && !w.cuts(d) }, leadLines)
	for i, e := range entries {
		if i == first || e.Pointer {
			continue
		}
		left := w.left
		w.more(e, func(j int, d resume.Detail) bool {
			return j < leadLines && fence.Units(oneLine(d)) <= oneLineRoom
		}, 1<<30)
		if len(w.left) > len(left) {
			w.unnamed = append(w.unnamed, "some of "+e.Kind+" "+clean(e.ID, 60))
		}
		w.left = left
	}
}

// more writes the details of e; of those that were told whole it leaves out the
// first lines, as many as told.
func (w *writer) more(e resume.Entry, whole func(j int, d resume.Detail) bool, told int) {
	titled := false
	for j, d := range e.Details {
		done := 0
		if whole(j, d) {
			done = told
		}
		if len(d.Lines) <= done {
			continue
		}
		if !titled {
			titled = w.add("more of " + e.Kind + " " + clean(e.ID, 100) + ":")
		}
		w.detail(d, done, w.most(), w.line())
	}
}

// detail writes the lines of d from index from on, up to index to, each cut to
// line units.
func (w *writer) detail(d resume.Detail, from, to, line int) {
	if len(d.Lines) == 1 {
		if !w.add("  " + d.Name + ": " + clean(d.Lines[0], line)) {
			w.left = append(w.left, d.Name)
		}
		return
	}
	end := min(to, len(d.Lines))
	wrote := from
	title := "  " + d.Name + ":"
	if from > 0 {
		title = "  " + d.Name + ", continued:"
	}
	for wrote < end {
		item := "    - " + clean(d.Lines[wrote], line)
		if wrote == from {
			item = title + "\n" + item // a title alone would read as an empty list
		}
		if !w.add(item) {
			break
		}
		wrote++
	}
	// What a later call writes is not left out yet.
	if missing := len(d.Lines) - wrote; missing > 0 && (wrote < end || to == w.most()) {
		w.left = append(w.left, fmt.Sprintf("%d of %s", missing, d.Name))
	}
}

// tail names what was left out, with the commands that print it.
func (w *writer) tail(whole, all string) string {
	text := ""
	for _, l := range []struct {
		names   []string
		command string
	}{{w.left, whole}, {w.unnamed, all}} {
		if len(l.names) > 0 {
			text += fmt.Sprintf("\nLeft out for room: %s. Printed whole by: %s", fence.Line(strings.Join(l.names, ", "), tailRoom/2-60), l.command)
		}
	}
	return text
}

// head is the line that says what an entry is, how old, and whether it fits.
func head(e resume.Entry, r Request) string {
	who := ""
	if !e.Ours {
		who = ", not saved by Holdfast on this machine"
		if e.By != "" {
			who += ", " + clean(e.By, 120)
		}
	}
	return fmt.Sprintf("%s %s: %s, saved %s, %s%s",
		e.Kind, clean(e.ID, 100), clean(e.State, 40), Ago(r.Query.Now, e.Saved), clean(e.Fit, 120), who)
}
