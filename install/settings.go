package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/tidwall/gjson"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
	"holdfast/lib/settings"
)

type settingsText struct {
	path   string
	target string // that a link at path leads to, else path
	text   []byte // nil if it does not exist
	mode   fs.FileMode
}

// readSettings reads a settings file through its link. A missing one is no error.
func readSettings(path string) (settingsText, error) {
	t := settingsText{path: path, target: path, mode: modePrivate}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if durable.Exists(path) {
			return t, fmt.Errorf("reading %q: it is a dangling symlink", path)
		}
		return t, nil
	}
	if err == nil {
		t.mode = info.Mode().Perm()
		t.target, err = filepath.EvalSymlinks(path)
	}
	if err == nil {
		t.text, err = durable.Read(path, settings.MaxSize)
	}
	if errors.Is(err, durable.ErrTooLarge) {
		return t, cli.Fail(cli.Invalid, "", "it is left as it is: %w", err)
	}
	return t, err
}

var became = map[string]string{
	"wired": "hooks set", "current": "hooks set already", "plugin": "hooks left to the plugin",
	"restored": "as it was before", "cleaned": "Holdfast's hooks removed",
	"removed": "removed, as it was not there before",
}

// change gives a settings file its new bytes, which are nil where it is to be removed, and reports its state.
func (j *job) change(t settingsText, out []byte, state string) error {
	j.sweep(filepath.Dir(t.target))
	said := settingsReport{Path: t.path, State: state}
	if !bytes.Equal(out, t.text) || (out != nil) != (t.text != nil) {
		if err := j.put(t, out); errors.Is(err, durable.ErrChanged) {
			return cli.Fail(cli.Refused, "type the same command again", "another program changed %q meanwhile", t.path)
		} else if err != nil {
			return err
		}
		if name := fence.Shown(t.path); j.DryRun {
			_, text, _ := bytes.Cut(diff.Diff(name, t.text, name, out), []byte("\n"))
			said.Diff = string(text)
			j.inv.PrintText(said.Diff)
		}
	}
	j.Settings = append(j.Settings, said)
	if became[state] != "" {
		j.say("settings  %s: %s", t.path, became[state])
	}
	return nil
}

func (j *job) put(t settingsText, out []byte) error {
	if out != nil {
		return j.note("write", t.path, func() error { return durable.File(t.target).Swap(t.text, out, t.mode) })
	}
	if now, err := readSettings(t.path); err != nil || !bytes.Equal(now.text, t.text) {
		return cmp.Or(err, durable.ErrChanged)
	}
	return j.remove(t.path)
}

// wire sets the hooks, unless a plugin brings them, and names other files that set them too.
func (j *job) wire() error {
	plugin := ""
	for _, other := range j.settingsFiles() {
		t, _ := readSettings(other) // without a text where it cannot be read
		plugin = cmp.Or(plugin, pluginIn(t.text))
		if j.holdsHooks(t.text) && other != j.scope.settings {
			j.warn("%q sets the hooks too, so that they may run twice in this project", other)
		}
	}
	if plugin != "" {
		j.warn("the plugin %q is enabled and brings the hooks; the settings are left as they are", plugin)
	}
	t, err := readSettings(j.scope.settings)
	out, state := t.text, "plugin"
	if err == nil && plugin == "" {
		out, err = j.wired(t, j.inv.On("statusline"))
		if state = "current"; err == nil && !bytes.Equal(out, t.text) {
			state, err = "wired", j.keep(t)
		}
	}
	if err == nil {
		err = j.change(t, out, state)
	}
	if err != nil || !j.inv.On("statusline") || j.DryRun {
		return err
	}
	if t, _ := readSettings(j.scope.settings); j.isStatusline(t.text) {
		j.say("status    holdfast statusline is the status line")
	} else {
		j.warn("%q does not use holdfast statusline: one is set already, or a plugin brings the hooks", t.path)
	}
	return nil
}

func (s site) holdsHooks(text []byte) bool {
	states, _ := s.wiring().Inspect(text)
	return len(states) > 0
}

const statusKey = "statusLine"

// wired are the bytes of a settings file with the hooks, and where wanted a status line.
func (j *job) wired(t settingsText, statusline bool) ([]byte, error) {
	text := t.text
	if text == nil {
		text = []byte("{}\n")
	}
	out, err := j.wiring().Add(text)
	if err != nil {
		return nil, refusal(t.path, err)
	}
	if statusline && !gjson.GetBytes(out, statusKey).Exists() {
		out = jsondoc.Doc(out).Set(`{"type":"command","command":`+jsondoc.Quote(j.command("statusline"))+"}", statusKey)
	}
	return out, nil
}

func (s site) isStatusline(text []byte) bool {
	return gjson.GetBytes(text, statusKey+".command").Str == s.command("statusline")
}

func refusal(path string, err error) error {
	return cli.Fail(cli.Invalid, "correct the file and try again", "%q: %w", path, err)
}

// keep enters that a settings file is about to change, and keeps the bytes that it has:
// ahead of the write, so that it can be undone after a kill.
func (j *job) keep(t settingsText) (err error) {
	if j.record.file(t.path) == nil {
		j.record.Settings = append(j.record.Settings,
			&settingsFile{Path: t.path, Project: j.scope.project, Existed: true})
	}
	if f := j.record.file(t.path); !j.holdsHooks(t.text) {
		f.Existed, f.Before = t.text != nil, machine.Sum(t.text)
	}
	if t.text != nil {
		err = j.place(j.backup(machine.Sum(t.text)), t.text, modePrivate, modeOwn)
	} else {
		err = j.makeDir(filepath.Dir(t.path), modeFolder)
	}
	return errors.Join(err, j.saveRecord())
}

// unwire gives a settings file its earlier bytes back if only we changed it, else removes our hooks.
func (j *job) unwire(path string) error {
	t, err := readSettings(path)
	if err != nil {
		return err
	}
	f, before := j.record.file(path), settingsText{}
	if f != nil && f.Existed {
		before.text, _ = durable.Read(j.backup(f.Before), settings.MaxSize) // nil where it is gone
	}
	out, state := []byte(nil), "absent"
	made, _ := j.wired(before, j.isStatusline(t.text))
	switch {
	case t.text == nil:
	case before.text != nil && bytes.Equal(made, t.text):
		out, state = before.text, "restored"
	default:
		out, state, err = j.without(t, f)
	}
	if err == nil {
		err = j.change(t, out, state)
	}
	if err != nil {
		return err
	}
	j.record.Settings = slices.DeleteFunc(j.record.Settings, func(f *settingsFile) bool { return f.Path == path })
	if state == "removed" {
		j.removeEmpty(filepath.Dir(path))
	}
	return nil
}

// without is a settings file without what is ours, nil if we made it and it holds nothing else.
func (j *job) without(t settingsText, f *settingsFile) (out []byte, state string, err error) {
	if out, err = j.wiring().Remove(t.text); err != nil {
		return nil, "", refusal(t.path, err)
	}
	if doc := jsondoc.Doc(out); j.isStatusline(out) {
		m, _ := doc.Find(statusKey)
		out = doc.Drop(doc.Root(), m.Span)
	}
	switch {
	case f != nil && !f.Existed && string(bytes.Join(bytes.Fields(out), nil)) == "{}" && durable.IsFile(t.path):
		return nil, "removed", nil
	case bytes.Equal(out, t.text):
		return out, "absent", nil
	}
	return out, "cleaned", nil
}

func (s site) backup(sum string) string {
	return filepath.Join(s.machine.Backup(), "settings-"+sum+".json")
}

// pluginIn is the enabled plugin of ours in a settings file, with its marketplace, or
// "". A release names the plugin of each system after it: holdfast-linux-amd64.
func pluginIn(text []byte) (found string) {
	gjson.GetBytes(text, "enabledPlugins").ForEach(func(name, on gjson.Result) bool {
		own, _, _ := strings.Cut(name.Str, "@")
		system, of := strings.CutPrefix(own, "holdfast-")
		if on.Type == gjson.True && (own == "holdfast" || of && strings.Count(system, "-") == 1) {
			found = name.Str
		}
		return found == ""
	})
	return found
}

const hookTimeout = 10 // seconds, from Claude Code; hooks stop by themselves after half

var hookPrograms = []string{"session-start", "pre-compact", "handoff-index", "post-tool"}

// programs are all, this one last: it is run again where copying breaks off.
var programs = append(slices.Clone(hookPrograms), "holdfast")

func (s site) wiring() settings.Wiring {
	w := settings.Wiring{Program: func(command string) string {
		return recognise(command, append([]string{s.machine.Bin()}, s.record.Bins...), durable.IsFile)
	}}
	for _, e := range [][3]string{
		{"SessionStart", "session-start", ""}, {"PreCompact", "pre-compact", ""}, {"SessionEnd", "pre-compact", ""},
		{"PostCompact", "pre-compact", ""}, {"StopFailure", "pre-compact", ""},
		{"UserPromptSubmit", "session-start", ""}, {"UserPromptSubmit", "post-tool", ""},
		{"PostToolUse", "handoff-index", "Write|Edit"},
		{"PostToolUse", "post-tool", "Write|Edit|NotebookEdit|Bash|PowerShell|EnterWorktree"},
	} {
		w.Entries = append(w.Entries, settings.Entry{
			Event: e[0], Program: e[1], Matcher: e[2], Command: s.program(e[1]), Timeout: hookTimeout})
	}
	return w
}

// recognise names the hook program of ours that a command is: in a folder where we installed, in any
// "holdfast/bin", or beside holdfast. Settings travel: the path may be of any system.
func recognise(command string, bins []string, there func(string) bool) string {
	dir, file := path.Split(strings.ReplaceAll(command, `\`, "/"))
	name := strings.TrimSuffix(file, ".exe")
	absolute := strings.HasPrefix(dir, "/") || len(dir) > 2 && dir[1:3] == ":/"
	isOf := func(bin string) bool { return path.Clean(filepath.ToSlash(bin)) == path.Clean(dir) }
	if absolute && slices.Contains(hookPrograms, name) && (slices.ContainsFunc(bins, isOf) ||
		strings.HasSuffix(dir, "/holdfast/bin/") || there(dir+"holdfast"+strings.TrimPrefix(file, name))) {
		return name
	}
	return ""
}
