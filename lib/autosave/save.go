package autosave

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/transcript"
)

// Result is what a save did.
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

// A Way is one of the ways to save a session: Run, RunSince or RunAtEnd.
type Way func(context.Context, line.Project, Survey, Session) (Result, error)

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
		warning = errors.New("the conversation is too long to be read to its last prompt; " +
			"what is saved may lack some of it")
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
		ended := p.Store.Note(ctx, s.ID, artifact.NoteEnded, s.Now.UTC().Format(time.RFC3339Nano))
		r.Warning = errors.Join(r.Warning, ended)
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

// save saves what is worth it, one save of the project at a time. read says that the
// transcript could be read.
func (s Session) save(
	ctx context.Context, p line.Project, survey Survey, c transcript.Conversation, read bool,
) (r Result, err error) {
	work := sync.OnceValue(func() Work { return survey.Work(ctx, c, read) })
	if f := (Facts{Session: s, Conversation: c}); f.Empty() {
		sitting, _ := p.Store.Sitting(s.ID)
		answers := c.LastAnswer != "" && len(sitting.Saved) > 0
		if f.Work = work(); f.Empty() && !answers {
			return r, nil
		}
	}
	held := false
	write := func() error {
		held = true
		p.Sweep() // what a killed save left, also where this one says nothing new
		r.Facts, err = s.look(ctx, p, survey, c, work, read)
		f := r.Facts
		closed := !f.Line.Closed.IsZero()
		if err != nil || f.Empty() || closed && !f.Worked() || s.wanted != nil && !s.wanted(f) {
			return err
		}
		err = r.write(ctx, p, survey)
		return err
	}
	folder := p.Store.Kept()
	lockErr := p.Store.Machine.Ensure(folder)
	if lockErr == nil {
		lockErr = durable.File(filepath.Join(folder, "save.lock")).Locked(ctx, write)
	}
	if !held && ctx.Err() == nil { // the machine folder cannot be written: the project still can
		r.Warning = errors.Join(write(), r.Warning, lockErr)
	}
	if !held {
		err = lockErr
	}
	return r, err
}

// write saves the facts, unless the session has saved the very same.
func (r *Result) write(ctx context.Context, p line.Project, survey Survey) error {
	f := r.Facts
	added := f.added()
	if f.Earlier.Path != "" && f.sitting.Added == artifact.AddedAt(added, f.Earlier.Path) {
		a := f.Earlier.Artifact()
		r.Again, r.Saved = true, artifact.Saved{Path: a.Path, Document: a.Document}
		return nil
	}
	d := f.Document()
	seen := f.Seen
	if seen.IsZero() {
		seen = f.Now
	}
	o := artifact.Options{Auto: true, Added: added, Now: f.Now, Seen: seen}
	o.Outside = survey.Exposed(ctx, p.Store, f.Line.Name)
	saved, err := p.Store.Save(d, o)
	if err != nil && unwritable(err) && !o.Outside { // the machine folder keeps what the project cannot
		r.Warning = fmt.Errorf("saving the state in the project: %w", err)
		o.Outside = true
		saved, err = p.Store.Save(d, o)
	}
	if err != nil {
		return fmt.Errorf("saving the state: %w", err)
	}
	r.Saved, r.Wrote = saved, true
	file, err := f.Keep(ctx, saved, o.Outside)
	if o.Outside {
		if r.File = file; err != nil {
			return fmt.Errorf("saving the state: %w", err)
		}
		err = p.Store.NoteSaved(ctx, f.ID, saved.Path, seen)
	}
	if bead := f.Line.Bead; bead != "" {
		err = errors.Join(err, p.Store.Note(ctx, f.ID, artifact.NoteBead, bead))
	}
	r.Warning = errors.Join(r.Warning, saved.Unrecorded, err)
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

// added is a hash of what the session adds to its line: equal for two saves
// between which nothing happened, whatever others saved there.
func (f Facts) added() string {
	c, w := f.Conversation, f.Work
	c.First, c.Last, c.Calling, w.Dirty = time.Time{}, time.Time{}, false, false
	b, _ := json.Marshal([]any{c, w, f.Line.Name, f.Line.Bead, f.Working, f.Waves}) // values that always can be
	return machine.Sum(b)
}

// Keep enters what was saved of the facts in the register of lines.
func (f Facts) Keep(ctx context.Context, saved artifact.Saved, outside bool) (file string, err error) {
	if saved.Unrecorded != nil && !outside {
		return "", nil // it will count as foreign
	}
	k := line.Kept{
		Artifact: saved.Artifact(), Bytes: saved.Bytes, Outside: outside, Bounds: f.Bounds, Sitting: f.sits(),
	}
	k.Sitting.Date, k.Sitting.Branch = k.Artifact.Date, f.Work.Branch
	k.Sitting.Read = filesOf(f.Root, f.Conversation.Read).paths
	for _, list := range []*[]string{&k.Sitting.Files, &k.Sitting.Read} {
		for i := range *list {
			(*list)[i] = clean((*list)[i])
		}
	}
	for _, p := range f.Conversation.Prompts {
		k.Sitting.Prompts = append(k.Sitting.Prompts, clean(p.Text))
	}
	return f.Lines.Keep(ctx, k)
}
