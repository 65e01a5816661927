package autosave

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/design"
	"holdfast/lib/durable"
	"holdfast/lib/epic"
	"holdfast/lib/line"
	"holdfast/lib/parallel"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

// A Session is one whose state is saved without being asked.
type Session struct {
	ID           string
	Transcript   string          // path as the client names it, may be empty
	Trigger      string          // manual, auto, session-end or Recovered
	Instructions string          // what the user said to keep, may be empty
	Working      []beads.Issue   // the issues in progress
	Designs      []design.Recent // that are open
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
	var c transcript.Conversation
	var err error
	if s.Transcript != "" { // the client may know of none
		settle(ctx, s.Transcript, s.Now)
		var stop func()
		survey, stop = survey.ahead(ctx)
		defer stop()
		c, err = transcript.Read(ctx, s.Transcript, s.Since)
	}
	warning := err
	if err == nil && c.Cut && len(c.Prompts) == 0 {
		warning = errors.New("the conversation is too long to be read to its last prompt; what is saved may lack some of it")
	}
	r, err := s.save(ctx, p, survey, c, err == nil && s.Transcript != "")
	r.Warning = errors.Join(warning, r.Warning)
	return r, err
}

// RunAtEnd saves the state of a session that ends, where it did something since
// its last save. It does not wait for the client to write its last lines.
func RunAtEnd(ctx context.Context, p line.Project, survey Survey, s Session) (Result, error) {
	c, err := s.unsaved(ctx, p)
	if err != nil {
		return Result{}, err
	}
	s.Trigger, s.wanted, survey.Ended = SessionEnd, Facts.Worth, true
	r, err := s.save(ctx, p, survey, c, true)
	if err == nil && len(c.Prompts) > 0 { // what it leaves unsaved is not worth it
		r.Warning = errors.Join(r.Warning, p.Store.Note(ctx, s.ID, artifact.NoteEnded, s.Now.UTC().Format(time.RFC3339Nano)))
	}
	return r, err
}

// RunSince saves what the session did since its last save, where that is anything
// at all: between the save before a compaction and the compaction may be minutes.
func RunSince(ctx context.Context, p line.Project, survey Survey, s Session) (Result, error) {
	c, err := s.unsaved(ctx, p)
	if err != nil || len(c.Prompts)+len(c.Files)+len(c.Commands)+len(c.Tasks) == 0 && c.LastAnswer == "" {
		return Result{}, err
	}
	return s.save(ctx, p, survey, c, true)
}

// unsaved is what was said since the session was saved last.
func (s *Session) unsaved(ctx context.Context, p line.Project) (transcript.Conversation, error) {
	last, has, err := p.Store.LastBySession(s.ID, s.Now)
	if err != nil {
		return transcript.Conversation{}, err
	}
	if has {
		s.Since = last.Until
	}
	return transcript.Read(ctx, s.Transcript, s.Since)
}

// Preview is the artifact that would be saved now of a session that ended, by
// the same code as a save; nothing is written. ok is false where there is
// nothing to save.
func Preview(ctx context.Context, p line.Project, s Session) (d artifact.Document, ok bool, err error) {
	c, err := transcript.Read(ctx, s.Transcript, s.Since)
	if err != nil {
		return d, false, fmt.Errorf("reading the session: %w", err)
	}
	survey := Survey{Root: p.Store.Root, Until: s.Date.Add(slack), Branch: c.Branch}
	f, err := s.look(ctx, p, survey, c, func() Work { return survey.Work(ctx, c, true) }, true)
	if err != nil || f.Empty() {
		return d, false, err
	}
	return f.Document(), true, nil
}

// save chooses the line and saves there, one save of the project at a time.
// read says that the transcript could be read.
func (s Session) save(ctx context.Context, p line.Project, survey Survey, c transcript.Conversation, read bool) (r Result, err error) {
	work := sync.OnceValue(func() Work { return survey.Work(ctx, c, read) })
	if f := (Facts{Conversation: c, Waves: s.Waves}); f.Empty() {
		sitting, _ := p.Store.Sitting(s.ID)
		answers := c.LastAnswer != "" && len(sitting.Saved) > 0
		if f.Work = work(); f.Empty() && !answers {
			return r, nil
		}
	}
	held := false
	write := func() error {
		held = true
		r, err = s.write(ctx, p, survey, c, work, read)
		return nil
	}
	folder := p.Store.Kept()
	lockErr := p.Store.Machine.Ensure(folder)
	if lockErr != nil { // there is no lock to take, and no place to report that
		write()
		return r, err
	}
	lockErr = durable.File(filepath.Join(folder, "save.lock")).Locked(ctx, func() error {
		defer func() {
			if !r.Wrote {
				p.Sweep() // what a killed save left, which one that writes does itself
			}
		}()
		return write()
	})
	if !held && ctx.Err() == nil { // the machine folder cannot be written: the project still can
		write()
		r.Warning = errors.Join(r.Warning, lockErr)
		return r, err
	}
	return r, errors.Join(lockErr, err)
}

// write saves what is worth it.
func (s Session) write(ctx context.Context, p line.Project, survey Survey, c transcript.Conversation, work func() Work, read bool) (r Result, err error) {
	r.Facts, err = s.look(ctx, p, survey, c, work, read)
	closed := !r.Facts.Line.Closed.IsZero()
	if err != nil || r.Facts.Empty() || closed && !r.Facts.Worked() || s.wanted != nil && !s.wanted(r.Facts) {
		return r, err
	}
	return r, r.save(ctx, p, survey, s)
}

// look chooses the line that the session works on and gathers the facts. The work
// tree is looked at last, because git may still be at it.
func (s Session) look(ctx context.Context, p line.Project, survey Survey, c transcript.Conversation, work func() Work, read bool) (f Facts, err error) {
	lines, err := p.Lines(ctx)
	if err != nil {
		return f, err
	}
	last, has, err := p.Store.LastBySession(s.ID, s.Now)
	if err != nil {
		return f, err
	}
	w := work()
	choose := func() line.Choice {
		s.apart(ctx, p.Store.Root, c, &w)
		q := which{session: s, conversation: c, read: read, last: last, known: has, changed: w.Changed}
		q.branch, _ = survey.branch()
		f.Agent = q.agent()
		return lines.Choose(q.question())
	}
	choice := choose()
	if closed := choice.Closed; read && !closed.IsZero() {
		from := closed.Add(slack)
		if last.Until.After(closed) || closed.After(s.Now.Add(slack)) { // it closed the line itself, or a clock was set back
			from = last.Until
		}
		if from.After(s.Since) { // what was before is saved and done
			if c, err = transcript.Read(ctx, s.Transcript, from); err != nil {
				return f, err
			}
		}
		for len(c.Prompts) > 0 && prompt.Concludes(c.Prompts[0].Text) {
			c.Prompts = c.Prompts[1:] // it belongs to what was closed
		}
		w = survey.Work(ctx, c, read)
		choice = choose()
	}
	f = Facts{
		NoPrompts: s.NoPrompts, SessionID: s.ID, Trigger: s.Trigger, Instructions: s.Instructions, Transcript: s.Transcript,
		Conversation: c, Work: w, Line: choice, Working: s.Working, Designs: s.Designs, Waves: s.Waves, Date: s.Date,
		Root: p.Store.Root, Lines: &lines, sitting: last.Sitting, Agent: f.Agent && choice.Line == nil && c.Team == "",
	}
	if f.Date.IsZero() {
		f.Date = s.Now
	}
	if choice.Line != nil {
		f.State = choice.Line.State()
		f.Agent = choice.Line.OnlyFor != ""
		if has {
			f.Earlier = last
		}
	}
	says := f.heard()
	f.says = &says
	return f, nil
}

// apart leaves out what other sessions of the project changed at the same time: of
// the files that no tool call of this one names, those that one of theirs does.
func (s Session) apart(ctx context.Context, root string, c transcript.Conversation, w *Work) {
	own := newFileSet(root)
	for _, f := range slices.Concat(c.Files, c.Pending) {
		own.addAbsolute(f)
	}
	if c.First.IsZero() || !slices.ContainsFunc(w.Changed, func(f string) bool { return !own.seen[f] }) {
		return
	}
	theirs := newFileSet(root)
	found := others(s.Transcript, s.ID, s.Now)
	for _, t := range found[:min(len(found), maxBeside)] {
		if t.touched.Before(c.First) {
			break
		}
		if other, err := transcript.Read(ctx, t.file, c.First); err == nil {
			for _, f := range slices.Concat(other.Files, other.Pending) {
				theirs.addAbsolute(f)
			}
		}
	}
	w.Changed = slices.DeleteFunc(w.Changed, func(f string) bool { return theirs.seen[f] && !own.seen[f] })
}

// maxBeside is how many sessions that ran at the same time are looked at.
const maxBeside = 5

func (r *Result) save(ctx context.Context, p line.Project, survey Survey, s Session) error {
	f := r.Facts
	var added string
	var hashing parallel.Group
	hashing.Go(func() { added = f.added() })
	d := f.Document()
	hashing.Wait()
	if f.Earlier.Path != "" && f.sitting.Added == artifact.AddedAt(added, f.Earlier.Path) {
		a := f.Earlier.Artifact()
		r.Again, r.Saved = true, artifact.Saved{Path: a.Path, Document: a.Document}
		return nil
	}
	outside := survey.Exposed(ctx, p.Store, d.Text("session"))
	seen := s.Seen
	if seen.IsZero() {
		seen = s.Now
	}
	o := artifact.Options{Auto: true, Added: added, Now: s.Now, Seen: seen, Outside: outside}
	saved, err := p.Store.Save(d, o)
	if err != nil && unwritable(err) && !outside { // the machine folder keeps what the project cannot
		r.Warning = fmt.Errorf("saving the state in the project: %w", err)
		o.Outside, outside = true, true
		saved, err = p.Store.Save(d, o)
	}
	if err != nil {
		return fmt.Errorf("saving the state: %w", err)
	}
	r.Saved, r.Wrote = saved, true
	r.Warning = errors.Join(r.Warning, saved.Unrecorded)
	file, err := f.Keep(ctx, saved, outside, s.Keep)
	if outside {
		if r.File = file; err != nil {
			return fmt.Errorf("saving the state: %w", err)
		}
		err = p.Store.NoteSaved(ctx, s.ID, saved.Path, seen)
	}
	if bead := f.Line.Bead; bead != "" {
		err = errors.Join(err, p.Store.Note(ctx, s.ID, artifact.NoteBead, bead))
	}
	r.Warning = errors.Join(r.Warning, err)
	return nil
}

// unwritable reports whether an error is that of a folder that is none, or may not
// be written.
func unwritable(err error) bool {
	for _, cause := range []error{fs.ErrPermission, syscall.EROFS, durable.ErrLink, durable.ErrNotRegular} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return false
}

// Keep enters what was saved of the facts in the register of lines.
func (f Facts) Keep(ctx context.Context, saved artifact.Saved, outside bool, bounds line.Bounds) (file string, err error) {
	if saved.Unrecorded != nil && !outside {
		return "", nil // it will count as foreign
	}
	k := line.Kept{Artifact: saved.Artifact(), Bytes: saved.Bytes, Outside: outside, Bounds: bounds, NoPrompts: f.NoPrompts, Sitting: f.sits()}
	k.Sitting.Date, k.Sitting.Branch = k.Artifact.Date, f.Work.Branch
	read := newFileSet(f.Lines.Root())
	for _, file := range f.Conversation.Read {
		read.addAbsolute(file)
	}
	k.Sitting.Read = read.paths
	for _, list := range []*[]string{&k.Sitting.Files, &k.Sitting.Read} {
		for i := range *list {
			(*list)[i] = clean((*list)[i])
		}
	}
	for _, p := range f.Conversation.Prompts {
		if !f.NoPrompts {
			k.Sitting.Prompts = append(k.Sitting.Prompts, clean(p.Text))
		}
	}
	return f.Lines.Keep(ctx, k)
}
