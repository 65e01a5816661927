package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/durable"
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

// checkPath looks whether typing holdfast runs this installation.
func (d *doctor) checkPath() {
	typed, ours := d.site.typed(d.inv)
	installed := d.site.program("holdfast")
	if typed == "" || ours || !isThere(installed) {
		return // install says how to type it
	}
	if x, err := durable.Read(typed, maxProgram); err == nil {
		if y, err := durable.Read(installed, maxProgram); err == nil && bytes.Equal(x, y) {
			return // a checkout's or an archive's of the same release
		}
	}
	d.add("warn", "command", fmt.Sprintf("holdfast on PATH is %q, not this installation", typed),
		fmt.Sprintf("remove it, or put a link to %q before it on PATH; holdfast install --link makes one", installed))
}

// checkSaves tells when state of this project was saved last, and how.
func (d *doctor) checkSaves() {
	if d.inv.Root == "" {
		d.inv.Root = d.site.scope.project
	}
	root, folder, err := d.inv.Place()
	if err != nil || !same(folder.Path, folder.Path) {
		return
	}
	where := "this project"
	if d.site.scope.project != "" {
		where = fence.Line(root, 0)
	}
	store := artifact.Of(root, folder)
	git, hasGit := gitrepo.New(d.inv.Getenv("PATH"), d.inv.Environ())
	if (autosave.Survey{Root: root, Git: git, HasGit: hasGit}).Exposed(d.inv.Ctx, store, "x") {
		d.add("warn", "saves", fmt.Sprintf("automatic checkpoints of %s are kept in the machine folder only: %s/.gitignore does not cover them", where, artifact.Dir),
			"add *_auto_checkpoint.yaml and *_auto-*_checkpoint.yaml to it, or remove it")
	}
	lines, err := line.In(store, d.inv.Now()).Lines(d.inv.Ctx)
	if err != nil {
		d.add("fail", "saves", err.Error(), fence.Typed("holdfast rebuild --root %s", root))
		return
	}
	if n := len(lines.Foreign); len(lines.Own) == 0 && n > 0 {
		d.add("ok", "saves", fmt.Sprintf("%s in %s, none of them saved on this machine", fence.Count(n, "line"), where), "")
		return
	}
	if len(lines.Own) == 0 {
		d.add("ok", "saves", "nothing saved in "+where+" yet", "")
		return
	}
	last := lines.Own[0]
	how := "auto"
	if !artifact.AutoName(last.Path) {
		_, how, _ = artifact.NameOf(last.Path)
	}
	d.add("ok", "saves", fmt.Sprintf("last save in %s %s (%s): %s", where, fence.Ago(d.inv.Now(), last.Saved), how, cli.OneLine(filepath.ToSlash(last.File()))), "")
}

// checkLog shows every failure in the log, of all projects, those of one message
// together.
func (d *doctor) checkLog() {
	failures, err := d.site.machine.Failures(time.Time{})
	if err != nil {
		d.add("warn", "log", err.Error(), "")
		return
	}
	if len(failures) == 0 {
		d.add("ok", "log", "no failures", "")
		return
	}
	type kind struct{ program, project, message string }
	times, order := map[kind]int{}, []machine.Failure(nil)
	for _, f := range slices.Backward(failures) {
		k := kind{f.Program, f.Project, f.Message}
		if times[k]++; times[k] == 1 {
			order = append(order, f)
		}
	}
	for i, f := range slices.Backward(order) {
		where, cure := "", ""
		if f.Project != "" {
			where = " in " + fence.Line(f.Project, 0)
		}
		text := fmt.Sprintf("%s %s%s: %s", d.inv.When(f.Time), f.Program, where, f.Message)
		if n := times[kind{f.Program, f.Project, f.Message}]; n > 1 {
			text += fmt.Sprintf(" (%d times)", n)
		}
		if i == 0 {
			cure = d.site.command("doctor") + " --clear forgets failures that are settled"
		}
		d.add("warn", "log", text, cure)
	}
}

// clearLog forgets the failures of all projects.
func clearLog(inv *cli.Invocation, s site) error {
	failures, err := s.machine.Failures(time.Time{})
	if err != nil {
		return err
	}
	if len(failures) > 0 {
		ctx, cancel := context.WithTimeout(inv.Ctx, runLimit)
		defer cancel()
		if err := s.machine.ClearLog(ctx); err != nil {
			return err
		}
	}
	switch len(failures) {
	case 0:
		inv.Printf("no failures to forget\n")
	case 1:
		inv.Printf("forgot 1 failure\n")
	default:
		inv.Printf("forgot %d failures\n", len(failures))
	}
	return inv.PrintJSON(map[string]int{"forgotten": len(failures)})
}
