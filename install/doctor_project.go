package main

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
	"holdfast/lib/line"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
	"holdfast/lib/undo"
)

// projectTime bounds what a doctor asks git of the project.
const projectTime = 2 * time.Second

// project finds the project that the checks after it are about.
func (d *doctor) project() {
	if d.inv.Root == "" {
		d.inv.Root = d.scope.project
	}
	root, _, err := d.inv.Place()
	if err != nil {
		d.warn("", "%v", err)
		return
	}
	d.root = root
	if d.set, err = config.Load(d.machine, project.Hash(root)); err != nil {
		d.of("settings").warn("correct or remove what is named; until then the defaults are used", "%v", err)
	}
	d.git, d.hasGit = gitrepo.New(d.inv.Getenv("PATH"), d.inv.Environ())
	d.trees = snapshot.Of(d.machine, root, d.git)
}

// saves tells when state of this project was saved last, and how.
func (d *doctor) saves() {
	if d.root == "" || !exists(d.machine.Path) {
		return
	}
	where := "this project"
	if d.scope.project != "" {
		where = fence.Line(d.root, 0)
	}
	store := artifact.Of(d.root, d.machine)
	if (autosave.Survey{Root: d.root, Git: d.git, HasGit: d.hasGit}).Exposed(d.inv.Ctx, store, "x") {
		d.warn("add *_auto_checkpoint.yaml and *_auto-*_checkpoint.yaml to it, or remove it",
			"automatic checkpoints of %s are kept in the machine folder only: %s/.gitignore does not cover them",
			where, artifact.Dir)
	}
	lines, err := line.In(store, d.inv.Now()).Lines(d.inv.Ctx)
	switch {
	case err != nil:
		d.fail(fence.Typed("holdfast rebuild --root %s", d.root), "%v", err)
	case len(lines.Own) > 0:
		last, how := lines.Own[0], "auto"
		if !artifact.AutoName(last.Path) {
			_, how, _ = artifact.NameOf(last.Path)
		}
		d.ok("last save in %s %s (%s): %s", where, fence.Ago(d.inv.Now(), last.Saved), how,
			cli.OneLine(filepath.ToSlash(last.File())))
	case len(lines.Foreign) > 0:
		d.ok("%s in %s, none of them saved on this machine", fence.Count(len(lines.Foreign), "line"), where)
	default:
		d.ok("nothing saved in %s yet", where)
	}
}

// undo says what is kept of the prompts, or why nothing is.
func (d *doctor) undo() {
	if d.root == "" {
		return
	}
	h, err := undo.Store{Root: d.root, Machine: d.machine}.Read()
	kept, failed := 0, 0
	for _, p := range h.Prompts {
		failed++
		if p.LeftOut != undo.Failed {
			failed = 0
		}
		if p.Snapshot != "" {
			kept++
		}
	}
	newest := func(n int) string { return strings.TrimPrefix(fence.Count(n, "prompt"), "1 ") }
	_, inGit := gitrepo.Find(d.root)
	switch {
	case !inGit:
		d.ok("off in %q, which is not in a git work tree", d.root)
	case !d.hasGit:
		d.warn("", "off: git is not installed")
	case !d.set.Snapshots:
		d.ok("turned off; holdfast config snapshots on turns it on")
	case err != nil:
		d.warn("", "%v", err)
	case failed > 0:
		d.warn("holdfast files checkpoint tries it at once, and prints what is wrong",
			"the snapshot before the newest %s could not be taken", newest(failed))
	case h.Slow() > 0:
		d.warn("holdfast files checkpoint completes one without a limit; "+
			"holdfast config snapshots off --project turns them off",
			"the snapshot before the newest %s took over a second", newest(h.Slow()))
	default:
		d.ok("%s kept, the snapshots take %s", fence.Count(kept, "prompt"), fence.Size(d.trees.Size()))
	}
}

// history says how much is kept of earlier sessions.
func (d *doctor) history() {
	if d.root == "" {
		return
	}
	h, _ := history.Of(d.root, d.machine, d.config, d.set)
	size, sessions := h.Size()
	off := ""
	if !d.set.History {
		off = "turned off by holdfast config history; "
	}
	d.ok("%s%s kept, %s of %d MB", off, fence.Count(sessions, "session"), fence.Size(size), d.set.KeepHistory)
}

// checkpoints says why those of the project are in the machine folder.
func (d *doctor) checkpoints() {
	if d.root == "" {
		return
	}
	store := checkpoint.Store{Root: d.root, Machine: d.machine}
	if d.hasGit {
		store.Snapshots = &d.trees
	}
	ctx, cancel := context.WithTimeout(d.inv.Ctx, projectTime)
	defer cancel()
	if why, err := store.Exposed(ctx); err == nil && why != "" {
		d.warn("move it away; what the repository ships in "+checkpoint.Dir+" needs git rm --cached too",
			"stored in the machine folder: %s", string(why))
	}
}
