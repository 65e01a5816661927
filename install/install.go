package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/tidwall/gjson"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
)

func runInstall(inv *cli.Invocation) error {
	j, err := newJob(inv)
	if err != nil {
		return err
	}
	if err := j.checkInstall(); err != nil {
		return err
	}
	if err := j.makeDir(j.machine.State(), modeOwn); err != nil {
		return err
	}
	if err := j.alone(j.install); err != nil {
		return err
	}
	if !j.dry {
		j.sayNext()
		if err := j.readAhead(); err != nil {
			return err
		}
	}
	return j.finish()
}

// checkInstall finds what would stop an installation before anything is made.
func (j *job) checkInstall() error {
	for _, name := range programs {
		info, err := os.Stat(j.source(name))
		if err == nil && !info.Mode().IsRegular() {
			err = fs.ErrInvalid
		}
		if err != nil {
			return &cli.Error{Code: cli.Failed, Cause: err,
				Message: fmt.Sprintf("the program %q is not beside this one", name),
				Hint:    "run make install in a checkout, or the holdfast of a complete release archive"}
		}
	}
	if _, err := j.linkPath(); err != nil {
		return err
	}
	t, err := readSettings(j.scope.settings)
	if err == nil {
		_, err = j.wired(t)
	}
	return err
}

// install goes from the programs to the settings, so that no hook is wired
// before what it runs is there.
func (j *job) install() error {
	for _, step := range []func() error{j.copyPrograms, j.link, j.installSkills, j.wire} {
		if err := step(); err != nil {
			return err
		}
	}
	return j.saveRecord()
}

// copyPrograms brings the programs into the machine folder. A file is replaced
// whole, so that one that runs right now goes on running.
func (j *job) copyPrograms() error {
	version, bin := cli.Version(), j.machine.Bin()
	if before := j.record.Version; before != "" && before != version {
		version += " in place of " + before
	}
	j.record.Version = cli.Version()
	if !slices.Contains(j.record.Bins, bin) {
		j.record.Bins = append(j.record.Bins, bin)
	}
	for _, name := range programs {
		data, err := durable.Read(j.source(name), maxProgram)
		if err == nil {
			err = j.place(j.program(name), data, modeProgram, modeOwn)
		}
		if err != nil {
			return fmt.Errorf("copying the program %q: %w", name, err)
		}
	}
	j.say("programs  %s: %s", bin, version)
	return nil
}

// wire sets the hooks, unless a plugin brings them, and names the other settings files
// that set them for the same folder.
func (j *job) wire() (err error) {
	path, plugin := j.scope.settings, ""
	said := settingsReport{Path: path, State: "current"}
	for _, other := range j.settingsFiles() {
		t, err := readSettings(other)
		if err != nil {
			continue
		}
		if plugin == "" {
			plugin = pluginIn(t.text)
		}
		if states, _ := j.wiring(j.record.Bins).Inspect(t.text); len(states) > 0 && other != path {
			j.warn("%q sets the hooks too, so that they may run twice in this project", other)
		}
	}
	if plugin != "" {
		j.warn("the plugin %q is enabled and brings the hooks; the settings are left as they are", plugin)
		said.State = "plugin"
	} else {
		said.Diff, err = j.rewrite(path, func(t settingsText) ([]byte, error) {
			out, err := j.wired(t)
			if err != nil || bytes.Equal(out, t.text) {
				return out, err
			}
			said.State = "wired"
			return out, j.keep(t, out)
		})
	}
	j.report.Settings = append(j.report.Settings, said)
	if err == nil {
		j.say("settings  %s: %s", path, map[string]string{
			"wired": "hooks set", "current": "hooks set already", "plugin": "hooks left to the plugin"}[said.State])
		j.sayStatusline()
	}
	return err
}

// wired are the bytes of a settings file with the hooks in it.
func (j *job) wired(t settingsText) ([]byte, error) {
	text := t.text
	if !t.exists {
		text = []byte("{}\n")
	}
	out, err := j.wiring(j.record.Bins).Add(text)
	if err != nil {
		return nil, refusal(t.path, err)
	}
	if j.inv.On("statusline") && !gjson.GetBytes(out, statusKey).Exists() {
		out = jsondoc.Doc(out).Set(
			`{"type":"command","command":`+jsondoc.Quote(j.command("statusline"))+"}", statusKey)
	}
	return out, nil
}

// refusal gives an error of the editor the file's name and the exit code.
func refusal(path string, err error) error {
	return &cli.Error{Code: cli.Invalid, Message: fmt.Sprintf("%q", path), Cause: err,
		Hint: "correct the file and try again"}
}

// keep enters that a settings file is about to get the bytes out, and keeps those that
// it had: ahead of the write, so that it can be undone after a kill.
func (j *job) keep(t settingsText, out []byte) error {
	states, _ := j.wiring(j.record.Bins).Inspect(t.text)
	j.record.wired(j.scope, t, len(states) > 0, out)
	if t.exists {
		if err := j.place(j.backup(machine.Sum(t.text)), t.text, modePrivate, modeOwn); err != nil {
			return err
		}
	} else if err := j.makeDir(filepath.Dir(t.path), modeFolder); err != nil {
		return err
	}
	return j.saveRecord()
}

const statusKey = "statusLine"

// isStatusline reports whether holdfast is the status line of the settings.
func (s site) isStatusline(text []byte) bool {
	return gjson.GetBytes(text, statusKey+".command").Str == s.command("statusline")
}

// sayStatusline says what became of a status line that was asked for.
func (j *job) sayStatusline() {
	if !j.inv.On("statusline") || j.dry {
		return
	}
	if t, err := readSettings(j.scope.settings); err == nil && j.isStatusline(t.text) {
		j.say("status    holdfast statusline is the status line")
		return
	}
	j.warn("%q does not use holdfast statusline: one is set already, or a plugin brings the hooks", j.scope.settings)
}

// sayNext ends with the next thing to do.
func (j *job) sayNext() {
	j.sayCommand()
	where := "any folder"
	if j.scope.project != "" {
		where = j.scope.project
	}
	j.inv.Printf("\nStart Claude Code in %s.\n", where)
	j.inv.Printf("Check:  %s\n", cli.OneLine(j.next("doctor"+j.scope.option())))
	j.inv.Printf("Remove: %s\n", cli.OneLine(j.next("uninstall"+j.scope.option())))
}
