package workflow

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// Change is the verb that saves what runs have done.
func Change(inv *cli.Invocation) error {
	s, c := In(inv.Project, inv.Machine), command{Invocation: inv}
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
	return inv.Report(s.do(c))
}

// do does what is asked for. A start and a close archive what is due.
func (s Store) do(c command) (Saved, error) {
	verb, do := c.Rest[0], s.change
	if verb == "start" {
		do = s.start
	}
	saved, err := do(c)
	if err == nil && (verb == "start" || verb == "close") {
		done, failed := s.prune(c)
		c.Warn(failed)
		saved.Archived = done.Runs
	}
	return saved, err
}

type command struct {
	*cli.Invocation
	step      int          // that begins or is done
	variables record.Value // that are set
	from      Run          // the run that is changed, or its checkpoint
	files     []file       // that the step brought
}

func (c *command) read() (err error) {
	if err := c.Filled("note", "summary", "issue", "unset"); err != nil {
		return err
	}
	if c.Rest[0] == "begin" || c.Rest[0] == "step" {
		if c.step, err = parseStep(c.Rest[2]); err != nil {
			return c.UsageError("step %q: %v", c.Rest[2], err)
		}
	}
	for _, text := range c.All("var") {
		name, says, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return c.BadValue("var", text, "want NAME=VALUE")
		}
		c.variables = c.variables.Merged(record.Object(name, says))
	}
	for _, text := range c.All("vars") {
		more, _ := record.ParseGiven(text)
		if !more.IsObject() {
			return c.BadValue("vars", text, "want a JSON object")
		}
		c.variables = c.variables.Merged(more)
	}
	return nil
}

// Saved is a run as a change left it.
type Saved struct {
	Run
	Changed  bool     `json:"changed"`  // false where all of it was there already
	Archived []Pruned `json:"archived"` // runs that were archived on the way
}

func (s Saved) Print(inv *cli.Invocation) {
	id, last := cli.OneLine(s.ID), inv.Rest[len(inv.Rest)-1]
	did := map[string]string{
		"start": "started", "begin": "began step " + last + " of", "step": "recorded step " + last + " of",
		"close": "closed as " + last,
	}
	if s.Changed {
		inv.Printf("%s run %s\n", did[inv.Rest[0]], id)
	} else {
		inv.Printf("nothing changed in run %s: all of it is saved already\n", id)
	}
	inv.Printf("  status: %s\n  checkpoint: %s\n", s.Status, s.Checkpoint)
	if s.Next > 0 {
		inv.Printf("  next step: %s\n", stepOf(s.Next, s.Total))
	} else if s.Status != Completed {
		inv.Printf("  %s: %s\n", s.ended(), inv.Typable("holdfast run close %s completed", s.ID))
	}
	if open := s.closedOpen(); open != "" {
		inv.Warnf("run %q is completed, but %s", id, open)
	}
	inv.Printf("  location: %s\n", s.Path)
	if len(s.Archived) > 0 {
		Pruning{Runs: s.Archived}.Print(inv)
	}
}

// start makes a run. A name or branch that is not a plain one is a [fault.CodeInvalid] error.
func (s Store) start(c command) (Saved, error) {
	workflow, branch, definition := c.Rest[1], c.Flag("branch"), c.Flag("workflow-path")
	steps, err := c.Number("steps", 0)
	if err == nil && steps > maxStep {
		err = c.UsageError("a run has at most 9999 steps")
	}
	if err = cmp.Or(err, record.CheckID("the run", "workflow", workflow)); err != nil {
		return Saved{}, err
	}
	if rel, ok := c.InProject(s.Root, definition); ok && definition != "" {
		definition = rel
	}
	if !c.Has("branch") {
		branch = branchOf(s.Root)
	}
	if !record.IsLocal(branch) || branch[0] == '-' || strings.TrimSpace(branch) != branch {
		return Saved{}, fault.Invalid("the run", "branch", fault.Shorten(branch), "a branch's name as git allows it")
	}
	saved := Saved{Changed: true}
	err = s.Turn(c.Ctx, Dir, func() error {
		at, err := s.placeOf(c, workflow, branch)
		if err == nil {
			err = durable.In(s.Root, at.Path).MkdirAll(0o755)
		}
		if err != nil {
			return err
		}
		saved.Run = runAt(at, record.New(first, "run_id", path.Base(at.Path), "workflow_path", definition,
			"session_branch", branch, "started_at", c.Now(), "total_steps", orNull(steps)))
		saved.enter(c, 1)
		saved.Ours = true
		return s.write(c, record.File{Own: true}, &saved)
	})
	return saved, err
}

// placeOf is where a new run goes, under a name that no run of any branch has, nor a folder that a
// killed start left. The branch's folder has a suffix where another branch has that one.
func (s Store) placeOf(c command, workflow, branch string) (place, error) {
	all, err := s.List("", c.Now())
	if err != nil {
		return place{}, err
	}
	folder := fold(branch)
	if slices.ContainsFunc(all, func(r Run) bool {
		return r.runs == Dir && strings.EqualFold(r.folder, folder) && r.Branch != "" && r.Branch != branch
	}) {
		folder += suffix(branch)
	}
	name, err := durable.Free(workflow+"-"+c.Now().UTC().Format("20060102-150405"), func(name string) error {
		_, missing := s.Stat(path.Join(Dir, folder, name))
		same := func(r Run) bool { return path.Base(r.Path) == name }
		if !errors.Is(missing, fs.ErrNotExist) || slices.ContainsFunc(all, same) {
			return fmt.Errorf("starting %q: %w", name, fs.ErrExist)
		}
		return nil
	})
	return place{Path: path.Join(Dir, folder, name), runs: Dir, folder: folder}, err
}

// begin says that a step begins; what was known at a checkpoint comes back.
func (r *Run) begin(c command) error {
	if c.from.point.Exists() {
		r.fill(r.state.Merged(c.from.point).With(c.from.Checkpoint, "resumed_from"))
	}
	err := r.inOrder(c)
	if err == nil {
		r.enter(c, c.step)
	}
	return err
}

func (s Store) step(r *Run, c command) error {
	n := c.step
	if slices.Contains(r.done, n) && r.Next != n {
		if s.repeated(*r, c) {
			r.note(c)
			return nil
		}
		if !c.On("force") {
			return fault.Refuse(forces, "step %d of run %q is recorded already, with another content", n, r.ID)
		}
	}
	if err := r.inOrder(c); err != nil {
		return err
	}
	next := max(n+1, r.Next)
	if r.Total > 0 && next > r.Total {
		next = 0
	}
	if err := s.keep(r, c); err != nil {
		return err
	}
	if !slices.Contains(r.done, n) {
		all := append(r.state.Get("steps_completed").Items(), record.Of(n))
		number := func(v record.Value) int { n, _ := step(v); return n }
		slices.SortStableFunc(all, func(a, b record.Value) int { return number(a) - number(b) })
		r.put("steps_completed", all)
	}
	r.enter(c, next)
	return nil
}

func (r *Run) close(c command) error {
	status := c.Rest[2]
	if r.Status == Completed && status != Completed && !c.On("force") {
		return fault.Refuse(forces, "run %q is completed", r.ID)
	}
	if status == Completed {
		r.put("resume_from_step", nil)
	}
	r.note(c)
	r.put("status", status, "last_checkpoint", stamp(c.Now()))
	return nil
}

// change changes a run while it holds the run's lock. One that is the same afterwards is
// not written. A state that is not JSON is set aside where a checkpoint takes its place.
func (s Store) change(c command) (saved Saved, err error) {
	verb := c.Rest[0]
	if c.files, err = s.given(c); err == nil {
		c.from, err = s.find(c.Rest[1], c.step)
	}
	switch {
	case err != nil:
		return saved, err
	case c.from.point.Exists() && verb != "begin":
		hint := fence.Typed("holdfast run %s %s %s", verb, c.from.ID, c.Rest[2])
		return saved, fault.Fail(fault.CodeInvalid, hint, "%s is not a run", c.from.name())
	case c.from.Archived:
		const hint = "holdfast run start makes a new run"
		return saved, fault.Fail(fault.CodeInvalid, hint, "run %q is archived", c.from.ID)
	}
	do := map[string]func(*Run, command) error{"begin": (*Run).begin, "step": s.step, "close": (*Run).close}[verb]
	err = s.InTurn(c.Ctx, c.from.Path, func() error {
		r, before := s.read(c.from.place)
		corrupt := errors.Is(r.broken, record.ErrSyntax) && c.from.point.Exists()
		switch {
		case corrupt:
			r = runAt(r.place, record.New(first, "run_id", c.from.ID))
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
		if err := do(&saved.Run, c); err != nil {
			return err
		}
		if corrupt {
			// A copy: the run must at no moment be without a state.
			aside := stateFile + ".set-aside-" + c.Now().UTC().Format("20060102T150405Z")
			kept, err := s.Keep(r.Path, aside, "", before.Bytes)
			if err != nil {
				return err
			}
			c.Warnf("the state of run %q was corrupt and is set aside as %q", c.from.ID, kept)
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

func (s Store) write(c command, before record.File, saved *Saved) error {
	err := s.Write(path.Join(saved.Path, stateFile), &before, saved.state, c.Warn)
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
	return "holdfast help run"
}

func (r *Run) inOrder(c command) error {
	switch n := c.step; {
	case c.On("force") || r.Next == n && r.Status != Completed:
		return nil
	case r.Status == Completed:
		return fault.Refuse(forces, "run %q is completed", r.ID)
	case r.Next == 0:
		return fault.Refuse(forces, "step %d is out of order: %s has no next step, %s", n, c.from.name(), r.ended())
	default:
		return fault.Refuse(forces, "step %d is out of order: the next step of %s is %d", n, c.from.name(), r.Next)
	}
}

// enter gives the state what the command brings, and the checkpoint of its step.
func (r *Run) enter(c command, next int) {
	vars := c.merged(r.variables())
	id := machine.Sum(fmt.Appendf(nil, "%s:%d:%s", r.ID, c.step, vars.Dumps()))[:6]
	r.note(c)
	r.put("status", Running, "current_step", c.step, "resume_from_step", orNull(next), "session_variables", vars,
		"checkpoint_id", id, "last_checkpoint", stamp(c.Now()))
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

func (c command) merged(vars record.Value) record.Value {
	for _, name := range c.All("unset") {
		vars = vars.Without(name)
	}
	return vars.Merged(c.variables)
}

func (s Store) repeated(r Run, c command) bool {
	then := each.First(append(s.checkpoints(r), r), func(m Run) bool { // else as the run is now
		return !m.point.Exists() || m.Current == c.step && m.Next != c.step
	})
	missing := func(f file) bool {
		same := func(a Artefact) bool { return a.Step == c.step && a.Path == f.path && a.SHA256 == f.sum }
		return !slices.ContainsFunc(r.artefacts(), same)
	}
	return record.Alike(c.merged(then.variables()), then.variables()) && !slices.ContainsFunc(c.files, missing)
}
