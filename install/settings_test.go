package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/testscripts/disk"
)

// meanwhile is an edit during which another program writes: after all that the
// installer looked at.
// read is a settings file as a job reads it before it changes it.
func read(t *testing.T, path string) settingsText {
	t.Helper()
	s, err := readSettings(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
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
				disk.Write(t, path, test.first)
			}
			before := read(t, path)
			test.meddle(path)()
			err := j.change(before, []byte(string(before.text)+", edited"), "")
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
	disk.Write(t, path, "ours")
	before := read(t, path)
	disk.Write(t, path, "theirs")
	err := j.change(before, nil, "")
	if got := text(t, path); err == nil || got != "theirs" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if err := j.change(read(t, path), nil, ""); err != nil || durable.IsFile(path) {
		t.Errorf("it stays where nobody else writes it: %v", err)
	}
}

// A failed exchange must leave the other program's link as it is, too.
func TestAnEditKeepsALink(t *testing.T) {
	j, path := newTestJob(t)
	target := filepath.Join(t.TempDir(), "dotfiles.json")
	disk.Write(t, target, "first")
	if err := os.Symlink(target, path); err != nil {
		t.Skip(err)
	}
	before := read(t, path)
	disk.Write(t, target, "theirs")
	err := j.change(before, []byte("first, edited"), "")
	if got := text(t, target); err == nil || got != "theirs" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if to, err := os.Readlink(path); err != nil || to != target {
		t.Errorf("the link leads to %q, %v", to, err)
	}
}
