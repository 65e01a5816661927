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
	lineRoom  = 600 // the longest line of data
	leadRoom  = 300 // the longest line of the lead, so that it fits 1,500 units
	leadItem  = 120 // the longest line of a list in the lead
	leadLines = 3   // lines of a list in the lead
	leastText = 40  // what is cut shorter says nothing
	rowGoal   = 160 // a detail of an entry that is told in one row
	// shareOfRows is how much of the room rows of other entries may take, in
	// percent: what does not fit is counted.
	shareOfRows = 40
)

// foremostKeys are the details that tell what a line is for, which come before
// all others of any line.
var foremostKeys = []string{"goal", "now", "since", "also", "rules", "next", "blockers", "decisions", "failed"}

// A writer fills the fenced part within its room.
type writer struct {
	request Request
	text    strings.Builder
	room    int            // UTF-16 units left
	left    []string       // details of the foremost entry that did not fit
	unnamed map[string]int // entries that found no room at all, by kind
	some    map[string]int // entries of which something did not fit, by kind
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

// bound is most, and 0 for no bound where all is asked for.
func (w *writer) bound(most int) int {
	if w.request.Uncut {
		return 0
	}
	return most
}

// foremost is the index of the entry that is shown in full: the first own line,
// else the first of all that is not a pointer, -1 for none.
func foremost(entries []resume.Entry) int {
	i := slices.IndexFunc(entries, func(e resume.Entry) bool { return !e.Pointer && e.Kind == kindLine && e.Ours })
	if i < 0 {
		i = slices.IndexFunc(entries, func(e resume.Entry) bool { return !e.Pointer })
	}
	return i
}

// write writes what matters most first: of the foremost entry its head and the
// beginning of what it is for, a row for each other one, the notes; then the
// rest of each, as far as the room goes.
func (w *writer) write(entries []resume.Entry) {
	first := foremost(entries)
	blocks := make([]*block, 0, len(entries))
	if first >= 0 {
		blocks = append(blocks, w.lead(entries[first]))
	}
	notes := w.request.Notes
	if w.request.Unsaved != "" {
		notes = append([]string{w.request.Unsaved}, notes...)
	}
	for _, n := range notes {
		if !w.add(clean(n, 300)) {
			w.unnamed["note"]++
		}
	}
	before := w.room
	for i, e := range entries {
		if i == first {
			continue
		}
		// A row that found no room is counted, but never lost.
		b := newBlock(e)
		if !w.request.Uncut && before-w.room > before*w.share()/100 || !w.add(w.row(b)) {
			w.unnamed[e.Kind] += max(e.Count, 1)
			continue
		}
		if !e.Pointer {
			blocks = append(blocks, b)
		}
	}
	if w.request.short() {
		w.leave(blocks)
		return
	}
	w.fill(blocks)
	for _, b := range blocks {
		w.text.WriteString(b.render())
	}
	w.leave(blocks)
}

// share is how much of the room, in percent, rows may take.
func (w *writer) share() int {
	if w.request.short() {
		return 100
	}
	return shareOfRows
}

// fill gives the details of the blocks their room: of the foremost entry what
// it is for; the same of the written ones; then the rest of it, and of the
// others in their order. After a compaction the rest of the foremost comes
// before all others.
func (w *writer) fill(blocks []*block) {
	for i, b := range blocks {
		if i == 0 && w.request.Query.Source == "compact" {
			w.grow(b, func(string) bool { return true })
		} else if i == 0 || b.entry.State != written(false) {
			w.grow(b, func(name string) bool { return slices.Contains(foremostKeys, name) })
		}
	}
	for _, b := range blocks {
		w.grow(b, func(string) bool { return true })
	}
}

// leave notes what of the blocks was left out.
func (w *writer) leave(blocks []*block) {
	for i, b := range blocks {
		left := b.left()
		switch {
		case len(left) == 0:
		case i == 0:
			w.left = left
		default:
			w.some[b.entry.Kind]++
		}
	}
}

// lead writes of an entry its head, its path, and the beginning of each of the
// details that say what it is for.
func (w *writer) lead(e resume.Entry) *block {
	b := newBlock(e)
	w.add(head(e, w.request))
	small := w.request.small()
	if !small && e.Path != "" {
		w.add("  file: " + clean(e.Path, 200))
	}
	for i := range b.parts {
		p := &b.parts[i]
		switch p.Name {
		case "goal", "now", "since", "also", "next":
		case "rules":
			if w.request.short() {
				continue
			}
		default:
			if e.Kind == kindLine || i >= leadLines {
				continue
			}
		}
		if len(p.Lines) == 1 {
			most := w.bound(leadRoom)
			if small {
				most = min(most, max(w.room-len("  : \n")-fence.Units(p.title()), leastText))
			}
			text := clean(p.Lines[0], most)
			if w.add("  "+p.title()+": "+text) && text == clean(p.Lines[0], 0) {
				p.told = 1
			}
			continue
		}
		w.listed(p)
	}
	return b
}

// listed writes the first lines of a list, each cut short.
func (w *writer) listed(p *part) {
	whole := true
	for j, l := range p.Lines {
		if j == leadLines && !w.request.Uncut {
			return
		}
		item := "    - " + clean(l, w.bound(leadItem))
		if j == 0 {
			item = "  " + p.title() + ":\n" + item // a title alone would read as an empty list
		}
		if !w.add(item) {
			return
		}
		if whole = whole && (w.request.Uncut || fence.Units(clean(l, 0)) <= leadItem); whole {
			p.told = j + 1
		}
	}
}

// row is an entry in one row. What it tells whole is not told again.
func (w *writer) row(b *block) string {
	e := b.entry
	if e.Count > 0 {
		return fmt.Sprintf("more %s: %d %s; %s", clean(e.Kind, 20), e.Count, clean(e.State, 100), w.request.Show.Lines())
	}
	text := head(e, w.request)
	for i, d := range e.Details {
		if i == leadLines || e.Kind == kindLine && d.Name != "goal" && (d.Name != "now" || len(e.Details) > 2) {
			break
		}
		most := rowGoal
		if !e.Ours {
			most = shownTo
		}
		told, whole := clean(strings.Join(d.Lines, ", "), w.bound(most)), clean(strings.Join(d.Lines, ", "), 0)
		text += "; " + d.Name + ": " + told
		if told == whole {
			b.parts[i].told = len(d.Lines)
		}
	}
	if e.Kind == kindLine && e.Ours || e.Path == "" {
		return text
	}
	return text + "; file: " + clean(e.Path, 200)
}

// notOurs is said of what the ledger does not hold: files of others, and own ones
// that were edited by hand.
const notOurs = "not saved by Holdfast on this machine"

// head is the line that says what an entry is, how old, and whether it fits.
func head(e resume.Entry, r Request) string {
	text := fmt.Sprintf("%s %s: %s, saved %s", e.Kind, clean(e.ID, 100), clean(e.State, 40), fence.Ago(r.Query.Now, e.Saved))
	more := []string{clean(e.Fit, 240)}
	if !e.Ours {
		more = append(more, notOurs, clean(e.By, 120))
	}
	for _, m := range more {
		if m != "" {
			text += ", " + m
		}
	}
	return text
}

// A block is the details of an entry that follow its head, and how much of each
// is told.
type block struct {
	entry resume.Entry
	parts []part
}

// A part is one detail. told lines were told before the block; text is what the
// block tells of the others, of which rest were left out.
type part struct {
	resume.Detail
	told, rest int
	text       string
	grown      bool
}

func newBlock(e resume.Entry) *block {
	b := &block{entry: e}
	for _, d := range e.Details {
		b.parts = append(b.parts, part{Detail: d, rest: len(d.Lines)})
	}
	return b
}

func (p part) title() string {
	if p.About != "" {
		return p.Name + " (" + clean(p.About, 120) + ")"
	}
	return p.Name
}

// left names the parts that were not told whole.
func (b *block) left() []string {
	var names []string
	for _, p := range b.parts {
		switch n := min(p.rest, len(p.Lines)-p.told); {
		case n <= 0:
		case len(p.Lines) == 1:
			names = append(names, p.Name)
		default:
			names = append(names, fmt.Sprintf("%d of %s", n, p.Name))
		}
	}
	return names
}

// render is the block as it is written.
func (b *block) render() string {
	var text strings.Builder
	for _, p := range b.parts {
		text.WriteString(p.text)
	}
	if text.Len() == 0 {
		return ""
	}
	return b.title() + text.String()
}

func (b *block) title() string {
	return "more of " + b.entry.Kind + " " + clean(b.entry.ID, 100) + ":\n"
}

// grow gives room to the parts of a block that wanted says yes to, in order. The
// prompts leave room for what comes after them.
func (w *writer) grow(b *block, wanted func(name string) bool) {
	for i := range b.parts {
		p := &b.parts[i]
		if p.grown || p.told == len(p.Lines) || !wanted(p.Name) {
			continue
		}
		if b.render() == "" {
			if n := fence.Units(b.title()); n >= w.room {
				return
			} else {
				w.room -= n
			}
		}
		p.grown = true
		if p.Name == "prompts" && !w.request.Uncut {
			w.words(p, w.room-w.later(b.parts[i+1:]))
			continue
		}
		w.list(p, w.width(b, p))
	}
}

// listSteps are the lengths to which the lines of a list are cut where not all
// of a block fits.
var listSteps = []int{lineRoom, 300, 200, 140, 100, 70}

// width is the length to which the lines of a part are cut: where the block does
// not fit whole, so that the part takes a third of the room if it can.
func (w *writer) width(b *block, p *part) int {
	if w.request.Uncut || b.size() <= w.room {
		return w.bound(lineRoom)
	}
	for _, most := range listSteps {
		if p.size(most) <= w.room/3 {
			return most
		}
	}
	return listSteps[len(listSteps)-1]
}

// size is about how much room the parts that are not told yet would take.
func (b *block) size() int {
	n := 0
	for _, p := range b.parts {
		if !p.grown || p.text == "" {
			n += p.size(lineRoom)
		}
	}
	return n
}

func (p part) size(most int) int {
	n := len(p.Name) + 6
	for _, l := range p.Lines[p.told:] {
		n += min(fence.Units(l), most) + len("    - \n")
	}
	return n
}

// later is the room to keep for the parts after the prompts: a third at most.
func (w *writer) later(parts []part) int {
	need := 0
	for _, p := range parts {
		switch p.Name {
		case "checks", "questions", "worked", "files":
			need += p.size(lineRoom)
		}
	}
	return min(need, w.room/3)
}

// shortened is a line cut to most units. Of a decision the answer counts more than
// the question: a long name is cut to half of them, and the text has what is left.
func (p part) shortened(i, most int) string {
	whole := clean(p.Lines[i], 0)
	at := strings.Index(whole, "?: ")
	if at++; at == 0 {
		at = strings.Index(whole, ": ")
	}
	if p.Name != "decisions" || at < 0 || most == 0 || fence.Units(whole) <= most {
		return clean(whole, most)
	}
	const colon = len(": ")
	name, text := whole[:at], whole[at+colon:]
	name = clean(name, max(most/2, most-colon-fence.Units(text)))
	return name + ": " + clean(text, most-colon-fence.Units(name))
}

// list tells the lines of a part as far as the room goes.
func (w *writer) list(p *part, most int) {
	told := p.told
	if len(p.Lines) == 1 {
		if text := "  " + p.title() + ": " + clean(p.Lines[0], most) + "\n"; fence.Units(text) <= w.room {
			w.room -= fence.Units(text)
			p.text, p.rest = text, 0
		}
		return
	}
	title := "  " + p.title() + ":\n"
	if told > 0 {
		title = "  " + p.Name + ", continued:\n"
	}
	var text strings.Builder
	for told < len(p.Lines) {
		item := "    - " + p.shortened(told, most) + "\n"
		if told == p.told {
			item = title + item
		}
		n := fence.Units(item)
		if n > w.room {
			break
		}
		w.room -= n
		text.WriteString(item)
		told++
	}
	p.text, p.rest = text.String(), len(p.Lines)-told
}

// promptSteps are the lengths to which prompts are shortened until all fit:
// those that only ask before those that also direct.
var promptSteps = []struct{ asks, directs int }{
	{300, 300}, {200, 300}, {140, 300}, {110, 240}, {90, 200}, {70, 160}, {60, 130}, {60, 100}, {60, 60},
}

// words tells the user's prompts, each shortened as far as needed so that all
// fit into room; where that is not enough the oldest are left out.
func (w *writer) words(p *part, room int) {
	overhead := fence.Units("  "+p.Name+":\n") + 1
	directs := map[string]bool{}
	for _, l := range p.Lines {
		directs[l] = slices.ContainsFunc(prompt.Sentences(l), prompt.Directs)
	}
	var lines []string
	for _, step := range promptSteps {
		lines = lines[:0]
		size := overhead
		for _, l := range p.Lines {
			most := step.asks
			if directs[l] {
				most = step.directs
			}
			s := clean(prompt.Shorten(l, most), 0)
			lines = append(lines, s)
			size += fence.Units(s) + len("    - \n")
		}
		if size <= room {
			break
		}
	}
	size, from := overhead, len(lines)
	for from > 0 {
		n := fence.Units(lines[from-1]) + len("    - \n")
		if size+n > room {
			break
		}
		size += n
		from--
	}
	if from == len(lines) {
		return
	}
	var text strings.Builder
	text.WriteString("  " + p.Name + ":\n")
	for _, l := range lines[from:] {
		text.WriteString("    - " + l + "\n")
	}
	w.room -= fence.Units(text.String())
	p.text, p.rest = text.String(), from
}
