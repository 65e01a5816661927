package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

const (
	lineFiles   = 5_000
	lineSession = "0c90d71c-0000-4000-8000-000000004999"
)

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
	transcript, steps := filepath.Join(scratch, "transcript line.jsonl"), 0
	start := func(source string) row {
		return row{
			what: "session-start over a line of 5,000 artifacts", program: "session-start", dir: dir, env: env, ratio: 5, expect: "number 4999",
			stdin: payload(map[string]string{"hook_event_name": "SessionStart", "session_id": lineSession, "cwd": dir, "source": source}),
		}
	}
	save := row{
		what: "pre-compact in a line of 5,000 artifacts, transcript of 1 MB", program: "pre-compact", dir: dir, env: env, ratio: 6,
		expect: "Holdfast saved " + handoffs + "/main-bench/", runs: 40,
		stdin: payload(map[string]string{
			"hook_event_name": "PreCompact", "session_id": lineSession, "cwd": dir, "transcript_path": transcript, "trigger": "auto",
		}),
	}
	// What was saved is settled, and the machine is not measured as it wakes.
	grow := func() error {
		time.Sleep(settle)
		steps++
		return writeSettled(transcript, dir, steps, 1<<20)
	}
	step := func(next row) error {
		_, err := run(filepath.Join(bin, next.program), next)
		return err
	}
	// A session is compacted, starts again, and goes on by a step.
	compacted := start("compact")
	save.reset = func() error { return errors.Join(grow(), step(compacted)) }
	again := compacted
	again.what, again.runs = "the same after a compaction in it", 40
	again.reset = func() error { return errors.Join(step(save), grow()) }
	return []row{start("startup"), save, again}, nil
}
