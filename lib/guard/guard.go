// Package guard is what the PostToolUse hook does by itself: it notices that a
// task turned In Progress, whoever changed its file, and checkpoints the task's
// files before the work starts; and it adds the earlier bytes of files that the
// work edits beyond those.
//
// What it saw of the tasks is in the machine folder. Where the files are as
// they were seen, nothing is read, locked or written. Else one hook at a time
// looks and makes the checkpoints. What it is about to do is claimed first, so that
// the next hook goes on where one died.
package guard

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/hook"
	"holdfast/lib/task"
)

const (
	// inexact is how inexactly a tool call's beginning is known.
	inexact = 2 * time.Second
	// workTime is for checkpoints; what is left then is done by the next call.
	workTime = 4 * time.Second
	// enoughTime is what a checkpoint was given at least that ran out of time for good.
	enoughTime = 3 * time.Second
	// snapshotTime is what a snapshot may take, which is else left out.
	snapshotTime = 3 * time.Second
	// noteTime is for entering a checkpoint in its task's own list.
	noteTime = 300 * time.Millisecond
)

// A Guard looks at the tasks of one project after a call of the hook.
type Guard struct {
	*hook.Call
	Root string // the project's, absolute
	// Model and User are what there is to say: notes for the context, and rows.
	Model, User []fence.Note
}

func (g *Guard) tasks() task.Store { return task.Store{Root: g.Root, Machine: g.Machine} }

func (g *Guard) checkpoints() checkpoint.Store {
	git, _ := gitrepo.New(g.Getenv("PATH"), g.Environ())
	return checkpoint.In(g.Machine, g.Root, git, g.Now)
}

// say says a sentence, whose last value may be a command, as it can be typed here for the model.
func (g *Guard) say(sentence fence.Words, command []string, values ...any) {
	model, user := values, values
	if command != nil {
		model = append(slices.Clone(values), g.command(command...))
		user = append(slices.Clone(values), fence.Command(append([]string{"holdfast"}, command...)))
	}
	g.Model = append(g.Model, fence.Say("Holdfast "+sentence+".", model...))
	g.User = append(g.User, fence.Say(sentence, user...))
}

// command is a command about this project as it can be typed here.
func (g *Guard) command(words ...string) fence.Command {
	return g.Command(append(words, "--root", g.Root)...)
}

// After does all that follows from the call; an error leaves what is undone to the next one. At the first
// sight of a folder only a task whose file changed since the call began has just turned.
func (g *Guard) After(ctx context.Context) error {
	g.Failed((checkpoint.Store{Root: g.Root, Machine: g.Machine}).Cover())
	if f, err := g.folder(nil); err != nil || f.stamp == "" {
		return err
	}
	if !g.settled() {
		if err := g.watch(ctx); err != nil {
			return err
		}
	}
	return g.edited(ctx)
}

func (g *Guard) watch(ctx context.Context) error {
	if err := g.Machine.Ensure(filepath.Dir(g.path())); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, workTime)
	defer cancel()
	return g.change(ctx, func(s *state) error {
		ids, err := g.tasks().IDs()
		if err != nil {
			return fmt.Errorf("looking at the tasks: %w", err)
		}
		f, err := g.folder(ids)
		if err != nil {
			return err
		}
		turned := g.look(s, f)
		if len(turned) > 0 {
			err = g.keep(s)
		}
		for _, id := range slices.Sorted(maps.Keys(turned)) {
			if err == nil && ctx.Err() == nil {
				g.cover(ctx, id, s.Tasks[id], turned[id])
			}
		}
		return err
	})
}
