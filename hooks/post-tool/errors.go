package main

import (
	"errors"
	"fmt"
	"slices"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/rollback"
	"holdfast/lib/undo"
)

// refused gives the error of a plan or a run its exit code and hint: where a run was
// not cut in the middle, nothing was written.
func refused(err error, c checkpoint.Checkpoint) error {
	var stopped *rollback.StoppedError
	switch {
	case err == nil, errors.As(err, new(*fault.InvalidError)):
		return err
	case errors.As(err, &stopped):
		return &cli.Error{Code: cli.Failed, Message: "rolling back to " + c.ID, Cause: err,
			Hint: "the same rollback again completes it; " +
				fence.Typed("holdfast rollback %s", stopped.Safety) + " takes it back"}
	}
	e := &cli.Error{Code: cli.Refused, Message: "nothing was changed", Cause: err}
	is := func(known ...error) bool {
		return slices.ContainsFunc(known, func(k error) bool { return errors.Is(err, k) })
	}
	switch {
	case is(rollback.ErrForeign):
		e.Hint = fence.Typed("holdfast rollback %s --foreign", c.ID) + ", if you trust where it comes from"
	case is(rollback.ErrChanged):
		e.Hint = "look at the plan as it is now: " + fence.Typed("holdfast rollback %s --dry-run", c.ID)
	case is(rollback.ErrEmpty):
		e.Code, e.Message = cli.Invalid, "not possible"
		e.Hint = fence.Typed("holdfast rollback %s --task-state", c.ID) + " restores the state of its task"
	case is(rollback.ErrNoSnapshot, rollback.ErrLostSnapshot):
		e.Code, e.Message = cli.Invalid, "not possible"
		e.Hint = "holdfast files list shows which ones have a snapshot"
	case is(rollback.ErrNotHeld):
		e.Code = cli.NotFound
		for _, f := range c.Files[:min(len(c.Files), maxCandidates)] {
			e.Candidates = append(e.Candidates, f.Path)
		}
	case !is(rollback.ErrUnsafe, rollback.ErrBlocked, rollback.ErrBusy):
		e.Code = cli.Failed
	}
	return e
}

// blocked is the error of a plan that something is in the way of.
func blocked(plan rollback.Plan) error {
	e := &cli.Error{Code: cli.Refused, Message: "nothing was changed", Cause: rollback.ErrBlocked,
		Hint: "move it away, or restore the others by name with --file"}
	for _, i := range plan.Blocked() {
		e.Candidates = append(e.Candidates, fmt.Sprintf("%s: %s", i.Path, i.Why))
	}
	return e
}

// raced is the error of a rollback during which other programs saved files.
func raced(r rollback.Report) error {
	e := &cli.Error{Code: cli.Refused, Shown: true,
		Message: "other programs saved files while the rollback ran; nothing of that is lost",
		Hint:    "look at them, then: " + fence.Typed("holdfast rollback %s --dry-run", r.Checkpoint)}
	for _, s := range r.Saved {
		where := "left as it was saved"
		if s.As != "" {
			where = "checkpoint " + r.Safety + " contains what was saved, as " + s.As
		}
		e.Candidates = append(e.Candidates, s.Path+": "+where)
	}
	return e
}

// noTarget is the error of an undo that finds no prompt to go back to.
func noTarget(err error, h undo.History) error {
	if missing := (*undo.MissingError)(nil); errors.As(err, &missing) {
		e := &cli.Error{Code: cli.Invalid, Message: "not possible", Cause: err}
		if missing.Nearest != "" {
			e.Hint = "the nearest one that has a snapshot: " +
				fence.Typed("holdfast rollback %s --all --remove-new", missing.Nearest)
		}
		return e
	}
	hint := "holdfast files list shows the prompts of the project; only those of this session count, without the " +
		"one that is being answered"
	if len(h.Prompts) == 0 {
		hint = "a snapshot is taken before each prompt, in a git work tree; " +
			"holdfast doctor checks whether that hook is installed"
	}
	return &cli.Error{Code: cli.NotFound, Message: "nothing to undo", Cause: err, Hint: hint}
}
