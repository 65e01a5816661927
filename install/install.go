package main

import (
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/settings"
)

// pluginName is what Holdfast is called where it is installed as a plugin.
const pluginName = "holdfast"

func runInstall(inv *cli.Invocation) error {
	s, err := siteOf(inv)
	if err != nil {
		return err
	}
	j := newJob(inv, s)
	if err := j.checkInstall(); err != nil {
		return err
	}
	if err := j.alone(j.install); err != nil {
		return err
	}
	if !j.disk.dry {
		j.sayInstalled()
		if err := j.readHistory(); err != nil {
			return err
		}
		if err := j.firstSnapshot(); err != nil {
			return err
		}
	}
	return j.finish()
}

// checkInstall finds what would stop an installation before anything is made.
func (j *job) checkInstall() error {
	for _, name := range programs {
		info, err := os.Stat(j.site.source(name))
		if err == nil && !info.Mode().IsRegular() {
			err = fs.ErrInvalid
		}
		if err != nil {
			return &cli.Error{Code: cli.Failed, Cause: err,
				Message: fmt.Sprintf("the program %q is not beside this one", name),
				Hint:    "run make install in a checkout, or the holdfast of a complete release archive"}
		}
	}
	t, err := readSettings(j.site.scope.settings)
	if err != nil {
		return err
	}
	_, err = j.add(t)
	return err
}

// install goes from the programs to the settings, so that no hook is wired
// before what it runs is there.
func (j *job) install() error {
	link, err := j.linkPath()
	if err != nil {
		return err
	}
	if err := j.copyPrograms(); err != nil {
		return err
	}
	if err := j.link(link); err != nil {
		return err
	}
	if err := j.installSkills(j.inv.On("replace-skills")); err != nil {
		return err
	}
	if plugin := j.plugin(); plugin != "" {
		j.warn("the plugin %q is enabled and brings the hooks; the settings are left as they are", plugin)
		j.report.Settings = append(j.report.Settings, settingsReport{Path: j.site.scope.settings, State: "plugin"})
	} else if err := j.wire(); err != nil {
		return err
	}
	return j.saveRecord()
}

// copyPrograms brings the programs into the machine folder. A file is replaced
// whole, so that one that runs right now goes on running.
func (j *job) copyPrograms() error {
	if j.record.Version != cli.Version() {
		j.report.Before = j.record.Version
	}
	j.record.Version = cli.Version()
	bin := j.site.machine.Bin()
	if !slices.Contains(j.record.Bins, bin) {
		j.record.Bins = append(j.record.Bins, bin)
	}
	if err := j.disk.makeDir(bin, modeOwn); err != nil {
		return err
	}
	for _, name := range programs {
		data, err := durable.Read(j.site.source(name), maxProgram)
		if err == nil {
			err = j.disk.place(j.site.program(name), data, modeProgram)
		}
		if err != nil {
			return fmt.Errorf("copying the program %q: %w", name, err)
		}
	}
	return nil
}

// plugin returns the enabled plugin that brings the same hooks, or "".
func (j *job) plugin() string {
	for t := range j.site.readable() {
		if plugin := settings.ReadSwitches(t.text).Plugin(pluginName); plugin != "" {
			return plugin
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
func (j *job) add(t settingsText) ([]byte, error) {
	text := t.text
	if !t.exists {
		text = []byte("{}\n")
	}
	out, err := j.site.wiring(j.record.Bins).Add(text)
	if err != nil {
		return nil, refusal(t.path, err)
	}
	if j.inv.On("statusline") {
		out = j.site.addStatusline(out)
	}
	return out, nil
}

// wire sets the hooks, and names the other settings files that set them for the same
// folder.
func (j *job) wire() error {
	path := j.site.scope.settings
	said := settingsReport{Path: path, State: "current"}
	err := j.rewrite(path, j.add, func(t settingsText, out []byte) error {
		said.State, said.Diff = "wired", j.difference(t, out)
		states, _ := j.site.wiring(j.record.Bins).Inspect(t.text)
		j.record.wired(j.site.scope, t, len(states) > 0, out)
		if t.exists {
			if err := j.disk.makeDir(j.site.machine.Backup(), modeOwn); err != nil {
				return err
			}
			if err := j.disk.place(j.site.backup(machine.Sum(t.text)), t.text, modePrivate); err != nil {
				return err
			}
		} else if err := j.disk.makeDir(filepath.Dir(path), modeFolder); err != nil {
			return err
		}
		return j.saveRecord() // ahead of the write, so that it can be undone after a kill
	})
	j.report.Settings = append(j.report.Settings, said)
	for t := range j.site.readable() {
		states, _ := j.site.wiring(j.record.Bins).Inspect(t.text)
		if len(states) > 0 && t.path != path {
			j.warn("%q sets the hooks too, so that they may run twice in this project", t.path)
		}
	}
	return err
}

// sayInstalled ends with the next thing to do.
func (j *job) sayInstalled() {
	states := map[string]string{
		"wired": "hooks set", "current": "hooks set already", "plugin": "hooks left to the plugin"}
	for _, s := range j.report.Settings {
		j.inv.Prose(10, "settings  %s: %s", s.Path, states[s.State])
	}
	version := cli.Version()
	if j.report.Before != "" {
		version += " in place of " + j.report.Before
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
	j.inv.Printf("Check:  %s\n", cli.OneLine(j.next("doctor"+option)))
	j.inv.Printf("Remove: %s\n", cli.OneLine(j.next("uninstall"+option)))
}
