package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/platform"
	"holdfast/lib/settings"
)

const (
	runLimit   = 2 * time.Second // for a program to say its version
	sandboxKey = "sandbox.filesystem.allowWrite"
)

// A check is one line of the doctor's findings.
type check struct {
	Name   string `json:"name"`
	Status string `json:"status"` // ok, warn, fail
	Detail string `json:"detail"`
	Cure   string `json:"cure"` // "" where there is nothing to do
}

// A doctor gathers checks.
type doctor struct {
	inv    *cli.Invocation
	site   site
	record record
	hooks  []wiredHook // in all settings files
	plugin string      // that brings the hooks, "" for none
	checks []check

	unsound bool // a settings file cannot be read, or turns hooks off
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
	d.checkEnvironment()
	d.checkRecord()
	d.chooseScope()
	d.readHooks()
	absent := d.absent()
	if absent {
		d.add("fail", "installation", fmt.Sprintf("Holdfast is not installed: there is no %q, and no hook in %q", d.site.machine.Bin(), d.site.scope.settings), d.install())
	} else {
		d.checkPrograms()
		d.checkPath()
		d.checkHooks()
		d.checkSkills()
		d.checkMachine()
	}
	d.checkSaves()
	d.checkProject()
	d.checkLog()
	if inv.On("try") && !absent {
		if err := d.try(); err != nil {
			return err
		}
	}
	return d.print()
}

// styles are how the statuses of checks are coloured.
var styles = map[string]cli.Style{"ok": cli.Good, "warn": cli.Poor, "fail": cli.Bad}

// print prints the checks; a failed one is exit code 1.
func (d *doctor) print() error {
	inv := d.inv
	failed := 0
	for _, c := range d.checks {
		if c.Status == "fail" {
			failed++
		}
		inv.Prose(6, "%s %s: %s", inv.Paint(styles[c.Status], fmt.Sprintf("%-5s", c.Status)), c.Name, c.Detail)
		if c.Cure != "" {
			inv.Printf("      fix: %s\n", c.Cure)
		}
	}
	if err := inv.PrintJSON(map[string]any{"checks": d.checks}); err != nil || failed == 0 {
		return err
	}
	message := "1 check failed"
	if failed > 1 {
		message = fmt.Sprintf("%d checks failed", failed)
	}
	return &cli.Error{Code: cli.Failed, Message: message, Shown: true}
}

func (d *doctor) add(status, name, detail, cure string) {
	d.checks = append(d.checks, check{name, status, d.inv.Typed(detail), d.inv.Typed(cure)})
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
	return fence.Word(filepath.Join(d.site.from, "holdfast"+d.site.suffix)) + " install" + d.option()
}

func (d *doctor) option() string {
	if p := d.site.scope.project; p != "" {
		return " --project " + fence.Word(p)
	}
	return ""
}

// checkEnvironment names the variable that turns the hooks off, and those that say
// where things are and are ignored, because a relative path would lead elsewhere
// in each folder.
func (d *doctor) checkEnvironment() {
	if d.inv.Getenv("HOLDFAST") == "off" {
		d.add("fail", "environment", "HOLDFAST=off is set: the hooks do nothing", "unset HOLDFAST")
	}
	for _, name := range []string{"HOLDFAST_HOME", "CLAUDE_CONFIG_DIR"} {
		if path := d.inv.Getenv(name); path != "" && !filepath.IsAbs(path) {
			d.add("warn", "environment", fmt.Sprintf("%s=%q is not an absolute path and is ignored", name, path),
				fmt.Sprintf("set %s to an absolute path, or unset it", name))
		}
	}
}

func (d *doctor) checkRecord() {
	r, err := readRecord(d.site.machine)
	if err != nil {
		d.add("fail", "record", err.Error(), d.install())
	}
	d.record = r
}

// chooseScope turns to a project that was wired where none is named and the
// user's own settings were not wired.
func (d *doctor) chooseScope() {
	if d.site.scope.project != "" || d.record.file(d.site.user.settings) != nil {
		return
	}
	for _, f := range d.record.Settings {
		if f.Project != "" && isThere(f.Path) && insideOf(f.Project, f.Path) == nil {
			d.site.scope = scopeOf(f.Project)
			return
		}
	}
}

// absent reports whether nothing of Holdfast is there, which is one finding.
func (d *doctor) absent() bool {
	_, err := os.Lstat(d.site.machine.Bin())
	return errors.Is(err, fs.ErrNotExist) && !d.unsound && len(d.hooks) == 0 && d.plugin == "" && len(d.record.Settings) == 0
}

// checkSkills compares the installed skills with those that this program carries.
func (d *doctor) checkSkills() {
	if d.pluginAlone() {
		d.add("ok", "skills", "brought by the plugin "+d.plugin, "")
		return
	}
	skills, err := shipped()
	if err != nil {
		d.add("fail", "skills", err.Error(), d.install())
		return
	}
	dir := d.skillsFolder()
	var current []string
	for _, sk := range skills {
		folder := filepath.Join(dir, sk.name)
		switch d.site.skillState(&d.record, sk, dir) {
		case skillCurrent:
			current = append(current, sk.name)
		case skillAbsent:
			d.add("fail", "skill "+sk.name, fmt.Sprintf("%q is missing", folder), d.install())
		case skillOld:
			d.add("fail", "skill "+sk.name, fmt.Sprintf("%q is not of this release", folder), d.install())
		case skillEdited:
			d.add("warn", "skill "+sk.name, fmt.Sprintf("%q was edited and is not kept current", folder),
				d.install()+" --replace-skills sets it aside")
		case skillForeign:
			d.add("warn", "skill "+sk.name, fmt.Sprintf("%q is not Holdfast's", folder),
				d.install()+" --replace-skills sets it aside")
		}
	}
	if len(current) > 0 {
		d.add("ok", "skills", fmt.Sprintf("%s in %s", strings.Join(current, ", "), dir), "")
	}
}

// skillsFolder is where the skills should lie: with --project in the project
// if they were installed there, else the user's.
func (d *doctor) skillsFolder() string {
	if d.site.scope.project != "" && len(d.record.skillsBelow(d.site.scope.skills)) > 0 {
		return d.site.scope.skills
	}
	return d.site.user.skills
}

func (d *doctor) checkMachine() {
	path := d.site.machine.Path
	if !same(path, path) {
		if d.pluginAlone() {
			return
		}
		// Not made here: a doctor leaves no traces where nothing is installed.
		d.add("fail", "machine folder", fmt.Sprintf("%q is missing", path), d.install())
		return
	}
	if err := d.site.machine.Writable(); err != nil {
		d.add("fail", "machine folder", err.Error(), fmt.Sprintf(
			"make %q writable; inside Claude Code's sandbox, add it to %s in the settings", path, sandboxKey))
		return
	}
	if info, err := os.Stat(path); err == nil && d.site.suffix == "" && info.Mode().Perm()&0o077 != 0 {
		d.add("warn", "machine folder", fmt.Sprintf("%q has mode %04o: others can read or change what is saved", path, info.Mode().Perm()),
			"chmod 700 "+fence.Word(path))
	}
	for t := range d.site.readable() {
		sw, err := settings.ReadSwitches(t.text)
		if err != nil || !sw.Sandboxed || slices.ContainsFunc(sw.AllowWrite, d.allows) {
			continue
		}
		d.add("warn", "sandbox", fmt.Sprintf("%q turns the sandbox on, in which skills cannot write %q", t.path, path),
			fmt.Sprintf("add %q to %s in %q", path, sandboxKey, t.path))
	}
	d.add("ok", "machine folder", path+" is writable", "")
}

// allows reports whether a path of the sandbox's list holds the machine
// folder. "//" starts an absolute path there, as "/" does; "~" is the home.
func (d *doctor) allows(path string) bool {
	if rest, ok := strings.CutPrefix(path, "~"); ok {
		path = d.site.home + rest
	}
	path = filepath.Clean(path)
	return path == d.site.machine.Path || strings.HasPrefix(d.site.machine.Path, strings.TrimSuffix(path, "/")+"/")
}
