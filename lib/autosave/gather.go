package autosave

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

// look chooses the line that the session works on and gathers the facts. The work
// tree is looked at last, because git may still be at it. read says that the
// transcript could be read.
func (s Session) look(
	ctx context.Context, p line.Project, survey Survey, c transcript.Conversation, work func() Work, read bool,
) (Facts, error) {
	lines, err := p.Lines(ctx)
	if err != nil {
		return Facts{}, err
	}
	last, _, err := p.Store.LastBySession(s.ID, s.Now)
	if err != nil {
		return Facts{}, err
	}
	w, branch := work(), survey.branch()
	s.apart(ctx, p.Store.Root, c, &w)
	agent := read && last.Newest == "" && len(c.Prompts) == 0 && !c.Cut && !c.Compacted && !c.First.IsZero()
	question := func() line.Question {
		q := s.question(c, last)
		q.Branch, q.Changed, q.Agent = branch, w.Changed, agent
		return q
	}
	choice := lines.Choose(question())
	if closed := choice.Closed; read && !closed.IsZero() {
		from := closed.Add(slack)
		// It closed the line itself, or a clock was set back.
		if last.Until.After(closed) || closed.After(s.Now.Add(slack)) {
			from = last.Until
		}
		if from.After(s.Since) { // what was before is saved and done
			if c, err = transcript.Read(ctx, s.Transcript, from); err != nil {
				return Facts{}, err
			}
		}
		for len(c.Prompts) > 0 && prompt.Concludes(c.Prompts[0].Text) {
			c.Prompts = c.Prompts[1:] // it belongs to what was closed
		}
		w = survey.Work(ctx, c, read)
		s.apart(ctx, p.Store.Root, c, &w)
		choice = lines.Choose(question())
	}
	f := s.facts(lines, choice, last, c, w)
	if f.Agent = agent && c.Team == ""; choice.Line != nil {
		f.Agent = choice.Line.OnlyFor != ""
		f.Earlier = last
	}
	return f, nil
}

// facts are what a session left, of the line that was chosen.
func (s Session) facts(
	lines line.Lines, choice line.Choice, last artifact.LastSave, c transcript.Conversation, w Work,
) Facts {
	if s.Date.IsZero() {
		s.Date = s.Now
	}
	if s.NoPrompts {
		s.Instructions, c.Summary, c.Titles = "", "", transcript.Titles{}
		c.Prompts = slices.Clone(c.Prompts)
		for i := range c.Prompts {
			c.Prompts[i].Text = ""
		}
	}
	f := Facts{
		Session: s, Line: choice, Conversation: c, Work: w, Lines: &lines, Root: lines.Root(), sitting: last.Sitting,
	}
	if choice.Line != nil {
		f.State = choice.Line.State()
	}
	return f
}

// question is what tells the line that a session works on.
func (s Session) question(c transcript.Conversation, last artifact.LastSave) line.Question {
	title, _ := c.Title(!s.NoPrompts)
	q := line.Question{
		SessionID: s.ID, Last: last.Newest, Sitting: last.Sitting, Prompts: c.Prompts, Team: c.Team,
		Working: s.Working, Title: short(title, prompt.MaxGoal),
	}
	if len(c.Prompts) > 0 && !c.Cut && !c.Compacted {
		q.GoesOn = prompt.OnlyGoesOn(c.Prompts[0].Text)
	}
	if c.Recovers { // the skill shows the one that the user picks
		q.Picked = argument(c.Succeeded, func(words []string) int {
			verb := slices.Index(words, "show")
			if verb < 1 || !slices.Contains([]string{"handoff-index", "holdfast"}, filepath.Base(words[verb-1])) {
				return 0
			}
			return verb
		})
	}
	if last.Sitting.Source == "fork" && last.Newest == "" {
		q.Parents = transcript.Origins(cmp.Or(s.Transcript, last.Sitting.Transcript))
	}
	bead := tookBead(c.Succeeded)
	if slices.ContainsFunc(q.Working, func(b beads.Issue) bool { return b.ID == bead }) {
		q.Bead, q.Taken = bead, true
	}
	return q
}

// tookBead is the issue that the session took last: by "bd update ID --status
// in_progress", "--claim", "bd start ID" or "bd claim ID". Source: bd's help.
func tookBead(commands []string) string {
	return argument(commands, func(words []string) int {
		if len(words) < 3 || filepath.Base(words[0]) != "bd" {
			return 0
		}
		takes := []string{"--claim", "in_progress", "--status=in_progress", "-s=in_progress"}
		took := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(takes, w) })
		if words[1] == "start" || words[1] == "claim" || words[1] == "update" && took {
			return 1
		}
		return 0
	})
}

// argument is the first one of the last command of shell lines, without quotes around
// it, in whose words is finds the verb that is meant, 0 for none.
func argument(lines []string, is func(words []string) int) string {
	ends := func(r rune) bool { return strings.ContainsRune(";&|\n", r) }
	for _, line := range slices.Backward(lines) {
		for command := range strings.FieldsFuncSeq(line, ends) {
			words := strings.Fields(command)
			for i, w := range words {
				words[i] = strings.Trim(w, `"'`)
			}
			verb := is(words)
			for i := verb + 1; verb > 0 && i < len(words); i++ {
				valued := slices.Contains([]string{"--root", "--status", "-s"}, words[i-1])
				if !valued && !strings.HasPrefix(words[i], "-") {
					return words[i]
				}
			}
		}
	}
	return ""
}

// maxBeside is how many sessions that ran at the same time are looked at.
const maxBeside = 5

// apart leaves out what other sessions of the project changed at the same time: of
// the files that no tool call of this one names, those that one of theirs does.
func (s Session) apart(ctx context.Context, root string, c transcript.Conversation, w *Work) {
	own := filesOf(root, c.Files, c.Pending)
	if c.First.IsZero() || !slices.ContainsFunc(w.Changed, func(f string) bool { return !own.seen[f] }) {
		return
	}
	found := others(s.Transcript, s.ID, s.Now)
	for _, t := range found[:min(len(found), maxBeside)] {
		if t.touched.Before(c.First) {
			break
		}
		if other, err := transcript.Read(ctx, t.file, c.First); err == nil {
			theirs := filesOf(root, other.Files, other.Pending)
			w.Changed = slices.DeleteFunc(w.Changed, func(f string) bool { return theirs.seen[f] && !own.seen[f] })
		}
	}
}

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
	var talk, decides transcript.Conversation
	if log := last.Sitting.Transcript; log != "" {
		if talk, err = transcript.Read(ctx, log, time.Time{}); err == nil && asked.Line == "" && !has {
			decides = talk // a line that this session was told or names is decided by its prompts
		}
	}
	q := s.question(decides, last)
	// A session that starts with /finalize or the like has no work of its own,
	// whatever is typed after it: it means the line that it was told.
	asks := slices.ContainsFunc(decides.Prompts, func(p transcript.Prompt) bool { return prompt.Asks(p.Text) })
	idle := !asks && len(decides.Files) == 0 && !decides.Cut && !decides.Compacted && !decides.First.IsZero()
	q.GoesOn, q.Named, q.Closing, q.Branch = q.GoesOn || idle, asked.Line, asked.Closing, survey.branch()
	if q.Title = cmp.Or(asked.Title, q.Title); s.ID == "" {
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
	w := survey.Work(ctx, talk, true)
	w.Meant = true
	f := s.facts(lines, lines.Choose(q), last, talk, w)
	if l := f.Line.Line; l != nil && has && path.Base(path.Dir(last.Path)) == l.Name {
		f.Earlier = last
	}
	return f, nil
}
