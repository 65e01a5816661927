package recovery

import (
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/resume"
)

const (
	whole   = 1 << 20 // a width that cuts nothing
	maxPath = 200
	listed  = "    - "
)

// answers are what is between a question and its answer, by the name of the detail.
var answers = map[string]string{"decisions": "?: ", "now": answered, "since": answered}

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
	case t.Name == "next":
		text = prompt.Cut(text, most)
	case answers[t.Name] != "":
		// The answer counts more than the question, and what it asks, which the user may answer now.
		mark, lead := answers[t.Name][:1], answers[t.Name][1:]
		question, answer, ok := strings.Cut(text, mark+lead)
		if !ok {
			question, answer, mark, lead = "", text, "", ""
		}
		if strings.Contains(text, line.Answered) {
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
	if len(t.Lines) == 1 {
		return text + ": "
	}
	return text + ":\n"
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

// leftOut names the details of which lines are left out, of the entry that is told first, and the rules.
func (w *writer) leftOut() []string {
	of := func(b *block) ([]*item, bool) {
		ruled := func(t *item) bool { return b.of != project || t.Name == "rules" }
		return each.Group(b.items, ruled)[true], b.of == lead || b.of == sole || b.of == project
	}
	return each.If(slices.Concat(each.If(each.Reversed(w.blocks), of)...), func(t *item) (string, bool) {
		n := len(t.told) - len(t.tells())
		if len(t.Lines) == 1 {
			return t.Name, n > 0
		}
		return fmt.Sprintf("%d of %s", n, t.Name), n > 0
	})
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
	was := "saved "
	if e.Kind == kindSession {
		was = "ended "
	}
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
	for i, t := range each.Head(b.items, 3) { // details that a row tells at most
		of, brief := e.Kind == kindLine || e.Kind == kindSession, len(b.items) < 3 && !e.Over
		inRow := slices.Contains([]string{"goal", left, session}, t.Name) || t.Name == "now" && brief ||
			t.Name == "pull request" && e.Pointer
		if of && !inRow {
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
	dated := each.If(steps, func(step string) (string, bool) { return step, prompt.Dated(step) })
	most = max(most, 56*len(dated)) // else nobody knows what waits, and until when
	for width := most; width == most || fence.Units(row) > most && width > 16; width-- {
		row = strings.Join(each.Of(steps, func(step string) string { return prompt.Cut(step, width) }), ", ")
	}
	return fence.Line(row, most)
}

// A grant is room for a detail of the blocks of a kind: so many of its lines, each of a width in UTF-16 units.
// The name "" is each detail that no grant before it names.
type grant struct {
	of    blockKind
	name  string
	lines int
	width int
}

type blockKind int // which blocks a grant is for

const (
	none    blockKind = iota // told in a row only
	lead                     // the line that is told first
	sole                     // the entry that is told first where no own line is
	project                  // what belongs to the project and not to one line
	written                  // other lines that a person or model wrote to
	others                   // all other entries
	rows                     // no grant: here the rows of the other entries are told
)

const all = 1 << 16 // lines

// Each table is one order of what matters, weighed on real sessions (docs/performance.md).
var (
	// A new session needs to know what for, where and what next, then how to work here.
	atStart = []grant{
		{lead, "goal", 1, 200}, {lead, "pull request", 1, 40}, {lead, "now", 1, 220}, {lead, "since", 1, 200},
		{lead, "also", 2, 240}, {lead, "next", 4, 160}, {lead, "blockers", 2, 120}, {sole, "", 4, 300},
		{of: rows},
		{project, "rules", 5, 160}, {project, "fails here", 2, 160}, {lead, lastPrompt, 1, 700},
		{project, "files", all, 300}, {project, "sessions", 1, 220},
		{project, "rules", all, 300}, {lead, "next", all, 200}, {lead, "blockers", 3, 160},
		{lead, "decisions", 6, 200}, {lead, "failed", 4, 200}, {lead, "questions", 4, 200},
		{written, "goal", 1, 200}, {written, "now", 1, 200}, {written, "next", 4, 140}, {written, "blockers", 2, 140},
		{lead, "since", 1, 400}, {lead, "checks", 3, 80}, {lead, "commands", 2, 80},
		{lead, "findings", 4, 200}, {lead, "continuation_prompt", 2, 600}, {lead, "worked", 3, 160},
		{written, "decisions", 4, 160}, {written, "failed", 3, 160}, {written, "", 3, 140},
		{sole, "", all, 200}, {others, "", 4, 200},
		{lead, "done", 3, 100},
	}
	// After a compaction the client's summary has files and narrative, and lacks words, rules, commands.
	afterCompaction = []grant{
		{lead, "goal", 1, 200}, {lead, "now", 1, 300}, {lead, "since", 1, 200}, {lead, "also", 2, 240},
		{lead, "next", 4, 160}, {project, "rules", 6, 200}, {lead, "blockers", 2, 200},
		{of: rows},
		{lead, "committed", 1, 300}, {lead, prompts, 3, 900}, {lead, "commands", 12, 100}, {lead, "read", 3, 300},
		{lead, prompts, 30, 80}, {lead, "files", 4, 200}, {lead, "checks", 8, 100}, {lead, "decisions", 6, 200},
		{project, "rules", all, 300}, {lead, prompts, all, 300}, {lead, prompts, all, 900}, {lead, prompts, all, whole},
		{lead, orders, 1, 600}, {lead, "read", all, 400}, {lead, "failed", 5, 200}, {lead, "next", all, 300},
		{lead, "blockers", 3, 600},
		{lead, "", all, 300}, {sole, "", all, 300}, {others, "", 4, 200},
	}
	// The conversation is there, or the user wants room.
	shortForm = []grant{
		{lead, "goal", 1, 160}, {lead, "pull request", 1, 40}, {lead, "now", 1, 200}, {lead, "since", 1, 160},
		{lead, "next", 1, 120}, {project, "rules", all, 60}, {lead, "next", 2, 120}, {lead, "also", 2, 160},
		{lead, "next", 4, 120}, {sole, "", 3, 160}, {of: rows},
		{lead, "blockers", 1, 160}, {lead, "decisions", 2, 120},
		{project, "rules", all, 300}, {lead, "decisions", 3, 160},
	}
	// The first prompt knows the work: what came of it, and where it is.
	atPrompt = []grant{
		{lead, "pull request", 1, 40}, {lead, "now", 1, 110}, {lead, "next", 3, 120}, {project, "waits", 6, 120},
		{project, "not merged", 6, 60}, {project, "later", 8, 160},
		{lead, "files", all, 160}, {project, "files", all, 300},
		{lead, "decisions", 2, 140}, {lead, "failed", 2, 140}, {lead, prompts, 3, 140}, {project, "sessions", 1, 120},
	}
	// A person asks for all of it.
	uncut = []grant{
		{lead, "", all, whole}, {sole, "", all, whole}, {of: rows}, {project, "", all, whole},
		{written, "", all, whole}, {others, "", all, whole},
	}
)

// fill gives the room to the blocks in the order of the table; begin adds the blocks of the other entries (rows).
func (w *writer) fill(order []grant, begin func()) {
	for i, g := range order {
		if g.of == rows {
			begin()
			continue
		}
		for _, b := range w.blocks {
			for _, p := range b.items {
				names := func(before grant) bool { return before.of == g.of && before.name == p.Name }
				is := p.Name == g.name || g.name == "" && !slices.ContainsFunc(order[:i], names)
				if is && b.of == g.of {
					w.raise(p, g.lines, g.width)
				}
			}
		}
	}
}
