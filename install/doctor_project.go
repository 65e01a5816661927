package main

import (
	"context"
	"fmt"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
	"holdfast/lib/undo"
)

// projectTime bounds what a doctor asks git of the project.
const projectTime = 2 * time.Second

// checkProject looks at what is kept of the project's files: whether undo works
// here, and where its checkpoints are stored.
func (d *doctor) checkProject() {
	root, err := d.inv.ProjectRoot()
	if err != nil {
		d.add("warn", "project", err.Error(), "")
		return
	}
	hash := project.Hash(root)
	settings, err := config.Load(d.site.machine, hash)
	if err != nil {
		d.add("warn", "settings", err.Error(), "correct or remove what is named; until then the defaults are used")
	}
	git, hasGit := gitrepo.New(d.inv.Getenv("PATH"), d.inv.Environ())
	repo := snapshot.Of(d.site.machine, root, git)
	_, inGit := gitrepo.Find(root)
	switch {
	case !inGit:
		d.add("ok", "undo", fmt.Sprintf("off in %q, which is not in a git work tree", root), "")
	case !hasGit:
		d.add("warn", "undo", "off: git is not installed", "")
	case !settings.Snapshots:
		d.add("ok", "undo", "turned off: snapshots off", "holdfast config snapshots on, if you want it")
	default:
		d.checkUndo(undo.Store{Root: root, Machine: d.site.machine}, repo)
	}
	d.checkHistory(root, settings)
	store := checkpoint.Store{Root: root, Machine: d.site.machine}
	if hasGit {
		store.Snapshots = &repo
	}
	ctx, cancel := context.WithTimeout(d.inv.Ctx, projectTime)
	defer cancel()
	if why, err := store.Exposed(ctx); err == nil && why != "" {
		d.add("warn", "file checkpoints", "stored in the machine folder: "+string(why),
			"move it away; what the repository ships in "+checkpoint.Dir+" needs git rm --cached too")
	}
}

// checkHistory says how much is kept of earlier sessions.
func (d *doctor) checkHistory(root string, set config.Values) {
	h, err := history.Of(root, d.site.machine, d.site.config, set)
	size, sessions := h.Size()
	kept := fmt.Sprintf("%s kept, %.1f of %d MB", fence.Count(sessions, "session"), float64(size)/(1<<20), set.KeepHistory)
	switch {
	case err != nil:
		d.add("ok", "history", "turned off: history off; "+kept, "holdfast config history on, if you want it")
	default:
		d.add("ok", "history", kept, "")
	}
}

// checkUndo says what is kept of the prompts, or why nothing is.
func (d *doctor) checkUndo(store undo.Store, repo snapshot.Repo) {
	h, err := store.Read()
	if err != nil {
		d.add("warn", "undo", err.Error(), "")
		return
	}
	kept, failed := 0, 0
	for _, p := range h.Prompts {
		failed++
		if p.LeftOut != undo.Failed {
			failed = 0
		}
		if p.Commit != "" {
			kept++
		}
	}
	if failed > 0 {
		d.add("warn", "undo", "the snapshot before the "+newestOf(failed)+" could not be taken", "holdfast files checkpoint tries it at once, and prints what is wrong")
		return
	}
	if n := h.Slow(); n > 0 {
		d.add("warn", "undo", "the snapshot before the "+newestOf(n)+" took over a second",
			"holdfast files checkpoint completes one without a limit; holdfast config snapshots off --project turns them off")
		return
	}
	size := "less than 0.1"
	if mb := float64(repo.Size()) / 1e6; mb >= 0.1 {
		size = fmt.Sprintf("%.1f", mb)
	}
	d.add("ok", "undo", fmt.Sprintf("%s kept, the snapshots take %s MB", fence.Count(kept, "prompt"), size), "")
}

func newestOf(n int) string {
	if n == 1 {
		return "newest prompt"
	}
	return fmt.Sprintf("newest %d prompts", n)
}
