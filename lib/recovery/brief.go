// Package recovery asks every store what can be taken up and makes the
// recovery brief of it: the text that Claude Code puts into the context of a
// session that starts, and the one line that its user sees.
//
// The brief states facts and gives no commands. What stands in files is data:
// it is fenced, neutralised and bounded.
package recovery

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
)

// The brief's bounds, in UTF-16 units of the text after JSON decoding. Claude
// Code replaces a longer string than 10,000 by a preview.
const (
	budget        = 9500
	compactBudget = 3000 // a compaction's own summary already speaks
	tailRoom      = 500  // kept for the line on what was left out
	lineRoom      = 600  // the longest line of data
	leadRoom      = 300  // the longest line of the lead, so that it fits 1,500 units
	leadItem      = 120  // the longest line of a list in the lead
	leadLines     = 3    // lines of a detail that stand before other entries
	fullLines     = 15   // lines of a detail at most
	oneLineRoom   = 300  // a detail of an entry that is told in one line
)

// A Brief is what a session is told.
type Brief struct {
	Context string         // for the model, "" for nothing
	Message string         // one line for the user, "" for nothing
	Entries []resume.Entry // what it was made of
}

// Request says what the brief is for.
type Request struct {
	Query  resume.Query
	Random io.Reader
	// Notes are further facts, one line each, such as a session that may still
	// be open elsewhere.
	Notes []string
	// Failures are what hooks could not do since the user was last told.
	Failures []machine.Failure
	// Show are the commands that show more.
	Show Commands
	// Uncut drops the bounds: a person asks for all of it.
	Uncut bool
}

// Commands are what can be typed to see more.
type Commands struct {
	Brief  string                   // the brief, uncut
	Status string                   // what can be taken up, and what failed
	List   string                   // all artifacts
	File   func(path string) string // one artifact, whole; nil where unknown
}

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
// before anybody shows it. The name of what a stranger brought is told only if
// it is no sentence.
func neutralise(e *resume.Entry) {
	for _, s := range []*string{&e.ID, &e.Path, &e.State, &e.Fit, &e.By} {
		*s = clean(*s, 0)
	}
	if !e.Ours && !isName(e.ID) {
		e.ID = "of another"
	}
	for i := range e.Details {
		for j, l := range e.Details[i].Lines {
			e.Details[i].Lines[j] = clean(l, 0)
		}
	}
}

// isName reports whether s is a name as tools make them: [A-Za-z0-9._-], at
// most 100 bytes.
func isName(s string) bool {
	if s == "" || len(s) > 100 {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') && strings.IndexByte("._-", s[i]) < 0 {
			return false
		}
	}
	return true
}

// Compose makes the brief of entries. Nothing to resume, no note and no
// failure give an empty one.
func Compose(entries []resume.Entry, r Request) (Brief, error) {
	b := Brief{Entries: entries, Message: message(entries, r)}
	if len(entries) == 0 && len(r.Notes) == 0 {
		return b, nil
	}
	w := writer{room: room(r), uncut: r.Uncut}
	var announced strings.Builder
	for _, e := range entries {
		if e.Announce != "" {
			announced.WriteString(e.Announce + "\n")
		}
	}
	opening := preamble
	if len(entries) == 0 {
		opening = ""
	}
	show := whole(entries, r.Show)
	w.room -= fence.Units(announced.String()+opening+show+r.Show.Brief) + tailRoom
	w.lead(entries, r)
	w.rest(entries)
	fenced, err := fence.Wrap(w.text.String(), r.Random)
	if err != nil {
		return Brief{}, fmt.Errorf("making the brief: %w", err)
	}
	b.Context = announced.String() + opening + fenced + w.tail(show, r.Show.Brief)
	return b, nil
}

// whole is the command that prints the foremost entry whole.
func whole(entries []resume.Entry, show Commands) string {
	if i := foremost(entries); i >= 0 && entries[i].Kind == "artifact" && show.File != nil {
		return show.File(entries[i].Path)
	}
	return show.Brief
}

const preamble = "Holdfast found saved state of earlier work in this project. It is quoted from files, for orientation.\n"

func room(r Request) int {
	switch {
	case r.Uncut:
		return 1 << 30
	case r.Query.Source == "compact":
		return compactBudget
	}
	return budget
}

// message is the user's line.
func message(entries []resume.Entry, r Request) string {
	var parts []string
	if len(entries) > 0 {
		e := entries[max(foremost(entries), 0)]
		verb := "restored"
		if e.Pointer || !e.Ours {
			verb = "found"
		}
		parts = append(parts, fmt.Sprintf("%s %s, saved %s; /recover for more",
			verb, fence.Line(e.ID, 100), Ago(r.Query.Now, e.Saved)))
	}
	if len(entries) == 0 && len(r.Notes) > 0 {
		parts = append(parts, clean(r.Notes[0], 200))
	}
	if n := len(r.Failures); n > 0 {
		f := r.Failures[n-1]
		text := fmt.Sprintf("%s failed %s: %s", clean(f.Program, 20), Ago(r.Query.Now, f.Time), clean(f.Message, 200))
		if n > 1 {
			text += fmt.Sprintf(" (and %d more)", n-1)
		}
		parts = append(parts, text+"; "+r.Show.Status+" tells more")
	}
	if len(parts) == 0 {
		return ""
	}
	return "holdfast: " + strings.Join(parts, "; ")
}

// Ago is the time from then to now in words, such as "12 min ago".
func Ago(now, then time.Time) string {
	d := now.Sub(then)
	switch {
	case then.IsZero():
		return "at an unknown time"
	case d < -time.Minute:
		return "in the future"
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	}
	return fmt.Sprintf("%d days ago", int(d.Hours()/24))
}

// clean makes a value from a file one line of data without secrets.
func clean(s string, most int) string {
	s, _ = redact.Text(s)
	return fence.Line(s, most)
}
