package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
	"holdfast/lib/undo"
)

// projectTime bounds what a doctor asks git of the project.
const projectTime = 2 * time.Second

// A place is the project that the doctor was called in.
type place struct {
	root   string // "" where it cannot be found
	set    config.Values
	git    gitrepo.Git
	hasGit bool
	repo   snapshot.Repo
}

// project finds the project that the checks after it are about.
func (d *doctor) project() {
	if d.inv.Root == "" {
		d.inv.Root = d.site.scope.project
	}
	root, _, err := d.inv.Place()
	if err != nil {
		d.say(poor, "%v", err)
		return
	}
	d.place.root = root
	if d.place.set, err = config.Load(d.site.machine, project.Hash(root)); err != nil {
		d.say(poor, "%v", err).of("settings")
		d.fix("correct or remove what is named; until then the defaults are used")
	}
	d.place.git, d.place.hasGit = gitrepo.New(d.inv.Getenv("PATH"), d.inv.Environ())
	d.place.repo = snapshot.Of(d.site.machine, root, d.place.git)
}

// saves tells when state of this project was saved last, and how.
func (d *doctor) saves() {
	p := d.place
	if _, err := os.Stat(d.site.machine.Path); err != nil || p.root == "" {
		return
	}
	where := "this project"
	if d.site.scope.project != "" {
		where = fence.Line(p.root, 0)
	}
	store := artifact.Of(p.root, d.site.machine)
	if (autosave.Survey{Root: p.root, Git: p.git, HasGit: p.hasGit}).Exposed(d.inv.Ctx, store, "x") {
		d.say(poor, "automatic checkpoints of %s are kept in the machine folder only: "+
			"%s/.gitignore does not cover them", where, artifact.Dir)
		d.fix("add *_auto_checkpoint.yaml and *_auto-*_checkpoint.yaml to it, or remove it")
	}
	lines, err := line.In(store, d.inv.Now()).Lines(d.inv.Ctx)
	switch {
	case err != nil:
		d.say(bad, "%v", err)
		d.fix("%s", fence.Typed("holdfast rebuild --root %s", p.root))
	case len(lines.Own) > 0:
		last, how := lines.Own[0], "auto"
		if !artifact.AutoName(last.Path) {
			_, how, _ = artifact.NameOf(last.Path)
		}
		d.say(good, "last save in %s %s (%s): %s", where, fence.Ago(d.inv.Now(), last.Saved), how,
			cli.OneLine(filepath.ToSlash(last.File())))
	case len(lines.Foreign) > 0:
		d.say(good, "%s in %s, none of them saved on this machine", fence.Count(len(lines.Foreign), "line"), where)
	default:
		d.say(good, "nothing saved in %s yet", where)
	}
}

// undo says what is kept of the prompts, or why nothing is.
func (d *doctor) undo() {
	p := d.place
	_, inGit := gitrepo.Find(p.root)
	switch {
	case p.root == "":
		return
	case !inGit:
		d.say(good, "off in %q, which is not in a git work tree", p.root)
		return
	case !p.hasGit:
		d.say(poor, "off: git is not installed")
		return
	case !p.set.Snapshots:
		d.say(good, "turned off: snapshots off")
		d.fix("holdfast config snapshots on, if you want it")
		return
	}
	h, err := undo.Store{Root: p.root, Machine: d.site.machine}.Read()
	if err != nil {
		d.say(poor, "%v", err)
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
	newest := func(n int) string { return strings.TrimPrefix(fence.Count(n, "prompt"), "1 ") }
	switch {
	case failed > 0:
		d.say(poor, "the snapshot before the newest %s could not be taken", newest(failed))
		d.fix("holdfast files checkpoint tries it at once, and prints what is wrong")
	case h.Slow() > 0:
		d.say(poor, "the snapshot before the newest %s took over a second", newest(h.Slow()))
		d.fix("holdfast files checkpoint completes one without a limit; " +
			"holdfast config snapshots off --project turns them off")
	default:
		d.say(good, "%s kept, the snapshots take %s", fence.Count(kept, "prompt"), fence.Size(p.repo.Size()))
	}
}

// history says how much is kept of earlier sessions.
func (d *doctor) history() {
	if d.place.root == "" {
		return
	}
	h, _ := history.Of(d.place.root, d.site.machine, d.site.config, d.place.set)
	size, sessions := h.Size()
	off := ""
	if !d.place.set.History {
		off = "turned off by holdfast config history; "
	}
	d.say(good, "%s%s kept, %s of %d MB", off, fence.Count(sessions, "session"), fence.Size(size),
		d.place.set.KeepHistory)
}

// checkpoints says why those of the project are in the machine folder.
func (d *doctor) checkpoints() {
	if d.place.root == "" {
		return
	}
	store := checkpoint.Store{Root: d.place.root, Machine: d.site.machine}
	if d.place.hasGit {
		store.Snapshots = &d.place.repo
	}
	ctx, cancel := context.WithTimeout(d.inv.Ctx, projectTime)
	defer cancel()
	if why, err := store.Exposed(ctx); err == nil && why != "" {
		d.say(poor, "stored in the machine folder: %s", string(why))
		d.fix("move it away; what the repository ships in %s needs git rm --cached too", checkpoint.Dir)
	}
}

// log shows every failure in the log, of all projects, those of one message together.
func (d *doctor) log() {
	failures, err := d.site.machine.Failures(time.Time{})
	if err != nil {
		d.say(poor, "%v", err)
		return
	}
	if len(failures) == 0 {
		d.say(good, "no failures")
		return
	}
	times := map[machine.Failure]int{} // of each failure, without its time
	for _, f := range failures {
		f.Time = time.Time{}
		times[f]++
	}
	for i, f := range failures {
		kind, where, often := f, "", ""
		kind.Time = time.Time{}
		if slices.ContainsFunc(failures[i+1:], func(later machine.Failure) bool {
			later.Time = time.Time{}
			return later == kind
		}) {
			continue // the newest is shown
		}
		if f.Project != "" {
			where = " in " + fence.Line(f.Project, 0)
		}
		if n := times[kind]; n > 1 {
			often = fmt.Sprintf(" (%d times)", n)
		}
		d.say(poor, "%s %s%s: %s%s", d.inv.When(f.Time), f.Program, where, f.Message, often)
	}
	d.fix("%s --clear forgets failures that are settled", d.site.command("doctor"))
}

// clearLog forgets the failures of all projects.
func clearLog(inv *cli.Invocation, s site) error {
	failures, err := s.machine.Failures(time.Time{})
	if err == nil && len(failures) > 0 {
		ctx, cancel := context.WithTimeout(inv.Ctx, runLimit)
		defer cancel()
		err = s.machine.ClearLog(ctx)
	}
	if err != nil {
		return err
	}
	if len(failures) == 0 {
		inv.Printf("no failures to forget\n")
	} else {
		inv.Printf("forgot %s\n", fence.Count(len(failures), "failure"))
	}
	return inv.PrintJSON(map[string]int{"forgotten": len(failures)})
}
