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

	"holdfast/lib/fault"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
)

// A Change is what a step brings.
type Change struct {
	Variables Variables
	Unset     []string // names of variables that go
	Artefacts []string // paths of files, relative to the project root
	Notes     []string
	Issues    []string
	Force     bool // also out of order, or over another content
	Now       time.Time
}

// Saved is a run as a change left it.
type Saved struct {
	Run
	Changed  bool     `json:"changed"`  // false where all of it was there already
	Archived []Pruned `json:"archived"` // runs that were archived on the way
	// Warnings are what did not keep the change from being made.
	Warnings []error `json:"-"`
	did      string
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
		if from.ID == "" && again && c.heldBy(r.get("session_variables")) {
			return false, nil
		}
		where := fmt.Sprintf("run %q", r.ID)
		if from.ID != "" {
			r.restore(from)
			where = fmt.Sprintf("checkpoint %q of run %q", from.ID, r.ID)
		}
		if err := r.inOrder(n, where, c.Force); err != nil {
			return false, err
		}
		saved.Warnings = append(saved.Warnings, r.merge(c)...)
		r.put("status", jsondoc.Quote(Running), "current_step", strconv.Itoa(n), "resume_from_step", strconv.Itoa(n))
		r.enter(n, c.Now)
		if from.ID != "" && again && r.sameBut(was, "last_checkpoint") {
			*r = was
			return false, nil
		}
		return true, nil
	})
}

// restore gives the run the state of a checkpoint, as one that goes on there.
func (r *Run) restore(from Checkpoint) {
	next := "null"
	if from.Next > 0 {
		next = strconv.Itoa(from.Next)
	}
	r.put(
		"session_variables", orObject(from.Variables.doc),
		"artefacts_produced", string(listOf(from.produced.Items()...)),
		"steps_completed", stepList(from.Completed),
		"current_step", strconv.Itoa(from.Step),
		"resume_from_step", next,
		"status", jsondoc.Quote(Running),
		"checkpoint_id", jsondoc.Quote(from.ID),
		"resumed_from", jsondoc.Quote(from.ID),
	)
}

// sameBut reports whether two states differ in the value of one key at most.
func (r Run) sameBut(o Run, key string) bool {
	r.put(key, orNull(o.get(key)))
	return jsondoc.Alike(r.state, o.state)
}

// Step says that step n of a run is done, and what it brought. Errors are those
// of Begin, and a *fault.InvalidError for artefacts that cannot be taken.
func (s Store) Step(ctx context.Context, run string, n int, c Change) (Saved, error) {
	files, err := s.take(c.Artefacts)
	if err != nil {
		return Saved{}, err
	}
	found, err := s.run(run, fmt.Sprintf("holdfast run step %%s %d", n))
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
		made, err := s.copies(*r, n, files)
		if err != nil {
			return false, err
		}
		ahead := n + 1
		if n != r.Next {
			ahead = max(ahead, r.Next)
		}
		next := strconv.Itoa(ahead)
		if r.Total > 0 && ahead > r.Total {
			next = "null"
		}
		saved.Warnings = append(saved.Warnings, r.merge(c)...)
		r.put(
			"artefacts_produced", addArtefacts(r.get("artefacts_produced"), made), "steps_completed", r.completed(n),
			"status", jsondoc.Quote(Running), "current_step", strconv.Itoa(n), "resume_from_step", next,
		)
		r.enter(n, c.Now)
		return true, nil
	})
}

// Close gives a run its end, or a pause. status is Completed, Failed or Paused.
func (s Store) Close(ctx context.Context, run, status string, c Change) (Saved, error) {
	found, err := s.run(run, "holdfast run close %s "+status)
	if err != nil {
		return Saved{}, err
	}
	saved, err := s.change(ctx, found, "closed as "+status, c.Now, func(r *Run, _ *Saved) (bool, error) {
		if r.Status == status && r.hasNotes(c) {
			return false, nil
		}
		if r.Status == Completed && status != Completed && !c.Force {
			return false, refuse(fmt.Errorf("run %q is completed", r.ID))
		}
		r.merge(c)
		r.put("status", jsondoc.Quote(status), "last_checkpoint", stamp(c.Now))
		if status == Completed {
			r.put("resume_from_step", "null")
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
	if err != nil {
		saved.Warnings = append(saved.Warnings, err)
	}
}

// run finds a run, which no checkpoint's id means; command is what was asked for,
// with %s in the place of the run.
func (s Store) run(id, command string) (Run, error) {
	h, err := s.find(id, false)
	if err == nil && len(h.points) > 0 {
		err = &fault.InvalidError{
			Cause: fmt.Errorf("%q is a checkpoint of run %q, not a run", h.last().ID, h.run.ID), Hint: fmt.Sprintf(command, h.run.ID),
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
	var saved Saved
	err := machine.InTurn(ctx, s.Root, found.Path, 1, func() (err error) {
		saved, err = s.changeLocked(found.place, did, now, do)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) && !s.isRun(found.Path) {
		err = gone(found.ID)
	}
	return saved, err
}

func (s Store) changeLocked(at place, did string, now time.Time, do func(*Run, *Saved) (bool, error)) (Saved, error) {
	r, before := s.read(at)
	if errors.Is(r.Broken, fs.ErrNotExist) {
		return Saved{}, gone(at.name)
	}
	r, rebuilt := s.rebuilt(r, before.Bytes)
	if r.Broken != nil {
		return Saved{}, &fault.InvalidError{What: "the run's state", Hint: help, Faults: []fault.Fault{{
			Field: at.rel + "/" + stateFile, Found: r.Broken.Error(), Allowed: "a JSON object as a run's writer leaves it",
		}}}
	}
	if err := s.catchUp(r); err != nil {
		return Saved{}, err
	}
	r.Ours = before.Own
	saved := Saved{Archived: []Pruned{}, did: did}
	changed, err := do(&r, &saved)
	if err != nil {
		return Saved{}, err
	}
	saved.Changed = changed || rebuilt
	if rebuilt {
		told, err := s.keepCorrupt(at, before.Bytes, r.Corrupt, now)
		if err != nil {
			return Saved{}, err
		}
		r.Corrupt = nil
		saved.Warnings = append(saved.Warnings, told)
	}
	if saved.Changed {
		// What was begun elsewhere does not become this machine's own.
		if err := s.write(r, before, &saved); err != nil {
			return saved, err
		}
		if err := s.catchUp(r); err != nil {
			return saved, err
		}
	}
	saved.Run = r
	return saved, s.writePage(r)
}

// write puts the run's state in the place of what was read.
func (s Store) write(r Run, before machine.File, saved *Saved) error {
	_, unrecorded, err := s.Machine.WriteFile(s.Root, r.Path+"/"+stateFile, before, render(r.state))
	if unrecorded != nil {
		saved.Warnings = append(saved.Warnings, unrecorded)
	}
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

// enter gives the state the checkpoint of step n.
func (r *Run) enter(n int, now time.Time) {
	r.put("checkpoint_id", jsondoc.Quote(checkpointID(r.ID, n, r.get("session_variables"))), "last_checkpoint", stamp(now))
}

// stamp is a time as state.json has it.
func stamp(t time.Time) string { return jsondoc.Quote(t.UTC().Format(timeForm)) }

// merge adds variables, notes and issues to the state, and takes variables away;
// it returns what to say of those that are not there.
func (r *Run) merge(c Change) []error {
	var unknown []error
	vars := jsondoc.Union(r.get("session_variables"))
	for _, name := range c.Unset {
		if _, has := vars.Find(name); !has {
			unknown = append(unknown, fmt.Errorf("run %q has no variable %q to unset", r.ID, name))
		}
		vars = vars.Unset(name)
	}
	var notes string
	switch was := r.get("agent_notes"); {
	case is(was, '['):
		notes = string(listOf(append(was.Items(), quoted(c.Notes)...)...))
	case notesOf(was) == "":
		notes = jsondoc.Quote(strings.Join(c.Notes, "\n"))
	default:
		notes = jsondoc.Quote(strings.Join(append([]string{notesOf(was)}, c.Notes...), "\n"))
	}
	issues := listOf(append(r.get("issues").Items(), quoted(c.Issues)...)...)
	r.put("session_variables", string(jsondoc.Union(vars, c.Variables.doc)), "agent_notes", notes, "issues", string(issues))
	return unknown
}

func quoted(texts []string) []jsondoc.Doc {
	var all []jsondoc.Doc
	for _, t := range texts {
		all = append(all, jsondoc.Doc(jsondoc.Quote(t)))
	}
	return all
}

// completed is steps_completed with step n, in order where all are numbers.
func (r *Run) completed(n int) string {
	done := r.get("steps_completed").Items()
	if slices.Contains(r.Done, n) {
		return string(listOf(done...))
	}
	at := len(done)
	for at > 0 {
		if k, ok := step(done[at-1]); !ok || k < n {
			break
		}
		at--
	}
	return string(listOf(slices.Insert(done, at, jsondoc.Doc(strconv.Itoa(n)))...))
}

// heldBy reports whether the object in has the variables that the change brings,
// and none that it takes away.
func (c Change) heldBy(in jsondoc.Doc) bool {
	if slices.ContainsFunc(c.Unset, Variables{in}.Has) {
		return false
	}
	return jsondoc.Alike(jsondoc.Union(in, c.Variables.doc), jsondoc.Union(in))
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
	vars := r.get("session_variables")
	if r.Current != n {
		vars = nil
		records, err := s.history(r.place)
		if err != nil {
			return false
		}
		for _, rec := range records {
			if rec.step == n && !rec.begun {
				vars = rec.keys["session_variables"]
			}
		}
	}
	if !c.heldBy(vars) {
		return false
	}
	produced := artefacts(r.get("artefacts_produced"))
	for _, f := range files {
		if !slices.ContainsFunc(produced, func(a Artefact) bool { return a.Step == n && a.Path == f.path && a.SHA256 == f.sum }) {
			return false
		}
	}
	return true
}
