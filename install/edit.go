package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
	"holdfast/lib/settings"
)

// A settingsText is what a settings file held when it was read.
type settingsText struct {
	path   string
	text   []byte // nil if it does not exist
	exists bool
	mode   fs.FileMode
}

// readSettings reads a settings file through its link. A missing one is not an
// error; a link that leads nowhere is.
func readSettings(path string) (settingsText, error) {
	t := settingsText{path: path, mode: modePrivate}
	text, err := durable.Read(path, settings.MaxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(path); err == nil {
			return t, &cli.Error{Code: cli.Failed, Message: fmt.Sprintf("reading %q: it is a dangling symlink", path),
				Hint: "create the file that it names, or remove the link"}
		}
		return t, nil
	case errors.Is(err, durable.ErrTooLarge):
		return t, &cli.Error{Code: cli.Invalid, Message: "it is left as it is", Cause: err}
	case errors.Is(err, platform.ErrNotRegular):
		return t, &cli.Error{Code: cli.Failed, Message: "reading the settings", Cause: err,
			Hint: fmt.Sprintf("put a JSON file in the place of %q", path)}
	case err != nil:
		return t, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return t, fmt.Errorf("reading %q: %w", path, err)
	}
	return settingsText{path, text, true, info.Mode().Perm()}, nil
}

// refusal gives an error of the editor the file's name and the exit code.
func refusal(path string, err error) error {
	return &cli.Error{Code: cli.Invalid, Message: fmt.Sprintf("%q", path), Cause: err,
		Hint: "correct the file and try again"}
}

// An edit makes new bytes of a settings file; nil means that the file is to be removed.
type edit func(settingsText) ([]byte, error)

// rewriteTries is how often an edit is rebuilt because another program wrote
// the file at the same moment. Each takes a few writes' time.
const rewriteTries = 8

// rewrite edits a settings file in place and returns what it did. before is called with
// the outcome ahead of the write, and again for each edit that is rebuilt.
func (j *job) rewrite(path string, change edit, before func(settingsText, []byte) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		j.disk.sweep(filepath.Dir(target))
	}
	for range rewriteTries {
		t, err := readSettings(path)
		if err != nil {
			return err
		}
		out, err := change(t)
		if err != nil {
			return err
		}
		if bytes.Equal(out, t.text) && (out == nil) == !t.exists {
			return nil
		}
		if err := before(t, out); err != nil {
			return err
		}
		if err := j.put(t, out); !errors.Is(err, durable.ErrChanged) {
			return err
		}
	}
	return &cli.Error{Code: cli.Refused,
		Message: fmt.Sprintf("another program keeps changing %q", path),
		Hint:    "close the running Claude Code sessions and try again"}
}

// put writes a settings file, or removes it, unless it is no longer as it was
// read: durable.ErrChanged.
func (j *job) put(t settingsText, out []byte) error {
	if out != nil {
		return j.disk.swap(t.path, t.text, out, t.mode)
	}
	now, err := readSettings(t.path)
	if err != nil {
		return err
	}
	if !now.exists || !bytes.Equal(now.text, t.text) {
		return durable.ErrChanged
	}
	return j.disk.remove(t.path)
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
	if !j.disk.dry {
		return ""
	}
	to := fence.Shown(t.path)
	from := to
	if !t.exists {
		from = os.DevNull
	}
	d := diff.Diff(from, t.text, to, out)
	_, d, _ = bytes.Cut(d, []byte("\n"))
	return string(d)
}
