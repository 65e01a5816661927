package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
	"holdfast/lib/platform"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
	"holdfast/lib/undo"
)

// runInstall goes from the programs to the settings: no hook is wired before its program.
func runInstall(inv *cli.Invocation) error {
	j, err := newJob(inv)
	if err != nil {
		return err
	}
	return inTurn(
		j.checkInstall,
		func() error { return j.makeDir(j.machine.State(), modeOwn) },
		func() error {
			return j.alone(j.copyPrograms, j.link, j.installSkills, j.wire, j.saveRecord)
		},
		j.sayNext, j.readAhead, j.finish)
}

// checkInstall finds what would stop an installation before anything is made.
func (j *job) checkInstall() error {
	for _, name := range programs {
		if !durable.IsFile(j.source(name)) {
			return cli.Fail(cli.Failed, "run make install in a checkout, or the holdfast of a complete release archive",
				"the program %q is not beside this one", name)
		}
	}
	_, err := j.linkPath()
	t, unread := readSettings(j.scope.settings)
	if err = cmp.Or(err, unread); err == nil {
		_, err = j.wired(t, false)
	}
	return err
}

// copyPrograms brings the programs into the machine folder. One that runs goes on running.
func (j *job) copyPrograms() error {
	bin, version := j.machine.Bin(), j.Version
	if before := j.record.Version; before != "" && before != version {
		version += " in place of " + before
	}
	j.record.Version = j.Version
	j.record.Bins = each.Once(j.record.Bins, []string{bin})
	for _, name := range programs {
		data, err := durable.Read(j.source(name), maxProgram)
		if err == nil {
			err = j.place(j.program(name), data, modeProgram, modeOwn)
		}
		if err != nil {
			return fmt.Errorf("copying the program %q: %w", name, err)
		}
	}
	j.say("programs  %s: %s", bin, version)
	return nil
}

// linkPath is where --link makes its link, "" where it was not given.
func (j *job) linkPath() (string, error) {
	if j.inv.Flag("link") == "" {
		return "", j.inv.Filled("link")
	}
	dir, err := j.inv.Absolute(j.inv.Flag("link"))
	path := filepath.Join(dir, "holdfast"+j.suffix)
	if err == nil && durable.Exists(path) && !j.leadsHere(path) {
		err = cli.Fail(cli.Refused, "remove it, or name another folder",
			"%q exists and is not a link to this installation", path)
	}
	return path, err
}

func (s site) leadsHere(link string) bool {
	target, err := os.Readlink(link)
	return err == nil && filepath.Clean(target) == s.program("holdfast")
}

func (j *job) link() error {
	path, err := j.linkPath()
	if err != nil || path == "" || durable.Exists(path) {
		return err
	}
	j.record.Links = each.Once(j.record.Links, []string{path})
	return inTurn(
		func() error { return j.makeDir(filepath.Dir(path), modeFolder) },
		j.saveRecord,
		func() error {
			return j.note("write", path, func() error { return durable.File(path).Link(j.program("holdfast")) })
		})
}

// typed is the program that runs where a person types holdfast, "" for none.
func (j *job) typed() (path string, ours bool) {
	path, err := platform.LookPath("holdfast", j.inv.Getenv("PATH"))
	return path, err == nil && project.Same(path, j.program("holdfast"))
}

// next is how a person calls the installed program from now on, as a value to print.
func (j *job) next(verb string) string {
	if _, ours := j.typed(); ours {
		return "holdfast " + verb
	}
	return cli.OneLine(j.command(verb))
}

func (j *job) sayNext() error {
	j.say("command   %s", j.next("help"))
	typed, ours := j.typed()
	switch dir := j.machine.Bin(); {
	case ours:
	case typed != "":
		j.say("          holdfast on PATH is another one: %s", cli.OneLine(typed))
	case j.suffix != "":
		j.say("          to type just holdfast, put %s on Path", cli.OneLine(dir))
	default:
		j.say("          to type just holdfast: export PATH=%s:\"$PATH\"", cli.OneLine(fence.Word(dir)))
	}
	j.say("\nStart Claude Code in %s.", cmp.Or(j.scope.project, "any folder"))
	j.say("Check:  %s", j.next("doctor"+j.scope.option()))
	j.say("Remove: %s", j.next("uninstall"+j.scope.option()))
	return nil
}

// readAhead does now what would take time at the first question and the first prompt, whose snapshot has a limit. It
// takes none of the home folder, nor of the checkout that brings the programs.
func (j *job) readAhead() error {
	j.inv.Root = cmp.Or(j.inv.Root, j.scope.project)
	if j.DryRun || j.inv.Place() != nil { // in no project
		return nil
	}
	root := j.inv.Project
	if h, err := history.Open(root, j.machine, j.inv.Getenv); err == nil {
		sessions, err := h.Sessions(j.inv.Ctx, j.inv.Progress("reading", "sessions"))
		if end := j.inv.Ctx.Err(); end != nil {
			return fmt.Errorf("all is installed; reading earlier sessions, with which the next search goes on: %w", end)
		}
		if j.inv.Warn(err); len(sessions) > 0 {
			j.say("%s of this project can be searched: %s", fence.Count(len(sessions), "earlier session"),
				j.next("search --history QUESTION"))
		}
	}
	home, _ := project.Rel(root, j.inv.Home())
	_, checkout := project.Rel(root, j.from)
	git, hasGit := j.inv.Git()
	set, _ := config.Load(j.machine, project.Hash(root)) // doctor says what is wrong with it
	if _, inGit := gitrepo.Find(root); !set.Snapshots || !inGit || !hasGit || home == "." || checkout {
		return nil
	}
	taken, err := undo.Store{Root: root, Machine: j.machine}.Complete(j.inv.Ctx,
		snapshot.Of(j.machine, root, git), j.inv.Now().UTC(), j.inv.Progress("saving", "files"))
	switch {
	case j.inv.Ctx.Err() != nil:
		return fmt.Errorf("all is installed; the first snapshot for undo: %w", j.inv.Ctx.Err())
	case err != nil:
		j.warn("no snapshot for undo yet: %v; the next one is tried before a prompt", err)
	case taken:
		j.say("The files of %s are saved before each prompt: %s takes back what one changed.", root, j.next("undo"))
	}
	return nil
}
