package recovery

import (
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/prompt"
	"holdfast/lib/resume"
)

const (
	whole   = 1 << 20 // a width that cuts nothing
	maxPath = 200
	listed  = "    - "
)

// answers are what is between a question and its answer, by the name of the detail.
var answers = map[string]string{"decisions": "?: ", "now": "; answered: ", "since": "; answered: "}

// An item is one detail of an entry, and what is told of each of its lines, "" for nothing.
type item struct {
	resume.Detail
	told []string
}

// cut is a line of at most so many units.
func (t *item) cut(i, most int) string {
	text := t.Lines[i]
	switch {
	case fence.Units(text) <= most:
	case t.Name == prompts:
		text = prompt.Shorten(text, most)
	case answers[t.Name] != "":
		// The answer counts more than the question, and what it asks, which the user may answer now.
		mark, lead := answers[t.Name][:1], answers[t.Name][1:]
		question, answer, ok := strings.Cut(text, mark+lead)
		if !ok {
			question, answer, mark, lead = "", text, "", ""
		}
		if strings.Contains(text, "answered: ") {
			answer = prompt.KeepAsked(answer, most-min(most/3, fence.Units(question+mark+lead)))
		}
		text = fence.Line(question+mark, max(most/3, most-len(lead)-fence.Units(answer))) + lead + answer
	}
	return fence.Line(text, most)
}

// title is the item without its lines.
func (t *item) title() string {
	text := "  " + t.Name
	if t.About != "" {
		text += " (" + fence.Line(t.About, 120) + ")"
	}
	return text + map[bool]string{true: ": ", false: ":\n"}[len(t.Lines) == 1]
}

// tells is what is told, without the lines that are left out.
func (t *item) tells() []string {
	return each.Without(t.told, func(text string) bool { return text == "" })
}

// A block is one entry as it is told: a row, then its details.
type block struct {
	entry resume.Entry
	of    blockKind
	row   string
	items []*item
}

func newBlock(e resume.Entry, of blockKind) *block {
	return &block{entry: e, of: of, items: each.Of(e.Details, func(d resume.Detail) *item {
		return &item{d, make([]string, len(d.Lines))}
	})}
}

// A writer gives the room of a brief to its blocks.
type writer struct {
	request Request
	whole   int // UTF-16 units of the brief
	room    int // of those, the ones that are left
	blocks  []*block
	unnamed map[string]int // entries that found no room at all, by kind
}

// add adds a block whose row fits into so much room, and says how much that took; another one is only counted.
func (w *writer) add(b *block, row string, most int) (took int) {
	b.row = row + "\n"
	if took = fence.Units(b.row); took > min(most, w.room) {
		w.unnamed[kindOf(b.entry)] += max(b.entry.Count, 1)
		return 0
	}
	w.room -= took
	w.blocks = append(w.blocks, b)
	return took
}

// raise tells the first n lines of an item, of prompts the last n, each up to most units, while there is room.
func (w *writer) raise(t *item, n, most int) {
	for i := range min(n, len(t.Lines)) {
		if t.Name == prompts {
			i = len(t.Lines) - 1 - i
		}
		had, around := t.told[i], 0
		if had == "" {
			around = len(listed) + len("\n")
		}
		if len(t.tells()) == 0 {
			around += fence.Units(t.title())
		}
		room := w.room + fence.Units(had) - around
		if room < 40 && room < fence.Units(t.Lines[i]) { // what is cut shorter says nothing
			return
		}
		text := t.cut(i, min(most, room))
		if more := fence.Units(text) - fence.Units(had); more > 0 {
			t.told[i] = text
			w.room -= more + around
		}
	}
}

// leftOut names the details of which lines are left out, of the entry that is told first.
func (w *writer) leftOut() []string {
	var names []string
	for _, b := range w.blocks {
		for _, t := range b.items {
			switch n := len(t.told) - len(t.tells()); {
			case n == 0 || b.of != lead && b.of != sole:
			case len(t.Lines) == 1:
				names = append(names, t.Name)
			default:
				names = append(names, fmt.Sprintf("%d of %s", n, t.Name))
			}
		}
	}
	return names
}

// render is the text of all blocks.
func (w *writer) render() string {
	return strings.Join(each.Of(w.blocks, func(b *block) string {
		items := strings.Join(each.Of(b.items, (*item).render), "")
		if b.of == project && items == "" {
			return ""
		}
		return b.row + items
	}), "")
}

// render is what is told of the item.
func (t *item) render() string {
	told := t.tells()
	switch {
	case len(told) == 0:
		return ""
	case len(t.Lines) == 1:
		return t.title() + told[0] + "\n"
	}
	return t.title() + listed + strings.Join(told, "\n"+listed) + "\n"
}

// notOurs is told of what is foreign.
const notOurs = "not recorded by Holdfast on this machine"

// head is the row that says what an entry is, how old, and whether it fits.
func head(e resume.Entry, q resume.Query) string {
	was := map[bool]string{true: "ended ", false: "saved "}[e.Kind == kindSession]
	parts := []string{fence.Line(e.State, 60), was + fence.Ago(q.Now, e.Saved), fence.Line(e.Fit, 320)}
	if !e.Ours {
		parts = append(parts, notOurs, fence.Line(e.By, 120))
	}
	parts = slices.DeleteFunc(parts, func(text string) bool { return text == "" })
	return e.Kind + " " + fence.Line(e.ID, 100) + ": " + strings.Join(parts, ", ")
}

// row is an entry in one row with the beginning of its details; what it tells whole is told there only.
func (w *writer) row(b *block) string {
	e := b.entry
	if e.Count > 0 {
		return w.request.Show.Counted(e)
	}
	most := 100 // a detail of an entry that is told in one row
	switch {
	case w.request.Uncut:
		most = whole
	case !e.Ours || e.Over: // which has no other row
		most = shownTo
	}
	text := head(e, w.request.Query)
	for i, t := range b.items[:min(len(b.items), 3)] { // details that a row tells at most
		of, brief := e.Kind == kindLine || e.Kind == kindSession, len(b.items) < 3 && !e.Over
		if of && t.Name != "goal" && t.Name != left && t.Name != session && !(t.Name == "now" && brief) {
			break
		}
		all := strings.Join(t.Lines, ", ")
		told := fence.Line(all, most)
		if t.Name == left && told != all {
			told = shared(t.Lines, most)
		}
		text += "; " + t.Name + ": " + told
		if told == all {
			b.items[i] = &item{}
		}
	}
	if e.Kind == kindLine && e.Ours || e.Path == "" {
		return text
	}
	return text + "; file: " + fence.Line(e.Path, maxPath)
}

// shared are steps in one row of at most so many units: what is in brackets goes first, then the end of each.
func shared(steps []string, most int) (row string) {
	steps = each.Of(steps, func(step string) string {
		before, rest, _ := strings.Cut(step, " (")
		inside, after, closed := strings.Cut(rest, ")")
		if !closed || strings.Contains(inside, "(") || strings.Count(before, "`")%2 > 0 {
			return step
		}
		return before + after
	})
	for width := most; width == most || fence.Units(row) > most && width > 16; width-- {
		row = strings.Join(each.Of(steps, func(step string) string { return fence.Line(step, width) }), ", ")
	}
	return fence.Line(row, most)
}
