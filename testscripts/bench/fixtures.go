//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const memoryBar = 64 << 20

// A group is the rows that share fixtures, under one name.
type group struct {
	name string
	rows func(bin, scratch string) ([]row, error)
}

func groups() []group {
	return []group{
		{"idle", idle}, {"full", fullStores}, {"lines", manyLines}, {"compact", compactions}, {"written", written},
		{"guard", guarded}, {"clone", clones}, {"many", manyArtifacts}, {"people", people},
	}
}

// idle are the hooks with nothing to do, at each of their events.
func idle(_, scratch string) (rows []row, err error) {
	empty := mustFolder(scratch, "empty")
	env := environment(mustFolder(scratch, "home"))
	for _, e := range []struct{ program, event string }{
		{"session-start", "SessionStart"}, {"pre-compact", "PreCompact"}, {"pre-compact", "SessionEnd"}, {"session-start", "UserPromptSubmit"},
		{"handoff-index", "PostToolUse"}, {"post-tool", "PostToolUse"}, {"post-tool", "UserPromptSubmit"},
	} {
		fields := map[string]string{
			"hook_event_name": e.event, "session_id": "bench", "cwd": empty, "source": "startup", "reason": "other",
			"transcript_path": filepath.Join(empty, "none.jsonl"), "tool_name": "Bash", "prompt": "go on", "prompt_id": "p",
		}
		if e.event == "PreCompact" {
			fields["agent_id"] = "a1" // a subagent's
		}
		rows = append(rows, row{
			what: e.program + " on " + e.event + " with nothing to do", program: e.program, dir: empty, env: env, ratio: 2, stdin: payload(fields),
		})
	}
	return rows, nil
}

// compactions are pre-compact over transcripts of three sizes.
func compactions(_, scratch string) (rows []row, err error) {
	for _, size := range []struct {
		name  string
		bytes int64
		ratio float64
		runs  int
	}{{"1 MB", 1 << 20, 6, 0}, {"100 MB", 100 << 20, 20, 20}, {"1 GB", 1 << 30, 20, 20}} {
		r, err := compaction(scratch, size.name, size.bytes)
		if err != nil {
			return nil, err
		}
		r.ratio, r.runs = size.ratio, size.runs
		rows = append(rows, r)
	}
	return rows, nil
}

// written is an artifact written by a command.
func written(bin, scratch string) ([]row, error) {
	r, err := command(bin, mustFolder(scratch, "written"), mustFolder(scratch, "home-written"))
	r.what, r.ratio = "an artifact written by a command", 6
	return []row{r}, err
}

// command is a save by command into a line that was saved to an hour ago, as a person
// or model saves: alone. What was saved in the runs before is taken away, since all
// files of one minute are read to put them in order.
func command(bin, dir, home string) (row, error) {
	r := row{
		program: "pre-compact", dir: dir, env: append(environment(home), "CLAUDE_CODE_SESSION_ID=0c90d71c-0000-4000-8000-000000000001"),
		args: []string{"checkpoint", "--root", dir}, stdin: []byte("goal: measure\nnow: measuring\nsession: bench\nnext: [go on]\n"), expect: "saved checkpoint",
	}
	first := exec.Command(filepath.Join(bin, r.program), append(r.args, "--date", time.Now().Add(-time.Hour).Format(time.RFC3339))...)
	first.Env, first.Stdin = r.env, bytes.NewReader(r.stdin)
	if out, err := first.CombinedOutput(); err != nil {
		return r, fmt.Errorf("saving: %w: %s", err, out)
	}
	records, err := filepath.Glob(filepath.Join(home, ".claude/holdfast/state/projects/*/sessions"))
	if err != nil || len(records) != 1 {
		return r, fmt.Errorf("looking for the record of the session: %q, %w", records, err)
	}
	record, err := os.ReadFile(records[0])
	before := saves(dir)
	r.reset = func() error {
		err := os.WriteFile(records[0], record, 0o600)
		for _, file := range saves(dir) {
			if !slices.Contains(before, file) {
				err = errors.Join(err, os.Remove(file))
			}
		}
		return err
	}
	return r, err
}

// saves are the artifacts of the line of [command].
func saves(dir string) []string {
	found, _ := filepath.Glob(filepath.Join(dir, handoffs, "bench", "*.yaml")) // the pattern is well formed
	return found
}

func environment(home string) []string {
	return []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null"}
}

func payload(fields map[string]string) []byte {
	b, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return b
}

// fullStores is a project with 1,000 artifacts, 3 designs, 50 runs, 50 tasks and an epic, in a
// repository of 200 files; git and bd are kept off the PATH, so git's time is
// apart and no tracker is asked.
func fullStores(bin, scratch string) ([]row, error) {
	dir := mustFolder(scratch, "full")
	env := environment(mustFolder(scratch, "home-full"))
	for i := range 200 {
		file := filepath.Join(mustFolder(dir, "src", fmt.Sprint(i%20)), fmt.Sprintf("f%d.go", i))
		if err := os.WriteFile(file, []byte("package p\n"), 0o644); err != nil {
			return nil, err
		}
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"add", "."},
		{"-c", "user.name=b", "-c", "user.email=b@example.com", "commit", "-qm", "files"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
	}
	begin := time.Now().Add(-1001 * time.Minute)
	for i := range 1000 {
		body := fmt.Sprintf("goal: bench goal %d\nnow: at step %d\nsession: line-%d\nnext: [one, two, three]\n", i, i, i%50)
		cmd := exec.Command(filepath.Join(bin, "pre-compact"), "checkpoint", "--root", dir,
			"--date", begin.Add(time.Duration(i)*time.Minute).Format(time.RFC3339)) // open lines, none stale
		cmd.Env, cmd.Stdin = env, bytes.NewBufferString(body)
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("filling the store: %w: %s", err, out)
		}
	}
	for _, feature := range []string{"auth", "billing", "search"} {
		if err := openDesign(bin, dir, feature, env); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command(filepath.Join(bin, "pre-compact"), "epic", "bench-epic", "wave", "3", "--root", dir,
		"--tier", "max-5x", "--receipt", "Wave 3: 2 tasks closed", "--closed", "bench-epic.1", "--tokens", "168000")
	cmd.Env = env
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("filling the store: %w: %s", err, out)
	}
	if err := writeTasks(dir, 50, 2); err != nil {
		return nil, err
	}
	for i := range 50 {
		if err := runFixture(dir, i); err != nil {
			return nil, err
		}
	}
	return []row{{
		what: "session-start over full stores", program: "session-start", dir: dir,
		env:   append(env[:1:1], "PATH=/nonexistent"),
		stdin: payload(map[string]string{"hook_event_name": "SessionStart", "session_id": "bench", "cwd": dir, "source": "startup"}),
		ratio: 5, expect: "bench goal 999",
	}}, nil
}

// runFixture writes an unfinished run with ten variables.
func runFixture(dir string, n int) error {
	id := fmt.Sprintf("prd-20260101-0000%02d", n)
	vars := make([]string, 10)
	for i := range vars {
		vars[i] = fmt.Sprintf(`"variable_%d": "the value that step %d gave it"`, i, i)
	}
	state := fmt.Sprintf(`{"run_id": %q, "session_branch": "main", "last_checkpoint": "2026-01-01T00:%02d:00Z", "status": "running",
  "steps_completed": [1, 2], "current_step": 3, "total_steps": 7, "resume_from_step": 3,
  "session_variables": {%s}, "artefacts_produced": [], "checkpoint_id": "a%05d", "issues": [], "agent_notes": ""}
`, id, n, strings.Join(vars, ", "), n)
	return os.WriteFile(filepath.Join(mustFolder(dir, "_bmad-output", ".runs", "main", id), "state.json"), []byte(state), 0o644)
}

// compaction is a pre-compact hook over a transcript of about the given size,
// the first of its session, in a project without git.
func compaction(scratch, name string, size int64) (row, error) {
	id := "bench-" + name
	dir := mustFolder(scratch, "compact "+name)
	file := filepath.Join(scratch, "transcript "+name+".jsonl")
	if err := writeSettled(file, dir, 0, size); err != nil {
		return row{}, err
	}
	home := mustFolder(scratch, "home compact "+name)
	return row{
		what: "pre-compact, transcript of " + name, program: "pre-compact", dir: dir, env: environment(home), memory: memoryBar,
		stdin: payload(map[string]string{
			"hook_event_name": "PreCompact", "session_id": id, "cwd": dir, "transcript_path": file, "trigger": "auto",
		}),
		reset:  func() error { return forget(dir, home) },
		expect: "Holdfast saved",
	}, nil
}

// forget takes away what a session saved and what is kept and recorded of it, not the
// folders that all share.
func forget(dir, home string) (err error) {
	state := filepath.Join(home, ".claude/holdfast/state/projects/*")
	for _, pattern := range []string{filepath.Join(dir, handoffs, "*"), state + "/sessions", state + "/states", state + "/copies/*"} {
		paths, globErr := filepath.Glob(pattern)
		err = errors.Join(err, globErr)
		for _, path := range paths {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	return err
}

// writeSettled is writeTranscript an hour ago. One just written is waited for until
// it stops growing; that is the client's time, and no part of the bar.
func writeSettled(file, dir string, first int, size int64) error {
	if err := writeTranscript(file, dir, first, size); err != nil {
		return err
	}
	old := time.Now().Add(-time.Hour)
	return os.Chtimes(file, old, old)
}

// writeTranscript writes a conversation of prompts, shell commands with 8 KB
// of output, edits and answers, as one chain. Its steps are numbered from first.
func writeTranscript(file, dir string, first int, size int64) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	c := chain{w: bufio.NewWriterSize(f, 1<<20), dir: dir, at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	output := strings.Repeat("a line of a file that was read\\n", 256)
	for i := first; c.written < size; i++ {
		id := fmt.Sprint(i)
		c.record("user", `"message":{"role":"user","content":"please do step `+id+`"}`)
		c.record("assistant", `"message":{"id":"ma`+id+`","role":"assistant","content":[{"type":"tool_use","id":"ta`+id+`","name":"Read","input":{"file_path":"a.go"}}]}`)
		c.record("user", `"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"ta`+id+`","content":"`+output+`"}]}`)
		c.record("assistant", `"message":{"id":"mb`+id+`","role":"assistant","content":[{"type":"tool_use","id":"tb`+id+`","name":"Edit","input":{"file_path":"`+dir+`/a.go"}}]}`)
		c.record("user", `"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"tb`+id+`","content":"ok"}]},"toolUseResult":{"filePath":"`+dir+`/a.go","structuredPatch":[]}`)
		c.record("assistant", `"message":{"id":"mc`+id+`","role":"assistant","content":[{"type":"text","text":"did step `+id+`"}]}`)
	}
	return c.w.Flush()
}

// A chain writes records, each below the one before.
type chain struct {
	w       *bufio.Writer
	dir     string
	at      time.Time
	n       int
	written int64
}

func (c *chain) record(kind, rest string) {
	parent := "null"
	if c.n > 0 {
		parent = fmt.Sprintf(`"u%d"`, c.n)
	}
	c.n++
	c.at = c.at.Add(time.Second)
	n, _ := fmt.Fprintf(c.w, `{"parentUuid":%s,"isSidechain":false,"type":%q,%s,"uuid":"u%d","timestamp":%q,"cwd":%q,"sessionId":"bench","gitBranch":"HEAD"}`+"\n",
		parent, kind, rest, c.n, c.at.Format(time.RFC3339Nano), c.dir)
	c.written += int64(n)
}
