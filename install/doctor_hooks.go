package main

import (
	"fmt"
	"os"
	"strings"

	"holdfast/lib/fence"
	"holdfast/lib/settings"
)

// A wiredHook is a hook of ours with the file that wires it.
type wiredHook struct {
	settings.State
	file string
}

// readHooks adds up the settings files as Claude Code does.
func (d *doctor) readHooks() {
	before := len(d.checks)
	defer func() { d.unsound = len(d.checks) > before }()
	for _, file := range d.site.settingsFiles() {
		t, err := readSettings(file)
		if err != nil {
			d.add("fail", "settings", err.Error(), "")
			continue
		}
		if !t.exists {
			continue
		}
		states, err := d.site.wiring(d.record.Bins).Inspect(t.text)
		if err != nil {
			d.add("fail", "settings", fmt.Sprintf("%q: %v", file, err),
				"correct the file")
			continue
		}
		for _, s := range states {
			d.hooks = append(d.hooks, wiredHook{s, file})
		}
		sw, err := settings.ReadSwitches(t.text)
		if err == nil && sw.HooksDisabled {
			d.add("fail", "hooks", fmt.Sprintf("%q turns all hooks off", file),
				fmt.Sprintf("remove \"disableAllHooks\" from %q", file))
		}
		if err == nil && d.plugin == "" {
			d.plugin = sw.Plugin(pluginName)
		}
	}
}

// checkHooks looks at what the settings files wire: each hook must be in one of
// them, once, as an installation writes it.
func (d *doctor) checkHooks() {
	before := len(d.checks)
	for _, e := range d.site.wiring(nil).Entries {
		d.checkHook(e, d.hooks, d.plugin)
	}
	d.checkStray(d.hooks)
	if before == len(d.checks) && !d.unsound {
		where := "brought by the plugin " + d.plugin
		if len(d.hooks) > 0 {
			where = "set in " + d.hooks[0].file
			if d.plugin != "" {
				where += "; those of the plugin " + d.plugin + " stand aside"
			}
		}
		d.add("ok", "hooks", fmt.Sprintf("%d programs, %s", len(hookPrograms), where), "")
	}
}

func (d *doctor) checkHook(e settings.Entry, hooks []wiredHook, plugin string) {
	name := "hook " + e.Event + " " + e.Program
	var found []wiredHook
	for _, h := range hooks {
		if h.Event == e.Event && h.Program == e.Program {
			found = append(found, h)
		}
	}
	switch {
	case len(found) == 0 && plugin == "":
		d.add("fail", name, fmt.Sprintf("not set in %q", d.site.scope.settings), d.install())
	case len(found) == 0:
	case len(found) > 1:
		d.add("fail", name, "set more than once: "+places(found), d.cureDoubled(found))
	default:
		d.checkEntry(name, found[0])
	}
}

func (d *doctor) checkEntry(name string, h wiredHook) {
	if _, err := os.Stat(h.Command); err != nil {
		d.add("fail", name, fmt.Sprintf("%q runs a program that does not exist: %q", h.file, h.Command), d.install())
	} else if !h.Current {
		d.add("fail", name, fmt.Sprintf("the entry in %q is not this release's", h.file), d.install())
	}
}

// checkStray names hooks of ours under events that this release wires none.
func (d *doctor) checkStray(hooks []wiredHook) {
	for _, h := range hooks {
		known := false
		for _, e := range d.site.wiring(nil).Entries {
			known = known || e.Event == h.Event && e.Program == h.Program
		}
		if !known {
			d.add("fail", "hook "+h.Event+" "+h.Program, fmt.Sprintf("set in %q, where it is not needed", h.file), d.install())
		}
	}
}

// cureDoubled takes the project's entries out where the user's serve it too.
func (d *doctor) cureDoubled(found []wiredHook) string {
	for _, h := range found {
		if h.file != found[0].file && d.site.scope.project != "" {
			return d.site.command("uninstall --project " + fence.Word(d.site.scope.project))
		}
	}
	return d.install()
}

func places(hooks []wiredHook) string {
	var files []string
	for _, h := range hooks {
		files = append(files, h.file)
	}
	return strings.Join(files, ", ")
}
