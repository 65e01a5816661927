package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
	"holdfast/lib/project"
	"holdfast/lib/settings"
)

// runLimit is what another program has to answer.
const runLimit = 2 * time.Second

type finding struct {
	Name   string `json:"name"`
	Status string `json:"status"` // ok, warn, fail
	Detail string `json:"detail"`
	Cure   string `json:"cure"` // what is typed, "" where there is nothing to do
}

var styles = map[string]cli.Style{"ok": cli.Good, "warn": cli.Poor, "fail": cli.Bad}

type doctor struct {
	inv *cli.Invocation
	site
	hooks  []wiredHook // in all settings files
	plugin string      // that brings the hooks, "" for none
	unsafe bool        // a settings file cannot be read, or turns hooks off

	findings []finding
}

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
	if d.record, err = readRecord(d.machine); err != nil {
		d.fail("record", d.install(), "%v", err)
	}
	if inv.Getenv("HOLDFAST") == "off" {
		d.fail("environment", "unset HOLDFAST", "HOLDFAST=off is set: the hooks do nothing")
	}
	d.settings()
	bin, wired := d.machine.Bin(), len(d.hooks)+len(d.record.Settings) > 0 || d.plugin != ""
	absent := !durable.Exists(bin) && !wired && !d.unsafe
	if absent {
		d.fail("installation", d.install(), "Holdfast is not installed: there is no %q, and no hook in %q",
			bin, d.scope.settings)
	} else {
		d.programs()
		d.wired()
		d.installedSkills()
		d.machineFolder()
	}
	d.project()
	d.log()
	if !absent && inv.On("try") {
		if err := d.try(); err != nil {
			return err
		}
	}
	failed := len(slices.DeleteFunc(slices.Clone(d.findings), func(f finding) bool { return f.Status != "fail" }))
	if err := inv.PrintJSON(map[string]any{"checks": d.findings}); err != nil || failed == 0 {
		return err
	}
	return cli.Fail(cli.Failed, "", "%s failed", fence.Count(failed, "check"))
}

func (d *doctor) find(name, status, cure, format string, a ...any) {
	f := finding{name, status, d.inv.Typed(fmt.Sprintf(format, a...)), d.inv.Typed(cure)}
	d.findings = append(d.findings, f)
	d.inv.Printf("%s %s: %s\n", d.inv.Paint(styles[f.Status], fmt.Sprintf("%-5s", f.Status)), f.Name, f.Detail)
	d.inv.Rows("      fix: ", f.Cure)
}

func (d *doctor) ok(name, format string, a ...any)         { d.find(name, "ok", "", format, a...) }
func (d *doctor) warn(name, cure, format string, a ...any) { d.find(name, "warn", cure, format, a...) }
func (d *doctor) fail(name, cure, format string, a ...any) { d.find(name, "fail", cure, format, a...) }

// install is the command that repairs all but the programs' own bytes.
func (d *doctor) install() string {
	if info, err := os.Stat(d.program("holdfast")); err != nil || !platform.MayRun(info) {
		return d.reinstall()
	}
	return d.command("install") + d.scope.option()
}

// reinstall is the command that brings the programs again, from where they came.
func (d *doctor) reinstall() string {
	if project.Same(d.from, d.machine.Bin()) {
		return "make install in the checkout, or install.sh of the release archive"
	}
	return fence.Word(d.source("holdfast")) + " install" + d.scope.option()
}

// settings adds up the settings files as Claude Code does.
func (d *doctor) settings() {
	for _, path := range d.settingsFiles() {
		t, err := readSettings(path)
		if err == nil && t.text != nil {
			var states []settings.State
			if states, err = d.wiring().Inspect(t.text); err != nil {
				err = fmt.Errorf("%q: %w", path, err)
			}
			wired := func(s settings.State) wiredHook { return wiredHook{s, path} }
			d.hooks = append(d.hooks, each.Of(states, wired)...)
		}
		if err != nil {
			d.unsafe = true
			d.fail("settings", "correct the file", "%v", err)
		} else if gjson.GetBytes(t.text, "disableAllHooks").Type == gjson.True {
			d.unsafe = true
			d.fail("hooks", fmt.Sprintf("remove \"disableAllHooks\" from %q", path), "%q turns all hooks off", path)
		}
		d.plugin = cmp.Or(d.plugin, pluginIn(t.text))
	}
}

func (d *doctor) pluginAlone() bool {
	return d.plugin != "" && len(d.hooks) == 0 && !durable.IsFile(d.program("holdfast"))
}

// programs checks the installed programs, and those of the plugin where no settings run
// ours. Source: plugins/installed_plugins.json of release 2.1.329.
func (d *doctor) programs() {
	if !d.pluginAlone() {
		d.programsIn(d.machine.Bin(), d.reinstall(), d.install())
	}
	b, _ := durable.Read(filepath.Join(d.config, "plugins", "installed_plugins.json"), maxRecord)
	at := gjson.GetBytes(b, "plugins").Map()[d.plugin].Get("0.installPath").Str
	if bin := filepath.Join(at, "bin"); at != "" && len(d.hooks) == 0 {
		bring := "claude plugin marketplace update, then claude plugin update " + d.plugin
		d.programsIn(bin, bring, "chmod +x "+fence.Word(bin)+"/*")
	}
}

// programsIn runs the programs of a folder; bring and permit are the commands that repair them.
func (d *doctor) programsIn(bin, bring, permit string) {
	var versions []string
	before := len(d.findings)
	for _, p := range programs {
		name, path := "program "+p, filepath.Join(bin, p+d.suffix)
		version, err := d.version(path, p)
		var exit *exec.ExitError
		switch {
		case errors.Is(err, fs.ErrPermission):
			d.fail(name, permit, "%q is not executable", path)
		case errors.As(err, &exit) && (exit.ExitCode() == 137 || exit.String() == "signal: killed"):
			cure := bring
			if runtime.GOOS == "darwin" { // which kills a download that it holds in quarantine
				cure = "xattr -d com.apple.quarantine " + fence.Word(bin) + "/*"
			}
			d.fail(name, cure, "%v (exit 137): the system stopped it as it started", err)
		case err != nil:
			d.fail(name, bring, "%v", err)
		case !slices.Contains(versions, version):
			versions = append(versions, version)
		}
	}
	switch {
	case len(versions) > 1:
		d.fail("programs", bring, "of several versions: %s", strings.Join(versions, ", "))
	case before < len(d.findings):
	case versions[0] != cli.Version(): // an older archive, or a marketplace that was not updated
		d.warn("programs", bring, "%d in %s are of release %s, this program is of %s",
			len(programs), bin, versions[0], cli.Version())
	default:
		d.ok("programs", "%d in %s, %s", len(programs), bin, versions[0])
	}
}

func (d *doctor) version(path, name string) (string, error) {
	if _, err := os.Stat(path); err != nil {
		return "", err
	}
	out, err := platform.Run(d.inv.Ctx, platform.Command{
		Path: path, Args: []string{"version"}, Dir: filepath.Dir(path),
		Env: d.inv.Environ(), Time: runLimit, MaxOutput: 4 << 10,
	})
	version, ok := strings.CutPrefix(strings.TrimSpace(string(out)), name+" ")
	if err == nil && !ok {
		err = fmt.Errorf("%q is another program: its version is %q", path, out)
	}
	return version, err
}

func (d *doctor) wired() {
	before := len(d.findings)
	for _, e := range d.wiring().Entries {
		d.hook("hook "+e.Event+" "+e.Program, e)
	}
	switch {
	case before < len(d.findings) || d.unsafe:
	case len(d.hooks) == 0:
		d.ok("hooks", "%d programs, brought by the plugin %s", len(hookPrograms), d.plugin)
	case d.plugin == "":
		d.ok("hooks", "%d programs, set in %s", len(hookPrograms), d.hooks[0].file)
	default:
		d.ok("hooks", "%d programs, set in %s; those of the plugin %s stand aside", len(hookPrograms), d.hooks[0].file,
			d.plugin)
	}
}

func (d *doctor) hook(name string, e settings.Entry) {
	found := each.Without(d.hooks, func(h wiredHook) bool { return h.Event != e.Event || h.Program != e.Program })
	files, cure := each.Of(found, func(h wiredHook) string { return h.file }), d.install()
	switch {
	case len(found) == 0 && d.plugin == "":
		d.fail(name, cure, "not set in %q", d.scope.settings)
	case len(found) == 0:
	case len(found) > 1:
		if d.scope.project != "" && files[0] != files[len(files)-1] {
			cure = d.command("uninstall" + d.scope.option())
		}
		d.fail(name, cure, "set more than once: %s", strings.Join(files, ", "))
	case !durable.IsFile(found[0].Command):
		d.fail(name, cure, "%q runs a program that does not exist: %q", files[0], found[0].Command)
	case !found[0].Current:
		d.fail(name, cure, "the entry in %q is not this release's", files[0])
	}
}

func (d *doctor) installedSkills() {
	if d.pluginAlone() {
		d.ok("skills", "brought by the plugin %s", d.plugin)
		return
	}
	dir := d.user.skills
	for path := range d.record.Skills {
		if strings.HasPrefix(path, d.scope.skills) {
			dir = d.scope.skills
		}
	}
	var current []string
	for _, s := range d.skills() {
		name, path, state := "skill "+s.name, filepath.Join(dir, s.name), d.record.stateOf(s, dir)
		switch state {
		case skillCurrent:
			current = append(current, s.name)
		case skillOutdated:
			d.fail(name, d.install(), "%q is %s", path, state)
		case skillForeign:
			d.warn(name, d.install()+" --replace-skills replaces it", "%q is %s", path, state)
		}
	}
	if len(current) > 0 {
		d.ok("skills", "%s in %s", strings.Join(current, ", "), dir)
	}
}

// machineFolder makes nothing: a doctor leaves no traces where nothing is installed.
func (d *doctor) machineFolder() {
	const name = "machine folder"
	path := d.machine.Path
	if info, missing := os.Stat(path); missing != nil {
		if !d.pluginAlone() {
			d.fail(name, d.install(), "%q is missing", path)
		}
	} else if err := d.machine.Writable(); err != nil {
		d.fail(name, fmt.Sprintf("make %q writable; inside Claude Code's sandbox, add it to "+
			"sandbox.filesystem.allowWrite in the settings", path), "%v", err)
	} else {
		if mode := info.Mode().Perm(); d.suffix == "" && mode&0o077 != 0 {
			d.warn(name, "chmod 700 "+fence.Word(path), "%q has mode %04o: others can read or change what is saved",
				path, mode)
		}
		d.ok(name, "%s is writable", path)
	}
}

// log shows every failure in the log, of all projects, the newest of each message.
func (d *doctor) log() {
	failures, err := d.machine.Failures(time.Time{})
	if err != nil {
		d.warn("log", "", "%v", err)
	} else if len(failures) == 0 {
		d.ok("log", "no failures")
	}
	timeless := func(f machine.Failure) machine.Failure { f.Time = time.Time{}; return f }
	cure := d.command("doctor") + " --clear forgets failures that are settled"
	for _, f := range slices.Backward(each.LastOf(failures, timeless)) {
		where := ""
		if f.Project != "" {
			where = " in " + fence.Line(f.Project, 0)
		}
		d.warn("log", cure, "%s %s%s: %s", d.inv.When(f.Time), f.Program, where, f.Message)
		cure = ""
	}
}

func clearLog(inv *cli.Invocation, s site) error {
	failures, err := s.machine.Failures(time.Time{})
	if err == nil && len(failures) > 0 {
		err = s.machine.Log().Clear(inv.Ctx, runLimit)
	}
	switch n := len(failures); {
	case err != nil:
		return err
	case n == 0:
		inv.Printf("no failures to forget\n")
	default:
		inv.Printf("forgot %s\n", fence.Count(n, "failure"))
	}
	return inv.PrintJSON(map[string]int{"forgotten": len(failures)})
}
