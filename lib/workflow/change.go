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
		all, err := s.places(true, "")
		if err != nil {
			return err
		}
		folder := s.folderOf(o.Branch, all)
		name, err := s.freeName(o.Workflow+"-"+o.Now.UTC().Format(stampForm), folder, all)
		if err != nil {
			return err
		}
		at := place{rel: path.Join(Dir, folder, name), runs: Dir, branch: folder, name: name}
		if err := durable.In(s.Root, at.rel).MkdirAll(0o755); err != nil {
			return err
		}
		saved.Run = runAt(at, o.first(name))
		saved.Ours = true
		return s.write(saved.Run, machine.File{Own: true}, &saved)
	})
	if err == nil {
		s.archive(ctx, &saved, o.Now)
	}
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

// archive archives what is due after a change.
func (s Store) archive(ctx context.Context, saved *Saved, now time.Time) {
	pruned, err := s.Prune(ctx, PruneOptions{Now: now})
	saved.Archived = pruned.Runs
	saved.Warn(err)
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
	from, goesBack := found.last()
	for _, p := range slices.Backward(found.points) {
		if p.Next == n { // what a step's begin and its end saved may have the same id
			from = p
			break
		}
	}
	did := fmt.Sprintf("began step %d of", n)
	return s.change(ctx, found.run, did, c.Now, func(r *Run, saved *Saved) (bool, error) {
		was, where := r.state, fmt.Sprintf("run %q", r.ID)
		again := r.Current == n && r.Next == n && r.Status == Running
		if !goesBack && again && c.heldBy(r.variables()) {
			return false, nil
		}
		if goesBack {
			r.restore(from)
			r.put("resumed_from", from.ID)
			where = fmt.Sprintf("checkpoint %q of run %q", from.ID, r.ID)
		}
		if err := r.inOrder(n, where, c.Force); err != nil {
			return false, err
		}
		r.merge(c, &saved.Warnings)
		r.put("resume_from_step", n)
		r.enter(n, c.Now)
		same := record.Alike(r.state.Without("last_checkpoint"), was.Without("last_checkpoint"))
		if goesBack && again && same {
			r.fill(was)
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
		if slices.Contains(r.done, n) && r.Next != n {
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
		next := n + 1
		if n != r.Next {
			next = max(next, r.Next)
		}
		if err := s.copies(r, n, files); err != nil {
			return false, err
		}
		r.merge(c, &saved.Warnings)
		r.put("steps_completed", r.completed(n))
		r.put("resume_from_step", next)
		if r.Total > 0 && next > r.Total {
			r.put("resume_from_step", nil)
		}
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
		r.put("status", status)
		r.put("last_checkpoint", stamp(c.Now))
		if status == Completed {
			r.put("resume_from_step", nil)
		}
		return true, nil
	})
	if err == nil {
		s.archive(ctx, &saved, c.Now)
	}
	return saved, err
}

// run finds a run, which no checkpoint's id means; command is what was asked for,
// of the run and the argument.
func (s Store) run(id string, command fence.Words, argument string) (Run, error) {
	h, err := s.find(id, false)
	if c, ok := h.last(); ok {
		err = &fault.InvalidError{
			Cause: fmt.Errorf("%q is a checkpoint of run %q, not a run", c.ID, h.run.ID),
			Hint:  fence.Typed(command, h.run.ID, argument),
		}
	}
	return h.run, err
}

// change changes the state of a run while it holds the run's lock, and reports
// that as did. do reports whether it changed something.
func (s Store) change(
	ctx context.Context, found Run, did string, now time.Time, do func(*Run, *Saved) (bool, error),
) (Saved, error) {
	if found.Archived {
		return Saved{}, &fault.InvalidError{
			Cause: fmt.Errorf("run %q is archived", found.ID), Hint: "holdfast run start makes a new run",
		}
	}
	saved := Saved{Archived: []Pruned{}, did: did}
	err := machine.InTurn(ctx, s.Root, found.Path, 1, func() error {
		r, before := s.read(found.place)
		r, rebuilt := s.rebuilt(r, before.Bytes)
		if errors.Is(r.broken, fs.ErrNotExist) {
			return r.broken
		}
		if r.broken != nil {
			return &fault.InvalidError{What: "the run's state", Hint: help, Faults: []fault.Fault{{
				Field: path.Join(r.Path, stateFile), Found: r.broken.Error(),
				Allowed: "a JSON object as a run's writer leaves it",
			}}}
		}
		if err := s.catchUp(r); err != nil {
			return err
		}
		r.Ours = before.Own
		changed, err := do(&r, &saved)
		if err != nil {
			return err
		}
		if rebuilt {
			told, err := s.keepCorrupt(r.place, before.Bytes, r.corrupt, now)
			if err != nil {
				return err
			}
			r.corrupt = nil
			saved.Warn(told)
		}
		saved.Run, saved.Changed = r, changed || rebuilt
		if !saved.Changed {
			return s.writePage(r)
		}
		return s.write(r, before, &saved)
	})
	if errors.Is(err, fs.ErrNotExist) && !s.isRun(found.Path) {
		err = &fault.MissingError{
			Cause: fmt.Errorf("run %q was removed concurrently", found.ID), Hint: "holdfast run --all",
		}
	}
	return saved, err
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
		return refuse(fmt.Errorf("step %d is out of order: %s has no next step, %s", n, where, r.ended()))
	}
	return refuse(fmt.Errorf("step %d is out of order: the next step of %s is %d", n, where, r.Next))
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
	vars := record.Object().Merged(r.variables())
	for _, name := range c.Unset {
		if !vars.Get(name).Exists() {
			w.Warnf("run %q has no variable %q to unset", r.ID, name)
		}
		vars = vars.Without(name)
	}
	r.put("session_variables", vars.Merged(c.Variables))
	if r.state.Get("agent_notes").IsList() {
		r.fill(r.state.Adding(record.Of(c.Notes), "agent_notes"))
	} else {
		r.put("agent_notes", strings.Join(append(r.notes(), c.Notes...), "\n"))
	}
	r.put("issues", append(slices.Clip(r.state.Get("issues").Items()), record.Of(c.Issues).Items()...))
}

// completed is steps_completed with step n, in order where all are numbers.
func (r *Run) completed(n int) []record.Value {
	done := slices.Clone(r.state.Get("steps_completed").Items())
	if slices.Contains(r.done, n) {
		return done
	}
	at := len(done)
	for at > 0 {
		if k, ok := step(done[at-1]); !ok || k < n {
			break
		}
		at--
	}
	return slices.Insert(done, at, record.Of(n))
}

// heldBy reports whether the object in has the variables that the change brings,
// and none that it takes away.
func (c Change) heldBy(in record.Value) bool {
	taken := func(name string) bool { return in.Get(name).Exists() }
	is := record.Object().Merged(in)
	return !slices.ContainsFunc(c.Unset, taken) && record.Alike(is.Merged(c.Variables), is)
}

func (r *Run) hasNotes(c Change) bool {
	all := "\n" + strings.Join(r.notes(), "\n") + "\n"
	return !slices.ContainsFunc(c.Notes, func(n string) bool { return !strings.Contains(all, "\n"+n+"\n") }) &&
		!slices.ContainsFunc(c.Issues, func(i string) bool { return !slices.Contains(r.issues(), i) })
}

// repeated reports whether step n was recorded with this content.
func (s Store) repeated(r Run, n int, c Change, files []file) bool {
	vars := r.variables()
	if r.Current != n {
		vars = record.Value{}
		for _, p := range s.checkpoints(r, "") {
			if p.Step == n && p.Event != Begun {
				vars = p.line.Get("session_variables")
			}
		}
	}
	produced := artefacts(r.state.Get("artefacts_produced"))
	missing := func(f file) bool {
		same := func(a Artefact) bool { return a.Step == n && a.Path == f.path && a.SHA256 == f.sum }
		return !slices.ContainsFunc(produced, same)
	}
	return r.hasNotes(c) && c.heldBy(vars) && !slices.ContainsFunc(files, missing)
}
