package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"holdfast/lib/cli"
)

// meanwhile is an edit during which another program writes: after all that the
// installer looked at.
func meanwhile(meddle func()) edit {
	return func(s settingsText) ([]byte, error) {
		meddle()
		return append(bytes.Clone(s.text), ", edited"...), nil
	}
}

func TestRewriteMeetsAnotherProgram(t *testing.T) {
	for _, test := range []struct {
		name     string
		meddle   int // how many times the other program writes
		wantCode int
		want     string
	}{
		{"that never writes: the text is edited", 0, 0, "first, edited"},
		{"that wrote once: its text is edited", 1, 0, "other 1, edited"},
		{"that wrote a few times: its last text is edited", rewriteTries - 1, 0, "other 7, edited"},
		{"that writes each time: its text stays", rewriteTries, cli.Refused, "other 8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			j, path := newTestJob(t)
			write(t, path, "first")
			calls := 0
			_, err := j.rewrite(path, meanwhile(func() {
				if calls++; calls <= test.meddle {
					write(t, path, "other "+strconv.Itoa(calls))
				}
			}))
			var coded *cli.Error
			if errors.As(err, &coded) != (test.wantCode != 0) || coded != nil && coded.Code != test.wantCode {
				t.Errorf("the error is %v, want code %d", err, test.wantCode)
			}
			if got := text(t, path); got != test.want {
				t.Errorf("the file holds %q, want %q", got, test.want)
			}
			if (len(j.written) > 0) != (test.wantCode == 0) {
				t.Errorf("reported as written: %q", j.written)
			}
		})
	}
}

func TestRewriteMeetsAFileThatComesOrGoesMeanwhile(t *testing.T) {
	for _, test := range []struct {
		name   string
		first  string // may be ""
		meddle func(t *testing.T, path string)
		want   string
	}{
		{"made", "", func(t *testing.T, path string) { write(t, path, "theirs") }, "theirs, edited"},
		{"removed", "first", func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}, ", edited"},
	} {
		t.Run(test.name, func(t *testing.T) {
			j, path := newTestJob(t)
			if test.first != "" {
				write(t, path, test.first)
			}
			calls := 0
			_, err := j.rewrite(path, meanwhile(func() {
				if calls++; calls == 1 {
					test.meddle(t, path)
				}
			}))
			if got := text(t, path); err != nil || got != test.want {
				t.Errorf("the file holds %q, want %q; %v", got, test.want, err)
			}
		})
	}
}

func TestRewriteRemovesNoFileThatAnotherProgramWroteMeanwhile(t *testing.T) {
	j, path := newTestJob(t)
	write(t, path, "ours")
	calls := 0
	remove := func(s settingsText) ([]byte, error) {
		if calls++; calls == 1 {
			write(t, path, "theirs")
		}
		if string(s.text) == "ours" {
			return nil, nil
		}
		return s.text, nil
	}
	_, err := j.rewrite(path, remove)
	if got := text(t, path); err != nil || got != "theirs" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	write(t, path, "ours")
	if _, err := j.rewrite(path, remove); err != nil || isFile(path) {
		t.Errorf("it stays where nobody else writes it: %v", err)
	}
}

// A failed exchange must leave the other program's link as it is, too.
func TestRewriteKeepsALink(t *testing.T) {
	j, path := newTestJob(t)
	target := filepath.Join(t.TempDir(), "dotfiles.json")
	write(t, target, "first")
	if err := os.Symlink(target, path); err != nil {
		t.Skip(err)
	}
	meddled := false
	_, err := j.rewrite(path, meanwhile(func() {
		if !meddled {
			meddled = true
			write(t, target, "theirs")
		}
	}))
	if got := text(t, target); err != nil || got != "theirs, edited" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if to, err := os.Readlink(path); err != nil || to != target {
		t.Errorf("the link leads to %q, %v", to, err)
	}
}
