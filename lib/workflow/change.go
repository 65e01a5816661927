package workflow

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
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

// Set takes variables: of --vars the members of a JSON object, of --var one as
// NAME=VALUE names it.
func (c *Change) Set(flag, value string) error {
	if flag == "vars" {
		more, err := record.ParseGiven(value)
		if err == nil && !more.IsObject() {
			err = record.ErrSyntax
		}
		c.Variables = c.Variables.Merged(more)
		return err
	}
	name, says, ok := strings.Cut(value, "=")
	if !ok || name == "" {
		return errors.New("want NAME=VALUE")
	}
	c.Variables = c.Variables.With(says, name)
	return nil
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
	found, err := s.find(id, n)
	if err != nil {
		return Saved{}, err
	}
	return s.change(ctx, found, fmt.Sprintf("began step %d of", n), c, func(saved *Saved) error {
		r := &saved.Run
		if found.point != nil {
			r.restore(*found.point)
		}
		if err := r.inOrder(n, found, c.Force); err != nil {
			return err
		}
		saved.merge(c)
		r.put("resume_from_step", n)
		r.enter(n, c.Now)
		return nil
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
	return s.change(ctx, found, fmt.Sprintf("recorded step %d of", n), c, func(saved *Saved) error {
		r := &saved.Run
		if slices.Contains(r.done, n) && r.Next != n && s.repeated(*r, n, c, files) {
			return nil
		}
		if slices.Contains(r.done, n) && r.Next != n && !c.Force {
			return fault.Refuse(forces, "step %d of run %q is recorded already, with another content", n, r.ID)
		}
		if err := r.inOrder(n, found, c.Force); err != nil {
			return err
		}
		next := max(n+1, r.Next)
		if r.Total > 0 && next > r.Total {
			next = 0
		}
		if err := s.copies(r, n, files); err != nil {
			return err
		}
		saved.merge(c)
		r.completed(n)
		r.put("resume_from_step", orNull(next))
		r.enter(n, c.Now)
		return nil
	})
}

// Close gives a run its end, or a pause. status is Completed, Failed or Paused.
func (s Store) Close(ctx context.Context, run, status string, c Change) (Saved, error) {
	found, err := s.run(run, fence.Words("holdfast run close %s %s"), status)
	if err != nil {
		return Saved{}, err
	}
	saved, err := s.change(ctx, found, "closed as "+status, c, func(saved *Saved) error {
		r := &saved.Run
		switch {
		case r.Status == status && r.remembers(c):
			return nil
		case r.Status == Completed && status != Completed && !c.Force:
			return fault.Refuse(forces, "run %q is completed", r.ID)
		case status == Completed:
			r.put("resume_from_step", nil)
		}
		saved.merge(c)
		r.put("status", status)
		r.put("last_checkpoint", stamp(c.Now))
		return nil
	})
	return s.archiving(ctx, saved, c.Now, err)
}

// archiving archives what is due after a change that did not fail.
func (s Store) archiving(ctx context.Context, saved Saved, now time.Time, failed error) (Saved, error) {
	if failed == nil {
		pruned, err := s.Prune(ctx, PruneOptions{Now: now})
		saved.Archived = pruned.Runs
		saved.Warn(err)
	}
	return saved, failed
}

// run finds a run, which no checkpoint's id means; command is what was asked for,
// of the run and the argument.
func (s Store) run(id string, command fence.Words, argument string) (match, error) {
	found, err := s.find(id, 0)
	if found.point != nil {
		err = &fault.InvalidError{
			Cause: fmt.Errorf("%s is not a run", found), Hint: fence.Typed(command, found.run.ID, argument),
		}
	}
	return found, err
}

// change changes a run while it holds the run's lock, and reports that as did. One
// that is the same afterwards is not written. A state that is not JSON is set aside
// where a checkpoint takes its place.
func (s Store) change(
	ctx context.Context, found match, did string, c Change, do func(*Saved) error,
) (Saved, error) {
	id := found.run.ID
	if found.run.Archived {
		return Saved{}, &fault.InvalidError{
			Cause: fmt.Errorf("run %q is archived", id), Hint: "holdfast run start makes a new run",
		}
	}
	saved := Saved{Archived: []Pruned{}, did: did}
	err := machine.InTurn(ctx, s.Root, found.run.Path, func() error {
		r, before := s.read(found.run.place)
		corrupt := errors.Is(r.broken, record.ErrSyntax) && found.point != nil
		switch {
		case errors.Is(r.broken, fs.ErrNotExist):
			return r.broken
		case corrupt:
			r = runAt(r.place, keys.New(record.Object("run_id", id)))
			r.Ours = before.Own
		case r.broken != nil:
			return &fault.InvalidError{What: "the run's state", Hint: s.hint(r), Faults: []fault.Fault{{
				Field: path.Join(r.Path, stateFile), Found: r.Fault,
				Allowed: "a JSON object as a run's writer leaves it",
			}}}
		}
		if err := s.catchUp(r); err != nil {
			return err
		}
		was := r.state
		saved.Run = r
		if err := do(&saved); err != nil {
			return err
		}
		if corrupt {
			// A copy: the run must at no moment be without a state.
			aside := stateFile + ".set-aside-" + c.Now.UTC().Format("20060102T150405Z")
			kept, err := s.Keep(r.Path, aside, "", before.Bytes)
			if err != nil {
				return err
			}
			saved.Warnf("the state of run %q was corrupt and is set aside as %q", id, kept)
		}
		saved.Changed = !record.Alike(saved.state.Without("last_checkpoint"), was.Without("last_checkpoint"))
		if !saved.Changed {
			saved.fill(was)
			return s.writePage(saved.Run)
		}
		return s.write(saved.Run, before, &saved)
	})
	return saved, err
}

// write puts the run's state in the place of what was read, and then brings up to
// it what is derived.
func (s Store) write(r Run, before machine.File, saved *Saved) error {
	_, unrecorded, err := s.Write(path.Join(r.Path, stateFile), before, keys.Ordered(r.state))
	saved.Warn(unrecorded)
	if err == nil {
		err = s.catchUp(r)
	}
	if err == nil {
		err = s.writePage(r)
	}
	return err
}

// hint is what to type where the state of a run cannot be read.
func (s Store) hint(r Run) string {
	if points := s.checkpoints(r); len(points) > 0 && errors.Is(r.broken, record.ErrSyntax) {
		return fence.Typed("holdfast run begin %s %s", points[0].Checkpoint, strconv.Itoa(max(points[0].Next, 1)))
	}
	return help
}

// inOrder refuses a step that is not the one to go on with from a run or its
// checkpoint.
func (r *Run) inOrder(n int, from match, force bool) error {
	switch {
	case force || r.Next == n && r.Status != Completed:
		return nil
	case r.Status == Completed:
		return fault.Refuse(forces, "run %q is completed", r.ID)
	case r.Next == 0:
		return fault.Refuse(forces, "step %d is out of order: %s has no next step, %s", n, from, r.ended())
	}
	return fault.Refuse(forces, "step %d is out of order: the next step of %s is %d", n, from, r.Next)
}

// enter gives the state the checkpoint of step n, which runs or has run.
func (r *Run) enter(n int, now time.Time) {
	r.put("status", Running)
	r.put("current_step", n)
	r.put("checkpoint_id", checkpointID(r.ID, n, r.variables()))
	r.put("last_checkpoint", stamp(now))
}

// merge adds variables, notes and issues to the state, and takes variables away.
func (s *Saved) merge(c Change) {
	r, vars := &s.Run, s.variables()
	for _, name := range c.Unset {
		if !vars.Get(name).Exists() {
			s.Warnf("run %q has no variable %q to unset", r.ID, name)
		}
		vars = vars.Without(name)
	}
	r.put("session_variables", vars.Merged(c.Variables))
	if r.state.Get("agent_notes").IsList() {
		r.fill(r.state.Adding(record.Of(c.Notes), "agent_notes"))
	} else if len(c.Notes) > 0 {
		r.put("agent_notes", strings.Join(append(r.notes(), c.Notes...), "\n"))
	}
	r.fill(r.state.Adding(record.Of(c.Issues), "issues"))
}

// completed adds step n to steps_completed, in the order of the steps.
func (r *Run) completed(n int) {
	if slices.Contains(r.done, n) {
		return
	}
	number := func(v record.Value) int { n, _ := step(v); return n }
	all := append(list(r.state, "steps_completed").Items(), record.Of(n))
	slices.SortStableFunc(all, func(a, b record.Value) int { return number(a) - number(b) })
	r.put("steps_completed", all)
}

// remembers reports whether the run has the notes and issues of a change.
func (r Run) remembers(c Change) bool {
	all := "\n" + strings.Join(r.notes(), "\n") + "\n"
	return !slices.ContainsFunc(c.Notes, func(n string) bool { return !strings.Contains(all, "\n"+n+"\n") }) &&
		!slices.ContainsFunc(c.Issues, func(i string) bool { return !slices.Contains(r.issues(), i) })
}

// repeated reports whether step n was recorded with this content: with these
// variables then, and these artefacts since.
func (s Store) repeated(r Run, n int, c Change, files []file) bool {
	vars := r.variables()
	points := s.checkpoints(r)
	ended := func(m Run) bool { return m.Current == n && m.Next != n }
	if i := slices.IndexFunc(points, ended); i >= 0 {
		vars = points[i].variables()
	}
	missing := func(f file) bool {
		same := func(a Artefact) bool { return a.Step == n && a.Path == f.path && a.SHA256 == f.sum }
		return !slices.ContainsFunc(r.artefacts(), same)
	}
	gone := func(name string) bool { return vars.Get(name).Exists() }
	return r.remembers(c) && !slices.ContainsFunc(c.Unset, gone) && record.Alike(vars.Merged(c.Variables), vars) &&
		!slices.ContainsFunc(files, missing)
}
