package main

import (
	"fmt"
	"iter"
	"path/filepath"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/settings"
)

// pluginName is what Holdfast is called where it is installed as a plugin.
const pluginName = "holdfast"

func runInstall(inv *cli.Invocation) error {
	link := linkFlag{inv.Has("link"), inv.Flag("link")}
	if link.dir == "true" {
		link.dir = ""
	}
	if len(inv.Rest) > 0 {
		if !link.given || link.dir != "" {
			return inv.UsageError(fmt.Sprintf("unexpected argument %q", inv.Rest[0]))
		}
		link.dir = inv.Rest[0]
	}
	s, err := siteOf(inv)
	if err != nil {
		return err
	}
	j := newJob(inv, s)
	j.statusline = inv.On("statusline")
	skills, err := j.checkInstall()
	if err != nil {
		return err
	}
	if err := j.alone(func() error { return j.install(skills, inv.On("replace-skills"), link) }); err != nil {
		return err
	}
	if !j.dry {
		j.sayInstalled()
		if err := j.sayHistory(); err != nil {
			return err
		}
		if err := j.firstSnapshot(); err != nil {
			return err
		}
	}
	return j.finish()
}

// checkInstall finds what would stop an installation before anything is made.
func (j *job) checkInstall() ([]skill, error) {
	if err := j.checkSources(); err != nil {
		return nil, err
	}
	skills, err := shipped()
	if err != nil {
		return nil, err
	}
	t, err := readSettings(j.site.scope.settings)
	if err != nil {
		return nil, err
	}
	_, _, err = j.add(t)
	return skills, err
}

// install goes from the programs to the settings, so that no hook is wired
// before what it runs is there.
func (j *job) install(skills []skill, replace bool, l linkFlag) error {
	if err := j.loadRecord(); err != nil {
		return err
	}
	link, err := j.linkPath(l)
	if err != nil {
		return err
	}
	skillsToo := func() error { return j.installSkills(skills, replace) }
	for _, step := range []func() error{j.copyPrograms, func() error { return j.link(link) }, j.dropSavedSkills, skillsToo} {
		if err := step(); err != nil {
			return err
		}
	}
	if plugin := j.plugin(); plugin != "" {
		j.warn("the plugin %q is enabled and brings the hooks; the settings are left as they are", plugin)
		j.report.Settings = append(j.report.Settings, settingsReport{Path: j.site.scope.settings, State: "plugin"})
		return j.saveRecord()
	}
	if err := j.wire(); err != nil {
		return err
	}
	j.warnDoubled()
	return nil
}

// plugin returns the enabled plugin that brings the same hooks, or "".
func (j *job) plugin() string {
	for t := range j.site.readable() {
		if sw, err := settings.ReadSwitches(t.text); err == nil && sw.Plugin(pluginName) != "" {
			return sw.Plugin(pluginName)
		}
	}
	return ""
}

// readable yields those of the settings files that are there and can be read.
func (s site) readable() iter.Seq[settingsText] {
	return func(yield func(settingsText) bool) {
		for _, path := range s.settingsFiles() {
			if t, err := readSettings(path); err == nil && t.exists && !yield(t) {
				return
			}
		}
	}
}

// settingsFiles are the files that Claude Code adds up in the scope.
func (s site) settingsFiles() []string {
	files := []string{s.user.settings}
	if s.scope.project != "" {
		files = append(files, strings.TrimSuffix(s.scope.settings, "local.json")+"json", s.scope.settings)
	}
	return files
}

// add is the edit that wires the hooks.
func (j *job) add(t settingsText) ([]byte, bool, error) {
	text := t.text
	if !t.exists {
		text = []byte("{}\n")
	}
	out, err := j.site.wiring(j.record.Bins).Add(text)
	if err != nil {
		return nil, false, refusal(t.path, err)
	}
	if j.statusline {
		out = j.site.addStatusline(out)
	}
	return out, false, nil
}

func (j *job) wire() error {
	path := j.site.scope.settings
	said := settingsReport{Path: path, State: "current"}
	err := j.rewrite(path, j.add, func(t settingsText, out []byte) error {
		said.State = "wired"
		if j.dry {
			said.Diff = difference(t, out)
		}
		if t.exists {
			if err := j.backup(t.text); err != nil {
				return err
			}
		}
		states, err := j.site.wiring(j.record.Bins).Inspect(t.text)
		if err != nil && t.exists {
			return refusal(path, err)
		}
		j.record.wired(j.site.scope, t.text, t.exists, len(states) > 0, out)
		if !t.exists {
			// Made ahead of the record, which holds the folders that are ours.
			if err := j.disk.makeDir(filepath.Dir(path), modeFolder); err != nil {
				return err
			}
		}
		return j.saveRecord()
	})
	if err != nil {
		return err
	}
	j.report.Settings = append(j.report.Settings, said)
	return j.saveRecord()
}

// warnDoubled names the other settings files that wire the same hooks for the
// same folder.
func (j *job) warnDoubled() {
	for t := range j.site.readable() {
		states, err := j.site.wiring(j.record.Bins).Inspect(t.text)
		if err == nil && len(states) > 0 && t.path != j.site.scope.settings {
			j.warn("%q sets the hooks too, so that they may run twice in this project", t.path)
		}
	}
}

// sayInstalled ends with the next thing to do.
func (j *job) sayInstalled() {
	for _, s := range j.report.Settings {
		text := map[string]string{
			"wired":   "hooks set",
			"current": "hooks set already",
			"plugin":  "hooks left to the plugin",
		}[s.State]
		j.inv.Prose(10, "settings  %s: %s", s.Path, text)
	}
	version := cli.Version()
	if j.report.Before != "" {
		version = "upgraded from " + j.report.Before + " to " + version
	}
	j.inv.Prose(10, "programs  %s: %s", j.site.machine.Bin(), version)
	var names []string
	for _, s := range j.report.Skills {
		name := "/" + s.Name
		if s.State == skillEdited || s.State == skillForeign {
			name += " (" + s.State + ", left alone)"
		}
		names = append(names, name)
	}
	j.inv.Prose(10, "skills    %s: %s", j.site.scope.skills, strings.Join(names, ", "))
	j.sayStatusline()
	j.sayCommand()
	where, option := "any folder", ""
	if p := j.site.scope.project; p != "" {
		where, option = p, " --project "+fence.Word(p)
	}
	j.inv.Printf("\nStart Claude Code in %s.\n", where)
	j.inv.Printf("Check:  %s\nRemove: %s\n", cli.OneLine(j.next("doctor"+option)), cli.OneLine(j.next("uninstall"+option)))
}
