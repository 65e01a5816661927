package workflow

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
)

// lockTime is how long a writer waits for others of the same run.
const lockTime = 60 * time.Second

// A Change is what a step brings.
type Change struct {
	Variables Variables
	Artefacts []string // paths of files, relative to the project root
	Notes     []string
	Issues    []string
	Force     bool // also out of order, or over another content
	Now       time.Time
}

// Saved is what a change did.
type Saved struct {
	Run     Run
	Changed bool // false where all of it was there already
	// Warnings are what did not keep the change from being made.
	Warnings []error
	Archived []Pruned // runs that were archived on the way
}

// Begin says that step n of a run begins. The error wraps ErrNotFound,
// *Ambiguous, ErrForbidden, or is a *fault.Refusal for a step out of order.
func (s Store) Begin(ctx context.Context, run string, n int, c Change) (Saved, error) {
	return s.change(ctx, run, c.Now, func(r *Run) (bool, error) {
		again := r.Current == n && r.Next == n && r.Status == Running
		if again && r.has(c.Variables, r.state.get("session_variables")) {
			return false, nil
		}
		if err := r.inOrder(n, c.Force); err != nil {
			return false, err
		}
		r.merge(c)
		r.state.put("status", textValue(Running))
		r.state.put("current_step", intValue(n))
		r.state.put("resume_from_step", intValue(n))
		r.stamp(n, c.Now)
		return true, nil
	})
}

// Step says that step n of a run is done, and what it brought. Errors are those
// of Begin, and a *fault.Invalid for artefacts that cannot be taken.
func (s Store) Step(ctx context.Context, run string, n int, c Change) (Saved, error) {
	files, err := s.take(c.Artefacts)
	if err != nil {
		return Saved{}, err
	}
	return s.change(ctx, run, c.Now, func(r *Run) (bool, error) {
		if slices.Contains(r.Done, n) && r.Next != n {
			if s.repeated(*r, n, c, files) {
				return false, nil
			}
			if !c.Force {
				return false, refuse(fmt.Errorf("step %d of run %q is recorded already, with another content", n, r.ID))
			}
		}
		if err := r.inOrder(n, c.Force); err != nil {
			return false, err
		}
		made, err := s.copies(*r, n, files)
		if err != nil {
			return false, err
		}
		ahead := r.Next
		r.merge(c)
		r.state.put("artefacts_produced", addArtefacts(r.state.get("artefacts_produced"), made))
		r.complete(n)
		r.state.put("status", textValue(Running))
		r.state.put("current_step", intValue(n))
		next := n + 1
		if n != ahead {
			next = max(ahead, next)
		}
		r.state.put("resume_from_step", intValue(next))
		if r.Total > 0 && next > r.Total {
			r.state.put("resume_from_step", value{})
		}
		r.stamp(n, c.Now)
		return true, nil
	})
}

// Close gives a run its end, or a pause. status is Completed, Failed or Paused.
func (s Store) Close(ctx context.Context, run, status string, c Change) (Saved, error) {
	saved, err := s.change(ctx, run, c.Now, func(r *Run) (bool, error) {
		if r.Status == status && r.hasNotes(c) {
			return false, nil
		}
		if r.Status == Completed && status != Completed && !c.Force {
			return false, refuse(fmt.Errorf("run %q is completed", r.ID))
		}
		r.merge(c)
		r.state.put("status", textValue(status))
		if status == Completed {
			r.state.put("resume_from_step", value{})
		}
		r.state.put("last_checkpoint", textValue(c.Now.UTC().Format(timeForm)))
		return true, nil
	})
	if err == nil {
		saved.archive(s.Prune(ctx, PruneOptions{Now: c.Now}))
	}
	return saved, err
}

func (saved *Saved) archive(pruned []Pruned, err error) {
	saved.Archived = pruned
	if err != nil {
		saved.Warnings = append(saved.Warnings, err)
	}
}

// change finds a run and changes its state while it holds the run's lock.
func (s Store) change(ctx context.Context, run string, now time.Time, do func(*Run) (bool, error)) (Saved, error) {
	found, err := s.run(run)
	if err != nil {
		return Saved{}, err
	}
	if found.Archived {
		return Saved{}, fmt.Errorf("run %q is archived: %w", found.ID, ErrForbidden)
	}
	if _, err := s.real(found.Path); err != nil {
		return Saved{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, lockTime)
	defer cancel()
	var saved Saved
	err = durable.Locked(ctx, s.under(found.place, lockFile), func() error {
		saved, err = s.changeLocked(found.place, now, do)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) && !s.isRun(found.Path) {
		err = fmt.Errorf("run %q went away meanwhile: %w", found.ID, ErrNotFound)
	}
	return saved, err
}

func (s Store) changeLocked(at place, now time.Time, do func(*Run) (bool, error)) (Saved, error) {
	r, before := s.read(at)
	if errors.Is(r.Broken, fs.ErrNotExist) {
		return Saved{}, fmt.Errorf("run %q went away meanwhile: %w", at.name, ErrNotFound)
	}
	r, anew := s.rebuilt(r, before)
	if r.Broken != nil {
		return Saved{}, &fault.Invalid{What: "the run's state", Faults: []fault.Fault{{
			Field: at.rel + "/" + stateFile, Found: r.Broken.Error(), Allowed: "a JSON object as a run's writer leaves it",
		}}}
	}
	if err := s.catchUp(r); err != nil {
		return Saved{}, err
	}
	r.Ours = s.own(before)
	changed, err := do(&r)
	if err != nil {
		return Saved{}, err
	}
	saved := Saved{Changed: changed || anew}
	if anew {
		told, err := s.keepCorrupt(at, before, r.Corrupt, now)
		if err != nil {
			return Saved{}, err
		}
		r.Corrupt = nil
		saved.Warnings = append(saved.Warnings, told)
	}
	if saved.Changed {
		r.fill(r.state)
		// What somebody else began does not become this machine's own.
		unrecorded, err := s.write(r)
		if unrecorded != nil {
			saved.Warnings = append(saved.Warnings, unrecorded)
		}
		if err != nil {
			return saved, err
		}
		if err := s.catchUp(r); err != nil {
			return saved, err
		}
	}
	saved.Run = r
	return saved, s.writePage(r)
}

// write puts the run's state in its place. unrecorded says why it is not in the
// ledger, where it should be.
func (s Store) write(r Run) (unrecorded, err error) {
	b := render(r.state)
	if r.Ours {
		unrecorded = s.Machine.Record(machine.Sum(b))
	}
	return unrecorded, durable.Replace(s.under(r.place, stateFile), b, 0o644)
}

func refuse(cause error) error {
	return &fault.Refusal{Cause: cause, Hint: "--force, to record it all the same"}
}

// inOrder refuses a step that is not the one to go on with.
func (r *Run) inOrder(n int, force bool) error {
	switch {
	case force || r.Next == n && r.Status != Completed:
		return nil
	case r.Status == Completed:
		return refuse(fmt.Errorf("run %q is completed", r.ID))
	case r.Next == 0:
		return refuse(fmt.Errorf("step %d is out of order: all %d steps of run %q are done", n, r.Total, r.ID))
	}
	return refuse(fmt.Errorf("step %d is out of order: run %q goes on with step %d", n, r.ID, r.Next))
}

// stamp gives the state the checkpoint of step n.
func (r *Run) stamp(n int, now time.Time) {
	r.state.put("checkpoint_id", textValue(checkpointID(r.ID, n, r.state.get("session_variables"))))
	r.state.put("last_checkpoint", textValue(now.UTC().Format(timeForm)))
}

// merge adds variables, notes and issues to the state.
func (r *Run) merge(c Change) {
	vars := orObject(r.state.get("session_variables")).clone()
	for _, m := range c.Variables.value.members {
		vars.set(m)
	}
	r.state = r.state.clone()
	r.state.put("session_variables", vars)
	notes := r.state.get("agent_notes")
	for _, n := range c.Notes {
		switch {
		case notes.kind == list:
			notes = notes.clone()
			notes.items = append(notes.items, textValue(n))
		case notesOf(notes) == "":
			notes = textValue(n)
		default:
			notes = textValue(strings.ToValidUTF8(notesOf(notes), "\ufffd") + "\n" + n)
		}
	}
	if notes.kind == null {
		notes = textValue("")
	}
	r.state.put("agent_notes", notes)
	issues := orList(r.state.get("issues")).clone()
	for _, i := range c.Issues {
		issues.items = append(issues.items, textValue(i))
	}
	r.state.put("issues", issues)
}

// complete enters step n in steps_completed, in order where all are numbers.
func (r *Run) complete(n int) {
	if slices.Contains(r.Done, n) {
		return
	}
	done := orList(r.state.get("steps_completed")).clone()
	at := len(done.items)
	for at > 0 {
		if k, ok := done.items[at-1].step(); !ok || k < n {
			break
		}
		at--
	}
	done.items = slices.Insert(done.items, at, intValue(n))
	r.state.put("steps_completed", done)
}

// has reports whether the variables are among those of the object in.
func (r *Run) has(v Variables, in value) bool {
	for _, m := range v.value.members {
		was := slices.IndexFunc(in.members, func(o member) bool { return o.name == m.name })
		if was < 0 || !in.members[was].value.same(m.value) {
			return false
		}
	}
	return true
}

func (r *Run) hasNotes(c Change) bool {
	for _, n := range c.Notes {
		if !strings.Contains("\n"+r.Notes+"\n", "\n"+n+"\n") {
			return false
		}
	}
	for _, i := range c.Issues {
		if !slices.Contains(r.Issues, i) {
			return false
		}
	}
	return true
}

// repeated reports whether step n was recorded with this content.
func (s Store) repeated(r Run, n int, c Change, files []file) bool {
	if !r.hasNotes(c) {
		return false
	}
	vars := r.state.get("session_variables")
	if r.Current != n {
		vars = value{}
		records, err := s.history(r.place)
		if err != nil {
			return false
		}
		for _, rec := range records {
			if rec.step == n && !rec.begun {
				vars = rec.state.get("session_variables")
			}
		}
	}
	if !r.has(c.Variables, vars) {
		return false
	}
	produced := artefacts(r.state.get("artefacts_produced"))
	for _, f := range files {
		if !slices.ContainsFunc(produced, func(a Artefact) bool { return a.Step == n && a.Path == f.path && a.SHA256 == f.sum }) {
			return false
		}
	}
	return true
}
