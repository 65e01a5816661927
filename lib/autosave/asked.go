package autosave

import (
	"context"
	"path"
	"slices"
	"time"

	"holdfast/lib/beads"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

// Asked is what a person or model says where they save.
type Asked struct {
	Line, Bead, Title, Goal string // "" where they do not say
	Closing                 bool   // a finalize
	// Tracker is asked for the issues in progress where nothing else names one.
	Tracker beads.Tracker
}

// Facts are what a save on request starts from: the line by the same rules as
// a hook's, without reading more of the project than that takes.
func (s Session) Facts(ctx context.Context, p line.Project, survey Survey, asked Asked) (Facts, error) {
	read := p.Lines
	if asked.Line != "" { // no other line is chosen
		read = func(ctx context.Context) (line.Lines, error) { return p.Known(ctx, asked.Line) }
	}
	lines, err := read(ctx)
	if err != nil {
		return Facts{}, err
	}
	last, has, err := p.Store.LastBySession(s.ID, s.Now)
	if err != nil {
		return Facts{}, err
	}
	w := which{session: s, last: last, known: has, title: asked.Title}
	w.branch, _ = survey.branch()
	var talk transcript.Conversation
	if log := last.Sitting.Transcript; log != "" {
		if talk, err = transcript.Read(ctx, log, time.Time{}); err == nil && asked.Line == "" && !has {
			// A line that this session was told or names is decided by its prompts.
			w.conversation, w.read = talk, true
		}
	}
	q := w.question()
	// A session that starts with /finalize or the like has no work of its own,
	// whatever is typed after it: it means the line that it was told.
	asks := func(p transcript.Prompt) bool { return prompt.Asks(p.Text) }
	if c := w.conversation; w.read && len(c.Files) == 0 && !slices.ContainsFunc(c.Prompts, asks) && !c.Cut && !c.Compacted {
		q.GoesOn = true
	}
	q.Named, q.Closing, q.Agent = asked.Line, asked.Closing, false
	if s.ID == "" {
		q.Goal = short(asked.Goal, prompt.MaxGoal)
	}
	switch {
	case asked.Bead == "none":
		q.Bead, q.Taken = "", false
	case asked.Bead != "":
		q.Bead, q.Taken = asked.Bead, false
	case !has || last.Artifact().Text("primary_bead") == "":
		s.Working = asked.Tracker.InProgress(ctx)
		q.Working = s.Working
	}
	f := Facts{
		SessionID: s.ID, Line: lines.Choose(q), Working: s.Working, Date: s.Now, Root: p.Store.Root,
		NoPrompts: s.NoPrompts, Conversation: talk, Lines: &lines, sitting: last.Sitting,
	}
	if talk.Last.IsZero() {
		f.Work = survey.Place(ctx)
	} else {
		f.Work = survey.Work(ctx, talk, true)
	}
	f.Work.Meant = true
	if l := f.Line.Line; l != nil {
		f.State = l.State()
		if has && path.Base(path.Dir(last.Path)) == l.Name {
			f.Earlier = last
		}
	}
	return f, nil
}
