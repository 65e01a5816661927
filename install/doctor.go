package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
	"holdfast/lib/settings"
	"holdfast/lib/snapshot"
)

// checks are all that the doctor looks at, in the order in which they are printed.
var checks = []struct {
	name string
	look func(d *doctor)
	part bool // of an installation, and left out where there is none
}{
	{"environment", (*doctor).environment, false},
	{"settings", (*doctor).settings, false},
	{"installation", (*doctor).installation, false},
	{"programs", (*doctor).programs, true},
	{"hooks", (*doctor).wired, true},
	{"skills", (*doctor).installedSkills, true},
	{"machine folder", (*doctor).machineFolder, true},
	{"project", (*doctor).project, false},
	{"saves", (*doctor).saves, false},
	{"undo", (*doctor).undo, false},
	{"file checkpoints", (*doctor).checkpoints, false},
	{"log", (*doctor).log, false},
	{"trial", (*doctor).try, true},
}

// A finding is one line of what the doctor says.
type finding struct {
	Name   string `json:"name"`
	Status string `json:"status"` // ok, warn, fail
	Detail string `json:"detail"`
	Cure   string `json:"cure"` // what is typed, "" where there is nothing to do
}

// styles are how the statuses of findings are coloured.
var styles = map[string]cli.Style{"ok": cli.Good, "warn": cli.Poor, "fail": cli.Bad}

// A doctor gathers findings.
type doctor struct {
	inv *cli.Invocation
	site
	record record
	hooks  []wiredHook // in all settings files
	plugin string      // that brings the hooks, "" for none
	unsafe bool        // a settings file cannot be read, or turns hooks off

	root   string // of the project that the doctor was called in, "" where it cannot be found
	set    config.Values
	git    gitrepo.Git
	hasGit bool
	trees  snapshot.Store

	findings []finding
	name     string // of the check
	broken   error  // what ended it
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
	d.readRecord()
	for _, c := range checks {
		if d.name = c.name; d.broken == nil && !(c.part && d.absent()) {
			c.look(d)
		}
	}
	failed := 0
	for _, f := range d.findings {
		if f.Status == "fail" {
			failed++
		}
	}
	if err := inv.Report(diagnosis{d.findings}, d.broken); err != nil || failed == 0 {
		return err
	}
	return &cli.Error{Code: cli.Failed, Message: fence.Count(failed, "check") + " failed", Shown: true}
}

// A diagnosis is all findings, as they are printed.
type diagnosis struct {
	Checks []finding `json:"checks"`
}

func (r diagnosis) Print(inv *cli.Invocation) {
	for _, f := range r.Checks {
		inv.Printf("%s %s: %s\n", inv.Paint(styles[f.Status], fmt.Sprintf("%-5s", f.Status)), f.Name, f.Detail)
		if f.Cure != "" {
			inv.Printf("      fix: %s\n", f.Cure)
		}
	}
}

func (d *doctor) find(status, cure, format string, a ...any) {
	d.findings = append(d.findings, finding{d.name, status, d.inv.Typed(fmt.Sprintf(format, a...)), d.inv.Typed(cure)})
}

func (d *doctor) ok(format string, a ...any)         { d.find("ok", "", format, a...) }
func (d *doctor) warn(cure, format string, a ...any) { d.find("warn", cure, format, a...) }
func (d *doctor) fail(cure, format string, a ...any) { d.find("fail", cure, format, a...) }

// of is the doctor whose next findings have another name.
func (d *doctor) of(name string) *doctor {
	d.name = name
	return d
}

// install is the command that repairs all but the programs' own bytes.
func (d *doctor) install() string {
	info, err := os.Stat(d.program("holdfast"))
	if err != nil || !platform.MayRun(info) {
		return d.reinstall()
	}
	return d.command("install") + d.scope.option()
}

// reinstall is the command that brings the programs again, from where they came.
func (d *doctor) reinstall() string {
	if same(d.from, d.machine.Bin()) {
		return "make install in the checkout, or install.sh of the release archive"
	}
	return fence.Word(d.source("holdfast")) + " install" + d.scope.option()
}

// environment names the variable that turns the hooks off.
func (d *doctor) environment() {
	if d.inv.Getenv("HOLDFAST") == "off" {
		d.fail("unset HOLDFAST", "HOLDFAST=off is set: the hooks do nothing")
	}
}

// readRecord reads what an installation did.
func (d *doctor) readRecord() {
	var err error
	if d.record, err = readRecord(d.machine); err != nil {
		d.of("record").fail(d.install(), "%v", err)
	}
}

// settings adds up the settings files as Claude Code does.
func (d *doctor) settings() {
	for _, path := range d.settingsFiles() {
		t, err := readSettings(path)
		var states []settings.State
		if err == nil && t.exists {
			if states, err = d.wiring(d.record.Bins).Inspect(t.text); err != nil {
				err = fmt.Errorf("%q: %w", path, err)
			}
		}
		if err != nil {
			d.unsafe = true
			d.of("settings").fail("correct the file", "%v", err)
			continue
		}
		for _, s := range states {
			d.hooks = append(d.hooks, wiredHook{s, path})
		}
		if gjson.GetBytes(t.text, "disableAllHooks").Type == gjson.True {
			d.unsafe = true
			d.of("hooks").fail(fmt.Sprintf("remove \"disableAllHooks\" from %q", path), "%q turns all hooks off", path)
		}
		if d.plugin == "" {
			d.plugin = pluginIn(t.text)
		}
	}
}

// absent reports whether nothing of Holdfast is there, which is one finding.
func (d *doctor) absent() bool {
	return !exists(d.machine.Bin()) && !d.unsafe && len(d.hooks) == 0 && d.plugin == "" &&
		len(d.record.Settings) == 0
}

func (d *doctor) installation() {
	if d.absent() {
		d.fail(d.install(), "Holdfast is not installed: there is no %q, and no hook in %q",
			d.machine.Bin(), d.scope.settings)
	}
}

// machineFolder makes nothing: a doctor leaves no traces where nothing is installed.
func (d *doctor) machineFolder() {
	path := d.machine.Path
	info, err := os.Stat(path)
	if err != nil {
		if !d.pluginAlone() {
			d.fail(d.install(), "%q is missing", path)
		}
		return
	}
	if err := d.machine.Writable(); err != nil {
		d.fail(fmt.Sprintf("make %q writable; inside Claude Code's sandbox, add it to "+
			"sandbox.filesystem.allowWrite in the settings", path), "%v", err)
		return
	}
	if d.suffix == "" && info.Mode().Perm()&0o077 != 0 {
		d.warn("chmod 700 "+fence.Word(path), "%q has mode %04o: others can read or change what is saved",
			path, info.Mode().Perm())
	}
	d.ok("%s is writable", path)
}

// log shows every failure in the log, of all projects, the newest of each message.
func (d *doctor) log() {
	failures, err := d.machine.Failures(time.Time{})
	if err != nil {
		d.warn("", "%v", err)
	} else if len(failures) == 0 {
		d.ok("no failures")
	}
	shown := map[machine.Failure]bool{} // of each failure, without its time
	cure := d.command("doctor") + " --clear forgets failures that are settled"
	for _, f := range slices.Backward(failures) {
		at, where := f.Time, ""
		if f.Time = (time.Time{}); shown[f] {
			continue
		}
		if shown[f] = true; f.Project != "" {
			where = " in " + fence.Line(f.Project, 0)
		}
		d.warn(cure, "%s %s%s: %s", d.inv.When(at), f.Program, where, f.Message)
		cure = ""
	}
}

// clearLog forgets the failures of all projects.
func clearLog(inv *cli.Invocation, s site) error {
	failures, err := s.machine.Failures(time.Time{})
	if err == nil && len(failures) > 0 {
		ctx, cancel := context.WithTimeout(inv.Ctx, runLimit)
		defer cancel()
		err = s.machine.ClearLog(ctx)
	}
	return inv.Report(forgotten{len(failures)}, err)
}

type forgotten struct {
	Forgotten int `json:"forgotten"`
}

func (f forgotten) Print(inv *cli.Invocation) {
	if f.Forgotten == 0 {
		inv.Printf("no failures to forget\n")
	} else {
		inv.Printf("forgot %s\n", fence.Count(f.Forgotten, "failure"))
	}
}
