package main

import (
	"errors"
	"slices"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/rollback"
)

func runRollback(inv *cli.Invocation) error {
	o := rollback.Options{All: inv.On("all"), RemoveNew: inv.On("remove-new"), TaskState: inv.On("task-state"),
		Foreign: inv.On("foreign")}
	agreed, err := agreementOf(inv)
	if err != nil {
		return err
	}
	e := engine(inv)
	if o.Files, err = inProject(inv, e.Root, inv.All("file")); err != nil {
		return err
	}
	if slices.Contains(o.Files, ".") {
		return inv.UsageError("--file names files and folders in the project; --all restores all of it")
	}
	c, h, err := load(inv, e, inv.Rest[0])
	if err != nil {
		return err
	}
	plan, err := e.Plan(inv.Ctx, c, o)
	if err != nil {
		return rollbackError(err, c)
	}
	existing, missing := c.Captured()
	if o.RemoveNew && !plan.Options.All && missing == 0 {
		return inv.UsageError("--remove-new needs --all where the checkpoint names no folder that did not exist")
	}
	p := proposal{plan: plan, again: o.Command(c.ID)}
	if existing+missing == 0 && plan.Options.All && !o.All {
		p.first = []string{c.ID + " lists no files of its own: this is the whole work tree, as with --all"}
	}
	report, done, err := p.act(inv, e, agreed)
	if err != nil || !done {
		return err
	}
	m := moveOf(o, c, h)
	if !m.Part {
		m.Turn = turnOf(inv, h)
	}
	enterMove(inv, e, m, c, report)
	return showReport(inv, e, report)
}

// rollbackError gives the errors of a plan and of a run their exit codes: where a run
// was not cut in the middle, nothing was written.
func rollbackError(err error, c checkpoint.Checkpoint) error {
	is := func(known ...error) bool {
		return slices.ContainsFunc(known, func(k error) bool { return errors.Is(err, k) })
	}
	var stopped *rollback.StoppedError
	e := &cli.Error{Code: cli.Refused, Message: "nothing was changed", Cause: err}
	switch {
	case err == nil, errors.As(err, new(*fault.InvalidError)):
		return err
	case errors.As(err, &stopped):
		e.Code, e.Message = cli.Failed, "rolling back to "+c.ID
		e.Hint = "the same rollback again completes it; " +
			fence.Typed("holdfast rollback %s", stopped.Safety) + " takes it back"
	case is(rollback.ErrForeign):
		e.Hint = fence.Typed("holdfast rollback %s --foreign", c.ID) + ", if you trust where it comes from"
	case is(rollback.ErrEmpty):
		e.Code = cli.Invalid
		e.Hint = fence.Typed("holdfast rollback %s --task-state", c.ID) + " restores the state of its task"
	case is(rollback.ErrNoSnapshot, rollback.ErrLostSnapshot):
		e.Code, e.Message = cli.Invalid, "not possible"
		e.Hint = "holdfast files list shows which ones have a snapshot"
	case is(rollback.ErrNotHeld):
		e.Code = cli.NotFound
		for _, f := range c.Files[:min(len(c.Files), maxCandidates)] {
			e.Candidates = append(e.Candidates, f.Path)
		}
	case is(rollback.ErrChanged):
		e.Hint = "look at the plan as it is now: " + fence.Typed("holdfast rollback %s --dry-run", c.ID)
	case !is(rollback.ErrUnsafe, rollback.ErrBlocked, rollback.ErrBusy):
		e.Code = cli.Failed
	}
	return e
}
