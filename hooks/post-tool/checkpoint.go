package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/rollback"
	"holdfast/lib/task"
)

type made struct {
	ID       string `json:"id"`
	Task     string `json:"task"`
	Type     string `json:"type"`
	Existing int    `json:"existing"`
	Missing  int    `json:"missing"`
	Path     string `json:"path"`
	Snapshot string `json:"snapshot"`
	LeftOut  string `json:"left_out,omitempty"`
}

func runCheckpoint(inv *cli.Invocation) (err error) {
	r := checkpoint.Request{SnapshotTime: 10 * time.Minute, Files: inv.All("file"), Type: inv.Flag("type"),
		Description: inv.Flag("description")}
	types := []string{checkpoint.PreExecution, checkpoint.MidExecution, checkpoint.Manual}
	if r.Type != "" && !slices.Contains(types, r.Type) {
		return fault.Invalid("the checkpoint", "--type", fault.Shorten(r.Type),
			"pre-execution, mid-execution or manual")
	}
	e := engine(inv)
	r.Files, _ = inProject(inv, e.Root, r.Files) // Create names all that it cannot take
	if len(inv.Rest) == 1 {
		if r.Task, err = taskToGuard(e.Tasks, inv.Rest[0]); err != nil {
			return err
		}
	}
	r.Progress = inv.Progress("saving", "files")
	_, inGit := gitrepo.Find(e.Root)
	if len(inv.Rest) == 0 && len(r.Files) == 0 && !(inGit && e.Snapshots.Git.Installed()) {
		return inv.UsageError("name a task, or files with --file; all files can be saved only in a git work tree")
	}
	c, err := e.Create(inv.Ctx, r)
	warn(inv, c.Notes)
	if err != nil {
		return err
	}
	if c.Git.Snapshot != "" {
		if err := prompts(e).Completed(); err != nil {
			inv.Warnf("snapshots before prompts are not tried again: %v", err)
		}
	}
	if r.Task != nil {
		more := ""
		if c.Git.Snapshot != "" {
			more = "; its snapshot contains the work tree"
		}
		if len(r.Task.FilesAffected)+len(r.Files) == 0 {
			inv.Warnf("task %q has no files_affected, checkpoint will only capture task state%s", r.Task.ID, more)
		}
		if err := enter(context.WithoutCancel(inv.Ctx), e, c); err != nil {
			inv.Warnf("the task's own list of checkpoints is unchanged: %v", err)
		}
	}
	doc := made{ID: c.ID, Task: c.TaskID, Type: c.Type, Path: filepath.ToSlash(e.Folder(c)) + "/",
		Snapshot: c.Git.Snapshot, LeftOut: c.Git.LeftOut}
	existed := func(f checkpoint.File) (string, bool) { return f.Path, f.Existed }
	doc.Existing = len(each.If(c.Files, existed))
	doc.Missing = len(c.Files) - doc.Existing
	if c.Elsewhere != "" {
		inv.Warnf("it is stored in the machine folder: %s", c.Elsewhere)
	}
	return inv.Report(doc, nil)
}

// Print prints the checkpoint in the lines that docs/formats.md fixes.
func (d made) Print(inv *cli.Invocation) {
	captured, back := fmt.Sprintf("%d existing, %d new", d.Existing, d.Missing), inv.Command("rollback", d.ID)
	if d.Task == checkpoint.NoTask && d.Existing+d.Missing == 0 {
		captured, back = "the whole work tree", append(back, "--all")
	}
	if exe, err := inv.Executable(); err == nil && back[0] != "holdfast" {
		back[0] = exe
	}
	inv.Printf("✓ Checkpoint %s created\n  Type: %s\n  Files captured: %s\n  Location: %s\n", d.ID,
		fence.Line(d.Type, 40), captured, d.Path)
	inv.Printf("\n  Rollback available: %s\n", back)
}

// enter appends a checkpoint to its task's own list, after earlier ones whose makers were killed before.
func enter(ctx context.Context, e rollback.Engine, made checkpoint.Checkpoint) error {
	all, _, err := e.List(made.TaskID)
	for _, c := range slices.Backward(all) {
		if c.ID == made.ID || c.Ours && c.Type != checkpoint.PreRollback {
			err = errors.Join(err, e.Tasks.AddCheckpoint(ctx, made.TaskID, c.ID))
		}
	}
	return err
}

func taskToGuard(tasks task.Store, id string) (*task.Task, error) {
	t, err := tasks.Load(id)
	switch {
	case errors.Is(err, task.ErrNotFound):
		return nil, cli.Missing("the tasks are the files "+task.PathOf("ID")+"; --file saves files without a task",
			"task %q does not exist", id)
	case err != nil:
		return nil, cli.Fail(cli.Invalid, "", "it cannot be read: %w", err)
	case t.Status == task.BrokenDown:
		return nil, cli.Fail(cli.Invalid, "checkpoint a subtask instead", "task %q is broken down into subtasks", id)
	}
	return &t, nil
}
