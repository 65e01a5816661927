// Package recovery asks every store what is resumable and makes the
// recovery brief of it: the text that Claude Code puts into the context of a
// session that starts, and the one line that its user sees.
//
// The brief states facts and gives no commands. What is in files is data:
// it is fenced, neutralised and bounded.
package recovery

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
)

// The brief's bounds, in UTF-16 units of the text after JSON decoding. Claude
// Code replaces a longer string than 10,000 by a preview.
const (
	mostBudget    = 9500
	startBudget   = 3500
	compactBudget = 4500 // a compaction's own summary already speaks
	shortBudget   = 1500 // the conversation is there, or the user wants room
	tailNames     = 60
	smallNames    = 60
)

// A Brief is what a session is shown.
type Brief struct {
	Context fence.Context  // for the model, empty for nothing
	Message string         // one line for the user, "" for nothing
	Entries []resume.Entry // what it was made of
	First   string         // the line of work that it tells first, "" for none
}

// Request says what the brief is for.
type Request struct {
	Query  resume.Query
	Random io.Reader
	// Notes are further facts, one line each, such as a session that may still
	// be open elsewhere.
	Notes []string
	// Unsaved says that sessions ended without a save, which was made now, ""
	// for none.
	Unsaved string
	// Failures are what hooks could not do since the user was last told.
	Failures []machine.Failure
	// Show are the commands that show more.
	Show Commands
	// Uncut drops the bounds: a person asks for all of it.
	Uncut bool
	// Brief tells less where a person wants it so: "short", "off", or "full" and
	// "" for all. Budget is its greatest length, 0 for the usual one.
	Brief  string
	Budget int
}

// short reports whether only the continued line is shown, and a row for each
// other entry.
func (r Request) short() bool {
	switch r.Query.Source {
	case "clear", "resume", "fork":
		return !r.Uncut
	}
	return r.Brief == "short" && !r.Uncut
}

// room is how much may be told. What a person set holds for a compaction too
// where it is less.
func (r Request) room() int {
	set := r.Budget
	if set <= 0 {
		set = startBudget
	}
	switch {
	case r.Uncut:
		return 1 << 30
	case r.short():
		return min(set, shortBudget)
	case r.Query.Source == "compact":
		if r.Budget <= 0 || r.Budget >= startBudget {
			return compactBudget
		}
		return r.Budget
	}
	return min(set, mostBudget)
}

// compacts reports whether the session goes on after a compaction.
func (r Request) compacts() bool { return r.Query.Source == "compact" && !r.small() }

// small reports whether a person wants so little that the goal comes before all
// that can be looked up.
func (r Request) small() bool { return r.room() < shortBudget }

// Commands are what can be typed to see more.
type Commands struct {
	Holdfast fence.Command // the program
	Root     string        // the project that is named to it; "" where it is typed there
}

func (c Commands) about(words ...string) string {
	if c.Root != "" {
		words = append(words, "--root", c.Root)
	}
	return append(slices.Clip(c.Holdfast), words...).String()
}

// Brief prints the brief, uncut.
func (c Commands) Brief() string { return c.about("brief") }

// status prints what is resumable, and what failed.
func (c Commands) status() string { return c.about("status") }

// Counted is the row of an entry that only counts, with where those are listed: its
// Fit, or the lines of work.
func (c Commands) Counted(e resume.Entry) string {
	where := cmp.Or(fence.Line(e.Fit, 100), append(slices.Clip(c.Holdfast), "lines").String())
	return fmt.Sprintf("more %s: %s; %s", fence.Line(e.Kind, 20), fence.Line(e.State, 200), where)
}

const (
	// othersTime is how long a hook waits for what is not the lines: it must have
	// time left to tell those.
	othersTime = 2500 * time.Millisecond
	// aloneTime is how long a store is waited for before the next is asked beside
	// it: in a project without saved state, waking another core takes longer.
	aloneTime = 20 * time.Millisecond
)

// Collect asks the stores, the lines first, and returns what they offer in their
// order, and the failures. One that fails, panics or takes too long spoils nothing
// of others.
func Collect(ctx context.Context, stores []resume.Store, q resume.Query) ([]resume.Entry, []error) {
	offers := make([][]resume.Entry, len(stores))
	faults := make([]error, len(stores))
	ask := func(i int) (wait func(context.Context) bool) {
		var offer []resume.Entry
		answer := parallel.Start(func() (err error) {
			offer, err = stores[i].Resume(ctx, q)
			return err
		})
		faults[i] = fmt.Errorf("asking %T what can be resumed: no answer in time", stores[i])
		return func(until context.Context) bool {
			select {
			case faults[i] = <-answer:
				offers[i] = offer
				return true
			case <-until.Done():
				return false
			}
		}
	}
	own := slices.IndexFunc(stores, func(s resume.Store) bool { _, ok := s.(Lines); return ok })
	if own >= 0 {
		ask(own)(ctx)
	}
	until := ctx
	if _, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		until, cancel = context.WithTimeout(ctx, othersTime)
		defer cancel()
	}
	var late []func(context.Context) bool
	for i := range stores {
		if i == own {
			continue
		}
		wait := ask(i)
		if own < 0 || len(offers[own]) == 0 {
			soon, cancel := context.WithTimeout(until, aloneTime)
			answered := wait(soon)
			cancel()
			if answered {
				continue
			}
		}
		late = append(late, wait)
	}
	for _, wait := range late {
		wait(until)
	}
	var entries []resume.Entry
	for _, offer := range offers {
		for i := range offer {
			neutralise(&offer[i])
		}
		entries = append(entries, offer...)
	}
	return entries, slices.DeleteFunc(faults, func(err error) bool { return err == nil })
}

// neutralise makes every value of an entry one line of data without secrets,
// before anybody shows it. The name of what is foreign is shown only if
// it is not a sentence.
func neutralise(e *resume.Entry) {
	for _, s := range []*string{&e.ID, &e.Path, &e.State, &e.Fit, &e.By} {
		*s = clean(*s, 0)
	}
	if !e.Ours {
		e.ID = fence.Name(e.ID)
		if !fence.IsName(e.Path) {
			e.Path = ""
		}
	}
	for i := range e.Details {
		e.Details[i].About = clean(e.Details[i].About, 0)
		for j, l := range e.Details[i].Lines {
			e.Details[i].Lines[j] = clean(l, 0)
		}
		for j, text := range e.Details[i].Broken {
			text, _ = redact.Text(text)
			rows := strings.Split(text, "\n")
			for k, row := range rows {
				rows[k] = fence.Line(row, 0)
			}
			e.Details[i].Broken[j] = strings.Join(rows, "\n")
		}
	}
}

// Compose makes the brief of entries, which are neutralised. Nothing to resume, no
// note and no failure give an empty one.
func Compose(entries []resume.Entry, r Request) (Brief, error) {
	b := Brief{Entries: entries, Message: message(entries, r)}
	if i := foremost(entries); i >= 0 && entries[i].Kind == kindLine && fence.IsName(entries[i].ID) {
		b.First = entries[i].ID
	}
	nothing := !slices.ContainsFunc(entries, worthTelling)
	if nothing && len(r.Notes) == 0 || r.Brief == "off" && !r.Uncut {
		return b, nil
	}
	w := writer{request: r, room: r.room(), unnamed: map[string]int{}}
	var announced fence.Context
	for _, e := range entries {
		announced = announced.Then(e.Announce)
	}
	var opening fence.Context
	if len(entries) > 0 && !r.small() {
		opening = fence.Stated(fence.Say(preamble))
	}
	show := w.fit(whatShows(entries, r.Show))
	w.room -= fence.Units(announced.String()+opening.String()) + w.reserve(show)
	w.write(entries)
	if len(w.unnamed) == 0 && r.compacts() { // the room kept for their row is free
		w.room += len(leftOut) + smallNames + fence.Units(w.fit(r.Show.status()))
		w.fill(r.order(), func() {})
	}
	fenced, err := fence.Wrap("saved state of earlier work, quoted as data", w.render(), r.Random)
	if err != nil {
		return Brief{}, fmt.Errorf("making the brief: %w", err)
	}
	b.Context = announced.Then(opening).Then(fenced).Then(w.tail(show))
	return b, nil
}

// worthTelling reports whether an entry alone is worth a brief: what is over, or
// foreign, and only counted is not.
func worthTelling(e resume.Entry) bool {
	return e.Kind != kindLines || e.Open > 0 || strings.HasSuffix(e.State, unreadable)
}

// foremost is the index of the entry that is told first: the first own line,
// else the first of all that is not a pointer, -1 for none.
func foremost(entries []resume.Entry) int {
	i := slices.IndexFunc(entries, func(e resume.Entry) bool { return !e.Pointer && e.Kind == kindLine && e.Ours })
	if i < 0 {
		i = slices.IndexFunc(entries, func(e resume.Entry) bool { return !e.Pointer })
	}
	return i
}

// write begins the block of the foremost entry, writes the notes, and gives the
// room to all as their order says.
func (w *writer) write(entries []resume.Entry) {
	first := foremost(entries)
	if first >= 0 {
		b, e := newBlock(entries[first]), entries[first]
		if b.of = lead; e.Kind != kindLine || !e.Ours {
			b.of = sole
		}
		text := head(e, w.request)
		if !w.request.small() && e.Path != "" {
			text += "\n  file: " + fence.Line(e.Path, maxPath)
		}
		w.begin(b, text)
	}
	if w.request.Unsaved != "" {
		w.note(w.request.Unsaved)
	}
	for _, n := range w.request.Notes {
		w.note(n)
	}
	for _, e := range entries {
		if e.Kind == kindProject && !w.request.small() {
			b := newBlock(e)
			b.of = project
			isRules := func(p *part) bool { return p.Name == "rules" }
			if w.begin(b, "project:") && slices.ContainsFunc(b.parts, isRules) { // no text is told twice
				for _, other := range w.blocks[:len(w.blocks)-1] {
					other.parts = slices.DeleteFunc(other.parts, isRules)
				}
			}
		}
	}
	w.fill(w.request.order(), func() {
		for i, e := range entries {
			if i != first && e.Kind != kindProject {
				w.other(e)
			}
		}
	})
}

// shareOfRows is how much of the room, in percent, rows of other entries may take:
// what does not fit is counted.
const shareOfRows = 40

// other tells an entry beside the foremost in a row.
func (w *writer) other(e resume.Entry) {
	b := newBlock(e)
	switch {
	case e.Pointer:
		b.of = none
	case e.State == stateWritten:
		b.of = written
	default:
		b.of = others
	}
	row := w.row(b)
	if !w.request.Uncut && !w.request.short() && w.rows+fence.Units(row) > w.request.room()*shareOfRows/100 {
		w.unnamed[e.Kind] += max(e.Count, 1)
		return
	}
	w.rows += fence.Units(row)
	w.begin(b, row)
}

// whatShows is the command that prints the foremost entry whole.
func whatShows(entries []resume.Entry, show Commands) string {
	if i := foremost(entries); i >= 0 && entries[i].Kind == kindLine && fence.IsName(entries[i].ID) {
		return show.about("show", entries[i].ID)
	}
	return show.Brief()
}

const leftOut = "Left out: %s. In full: %s"

// reserve is the room that is kept for the end of the brief and its fence.
func (w *writer) reserve(show string) int {
	const frame = 120 // what is around the text, the fence's name on either side
	show, status := w.fit(show), w.fit(w.request.Show.status())
	if w.request.small() {
		return frame + len(leftOut) + smallNames + max(fence.Units(show), fence.Units(status))
	}
	return frame + 2*len(leftOut) + tailNames + smallNames + fence.Units(show+status)
}

// fit is a command as the brief has room for it: of a tenth of it at most.
func (w *writer) fit(command string) string {
	const least = 120
	if fence.Units(command) > max(least, w.request.room()/10) {
		return "/recover"
	}
	return command
}

// tail names what was left out, with the commands that print it.
func (w *writer) tail(show string) fence.Context {
	var left []string
	for _, b := range w.blocks {
		if b.of == lead || b.of == sole {
			left = b.left()
		}
	}
	note := func(names, command string, most int) fence.Context {
		if names == "" {
			return fence.Context{}
		}
		return fence.Stated(fence.Say(leftOut, fence.Data{Text: names, Max: most}, fence.Data{Text: command}))
	}
	more, status := numbers(w.unnamed), w.fit(w.request.Show.status())
	if w.request.small() && more != "" {
		if len(left) > 0 {
			more = "details, " + more
		}
		return note(more, status, smallNames)
	}
	return note(strings.Join(left, ", "), show, tailNames).Then(note(more, status, smallNames))
}

// numbers are counts by kind, in words.
func numbers(counts map[string]int) string {
	var parts []string
	for _, kind := range []string{"epic", kindLine, kindLines, "design", "run", "task", "note"} {
		if n := counts[kind]; n > 0 {
			parts = append(parts, plural(n, strings.TrimSuffix(kind, "s")))
		}
	}
	return strings.Join(parts, ", ")
}

const preamble = "Holdfast found saved state of earlier work in this project. It is quoted from files, for orientation."

// clean makes a value from a file one line of data without secrets.
func clean(s string, most int) string {
	s, _ = redact.Text(s)
	return fence.Line(s, most)
}
