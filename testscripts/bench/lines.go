package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

const lineFiles = 5_000

// longLine is a session's start over one line of 5,000 own artifacts, and a
// compaction in it.
func longLine(bin, scratch string) ([]row, error) {
	dir := mustFolder(scratch, "line")
	env := append(environment(mustFolder(scratch, "home-line"))[:1:1], "PATH=/nonexistent")
	folder := mustFolder(dir, handoffs, "main-bench")
	now := time.Now().UTC()
	for i := range lineFiles {
		at := now.Add(-time.Duration(lineFiles-i) * time.Minute)
		name := at.Format("2006-01-02_15-04") + "_main-bench_handoff.yaml"
		text := append(artifactText(i, "main-bench", at), "  line: main-bench\n"...) // below metadata
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return nil, err
		}
	}
	for _, args := range [][]string{
		{"pre-compact", "adopt", "main-bench", "--yes"},
		{"session-start", "brief"}, // all 5,000 are read once, by whoever comes first
	} {
		cmd := exec.Command(filepath.Join(bin, args[0]), append(args[1:], "--root", dir)...)
		cmd.Env = env
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("preparing the line: %s: %w: %s", args[1], err, out)
		}
	}
	transcript, size := filepath.Join(scratch, "transcript line.jsonl"), int64(1<<20)
	return []row{{
		what: "session-start over a line of 5,000 artifacts", program: "session-start", dir: dir, env: env, ratio: 5, expect: "number 4999",
		stdin: payload(map[string]string{"hook_event_name": "SessionStart", "session_id": "other", "cwd": dir, "source": "startup"}),
	}, {
		what: "pre-compact in a line of 5,000 artifacts, transcript of 1 MB", program: "pre-compact", dir: dir, env: env, ratio: 6,
		expect: "Holdfast saved " + handoffs + "/main-bench/",
		stdin: payload(map[string]string{
			"hook_event_name": "PreCompact", "session_id": "0c90d71c-0000-4000-8000-000000004999", "cwd": dir, "transcript_path": transcript, "trigger": "auto",
		}),
		// The session goes on by a step. Saves of one second would push their dates
		// ahead of each other, which no session does.
		runs: 20, reset: func() error {
			time.Sleep(time.Second)
			size += stepBytes
			return writeSettled(transcript, dir, size)
		},
	}}, nil
}
