package workflow

import (
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

// Change is the verb that saves what runs have done.
func Change(inv *cli.Invocation) error {
	s, c := In(inv.Project, inv.Machine), command{Invocation: inv, now: inv.Now()}
	if err := c.read(); err != nil {
		return err
	}
	if inv.Rest[0] == "prune" {
		done, err := s.prune(c)
		if err != nil && len(done.Runs) > 0 {
			done.Print(inv)
		}
		return inv.Report(done, err)
	}
	do := map[string]func(command) (Saved, error){"start": s.start, "begin": s.begin, "step": s.step, "close": s.close}
	return inv.Report(do[inv.Rest[0]](c))
}

// A command is one call of a verb that changes runs. With --force it goes out of order,
// or over another content.
type command struct {
	*cli.Invocation
	now       time.Time
	step      int          // that begins or is done
	variables record.Value // an object, or nothing
	notes     []string
}

// read takes what is typed for a step: its number, variables and notes.
func (c *command) read() (err error) {
	if err := c.Filled("note", "summary", "issue", "unset"); err != nil {
		return err
	}
	c.notes = append(c.All("note"), c.All("summary")...)
	if c.Rest[0] == "begin" || c.Rest[0] == "step" {
		if c.step, err = parseStep(c.Rest[2]); err != nil {
			return c.UsageError(fmt.Sprintf("step %q: %v", c.Rest[2], err))
		}
	}
	for _, v := range c.Given("var", "vars") {
		name, says, ok := strings.Cut(v.Value, "=")
		more := record.Object(name, says)
		if v.Flag == "vars" {
			more, err = record.ParseGiven(v.Value)
			name, ok = "vars", more.IsObject()
		}
		if err == nil && (!ok || name == "") {
			err = errors.New("want NAME=VALUE, or a JSON object")
		}
		if err != nil {
			return c.BadValue(v, err.Error())
		}
		c.variables = c.variables.Merged(more)
	}
	for _, name := range c.All("unset") {
		if c.variables.Get(name).Exists() {
			return c.UsageError(fmt.Sprintf("variable %q is both set and unset", name))
		}
	}
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

// begin says that a step of a run begins. The id is the run's, or that of one of its
// checkpoints, whose variables, completed steps and artefacts then come back.
// The error is a *fault.MissingError, a *fault.InvalidError for what the run's state
// forbids, or a *fault.RefusedError for a step out of order.
func (s Store) begin(c command) (Saved, error) {
	found, err := s.find(c.Rest[1], c.step)
	if err != nil {
		return Saved{}, err
	}
	return s.change(c, found, fmt.Sprintf("began step %d of", c.step), func(saved *Saved) error {
		r := &saved.Run
		if found.point != nil {
			r.restore(*found.point)
		}
		if err := r.inOrder(c, found); err != nil {
			return err
		}
		saved.merge(c)
		r.put("resume_from_step", c.step)
		r.enter(c)
		return nil
	})
}

// step says that a step of a run is done, and what it brought. Errors are those
// of begin, and a *fault.InvalidError for artefacts that cannot be taken.
func (s Store) step(c command) (Saved, error) {
	var paths []string
	for _, p := range c.All("artefact") {
		if rel, ok := c.InProject(s.Root, p); ok {
			p = rel // one outside is refused as such
		}
		paths = append(paths, p)
	}
	files, err := s.take(paths)
	if err != nil {
		return Saved{}, err
	}
	found, err := s.run(c, fence.Words("holdfast run step %s %s"))
	if err != nil {
		return Saved{}, err
	}
	return s.change(c, found, fmt.Sprintf("recorded step %d of", c.step), func(saved *Saved) error {
		r, n := &saved.Run, c.step
		if slices.Contains(r.done, n) && r.Next != n && s.repeated(*r, c, files) {
			return nil
		}
		if slices.Contains(r.done, n) && r.Next != n && !c.On("force") {
			return fault.Refuse(forces, "step %d of run %q is recorded already, with another content", n, r.ID)
		}
		if err := r.inOrder(c, found); err != nil {
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
		r.enter(c)
		return nil
	})
}

// close gives a run its end, or a pause: its status is Completed, Failed or Paused.
func (s Store) close(c command) (Saved, error) {
	found, err := s.run(c, fence.Words("holdfast run close %s %s"))
	if err != nil {
		return Saved{}, err
	}
	status := c.Rest[2]
	saved, err := s.change(c, found, "closed as "+status, func(saved *Saved) error {
		r := &saved.Run
		switch {
		case r.Status == status && r.remembers(c):
			return nil
		case r.Status == Completed && status != Completed && !c.On("force"):
			return fault.Refuse(forces, "run %q is completed", r.ID)
		case status == Completed:
			r.put("resume_from_step", nil)
		}
		saved.merge(c)
		r.put("status", status)
		r.put("last_checkpoint", stamp(c.now))
		return nil
	})
	return s.archiving(c, saved, err)
}

// archiving archives what is due after a change that did not fail.
func (s Store) archiving(c command, saved Saved, failed error) (Saved, error) {
	if failed == nil {
		pruned, err := s.prune(c)
		saved.Archived = pruned.Runs
		saved.Warn(err)
	}
	return saved, failed
}

// run finds the run of a command, which no checkpoint's id means; form is how the
// command is typed.
func (s Store) run(c command, form fence.Words) (match, error) {
	found, err := s.find(c.Rest[1], 0)
	if found.point != nil {
		err = &fault.InvalidError{
			Cause: fmt.Errorf("%s is not a run", found), Hint: fence.Typed(form, found.run.ID, c.Rest[2]),
		}
	}
	return found, err
}

// change changes a run while it holds the run's lock, and reports that as did. One
// that is the same afterwards is not written. A state that is not JSON is set aside
// where a checkpoint takes its place.
func (s Store) change(c command, found match, did string, do func(*Saved) error) (Saved, error) {
	id := found.run.ID
	if found.run.Archived {
		return Saved{}, &fault.InvalidError{
			Cause: fmt.Errorf("run %q is archived", id), Hint: "holdfast run start makes a new run",
		}
	}
	saved := Saved{Archived: []Pruned{}, did: did}
	err := machine.InTurn(c.Ctx, s.Root, found.run.Path, func() error {
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
			aside := stateFile + ".set-aside-" + c.now.UTC().Format("20060102T150405Z")
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
	_, unrecorded, err := s.Write(path.Join(r.Path, stateFile), before, r.state)
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
func (r *Run) inOrder(c command, from match) error {
	switch n := c.step; {
	case c.On("force") || r.Next == n && r.Status != Completed:
		return nil
	case r.Status == Completed:
		return fault.Refuse(forces, "run %q is completed", r.ID)
	case r.Next == 0:
		return fault.Refuse(forces, "step %d is out of order: %s has no next step, %s", n, from, r.ended())
	default:
		return fault.Refuse(forces, "step %d is out of order: the next step of %s is %d", n, from, r.Next)
	}
}

// enter gives the state the checkpoint of the step, which runs or has run.
func (r *Run) enter(c command) {
	r.put("status", Running)
	r.put("current_step", c.step)
	r.put("checkpoint_id", checkpointID(r.ID, c.step, r.variables()))
	r.put("last_checkpoint", stamp(c.now))
}

// merge adds variables, notes and issues to the state, and takes variables away.
func (s *Saved) merge(c command) {
	r, vars := &s.Run, s.variables()
	for _, name := range c.All("unset") {
		if !vars.Get(name).Exists() {
			s.Warnf("run %q has no variable %q to unset", r.ID, name)
		}
		vars = vars.Without(name)
	}
	r.put("session_variables", vars.Merged(c.variables))
	for _, note := range c.notes {
		r.fill(r.state.Noting(note, "agent_notes"))
	}
	for _, issue := range c.All("issue") {
		r.fill(r.state.AddingOnce(issue, "issues"))
	}
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
func (r Run) remembers(c command) bool {
	all := "\n" + strings.Join(r.notes(), "\n") + "\n"
	return !slices.ContainsFunc(c.notes, func(n string) bool { return !strings.Contains(all, "\n"+n+"\n") }) &&
		!slices.ContainsFunc(c.All("issue"), func(i string) bool { return !slices.Contains(r.issues(), i) })
}

// repeated reports whether the step was recorded with this content: with these
// variables then, and these artefacts since.
func (s Store) repeated(r Run, c command, files []file) bool {
	vars, n := r.variables(), c.step
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
	return r.remembers(c) && record.Alike(vars.Merged(c.variables), vars) &&
		!slices.ContainsFunc(c.All("unset"), gone) && !slices.ContainsFunc(files, missing)
}
