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
	"holdfast/lib/durable"
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
	c.Variables = c.Variables.With(says, name)
	return nil
}

// Merge sets the variables that a JSON object holds.
func (c *Change) Merge(source string) error {
	more, err := record.ParseGiven(source)
	if err == nil && !more.IsObject() {
		err = record.ErrSyntax
	}
	c.Variables = c.Variables.Merged(more)
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

// Start makes a run. A name or branch that is no plain one is a *fault.InvalidError.
func (s Store) Start(ctx context.Context, o StartOptions) (Saved, error) {
	if faults := o.faults(); len(faults) > 0 {
		return Saved{}, &fault.InvalidError{What: "the run", Faults: faults, Hint: help}
	}
	saved := Saved{Changed: true, did: "started"}
	err := s.Turn(ctx, Dir, 1, func() error {
		at, err := s.placeOf(o)
		if err != nil {
			return err
		}
		if err := durable.In(s.Root, at.rel).MkdirAll(0o755); err != nil {
			return err
		}
		saved.Run = o.first(at)
		return s.write(saved.Run, machine.File{Own: true}, &saved)
	})
	return s.archiving(ctx, saved, o.Now, err)
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

// Begin says that step n of a run begins. id is the run's, or that of one of its
// checkpoints, whose variables, completed steps and artefacts then come back.
// The error is a *fault.MissingError, a *fault.InvalidError for what the run's state
// forbids, or a *fault.RefusedError for a step out of order.
func (s Store) Begin(ctx context.Context, id string, n int, c Change) (Saved, error) {
	found, err := s.find(id, n)
	if err != nil {
		return Saved{}, err
	}
	return s.change(ctx, found, fmt.Sprintf("began step %d of", n), c.Now, func(r *Run, w *cli.Warnings) error {
		where := fmt.Sprintf("run %q", r.ID)
		if found.point != nil {
			r.restore(*found.point)
			where = fmt.Sprintf("checkpoint %q of run %q", found.point.ID, r.ID)
		}
		if err := r.inOrder(n, where, c.Force); err != nil {
			return err
		}
		r.merge(c, w)
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
	return s.change(ctx, found, fmt.Sprintf("recorded step %d of", n), c.Now, func(r *Run, w *cli.Warnings) error {
		if slices.Contains(r.done, n) && r.Next != n {
			if s.repeated(*r, n, c, files) {
				return nil
			}
			if !c.Force {
				return refuse("step %d of run %q is recorded already, with another content", n, r.ID)
			}
		}
		if err := r.inOrder(n, fmt.Sprintf("run %q", r.ID), c.Force); err != nil {
			return err
		}
		next := n + 1
		if n != r.Next {
			next = max(next, r.Next)
		}
		if err := s.copies(r, n, files); err != nil {
			return err
		}
		r.merge(c, w)
		r.put("steps_completed", r.completed(n))
		r.put("resume_from_step", next)
		if r.Total > 0 && next > r.Total {
			r.put("resume_from_step", nil)
		}
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
	saved, err := s.change(ctx, found, "closed as "+status, c.Now, func(r *Run, w *cli.Warnings) error {
		switch {
		case r.Status == status && r.remembers(c):
			return nil
		case r.Status == Completed && status != Completed && !c.Force:
			return refuse("run %q is completed", r.ID)
		case status == Completed:
			r.put("resume_from_step", nil)
		}
		r.merge(c, w)
		r.put("status", status)
		r.put("last_checkpoint", stamp(c.Now))
		return nil
	})
	return s.archiving(ctx, saved, c.Now, err)
}

// run finds a run, which no checkpoint's id means; command is what was asked for,
// of the run and the argument.
func (s Store) run(id string, command fence.Words, argument string) (match, error) {
	found, err := s.find(id, 0)
	if found.point != nil {
		err = &fault.InvalidError{
			Cause: fmt.Errorf("%q is a checkpoint of run %q, not a run", found.point.ID, found.run.ID),
			Hint:  fence.Typed(command, found.run.ID, argument),
		}
	}
	return found, err
}

// change changes the state of a run while it holds the run's lock, and reports
// that as did. One that is the same afterwards is not written. A state that is no
// JSON is set aside where a checkpoint takes its place.
func (s Store) change(
	ctx context.Context, found match, did string, now time.Time, do func(*Run, *cli.Warnings) error,
) (Saved, error) {
	id := found.run.ID
	if found.run.Archived {
		return Saved{}, &fault.InvalidError{
			Cause: fmt.Errorf("run %q is archived", id), Hint: "holdfast run start makes a new run",
		}
	}
	saved := Saved{Archived: []Pruned{}, did: did}
	err := machine.InTurn(ctx, s.Root, found.run.Path, 1, func() error {
		r, before := s.read(found.run.place)
		corrupt := errors.Is(r.broken, record.ErrSyntax) && found.point != nil
		switch {
		case errors.Is(r.broken, fs.ErrNotExist):
			return r.broken
		case corrupt:
			r = runAt(r.place, keys.New(record.Object("run_id", id)))
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
		r.Ours = before.Own
		if err := do(&r, &saved.Warnings); err != nil {
			return err
		}
		if corrupt {
			// A copy: the run must at no moment be without a state.
			kept, err := s.Keep(r.Path, stateFile+".set-aside-"+now.UTC().Format("20060102T150405Z"), "", before.Bytes)
			if err != nil {
				return err
			}
			saved.Warnf("the state of run %q was corrupt and is set aside as %q", id, kept)
		}
		saved.Run = r
		saved.Changed = !record.Alike(r.state.Without("last_checkpoint"), was.Without("last_checkpoint"))
		if !saved.Changed {
			saved.fill(was)
			return s.writePage(saved.Run)
		}
		return s.write(r, before, &saved)
	})
	return saved, err
}

// hint is what to type where the state of a run cannot be read.
func (s Store) hint(r Run) string {
	if points := s.newestFirst(r); len(points) > 0 && errors.Is(r.broken, record.ErrSyntax) {
		return fence.Typed("holdfast run begin %s %s", points[0].ID, strconv.Itoa(max(points[0].Next, 1)))
	}
	return help
}

func refuse(format string, values ...any) error {
	return &fault.RefusedError{Cause: fmt.Errorf(format, values...), Hint: "--force records it anyway"}
}

// inOrder refuses a step that is not the one to go on with; where names the run
// or its checkpoint.
func (r *Run) inOrder(n int, where string, force bool) error {
	switch {
	case force || r.Next == n && r.Status != Completed:
		return nil
	case r.Status == Completed:
		return refuse("run %q is completed", r.ID)
	case r.Next == 0:
		return refuse("step %d is out of order: %s has no next step, %s", n, where, r.ended())
	}
	return refuse("step %d is out of order: the next step of %s is %d", n, where, r.Next)
}

// enter gives the state the checkpoint of step n, which runs or has run.
func (r *Run) enter(n int, now time.Time) {
	r.put("status", Running)
	r.put("current_step", n)
	r.put("checkpoint_id", checkpointID(r.ID, n, r.variables()))
	r.put("last_checkpoint", stamp(now))
}

// merge adds variables, notes and issues to the state, and takes variables away.
func (r *Run) merge(c Change, w *cli.Warnings) {
	vars := r.variables()
	for _, name := range c.Unset {
		if !vars.Get(name).Exists() {
			w.Warnf("run %q has no variable %q to unset", r.ID, name)
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

// completed is steps_completed with step n, in order where all are numbers.
func (r *Run) completed(n int) []record.Value {
	all := slices.Clone(r.state.Get("steps_completed").Items())
	if slices.Contains(r.done, n) {
		return all
	}
	at := len(all)
	for at > 0 {
		if k, ok := step(all[at-1]); !ok || k < n {
			break
		}
		at--
	}
	return slices.Insert(all, at, record.Of(n))
}

// remembers reports whether the run has the notes and issues of a change.
func (r *Run) remembers(c Change) bool {
	all := "\n" + strings.Join(r.notes(), "\n") + "\n"
	return !slices.ContainsFunc(c.Notes, func(n string) bool { return !strings.Contains(all, "\n"+n+"\n") }) &&
		!slices.ContainsFunc(c.Issues, func(i string) bool { return !slices.Contains(r.issues(), i) })
}

// repeated reports whether step n was recorded with this content: with these
// variables then, and these artefacts since.
func (s Store) repeated(r Run, n int, c Change, files []file) bool {
	vars := r.variables()
	if r.Current != n {
		for _, p := range s.checkpoints(r, "") {
			if p.Step == n && p.Event != begun {
				vars = record.Object().Merged(p.line.Get("session_variables"))
			}
		}
	}
	produced := artefacts(r.produced())
	missing := func(f file) bool {
		same := func(a Artefact) bool { return a.Step == n && a.Path == f.path && a.SHA256 == f.sum }
		return !slices.ContainsFunc(produced, same)
	}
	gone := func(name string) bool { return vars.Get(name).Exists() }
	return r.remembers(c) && !slices.ContainsFunc(c.Unset, gone) && record.Alike(vars.Merged(c.Variables), vars) &&
		!slices.ContainsFunc(files, missing)
}
