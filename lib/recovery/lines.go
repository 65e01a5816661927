package recovery

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/resume"
	"holdfast/lib/transcript"
)

const (
	maxWritten = 8   // lines that a person or model wrote to, told with details
	maxRows    = 3   // rows of other lines
	maxForeign = 5   // lines that only others wrote
	shownTo    = 300 // characters of a foreign goal and now
	leftSteps  = 3   // open steps that a row tells
)

// Kinds of entries that this package makes itself.
const (
	kindLine  = "line"
	kindLines = "lines" // some that are only counted
	// kindProject is what belongs to the project: rules, files, earlier sessions.
	kindProject = "project"
)

// Lines offers the lines of work of a project.
type Lines struct {
	Project  line.Project
	Checkout line.Checkout
	// Transcript is that of the session that asks, "" for none: beside it is
	// written which sessions run.
	Transcript string
	// Mine is the line that the session that asks saved to last, "" for none: its
	// artifacts may be pruned.
	Mine string
	// All offers every open line, a row each where it is not told with details.
	All bool
	// Named offers that line alone, in full; "" offers those that are open.
	Named string
}

// Resume offers the lines: the one to go on with first, or what was done here
// last; then in rows other open ones, those of other worktrees, what others left,
// and a count of all else; then what belongs to the project.
func (s Lines) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	o := offer{Lines: s, q: q}
	if s.Named != "" {
		l, ok, err := s.Project.Named(ctx, s.Named)
		if err != nil || !ok {
			return nil, err
		}
		if l.Own {
			o.here = []*line.Line{l}
		} else {
			o.choose([]*line.Line{l}, 1)
		}
		o.ask()
		o.tell()
		o.others()
		return o.entries, nil
	}
	lines, err := s.Project.Lines(ctx)
	if err != nil {
		return nil, err
	}
	o.sort(lines.Own)
	if q.Source == "resume" && q.SessionID != "" && !slices.ContainsFunc(o.here, o.mine) {
		return nil, nil // its conversation is there, and it saved nothing
	}
	foreign := maxForeign
	if o.counts() {
		foreign = 0
	}
	o.choose(lines.Foreign, foreign)
	o.ask()
	o.tell()
	o.beside(lines.Elsewhere)
	o.others()
	o.counted(lines.Unread, "in folders that there was no time to read yet", 0)
	o.project(lines)
	return o.entries, nil
}

// counts reports whether all lines but the session's own are only counted: after
// a compaction the room is for its words.
func (o *offer) counts() bool { return o.q.Source == "compact" }

// An offer is the lines sorted by how much of them is told.
type offer struct {
	Lines
	q       resume.Query
	here    []*line.Line // of this branch and open, the one to go on with first; what a session goes on with in any state
	last    *line.Line   // nothing is open here: what was done here last
	away    []*line.Line // open, of other branches
	left    []*line.Line // merged or gone, with steps that somebody set down
	over    map[line.Status]int
	theirs  theirs
	authors map[string]resume.Author // of what others brought
	entries []resume.Entry
}

func (o *offer) sort(own []*line.Line) {
	o.over = map[line.Status]int{}
	for _, l := range own {
		here := l.Here(o.Checkout)
		switch status := l.Status(); {
		case !o.All && l.OnlyFor != "" && l.OnlyFor != o.q.SessionID:
		case o.mine(l), status == line.Open && here:
			o.here = append(o.here, l)
		case status == line.Open, status == line.Stale && o.All:
			o.away = append(o.away, l)
		default:
			if o.last == nil && (here || status == line.Merged) && status != line.Stale {
				o.last = l
			}
			if status == line.Merged || status == line.Gone {
				if l.Written && l.Steps() > 0 {
					o.left = append(o.left, l)
				}
			}
			o.over[status]++
		}
	}
	if len(o.here) < 2 && len(o.away) < 2 {
		return
	}
	running := transcript.ClientsBeside(o.Transcript).Elsewhere()
	rank := func(l *line.Line) int {
		switch {
		case o.mine(l):
			return 0
		case slices.ContainsFunc(running, func(id string) bool { return id != o.q.SessionID && l.Sittings.Has(id) }):
			return 3 // a running session works on it
		case len(l.Dirty()) > 0:
			return 1
		}
		return 2
	}
	for _, list := range [][]*line.Line{o.here, o.away} {
		slices.SortStableFunc(list, func(a, b *line.Line) int { return rank(a) - rank(b) })
	}
}

// mine reports whether the session that asks goes on with the line, whatever is
// checked out by now.
func (o *offer) mine(l *line.Line) bool {
	return o.q.Continues() && o.q.SessionID != "" && (l.Name == o.Mine || l.Sittings.Has(o.q.SessionID))
}

// tell offers the line to go on with, else what was done here last, then the
// others in rows; what finds no row is counted by its state.
func (o *offer) tell() {
	written, rows, open := 0, 0, 0
	for i, l := range o.here {
		switch {
		case i == 0:
			o.entries = append(o.entries, o.whole(l))
		case l.Written && written < maxWritten && !o.counts():
			written++
			o.entries = append(o.entries, o.whole(l))
		default:
			o.row(l, &rows, &open)
		}
	}
	if len(o.here) == 0 && o.last != nil {
		o.entries = append(o.entries, o.ended(o.last))
	}
	for _, l := range o.away {
		o.row(l, &rows, &open)
	}
	for _, l := range o.left {
		if l != o.last {
			o.row(l, &rows, nil)
		}
	}
	o.count(open)
}

// row offers a line in one row while there are rows, and counts it beyond, where
// it is not counted by its state.
func (o *offer) row(l *line.Line, rows, count *int) {
	if (*rows == maxRows || o.counts()) && !o.All {
		if count != nil {
			*count++
		}
		return
	}
	*rows++
	e := o.entry(l)
	e.Pointer = true
	e.Details = []resume.Detail{{Name: "goal", Lines: []string{l.Goal}}}
	if l.Written && e.State != stateWritten {
		state := l.State()
		left := line.Texts(state.Next)
		e.Details = append(e.Details, resume.Detail{Name: "left", Lines: left[:min(len(left), leftSteps)]})
	}
	o.entries = append(o.entries, e)
}

// entry is what is known of a line without its artifacts.
func (o *offer) entry(l *line.Line) resume.Entry {
	e := resume.Entry{
		Kind: kindLine, ID: l.Name, Path: l.File(), Saved: l.Saved, State: writtenOr(l.Written), Ours: true,
		Fit: o.fit(l.Branches, l.Commit, o.q),
	}
	if status := l.Status(); status != line.Open {
		e.State = string(status)
		if status == line.Undone {
			e.State = "undone, its last changes were taken back"
		}
	} else if n := len(l.Dirty()); n > 0 {
		e.Fit = strings.TrimPrefix(e.Fit+", "+fence.Count(n, "file")+" uncommitted", ", ")
	}
	return e
}

// whole is a line with all that is known of it.
func (o *offer) whole(l *line.Line) resume.Entry {
	e, state := o.entry(l), l.State()
	if state.Path != "" {
		e.Saved = state.Saved
	}
	also := ""
	if l.Foreign != nil {
		also = beside(*l.Foreign, l.Name, o.broughtBy(l.Foreign.Path))
	}
	e.Details = details(state, o.q, also)
	if o.Named == "" { // the project's are told, ranked; what it follows is for who asks
		ranked := []string{"follows", "rules"}
		if o.q.Source == "startup" {
			ranked = append(ranked, "files", "read")
		}
		e.Details = slices.DeleteFunc(e.Details, func(d resume.Detail) bool { return slices.Contains(ranked, d.Name) })
	}
	return e
}

// ended is a line that is over, in a few rows: what it was for, how it ended, and
// what somebody left to do.
func (o *offer) ended(l *line.Line) resume.Entry {
	e := o.whole(l)
	keys := []string{"goal", "now", "since", "also", "sittings"}
	if l.Status() == line.Undone { // what was said to be done, or next, was taken back
		keys = []string{"goal", "also", "sittings"}
	} else if state := l.State(); l.Written && (l.Status() != line.Closed || !state.Plan.At.Before(state.Saved)) {
		keys = append(keys, "next")
	}
	e.Details = slices.DeleteFunc(e.Details, func(d resume.Detail) bool { return !slices.Contains(keys, d.Name) })
	e.Over = true
	return e
}

// count offers what is not told, in one row.
func (o *offer) count(open int) {
	n, parts := open, []string{}
	if open > 0 {
		parts = append(parts, fmt.Sprintf("%d open", open))
	}
	for _, s := range []line.Status{line.Resting, line.Merged, line.Gone, line.Undone, line.Stale, line.Closed} {
		k := o.over[s]
		if len(o.here) == 0 && o.last != nil && o.last.Status() == s {
			k--
		}
		if k > 0 {
			n += k
			parts = append(parts, fmt.Sprintf("%d %s", k, s))
		}
	}
	if n > 0 {
		text := strings.Join(parts, ", ")
		o.entries = append(o.entries, resume.Entry{Kind: kindLines, Count: n, State: text, Ours: true, Pointer: true, Open: open})
	}
}

// beside offers the open lines of other worktrees.
func (o *offer) beside(copies []line.Copy) {
	copies = slices.DeleteFunc(copies, func(c line.Copy) bool {
		return c.OnlyFor != "" && c.OnlyFor != o.q.SessionID || o.q.Now.Sub(c.Saved) > line.StaleAfter
	})
	for i, c := range copies {
		if (i == maxRows || o.counts()) && !o.All {
			text := fmt.Sprintf("%d open in other worktrees", len(copies)-i)
			n := len(copies) - i
			o.entries = append(o.entries, resume.Entry{Kind: kindLines, Count: n, State: text, Ours: true, Pointer: true, Open: n})
			break
		}
		o.entries = append(o.entries, resume.Entry{
			Kind: kindLine, ID: c.Line, Path: c.File, Saved: c.Saved, State: writtenOr(c.Written),
			Fit: "in worktree " + c.Root, Ours: true, Pointer: true,
			Details: []resume.Detail{{Name: "goal", Lines: []string{c.Goal}}},
		})
	}
}

// What an open line is: whether a person or model wrote to it.
const (
	stateWritten   = "written"
	stateAutomatic = "automatic"
)

func writtenOr(is bool) string {
	if is {
		return stateWritten
	}
	return stateAutomatic
}

// fit says in a few words whether a line still fits what is checked out, "" where
// no commit is.
func (s Lines) fit(branches []string, commit string, q resume.Query) string {
	switch {
	case s.Checkout.Branch != "" && len(branches) > 0 && !slices.Contains(branches, s.Checkout.Branch):
		names := strings.Join(branches[max(0, len(branches)-2):], ", ")
		if !slices.ContainsFunc(branches, s.Checkout.Exists) {
			return "its branch " + names + " is gone"
		}
		return "other branch " + names
	case q.Commit == "": // no git, or no commit yet: nothing to compare with
		return ""
	case commit == "":
		return "commit unknown"
	case commit == q.Commit:
		return "same branch and commit"
	}
	n, ok := q.History.Since(commit)
	switch {
	case !ok:
		return "moved on by an unknown number of commits"
	case n == 1:
		return "moved on by 1 commit"
	}
	return fmt.Sprintf("moved on by %d commits", n)
}
