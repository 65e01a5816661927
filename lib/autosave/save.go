package autosave

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/epic"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
)

// Result is what a save did.
type Result struct {
	Saved   artifact.Saved // without a path where there was nothing to save
	Wrote   bool           // false also where the session had saved the very same
	File    string         // the copy in the machine folder, absolute, where nothing was written into the project
	Facts   Facts
	Warning error // what went wrong without stopping the saving
}

// BeforeCompaction saves the session's state as a checkpoint titled auto, also without a transcript.
func (s Session) BeforeCompaction(ctx context.Context) (Result, error) {
	var warning error
	talk := sync.OnceValue(func() (c transcript.Conversation) {
		if s.unread = true; s.Transcript == "" { // the client may know of none
			return c
		}
		c, warning = transcript.Read(ctx, s.Transcript, s.since)
		if s.unread = warning != nil; !s.unread && c.Cut && len(c.Prompts) == 0 {
			warning = errors.New("the conversation is too long to be read to its last prompt")
		}
		return c
	})
	if s.Transcript != "" {
		transcript.Settle(ctx, s.Transcript, s.Turn, s.Project.Now)
		var stop func()
		s, stop = s.askGitAhead(ctx)
		defer stop()
	}
	r, err := s.save(ctx, talk, !s.Project.Empty())
	r.Warning = errors.Join(warning, r.Warning)
	return r, err
}

// AfterCompaction saves what came since a save that the client may have had made minutes ago.
func (s Session) AfterCompaction(ctx context.Context) (Result, error) {
	c, err := s.unsaved(ctx)
	if err != nil || len(c.Prompts)+len(c.Files)+len(c.Commands)+len(c.Tasks) == 0 && c.LastAnswer == "" {
		return Result{}, err
	}
	s.recorded = true
	return s.save(ctx, func() transcript.Conversation { return c }, false)
}

// AtEnd saves a session that ends, if it did something since its last save, without waiting.
func (s Session) AtEnd(ctx context.Context) (Result, error) {
	c, err := s.unsaved(ctx)
	if err != nil {
		return Result{}, err
	}
	s.Trigger, s.wanted = SessionEnd, Facts.Worth
	r, err := s.save(ctx, func() transcript.Conversation { return c }, false)
	if err == nil && r.Saved.Unrecorded == nil && len(c.Prompts) > 0 { // what it leaves unsaved is not worth it
		now := s.Project.Now.UTC().Format(time.RFC3339Nano)
		r.Warning = errors.Join(r.Warning, s.Project.Store.Note(ctx, s.ID, artifact.NoteEnded, now))
	}
	return r, err
}

// unsaved is what was said since the session was saved last, which it notes in s.since.
func (s *Session) unsaved(ctx context.Context) (c transcript.Conversation, err error) {
	last, err := s.Project.Store.LastBySession(s.ID, s.Project.Now)
	if err != nil {
		return c, err
	}
	s.since = last.Until
	return transcript.Read(ctx, s.Transcript, s.since)
}

// Preview is what would be saved of a session that ended at its date; ok is false for nothing.
func (s Session) Preview(ctx context.Context) (d artifact.Document, ok bool, err error) {
	c, err := transcript.Read(ctx, s.Transcript, s.since)
	if err != nil {
		return d, false, fmt.Errorf("reading the session: %w", err)
	}
	s.Trigger, s.until = line.Recovered, s.Date.Add(slack)
	f, err := s.gather(ctx, func() (transcript.Conversation, Work) { return c, s.work(ctx, c) })
	if err != nil || f.Empty() {
		return d, false, err
	}
	d = f.Document()
	d.Redact()
	return d, true, nil
}

// save saves what is worth it, one save of the project at a time. Where late is set, what was said
// is read beside the lines, else it is what tells first that there is nothing to save.
func (s *Session) save(ctx context.Context, talk func() transcript.Conversation, late bool) (r Result, err error) {
	*s = s.once(ctx)
	work := sync.OnceValue(func() Work { return s.work(ctx, talk()) })
	store := s.Project.Store
	if !late {
		f := Facts{Session: *s, Conversation: talk()}
		if f.Empty() {
			answers := f.Conversation.LastAnswer != "" && len(store.Notes(s.ID).Saved) > 0
			if f.Work = work(); f.Empty() && !answers {
				return r, nil
			}
		}
	}
	held := false
	write := func() error {
		held = true
		r.Facts, err = s.gather(ctx, func() (transcript.Conversation, Work) { return talk(), work() })
		f := r.Facts
		closed := !f.Line.Closed.IsZero()
		if err != nil || f.Empty() || closed && !f.Worked() || s.wanted != nil && !s.wanted(f) {
			return err
		}
		if r.Facts, err = s.part(ctx, f); err != nil {
			return err
		}
		return r.write(ctx)
	}
	lockErr := durable.Own(filepath.Join(store.Kept(), "save.lock")).Locked(ctx, 0, write)
	if held || ctx.Err() != nil {
		return r, lockErr
	}
	err = write() // the machine folder cannot be written: the project still can
	r.Warning = errors.Join(r.Warning, lockErr)
	return r, err
}

// part saves what the session did on a topic branch that it left, and returns the facts of what came then; all of them
// where it left none, or that cannot be saved.
func (s Session) part(ctx context.Context, f Facts) (Facts, error) {
	branch, at := f.parted()
	if branch == "" {
		return f, nil
	}
	b, r := s, Result{}
	b.Date, b.until, b.seen, s.since = at.Truncate(time.Second), at, at, at
	before, err := transcript.Read(ctx, s.Transcript, b.since, at)
	c, failed := transcript.Read(ctx, s.Transcript, at)
	if err = cmp.Or(err, failed); err == nil && f.last.Until.Before(at) { // else that is saved
		work := b.work(ctx, before)
		work.Branch, work.Commit = branch, ""
		r.Facts, err = b.gather(ctx, func() (transcript.Conversation, Work) { return before, work })
		if err == nil {
			err = r.write(ctx)
		}
	}
	if err != nil {
		return f, nil
	}
	if c.Titles == before.Titles { // which are of that
		c.Titles = transcript.Titles{}
	}
	rest, err := s.gather(ctx, func() (transcript.Conversation, Work) { return c, s.work(ctx, c) })
	if err != nil {
		return f, err
	}
	return s.part(ctx, rest)
}

// write saves the facts, unless the session has saved the very same.
func (r *Result) write(ctx context.Context) error {
	f, added := r.Facts, ""
	store, o := f.Project.Store, artifact.Options{Auto: true, Now: f.Project.Now, Outside: f.Exposed(ctx, f.Line.Name)}
	var hashing, swept parallel.Group
	hashing.Go(func() { added = f.added() })
	name, kinds := redact.Value("session", f.Line.Name)
	// Else it gets another name, or may have been saved as it is.
	if !o.Outside && kinds == nil && artifact.FolderName(name) == name && f.Earlier.Path == "" {
		o.Folder = store.Ahead(name, true)
	}
	d, seen := f.Document(), cmp.Or(f.seen, f.Project.Now)
	hashing.Wait()
	if f.Earlier.Path != "" && f.last.Notes.Added == artifact.AddedAt(added, f.Earlier.Path) {
		a := f.Earlier.Artifact
		r.Saved = artifact.Saved{Path: a.Path, Document: a.Document}
		return nil
	}
	swept.Go(f.Project.Sweep) // what a killed save left
	defer swept.Wait()
	var kept error
	o.Added, o.Seen, o.Recorded = added, seen, f.recorded
	o.Beside = func(saved artifact.Saved, named func() bool) { _, kept = f.Keep(saved, named) }
	saved, err := store.Save(d, o)
	if err != nil && unwritable(err) && !o.Outside && saved.Unrecorded == nil {
		// The machine folder keeps what the project cannot.
		r.Warning = fmt.Errorf("saving the state in the project: %w", err)
		o.Outside = true
		saved, err = store.Save(d, o)
	}
	if o.Outside {
		if err = cmp.Or(err, saved.Unrecorded); err == nil {
			r.File, err = f.Keep(saved, nil)
		}
		if err == nil { // else the next session saves it
			kept = store.NoteSaved(ctx, f.ID, saved.Path, seen)
		}
	}
	if err != nil {
		return fmt.Errorf("saving the state: %w", err)
	}
	r.Saved, r.Wrote = saved, true
	if bead := f.Line.Bead; bead != "" {
		kept = errors.Join(kept, store.Note(ctx, f.ID, artifact.NoteBead, bead))
	}
	r.Warning = errors.Join(r.Warning, saved.Unrecorded, kept)
	return nil
}

// unwritable reports whether an error says that the folder is not a folder, is read-only or full.
func unwritable(err error) bool {
	causes := []error{fs.ErrPermission, syscall.EROFS, syscall.ENOSPC, durable.ErrLink, durable.ErrNotRegular}
	return slices.ContainsFunc(causes, func(cause error) bool { return errors.Is(err, cause) })
}

// added is a hash of what the session adds to its line, whatever others saved there; "" where a time is none of JSON's.
func (f Facts) added() string {
	c := f.Conversation
	c.First, c.Last, c.Calling = time.Time{}, time.Time{}, false
	b, err := json.Marshal([]any{c, f.Work, f.Line.Name, f.Line.Bead, f.Working, each.Of(f.Waves, wave), f.designed()})
	if err != nil {
		return ""
	}
	return machine.Sum(b)
}

// maxSummary bounds the text for the summarizer, in UTF-16 units.
const maxSummary = 1000

// Summary is what the summarizer and the user of a compaction are shown, all of it this machine's: first what runs.
func (r Result) Summary() fence.Context {
	d, f := r.Saved.Document, r.Facts
	var notes []fence.Note
	room := maxSummary
	add := func(format fence.Words, most int, values ...string) {
		for _, value := range values {
			n := fence.Say(format, fence.Data{Text: value, Max: most})
			if units := fence.Units(n.Told()) + 1; units <= room && value != "" {
				room -= units
				notes = append(notes, n)
			}
		}
	}
	add("Holdfast saved %s", 300, cmp.Or(r.File, r.Saved.Path))
	add("The summary should keep that path and, of session %s:", 60, d.Text("session_id"))
	add("- goal: %s", 100, each.Without([]string{d.Text("goal")}, f.brought)...)
	// Of a wave that is ours this machine wrote the checkpoint of its epic.
	add("- %s", 0, each.If(f.Waves, func(w epic.Wave) (string, bool) { return wave(w), w.Ours })...)
	brief := func(p string) string { return prompt.Shorten(prompt.Condensed(p), 140) }
	said := each.Once(each.Reversed(line.NewestOf(f.talk().prompts, 10))) // for which there may be room
	add("- asked last: %s", 140, each.Of(each.Head(said, 1), brief)...)
	now := cmp.Or(d.Text("since"), d.Text("now"))
	if strings.HasPrefix(now, line.Asked) {
		_, now, _ = strings.Cut(now, line.Answered)
	}
	add("- now: %s", 120, now)
	add("- blocker: %s", 120, each.Of(line.NewestOf(d.Lines("blockers"), 2), func(text string) string {
		said := strings.SplitN(text+"\n", "\n", 3) // of the output, which may be a repository's words, one name
		words := strings.FieldsFunc(said[1], func(r rune) bool { return !fence.IsName(string(r)) })
		names := each.If(words, func(w string) (string, bool) { return w, fence.IsName(w) })
		return said[0] + ": " + slices.MaxFunc(append(names, ""), func(a, b string) int { return len(a) - len(b) })
	})...)
	// What only the tracker's export in the project says is not quoted.
	tracked := append(each.Of(f.Working, func(b beads.Issue) string { return b.ID }), "none")
	if bead := d.Text("primary_bead"); !slices.Contains(tracked, bead) {
		add("- issue: %s", 60, bead)
	}
	ofProject := each.Of(f.lines.Rules(), func(r line.Rule) string { return r.Text })
	rules := each.Once(each.Reversed(d.Lines("rules")), ofProject) // the newest first
	decided := each.Of(each.Reversed(line.DecisionsOf(artifact.Artifact{Document: d})), func(i line.Item) string {
		rules = append(rules, i.Text) // the words of a prompt, which are told once
		i.Name = fence.Short(i.Name, max(40, 117-fence.Units(i.Text)))
		return i.String()
	})
	steps := each.Without(d.Lines("next"), f.brought)
	width, of := 120, rules[:len(rules)-len(decided)]
	need := func(texts []string) (units int) {
		for _, text := range texts {
			units += len("- project rule: \n") + min(width, fence.Units(text))
		}
		return units
	}
	beside := min(room/3, need(slices.Concat(decided[:min(2, len(decided))], steps[:min(2, len(steps))])))
	// Of eight rules each is shortened before the oldest finds no room.
	for room -= beside; width > 36 && need(of[:min(8, len(of))]) > room; {
		width--
	}
	add("- project rule: %s", width, of...)
	add("- rule of this session: %s", width, f.ordered()...)
	room += beside
	cut := func(step string) string { return prompt.Cut(step, 100) }
	for len(decided)+len(steps) > 0 { // in turns
		n, m := min(2, len(decided)), min(2, len(steps))
		add("- open step: %s", 100, each.Of(steps[:m], cut)...)
		add("- decided: %s", 120, decided[:n]...)
		decided, steps = decided[n:], steps[m:]
	}
	told := func(p string) bool { return prompt.OnlyGoesOn(p) || slices.Contains(rules, p) }
	by := each.Group(each.Without(said[min(len(said), 1):], told), prompt.Weighs)
	for _, p := range slices.Concat(by[true], by[false]) {
		add("- asked before: %s", 140, brief(fence.Head(p, 2<<10)))
	}
	return fence.Stated(notes...)
}

const (
	// slack is what an artifact's date, in seconds, may lack to the moment of the save; lag is how
	// much later the client may write a transcript's last lines.
	slack      = 2 * time.Second
	lag        = 250 * time.Millisecond
	recoverFor = 48 * time.Hour // after its last word a session is saved for another
	mostSaved  = 5              // of other sessions at a start
)

// A Crash is what Recover found of another session.
type Crash struct {
	Result
	SessionID string
	// Open says that the session is open elsewhere, or may be where that is not Known; it is not saved.
	Open, Known bool
	Left        string        // the transcript of one that ended without a save, worth one or not
	Line, Goal  string        // of an open one: the line that it saved to last, "" for none, and what it is for
	Age         time.Duration // since its transcript was touched
}

// A Recovery is what a session that starts asks for.
type Recovery struct {
	Session               // that starts
	Cleared bool          // it starts in the client of another, by /clear
	Env     cli.Env       // by which other work trees are read
	Start   project.Start // where the root is looked for of a session in another linked worktree
	Off     bool          // nothing may be saved: only open sessions are named

	installed time.Time
	running   transcript.Clients
}

// Recover saves the other sessions that ended without a save, the last touched first, each once: those of this work
// tree, and then those of the repository's others, of which it tells no more.
func (r Recovery) Recover(ctx context.Context) (crashes []Crash, failed error) {
	saved := func(c Crash) (Crash, bool) { return Crash{Result: c.Result}, c.Wrote }
	crashes, failed = r.here(ctx, mostSaved)
	for _, top := range r.Project.Repo.Others() {
		other := r.at(top + strings.TrimPrefix(r.Project.Store.Root, r.Project.Repo.Top))
		there, err := other.here(ctx, mostSaved-len(each.If(crashes, saved)))
		failed = cmp.Or(failed, err)
		crashes = append(crashes, each.If(there, saved)...)
	}
	return crashes, failed
}

// at is the same in another work tree, with its settings and its folder of transcripts.
func (r Recovery) at(root string) Recovery {
	p, set, _ := ProjectAt(r.Env, root, r.Project.Store.Machine) // its own session says what is wrong with them
	p.Now = r.Project.Now
	r.Project, r.Start.ProjectDir, r.NoPrompts, r.Off = p, root, !set.SavePrompts, !set.Autosave
	r.Transcript = filepath.Join(r.Transcript, "..", "..", transcript.FolderName(root), filepath.Base(r.Transcript))
	return r
}

func (r Recovery) here(ctx context.Context, most int) (crashes []Crash, failed error) {
	found, saved := others(r.Transcript, r.ID, r.Project.Now), 0
	if len(found) == 0 {
		return nil, nil
	}
	r.Project.Sweep()
	r.installed, r.running = r.Project.Store.Machine.InstalledAt(), transcript.ClientsBeside(r.Transcript)
	for _, t := range found {
		if ctx.Err() != nil || saved == most || t.Touched.Before(r.installed) { // the others are older
			break
		}
		crash, err := r.recover(ctx, t)
		failed = cmp.Or(failed, err)
		if crash.Open || crash.Left != "" {
			crashes = append(crashes, crash)
		}
		if crash.Wrote {
			saved++
		}
	}
	return crashes, failed
}

// recover saves what came since the session's last artifact; of an open one it says where it saves.
func (r Recovery) recover(ctx context.Context, t transcript.File) (crash Crash, err error) {
	id, store, now := t.Session, r.Project.Store, r.Project.Now
	earlier, err := store.LastBySession(id, now)
	if err != nil {
		return Crash{}, err
	}
	left := touchedSince(t, earlier)
	crash = Crash{SessionID: id, Age: max(now.Sub(t.Touched), 0)}
	open, certain := r.isOpen(t)
	if earlier.Path != "" && open && certain {
		a := earlier.Artifact
		crash.Open, crash.Known, crash.Line, crash.Goal = true, true, a.Session(), a.Goal()
		return crash, nil
	}
	if left && !open {
		crash.Left = t.Path
	}
	if r.Off && !open || !left {
		return crash, nil
	}
	c, err := transcript.Read(ctx, t.Path, earlier.Until)
	if errors.Is(err, transcript.ErrFormat) { // its own session said so
		return crash, nil
	}
	if err != nil {
		return crash, fmt.Errorf("looking for what a crashed session left: %w", err)
	}
	r.Start.Cwd = c.Cwd
	if root, err := project.Root(r.Start); err == nil && root != store.Root {
		return r.at(root).recover(ctx, t)
	}
	last := c.Last
	if last.IsZero() || last.After(now) {
		last = t.Touched
	}
	if last.Before(r.installed) || now.Sub(last) > recoverFor {
		return crash, nil
	}
	s := r.Session
	s.ID, s.Transcript, s.Trigger, s.since, s.seen = id, t.Path, line.Recovered, earlier.Until, t.Touched
	s.recorded = true
	s.Date, s.until = last.Truncate(time.Second), t.Touched.Add(slack)
	s.wanted = func(f Facts) bool {
		ok := touchedSince(t, f.last) && f.Worth() // another session may have saved it by now
		crash.Open, crash.Known, crash.Goal = ok && open, certain, f.works()
		return ok && !open
	}
	crash.Result, err = s.save(ctx, func() transcript.Conversation { return c }, false)
	return crash, err
}

// isOpen reports whether a session is open elsewhere; certain says that it is known.
func (r Recovery) isOpen(t transcript.File) (open, certain bool) {
	switch {
	case !r.running.Known:
		return r.Project.Now.Sub(t.Touched) < time.Minute, false
	case r.Cleared:
		return slices.Contains(r.running.Elsewhere(), t.Session), true
	}
	return r.running.Open(t.Session), true
}

// touchedSince reports whether the transcript was touched since its session saved, or ended without need.
func touchedSince(t transcript.File, last artifact.LastSave) bool {
	saved := slices.MaxFunc([]time.Time{last.Until, last.Notes.Ended}, time.Time.Compare)
	return t.Touched.After(saved.Add(lag))
}

// others are the transcripts beside path of other sessions, touched lately, the last one first.
func others(path, id string, now time.Time) []transcript.File {
	const ahead = time.Minute // how far clocks may differ
	if !filepath.IsAbs(path) {
		return nil
	}
	found := slices.DeleteFunc(transcript.In(filepath.Dir(path)), func(t transcript.File) bool {
		return t.Session == id || t.Path == path || t.Touched.After(now.Add(ahead)) || now.Sub(t.Touched) > recoverFor
	})
	slices.SortFunc(found, func(a, b transcript.File) int { return b.Touched.Compare(a.Touched) })
	return each.Head(found, 50)
}
