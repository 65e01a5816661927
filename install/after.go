package main

import (
	"errors"
	"fmt"
	"slices"

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

// readHistory reads the sessions of every project, or of the one that was asked for,
// and says what can be searched here.
func (j *job) readHistory(inv *cli.Invocation, here string) error {
	roots := []string{here}
	if j.scope.project == "" {
		for _, dir := range history.Folders(j.machine.Configs(j.config)) {
			root, err := project.Root(project.Start{WorkingDir: dir, Home: inv.Home()})
			if err == nil && !slices.Contains(roots, root) {
				roots = append(roots, root)
			}
		}
	}
	for _, root := range roots {
		set, _ := config.Load(j.machine, project.Hash(root)) // doctor says what is wrong with it
		h, err := history.Of(root, j.machine, j.config, set)
		if errors.Is(err, history.ErrOff) {
			continue
		}
		sessions, err := h.Sessions(inv.Ctx, inv.Progress("reading", "sessions of "+fence.Line(root, 60)))
		switch {
		case inv.Ctx.Err() != nil:
			return inv.Ctx.Err()
		case err != nil:
			inv.Warnf("%v", err)
		case root == here && len(sessions) > 0:
			inv.Printf("%s of this project can be searched: %s\n", fence.Count(len(sessions), "earlier session"),
				cli.OneLine(j.next("search --history QUESTION")))
		}
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
