package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/platform"
	"holdfast/lib/settings"
)

const (
	runLimit   = 2 * time.Second // for a program to say its version
	sandboxKey = "sandbox.filesystem.allowWrite"
)

var errNotExecutable = errors.New("is not executable")

// programs checks the programs that hooks run: the installed ones, and those of the
// plugin where no settings run ours.
func (d *doctor) programs() {
	if !d.pluginAlone() {
		d.programsIn(d.site.machine.Bin(), d.reinstall(), d.install())
	}
	if bin := d.pluginBin(); bin != "" && len(d.hooks) == 0 {
		bring := "claude plugin marketplace update, then claude plugin update " + d.plugin
		d.programsIn(bin, bring, "chmod +x "+fence.Word(bin)+"/*")
	}
}

// pluginAlone reports whether a plugin brings all that there is.
func (d *doctor) pluginAlone() bool {
	return d.plugin != "" && len(d.hooks) == 0 && !isThere(d.site.program("holdfast"))
}

// pluginBin is the folder of the plugin's programs, "" where the client does not list
// one. Source: plugins/installed_plugins.json of release 2.1.329.
func (d *doctor) pluginBin() string {
	var list struct {
		Plugins map[string][]struct{ InstallPath string }
	}
	b, err := durable.Read(filepath.Join(d.site.config, "plugins", "installed_plugins.json"), maxRecord)
	if err != nil || json.Unmarshal(b, &list) != nil || len(list.Plugins[d.plugin]) == 0 {
		return ""
	}
	return filepath.Join(list.Plugins[d.plugin][0].InstallPath, "bin")
}

// programsIn runs each program of a folder and compares the versions. bring is the
// command that brings them again, permit the one that lets them run.
func (d *doctor) programsIn(bin, bring, permit string) {
	var versions []string
	before := len(d.findings)
	for _, name := range programs {
		version, err := d.version(filepath.Join(bin, name+d.site.suffix), name)
		var exit *exec.ExitError
		switch {
		case errors.Is(err, errNotExecutable):
			d.say(bad, "%v", err).of("program " + name)
			d.fix("%s", permit)
		case errors.As(err, &exit) && (exit.ExitCode() == 137 || exit.String() == "signal: killed"):
			// As macOS does to a download that it holds in quarantine.
			d.say(bad, "%v (exit 137): the system stopped it as it started", err).of("program " + name)
			if d.fix("%s", bring); runtime.GOOS == "darwin" {
				d.fix("xattr -d com.apple.quarantine %s/*", fence.Word(bin))
			}
		case err != nil:
			d.say(bad, "%v", err).of("program " + name)
			d.fix("%s", bring)
		case !slices.Contains(versions, version):
			versions = append(versions, version)
		}
	}
	switch {
	case len(versions) > 1:
		d.say(bad, "of several versions: %s", strings.Join(versions, ", "))
		d.fix("%s", bring)
	case before < len(d.findings):
	case versions[0] != cli.Version(): // an older archive, or a marketplace that was not updated
		d.say(poor, "%d in %s are of release %s, this program is of %s", len(programs), bin, versions[0], cli.Version())
		d.fix("%s", bring)
	default:
		d.say(good, "%d in %s, %s", len(programs), bin, versions[0])
	}
}

// version runs a program and returns the version it names.
func (d *doctor) version(path, name string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%q is not a regular file", path)
	case d.site.suffix == "" && info.Mode().Perm()&0o100 == 0:
		return "", fmt.Errorf("%q %w", path, errNotExecutable)
	}
	out, err := platform.Run(d.inv.Ctx, platform.Command{
		Path: path, Args: []string{"version"}, Dir: filepath.Dir(path),
		Env: d.inv.Environ(), Time: runLimit, MaxOutput: 4 << 10,
	})
	if err != nil {
		return "", err
	}
	version, ok := strings.CutPrefix(strings.TrimSpace(string(out)), name+" ")
	if !ok {
		return "", fmt.Errorf("%q is another program: its version is %q", path, out)
	}
	return version, nil
}

// command looks whether typing holdfast runs the release that is installed: npm or
// another installation may have brought a second one.
func (d *doctor) command() {
	typed, ours := d.site.typed(d.inv)
	installed, err := d.version(d.site.program("holdfast"), "holdfast")
	if typed == "" || ours || err != nil {
		return // install says how to type it
	}
	version, err := d.version(typed, "holdfast")
	if err != nil {
		version = "unknown"
	}
	if version != installed {
		d.say(poor, "holdfast on PATH is %q of version %s, while the hooks run %s", typed, version, installed)
		d.fix("update or remove it, or put a link before it on PATH: %s", d.site.command("install --link DIR"))
	}
}

// wired looks at what the settings files wire: each hook must be in one of them, once,
// as an installation writes it.
func (d *doctor) wired() {
	before := len(d.findings)
	for _, e := range d.site.wiring(nil).Entries {
		d.hook(e)
	}
	if before < len(d.findings) || d.unsound {
		return
	}
	where := "brought by the plugin " + d.plugin
	if len(d.hooks) > 0 {
		where = "set in " + d.hooks[0].file
		if d.plugin != "" {
			where += "; those of the plugin " + d.plugin + " stand aside"
		}
	}
	d.say(good, "%d programs, %s", len(hookPrograms), where)
}

func (d *doctor) hook(e settings.Entry) {
	name := "hook " + e.Event + " " + e.Program
	var found []wiredHook
	var files []string
	for _, h := range d.hooks {
		if h.Event == e.Event && h.Program == e.Program {
			found, files = append(found, h), append(files, h.file)
		}
	}
	switch {
	case len(found) == 0 && d.plugin == "":
		d.say(bad, "not set in %q", d.site.scope.settings).of(name)
	case len(found) == 0:
	case len(found) > 1:
		d.say(bad, "set more than once: %s", strings.Join(files, ", ")).of(name)
		if p := d.site.scope.project; p != "" && files[0] != files[len(files)-1] {
			d.fix("%s", d.site.command("uninstall --project "+fence.Word(p)))
		}
	case !isThere(found[0].Command):
		d.say(bad, "%q runs a program that does not exist: %q", files[0], found[0].Command).of(name)
	case !found[0].Current:
		d.say(bad, "the entry in %q is not this release's", files[0]).of(name)
	}
}

// skills compares the installed skills with those that this program carries.
func (d *doctor) skills() {
	if d.pluginAlone() {
		d.say(good, "brought by the plugin %s", d.plugin)
		return
	}
	skills, err := d.site.skills()
	if err != nil {
		d.say(bad, "%v", err)
		return
	}
	dir := d.site.user.skills
	if p := d.site.scope; p.project != "" && len(d.record.skillsBelow(p.skills)) > 0 {
		dir = p.skills
	}
	why := map[string]string{
		skillAbsent:  "is missing",
		skillOld:     "is not of this release",
		skillEdited:  "was edited and is not kept current",
		skillForeign: "is not Holdfast's",
	}
	var current []string
	for _, sk := range skills {
		state, status := d.record.skillState(sk, dir), bad
		if state == skillCurrent {
			current = append(current, sk.name)
			continue
		}
		if state == skillEdited || state == skillForeign {
			status = poor
		}
		d.say(status, "%q %s", filepath.Join(dir, sk.name), why[state]).of("skill " + sk.name)
		if status == poor {
			d.fix("%s --replace-skills sets it aside", d.install())
		}
	}
	if len(current) > 0 {
		d.say(good, "%s in %s", strings.Join(current, ", "), dir)
	}
}

// machineFolder makes nothing: a doctor leaves no traces where nothing is installed.
func (d *doctor) machineFolder() {
	path := d.site.machine.Path
	info, err := os.Stat(path)
	if err != nil {
		if !d.pluginAlone() {
			d.say(bad, "%q is missing", path)
		}
		return
	}
	if err := d.site.machine.Writable(); err != nil {
		d.say(bad, "%v", err)
		d.fix("make %q writable; inside Claude Code's sandbox, add it to %s in the settings", path, sandboxKey)
		return
	}
	if d.site.suffix == "" && info.Mode().Perm()&0o077 != 0 {
		d.say(poor, "%q has mode %04o: others can read or change what is saved", path, info.Mode().Perm())
		d.fix("chmod 700 %s", fence.Word(path))
	}
	for _, t := range d.read {
		sw := settings.ReadSwitches(t.text)
		if sw.Sandboxed && !slices.ContainsFunc(sw.AllowWrite, d.allows) {
			d.say(poor, "%q turns the sandbox on, in which skills cannot write %q", t.path, path).of("sandbox")
			d.fix("add %q to %s in %q", path, sandboxKey, t.path)
		}
	}
	d.say(good, "%s is writable", path)
}

// allows reports whether a path of the sandbox's list holds the machine
// folder. "//" starts an absolute path there, as "/" does; "~" is the home.
func (d *doctor) allows(path string) bool {
	if rest, ok := strings.CutPrefix(path, "~"); ok {
		path = d.site.home + rest
	}
	rel, err := filepath.Rel(filepath.Clean(path), d.site.machine.Path)
	return err == nil && filepath.IsLocal(rel)
}
