package recovery

import (
	"fmt"

	"holdfast/lib/artifact"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/resume"
)

// unreadable is the state of counted lines that may be own ones: by a merge
// conflict, or an edit by hand, no file of theirs can be read any more.
const unreadable = "whose newest artifact cannot be read"

const thatOthersWrote = "that others wrote"

// theirs is what is shown of the lines that only others wrote: nothing else of
// them is read, however many there are.
type theirs struct {
	lines     []*line.Line
	artifacts []artifact.Artifact // the newest of each
	more      int                 // open ones beyond those
	stale     int
	unread    int // of which nothing can be read
}

// maxTried bounds how many lines are read of which nothing can be told.
const maxTried = 20

// choose reads the newest lines that others wrote, at most most of them, and
// counts the others.
func (o *offer) choose(lines []*line.Line, most int) {
	t := &o.theirs
	for _, l := range lines {
		switch {
		case o.Named != "":
		case o.q.Now.Sub(l.Saved) > line.StaleAfter:
			t.stale++
			continue
		case l.Foreign.Mode == artifact.Finalize || l.Saved.After(o.q.Now.Add(artifact.MaxAhead)):
			continue
		case len(t.lines) == most || t.unread == maxTried:
			t.more++
			continue
		}
		a, ok := l.NewestForeign()
		switch {
		case !ok:
		case a.Broken != nil || a.Goal() == "":
			t.unread++
		case o.Named != "" || a.Mode() != artifact.Finalize && o.q.Now.Sub(l.Saved) <= line.StaleAfter && !l.Saved.After(o.q.Now.Add(artifact.MaxAhead)):
			t.lines, t.artifacts = append(t.lines, l), append(t.artifacts, a)
		}
	}
}

// ask asks once who committed all the foreign artifacts that may be told.
func (o *offer) ask() {
	var paths []string
	for _, l := range o.here[:min(len(o.here), maxWritten+1)] {
		if l.Foreign != nil {
			paths = append(paths, l.Foreign.Path)
		}
	}
	for _, a := range o.theirs.artifacts {
		paths = append(paths, a.Path)
	}
	if len(paths) > 0 {
		o.authors = o.q.History.Authors(paths)
	}
}

// others offers the lines that only others wrote: goal and now, and how to take
// them over.
func (o *offer) others() {
	for i, l := range o.theirs.lines {
		a := o.theirs.artifacts[i]
		e := resume.Entry{
			Kind: kindLine, ID: l.Name, Path: a.Path, Saved: a.Date, State: stateOf(a), Fit: "not adopted", By: o.broughtBy(a.Path),
			Details: []resume.Detail{{Name: "goal", Lines: a.Lines("goal")}, {Name: "now", Lines: a.Lines("now")}},
		}
		e.Details = clipped(e.Details)
		if fence.IsName(l.Name) {
			e.Fit = fence.Typed("holdfast show %s", l.Name) + " prints the rest, " + fence.Typed("holdfast adopt %s", l.Name) + " takes it over"
		}
		o.entries = append(o.entries, e)
	}
	o.countForeign(o.theirs.more, thatOthersWrote)
	o.countForeign(o.theirs.unread, unreadable)
	o.countForeign(o.theirs.stale, "stale, that others wrote")
}

// countForeign offers lines that others wrote, or may have written, and that are
// only counted.
func (o *offer) countForeign(n int, what string) {
	if n > 0 {
		e := resume.Entry{Kind: kindLines, Count: n, State: fmt.Sprintf("%d %s", n, what), Pointer: true}
		if what == thatOthersWrote {
			e.Open = n
		}
		o.entries = append(o.entries, e)
	}
}

// stateOf is the artifact's mode, where it is one of the known three.
func stateOf(a artifact.Artifact) string {
	switch m := a.Mode(); m {
	case artifact.Checkpoint, artifact.Handoff, artifact.Finalize:
		return m
	}
	return "of no known mode"
}

func (o *offer) broughtBy(path string) string {
	by, ok := o.authors[path]
	if !ok {
		return "not committed, or its author unknown"
	}
	return fmt.Sprintf("committed by %s %s", by.Name, by.At.UTC().Format("2006-01-02 15:04Z"))
}
