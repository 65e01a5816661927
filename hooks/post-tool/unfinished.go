package main

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/rollback"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
)

// rollbackPatience is how long a rollback waits for another one that is
// running.
const rollbackPatience = 10 * time.Second

// place is the project that a command is about, and the machine folder. What a
// killed rollback left half done is finished first, by every verb.
func place(inv *cli.Invocation) (string, machine.Folder, error) {
	root, folder, err := inv.Place()
	if err != nil {
		return "", folder, err
	}
	return root, folder, settle(inv, rollbackEngine(inv, root, folder), 0)
}

func rollbackEngine(inv *cli.Invocation, root string, folder machine.Folder) rollback.Engine {
	e := rollback.Engine{
		Root: root, Machine: folder,
		Tasks:    task.Store{Root: root, Machine: folder},
		Now:      inv.Now,
		Warn:     func(message string) { inv.Warnf("%s", message) },
		Progress: inv.Progress("rolling back", "files"),
	}
	if git, ok := gitrepo.New(inv.Getenv("PATH"), inv.Environ()); ok {
		repo := snapshot.Open(root, filepath.Join(folder.Project(project.Hash(root)), "snapshots.git"), git)
		e.Snapshots = &repo
	}
	e.Checkpoints = checkpoint.Store{Root: root, Machine: folder, Snapshots: e.Snapshots, Now: inv.Now, Warn: e.Warn}
	return e
}

// settle finishes a rollback that was killed, if nobody has worked on its files
// since; otherwise every command refuses until a person has decided. One that
// is still running is waited for as long as wait says.
func settle(inv *cli.Invocation, e rollback.Engine, wait time.Duration) error {
	report, err := e.Finish(context.Background(), false, wait)
	switch {
	case err == nil:
		inv.Warnf("finished the rollback to %s that was cut short; to undo it: post-tool rollback %s", report.Checkpoint, report.Safety)
		return nil
	case errors.Is(err, rollback.ErrNothingPending):
		return nil
	case errors.Is(err, rollback.ErrBusy) && wait == 0:
		return nil // it is running, and this command is no rollback
	}
	return pendingError(err)
}

// checkpointError gives the errors of finding a checkpoint their exit codes.
func checkpointError(err error) error {
	var ambiguous *checkpoint.Ambiguous
	switch {
	case errors.Is(err, checkpoint.ErrNotFound):
		return &cli.Error{Code: cli.NotFound, Message: "nothing to go back to", Cause: err, Hint: "post-tool list names the checkpoints"}
	case errors.As(err, &ambiguous):
		return &cli.Error{Code: cli.NotFound, Message: "which one", Cause: err, Candidates: ambiguous.Candidates}
	case errors.Is(err, fs.ErrInvalid):
		return &cli.Error{Code: cli.Invalid, Message: "it cannot be read", Cause: err}
	}
	return err
}
