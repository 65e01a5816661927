//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

const (
	sessions     = 1_000
	sessionBytes = 2 << 20
)

// people are the rows of what only people ask for: the status line, and the
// history of 1,000 sessions of 2 MB each.
func people(bin, scratch string) ([]row, error) {
	dir, home := mustFolder(scratch, "people"), mustFolder(scratch, "home-people")
	env := environment(home)
	save := exec.Command(filepath.Join(bin, "pre-compact"), "checkpoint", "--root", dir, "--goal", "measure", "--now", "measuring", "--bead", "none")
	save.Env = env
	if said, err := save.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("saving: %w: %s", err, said)
	}
	encoded := regexp.MustCompile(`[^a-zA-Z0-9]`).ReplaceAllString(dir, "-")
	kept := mustFolder(home, ".claude", "projects", encoded)
	for i := range sessions {
		if err := writeTranscript(filepath.Join(kept, fmt.Sprintf("session-%04d.jsonl", i)), dir, 0, sessionBytes); err != nil {
			return nil, err
		}
	}
	cat := row{what: "cat of the same", absolute: "/bin/sh", args: []string{"-c", `cat "$1"/* >/dev/null`, "sh", kept}, env: env, dir: dir}
	// Moved away and not removed: where many files were just deleted, a file system
	// is slow to make new ones.
	runs := 0
	forgotten := func() error {
		runs++
		found, err := filepath.Glob(filepath.Join(home, ".claude/holdfast/state/projects/*/past"))
		for _, path := range found {
			err = errors.Join(err, os.Rename(path, fmt.Sprintf("%s-%d", home, runs)))
		}
		return err
	}
	grown := func() error {
		f, err := os.OpenFile(filepath.Join(kept, "session-0000.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(f, `{"type":"user","message":{"role":"user","content":"once more"},"timestamp":"2026-11-20T10:00:00Z","cwd":%q}`+"\n", dir)
		return errors.Join(err, f.Close())
	}
	return []row{
		{
			what: "the status line", program: "holdfast", args: []string{"statusline"}, dir: dir, env: env, ratio: 3, expect: "saved",
			stdin: payload(map[string]string{"session_id": "bench", "cwd": dir}),
		},
		{
			what: "history, the first time over 1,000 sessions of 2 GB", program: "holdfast", args: []string{"history", "-n", "1"}, dir: dir, env: env,
			base: &cat, ratio: 6, runs: 3, reset: forgotten, expect: "do step",
		},
		{
			what: "search --history of 1,000 sessions", program: "holdfast", args: []string{"search", "--history", "step", "27"}, dir: dir, env: env,
			ratio: 200, runs: 20, expect: "do step",
		},
		{
			what: "the end of one of 1,000 sessions, which is read again", program: "pre-compact", dir: dir, env: env, ratio: 200, runs: 20, reset: grown,
			stdin: payload(map[string]string{
				"hook_event_name": "SessionEnd", "session_id": "session-0000", "cwd": dir, "transcript_path": filepath.Join(kept, "session-0000.jsonl"), "reason": "exit",
			}),
		},
	}, nil
}
