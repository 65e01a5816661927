package recovery

import (
	"fmt"
	"slices"

	"holdfast/lib/artifact"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
)

const (
	maxTried = 20  // bounds how many are read of which nothing can be told
	shownTo  = 300 // characters of a foreign goal and now
	// unreadable is the state of counted lines that may be own ones, after a merge conflict or an edit.
	unreadable = "whose newest artifact cannot be read"
)

// readForeign reads the newest foreign lines, without finished and future ones, and counts the rest.
func (o *offer) readForeign(lines []*line.Line, most int) {
	if o.counts() {
		most = 0
	}
	for _, l := range lines {
		_, _, named, _ := artifact.NameOf(l.Foreign)
		ended := func(mode string) bool {
			return o.Named == "" && (mode == artifact.Finalize || l.Saved.After(o.q.Now.Add(artifact.MaxAhead)))
		}
		switch {
		case o.Named == "" && o.q.Now.Sub(l.Saved) > line.StaleAfter:
			o.stale++
		case ended(named):
		case len(o.foreign) == most || o.unread == maxTried:
			o.more++
		default:
			switch a, ok := l.NewestForeign(); {
			case !ok:
			case a.Broken != nil || a.Goal() == "":
				o.unread++
			case !ended(a.Mode()):
				o.foreign = append(o.foreign, foreignEntry(l, a))
			}
		}
	}
}

func (o *offer) broughtBy(path string) string {
	by, ok := o.authors[path]
	if !ok {
		return "not committed, or its author unknown"
	}
	return fmt.Sprintf("committed by %s %s", by.Author, by.Time.UTC().Format("2006-01-02 15:04Z"))
}

// foreignEntry is what the newest artifact says of a line that only others wrote.
func foreignEntry(l *line.Line, a artifact.Artifact) resume.Entry {
	e := resume.Entry{
		Kind: kindLine, ID: l.Name, Path: a.Path, Saved: a.Date, State: "of no known mode", Fit: "not adopted",
	}
	if slices.Contains([]string{artifact.Checkpoint, artifact.Handoff, artifact.Finalize}, a.Mode()) {
		e.State = a.Mode()
	}
	e.Add("goal", fence.Short(redact.Text(a.Goal()), shownTo)) // a cut before that could hide a secret
	e.Add("now", fence.Short(redact.Text(a.Now()), shownTo))
	if fence.IsName(l.Name) {
		show, adopt := fence.Typed("holdfast show %s", l.Name), fence.Typed("holdfast adopt %s", l.Name)
		e.Fit = show + " prints the rest, " + adopt + " takes it over"
	}
	return e
}
