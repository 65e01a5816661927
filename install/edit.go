package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/tidwall/gjson"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/settings"
)

// A settingsText is what a settings file held when it was read.
type settingsText struct {
	path   string
	target string // that a link at path leads to, else path
	text   []byte // nil if it does not exist
	exists bool
	mode   fs.FileMode
}

// readSettings reads a settings file through its link. A missing one is not an
// error; a link that leads nowhere is.
func readSettings(path string) (settingsText, error) {
	t := settingsText{path: path, target: path, mode: modePrivate}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if exists(path) {
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
		return t, &cli.Error{Code: cli.Invalid, Message: "it is left as it is", Cause: err}
	}
	t.exists = err == nil
	return t, err
}

// rewrite edits a settings file in place, and returns the difference in a dry run.
// change makes its new bytes; nil means that the file is to be removed.
func (j *job) rewrite(path string, change func(settingsText) ([]byte, error)) (string, error) {
	t, err := readSettings(path)
	if err != nil {
		return "", err
	}
	j.sweep(filepath.Dir(t.target))
	out, err := change(t)
	if err != nil || bytes.Equal(out, t.text) && (out != nil) == t.exists {
		return "", err
	}
	err = j.put(t, out)
	if errors.Is(err, durable.ErrChanged) {
		err = &cli.Error{Code: cli.Refused, Message: fmt.Sprintf("another program changed %q meanwhile", path),
			Hint: "type the same command again"}
	}
	return j.difference(t, out), err
}

// put writes a settings file, or removes it, unless it is no longer as it was
// read: durable.ErrChanged.
func (j *job) put(t settingsText, out []byte) error {
	if out != nil {
		return j.write(t.path, func() error { return durable.File(t.target).Swap(t.text, out, t.mode) })
	}
	now, err := readSettings(t.path)
	if err == nil && !bytes.Equal(now.text, t.text) {
		err = durable.ErrChanged
	}
	if err != nil {
		return err
	}
	return j.remove(t.path)
}

// backup is where the bytes of a settings file of that SHA-256 are kept.
func (s site) backup(sum string) string {
	return filepath.Join(s.machine.Backup(), "settings-"+sum+".json")
}

// kept returns the bytes that a settings file had before the first change, or
// nil where they are not as they were put there.
func (s site) kept(f *settingsFile) []byte {
	if f == nil || f.Before == "" {
		return nil
	}
	text, err := durable.Read(s.backup(f.Before), settings.MaxSize)
	if err != nil || machine.Sum(text) != f.Before {
		return nil
	}
	return text
}

// difference is the change of a settings file as a unified diff, in a dry run.
func (j *job) difference(t settingsText, out []byte) string {
	if !j.dry {
		return ""
	}
	name := fence.Shown(t.path)
	_, d, _ := bytes.Cut(diff.Diff(name, t.text, name, out), []byte("\n"))
	return string(d)
}

// pluginName is what Holdfast is called where it is installed as a plugin.
const pluginName = "holdfast"

// pluginIn is the enabled plugin of ours in a settings file, with its marketplace, or
// "". A release names the plugin of each system after it: holdfast-linux-amd64.
func pluginIn(text []byte) (found string) {
	gjson.GetBytes(text, "enabledPlugins").ForEach(func(name, on gjson.Result) bool {
		own, _, _ := strings.Cut(name.Str, "@")
		system, of := strings.CutPrefix(own, pluginName+"-")
		if on.Type == gjson.True && (own == pluginName || of && strings.Count(system, "-") == 1) {
			found = name.Str
		}
		return found == ""
	})
	return found
}
