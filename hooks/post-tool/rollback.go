package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/project"
	"holdfast/lib/rollback"
)

const rollbackHelp = `Restores files from a checkpoint (chk-42-3) or from before a prompt (prompt-7);
holdfast files list names them. It shows a plan first, one row per file:
  RESTORE    restored as it was
  UNCHANGED  already as it was
  REMOVE     did not exist then
  MISSING    known to the checkpoint, but its content was not saved
  NEW        did not exist then; kept, unless --remove-new is given
  KEPT       never restored, or only when named with --file
The plan ends in its id: "plan" and 12 hex digits for the checkpoint, the
options and every file as it is now. On a terminal it then asks. Elsewhere it
stops there; --yes --plan ID carries out that plan unless a file has changed
since.

Every saved file is verified before the first write. All that is overwritten or
removed is saved in a safety checkpoint first; rolling back to that one undoes
the rollback. What another program saves at the same time is never lost: it
stays in its place, or is added to the safety checkpoint as
<path>.saved-during-rollback; it is named, and the exit code is 5. If the
rollback is killed, the next command prints how to complete it and how to take
it back.

Options:
  --file PATH   only this file or folder; repeatable. Needed to restore
                CLAUDE.md, .mcp.json and in .claude settings*.json, agents,
                commands, hooks and skills; also restores a file that only the
                snapshot holds
  --all         the whole work tree, from the checkpoint's snapshot; ignored
                files are never touched. So it is for a checkpoint that lists
                no files
  --remove-new  remove what did not exist then: with --all all files that the
                snapshot does not hold, else those in the checkpoint's folders
  --task-state  restore the task's own file too
  --dry-run     show the plan and stop
  --plan ID     only if the plan is still this one
  --yes         do not ask
  --foreign     allow a checkpoint that was not made on this machine
  --json        the result as JSON

Examples:
  holdfast rollback chk-42-3
  holdfast rollback chk-42-3 --yes --plan 0f3a9c51d27e
  holdfast rollback chk-42-3 --file src/auth.go --file src/auth_test.go
  holdfast rollback chk-42-3 --all --remove-new --dry-run
`

func runRollback(inv *cli.Invocation) error {
	o := rollback.Options{All: inv.On("all"), RemoveNew: inv.On("remove-new"), TaskState: inv.On("task-state"),
		Foreign: inv.On("foreign")}
	agreed, err := agreementOf(inv)
	if err != nil {
		return err
	}
	e := engine(inv)
	if o.Files, err = filesOf(inv, e.Root, inv.All("file")); err != nil {
		return err
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

// filesOf makes names of files project-relative, as fromHere does.
func filesOf(inv *cli.Invocation, root string, names []string) ([]string, error) {
	files, err := fromHere(inv, root, names)
	if err != nil {
		return nil, err
	}
	for i, name := range files {
		rel, ok := filepath.ToSlash(filepath.Clean(name)), true
		if filepath.IsAbs(name) {
			rel, ok = project.Rel(root, name)
		}
		if name == "" || !ok || rel == ".." || strings.HasPrefix(rel, "../") {
			return nil, &cli.Error{Code: cli.Invalid, Message: fmt.Sprintf("%q is outside the project", name)}
		}
		if rel == "." {
			return nil, inv.UsageError("--file names files and folders in the project; --all restores all of it")
		}
		files[i] = rel
	}
	return files, nil
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
