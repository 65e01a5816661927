package workflow

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// A Change is what a step brings.
type Change struct {
	Variables record.Value // an object, or nothing
	Unset     []string     // names of variables that go
	Artefacts []string     // paths of files, relative to the project root
	Notes     []string
	Issues    []string
	Force     bool // also out of order, or over another content
	Now       time.Time
}

// Assign sets a variable to a string, as NAME=VALUE names both.
func (c *Change) Assign(s string) error {
	name, says, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return errors.New("want NAME=VALUE")
	}
	c.Variables = c.Variables.With(record.Text(says), name)
	return nil
}

// Merge sets the variables that a JSON object holds.
func (c *Change) Merge(source string) error {
	more, err := record.ParseGiven(source)
	if err == nil && !more.IsObject() {
		err = record.ErrSyntax
	}
	if err == nil {
		c.Variables = c.Variables.Merged(more)
	}
	return err
}

// Saved is a run as a change left it.
type Saved struct {
	Run
	Changed      bool     `json:"changed"`  // false where all of it was there already
	Archived     []Pruned `json:"archived"` // runs that were archived on the way
	cli.Warnings `json:"-"`
	did          string
}

// Begin says that step n of a run begins. id is the run's, or that of one of its
// checkpoints, whose variables, completed steps and artefacts then come back.
// The error is a *fault.MissingError, a *fault.InvalidError for what the run's state
// forbids, or a *fault.RefusedError for a step out of order.
func (s Store) Begin(ctx context.Context, id string, n int, c Change) (Saved, error) {
	found, err := s.find(id, false)
	if err != nil {
		return Saved{}, err
	}
	var from Checkpoint
	if len(found.points) > 0 {
		from = found.last()
	}
	// What a step's begin and its end saved may have the same id.
	for _, c := range slices.Backward(found.points) {
		if c.Next == n {
			from = c
			break
		}
	}
	return s.change(ctx, found.run, fmt.Sprintf("began step %d of", n), c.Now, func(r *Run, saved *Saved) (bool, error) {
		was := *r
		again := r.Current == n && r.Next == n && r.Status == Running
		if from.ID == "" && again && c.heldBy(r.state.Get("session_variables")) {
			return false, nil
		}
		where := fmt.Sprintf("run %q", r.ID)
		if from.ID != "" {
			r.restore(from)
			r.put("resumed_from", record.Text(from.ID))
			where = fmt.Sprintf("checkpoint %q of run %q", from.ID, r.ID)
		}
		if err := r.inOrder(n, where, c.Force); err != nil {
			return false, err
		}
		r.merge(c, &saved.Warnings)
		r.put("resume_from_step", record.Int(n))
		r.enter(n, c.Now)
		if from.ID != "" && again && record.Alike(r.state.Without("last_checkpoint"), was.state.Without("last_checkpoint")) {
			*r = was
			return false, nil
		}
		return true, nil
	})
}

// Step says that step n of a run is done, and what it brought. Errors are those
// of Begin, and a *fault.InvalidError for artefacts that cannot be taken.
func (s Store) Step(ctx context.Context, run string, n int, c Change) (Saved, error) {
	files, err := s.take(c.Artefacts)
	if err != nil {
		return Saved{}, err
	}
	found, err := s.run(run, fence.Words("holdfast run step %s %s"), strconv.Itoa(n))
	if err != nil {
		return Saved{}, err
	}
	return s.change(ctx, found, fmt.Sprintf("recorded step %d of", n), c.Now, func(r *Run, saved *Saved) (bool, error) {
		if slices.Contains(r.Done, n) && r.Next != n {
			if s.repeated(*r, n, c, files) {
				return false, nil
			}
			if !c.Force {
				return false, refuse(fmt.Errorf("step %d of run %q is recorded already, with another content", n, r.ID))
			}
		}
		if err := r.inOrder(n, fmt.Sprintf("run %q", r.ID), c.Force); err != nil {
			return false, err
		}
		ahead := n + 1
		if n != r.Next {
			ahead = max(ahead, r.Next)
		}
		next := record.Int(ahead)
		if r.Total > 0 && ahead > r.Total {
			next = record.Null()
		}
		if err := s.copies(r, n, files); err != nil {
			return false, err
		}
		r.merge(c, &saved.Warnings)
		r.put("steps_completed", r.completed(n))
		r.put("resume_from_step", next)
		r.enter(n, c.Now)
		return true, nil
	})
}

// Close gives a run its end, or a pause. status is Completed, Failed or Paused.
func (s Store) Close(ctx context.Context, run, status string, c Change) (Saved, error) {
	found, err := s.run(run, fence.Words("holdfast run close %s %s"), status)
	if err != nil {
		return Saved{}, err
	}
	saved, err := s.change(ctx, found, "closed as "+status, c.Now, func(r *Run, saved *Saved) (bool, error) {
		if r.Status == status && r.hasNotes(c) {
			return false, nil
		}
		if r.Status == Completed && status != Completed && !c.Force {
			return false, refuse(fmt.Errorf("run %q is completed", r.ID))
		}
		r.merge(c, &saved.Warnings)
		r.put("status", record.Text(status))
		r.put("last_checkpoint", stamp(c.Now))
		if status == Completed {
			r.put("resume_from_step", record.Null())
		}
		return true, nil
	})
	if err == nil {
		s.archive(ctx, &saved, c.Now)
	}
	return saved, err
}

// archive archives what is due after a change.
func (s Store) archive(ctx context.Context, saved *Saved, now time.Time) {
	pruned, err := s.Prune(ctx, PruneOptions{Now: now})
	saved.Archived = pruned.Runs
	saved.Warn(err)
}

// run finds a run, which no checkpoint's id means; command is what was asked for,
// of the run and the argument.
func (s Store) run(id string, command fence.Words, argument string) (Run, error) {
	h, err := s.find(id, false)
	if err == nil && len(h.points) > 0 {
		err = &fault.InvalidError{
			Cause: fmt.Errorf("%q is a checkpoint of run %q, not a run", h.last().ID, h.run.ID), Hint: fence.Typed(command, h.run.ID, argument),
		}
	}
	return h.run, err
}

// change changes the state of a run while it holds the run's lock, and reports
// that as did. do reports whether it changed something.
func (s Store) change(ctx context.Context, found Run, did string, now time.Time, do func(*Run, *Saved) (bool, error)) (Saved, error) {
	if found.Archived {
		return Saved{}, &fault.InvalidError{Cause: fmt.Errorf("run %q is archived", found.ID), Hint: "holdfast run start makes a new run"}
	}
	if _, err := s.real(found.Path); err != nil {
		return Saved{}, err
	}
	saved := Saved{Archived: []Pruned{}, did: did}
	err := machine.InTurn(ctx, s.Root, found.Path, 1, func() error { return s.changeLocked(found.place, &saved, now, do) })
	if errors.Is(err, fs.ErrNotExist) && !s.isRun(found.Path) {
		err = gone(found.ID)
	}
	return saved, err
}

func (s Store) changeLocked(at place, saved *Saved, now time.Time, do func(*Run, *Saved) (bool, error)) error {
	r, before := s.read(at)
	if errors.Is(r.Broken, fs.ErrNotExist) {
		return gone(at.name)
	}
	r, rebuilt := s.rebuilt(r, before.Bytes)
	if r.Broken != nil {
		return &fault.InvalidError{What: "the run's state", Hint: help, Faults: []fault.Fault{{
			Field: at.rel + "/" + stateFile, Found: r.Broken.Error(), Allowed: "a JSON object as a run's writer leaves it",
		}}}
	}
	if err := s.catchUp(r); err != nil {
		return err
	}
	r.Ours = before.Own
	changed, err := do(&r, saved)
	if err != nil {
		return err
	}
	saved.Changed = changed || rebuilt
	if rebuilt {
		told, err := s.keepCorrupt(at, before.Bytes, r.Corrupt, now)
		if err != nil {
			return err
		}
		r.Corrupt = nil
		saved.Warn(told)
	}
	if saved.Changed {
		// What was begun elsewhere does not become this machine's own.
		if err := s.write(r, before, saved); err != nil {
			return err
		}
		if err := s.catchUp(r); err != nil {
			return err
		}
	}
	saved.Run = r
	return s.writePage(r)
}

// write puts the run's state in the place of what was read.
func (s Store) write(r Run, before machine.File, saved *Saved) error {
	_, unrecorded, err := s.Machine.WriteFile(s.Root, r.Path+"/"+stateFile, before, keys.Ordered(r.state).Bytes())
	saved.Warn(unrecorded)
	return err
}

func gone(run string) error {
	return &fault.MissingError{Cause: fmt.Errorf("run %q was removed concurrently", run), Hint: listing}
}

func refuse(cause error) error {
	return &fault.RefusedError{Cause: cause, Hint: "--force records it anyway"}
}

// inOrder refuses a step that is not the one to go on with; where names the run
// or its checkpoint.
func (r *Run) inOrder(n int, where string, force bool) error {
	switch {
	case force || r.Next == n && r.Status != Completed:
		return nil
	case r.Status == Completed:
		return refuse(fmt.Errorf("run %q is completed", r.ID))
	case r.Next == 0:
		return refuse(fmt.Errorf("step %d is out of order: %s has no next step, %s", n, where, r.Ended()))
	}
	return refuse(fmt.Errorf("step %d is out of order: the next step of %s is %d", n, where, r.Next))
}

// enter gives the state the checkpoint of step n, which runs or has run.
func (r *Run) enter(n int, now time.Time) {
	r.put("status", record.Text(Running))
	r.put("current_step", record.Int(n))
	r.put("checkpoint_id", record.Text(checkpointID(r.ID, n, r.state.Get("session_variables"))))
	r.put("last_checkpoint", stamp(now))
}

// merge adds variables, notes and issues to the state, and takes variables away.
func (r *Run) merge(c Change, w *cli.Warnings) {
	vars := record.Object().Merged(r.state.Get("session_variables"))
	for _, name := range c.Unset {
		if !vars.Get(name).Exists() {
			w.Warnf("run %q has no variable %q to unset", r.ID, name)
		}
		vars = vars.Without(name)
	}
	r.put("session_variables", vars.Merged(c.Variables))
	if notes := r.state.Get("agent_notes"); notes.IsList() {
		r.put("agent_notes", record.List(append(slices.Clip(notes.Items()), record.Texts(c.Notes...).Items()...)...))
	} else {
		r.put("agent_notes", record.Text(strings.Join(append(slices.Clip(r.Notes), c.Notes...), "\n")))
	}
	r.put("issues", record.List(append(slices.Clip(r.state.Get("issues").Items()), record.Texts(c.Issues...).Items()...)...))
}

// completed is steps_completed with step n, in order where all are numbers.
func (r *Run) completed(n int) record.Value {
	done := r.state.Get("steps_completed").Items()
	if slices.Contains(r.Done, n) {
		return record.List(done...)
	}
	at := len(done)
	for at > 0 {
		if k, ok := step(done[at-1]); !ok || k < n {
			break
		}
		at--
	}
	return record.List(slices.Insert(slices.Clone(done), at, record.Int(n))...)
}

// heldBy reports whether the object in has the variables that the change brings,
// and none that it takes away.
func (c Change) heldBy(in record.Value) bool {
	taken := func(name string) bool { return in.Get(name).Exists() }
	return !slices.ContainsFunc(c.Unset, taken) && record.Alike(record.Object().Merged(in, c.Variables), record.Object().Merged(in))
}

func (r *Run) hasNotes(c Change) bool {
	all := "\n" + strings.Join(r.Notes, "\n") + "\n"
	return !slices.ContainsFunc(c.Notes, func(n string) bool { return !strings.Contains(all, "\n"+n+"\n") }) &&
		!slices.ContainsFunc(c.Issues, func(i string) bool { return !slices.Contains(r.Issues, i) })
}

// repeated reports whether step n was recorded with this content.
func (s Store) repeated(r Run, n int, c Change, files []file) bool {
	vars := r.state.Get("session_variables")
	if r.Current != n {
		vars = record.Value{}
		for _, p := range s.checkpoints(r, "") {
			if p.Step == n && p.Event != Begun {
				vars = p.Variables
			}
		}
	}
	produced := artefacts(r.state.Get("artefacts_produced"))
	missing := func(f file) bool {
		return !slices.ContainsFunc(produced, func(a Artefact) bool { return a.Step == n && a.Path == f.path && a.SHA256 == f.sum })
	}
	return r.hasNotes(c) && c.heldBy(vars) && !slices.ContainsFunc(files, missing)
}
