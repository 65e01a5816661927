package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/machine"
)

func runUninstall(inv *cli.Invocation) error {
	s, err := siteOf(inv)
	if err != nil {
		return err
	}
	purge := inv.On("purge")
	if purge && s.scope.project != "" {
		return inv.UsageError("--purge removes what all projects share; it cannot be combined with --project")
	}
	if err := s.checkPurge(); purge && err != nil {
		return err
	}
	j := newJob(inv, s)
	alone := j.alone
	if _, err := os.Lstat(s.machine.Path); err != nil {
		// Without a machine folder there is nobody to keep out by a lock in it.
		alone = func(do func() error) error { return do() }
	}
	if err := alone(j.uninstall); err != nil {
		return err
	}
	if purge {
		if err := j.purge(); err != nil {
			return err
		}
	}
	for _, path := range []string{s.machine.State(), s.configFile()} {
		if _, err := os.Lstat(path); err == nil && !purge {
			j.report.Kept = append(j.report.Kept, path)
		}
	}
	if !j.disk.dry {
		j.sayUninstalled()
	}
	return j.finish()
}

// uninstall goes from the settings to the programs, so that no hook is wired
// to what is gone.
func (j *job) uninstall() error {
	for _, path := range j.wiredFiles() {
		if err := j.unwire(path); err != nil {
			if saveErr := j.saveIfAny(); saveErr != nil {
				j.warn("%v", saveErr)
			}
			return err
		}
	}
	if err := j.adoptSkills(); err != nil {
		return err
	}
	skills := slices.Clone(j.record.Skills)
	if j.site.scope.project != "" {
		skills = j.record.skillsBelow(j.site.scope.skills)
	}
	for _, f := range skills {
		if err := j.removeSkillFile(f); err != nil {
			return err
		}
	}
	if !j.stillUsed() {
		j.removeLinks()
		j.removePrograms()
		j.record.Bins, j.record.Version = nil, ""
	}
	j.removeFolders()
	return j.saveIfAny()
}

// wiredFiles are the settings files to clean: the project's, or the user's and
// every one in the record.
func (j *job) wiredFiles() []string {
	if j.site.scope.project != "" {
		return []string{j.site.scope.settings}
	}
	files := []string{j.site.user.settings}
	for _, f := range j.record.Settings {
		if f.Project == "" || slices.Contains(files, f.Path) {
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
func (j *job) unwire(path string) error {
	f := j.record.file(path)
	said := settingsReport{Path: path, State: "absent"}
	before := j.site.kept(f)
	without := func(t settingsText) ([]byte, error) {
		if !t.exists {
			return nil, nil
		}
		if before != nil && slices.Contains(f.After, machine.Sum(t.text)) {
			return before, nil
		}
		out, err := j.site.wiring(j.record.Bins).Remove(t.text)
		if err != nil {
			return nil, refusal(t.path, err)
		}
		out = j.site.removeStatusline(out)
		if f != nil && !f.Existed && len(bytes.Join(bytes.Fields(out), nil)) == len("{}") && isThere(t.path) {
			return nil, nil // an installation made it
		}
		return out, nil
	}
	err := j.rewrite(path, without, func(t settingsText, out []byte) error {
		said.State, said.Diff = "cleaned", j.difference(t, out)
		switch {
		case out == nil:
			said.State = "removed"
		case before != nil && bytes.Equal(out, before):
			said.State = "restored"
		}
		return nil
	})
	if err != nil {
		return err
	}
	j.record.Settings = slices.DeleteFunc(j.record.Settings, func(f settingsFile) bool { return f.Path == path })
	j.report.Settings = append(j.report.Settings, said)
	return nil
}

// stillUsed reports whether something that is installed needs the programs.
func (j *job) stillUsed() bool {
	if len(j.record.Settings)+len(j.record.Skills) > 0 {
		return true
	}
	t, err := readSettings(j.site.user.settings)
	if err != nil || !t.exists || j.site.scope.project == "" {
		return false
	}
	states, _ := j.site.wiring(j.record.Bins).Inspect(t.text)
	return len(states) > 0
}

// removePrograms takes the programs away.
func (j *job) removePrograms() {
	for _, name := range programs {
		if !isThere(j.site.program(name)) {
			continue
		}
		if err := j.disk.remove(j.site.program(name)); err != nil {
			j.warn("%v", err)
		}
	}
	if bin := j.site.machine.Bin(); !j.disk.removeEmpty(bin) {
		j.report.Kept = append(j.report.Kept, bin)
	}
}

// removeFolders removes the folders that an installation made, where they are
// empty, innermost first.
func (j *job) removeFolders() {
	var left []string
	for _, dir := range slices.Backward(j.record.Folders) {
		if !j.disk.removeEmpty(dir) {
			left = append(left, dir)
		}
	}
	slices.Reverse(left)
	j.record.Folders = left
}

// saveIfAny saves the record while it tells something, and else removes it.
func (j *job) saveIfAny() error {
	r := j.record
	if len(r.Settings)+len(r.Skills)+len(r.Folders)+len(r.Bins)+len(r.Links) > 0 {
		return j.saveRecord()
	}
	if isThere(j.site.machine.InstallRecord()) {
		return j.disk.remove(j.site.machine.InstallRecord())
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
	for _, path := range []string{j.site.machine.State(), j.site.configFile()} {
		if _, err := os.Lstat(path); err == nil {
			if err := j.disk.removeTree(path); err != nil {
				return err
			}
		}
	}
	j.removeFolders()
	if !j.disk.removeEmpty(j.site.machine.Path) {
		j.warn("%q contains other files and stays", j.site.machine.Path)
	}
	j.removeFolders()
	return nil
}

// sayUninstalled says what is gone and what stays.
func (j *job) sayUninstalled() {
	states := map[string]string{
		"removed":  "removed, as it was not there before",
		"restored": "as it was before",
		"cleaned":  "Holdfast's hooks removed",
	}
	changed := len(j.disk.removed) > 0
	for _, s := range j.report.Settings {
		if states[s.State] != "" {
			changed = true
			j.inv.Prose(10, "settings  %s: %s", s.Path, states[s.State])
		}
	}
	if !changed {
		j.inv.Printf("nothing of Holdfast is installed\n")
	} else {
		j.inv.Prose(10, "removed   %d files and folders", len(j.disk.removed))
	}
	why := map[string]string{
		j.site.machine.State(): "ledger, index, history, snapshots, copies of what hooks saved, backups, log; " +
			"uninstall --purge removes them",
		j.site.configFile():  "what holdfast config set for all projects; uninstall --purge removes it",
		j.site.machine.Bin(): "it contains other files, or programs that still run",
	}
	for _, path := range j.report.Kept {
		text := why[path]
		if text == "" {
			text = "not as this release wrote it"
		}
		j.inv.Prose(10, "kept      %s: %s", path, text)
	}
	j.inv.Prose(10, "kept      what was saved in your projects: in thoughts/shared/handoffs, .claude/design, "+
		".claude/tickets, .claude/checkpoints, docs/design, docs/adr, _bmad-output/.runs and temp/")
}

// configFile is what holdfast config wrote for all projects.
func (s site) configFile() string { return filepath.Join(s.machine.Path, "config.json") }
