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

// here is the call as one about the project that is installed for.
func (j *job) here() *cli.Invocation {
	inv := *j.inv
	if inv.Root == "" {
		inv.Root = j.site.scope.project
	}
	return &inv
}

// readHistory reads what the client remembers of every project, so that the first
// question is answered at once, and says what can be searched here.
func (j *job) readHistory() error {
	inv := j.here()
	here, folder, err := inv.Place()
	if err != nil {
		return nil
	}
	roots := []string{here}
	if j.site.scope.project == "" {
		for _, dir := range history.Folders(folder.Configs(j.site.config)) {
			root, err := project.Root(project.Start{WorkingDir: dir, Home: inv.Home()})
			if err == nil && !slices.Contains(roots, root) {
				roots = append(roots, root)
			}
		}
	}
	for _, root := range roots {
		set, _ := config.Load(folder, project.Hash(root)) // doctor says what is wrong with it
		h, err := history.Of(root, folder, j.site.config, set)
		if errors.Is(err, history.ErrOff) {
			continue
		}
		sessions, err := h.Sessions(inv.Ctx, inv.Progress("reading", "sessions of "+fence.Line(root, 60)))
		switch ended := inv.Ctx.Err(); {
		case ended != nil:
			return fmt.Errorf("all is installed; reading earlier sessions, with which the next search goes on: %w",
				ended)
		case err != nil:
			inv.Warnf("%v", err)
		case root == here && len(sessions) > 0:
			inv.Printf("%s of this project can be searched: %s\n", fence.Count(len(sessions), "earlier session"),
				cli.OneLine(j.next("search --history QUESTION")))
		}
	}
	return nil
}

// firstSnapshot takes the first snapshot of the project that an installation is
// made in, without the limit that it has before a prompt. Not of the home folder,
// nor of the checkout that brings the programs.
func (j *job) firstSnapshot() error {
	inv := j.here()
	root, err := inv.ProjectRoot()
	if err != nil {
		return nil
	}
	home, _ := project.Rel(root, inv.Home())
	_, checkout := project.Rel(root, j.site.from)
	set, _ := config.Load(j.site.machine, project.Hash(root)) // doctor says what is wrong with it
	git, hasGit := gitrepo.New(inv.Getenv("PATH"), inv.Environ())
	if _, inGit := gitrepo.Find(root); !inGit || !hasGit || !set.Snapshots || home == "." || checkout {
		return nil
	}
	taken, err := undo.Store{Root: root, Machine: j.site.machine}.Complete(inv.Ctx,
		snapshot.Of(j.site.machine, root, git), inv.Now().UTC(), inv.Progress("saving", "files"))
	switch {
	case inv.Ctx.Err() != nil:
		return fmt.Errorf("all is installed; the first snapshot for undo: %w", inv.Ctx.Err())
	case err != nil:
		j.warn("no snapshot for undo yet: %v; the next one is tried before a prompt", err)
	case taken:
		inv.Prose(0, "The files of %s are saved before each prompt: %s takes back what one changed.",
			root, cli.OneLine(j.next("undo")))
	}
	return nil
}
