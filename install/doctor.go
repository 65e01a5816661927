package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/platform"
	"holdfast/lib/settings"
)

// A check is one thing that the doctor looks at.
type check struct {
	name string
	look func(d *doctor)
	// fix is what is typed where a finding names nothing else, nil where it does.
	fix func(d *doctor) string
	// part says that it is of an installation, and left out where there is none.
	part bool
}

// checks are all of them, in the order in which they are printed.
var checks = []check{
	{name: "environment", look: (*doctor).environment},
	{name: "settings", look: (*doctor).settings, fix: fixed("correct the file")},
	{name: "installation", look: (*doctor).installation, fix: (*doctor).install},
	{name: "programs", look: (*doctor).programs, fix: (*doctor).install, part: true},
	{name: "command", look: (*doctor).command, part: true},
	{name: "hooks", look: (*doctor).wired, fix: (*doctor).install, part: true},
	{name: "skills", look: (*doctor).skills, fix: (*doctor).install, part: true},
	{name: "machine folder", look: (*doctor).machineFolder, fix: (*doctor).install, part: true},
	{name: "project", look: (*doctor).project},
	{name: "saves", look: (*doctor).saves},
	{name: "undo", look: (*doctor).undo},
	{name: "history", look: (*doctor).history},
	{name: "file checkpoints", look: (*doctor).checkpoints},
	{name: "log", look: (*doctor).log},
}

func fixed(text string) func(*doctor) string { return func(*doctor) string { return text } }

// A finding is one line of what the doctor says.
type finding struct {
	Name   string `json:"name"`
	Status string `json:"status"` // ok, warn, fail
	Detail string `json:"detail"`
	Cure   string `json:"cure"` // "" where there is nothing to do
}

const (
	good = "ok"
	poor = "warn"
	bad  = "fail"
)

// styles are how the statuses of findings are coloured.
var styles = map[string]cli.Style{good: cli.Good, poor: cli.Poor, bad: cli.Bad}

// A doctor gathers findings.
type doctor struct {
	inv      *cli.Invocation
	site     site
	record   record
	read     []settingsText // the settings files that can be read
	hooks    []wiredHook    // in all settings files
	plugin   string         // that brings the hooks, "" for none
	place    place
	unsound  bool  // a settings file cannot be read, or turns hooks off
	check    check // that is looked at
	findings []finding
}

// A wiredHook is a hook of ours with the file that wires it.
type wiredHook struct {
	settings.State
	file string
}

func runDoctor(inv *cli.Invocation) error {
	s, err := siteOf(inv)
	if err != nil {
		return err
	}
	if inv.On("clear") {
		return clearLog(inv, s)
	}
	d := &doctor{inv: inv, site: s}
	d.chooseScope()
	absent := false
	for _, c := range checks {
		if d.check = c; absent && c.part {
			continue
		}
		c.look(d)
		absent = absent || c.name == "installation" && d.absent()
	}
	if inv.On("try") && !absent {
		if err := d.try(); err != nil {
			return err
		}
	}
	return d.print()
}

// print prints the findings; a failed check is exit code 1.
func (d *doctor) print() error {
	failed := 0
	for _, f := range d.findings {
		if f.Status == bad {
			failed++
		}
		d.inv.Prose(6, "%s %s: %s", d.inv.Paint(styles[f.Status], fmt.Sprintf("%-5s", f.Status)), f.Name, f.Detail)
		if f.Cure != "" {
			d.inv.Printf("      fix: %s\n", f.Cure)
		}
	}
	if err := d.inv.PrintJSON(map[string]any{"checks": d.findings}); err != nil || failed == 0 {
		return err
	}
	return &cli.Error{Code: cli.Failed, Message: fence.Count(failed, "check") + " failed", Shown: true}
}

// say adds a finding of the check that is looked at.
func (d *doctor) say(status, format string, a ...any) *finding {
	f := finding{Name: d.check.name, Status: status, Detail: d.inv.Typed(fmt.Sprintf(format, a...))}
	if status != good && d.check.fix != nil {
		f.Cure = d.inv.Typed(d.check.fix(d))
	}
	d.findings = append(d.findings, f)
	return &d.findings[len(d.findings)-1]
}

// of gives a finding the name of a part.
func (f *finding) of(name string) *finding {
	f.Name = name
	return f
}

// fix gives the finding added last a fix of its own.
func (d *doctor) fix(format string, a ...any) {
	d.findings[len(d.findings)-1].Cure = d.inv.Typed(fmt.Sprintf(format, a...))
}

// install is the command that repairs all but the programs' own bytes.
func (d *doctor) install() string {
	info, err := os.Stat(d.site.program("holdfast"))
	if err != nil || !platform.MayRun(info) {
		return d.reinstall()
	}
	return d.site.command("install") + d.option()
}

// reinstall is the command that brings the programs again, from where they came.
func (d *doctor) reinstall() string {
	if d.site.installed() {
		return "make install in the checkout, or install.sh of the release archive"
	}
	return fence.Word(d.site.source("holdfast")) + " install" + d.option()
}

func (d *doctor) option() string {
	if p := d.site.scope.project; p != "" {
		return " --project " + fence.Word(p)
	}
	return ""
}

// environment names the variable that turns the hooks off, and those that say where
// things are and are ignored, because a relative path would lead elsewhere in each
// folder.
func (d *doctor) environment() {
	if d.inv.Getenv("HOLDFAST") == "off" {
		d.say(bad, "HOLDFAST=off is set: the hooks do nothing")
		d.fix("unset HOLDFAST")
	}
	for _, name := range []string{"HOLDFAST_HOME", "CLAUDE_CONFIG_DIR"} {
		if path := d.inv.Getenv(name); path != "" && !filepath.IsAbs(path) {
			d.say(poor, "%s=%q is not an absolute path and is ignored", name, path)
			d.fix("set %s to an absolute path, or unset it", name)
		}
	}
}

// chooseScope turns to a project that was wired where none is named and the
// user's own settings were not wired.
func (d *doctor) chooseScope() {
	var err error
	if d.record, err = readRecord(d.site.machine); err != nil {
		d.check = check{name: "record", fix: (*doctor).install}
		d.say(bad, "%v", err)
	}
	if d.site.scope.project != "" || d.record.file(d.site.user.settings) != nil {
		return
	}
	for _, f := range d.record.Settings {
		if f.Project != "" && isThere(f.Path) && scopeOf(f.Project).refuseLinks() == nil {
			d.site.scope = scopeOf(f.Project)
			return
		}
	}
}

// settings adds up the settings files as Claude Code does.
func (d *doctor) settings() {
	for _, path := range d.site.settingsFiles() {
		t, err := readSettings(path)
		if err != nil {
			d.unsound = true
			d.say(bad, "%v", err)
			continue
		}
		if !t.exists {
			continue
		}
		states, err := d.site.wiring(d.record.Bins).Inspect(t.text)
		if err != nil {
			d.unsound = true
			d.say(bad, "%q: %v", path, err)
			continue
		}
		d.read = append(d.read, t)
		for _, s := range states {
			d.hooks = append(d.hooks, wiredHook{s, path})
		}
		sw := settings.ReadSwitches(t.text)
		if sw.HooksDisabled {
			d.unsound = true
			d.say(bad, "%q turns all hooks off", path).of("hooks")
			d.fix("remove \"disableAllHooks\" from %q", path)
		}
		if d.plugin == "" {
			d.plugin = sw.Plugin(pluginName)
		}
	}
}

// absent reports whether nothing of Holdfast is there, which is one finding.
func (d *doctor) absent() bool {
	_, err := os.Lstat(d.site.machine.Bin())
	return errors.Is(err, fs.ErrNotExist) && !d.unsound && len(d.hooks) == 0 && d.plugin == "" &&
		len(d.record.Settings) == 0
}

func (d *doctor) installation() {
	if d.absent() {
		d.say(bad, "Holdfast is not installed: there is no %q, and no hook in %q",
			d.site.machine.Bin(), d.site.scope.settings)
	}
}
