package main

import (
	"fmt"

	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
	"holdfast/lib/undo"
)

// readAhead does now what would take time at the first question and the first prompt:
// it reads what the client remembers, and takes a snapshot of the project.
func (j *job) readAhead() error {
	inv := *j.inv
	if inv.Root == "" {
		inv.Root = j.scope.project
	}
	root, _, err := inv.Place()
	if err != nil {
		return nil // in no project
	}
	if err := j.readHistory(&inv, root); err != nil {
		return fmt.Errorf("all is installed; reading earlier sessions, with which the next search goes on: %w", err)
	}
	if err := j.firstSnapshot(&inv, root); err != nil {
		return fmt.Errorf("all is installed; the first snapshot for undo: %w", err)
	}
	return nil
}

// readHistory reads the sessions of the project, and says what can be searched.
func (j *job) readHistory(inv *cli.Invocation, root string) error {
	set, _ := config.Load(j.machine, project.Hash(root)) // doctor says what is wrong with it
	h, err := history.Of(root, j.machine, j.config, set)
	if err != nil {
		return nil // it is off
	}
	sessions, err := h.Sessions(inv.Ctx, inv.Progress("reading", "sessions"))
	switch {
	case inv.Ctx.Err() != nil:
		return inv.Ctx.Err()
	case err != nil:
		inv.Warnf("%v", err)
	case len(sessions) > 0:
		inv.Printf("%s of this project can be searched: %s\n", fence.Count(len(sessions), "earlier session"),
			cli.OneLine(j.next("search --history QUESTION")))
	}
	return nil
}

// firstSnapshot takes the first snapshot of the project, without the limit that it has
// before a prompt. Not of the home folder, nor of the checkout that brings the programs.
func (j *job) firstSnapshot(inv *cli.Invocation, root string) error {
	home, _ := project.Rel(root, inv.Home())
	_, checkout := project.Rel(root, j.from)
	set, _ := config.Load(j.machine, project.Hash(root)) // doctor says what is wrong with it
	git, hasGit := gitrepo.New(inv.Getenv("PATH"), inv.Environ())
	if _, inGit := gitrepo.Find(root); !inGit || !hasGit || !set.Snapshots || home == "." || checkout {
		return nil
	}
	taken, err := undo.Store{Root: root, Machine: j.machine}.Complete(inv.Ctx,
		snapshot.Of(j.machine, root, git), inv.Now().UTC(), inv.Progress("saving", "files"))
	switch {
	case inv.Ctx.Err() != nil:
		return inv.Ctx.Err()
	case err != nil:
		j.warn("no snapshot for undo yet: %v; the next one is tried before a prompt", err)
	case taken:
		inv.Printf("The files of %s are saved before each prompt: %s takes back what one changed.\n",
			root, cli.OneLine(j.next("undo")))
	}
	return nil
}
