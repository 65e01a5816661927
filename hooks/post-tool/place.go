package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/project"
	"holdfast/lib/rollback"
	"holdfast/lib/task"
	"holdfast/lib/undo"
)

// engine is what a command works with. Every command says first where a rollback was interrupted.
func engine(inv *cli.Invocation) rollback.Engine {
	git, _ := inv.Git()
	e := rollback.Engine{
		Store:    checkpoint.In(inv.Machine, inv.Project, git, inv.Now),
		Tasks:    task.Store{Root: inv.Project, Machine: inv.Machine},
		Progress: inv.Progress("rolling back", "files"),
	}
	inv.Warn(e.Cover())
	interrupted, notes, err := e.Settle(inv.Ctx)
	warn(inv, notes)
	if err != nil {
		inv.Warnf("whether a rollback was interrupted is not known: %v", err)
	}
	for _, i := range interrupted {
		to, since := i.Safety.Rollback.To, ""
		if i.Other > 0 {
			since = fmt.Sprintf(", %s changed since", fence.Count(i.Other, "file"))
		}
		inv.Warnf("a rollback to %s was interrupted: %s restored, %s still as before it%s; to complete it: %s; to "+
			"take it back: %s",
			to, fence.Count(i.After, "file"), fence.Count(i.Before, "file"), since,
			i.Options.Command(to), fence.Typed("holdfast rollback %s", i.Safety.ID))
	}
	return e
}

func warn(inv *cli.Invocation, notes []fence.Note) {
	for _, n := range notes {
		inv.Warnf("%s", n)
	}
}

func prompts(e rollback.Engine) undo.Store { return undo.Store{Root: e.Root, Machine: e.Machine} }

func session(inv *cli.Invocation) string { return inv.Getenv("CLAUDE_CODE_SESSION_ID") }

// inProject are names from the working directory, with --root from the root, as the project stores them. One
// outside stays as it is, and is an error.
func inProject(inv *cli.Invocation, root string, names []string) (files []string, outside error) {
	for _, name := range names {
		at := name
		if inv.Root == "" {
			var err error
			if at, err = inv.Absolute(name); err != nil {
				return names, err
			}
		}
		file, ok := project.Rel(root, at)
		if !ok || name == "" {
			file, outside = name, cli.Fail(cli.Invalid, "", "%q is outside the project", name)
		}
		files = append(files, file)
	}
	return files, outside
}

// load is what an id names: a checkpoint, or the snapshot before a prompt.
func load(inv *cli.Invocation, e rollback.Engine, id string) (c checkpoint.Checkpoint, h undo.History, err error) {
	h, err = prompts(e).Read()
	if n, ok := undo.ParseName(id); ok && err == nil {
		if p := h.Find(n); p != nil {
			return p.Checkpoint(), h, nil
		}
		missing := cli.Missing("holdfast files list names the prompts", "no prompt %q", id)
		for _, p := range slices.Backward(each.Tail(h.Prompts, maxCandidates)) {
			row := fmt.Sprintf("%s  %s  %s", p.Name(), inv.When(p.Time), fence.Line(p.Text, 60))
			missing.Candidates = append(missing.Candidates, row)
		}
		err = missing
	} else if !ok {
		c, err = e.Load(id)
	}
	if errors.Is(err, checkpoint.ErrNotFound) {
		err = noCheckpoint(inv, e.Store, id)
	}
	return c, h, err
}

const maxCandidates = 20

// noCheckpoint names the checkpoints of the task that an id names, else the newest of each task.
func noCheckpoint(inv *cli.Invocation, store checkpoint.Store, id string) error {
	all, _, err := store.List("")
	of, _, _ := checkpoint.ParseID(id)
	known := each.If(all, func(c checkpoint.Checkpoint) (checkpoint.Checkpoint, bool) {
		return c, slices.Contains([]string{of, id, strings.TrimPrefix(id, "chk-")}, c.TaskID)
	})
	if len(known) == 0 {
		known = each.FirstOf(all, func(c checkpoint.Checkpoint) string { return c.TaskID })
	}
	e := cli.Missing("holdfast files list names the checkpoints", "no checkpoint %q", id)
	e.Candidates = each.Of(each.Head(known, maxCandidates), func(c checkpoint.Checkpoint) string {
		return fmt.Sprintf("%s  %s  %s", c.ID, inv.When(c.Time), c.Type)
	})
	return cmp.Or[error](err, e)
}
