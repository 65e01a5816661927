package main

import (
	"fmt"

	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
	"holdfast/lib/undo"
)

// readAhead does now what would take time at the first question and the first prompt.
func (j *job) readAhead() error {
	if j.inv.Root == "" {
		j.inv.Root = j.scope.project
	}
	if j.DryRun || j.inv.Place() != nil { // in no project
		return nil
	}
	root := j.inv.Project
	if h, err := history.Open(root, j.machine, j.inv.Getenv); err == nil {
		sessions, err := h.Sessions(j.inv.Ctx, j.inv.Progress("reading", "sessions"))
		if end := j.inv.Ctx.Err(); end != nil {
			return fmt.Errorf("all is installed; reading earlier sessions, with which the next search goes on: %w", end)
		}
		if j.inv.Warn(err); len(sessions) > 0 {
			j.say("%s of this project can be searched: %s", fence.Count(len(sessions), "earlier session"),
				j.next("search --history QUESTION"))
		}
	}
	return j.firstSnapshot(root)
}

// firstSnapshot takes the first snapshot of the project, without the limit that it has
// before a prompt. Not of the home folder, nor of the checkout that brings the programs.
func (j *job) firstSnapshot(root string) error {
	home, _ := project.Rel(root, j.inv.Home())
	_, checkout := project.Rel(root, j.from)
	git, hasGit := gitrepo.New(j.inv.Getenv("PATH"), j.inv.Environ())
	set, _ := config.Load(j.machine, project.Hash(root)) // doctor says what is wrong with it
	if _, inGit := gitrepo.Find(root); !set.Snapshots || !inGit || !hasGit || home == "." || checkout {
		return nil
	}
	taken, err := undo.Store{Root: root, Machine: j.machine}.Complete(j.inv.Ctx,
		snapshot.Of(j.machine, root, git), j.inv.Now().UTC(), j.inv.Progress("saving", "files"))
	switch {
	case j.inv.Ctx.Err() != nil:
		return fmt.Errorf("all is installed; the first snapshot for undo: %w", j.inv.Ctx.Err())
	case err != nil:
		j.warn("no snapshot for undo yet: %v; the next one is tried before a prompt", err)
	case taken:
		j.say("The files of %s are saved before each prompt: %s takes back what one changed.", root, j.next("undo"))
	}
	return nil
}
