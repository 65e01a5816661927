package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/platform"
)

var errNotExecutable = errors.New("is not executable")

// checkPrograms checks the programs that hooks run: the installed ones, and those of
// the plugin where no settings run ours.
func (d *doctor) checkPrograms() {
	if !d.pluginAlone() {
		d.checkProgramsIn(d.site.machine.Bin(), d.reinstall(), d.install())
	}
	if bin := d.pluginBin(); bin != "" && len(d.hooks) == 0 {
		d.checkProgramsIn(bin, "claude plugin update "+d.plugin, "chmod +x "+fence.Word(bin)+"/*")
	}
}

// pluginAlone reports whether a plugin brings all that there is.
func (d *doctor) pluginAlone() bool {
	return d.plugin != "" && len(d.hooks) == 0 && !isThere(d.site.machine.Bin())
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

// checkProgramsIn runs each program of a folder and compares the versions.
func (d *doctor) checkProgramsIn(bin, bring, permit string) {
	var versions []string
	bad := len(d.checks)
	for _, name := range programs {
		version, err := d.version(filepath.Join(bin, name+d.site.suffix), name)
		if err != nil {
			cure := bring
			switch {
			case errors.Is(err, errNotExecutable):
				cure = permit
			case killed(err):
				err = fmt.Errorf("%w (exit 137): the system stopped it as it started", err)
				cure = release(runtime.GOOS, bin, bring)
			}
			d.add("fail", "program "+name, err.Error(), cure)
			continue
		}
		if !slices.Contains(versions, version) {
			versions = append(versions, version)
		}
	}
	switch {
	case len(versions) > 1:
		d.add("fail", "programs", "of several versions: "+strings.Join(versions, ", "), bring)
	case bad == len(d.checks):
		d.add("ok", "programs", fmt.Sprintf("%d in %s, %s", len(programs), bin, versions[0]), "")
	}
}

// killed reports whether a program was ended by SIGKILL, as macOS does to a download
// that it holds in quarantine.
func killed(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && (exit.ExitCode() == 137 || exit.String() == "signal: killed")
}

// release is the command that takes programs out of quarantine.
func release(system, bin, bring string) string {
	if system != "darwin" {
		return bring
	}
	return "xattr -d com.apple.quarantine " + fence.Word(bin) + "/*"
}

// version runs a program and returns the version it names.
func (d *doctor) version(path, name string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%q is not a regular file", path)
	}
	if d.site.suffix == "" && info.Mode().Perm()&0o100 == 0 {
		return "", fmt.Errorf("%q %w", path, errNotExecutable)
	}
	ctx, cancel := context.WithTimeout(d.inv.Ctx, runLimit)
	defer cancel()
	out, err := platform.Run(ctx, platform.Command{
		Path: path, Args: []string{"version"}, Dir: filepath.Dir(path),
		Env: d.inv.Environ(), MaxOutput: 4 << 10,
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
