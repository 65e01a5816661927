package main

import (
	"errors"
	"slices"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
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

// rollbackError gives the errors of a plan and of a run their exit codes.
func rollbackError(err error, c checkpoint.Checkpoint) error {
	var stopped *rollback.StoppedError
	if errors.As(err, &stopped) {
		return &cli.Error{Code: cli.Failed, Message: "rolling back to " + c.ID, Cause: err,
			Hint: "the same rollback again completes it; " +
				fence.Typed("holdfast rollback %s", stopped.Safety) + " takes it back"}
	}
	noSnapshot := "holdfast files list shows which ones have a snapshot"
	if len(c.Files) > 0 {
		noSnapshot = "without --all the files of its own list are restored"
	}
	nothing := "nothing was changed"
	for _, known := range []struct {
		is      error
		code    int
		message string
		hint    string
	}{
		{rollback.ErrForeign, cli.Refused, "refused",
			fence.Typed("holdfast rollback %s --foreign", c.ID) + ", if you trust where it comes from"},
		{rollback.ErrEmpty, cli.Invalid, "nothing to restore",
			fence.Typed("holdfast rollback %s --task-state", c.ID) + " restores the state of its task"},
		{rollback.ErrNoSnapshot, cli.Invalid, "--all is not possible", noSnapshot},
		{rollback.ErrLostSnapshot, cli.Invalid, "--all is not possible", noSnapshot},
		{rollback.ErrNotHeld, cli.NotFound, "nothing to restore", ""},
		{rollback.ErrChanged, cli.Refused, nothing,
			"look at the plan as it is now: " + fence.Typed("holdfast rollback %s --dry-run", c.ID)},
		{rollback.ErrUnsafe, cli.Refused, nothing, ""},
		{rollback.ErrBlocked, cli.Refused, nothing, ""},
		{rollback.ErrBusy, cli.Refused, nothing, ""},
	} {
		if !errors.Is(err, known.is) {
			continue
		}
		e := &cli.Error{Code: known.code, Message: known.message, Cause: err, Hint: known.hint}
		for i := 0; known.code == cli.NotFound && i < min(len(c.Files), maxCandidates); i++ {
			e.Candidates = append(e.Candidates, c.Files[i].Path)
		}
		return e
	}
	return err
}

// runError is rollbackError of a rollback that was begun: where it was not cut
// in the middle, nothing was written.
func runError(err error, c checkpoint.Checkpoint) error {
	known := rollbackError(err, c)
	var told *cli.Error
	if errors.As(known, &told) {
		return known
	}
	return &cli.Error{Code: cli.Failed, Message: "nothing was changed", Cause: err}
}
