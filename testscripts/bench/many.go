//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const (
	manyFiles   = 100_000
	manyFolders = 2_000
)

// words vary the texts of the artifacts, so that a search has something to
// tell apart.
var words = []string{
	"auth", "redis", "session", "store", "index", "parser", "lexer", "worktree", "flaky", "timeout", "migration", "schema",
	"billing", "invoice", "export", "import", "retry", "queue", "cache", "cursor", "layout", "theme", "search", "rank",
}

// manyArtifacts are the rows over 100,000 artifacts in 2,000 folders.
func manyArtifacts(bin, scratch string) ([]row, error) {
	dir, home := mustFolder(scratch, "many"), mustFolder(scratch, "home-many")
	env := environment(home)
	for i := range manyFiles {
		session := fmt.Sprintf("line-%04d", i%manyFolders)
		folder := filepath.Join(dir, "thoughts", "shared", "handoffs", session)
		if i < manyFolders {
			mustFolder(folder)
		}
		at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 7 * time.Minute)
		if err := os.WriteFile(filepath.Join(folder, at.Format("2006-01-02_15-04")+"_"+session+"_handoff.yaml"), artifactText(i, session, at), 0o644); err != nil {
			return nil, err
		}
	}
	none := mustFolder(scratch, "none")
	noneEnv := environment(mustFolder(scratch, "home-none"))
	noneHook := handWritten(none, noneEnv, "the same with none")
	list := func(what string, bar float64, expect string, args ...string) row {
		return row{what: what, program: "handoff-index", args: append(args, "--root", dir), dir: dir, env: env, ratio: bar, runs: 20, expect: expect}
	}
	rebuild := list("rebuild of 100,000", 7000, "indexed 10000", "rebuild")
	rebuild.runs = 3
	hook := handWritten(dir, env, "handoff-index as a hook, 100,000 artifacts")
	hook.base, hook.ratio = &noneHook, 2
	save, err := command(bin, dir, home)
	save.what, save.ratio = "an artifact written by a command, 100,000 artifacts", 7
	return []row{
		rebuild,
		list("list with a filter, 100,000 artifacts", 90, "line-0042", "list", "--session", "line-0042"),
		list("search, 100,000 artifacts", 200, "redis", "search", "redis", "timeout", "-n", "20"),
		hook,
		save,
	}, err
}

func artifactText(i int, session string, at time.Time) []byte {
	w := func(k int) string { return words[(i/(k+1)+k*7)%len(words)] }
	return fmt.Appendf(nil, `---
schema_version: "1.0.0"
mode: handoff
date: "%s"
session: %s
outcome: PARTIAL_PLUS
primary_bead: none
session_id: 0c90d71c-0000-4000-8000-%012d
---

goal: Finish the %s of the %s, number %d
now: The %s works with the %s; the %s is missing
done_this_session:
  - task: Added the %s
    files: [src/%s.go]
next:
  - Write tests for the %s
  - Remove the old %s
decisions:
  %s: "it was simpler than the %s"
worked:
  - Running it against a real %s
failed:
  - Mocking the %s
metadata:
  git_branch: main
`, at.Format(time.RFC3339), session, i, w(0), w(1), i, w(2), w(3), w(4), w(5), w(5), w(6), w(7), w(8), w(9), w(10), w(11))
}

// handWritten is the hook after the model wrote an artifact by hand.
func handWritten(dir string, env []string, what string) row {
	file := filepath.Join(mustFolder(dir, "thoughts", "shared", "handoffs", "by-hand"), "2026-01-13_15-30_by-hand_handoff.yaml")
	text := artifactText(7, "by-hand", time.Date(2026, 1, 13, 15, 30, 0, 0, time.UTC))
	if err := os.WriteFile(file, text, 0o644); err != nil {
		panic(err)
	}
	payload, err := json.Marshal(map[string]any{
		"hook_event_name": "PostToolUse", "session_id": "bench", "cwd": dir, "tool_name": "Write",
		"tool_input":    map[string]any{"file_path": file, "content": string(text)},
		"tool_response": map[string]any{"type": "create", "filePath": file, "content": string(text), "originalFile": nil},
	})
	if err != nil {
		panic(err)
	}
	return row{what: what, program: "handoff-index", dir: dir, env: env, stdin: payload}
}
