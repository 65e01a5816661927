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
	last, has, err := p.Store.LastBySession(ctx, s.ID, s.Now)
	if err != nil {
		return Facts{}, err
	}
	sitting := last.Sitting
	w := which{session: s, sitting: sitting, known: has, title: asked.Title}
	w.last = last.Newest
	w.branch, _ = survey.branch()
	var talk transcript.Conversation
	if sitting.Transcript != "" {
		if talk, err = transcript.Read(ctx, sitting.Transcript, time.Time{}); err == nil && asked.Line == "" && !has {
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
	if asked.Bead != "" {
		q.Bead, q.Taken = asked.Bead, false
		if asked.Bead == "none" {
			q.Bead = ""
		}
	}
	known := asked.Bead != "" || has && last.Artifact().Text("primary_bead") != ""
	if !known {
		s.Working = asked.Tracker.InProgress(ctx)
		q.Working = s.Working
	}
	choice := lines.Choose(q)
	work := survey.Place
	if talk.Last != (time.Time{}) {
		work = func(ctx context.Context) Work { return survey.Work(ctx, talk, true) }
	}
	f := Facts{
		SessionID: s.ID, Line: choice, Work: work(ctx), Working: s.Working, Date: s.Now,
		Root: p.Store.Root, NoPrompts: s.NoPrompts, Conversation: talk,
	}
	f.Work.Meant, f.Lines, f.sitting = true, &lines, sitting
	if l := choice.Line; l != nil {
		f.State = l.State()
		if has && path.Base(path.Dir(last.Path)) == l.Name {
			f.Earlier = last
		}
	}
	return f, nil
}
