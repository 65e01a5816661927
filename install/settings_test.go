package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
)

// meanwhile is an edit during which another program writes: after all that the
// installer looked at.
func meanwhile(meddle func()) func(settingsText) ([]byte, string, error) {
	return func(s settingsText) ([]byte, string, error) {
		meddle()
		return append(bytes.Clone(s.text), ", edited"...), "", nil
	}
}

func TestAnEditLeavesWhatAnotherProgramWroteMeanwhile(t *testing.T) {
	remove := func(path string) func() { return func() { os.Remove(path) } }
	theirs := func(path string) func() { return func() { os.WriteFile(path, []byte("theirs"), 0o644) } }
	for _, test := range []struct {
		name, first string
		meddle      func(path string) func()
		wantCode    int
		want        string
	}{
		{"nobody writes", "first", func(string) func() { return func() {} }, 0, "first, edited"},
		{"it is written", "first", theirs, cli.Refused, "theirs"},
		{"it is made", "", theirs, cli.Refused, "theirs"},
		{"it is removed", "first", remove, cli.Refused, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			j, path := newTestJob(t)
			if test.first != "" {
				write(t, path, test.first)
			}
			err := j.edit(path, meanwhile(test.meddle(path)))
			var coded *cli.Error
			if errors.As(err, &coded) != (test.wantCode != 0) || coded != nil && coded.Code != test.wantCode {
				t.Errorf("the error is %v, want code %d", err, test.wantCode)
			}
			if got, _ := os.ReadFile(path); string(got) != test.want {
				t.Errorf("the file holds %q, want %q", got, test.want)
			}
			if (len(j.Written) > 0) != (test.wantCode == 0) {
				t.Errorf("reported as written: %q", j.Written)
			}
		})
	}
}

func TestAnEditRemovesNoFileThatAnotherProgramWroteMeanwhile(t *testing.T) {
	j, path := newTestJob(t)
	write(t, path, "ours")
	err := j.edit(path, func(settingsText) ([]byte, string, error) {
		write(t, path, "theirs")
		return nil, "", nil
	})
	if got := text(t, path); err == nil || got != "theirs" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	gone := func(settingsText) ([]byte, string, error) { return nil, "", nil }
	if err := j.edit(path, gone); err != nil || durable.IsFile(path) {
		t.Errorf("it stays where nobody else writes it: %v", err)
	}
}

// A failed exchange must leave the other program's link as it is, too.
func TestAnEditKeepsALink(t *testing.T) {
	j, path := newTestJob(t)
	target := filepath.Join(t.TempDir(), "dotfiles.json")
	write(t, target, "first")
	if err := os.Symlink(target, path); err != nil {
		t.Skip(err)
	}
	err := j.edit(path, meanwhile(func() { write(t, target, "theirs") }))
	if got := text(t, target); err == nil || got != "theirs" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if to, err := os.Readlink(path); err != nil || to != target {
		t.Errorf("the link leads to %q, %v", to, err)
	}
}
