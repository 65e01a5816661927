//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

const (
	perFolder  = 50 // artifacts of a line
	cloneFiles = 200
)

// clones are a session's start and a compaction in a clone that holds nothing
// but what others saved, git's own time included.
func clones(_, scratch string) (rows []row, err error) {
	for _, size := range []struct {
		name  string
		n     int
		ratio float64
		runs  int
	}{{"1,000", 1000, 10, 0}, {"10,000", 10_000, 12, 0}, {"100,000", 100_000, 60, 30}} {
		dir := mustFolder(scratch, "clone "+size.name)
		env := environment(mustFolder(scratch, "home clone "+size.name))
		if err := cloned(dir, env, size.n); err != nil {
			return nil, err
		}
		start := row{
			what: "session-start in a clone with " + size.name + " foreign artifacts", program: "session-start", dir: dir, env: env,
			ratio: size.ratio, runs: size.runs, expect: "committed by Ana",
			stdin: payload(map[string]string{"hook_event_name": "SessionStart", "session_id": "bench", "cwd": dir, "source": "startup"}),
		}
		transcript := filepath.Join(scratch, "transcript clone "+size.name+".jsonl")
		if err := writeSettled(transcript, dir, 0, 64<<10); err != nil {
			return nil, err
		}
		rows = append(rows, start, row{
			what: "pre-compact in a clone with " + size.name + " foreign artifacts", program: "pre-compact", dir: dir, env: env,
			ratio: size.ratio, runs: size.runs, expect: "Holdfast saved",
			stdin: payload(map[string]string{
				"hook_event_name": "PreCompact", "session_id": "bench", "cwd": dir, "transcript_path": transcript, "trigger": "auto",
			}),
			reset: func() error { return os.RemoveAll(filepath.Join(dir, handoffs, "main-bench")) },
		})
	}
	return rows, nil
}

const handoffs = "thoughts/shared/handoffs"

// cloned makes a repository with so many artifacts of one foreign commit. Git
// takes them in as one stream: file by file it would take minutes.
func cloned(dir string, env []string, n int) error {
	git := func(stdin io.Reader, args ...string) error {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env, cmd.Stdin = dir, env, stdin
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
		return nil
	}
	if err := git(nil, "init", "-q", "-b", "main"); err != nil {
		return err
	}
	stream, w := io.Pipe()
	go func() { w.CloseWithError(commitOf(w, n)) }()
	if err := git(stream, "fast-import", "--quiet"); err != nil {
		return err
	}
	return git(nil, "reset", "-q", "--hard")
}

// commitOf writes a commit with n artifacts, the newest of some minutes ago, and
// the files that the work is about.
func commitOf(to io.Writer, n int) error {
	w := bufio.NewWriterSize(to, 1<<20)
	now := time.Now().Truncate(time.Minute)
	fmt.Fprintf(w, "commit refs/heads/main\ncommitter Ana <ana@example.com> %d +0000\ndata 5\nfirst\n", now.Unix())
	file := func(path string, text []byte) {
		fmt.Fprintf(w, "M 100644 inline %s\ndata %d\n", path, len(text))
		w.Write(text)
		w.WriteByte('\n')
	}
	for i := range n {
		session := fmt.Sprintf("line-%04d", i%(n/perFolder))
		at := now.Add(-time.Duration(i+1) * 7 * time.Minute).UTC()
		name := at.Format("2006-01-02_15-04") + "_" + session + "_handoff.yaml"
		file(handoffs+"/"+session+"/"+name, artifactText(i, session, at))
	}
	for i := range cloneFiles {
		file(fmt.Sprintf("src/p%d/f%d.go", i%20, i), []byte("package p\n"))
	}
	return w.Flush()
}
