package main

import (
	"errors"
	"fmt"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/rollback"
	"holdfast/lib/undo"
)

// A refusal is what a known error of a plan or a run means.
type refusal struct {
	err  error
	code int
	hint string
}

// refusals are the known errors of going back to id.
func refusals(id string) []refusal {
	const lists = "holdfast files list shows which ones have a snapshot"
	return []refusal{
		{rollback.ErrForeign, cli.Refused,
			fence.Typed("holdfast rollback %s --foreign", id) + ", if you trust where it comes from"},
		{rollback.ErrEmpty, cli.Invalid,
			fence.Typed("holdfast rollback %s --task-state", id) + " restores the state of its task"},
		{rollback.ErrNoSnapshot, cli.Invalid, lists},
		{rollback.ErrLostSnapshot, cli.Invalid, lists},
		{rollback.ErrNotHeld, cli.NotFound, ""},
		{rollback.ErrChanged, cli.Refused,
			"look at the plan as it is now: " + fence.Typed("holdfast rollback %s --dry-run", id)},
		{rollback.ErrUnsafe, cli.Refused, ""},
		{rollback.ErrBlocked, cli.Refused, ""},
		{rollback.ErrBusy, cli.Refused, ""},
	}
}

// refused gives the error of a plan or a run its exit code: where a run was not cut in
// the middle, nothing was written.
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
	e := &cli.Error{Code: cli.Failed, Message: "nothing was changed", Cause: err}
	for _, r := range refusals(c.ID) {
		if errors.Is(err, r.err) {
			e.Code, e.Hint = r.code, r.hint
			break
		}
	}
	if e.Code == cli.Invalid {
		e.Message = "not possible"
	}
	if errors.Is(err, rollback.ErrNotHeld) {
		for _, f := range c.Files[:min(len(c.Files), maxCandidates)] {
			e.Candidates = append(e.Candidates, f.Path)
		}
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
	var missing *undo.MissingError
	e := &cli.Error{Code: cli.NotFound, Message: "nothing to undo", Cause: err,
		Hint: "holdfast files list shows the prompts of the project; only those of this session count, without the " +
			"one that is being answered"}
	switch {
	case errors.As(err, &missing) && missing.Nearest == "":
		e.Code, e.Message, e.Hint = cli.Invalid, "not possible", ""
	case errors.As(err, &missing):
		e.Code, e.Message = cli.Invalid, "not possible"
		e.Hint = "the nearest one that has a snapshot: " +
			fence.Typed("holdfast rollback %s --all --remove-new", missing.Nearest)
	case len(h.Prompts) == 0:
		e.Hint = "a snapshot is taken before each prompt, in a git work tree; " +
			"holdfast doctor checks whether that hook is installed"
	}
	return e
}
