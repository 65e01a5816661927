package recovery

import (
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/fence"
	"holdfast/lib/prompt"
	"holdfast/lib/resume"
)

const (
	whole     = 1 << 20 // a width that cuts nothing
	leastText = 40      // what is cut shorter says nothing
	rowGoal   = 100     // a detail of an entry that is told in one row
	rowKeys   = 3       // details that a row tells at most
	maxPath   = 200
)

// A part is one detail of an entry, neutralised, and how much of each of its lines
// is told, "" for a line that is left out.
type part struct {
	resume.Detail
	told []string
}

func newPart(d resume.Detail) *part { return &part{d, make([]string, len(d.Lines))} }

// cut is a line of at most so many units.
func (p *part) cut(i, most int) string {
	text := p.Lines[i]
	switch {
	case p.Name == prompts && fence.Units(text) > most:
		text = prompt.Shorten(text, most)
	case p.Name == "decisions" && fence.Units(text) > most:
		// The answer counts more than the question.
		if question, answer, ok := strings.Cut(text, "?: "); ok {
			text = fence.Line(question+"?", max(most/2, most-len(": ")-fence.Units(answer))) + ": " + answer
		}
	}
	return fence.Line(text, most)
}

// begin is the part without its lines.
func (p *part) begin() string {
	title := p.Name
	if p.About != "" {
		title += " (" + fence.Line(p.About, 120) + ")"
	}
	if len(p.Lines) == 1 {
		return "  " + title + ": "
	}
	return "  " + title + ":\n"
}

const listed = "    - "

// raised reports whether any line of the part is told.
func (p *part) raised() bool {
	return slices.ContainsFunc(p.told, func(text string) bool { return text != "" })
}

// render is what is told of the part.
func (p *part) render(to *strings.Builder) {
	if !p.raised() {
		return
	}
	to.WriteString(p.begin())
	for _, text := range p.told {
		switch {
		case len(p.Lines) == 1:
			to.WriteString(text + "\n")
		case text != "":
			to.WriteString(listed + text + "\n")
		}
	}
}

// A block is one entry as it is told: a row, then its details.
type block struct {
	entry resume.Entry
	of    blocks
	row   string
	parts []*part
}

func newBlock(e resume.Entry) *block {
	b := &block{entry: e}
	for _, d := range e.Details {
		b.parts = append(b.parts, newPart(d))
	}
	return b
}

func newProject(e resume.Entry) *block {
	b := newBlock(e)
	b.of = project
	return b
}

// A writer gives the room of a brief to its blocks.
type writer struct {
	request Request
	room    int // UTF-16 units left
	rows    int // taken by rows of other entries
	blocks  []*block
	unnamed map[string]int // entries that found no room at all, by kind
	notes   []string
}

// begin adds a block where its row fits, or counts it.
func (w *writer) begin(b *block, row string) {
	if !w.takes(row + "\n") {
		w.unnamed[b.entry.Kind] += max(b.entry.Count, 1)
		return
	}
	b.row = row + "\n"
	w.blocks = append(w.blocks, b)
}

// note adds a row of its own.
func (w *writer) note(text string) {
	switch text = clean(text, 300); {
	case text == "":
	case w.takes(text + "\n"):
		w.notes = append(w.notes, text+"\n")
	default:
		w.unnamed["note"]++
	}
}

// takes reports whether there is room for a text, and takes it.
func (w *writer) takes(text string) bool {
	n := fence.Units(text)
	if n > w.room {
		return false
	}
	w.room -= n
	return true
}

// raise tells the first n lines of a part, of prompts the last ones, each to so
// many units, as far as the room goes. What is told already is never cut.
func (w *writer) raise(p *part, n, most int) {
	for i := range min(n, len(p.Lines)) {
		if p.Name == prompts {
			i = len(p.Lines) - 1 - i
		}
		had := p.told[i]
		frame := 0
		if had == "" {
			frame = len(listed) + len("\n")
			if !p.raised() {
				frame += fence.Units(p.begin())
			}
		}
		room := w.room + fence.Units(had) - frame
		if room < leastText && room < fence.Units(p.Lines[i]) {
			return
		}
		text := p.cut(i, min(most, room))
		if more := fence.Units(text) - fence.Units(had); more > 0 {
			p.told[i] = text
			w.room -= more + frame
		}
	}
}

// cut names the parts of the entry that is told first which are not told, or of
// which lines are left out.
func (w *writer) cut() []string {
	var names []string
	for _, b := range w.blocks {
		for _, p := range b.parts {
			n := 0
			for _, text := range p.told {
				if text == "" {
					n++
				}
			}
			switch {
			case n == 0 || b.of != lead && b.of != sole:
			case len(p.Lines) == 1:
				names = append(names, p.Name)
			default:
				names = append(names, fmt.Sprintf("%d of %s", n, p.Name))
			}
		}
	}
	return names
}

// render is the text of all blocks, the notes before the second.
func (w *writer) render() string {
	var text strings.Builder
	notes := strings.Join(w.notes, "")
	for i, b := range w.blocks {
		if i == 1 {
			text.WriteString(notes)
		}
		if b.of == project && !slices.ContainsFunc(b.parts, (*part).raised) {
			continue
		}
		text.WriteString(b.row)
		for _, p := range b.parts {
			p.render(&text)
		}
	}
	if len(w.blocks) < 2 {
		text.WriteString(notes)
	}
	return text.String()
}

// notOurs is said of what the ledger does not hold: files of others, and own ones
// that were edited by hand.
const notOurs = "not saved by Holdfast on this machine"

// head is the row that says what an entry is, how old, and whether it fits.
func head(e resume.Entry, r Request) string {
	saved := "saved " + fence.Ago(r.Query.Now, e.Saved)
	parts := []string{fence.Line(e.State, 60), saved, fence.Line(e.Fit, 320)}
	if !e.Ours {
		parts = append(parts, notOurs, fence.Line(e.By, 120))
	}
	parts = slices.DeleteFunc(parts, func(text string) bool { return text == "" })
	return e.Kind + " " + fence.Line(e.ID, 100) + ": " + strings.Join(parts, ", ")
}

// row is an entry in one row with the beginning of its details, which are marked
// as told.
func (w *writer) row(b *block) string {
	e := b.entry
	if e.Count > 0 {
		return w.request.Show.Counted(e)
	}
	text := head(e, w.request)
	for i, p := range b.parts[:min(len(b.parts), rowKeys)] {
		if e.Kind == kindLine && p.Name != "goal" && p.Name != left && (p.Name != "now" || len(b.parts) > 2) {
			break
		}
		most := rowGoal
		switch {
		case w.request.Uncut:
			most = whole
		case !e.Ours:
			most = shownTo
		}
		all := strings.Join(p.Lines, ", ")
		told := fence.Line(all, most)
		text += "; " + p.Name + ": " + told
		if told == all {
			b.parts[i] = newPart(resume.Detail{Name: p.Name})
		}
	}
	if e.Kind == kindLine && e.Ours || e.Path == "" {
		return text
	}
	return text + "; file: " + fence.Line(e.Path, maxPath)
}
