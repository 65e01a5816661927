package recovery

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
	"holdfast/lib/transcript"
)

const (
	maxWritten = 8   // lines that a person or model wrote to, shown in full
	maxFading  = 3   // automatic lines beside the newest, told with goal and now
	maxRows    = 10  // lines of another branch, or of another worktree, in a row each
	maxForeign = 5   // lines that only others wrote
	shownTo    = 300 // characters of a foreign goal and now
	fadingFor  = 48 * time.Hour
)

// Kinds of entries that this package makes itself.
const (
	kindLine  = "line"
	kindLines = "lines" // some that are only counted
)

// closedFit is the fit of a line that was finalized.
const closedFit = "closed"

// staleLines begins the state of counted lines that are stale.
const staleLines = "stale"

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
	// All offers every open line, a row each where it is not shown in full.
	All bool
	// Named offers that line alone, in full; "" offers those that are open.
	Named string
}

// Resume offers the lines: those of this branch, the one to go on with first,
// then in rows those of other branches and worktrees, what others left, and a
// count of all else that is open.
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
	o.choose(lines.Foreign, maxForeign)
	o.ask()
	o.tell()
	o.rows(lines.Elsewhere)
	o.others()
	o.countForeign(lines.Unread, "in folders that there was no time to read yet")
	return o.entries, nil
}

// An offer is the lines sorted by how much of them is shown.
type offer struct {
	Lines
	q          resume.Query
	here, away []*line.Line // open, of this branch and of others
	closed     *line.Line   // the newest that is closed, if nothing open was saved since
	stale      int
	theirs     theirs
	authors    map[string]resume.Author // of what others brought
	entries    []resume.Entry
}

func (o *offer) sort(own []*line.Line) {
	for _, l := range own {
		switch {
		case l.OnlyFor != "" && l.OnlyFor != o.q.SessionID:
		case l.Closed:
			if o.closed == nil && len(o.here)+len(o.away) == 0 {
				o.closed = l
			}
		case l.Stale(o.q.Now):
			if o.All {
				o.away = append(o.away, l)
			} else {
				o.stale++
			}
		case l.Here(o.Checkout):
			o.here = append(o.here, l)
		default:
			o.away = append(o.away, l)
		}
	}
	if len(o.here)+len(o.away) < 2 {
		return
	}
	running := transcript.ClientsBeside(o.Transcript).Elsewhere()
	mine := func(l *line.Line) bool {
		return o.q.Continues() && o.q.SessionID != "" && (l.Name == o.Mine || l.Sittings.Has(o.q.SessionID))
	}
	rank := func(l *line.Line) int {
		switch {
		case mine(l):
			return 0
		case slices.ContainsFunc(running, func(id string) bool { return id != o.q.SessionID && l.Sittings.Has(id) }):
			return 2 // a running session works on it
		}
		return 1
	}
	slices.SortStableFunc(o.here, func(a, b *line.Line) int { return rank(a) - rank(b) })
	// A session that goes on keeps its line, whatever is checked out by now.
	if i := slices.IndexFunc(o.away, mine); i >= 0 && (len(o.here) == 0 || !mine(o.here[0])) {
		o.here = slices.Insert(o.here, 0, o.away[i])
		o.away = slices.Delete(o.away, i, i+1)
	}
}

// tell offers the lines of this branch: the first, the written ones and the one
// that the first follows in full; automatic ones fade.
func (o *offer) tell() {
	written, fading, automatic, more := 0, 0, false, 0
	follows := ""
	for i, l := range o.here {
		full := i == 0 || l.Name == follows
		switch {
		case full:
			automatic = automatic || !l.Written
		case l.Written && written < maxWritten:
			full = true
			written++
		case l.Written:
			o.entries = append(o.entries, o.row(l, ""))
			continue
		case !automatic:
			full, automatic = true, true
		case fading < maxFading && o.q.Now.Sub(l.Saved) < fadingFor:
			fading++
			o.entries = append(o.entries, o.fading(l))
			continue
		case o.All:
			o.entries = append(o.entries, o.row(l, ""))
			continue
		default:
			more++
			continue
		}
		state := l.State()
		if i == 0 {
			follows = state.Follows
		}
		o.entries = append(o.entries, o.whole(l, state))
	}
	o.count(more, "with automatic saves only")
	if len(o.here) == 0 && len(o.away) > 0 {
		follows = "" // nothing here is gone on with
	}
	if o.closed != nil {
		e := o.row(o.closed, closedFit)
		e.State = "finalized"
		o.entries = append(o.entries, e)
	}
}

// rows offers what is elsewhere: lines of other branches and worktrees.
func (o *offer) rows(copies []line.Copy) {
	most := maxRows
	if o.All {
		most = len(o.away) + len(copies)
	}
	for i, l := range o.away {
		if i == most {
			o.count(len(o.away)-i, "of other branches")
			break
		}
		where := staleLines
		if !l.Stale(o.q.Now) {
			where = "other branch " + strings.Join(l.Branches[:min(len(l.Branches), 2)], ", ")
		}
		o.entries = append(o.entries, o.row(l, where))
	}
	copies = slices.DeleteFunc(copies, func(c line.Copy) bool {
		return c.OnlyFor != "" && c.OnlyFor != o.q.SessionID || o.q.Now.Sub(c.Saved) > line.StaleAfter
	})
	for i, c := range copies {
		if i == most {
			o.count(len(copies)-i, "of other worktrees")
			break
		}
		fit := "in worktree " + c.Root
		o.entries = append(o.entries, resume.Entry{
			Kind: kindLine, ID: c.Line, Path: c.File, Saved: c.Saved, State: written(c.Written), Fit: fit, Ours: true, Pointer: true,
			Details: []resume.Detail{{Name: "goal", Lines: []string{c.Goal}}},
		})
	}
	o.count(o.stale, staleLines+", without a save for 30 days")
}

// count offers lines that are only counted.
func (o *offer) count(n int, what string) {
	if n > 0 {
		o.entries = append(o.entries, resume.Entry{Kind: kindLines, Count: n, State: what, Ours: true, Pointer: true})
	}
}

// row is a line in one row, as the index knows it.
func (o *offer) row(l *line.Line, fit string) resume.Entry {
	e := resume.Entry{
		Kind: kindLine, ID: l.Name, Path: l.File(), Saved: l.Saved, State: written(l.Written), Fit: fit, Ours: true, Pointer: true,
		Details: []resume.Detail{{Name: "goal", Lines: []string{l.Goal}}},
	}
	if fit == "" {
		e.Fit = o.fit(l.Branches, l.Commit, o.q)
	}
	return e
}

// fading is a line with its goal and now.
func (o *offer) fading(l *line.Line) resume.Entry {
	e := o.whole(l, l.State())
	e.Details = slices.DeleteFunc(e.Details, func(d resume.Detail) bool { return d.Name != "goal" && d.Name != "now" })
	e.Details = clipped(e.Details)
	return e
}

func written(is bool) string {
	if is {
		return "written"
	}
	return "automatic"
}

// whole is a line with all that is known of it.
func (o *offer) whole(l *line.Line, state line.State) resume.Entry {
	also := ""
	if l.Foreign != nil {
		also = beside(*l.Foreign, l.Name, o.broughtBy(l.Foreign.Path))
	}
	e := resume.Entry{
		Kind: kindLine, ID: l.Name, Path: l.File(), Saved: state.Saved, State: written(state.Written), Ours: true,
		Fit: o.fit(state.Branches, state.Commit, o.q), Details: details(state, o.q, also),
	}
	if state.Closed {
		e.Fit = closedFit
	}
	if state.Path == "" {
		e.Saved = l.Saved
	}
	return e
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

// clipped makes each detail one line of at most shownTo characters, without
// secrets before it is cut, so that no cut hides one from the brief's redactor.
func clipped(details []resume.Detail) []resume.Detail {
	var out []resume.Detail
	for _, d := range details {
		text, _ := redact.Text(strings.Join(d.Lines, "; "))
		if text != "" {
			out = append(out, resume.Detail{Name: d.Name, Lines: []string{fence.Short(text, shownTo)}})
		}
	}
	return out
}
