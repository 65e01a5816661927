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
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
	"holdfast/lib/undo"
)

// firstSnapshot takes the first snapshot of the project that an installation is
// made in, without the limit that it has before a prompt. Not of the home folder,
// nor of the checkout that brings the programs.
func (j *job) firstSnapshot() error {
	inv := *j.inv
	if inv.Root == "" {
		inv.Root = j.site.scope.project
	}
	root, err := inv.ProjectRoot()
	if err != nil {
		return nil
	}
	if rel, ok := project.Rel(root, inv.Home()); ok && rel == "." {
		return nil
	}
	if exe, err := inv.Executable(); err == nil {
		if _, inside := project.Rel(root, exe); inside {
			return nil
		}
	}
	hash := project.Hash(root)
	settings, _ := config.Load(j.site.machine, hash) // doctor tells of a broken one
	git, hasGit := gitrepo.New(inv.Getenv("PATH"), inv.Environ())
	if _, inGit := gitrepo.Find(root); !inGit || !hasGit || !settings.Snapshots {
		return nil
	}
	repo := snapshot.Of(j.site.machine, root, git)
	taken, err := undo.Store{Root: root, Machine: j.site.machine}.Complete(inv.Ctx, repo, inv.Now().UTC(), inv.Progress("saving", "files"))
	switch {
	case inv.Ctx.Err() != nil:
		inv.Printf("installed; the first snapshot for undo was stopped and continues before the first prompt\n")
		return inv.Ctx.Err()
	case err != nil:
		j.warn("no snapshot for undo yet: %v; the next one is tried before a prompt", err)
	case taken:
		inv.Prose(0, "The files of %s are saved before each prompt: %s takes back what one changed.", root, cli.OneLine(j.next("undo")))
	}
	return nil
}

// sayHistory reads what the client remembers of every project, so that the first
// question is answered at once, and ends with what can be searched.
func (j *job) sayHistory() error {
	inv := *j.inv
	if inv.Root == "" {
		inv.Root = j.site.scope.project
	}
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
	sessions, projects, own := 0, 0, 0
	for _, root := range roots {
		n, err := j.readPast(inv, folder, root)
		if ended := inv.Ctx.Err(); ended != nil {
			return fmt.Errorf("all is installed; reading earlier sessions, with which the next search goes on: %w", ended)
		}
		if err != nil {
			inv.Warnf("%v", err)
		}
		if root == here {
			own = n
		}
		if sessions += n; n > 0 {
			projects++
		}
	}
	if own > 0 {
		inv.Printf("%s of this project can be searched: %s\n", fence.Count(own, "earlier session"), cli.OneLine(j.next("search --history QUESTION")))
	}
	if sessions > own {
		inv.Printf("%s of %s can be searched in all\n", fence.Count(sessions, "earlier session"), fence.Count(projects, "project"))
	}
	return nil
}

// readPast reads the sessions of one project and returns how many there are.
func (j *job) readPast(inv cli.Invocation, folder machine.Folder, root string) (int, error) {
	set, _ := config.Load(folder, project.Hash(root)) // doctor says what is wrong with it
	h, err := history.Of(root, folder, j.site.config, set)
	if errors.Is(err, history.ErrOff) {
		return 0, nil
	}
	sessions, err := h.Sessions(inv.Ctx, inv.Progress("reading", "sessions of "+fence.Line(root, 60)))
	return len(sessions), err
}
