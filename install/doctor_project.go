package main

import (
	"cmp"
	"context"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/snapshot"
	"holdfast/lib/undo"
)

func (d *doctor) project() {
	d.inv.Root = cmp.Or(d.inv.Root, d.scope.project)
	if err := d.inv.Place(); err != nil {
		d.warn("project", "", "%v", err)
		return
	}
	root := d.inv.Project
	p, set, err := autosave.ProjectAt(d.inv.Env, root, d.machine)
	if err != nil {
		d.warn("settings", "correct or remove what is named; until then the defaults are used", "%v", err)
	}
	git, hasGit := d.inv.Git()
	trees := snapshot.Of(d.machine, root, git)
	d.saves(p)
	d.undo(root, trees, hasGit, set.Snapshots)
	d.checkpoints(root, trees)
}

// saves says where automatic checkpoints are only kept in the machine folder.
func (d *doctor) saves(p line.Project) {
	if durable.Exists(d.machine.Path) && (autosave.Session{Project: p}).Exposed(d.inv.Ctx, "x") {
		d.warn("saves", "add *_auto_checkpoint.yaml and *_auto-*_checkpoint.yaml to it, or remove it",
			"automatic checkpoints are kept in the machine folder only: %s/.gitignore does not cover them",
			artifact.Dir)
	}
}

func (d *doctor) undo(root string, trees snapshot.Store, hasGit, on bool) {
	h, err := undo.Store{Root: root, Machine: d.machine}.Read()
	kept, failed := len(each.Some(h.Prompts, func(p *undo.Entry) string { return p.Snapshot })), 0
	for _, p := range h.Prompts {
		if failed++; p.LeftOut != undo.Failed {
			failed = 0
		}
	}
	const name = "undo"
	newest := func(n int) string { return strings.TrimPrefix(fence.Count(n, "prompt"), "1 ") }
	_, inGit := gitrepo.Find(root)
	switch {
	case !inGit:
		d.ok(name, "off in %q, which is not in a git work tree", root)
	case !hasGit:
		d.warn(name, "", "off: git is not installed")
	case !on:
		d.ok(name, "turned off; holdfast config snapshots on turns it on")
	case err != nil:
		d.warn(name, "", "%v", err)
	case failed > 0:
		d.warn(name, "holdfast files checkpoint tries it at once, and prints what is wrong",
			"the snapshot before the newest %s could not be taken", newest(failed))
	case h.Slow > 0:
		d.warn(name, "holdfast files checkpoint completes one without a limit; "+
			"holdfast config snapshots off --project turns them off",
			"the snapshot before the newest %s took over a second", newest(h.Slow))
	default:
		d.ok(name, "%s kept, the snapshots take %s", fence.Count(kept, "prompt"), fence.Size(trees.Size()))
	}
}

// checkpoints says why those of the project are in the machine folder.
func (d *doctor) checkpoints(root string, trees snapshot.Store) {
	store := checkpoint.Store{Root: root, Machine: d.machine, Snapshots: trees}
	ctx, cancel := context.WithTimeout(d.inv.Ctx, runLimit)
	defer cancel()
	if why, err := store.Exposed(ctx); err == nil && why != "" {
		cure := "move it away; what the repository ships in " + checkpoint.Dir + " needs git rm --cached too"
		d.warn("file checkpoints", cure, "stored in the machine folder: %s", string(why))
	}
}
