package main

import (
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/gitrepo"
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
