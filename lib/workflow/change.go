package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/record"
)

// start makes a run. A name or branch that is not a plain one is a [fault.CodeInvalid] error.
func (s Store) start(c command) (Saved, error) {
	workflow, branch, definition := c.Rest[1], c.Flag("branch"), c.Flag("workflow-path")
	steps, err := c.Number("steps", 0)
	if err == nil && steps > maxStep {
		err = c.UsageError("a run has at most 9999 steps")
	}
	if err != nil {
		return Saved{}, err
	}
	if rel, ok := c.InProject(s.Root, definition); ok && definition != "" {
		definition = rel
	}
	if !c.Has("branch") {
		branch = branchOf(s.Root)
	}
	if err := record.CheckID("the run", "workflow", workflow); err != nil {
		return Saved{}, err
	}
	if !record.IsLocal(branch) || branch[0] == '-' || strings.TrimSpace(branch) != branch {
		return Saved{}, fault.Invalid("the run", "branch", fault.Shorten(branch), "a branch's name as git allows it")
	}
	saved := Saved{Changed: true, did: "started"}
	err = s.Turn(c.Ctx, Dir, func() error {
		at, err := s.placeOf(c, workflow, branch)
		if err == nil {
			err = durable.In(s.Root, at.Path).MkdirAll(0o755)
		}
		if err != nil {
			return err
		}
		id := path.Base(at.Path)
		saved.Run = runAt(at, record.New(first,
			"run_id", id, "workflow_path", definition, "session_branch", branch, "started_at", c.now,
			"last_checkpoint", stamp(c.now), "total_steps", orNull(steps),
			"checkpoint_id", checkpointID(id, 0, record.Object()),
		))
		saved.Ours = true
		return s.write(c, record.File{Own: true}, &saved)
	})
	return saved, err
}

// placeOf is where a new run goes. Its name is one that no run of any branch has, so
// that it means one, nor a folder that a killed start left without a state. Its
// folder has the branch's name, with a suffix where another branch has that one.
func (s Store) placeOf(c command, workflow, branch string) (place, error) {
	all, err := s.places(true)
	if err != nil {
		return place{}, err
	}
	folder := fold(branch)
	if slices.ContainsFunc(all, func(at place) bool {
		if at.runs != Dir || !strings.EqualFold(at.folder, folder) {
			return false
		}
		r, _ := s.read(at)
		return r.Branch != "" && r.Branch != branch
	}) {
		folder += suffix(branch)
	}
	for name := range durable.Numbered(workflow + "-" + c.now.UTC().Format("20060102-150405")) {
		at := place{Path: path.Join(Dir, folder, name), runs: Dir, folder: folder}
		_, err := s.Stat(at.Path)
		same := func(a place) bool { return path.Base(a.Path) == name }
		if errors.Is(err, fs.ErrNotExist) && !slices.ContainsFunc(all, same) {
			return at, nil
		}
	}
	return place{}, fmt.Errorf("starting %q: no free name: %w", workflow, fs.ErrExist)
}

// begin says that a step of a run begins. The id is the run's, or that of one of its
// checkpoints, whose variables, completed steps and artefacts then come back.
func (s Store) begin(c command) (Saved, error) {
	found, err := s.find(c.Rest[1], c.step)
	if err != nil {
		return Saved{}, err
	}
	return s.change(c, found, fmt.Sprintf("began step %d of", c.step), func(r *Run) error {
		if found.point.Exists() {
			r.fill(r.state.Merged(found.point).With(found.Checkpoint, "resumed_from"))
		}
		if err := r.inOrder(c, found); err != nil {
			return err
		}
		r.enter(c, c.step)
		return nil
	})
}

// step says that a step of a run is done, and what it brought.
func (s Store) step(c command) (Saved, error) {
	files, err := s.given(c)
	if err != nil {
		return Saved{}, err
	}
	found, err := s.run(c)
	if err != nil {
		return Saved{}, err
	}
	return s.change(c, found, fmt.Sprintf("recorded step %d of", c.step), func(r *Run) error {
		n := c.step
		if slices.Contains(r.done, n) && r.Next != n {
			if s.repeated(*r, c, files) {
				r.note(c)
				return nil
			}
			if !c.On("force") {
				return fault.Refuse(forces, "step %d of run %q is recorded already, with another content", n, r.ID)
			}
		}
		if err := r.inOrder(c, found); err != nil {
			return err
		}
		next := max(n+1, r.Next)
		if r.Total > 0 && next > r.Total {
			next = 0
		}
		if err := s.keep(r, n, files); err != nil {
			return err
		}
		r.completed(n)
		r.enter(c, next)
		return nil
	})
}

// close gives a run its end, or a pause: its status is Completed, Failed or Paused.
func (s Store) close(c command) (Saved, error) {
	found, err := s.run(c)
	if err != nil {
		return Saved{}, err
	}
	status := c.Rest[2]
	return s.change(c, found, "closed as "+status, func(r *Run) error {
		if r.Status == Completed && status != Completed && !c.On("force") {
			return fault.Refuse(forces, "run %q is completed", r.ID)
		}
		if status == Completed {
			r.put("resume_from_step", nil)
		}
		r.note(c)
		r.put("status", status, "last_checkpoint", stamp(c.now))
		return nil
	})
}

// run finds the run of a command, which no checkpoint's id means.
func (s Store) run(c command) (Run, error) {
	found, err := s.find(c.Rest[1], 0)
	if found.point.Exists() {
		hint := fence.Typed("holdfast run %s %s %s", c.Rest[0], found.ID, c.Rest[2])
		err = fault.Fail(fault.CodeInvalid, hint, "%s is not a run", found.name())
	}
	return found, err
}

// change changes a run while it holds the run's lock, and reports that as did. One
// that is the same afterwards is not written. A state that is not JSON is set aside
// where a checkpoint takes its place.
func (s Store) change(c command, found Run, did string, do func(*Run) error) (Saved, error) {
	if found.Archived {
		const hint = "holdfast run start makes a new run"
		return Saved{}, fault.Fail(fault.CodeInvalid, hint, "run %q is archived", found.ID)
	}
	saved := Saved{did: did}
	err := s.InTurn(c.Ctx, found.Path, func() error {
		r, before := s.read(found.place)
		corrupt := errors.Is(r.broken, record.ErrSyntax) && found.point.Exists()
		switch {
		case corrupt:
			r = runAt(r.place, record.New(first, "run_id", found.ID))
			r.Ours = before.Own
		case r.broken != nil:
			invalid := fault.Of("the run's state", fault.Fault{Field: path.Join(r.Path, stateFile), Found: r.Fault,
				Allowed: "a JSON object as a run's writer leaves it"})
			invalid.Hint = s.hint(r)
			return invalid
		}
		if err := s.catchUp(r); err != nil {
			return err
		}
		saved.Run = r
		if err := do(&saved.Run); err != nil {
			return err
		}
		if corrupt {
			// A copy: the run must at no moment be without a state.
			aside := stateFile + ".set-aside-" + c.now.UTC().Format("20060102T150405Z")
			kept, err := s.Keep(r.Path, aside, "", before.Bytes)
			if err != nil {
				return err
			}
			c.Warnf("the state of run %q was corrupt and is set aside as %q", found.ID, kept)
		}
		saved.Changed = !record.Alike(saved.state.Without("last_checkpoint"), r.state.Without("last_checkpoint"))
		if !saved.Changed {
			saved.Run = r
			return s.writePage(r)
		}
		return s.write(c, before, &saved)
	})
	return saved, err
}

// write puts the run's state in the place of what was read, and then brings up to
// it what is derived.
func (s Store) write(c command, before record.File, saved *Saved) error {
	_, unrecorded, err := s.Write(path.Join(saved.Path, stateFile), before, saved.state)
	c.Warn(unrecorded)
	if err == nil {
		err = s.catchUp(saved.Run)
	}
	if err == nil {
		err = s.writePage(saved.Run)
	}
	return err
}

func (s Store) hint(r Run) string {
	if points := s.checkpoints(r); len(points) > 0 && errors.Is(r.broken, record.ErrSyntax) {
		return fence.Typed("holdfast run begin %s %s", points[0].Checkpoint, strconv.Itoa(max(points[0].Next, 1)))
	}
	return help
}

// inOrder refuses a step that is not the one to go on with from a run or its
// checkpoint.
func (r *Run) inOrder(c command, from Run) error {
	switch n := c.step; {
	case c.On("force") || r.Next == n && r.Status != Completed:
		return nil
	case r.Status == Completed:
		return fault.Refuse(forces, "run %q is completed", r.ID)
	case r.Next == 0:
		return fault.Refuse(forces, "step %d is out of order: %s has no next step, %s", n, from.name(), r.ended())
	default:
		return fault.Refuse(forces, "step %d is out of order: the next step of %s is %d", n, from.name(), r.Next)
	}
}

// enter gives the state what the command brings, and the checkpoint of its step, which
// runs or has run.
func (r *Run) enter(c command, next int) {
	vars := c.merged(r.variables())
	r.note(c)
	r.put("status", Running, "current_step", c.step, "resume_from_step", orNull(next), "session_variables", vars,
		"checkpoint_id", checkpointID(r.ID, c.step, vars), "last_checkpoint", stamp(c.now))
}

func (r *Run) note(c command) {
	state := r.state
	for _, note := range append(c.All("note"), c.All("summary")...) {
		state = state.Noting(note, "agent_notes")
	}
	for _, issue := range c.All("issue") {
		state = state.AddingOnce(issue, "issues")
	}
	r.fill(state)
}

// merged are variables without those that are unset, and with those that are set.
func (c command) merged(vars record.Value) record.Value {
	for _, name := range c.All("unset") {
		vars = vars.Without(name)
	}
	return vars.Merged(c.variables)
}

func (r *Run) completed(n int) {
	if slices.Contains(r.done, n) {
		return
	}
	number := func(v record.Value) int { n, _ := step(v); return n }
	all := append(r.state.Get("steps_completed").Items(), record.Of(n))
	slices.SortStableFunc(all, func(a, b record.Value) int { return number(a) - number(b) })
	r.put("steps_completed", all)
}

// repeated reports whether the step was recorded with this content: with these
// variables then, and these artefacts since.
func (s Store) repeated(r Run, c command, files []file) bool {
	then := r
	points := s.checkpoints(r)
	if i := slices.IndexFunc(points, func(m Run) bool { return m.Current == c.step && m.Next != c.step }); i >= 0 {
		then = points[i]
	}
	missing := func(f file) bool {
		same := func(a Artefact) bool { return a.Step == c.step && a.Path == f.path && a.SHA256 == f.sum }
		return !slices.ContainsFunc(r.artefacts(), same)
	}
	return record.Alike(c.merged(then.variables()), then.variables()) && !slices.ContainsFunc(files, missing)
}
