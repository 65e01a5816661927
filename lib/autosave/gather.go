package autosave

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/beads"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
	"holdfast/lib/prompt"
	"holdfast/lib/rank"
	"holdfast/lib/transcript"
)

// Asked is what a person or model says where they save.
type Asked struct {
	Line, Bead, Title, Goal string        // "" where they do not say
	Closing                 bool          // the line is closed by it
	Tracker                 beads.Tracker // asked for the issues in progress where nothing else names one
}

// Facts are what a save on request starts from, by the same rules as a hook's.
func (s Session) Facts(ctx context.Context) (Facts, error) {
	s.Project.Sweep()
	last, err := s.Project.Store.LastBySession(s.ID, s.Project.Now)
	if err != nil {
		return Facts{}, err
	}
	if s.Asked.Bead == "" && last.Artifact.Text("primary_bead") == "" {
		s.Working = s.Asked.Tracker.InProgress(ctx)
	}
	home := s.Project.Store.Machine
	s.Transcript = cmp.Or(last.Notes.Transcript, transcript.Of(home.Configs(filepath.Dir(home.Path)), s.ID))
	c, _ := transcript.Read(ctx, s.Transcript, s.since) // without it the writer's words are saved
	if _, here := project.Rel(s.Project.Store.Root, c.Cwd); !here && last.Notes.Transcript == "" {
		c, s.Transcript = transcript.Conversation{}, "" // what was said in another project stays there
	}
	return s.gather(ctx, func() (transcript.Conversation, Work) { return c, s.work(ctx, c) })
}

// gather chooses the line and gathers the facts: what is known is read beside what was said, and the work tree is
// looked at last, since git may still be at it.
func (s Session) gather(ctx context.Context, read func() (transcript.Conversation, Work)) (f Facts, err error) {
	s.Date = cmp.Or(s.Date, s.Project.Now)
	f = Facts{Session: s}
	var known *line.Lines
	lines := parallel.Start(func() (err error) {
		if s.Asked != nil && s.Asked.Line != "" { // no other line is chosen
			known, err = s.Project.Known(ctx, s.Asked.Line)
		} else {
			known, err = s.Project.Lines(ctx)
		}
		return err
	})
	f.last, err = s.Project.Store.LastBySession(s.ID, s.Project.Now)
	c, work := read()
	f.Conversation, f.Work = c, work
	a, answered, worked := f.last.Artifact, c.Before.Answer != "", len(c.Prompts) == 0 && f.did()
	// The turn of the last saved prompt went on, as over a compaction: that prompt counts again.
	if f.last.Newest != "" && a.Text("metadata.only_for") == "" && (answered && a.Auto() || worked) {
		c.Before.Text, c.Before.Time = strings.Join(line.NewestOf(a.Listed("prompts"), 1), ""), c.First
		f.Conversation.Prompts = append([]transcript.Prompt{c.Before}, c.Prompts...)
	}
	ahead := sync.OnceValue(f.talk)
	_ = parallel.Start(func() error { ahead().turns(); return nil })
	f.readTalk = ahead
	if err = cmp.Or(<-lines, err); err != nil {
		return f, err
	}
	f.lines = known
	f.Agent = s.Asked == nil && f.last.Newest == "" && len(c.Prompts) == 0 && isWhole(c) && !c.First.IsZero()
	f.Line = f.choose()
	if closed := f.Line.Closed; !closed.IsZero() && !c.First.IsZero() {
		if err := f.leave(ctx, closed); err != nil {
			return f, err
		}
		f.Line = f.choose()
	}
	f.Agent = f.Agent && c.Team == ""
	if l := f.Line.Line; l != nil {
		f.State, f.Earlier = l.State(), f.last
		f.topic = slices.Contains(append(f.Work.On, f.Work.Branch), cmp.Or(l.Topic(), "-"))
		f.Agent = s.Asked == nil && l.OnlyFor != ""
	} else if l = f.lines.Find(f.Line.Follows); l != nil && l.Open() {
		f.State.Next = f.takes(l)
	}
	if f.NoPrompts {
		f.readTalk = nil
		f.Instructions, f.Conversation.Summary, f.Conversation.Titles = "", "", transcript.Titles{}
		f.Conversation.Prompts = slices.Clone(f.Conversation.Prompts)
		for i := range f.Conversation.Prompts {
			f.Conversation.Prompts[i].Text = ""
		}
	}
	return f, nil
}

// isWhole reports whether a conversation is known from its beginning.
func isWhole(c transcript.Conversation) bool { return !c.Cut && !c.Compacted }

// first is the session's first prompt, or what came of one that only asked where the work is; "" if it is not known.
func (f Facts) first() (first string) {
	for _, p := range f.Conversation.Prompts {
		if first = prompt.Looked(p.Text); !prompt.OnlyGoesOn(first) || !prompt.Questions(first) {
			break
		}
	}
	if !isWhole(f.Conversation) {
		return ""
	}
	return first
}

// leave takes out of the facts what was before the session's line was closed.
func (f *Facts) leave(ctx context.Context, closed time.Time) (err error) {
	from := closed.Add(slack)
	// It closed the line itself, or a clock was set back.
	if f.last.Until.After(closed) || closed.After(f.Project.Now.Add(slack)) {
		from = f.last.Until
	}
	if from.After(f.since) {
		if f.Conversation, err = transcript.Read(ctx, f.Transcript, from); err != nil {
			return err
		}
	}
	c := &f.Conversation
	for len(c.Prompts) > 0 && prompt.Concludes(c.Prompts[0].Text) {
		c.Prompts = c.Prompts[1:] // it belongs to what was closed
	}
	f.Work, f.readTalk = f.work(ctx, *c), nil
	return nil
}

// goesOn reports whether the session goes on with the line that its brief told first: its first prompt only says so,
// answers the question of its last answer or throws the work away, or asks where it is, and no other files changed; or
// it changed files of the line and is about it; or it did a step of the line, in its files, in none, or named by that
// prompt.
func (f Facts) goesOn(told *line.Line) bool {
	first, s, c := f.first(), told.State(), f.Conversation
	// A session that starts with /finalize or the like means the line that it was told; its transcript may come later.
	begun := !c.First.IsZero() || f.Transcript != "" && !durable.Exists(f.Transcript)
	asks := func(p transcript.Prompt) bool { return prompt.Asks(p.Text) }
	if f.Asked != nil && begun && len(c.Files) == 0 && isWhole(c) && !slices.ContainsFunc(c.Prompts, asks) {
		return !c.First.IsZero() || line.Key(f.Asked.Goal) == line.Key(s.Goal)
	}
	if first == "" {
		return false
	}
	f.State = s // by which it is told what does a step
	_, answer, _ := strings.Cut(cmp.Or(s.Since, s.Now), answered)
	_, _, decided := prompt.Decided(answer, first)
	replies, asked := decided || prompt.Replies(answer, first) || f.concludes(0, first), c.Prompts[0].Text
	if first == asked && replies || prompt.OnlyGoesOn(first) || prompt.Discards(first, s.Goal) {
		return true
	}
	changed := slices.Concat(f.Work.Changed, f.Work.swept)
	about := slices.ContainsFunc(changed, func(file string) bool { return slices.Contains(s.Files, file) })
	if first != asked && (about || len(changed) == 0 && !f.away()) {
		return true
	}
	steps := strings.Join(line.Texts(s.Next), "\n")
	_, step := prompt.TurnOf(steps, nil, nil).Asked(prompt.StepOf(first)) // and nothing else
	ended := len(changed) > 0 && told.Ended(f.worksOn()) && !prompt.Resumes(first)
	return !ended && (about && (prompt.Resumes(first) && !prompt.AsksRest(first) || isAbout(first, steps, 4)) ||
		(about || step || len(changed) == 0) && slices.ContainsFunc(s.Next, f.does(f.tasks(), f.talk())))
}

// away reports whether the session changed a file of another worktree, by its path.
func (f Facts) away() bool {
	return slices.ContainsFunc(f.Conversation.Files, func(file string) bool {
		if _, here := project.Rel(f.Project.Store.Root, file); here {
			return false
		}
		repo, is := gitrepo.Find(filepath.Dir(file))
		return is && repo.CommonDir == f.Project.Repo.CommonDir && repo.Top != f.Project.Repo.Top
	})
}

// endsOne reports whether the session did what another line left, a step in its files or the rest of its list, or
// whether its first prompt asks for a step of it and half of what that says is of the line.
func (f Facts) endsOne(l *line.Line) bool {
	first, s := f.first(), l.State()
	if f.State = s; first == "" || len(f.Work.Changed) == 0 {
		return false
	}
	if prompt.AsksRest(first) {
		return isAbout(first, strings.Join(append(line.Texts(s.Next), s.Goal), "\n"), 4)
	}
	return slices.ContainsFunc(s.Next, f.asksFor()) ||
		f.shares() && slices.ContainsFunc(s.Next, f.does(f.tasks(), f.talk()))
}

// shares reports whether the session changed a file of the line.
func (f Facts) shares() bool {
	return slices.ContainsFunc(f.Work.Changed, func(file string) bool { return slices.Contains(f.State.Files, file) })
}

// asksFor tells for which steps of the line the session's first prompt, no command, asks: it names one, or has two
// words of it where the session changed a file of the line, and half of what it says is of the line.
func (f Facts) asksFor() func(line.Item) bool {
	first, s, shares := f.first(), f.State, f.shares()
	turn := prompt.TurnOf(first, nil, nil)
	said := slices.Concat([]string{s.Goal}, line.Texts(s.Next), line.Texts(s.Prompts))
	about := sync.OnceValue(func() bool { return isAbout(first, strings.Join(said, "\n"), 2) })
	return func(i line.Item) bool {
		step := prompt.StepOf(i.Text)
		n, _ := turn.Asked(step)
		return (turn.AsksFor(step) || n > 1 && shares) && !strings.HasPrefix(first, "/") && about()
	}
}

// takes are the steps of the line that a new one follows which the session's first prompt is about.
func (f Facts) takes(l *line.Line) []line.Item {
	if !l.Own {
		return nil
	}
	first, s := f.first(), l.State()
	turn := prompt.TurnOf(first, nil, nil)
	return each.Without(s.Next, func(item line.Item) bool {
		step := prompt.StepOf(item.Text)
		asks := turn.AsksFor(step) || len(step.Code(first)) > 0
		return first == "" || !asks || !isAbout(first, item.Text+"\n"+s.Goal, 4)
	})
}

// isAbout reports whether one in so many words of what a prompt asks about is in a text.
func isAbout(asked, text string, one int) bool {
	hits := rank.AskOf(asked).Rank([]rank.Packed{rank.Pack([]rank.Passage{{Text: text, Weight: 1}})})
	return len(hits) > 0 && one*hits[0].Met >= hits[0].Words
}
