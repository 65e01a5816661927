package main

import (
	"bytes"
	"fmt"
	"path/filepath"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
)

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
