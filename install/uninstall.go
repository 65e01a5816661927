package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	for _, path := range []string{s.machine.State(), j.settingsFile()} {
		if _, err := os.Lstat(path); err == nil && !purge {
			j.report.Kept = append(j.report.Kept, path)
		}
	}
	if !j.dry {
		j.sayUninstalled()
	}
	return j.finish()
}

// uninstall goes from the settings to the programs, so that no hook is wired
// to what is gone.
func (j *job) uninstall() error {
	if err := j.loadRecord(); err != nil {
		return err
	}
	recorded := len(j.record.Settings)+len(j.record.Skills)+len(j.record.Bins) > 0
	for _, path := range j.wiredFiles() {
		if err := j.unwire(path); err != nil {
			if saveErr := j.saveIfAny(); saveErr != nil {
				j.warn("%v", saveErr)
			}
			return err
		}
	}
	skills := slices.Clone(j.record.Skills)
	if j.site.scope.project != "" {
		skills = j.record.skillsBelow(j.site.scope.skills)
	}
	for _, f := range skills {
		if err := j.removeSkillFile(f, j.skillsDir(f.Path)); err != nil {
			return err
		}
	}
	if err := j.removeOrphans(skills); err != nil {
		return err
	}
	if !recorded && j.changed() && j.site.scope.project == "" {
		j.warn("no record of the installation is left; what was installed with --project is undone by holdfast uninstall --project DIR alone")
	}
	if !j.stillUsed() {
		j.removeLinks()
		if err := j.removePrograms(); err != nil {
			j.warn("%v", err)
		}
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
		if slices.Contains(files, f.Path) {
			continue
		}
		if f.Project != "" {
			if err := insideOf(f.Project, f.Path); err != nil {
				j.warn("%v; it is left as it is", err)
				continue
			}
		}
		files = append(files, f.Path)
	}
	return files
}

// unwire gives a settings file back the bytes it had, where nothing else has
// changed it; of any other it takes our hooks out.
func (j *job) unwire(path string) error {
	f := j.record.file(path)
	said := settingsReport{Path: path, State: "absent"}
	err := j.rewrite(path, j.withoutHooks(f), func(t settingsText, out []byte) error {
		switch before := j.site.kept(f); {
		case out == nil:
			said.State = "removed"
		case before != nil && bytes.Equal(out, before):
			said.State = "restored"
		default:
			said.State = "cleaned"
		}
		if j.dry {
			said.Diff = difference(t, out)
		}
		return nil
	})
	if err != nil {
		return err
	}
	j.record.forget(path)
	j.report.Settings = append(j.report.Settings, said)
	return nil
}

func (j *job) withoutHooks(f *settingsFile) edit {
	return func(t settingsText) ([]byte, bool, error) {
		if !t.exists {
			return nil, false, nil
		}
		w := j.site.wiring(j.record.Bins)
		before := j.site.kept(f)
		if before != nil && slices.Contains(f.After, machine.Sum(t.text)) {
			return before, false, nil
		}
		out, err := w.Remove(t.text)
		if err != nil {
			return nil, false, refusal(t.path, err)
		}
		out = j.site.removeStatusline(out)
		if f != nil && !f.Existed && len(bytes.Join(bytes.Fields(out), nil)) == len("{}") && isThere(t.path) {
			return nil, true, nil
		}
		return out, false, nil
	}
}

// skillsDir is the folder of skills that a skill's file was written below.
func (j *job) skillsDir(path string) string {
	dirs := []string{j.site.user.skills, j.site.scope.skills}
	for _, f := range j.record.Settings {
		if f.Project != "" {
			dirs = append(dirs, scopeOf(f.Project).skills)
		}
	}
	for _, dir := range dirs {
		if strings.HasPrefix(path, dir+string(filepath.Separator)) {
			return dir
		}
	}
	return filepath.Dir(filepath.Dir(path))
}

// stillUsed reports whether something that is installed needs the programs.
func (j *job) stillUsed() bool {
	if len(j.record.Settings)+len(j.record.Skills) > 0 {
		return true
	}
	if j.site.scope.project == "" {
		return false
	}
	t, err := readSettings(j.site.user.settings)
	if err != nil || !t.exists {
		return false
	}
	states, err := j.site.wiring(j.record.Bins).Inspect(t.text)
	return err == nil && len(states) > 0
}

// removeFolders removes the folders that an installation made, where they are
// empty, innermost first.
func (j *job) removeFolders() {
	var left []string
	for _, dir := range slices.Backward(j.record.Folders) {
		if !j.removeEmpty(dir) {
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
	if isThere(recordPath(j.site.machine)) {
		return j.disk.remove(recordPath(j.site.machine))
	}
	return nil
}

// checkPurge refuses to purge a machine folder that holds more than ours by
// where it is.
func (s site) checkPurge() error {
	for _, dir := range []string{s.home, s.config} {
		rel, err := filepath.Rel(s.machine.Path, dir)
		if err == nil && dir != "" && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
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
	if _, err := os.Lstat(j.site.machine.State()); err == nil {
		if err := j.disk.removeTree(j.site.machine.State()); err != nil {
			return err
		}
	}
	if isThere(j.settingsFile()) {
		if err := j.disk.remove(j.settingsFile()); err != nil {
			return err
		}
	}
	j.removeFolders()
	if !j.removeEmpty(j.site.machine.Path) {
		j.warn("%q contains other files and stays", j.site.machine.Path)
	}
	j.removeFolders()
	return nil
}

// changed reports whether an uninstallation found something of ours.
func (j *job) changed() bool {
	return len(j.disk.removed) > 0 || slices.ContainsFunc(j.report.Settings, func(s settingsReport) bool { return s.State != "absent" })
}

// sayUninstalled says what is gone and what stays.
func (j *job) sayUninstalled() {
	for _, s := range j.report.Settings {
		if s.State != "absent" {
			text := map[string]string{
				"removed":  "removed, as it was not there before",
				"restored": "as it was before",
				"cleaned":  "Holdfast's hooks removed",
			}[s.State]
			j.inv.Prose(10, "settings  %s: %s", s.Path, text)
		}
	}
	if !j.changed() {
		j.inv.Printf("nothing of Holdfast is installed\n")
	} else {
		j.inv.Prose(10, "removed   %d files and folders", len(j.disk.removed))
	}
	for _, path := range j.report.Kept {
		text := "not as this release wrote it"
		switch path {
		case j.site.machine.State():
			text = "ledger, index, history, snapshots, copies of what hooks saved, backups, log; uninstall --purge removes them"
		case j.settingsFile():
			text = "what holdfast config set for all projects; uninstall --purge removes it"
		case j.site.machine.Bin():
			text = "programs that still ran; remove the folder once they ended"
		}
		j.inv.Prose(10, "kept      %s: %s", path, text)
	}
	j.inv.Prose(10, "kept      what was saved in your projects: in thoughts/shared/handoffs, .claude/design, .claude/tickets, .claude/checkpoints, docs/design, docs/adr, _bmad-output/.runs and temp/")
}

// settingsFile is what holdfast config wrote for all projects.
func (j *job) settingsFile() string { return filepath.Join(j.site.machine.Path, "config.json") }
