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
	// Whole says that goal or now of the line is needed.
	Whole bool
	// Tracker is asked for the issues in progress where nothing else names one.
	Tracker beads.Tracker
}

// Facts are what a save on request starts from: the line by the same rules as
// a hook's, without reading more of the project than that takes.
func (s Session) Facts(ctx context.Context, p line.Project, survey Survey, asked Asked) (Facts, error) {
	lines, err := p.Glance()
	if s.ID == "" && asked.Line == "" && err == nil {
		lines, err = p.Lines(ctx) // by goal any of them may be meant
	}
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
	if asked.Line == "" && !has && sitting.Transcript != "" {
		// A line that this session was told or names is decided by its prompts.
		w.conversation, err = readConversation(ctx, sitting.Transcript, time.Time{})
		w.read = err == nil
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
	f := Facts{SessionID: s.ID, Line: choice, Work: survey.Place(ctx), Working: s.Working, Date: s.Now}
	f.Work.Meant = true
	if l := choice.Line; l != nil {
		f.State = line.State{Branches: l.Branches, Bead: firstOf(l.Beads)}
		if asked.Whole {
			if l, ok, err := p.Named(ctx, l.Name); err == nil && ok {
				f.State = l.State()
			}
		}
		if has && path.Base(path.Dir(last.Path)) == l.Name {
			f.Earlier = last
		}
	}
	return f, nil
}

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
