// Package guard is what the PostToolUse hook does by itself: it notices that a
// task turned In Progress, whoever changed its file, and checkpoints the task's
// files before the work starts; and it adds the earlier bytes of files that the
// work edits beyond those.
//
// What it saw of the tasks is in the machine folder. Where the files are as
// they were seen, nothing is read, locked or written. A turn is claimed under a
// lock before it is acted on, so that of several hooks that run at once one
// makes the checkpoint; a claim whose hook died is taken up by the next one.
package guard

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
)

const (
	// racy is how long before it was read a file must have changed for its time
	// to be trusted; and how inexactly a tool call's beginning is known.
	racy = 2 * time.Second
	// workTime is the hook's own for checkpoints, under its deadline; what is
	// left then is done by the next call.
	workTime = 4 * time.Second
	// leastTime is what a further checkpoint needs to be begun at all.
	leastTime = time.Second
	// maxTurns is how many checkpoints one call makes; the others are the next
	// call's.
	maxTurns = 16
	// snapshotTime is what a snapshot may take; one that takes longer is left
	// out.
	snapshotTime = 3 * time.Second
	// noteTime is for entering what was done.
	noteTime = 300 * time.Millisecond
)

// A Guard watches the tasks of one project.
type Guard struct {
	Root    string // absolute
	Machine machine.Folder
	// Snapshots is the project's private repository, nil where there is no git.
	// It is asked for only when a checkpoint is made or read.
	Snapshots func() *snapshot.Repo
	Now       func() time.Time
	// Edit is what the client says of the file that the call wrote; false is a
	// call that wrote none. It is asked only where that matters; nil is not one.
	Edit func() (Edit, bool)
	// Failed logs what could not be done.
	Failed func(error)
	// Tell is given what the user should know; nil is nobody.
	Tell func(fence.Note)
	// Command is a command of holdfast as it can be typed here.
	Command func(words ...string) fence.Command
}

func (g Guard) tasks() task.Store { return task.Store{Root: g.Root, Machine: g.Machine} }

func (g Guard) folder() string { return g.Machine.Project(project.Hash(g.Root)) }

// checkpoints is the store that tells warn what is missing in a checkpoint.
func (g Guard) checkpoints(warn func(fence.Note)) checkpoint.Store {
	return checkpoint.Store{Root: g.Root, Machine: g.Machine, Snapshots: g.Snapshots(), Now: g.Now, Warn: warn}
}

func (g Guard) tell(format fence.Words, values ...any) {
	if g.Tell != nil {
		g.Tell(fence.Say(format, values...))
	}
}

// Watch looks at the tasks after a tool call, and checkpoints those that turned
// In Progress. began is when the call began, as far as it is known, the zero
// time where it is not: it is asked at the first sight of a folder alone, where
// only a task whose file changed since then has just turned. The notes are for
// the model. An error leaves what is undone to the next call.
func (g Guard) Watch(ctx context.Context, began func() time.Time) (notes []fence.Note, err error) {
	moved := g.withdraw(ctx)
	there, err := g.haveTasks()
	if err != nil || !there {
		return moved, err
	}
	notes, err = g.watch(ctx, began)
	return append(moved, notes...), err
}

// withdraw takes this machine's checkpoints out of git's reach.
func (g Guard) withdraw(ctx context.Context) []fence.Note {
	n, err := checkpoint.Store{Root: g.Root, Machine: g.Machine, Now: g.Now}.Withdraw(ctx)
	if err != nil {
		g.Failed(err)
	}
	if n == 0 {
		return nil
	}
	return []fence.Note{fence.Say("Holdfast moved %d of its checkpoints to the machine folder, because %s/.gitignore was replaced and git could take them in; `%s` finds them there.",
		n, checkpoint.Dir, g.Command("files", "list"))}
}

func (g Guard) watch(ctx context.Context, began func() time.Time) (notes []fence.Note, err error) {
	if old := g.read(); old != nil && g.unchanged(old) {
		return nil, nil
	}
	if err := g.Machine.Ensure(g.folder()); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, workTime)
	defer cancel()
	var claims []claim
	err = g.change(ctx, func(s *state) error {
		claims, err = g.look(s, began)
		return err
	})
	if err != nil || len(claims) == 0 {
		return nil, err
	}
	return g.carryOut(ctx, claims)
}

// haveTasks reports whether the project has a folder of tasks. One behind a
// link does not count: it may be another project's.
func (g Guard) haveTasks() (bool, error) {
	for _, dir := range []string{filepath.Dir(task.Dir), task.Dir} {
		info, err := os.Lstat(filepath.Join(g.Root, dir))
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			return false, fmt.Errorf("looking at the tasks: %w", err)
		}
		if !info.IsDir() {
			return false, nil
		}
	}
	return true, nil
}
