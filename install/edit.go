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

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
	"holdfast/lib/settings"
)

// A settingsText is what a settings file held when it was read.
type settingsText struct {
	path   string
	text   []byte
	exists bool
	mode   fs.FileMode
}

// readSettings reads a settings file through its link. One that is not there
// is no error; a link that leads nowhere is.
func readSettings(path string) (settingsText, error) {
	t := settingsText{path: path, mode: modePrivate}
	text, err := durable.Read(path, settings.MaxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(path); err == nil {
			return t, &cli.Error{Code: cli.Failed,
				Message: fmt.Sprintf("reading %q: the link leads nowhere", path),
				Hint:    "make the file that it names, or remove the link"}
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
	if !errors.Is(err, settings.ErrRefused) {
		return fmt.Errorf("editing %q: %w", path, err)
	}
	return &cli.Error{Code: cli.Invalid, Message: fmt.Sprintf("%q", path), Cause: err,
		Hint: "correct the file and try again; Claude Code passes over a file that is no strict JSON"}
}

// An edit makes new bytes of a settings file; gone says that the file shall
// not be there.
type edit func(settingsText) (out []byte, gone bool, err error)

// rewrite edits a settings file in place. before is called with the outcome
// ahead of the write. A program that rewrites the file at the same moment is
// noticed by reading again: the edit is then made anew, once.
func (j *job) rewrite(path string, make edit, before func(settingsText, []byte) error) (settingsText, []byte, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		j.disk.sweep(filepath.Dir(target))
	}
	for range 2 {
		t, err := readSettings(path)
		if err != nil {
			return t, nil, err
		}
		out, gone, err := make(t)
		if err != nil {
			return t, nil, err
		}
		if !gone && (t.exists && bytes.Equal(out, t.text) || !t.exists && out == nil) {
			return t, out, nil
		}
		if before != nil {
			if err := before(t, out); err != nil {
				return t, nil, err
			}
		}
		now, err := readSettings(path)
		if err != nil {
			return t, nil, err
		}
		if now.exists != t.exists || !bytes.Equal(now.text, t.text) {
			continue
		}
		err = j.put(t, out, gone)
		if errors.Is(err, fs.ErrExist) && !t.exists {
			continue
		}
		return t, out, err
	}
	return settingsText{}, nil, &cli.Error{Code: cli.Refused,
		Message: fmt.Sprintf("%q was changed by another program at the same time, twice", path),
		Hint:    "close the running Claude Code sessions and try again"}
}

func (j *job) put(t settingsText, out []byte, gone bool) error {
	switch {
	case gone:
		return j.disk.remove(t.path)
	case !t.exists:
		if err := j.disk.makeDir(filepath.Dir(t.path), modeFolder); err != nil {
			return err
		}
		return j.disk.create(t.path, out, t.mode)
	}
	return j.disk.writeThrough(t.path, out, t.mode)
}

// backup keeps the bytes of a settings file under their SHA-256.
func (j *job) backup(text []byte) error {
	path := j.site.backup(machine.Sum(text))
	if old, err := durable.Read(path, settings.MaxSize); err == nil && bytes.Equal(old, text) {
		return nil
	}
	if err := j.disk.makeDir(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return j.disk.write(path, text, modePrivate)
}

// backup is where the bytes of that SHA-256 are kept.
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

// difference is the change of a settings file as a unified diff.
func difference(t settingsText, out []byte) string {
	from := t.path
	if !t.exists {
		from = os.DevNull
	}
	d := diff.Diff(from, t.text, t.path, out)
	_, d, _ = bytes.Cut(d, []byte("\n"))
	return string(d)
}

// printable keeps what a file holds from drawing on the terminal; tabs and
// line ends stay.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return ' '
		}
		return r
	}, s)
}
