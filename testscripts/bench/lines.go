//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const (
	ownLines    = 1_000
	ownSittings = 3_000
	newSession  = "0c90d71c-0000-4000-8000-00000000ffff"
)

// manyLines are the rows of a project of years: 1,000 own lines, each on a branch of
// its own, at which 3,000 sessions worked, and 1,000 sessions that only the history
// knows. git is kept off the PATH, so that its time
// is apart.
func manyLines(bin, scratch string) ([]row, error) {
	dir, home := mustFolder(scratch, "lines"), mustFolder(scratch, "home-lines")
	if err := branches(dir, environment(home)); err != nil {
		return nil, err
	}
	env := append(environment(home)[:1:1], "PATH=/nonexistent")
	transcript := filepath.Join(scratch, "transcript lines.jsonl")
	event := func(name, session string) []byte {
		return payload(map[string]string{
			"hook_event_name": name, "session_id": session, "cwd": dir, "transcript_path": transcript, "source": "startup", "trigger": "auto",
			"prompt": "The " + sittingWords(ownSittings-7) + " fails again: what did we decide about it?",
		})
	}
	for i := range ownSittings {
		if err := errors.Join(onBranch(dir, i), writeSitting(transcript, dir, i)); err != nil {
			return nil, err
		}
		save := row{stdin: event("PreCompact", fmt.Sprintf("0c90d71c-0000-4000-8000-%012d", i)), dir: dir, env: env, expect: "Holdfast saved"}
		if _, err := run(filepath.Join(bin, "pre-compact"), save); err != nil {
			return nil, err
		}
	}
	kept := mustFolder(home, ".claude", "projects", regexp.MustCompile(`[^a-zA-Z0-9]`).ReplaceAllString(dir, "-"))
	for i := range sessions {
		if err := writeSitting(filepath.Join(kept, fmt.Sprintf("earlier-%04d.jsonl", i)), dir, ownSittings+i); err != nil {
			return nil, err
		}
	}
	index := row{args: []string{"history", "-n", "1"}, dir: dir, env: env, expect: "earlier-"}
	if _, err := run(filepath.Join(bin, "handoff-index"), index); err != nil {
		return nil, err
	}
	records, err := filepath.Glob(filepath.Join(home, ".claude/holdfast/state/projects/*/sessions"))
	if err != nil || len(records) != 1 {
		return nil, fmt.Errorf("looking for the record of the sessions: %q, %w", records, err)
	}
	record, err := os.ReadFile(records[0])
	if err != nil {
		return nil, err
	}
	// What was saved is settled, and the machine is not measured as it wakes.
	saves := 0
	grow := func() error {
		time.Sleep(settle)
		saves++
		return writeSettled(transcript, dir, saves, 1<<20)
	}
	return []row{
		{
			what: "session-start in a project of 1,000 lines and 3,000 sittings", program: "session-start", dir: dir, env: env, ratio: 5,
			expect: "topic-0999", stdin: event("SessionStart", newSession),
		},
		{
			what: "the first prompt in it, with a history of 1,000 sessions more", program: "session-start", dir: dir, env: env, ratio: 6, expect: "topic-0993",
			stdin: event("UserPromptSubmit", newSession), reset: func() error { return os.WriteFile(records[0], record, 0o600) },
		},
		{
			what: "pre-compact in it, transcript of 1 MB", program: "pre-compact", dir: dir, env: env, ratio: 6,
			expect: "Holdfast saved", runs: 20, stdin: event("PreCompact", newSession), reset: grow,
		},
	}, nil
}

// branches makes a repository of one commit with a branch for each line.
func branches(dir string, env []string) error {
	git := func(stdin string, args ...string) error {
		cmd := exec.Command("git", append([]string{"-c", "user.name=b", "-c", "user.email=b@example.com"}, args...)...)
		cmd.Dir, cmd.Env, cmd.Stdin = dir, env, strings.NewReader(stdin)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
		return nil
	}
	var refs strings.Builder
	for i := range ownLines {
		fmt.Fprintf(&refs, "create refs/heads/topic-%04d HEAD\n", i)
	}
	return errors.Join(git("", "init", "-q", "-b", "main"), git("", "commit", "-q", "--allow-empty", "-m", "begin"),
		git(refs.String(), "update-ref", "--stdin"), git("", "pack-refs", "--all"))
}

// onBranch checks out the branch of a sitting.
func onBranch(dir string, i int) error {
	return os.WriteFile(filepath.Join(dir, ".git", "HEAD"), fmt.Appendf(nil, "ref: refs/heads/topic-%04d\n", i%ownLines), 0o644)
}

// sittingWords are what a sitting was about, as no other one was.
func sittingWords(i int) string {
	return fmt.Sprintf("%s %s of module%d", words[i%len(words)], words[i/len(words)%len(words)], i)
}

// writeSitting writes the conversation of a short session, an hour ago.
func writeSitting(file, dir string, i int) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	c := chain{w: bufio.NewWriter(f), dir: dir, at: time.Now().Add(time.Duration(i-ownSittings) * 10 * time.Minute)}
	about := sittingWords(i)
	c.record("user", `"message":{"role":"user","content":"Please finish the `+about+` and add a test for it"}`)
	for k := range 6 {
		path := fmt.Sprintf("%s/src/%s/module%d_%d.go", dir, words[i%len(words)], i%ownLines, k)
		c.record("assistant", fmt.Sprintf(`"message":{"id":"m%d","role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Edit","input":{"file_path":%q}}]}`, k, k, path))
		c.record("user", fmt.Sprintf(`"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"ok"}]},"toolUseResult":{"filePath":%q,"structuredPatch":[]}`, k, path))
	}
	c.record("user", `"message":{"role":"user","content":"Use the cheaper way for the `+words[i*5%len(words)]+`, and keep the old one behind a flag"}`)
	c.record("assistant", `"message":{"id":"mz","role":"assistant","content":[{"type":"text","text":"The `+about+` works now; the documentation is still missing."}]}`)
	old := time.Now().Add(-time.Hour)
	return errors.Join(c.w.Flush(), os.Chtimes(file, old, old))
}
