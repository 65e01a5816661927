package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

// runUninstall goes from the settings to the programs: no hook is wired to what is gone.
func runUninstall(inv *cli.Invocation) error {
	j, err := newJob(inv)
	switch {
	case err != nil:
		return err
	case inv.On("purge") && j.scope.project != "":
		return inv.UsageError("--purge removes what all projects share; it cannot be combined with --project")
	}
	for _, dir := range []string{inv.Home(), j.config} {
		rel, err := filepath.Rel(j.machine.Path, dir)
		if inv.On("purge") && err == nil && dir != "" && filepath.IsLocal(rel) {
			return cli.Fail(cli.Refused, "uninstall without --purge, and remove its folder \"state\" by hand",
				"the machine folder %q contains %q", j.machine.Path, dir)
		}
	}
	return inTurn(
		func() error { return j.alone(j.unwireAll, j.removeAllSkills, j.removePrograms, j.saveRecord) },
		j.purge, j.sayUninstalled, j.finish)
}

func (j *job) unwireAll() error {
	files := []string{j.scope.settings}
	for _, f := range j.record.Settings {
		if j.scope.project != "" || f.Project == "" {
			continue
		}
		if err := scopeOf(f.Project).refuseLinks(); err != nil {
			j.warn("%v; it is left as it is", err)
		} else {
			files = append(files, f.Path)
		}
	}
	for _, path := range files {
		if err := j.unwire(path); err != nil {
			return errors.Join(err, j.saveRecord())
		}
	}
	return nil
}

// removeAllSkills removes the skills of a project, or all; also what is to the byte as this
// release would write it: the record may be lost with the machine folder.
func (j *job) removeAllSkills() error {
	for _, s := range j.skills() {
		for rel, want := range s.files {
			if text, err := durable.In(j.scope.skills, rel).Read(maxSkill); err == nil && bytes.Equal(text, want) {
				j.record.Skills[filepath.Join(j.scope.skills, filepath.FromSlash(rel))] = machine.Sum(text)
			}
		}
	}
	below := ""
	if j.scope.project != "" {
		below = j.scope.skills
	}
	return j.removeSkills(below, nil)
}

func (j *job) removePrograms() (err error) {
	user, _ := readSettings(j.user.settings)
	if len(j.record.Settings)+len(j.record.Skills) > 0 || j.scope.project != "" && j.holdsHooks(user.text) {
		return nil
	}
	for _, path := range j.record.Links {
		if j.leadsHere(path) {
			err = errors.Join(err, j.remove(path))
		} else if durable.Exists(path) {
			j.keepAlone(path)
		}
	}
	for _, name := range programs {
		if path := j.program(name); durable.IsFile(path) {
			err = errors.Join(err, j.remove(path))
		}
	}
	if err != nil {
		return err
	}
	if bin := j.machine.Bin(); !j.removeEmpty(bin) {
		j.keepAlone(bin)
	}
	j.record.Links, j.record.Bins, j.record.Version = nil, nil, ""
	return nil
}

// purge removes what was saved, and the machine folder unless it holds foreign files.
func (j *job) purge() error {
	if !j.inv.On("purge") {
		return nil
	}
	for _, path := range []string{j.machine.State(), config.File(j.machine, "")} {
		if durable.Exists(path) {
			if err := j.note("remove", path, durable.File(path).RemoveAll); err != nil {
				return err
			}
		}
	}
	if !j.removeEmpty(j.machine.Path) {
		j.warn("%q contains other files and stays", j.machine.Path)
	}
	if len(j.Removed) > 0 {
		j.removeEmpty(j.config)
	}
	return nil
}

func (j *job) sayUninstalled() error {
	gone := func(s settingsReport) bool { return s.State != "absent" }
	switch {
	case len(j.Removed) > 0:
		j.say("removed   %d files and folders", len(j.Removed))
	case !slices.ContainsFunc(j.Settings, gone):
		j.say("nothing of Holdfast is installed")
	}
	for _, kept := range [][2]string{
		{j.machine.State(), "what was saved on this machine"},
		{config.File(j.machine, ""), "what holdfast config set for all projects"},
	} {
		if durable.Exists(kept[0]) && !slices.Contains(j.Removed, kept[0]) {
			j.Kept = append(j.Kept, kept[0])
			j.say("kept      %s: %s; uninstall --purge removes it", kept[0], kept[1])
		}
	}
	j.say("kept      what was saved in your projects: in thoughts/shared/handoffs, .claude/design, " +
		".claude/tickets, .claude/checkpoints, docs/design, docs/adr, _bmad-output/.runs and temp/")
	return nil
}

func (j *job) keepAlone(path string) {
	j.Kept = append(j.Kept, path)
	j.say("kept      %s: not as this release wrote it", path)
}
