package autosave

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/durable"
	"holdfast/lib/epic"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

// A Session is one whose state is saved without being asked.
type Session struct {
	ID           string
	Transcript   string        // path as the client names it, may be empty
	Trigger      string        // manual, auto, session-end or Recovered
	Instructions string        // what the user said to keep, may be empty
	Working      []beads.Issue // the issues in progress
	Designs      []Design      // that are open
	Waves        []epic.Wave
	// Now is the clock's time; Date, where it is not zero, the time that the
	// state is of.
	Now, Date time.Time
	// Seen is when the transcript was touched last, of a session that ended; zero
	// for Now.
	Seen time.Time
	// Since is up to when the conversation was saved before, zero where all of it
	// counts.
	Since time.Time
	// Keep bounds the automatic artifacts that stay; zero values are the
	// defaults.
	Keep line.Bounds
	// NoPrompts says that no text of a prompt may be stored.
	NoPrompts bool
	// wanted, where it is not nil, says whether what was found is worth saving.
	wanted func(Facts) bool
}

// Result is what Run did.
type Result struct {
	Saved artifact.Saved
	Wrote bool // false where there was nothing to save
	// Again says that the session had saved the very same: Saved is that.
	Again bool
	// File is the copy in the machine folder, absolute, where nothing was written
	// into the project.
	File    string
	Facts   Facts
	Warning error // what went wrong without stopping the saving
}

// Run saves the session's state as an artifact of mode checkpoint and the
// title auto. A transcript that cannot be read is a warning: the rest is saved.
func Run(ctx context.Context, p line.Project, survey Survey, s Session) (Result, error) {
	var conversation transcript.Conversation
	var err error
	if s.Transcript != "" { // the client may know of none
		settle(ctx, s.Transcript, s.Now)
		var stop func()
		survey, stop = survey.ahead(ctx)
		defer stop()
		p = p.LookAhead(s.ID)
		conversation, err = readConversation(ctx, s.Transcript, s.Since)
	}
	var warning error
	if err != nil {
		warning = err
	} else if conversation.Cut && len(conversation.Prompts) == 0 {
		warning = errLong
	}
	r, saveErr := s.save(ctx, p, survey, conversation, err == nil && s.Transcript != "")
	r.Warning = errors.Join(warning, r.Warning)
	return r, saveErr
}

// RunAtEnd saves the state of a session that ends, where it did something since
// its last save. It does not wait for the client to write its last lines.
func RunAtEnd(ctx context.Context, p line.Project, survey Survey, s Session) (Result, error) {
	earlier, has, err := p.Store.LastBySession(ctx, s.ID, s.Now)
	if err != nil {
		return Result{}, err
	}
	if has {
		s.Since = earlier.Until
	}
	conversation, err := readConversation(ctx, s.Transcript, s.Since)
	if err != nil {
		return Result{}, err
	}
	s.Trigger, s.wanted = SessionEnd, Facts.Worth
	return s.save(ctx, p, survey, conversation, true)
}

// errLong says that a conversation could not be read back to its last prompt.
var errLong = errors.New("the conversation is too long to be read to its last prompt; what is saved may lack some of it")

// readConversation reads the live conversation, further back where the end of
// the transcript holds no prompt.
func readConversation(ctx context.Context, path string, since time.Time) (transcript.Conversation, error) {
	c, err := transcript.Read(ctx, path, since, transcript.Limits{Bytes: maxTranscript})
	if err != nil || !c.Cut || len(c.Prompts) > 0 || ctx.Err() != nil {
		return c, err
	}
	return transcript.Read(ctx, path, since, transcript.Limits{Bytes: longTranscript})
}

// save chooses the line and saves there, one save of the project at a time.
// read says that the transcript could be read. The work tree is looked at last,
// because git may still be at it.
func (s Session) save(ctx context.Context, p line.Project, survey Survey, c transcript.Conversation, read bool) (r Result, err error) {
	work := sync.OnceValue(func() Work { return survey.Work(ctx, c, read) })
	if f := (Facts{Conversation: c, Waves: s.Waves}); f.Empty() {
		sitting, _ := p.Store.Sitting(s.ID)
		answers := c.LastAnswer != "" && len(sitting.Saved) > 0
		if f.Work = work(); f.Empty() && !answers {
			return r, nil
		}
	}
	folder := p.Store.Kept()
	if p.Store.Machine.Ensure(folder) != nil {
		return s.write(ctx, p, survey, c, work, read) // without a machine folder there is no lock to take
	}
	lockErr := durable.File(filepath.Join(folder, "save.lock")).Locked(ctx, func() error {
		r, err = s.write(ctx, p, survey, c, work, read)
		return nil
	})
	return r, errors.Join(lockErr, err)
}

func (s Session) write(ctx context.Context, p line.Project, survey Survey, c transcript.Conversation, work func() Work, read bool) (Result, error) {
	r, at, err := s.look(ctx, p, survey, c, work, read)
	if err != nil || r.Facts.Empty() || at.closed && !r.Facts.Worked() || s.wanted != nil && !s.wanted(r.Facts) {
		return r, err
	}
	return r, r.save(ctx, p, survey, s, &at.lines, at.sitting)
}

// found is what a look at a session found beside its facts.
type found struct {
	lines   line.Lines
	sitting artifact.Sitting
	closed  bool // the line that it worked on was closed
}

// look chooses the line that the session works on and gathers the facts.
func (s Session) look(ctx context.Context, p line.Project, survey Survey, c transcript.Conversation, work func() Work, read bool) (r Result, at found, err error) {
	if at.lines, err = p.Lines(ctx); err != nil {
		return r, at, err
	}
	last, has, err := p.Store.LastBySession(ctx, s.ID, s.Now)
	if err != nil {
		return r, at, err
	}
	at.sitting = last.Sitting
	w := which{session: s, conversation: c, read: read, sitting: at.sitting, known: has}
	w.last = last.Newest
	if head, ok := survey.branch(); ok {
		w.branch = head
	}
	choice := at.lines.Choose(w.question())
	at.closed = !choice.Closed.IsZero()
	from := choice.Closed.Add(slack)
	if last.Until.After(choice.Closed) || choice.Closed.After(s.Now.Add(slack)) { // it closed the line itself, or a clock was set back
		from = last.Until
	}
	if at.closed && read {
		if from.After(s.Since) { // what was before is saved and done
			if c, err = readConversation(ctx, s.Transcript, from); err != nil {
				return r, at, err
			}
		}
		for len(c.Prompts) > 0 && prompt.Concludes(c.Prompts[0].Text) {
			c.Prompts = c.Prompts[1:] // it belongs to what was closed
		}
		work = func() Work { return survey.Work(ctx, c, read) }
	}
	r.Facts = s.facts(c, work(), choice)
	r.Facts.Agent = r.Facts.Agent || w.agent() && choice.Line == nil
	if has && choice.Line != nil {
		r.Facts.Earlier = last
	}
	return r, at, nil
}

func (s Session) facts(c transcript.Conversation, w Work, choice line.Choice) Facts {
	f := Facts{
		NoPrompts: s.NoPrompts, SessionID: s.ID, Trigger: s.Trigger, Instructions: s.Instructions, Transcript: s.Transcript,
		Conversation: c, Work: w, Line: choice, Working: s.Working, Designs: s.Designs, Waves: s.Waves, Date: s.Date,
	}
	if choice.Line != nil {
		f.State = choice.Line.State()
		f.Agent = choice.Line.OnlyFor != ""
	}
	if f.Date.IsZero() {
		f.Date = s.Now
	}
	return f
}

func (r *Result) save(ctx context.Context, p line.Project, survey Survey, s Session, lines *line.Lines, sitting artifact.Sitting) error {
	f := r.Facts
	var added string
	var hashing sync.WaitGroup
	hashing.Go(func() { added = f.added() })
	d := f.Document()
	hashing.Wait()
	if f.Earlier.Path != "" && sitting.Added == artifact.AddedAt(added, f.Earlier.Path) {
		a := f.Earlier.Artifact()
		r.Again, r.Saved = true, artifact.Saved{Path: a.Path, Document: a.Document}
		r.Warning = errors.Join(r.Warning, p.Complete(ctx, a))
		return nil
	}
	outside := survey.Exposed(ctx, p.Store, d.Text("session"))
	seen := s.Seen
	if seen.IsZero() {
		seen = s.Now
	}
	saved, err := p.Store.Save(d, artifact.Options{Auto: true, Clean: f.Line.Clean(), Added: added, Now: s.Now, Seen: seen, Outside: outside})
	if err != nil {
		return fmt.Errorf("saving the state: %w", err)
	}
	r.Saved, r.Wrote = saved, true
	r.Warning = errors.Join(r.Warning, saved.Unrecorded)
	a := saved.Artifact()
	if outside {
		if r.File, err = p.Keep(a, saved.Bytes, true); err != nil {
			return fmt.Errorf("saving the state: %w", err)
		}
		r.Warning = errors.Join(r.Warning, p.Store.NoteSaved(ctx, s.ID, saved.Path, seen))
	} else {
		var copying sync.WaitGroup
		var copyErr error
		copying.Go(func() { _, copyErr = p.Keep(a, saved.Bytes, false) })
		defer func() {
			copying.Wait()
			r.Warning = errors.Join(r.Warning, copyErr)
		}()
	}
	for key, value := range map[string]string{artifact.NotePlan: f.Conversation.Plan.Title, artifact.NoteBead: f.Line.Bead} {
		if value != "" {
			r.Warning = errors.Join(r.Warning, p.Store.Note(ctx, s.ID, key, value))
		}
	}
	prune := func() ([]string, error) { return lines.Prune(s.Keep, a.Path, outside) }
	if outside || saved.Unrecorded != nil {
		_, err = prune()
	} else {
		err = lines.Extend(a, prune)
	}
	r.Warning = errors.Join(r.Warning, err)
	return nil
}
