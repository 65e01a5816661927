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
	leftSteps  = 3   // open steps that a row tells, as a detail of that name:
	left       = "left"
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
	o := offer{Lines: s, q: q, over: map[line.Status]int{}}
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
	if o.counts() {
		o.choose(lines.Foreign, 0)
	} else {
		o.choose(lines.Foreign, maxForeign)
	}
	o.ask()
	o.tell()
	o.beside(lines.Elsewhere)
	o.others()
	o.counted(lines.Unread, "in folders that there was no time to read yet", 0)
	o.project(lines)
	return o.entries, nil
}

// An offer is the lines sorted by how much of them is told.
type offer struct {
	Lines
	q       resume.Query
	here    []*line.Line // of this branch and open, the one to go on with first; a session's own in any state
	last    *line.Line   // nothing is open here: what was done here last
	away    []*line.Line // open, of other branches
	left    []*line.Line // merged or gone, with steps that somebody set down
	over    map[line.Status]int
	theirs  theirs
	authors map[string]resume.Author // of what others brought
	rows    int                      // that were told
	entries []resume.Entry
}

// counts reports whether all lines but the session's own are only counted: after
// a compaction the room is for its words.
func (o *offer) counts() bool { return o.q.Source == "compact" }

// full reports whether no further line is told in a row, and takes one otherwise.
func (o *offer) full() bool {
	if (o.rows >= maxRows || o.counts()) && !o.All {
		return true
	}
	o.rows++
	return false
}

// mine reports whether the session that asks goes on with the line, whatever is
// checked out by now.
func (o *offer) mine(l *line.Line) bool {
	return o.q.Continues() && o.q.SessionID != "" && (l.Name == o.Mine || l.Sittings.Has(o.q.SessionID))
}

func (o *offer) sort(own []*line.Line) {
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
			if (status == line.Merged || status == line.Gone) && l.Written && l.Steps() > 0 {
				o.left = append(o.left, l)
			}
			o.over[status]++
		}
	}
	if len(o.here) > 0 {
		o.last = nil
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

// tell offers the line to go on with, else what was done here last, then the
// others in rows; what finds no row is counted by its state.
func (o *offer) tell() {
	written, open := 0, 0
	for i, l := range append(slices.Clone(o.here), o.away...) {
		here := i < len(o.here)
		switch {
		case here && i == 0:
			o.entries = append(o.entries, o.whole(l))
		case here && l.Written && written < maxWritten && !o.counts():
			written++
			o.entries = append(o.entries, o.whole(l))
		case o.full():
			open++
		default:
			o.row(l)
		}
	}
	if o.last != nil {
		o.entries = slices.Insert(o.entries, 0, o.ended(o.last))
	}
	for _, l := range o.left {
		if l != o.last && !o.full() {
			o.row(l)
		}
	}
	var parts []string
	n := open
	if open > 0 {
		parts = append(parts, fmt.Sprintf("%d open", open))
	}
	for _, s := range []line.Status{line.Resting, line.Merged, line.Gone, line.Undone, line.Stale, line.Closed} {
		k := o.over[s]
		if o.last != nil && o.last.Status() == s {
			k--
		}
		if k > 0 {
			n += k
			parts = append(parts, fmt.Sprintf("%d %s", k, s))
		}
	}
	if n > 0 {
		o.add(resume.Entry{Kind: kindLines, Count: n, State: strings.Join(parts, ", "), Open: open})
	}
}

// add offers an own entry that is one row.
func (o *offer) add(e resume.Entry, details ...resume.Detail) {
	e.Ours, e.Pointer, e.Details = true, true, details
	o.entries = append(o.entries, e)
}

// row offers a line in one row.
func (o *offer) row(l *line.Line) {
	e := o.entry(l)
	details := []resume.Detail{{Name: "goal", Lines: []string{l.Goal}}}
	if l.Written && e.State != stateWritten {
		steps := line.Texts(l.State().Next)
		details = append(details, resume.Detail{Name: left, Lines: steps[:min(len(steps), leftSteps)]})
	}
	o.add(e, details...)
}

// beside offers the open lines of other worktrees.
func (o *offer) beside(copies []*line.Line) {
	o.rows = 0
	more := 0
	for _, c := range copies {
		switch {
		case c.OnlyFor != "" && c.OnlyFor != o.q.SessionID || o.q.Now.Sub(c.Saved) > line.StaleAfter:
		case o.full():
			more++
		default:
			o.add(resume.Entry{
				Kind: kindLine, ID: c.Name, Path: c.File(), Saved: c.Saved, State: writtenOr(c.Written), Fit: "in worktree " + c.Worktree(),
			}, resume.Detail{Name: "goal", Lines: []string{c.Goal}})
		}
	}
	if more > 0 {
		o.add(resume.Entry{Kind: kindLines, Count: more, State: fmt.Sprintf("%d open in other worktrees", more), Open: more})
	}
}

// entry is what is known of a line without its artifacts.
func (o *offer) entry(l *line.Line) resume.Entry {
	e := resume.Entry{
		Kind: kindLine, ID: l.Name, Path: l.File(), Saved: l.Saved, State: writtenOr(l.Written), Ours: true,
		Fit: o.fit(l.Branches, l.Commit, o.q),
	}
	switch status := l.Status(); {
	case status == line.Undone:
		e.State = "undone, its last changes were taken back"
	case status != line.Open:
		e.State = string(status)
	case len(l.Dirty()) > 0:
		e.Fit = strings.TrimPrefix(e.Fit+", "+fence.Count(len(l.Dirty()), "file")+" uncommitted", ", ")
	}
	return e
}

// whole is a line with all that is known of it, but for what is told of the
// project, ranked. What it follows is for who asks.
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
	var ranked []string
	if o.Named == "" {
		ranked = []string{"follows", "rules"}
		if o.q.Source == "startup" {
			ranked = append(ranked, "files", "read")
		}
	}
	e.Details = slices.DeleteFunc(e.Details, func(d resume.Detail) bool { return slices.Contains(ranked, d.Name) })
	return e
}

// ended is a line that is over, in a few rows: what it was for, how it ended, and
// what somebody left to do.
func (o *offer) ended(l *line.Line) resume.Entry {
	e, state := o.whole(l), l.State()
	keys := []string{"goal", "also", "sittings"}
	if l.Status() != line.Undone { // what was said to be done, or next, was taken back
		keys = append(keys, "now", "since")
		if l.Written && (l.Status() != line.Closed || !state.Plan.At.Before(state.Saved)) {
			keys = append(keys, "next")
		}
	}
	e.Details = slices.DeleteFunc(e.Details, func(d resume.Detail) bool { return !slices.Contains(keys, d.Name) })
	e.Over = true
	return e
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
	if n, ok := q.History.Since(commit); ok {
		return "moved on by " + fence.Count(n, "commit")
	}
	return "moved on by an unknown number of commits"
}
