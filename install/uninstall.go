package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
)

func runUninstall(inv *cli.Invocation) error {
	j, err := newJob(inv)
	if err != nil {
		return err
	}
	purge := inv.On("purge")
	if purge && j.scope.project != "" {
		return inv.UsageError("--purge removes what all projects share; it cannot be combined with --project")
	}
	if err := j.checkPurge(); purge && err != nil {
		return err
	}
	if err := j.alone(j.uninstall); err != nil {
		return err
	}
	if purge {
		if err := j.purge(); err != nil {
			return err
		}
	}
	j.sayUninstalled()
	return j.finish()
}

// uninstall goes from the settings to the programs, so that no hook is wired
// to what is gone.
func (j *job) uninstall() error {
	for _, path := range j.wiredFiles() {
		if err := j.unwire(path); err != nil {
			return errors.Join(err, j.saveIfAny())
		}
	}
	if err := j.adoptSkills(); err != nil {
		return err
	}
	below := ""
	if j.scope.project != "" {
		below = j.scope.skills
	}
	if err := j.removeSkills(below, func(string) bool { return true }); err != nil {
		return err
	}
	if !j.stillUsed() {
		if err := j.removePrograms(); err != nil {
			return err
		}
	}
	return j.saveIfAny()
}

// wiredFiles are the settings files to clean: the project's, or the user's and
// every one in the record.
func (j *job) wiredFiles() []string {
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
	return files
}

// unwire gives a settings file back the bytes it had, where nothing else has
// changed it; of any other it takes our hooks out.
func (j *job) unwire(path string) (err error) {
	f := j.record.file(path)
	before := j.kept(f)
	said := settingsReport{Path: path}
	said.Diff, err = j.rewrite(path, func(t settingsText) ([]byte, error) {
		if said.State = "absent"; !t.exists {
			return nil, nil
		}
		if before != nil && slices.Contains(f.After, machine.Sum(t.text)) {
			said.State = "restored"
			return before, nil
		}
		out, err := j.wiring(j.record.Bins).Remove(t.text)
		if err != nil {
			return nil, refusal(path, err)
		}
		if doc := jsondoc.Doc(out); j.isStatusline(out) {
			m, _ := doc.Find(statusKey)
			out = doc.Drop(doc.Root(), m)
		}
		switch {
		case f != nil && !f.Existed && string(bytes.Join(bytes.Fields(out), nil)) == "{}" && isFile(path):
			said.State = "removed" // an installation made it
			return nil, nil
		case !bytes.Equal(out, t.text):
			said.State = "cleaned"
		}
		return out, nil
	})
	if err != nil {
		return err
	}
	j.record.Settings = slices.DeleteFunc(j.record.Settings, func(f settingsFile) bool { return f.Path == path })
	j.report.Settings = append(j.report.Settings, said)
	if said.State == "removed" {
		j.tidy(path, filepath.Dir(path))
	}
	if became := map[string]string{"removed": "removed, as it was not there before", "restored": "as it was before",
		"cleaned": "Holdfast's hooks removed"}[said.State]; became != "" {
		j.say("settings  %s: %s", path, became)
	}
	return nil
}

// stillUsed reports whether something that is installed needs the programs.
func (j *job) stillUsed() bool {
	if len(j.record.Settings)+len(j.record.Skills) > 0 {
		return true
	}
	t, _ := readSettings(j.user.settings)
	states, _ := j.wiring(j.record.Bins).Inspect(t.text)
	return j.scope.project != "" && len(states) > 0
}

// removePrograms takes the links that still lead here and the programs away.
func (j *job) removePrograms() error {
	for _, path := range j.record.Links {
		if j.leadsHere(path) {
			if err := j.remove(path); err != nil {
				return err
			}
		} else if exists(path) {
			j.keepAlone(path)
		}
	}
	for _, name := range programs {
		if isFile(j.program(name)) {
			if err := j.remove(j.program(name)); err != nil {
				return err
			}
		}
	}
	if bin := j.machine.Bin(); !j.removeEmpty(bin) {
		j.keepAlone(bin)
	}
	j.record.Links, j.record.Bins, j.record.Version = nil, nil, ""
	return nil
}

// tidy removes the folders above a path that are empty, up to top.
func (j *job) tidy(path, top string) {
	for at := filepath.Dir(path); j.removeEmpty(at) && at != top; {
		at = filepath.Dir(at)
	}
}

// saveIfAny saves the record while it tells something, and else removes it.
func (j *job) saveIfAny() error {
	r := j.record
	if len(r.Settings)+len(r.Skills)+len(r.Bins)+len(r.Links) > 0 {
		return j.saveRecord()
	}
	if isFile(j.machine.InstallRecord()) {
		return j.remove(j.machine.InstallRecord())
	}
	return nil
}

// checkPurge refuses to purge a machine folder that holds more than ours by
// where it is.
func (s site) checkPurge() error {
	for _, dir := range []string{s.home, s.config} {
		rel, err := filepath.Rel(s.machine.Path, dir)
		if err == nil && dir != "" && filepath.IsLocal(rel) {
			return &cli.Error{Code: cli.Refused,
				Message: fmt.Sprintf("the machine folder %q contains %q", s.machine.Path, dir),
				Hint:    "uninstall without --purge, and remove its folder \"state\" by hand"}
		}
	}
	return nil
}

// purge removes what was saved in the machine folder, and the folder itself
// unless it holds foreign files.
func (j *job) purge() error {
	for _, path := range []string{j.machine.State(), j.configFile()} {
		if exists(path) {
			j.removed = append(j.removed, path)
			if err := j.do(durable.File(path).RemoveAll); err != nil {
				return err
			}
		}
	}
	if !j.removeEmpty(j.machine.Path) {
		j.warn("%q contains other files and stays", j.machine.Path)
	}
	if len(j.removed) > 0 {
		j.removeEmpty(j.config)
	}
	return nil
}

// sayUninstalled says what is gone and what stays.
func (j *job) sayUninstalled() {
	gone := func(s settingsReport) bool { return s.State != "absent" }
	switch {
	case len(j.removed) > 0:
		j.say("removed   %d files and folders", len(j.removed))
	case !slices.ContainsFunc(j.report.Settings, gone):
		j.say("nothing of Holdfast is installed")
	}
	for _, kept := range [][2]string{
		{j.machine.State(), "what was saved on this machine"},
		{j.configFile(), "what holdfast config set for all projects"},
	} {
		if exists(kept[0]) && !slices.Contains(j.removed, kept[0]) {
			j.report.Kept = append(j.report.Kept, kept[0])
			j.say("kept      %s: %s; uninstall --purge removes it", kept[0], kept[1])
		}
	}
	j.say("kept      what was saved in your projects: in thoughts/shared/handoffs, .claude/design, " +
		".claude/tickets, .claude/checkpoints, docs/design, docs/adr, _bmad-output/.runs and temp/")
}

// keepAlone says that something stays which is not as this release wrote it.
func (j *job) keepAlone(path string) {
	j.report.Kept = append(j.report.Kept, path)
	j.say("kept      %s: not as this release wrote it", path)
}
