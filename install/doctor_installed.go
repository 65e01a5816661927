package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
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
	"holdfast/lib/fence"
	"holdfast/lib/platform"
	"holdfast/lib/settings"
)

// runLimit is what a program has to say its version.
const runLimit = 2 * time.Second

// pluginAlone reports whether a plugin brings all that there is.
func (d *doctor) pluginAlone() bool {
	return d.plugin != "" && len(d.hooks) == 0 && !isFile(d.program("holdfast"))
}

// pluginBin is the folder of the plugin's programs, "" where the client does not list
// one. Source: plugins/installed_plugins.json of release 2.1.329.
func (d *doctor) pluginBin() string {
	b, _ := durable.Read(filepath.Join(d.config, "plugins", "installed_plugins.json"), maxRecord)
	at := gjson.GetBytes(b, "plugins").Map()[d.plugin].Get("0.installPath").Str
	if at == "" {
		return ""
	}
	return filepath.Join(at, "bin")
}

// programs checks the programs that hooks run: the installed ones, and those of the
// plugin where no settings run ours.
func (d *doctor) programs() {
	if !d.pluginAlone() {
		d.programsIn(d.machine.Bin(), d.reinstall(), d.install())
	}
	if bin := d.pluginBin(); bin != "" && len(d.hooks) == 0 {
		bring := "claude plugin marketplace update, then claude plugin update " + d.plugin
		d.programsIn(bin, bring, "chmod +x "+fence.Word(bin)+"/*")
	}
}

// programsIn runs each program of a folder and compares the versions. bring is the
// command that brings them again, permit the one that lets them run.
func (d *doctor) programsIn(bin, bring, permit string) {
	var versions []string
	before := len(d.findings)
	for _, name := range programs {
		d.of("program " + name)
		path := filepath.Join(bin, name+d.suffix)
		version, err := d.version(path, name)
		var exit *exec.ExitError
		switch {
		case errors.Is(err, fs.ErrPermission):
			d.fail(permit, "%q is not executable", path)
		case errors.As(err, &exit) && (exit.ExitCode() == 137 || exit.String() == "signal: killed"):
			cure := bring
			if runtime.GOOS == "darwin" { // which kills a download that it holds in quarantine
				cure = "xattr -d com.apple.quarantine " + fence.Word(bin) + "/*"
			}
			d.fail(cure, "%v (exit 137): the system stopped it as it started", err)
		case err != nil:
			d.fail(bring, "%v", err)
		case !slices.Contains(versions, version):
			versions = append(versions, version)
		}
	}
	switch d.of("programs"); {
	case len(versions) > 1:
		d.fail(bring, "of several versions: %s", strings.Join(versions, ", "))
	case before < len(d.findings):
	case versions[0] != cli.Version(): // an older archive, or a marketplace that was not updated
		d.warn(bring, "%d in %s are of release %s, this program is of %s",
			len(programs), bin, versions[0], cli.Version())
	default:
		d.ok("%d in %s, %s", len(programs), bin, versions[0])
	}
}

// version runs a program and returns the version it names.
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

// wired looks at what the settings files wire: each hook must be in one of them, once,
// as an installation writes it.
func (d *doctor) wired() {
	before := len(d.findings)
	for _, e := range d.wiring(nil).Entries {
		d.of("hook " + e.Event + " " + e.Program).hook(e)
	}
	if before < len(d.findings) || d.unsafe {
		return
	}
	where := "brought by the plugin " + d.plugin
	if len(d.hooks) > 0 {
		where = "set in " + d.hooks[0].file
		if d.plugin != "" {
			where += "; those of the plugin " + d.plugin + " stand aside"
		}
	}
	d.of("hooks").ok("%d programs, %s", len(hookPrograms), where)
}

func (d *doctor) hook(e settings.Entry) {
	var found []wiredHook
	var files []string
	for _, h := range d.hooks {
		if h.Event == e.Event && h.Program == e.Program {
			found, files = append(found, h), append(files, h.file)
		}
	}
	cure := d.install()
	switch {
	case len(found) == 0 && d.plugin == "":
		d.fail(cure, "not set in %q", d.scope.settings)
	case len(found) == 0:
	case len(found) > 1:
		if d.scope.project != "" && files[0] != files[len(files)-1] {
			cure = d.command("uninstall" + d.scope.option())
		}
		d.fail(cure, "set more than once: %s", strings.Join(files, ", "))
	case !isFile(found[0].Command):
		d.fail(cure, "%q runs a program that does not exist: %q", files[0], found[0].Command)
	case !found[0].Current:
		d.fail(cure, "the entry in %q is not this release's", files[0])
	}
}

// installedSkills compares the installed skills with those that this program carries.
func (d *doctor) installedSkills() {
	if d.pluginAlone() {
		d.ok("brought by the plugin %s", d.plugin)
		return
	}
	files, err := d.skillFiles()
	if err != nil {
		d.fail(d.install(), "%v", err)
		return
	}
	dir := d.user.skills
	for path := range d.record.Skills {
		if strings.HasPrefix(path, d.scope.skills) {
			dir = d.scope.skills
		}
	}
	var current []string
	states := d.record.skillStates(files, dir)
	for _, name := range slices.Sorted(maps.Keys(states)) {
		path, state := filepath.Join(dir, name), states[name]
		d.of("skill " + name)
		switch state {
		case skillCurrent:
			current = append(current, name)
		case skillOutdated:
			d.fail(d.install(), "%q is %s", path, state)
		case skillForeign:
			d.warn(d.install()+" --replace-skills replaces it", "%q is %s", path, state)
		}
	}
	if len(current) > 0 {
		d.of("skills").ok("%s in %s", strings.Join(current, ", "), dir)
	}
}
