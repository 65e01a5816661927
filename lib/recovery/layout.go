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

// A part is one detail of an entry, neutralised, and how much of it is told: of each line so
// many units, 0 for a line that is left out.
type part struct {
	resume.Detail
	widths []int
	raised bool // something of it is told, so its title is
}

func (p *part) title() string {
	if p.About != "" {
		return p.Name + " (" + fence.Line(p.About, 120) + ")"
	}
	return p.Name
}

// newestLast reports whether the last lines matter most.
func (p *part) newestLast() bool { return p.Name == "prompts" }

// text is a line cut to most units.
func (p *part) text(i, most int) string {
	switch {
	case most >= whole || fence.Units(p.Lines[i]) <= most:
		return p.Lines[i]
	case len(p.Broken) > 0:
		return fence.Line(prompt.Shorten(p.Broken[i], most), most)
	case p.Name == "decisions":
		return decision(p.Lines[i], most)
	}
	return fence.Line(p.Lines[i], most)
}

// decision is one cut to most units. The answer counts more than the question: a
// long name is cut to half of them, and the text has what is left.
func decision(line string, most int) string {
	const colon = len(": ")
	at := strings.Index(line, "?: ")
	if at++; at == 0 {
		at = strings.Index(line, ": ")
	}
	if at < 0 || fence.Units(line) <= most {
		return fence.Line(line, most)
	}
	name, text := line[:at], line[at+colon:]
	name = fence.Line(name, max(most/2, most-colon-fence.Units(text)))
	return name + ": " + fence.Line(text, most-colon-fence.Units(name))
}

// left counts the lines of which nothing is told.
func (p *part) left() (n int) {
	for _, w := range p.widths {
		if w == 0 {
			n++
		}
	}
	return n
}

const (
	single = "  %s: %s\n"
	heads  = "  %s:\n"
	listed = "    - %s\n"
)

// render is what is told of the part.
func (p *part) render(to *strings.Builder) {
	if !p.raised {
		return
	}
	if len(p.Lines) == 1 {
		fmt.Fprintf(to, single, p.title(), p.text(0, p.widths[0]))
		return
	}
	fmt.Fprintf(to, heads, p.title())
	for i, w := range p.widths {
		if w > 0 {
			fmt.Fprintf(to, listed, p.text(i, w))
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
		b.parts = append(b.parts, &part{Detail: d, widths: make([]int, len(d.Lines))})
	}
	return b
}

// left names the parts that are not told, or of which lines are left out.
func (b *block) left() []string {
	var names []string
	for _, p := range b.parts {
		switch n := p.left(); {
		case n == 0:
		case len(p.Lines) == 1:
			names = append(names, p.Name)
		default:
			names = append(names, fmt.Sprintf("%d of %s", n, p.Name))
		}
	}
	return names
}

func (b *block) render(to *strings.Builder) {
	if b.of == project && !slices.ContainsFunc(b.parts, func(p *part) bool { return p.raised }) {
		return
	}
	to.WriteString(b.row)
	for _, p := range b.parts {
		p.render(to)
	}
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
func (w *writer) begin(b *block, row string) bool {
	if n := fence.Units(row) + 1; n <= w.room {
		w.room -= n
		b.row = row + "\n"
		w.blocks = append(w.blocks, b)
		return true
	}
	w.unnamed[b.entry.Kind] += max(b.entry.Count, 1)
	return false
}

// note adds a row of its own.
func (w *writer) note(text string) {
	text = clean(text, 300)
	if n := fence.Units(text) + 1; n <= w.room {
		w.room -= n
		w.notes = append(w.notes, text)
		return
	}
	w.unnamed["note"]++
}

// raise tells the first n lines of a part, of prompts the last ones, each to so
// many units, as far as the room goes. What is told already is never cut.
func (w *writer) raise(p *part, n, most int) {
	for k := range min(n, len(p.Lines)) {
		i := k
		if p.newestLast() {
			i = len(p.Lines) - 1 - k
		}
		if p.widths[i] < most && !w.tell(p, i, most) {
			return
		}
	}
}

// tell raises one line to most units, or after a compaction and the only line of a
// part to what there is room for.
func (w *writer) tell(p *part, i, most int) bool {
	frame, title := len(listed)-len("%s"), 0
	if len(p.Lines) == 1 {
		frame = len(single) - len("%s%s") + fence.Units(p.title())
	} else if !p.raised {
		title = len(heads) - len("%s") + fence.Units(p.title())
	}
	before := 0
	if p.widths[i] > 0 {
		before = frame + fence.Units(p.text(i, p.widths[i]))
	}
	room := w.room - title + before - frame
	units := fence.Units(p.text(i, most))
	if units > room {
		least := max(leastText, p.widths[i]+1)
		if !w.request.compacts() && (len(p.Lines) > 1 || p.widths[i] > 0) || room < least {
			return false
		}
		most = room
		units = fence.Units(p.text(i, most))
	}
	if most >= fence.Units(p.Lines[i]) {
		most = whole
	}
	w.room -= title + frame + units - before
	p.widths[i], p.raised = most, true
	return true
}

// render is the text of all blocks, the notes before the second.
func (w *writer) render() string {
	var text strings.Builder
	for i, b := range w.blocks {
		if i == 1 {
			w.renderNotes(&text)
		}
		b.render(&text)
	}
	if len(w.blocks) < 2 {
		w.renderNotes(&text)
	}
	return text.String()
}

func (w *writer) renderNotes(to *strings.Builder) {
	for _, n := range w.notes {
		to.WriteString(n + "\n")
	}
}

// notOurs is said of what the ledger does not hold: files of others, and own ones
// that were edited by hand.
const notOurs = "not saved by Holdfast on this machine"

// head is the row that says what an entry is, how old, and whether it fits.
func head(e resume.Entry, r Request) string {
	text := fmt.Sprintf("%s %s: %s, saved %s", e.Kind, fence.Line(e.ID, 100), fence.Line(e.State, 60), fence.Ago(r.Query.Now, e.Saved))
	more := []string{fence.Line(e.Fit, 320)}
	if !e.Ours {
		more = append(more, notOurs, fence.Line(e.By, 120))
	}
	for _, m := range more {
		if m != "" {
			text += ", " + m
		}
	}
	return text
}

// row is an entry in one row with the beginning of its details, which are marked
// as told.
func (w *writer) row(b *block) string {
	e := b.entry
	if e.Count > 0 {
		return w.request.Show.Counted(e)
	}
	text := head(e, w.request)
	for i, p := range b.parts {
		if i == rowKeys || e.Kind == kindLine && p.Name != "goal" && (p.Name != "now" || len(b.parts) > 2) {
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
			for j := range p.widths {
				p.widths[j] = whole
			}
		}
	}
	if e.Kind == kindLine && e.Ours || e.Path == "" {
		return text
	}
	return text + "; file: " + fence.Line(e.Path, maxPath)
}
