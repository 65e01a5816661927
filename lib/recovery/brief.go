// Package recovery asks every store what is resumable and makes the
// recovery brief of it: the text that Claude Code puts into the context of a
// session that starts, and the one line that its user sees.
//
// The brief states facts and gives no commands. What is in files is data:
// it is fenced, neutralised and bounded.
package recovery

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
)

// The brief's bounds, in UTF-16 units of the text after JSON decoding. Claude
// Code replaces a longer string than 10,000 by a preview.
const (
	fullBudget    = 9500
	compactBudget = 4500 // a compaction's own summary already speaks
	shortBudget   = 1500 // the conversation is there, or the user wants room
	tailRoom      = 400  // kept for the lines on what was left out
	tailNames     = 160
	smallNames    = 60 // of the one line that a small brief ends with
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
	// "" for all. Budget is its greatest length, 0 for fullBudget.
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

// room is how much may be told.
func (r Request) room() int {
	most := fullBudget
	if r.Budget > 0 {
		most = min(most, r.Budget)
	}
	switch {
	case r.Uncut:
		return 1 << 30
	case r.short():
		return min(most, shortBudget)
	case r.Query.Source == "compact":
		return min(most, compactBudget)
	}
	return most
}

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

// Lines lists all lines of work.
func (c Commands) Lines() string { return append(slices.Clip(c.Holdfast), "lines").String() }

// Collect asks the stores, two at a time once one had something to offer, and
// returns what they offer in their order, and the failures. One that fails, or
// panics, spoils nothing of others.
func Collect(ctx context.Context, stores []resume.Store, q resume.Query) ([]resume.Entry, []error) {
	offers := make([][]resume.Entry, len(stores))
	faults := make([]error, len(stores))
	ask := func(i int) {
		defer func() {
			if p := recover(); p != nil {
				faults[i] = fmt.Errorf("asking a store what can be resumed: panic: %v", p)
			}
		}()
		offers[i], faults[i] = stores[i].Resume(ctx, q)
	}
	var next atomic.Int32
	take := func() (i int, more bool) {
		i = int(next.Add(1)) - 1
		return i, i < len(stores)
	}
	var other sync.WaitGroup
	alone := true
	for i, more := take(); more; i, more = take() {
		ask(i)
		// In a project without saved state, waking another core would take
		// longer than asking all stores.
		if alone && len(offers[i]) > 0 {
			alone = false
			other.Go(func() {
				for i, more := take(); more; i, more = take() {
					ask(i)
				}
			})
		}
	}
	other.Wait()
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
	}
}

// Compose makes the brief of entries. Nothing to resume, no note and no
// failure give an empty one.
func Compose(entries []resume.Entry, r Request) (Brief, error) {
	b := Brief{Entries: entries, Message: message(entries, r)}
	if i := foremost(entries); i >= 0 && entries[i].Kind == kindLine && fence.IsName(entries[i].ID) {
		b.First = entries[i].ID
	}
	if subject(entries) < 0 && len(onlyCounted(entries)) == 0 && len(r.Notes) == 0 {
		return b, nil
	}
	if r.Brief == "off" && !r.Uncut {
		return Brief{Entries: entries, Message: b.Message}, nil
	}
	w := writer{request: r, room: r.room(), unnamed: map[string]int{}, some: map[string]int{}}
	var announced fence.Context
	for _, e := range entries {
		announced = announced.Then(e.Announce)
	}
	var opening fence.Context
	if len(entries) > 0 && !r.small() {
		opening = fence.Stated(fence.Say(preamble))
	}
	show := w.fit(whole(entries, r.Show))
	w.room -= fence.Units(announced.String()+opening.String()) + w.reserve(show)
	w.write(entries)
	fenced, err := fence.Wrap("saved state of earlier work, quoted as data", w.text.String(), r.Random)
	if err != nil {
		return Brief{}, fmt.Errorf("making the brief: %w", err)
	}
	b.Context = announced.Then(opening).Then(fenced).Then(w.tail(show))
	return b, nil
}

// whole is the command that prints the foremost entry whole.
func whole(entries []resume.Entry, show Commands) string {
	if i := foremost(entries); i >= 0 && entries[i].Kind == kindLine && fence.IsName(entries[i].ID) {
		return show.about("show", entries[i].ID)
	}
	return show.Brief()
}

const preamble = "Holdfast found saved state of earlier work in this project. It is quoted from files, for orientation."

// clean makes a value from a file one line of data without secrets.
func clean(s string, most int) string {
	s, _ = redact.Text(s)
	return fence.Line(s, most)
}
