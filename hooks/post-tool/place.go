package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/rollback"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
)

// engine is what a command works with on its project. Every command says first
// where a rollback was interrupted.
func engine(inv *cli.Invocation) rollback.Engine {
	root, folder := inv.Project, inv.Machine
	e := rollback.Engine{
		Root: root, Machine: folder,
		Tasks:    task.Store{Root: root, Machine: folder},
		Now:      inv.Now,
		Progress: inv.Progress("rolling back", "files"),
	}
	if git, ok := gitrepo.New(inv.Getenv("PATH"), inv.Environ()); ok {
		store := snapshot.Of(folder, root, git)
		e.Snapshots = &store
	}
	e.Checkpoints = checkpoint.Store{Root: root, Machine: folder, Snapshots: e.Snapshots, Now: inv.Now}
	if err := e.Checkpoints.Cover(); err != nil {
		inv.Warnf("%v", err)
	}
	tellInterrupted(inv, e)
	return e
}

func warn(inv *cli.Invocation, notes []fence.Note) {
	for _, n := range notes {
		inv.Warnf("%s", n)
	}
}

// tellInterrupted warns of rollbacks that were cut short, with the commands that
// complete them and that take them back.
func tellInterrupted(inv *cli.Invocation, e rollback.Engine) {
	settled, err := e.Settle(inv.Ctx)
	warn(inv, settled.Notes)
	if err != nil {
		inv.Warnf("whether a rollback was interrupted is not known: %v", err)
	}
	for _, i := range settled.Interrupted {
		since := ""
		if i.Other > 0 {
			since = fmt.Sprintf(", %s changed since", fence.Count(i.Other, "file"))
		}
		inv.Warnf("a rollback to %s was interrupted: %s restored, %s still as before it%s; to complete it: %s; to "+
			"take it back: %s",
			i.Checkpoint, fence.Count(i.After, "file"), fence.Count(i.Before, "file"), since,
			i.Options.Command(i.Checkpoint), fence.Typed("holdfast rollback %s", i.Safety))
	}
}

// checkpointError gives the errors of finding the checkpoint id their exit codes;
// if there is none, it names those that may be meant.
func checkpointError(inv *cli.Invocation, store checkpoint.Store, id string, err error) error {
	var ambiguous *checkpoint.AmbiguousError
	switch {
	case errors.Is(err, checkpoint.ErrNotFound):
		return noCheckpoint(inv, store, id)
	case errors.As(err, &ambiguous):
		return &cli.Error{Code: cli.NotFound, Message: "which one", Cause: err, Candidates: ambiguous.Candidates}
	case errors.Is(err, fs.ErrInvalid):
		return &cli.Error{Code: cli.Invalid, Message: "it cannot be read", Cause: err}
	}
	return err
}

// maxCandidates is how many checkpoints an error names.
const maxCandidates = 20

// noCheckpoint is the error for an id that no checkpoint has: the checkpoints of the
// task that it names are the candidates, else the newest of each task.
func noCheckpoint(inv *cli.Invocation, store checkpoint.Store, id string) error {
	all, _, err := store.List("")
	if err != nil {
		return err
	}
	of, _, numbered := checkpoint.ParseID(id)
	ofTask := func(c checkpoint.Checkpoint) bool {
		return c.TaskID == of || !numbered && (c.TaskID == id || "chk-"+c.TaskID == id)
	}
	own, seen := slices.ContainsFunc(all, ofTask), map[string]bool{}
	e := &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("no checkpoint %q", id),
		Hint: "holdfast files list names the checkpoints"}
	for _, c := range all {
		if own && ofTask(c) || !own && !seen[c.TaskID] {
			e.Candidates = append(e.Candidates, fmt.Sprintf("%s  %s  %s", c.ID, inv.When(c.Time), c.Type))
		}
		seen[c.TaskID] = true
	}
	e.Candidates = e.Candidates[:min(len(e.Candidates), maxCandidates)]
	return e
}
