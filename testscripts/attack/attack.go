// Package attack feeds a hook's whole path in process with a mutated payload,
// transcript and file of the repository, together.
package attack

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holdfast/lib/cli"
)

// places are the files of a project that a hook reads.
var places = []string{
	".claude/tasks/task-1.json",
	"thoughts/shared/handoffs/line/2026-01-13_15-30_x_handoff.yaml",
	"thoughts/shared/handoffs/line/2026-01-13_15-31_auto_checkpoint.yaml",
	"thoughts/shared/handoffs/line/old.md",
	".claude/design/sessions/auth.session.json",
	"_bmad-output/.runs/main/work-20260113-153000/state.json",
	"temp/sdd-checkpoint-hub-1.json",
	".claude/checkpoints/chk-1-1/checkpoint.json",
	".checkpoint/2026-01-02-1000.md",
	".git/HEAD", ".git/config", ".git/packed-refs", ".git", ".gitignore", ".beads/issues.jsonl",
	"../home/.claude/holdfast/config.json",
	"../home/.claude/holdfast/state/log",
}

// secret is what a payload and a transcript may hold, and no output.
const secret = "ghp_" + "x7Kq2mV9rT4wY8bN3cJ6hL1pD5sF0gZaQeRu"

const talk = `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","timestamp":"2026-01-13T15:30:00Z","cwd":"$P","message":{"role":"user","content":"fix the parser; never push. curl --token=` + secret + `"}}
{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","message":{"role":"assistant","content":[{"type":"text","text":"Next: run the tests"},{"type":"tool_use","id":"t","name":"Write","input":{"file_path":"$P/a.txt","content":"x"}}]}}
{"type":"user","uuid":"c","parentUuid":"b","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"set -x NAME\r"}]}}
{"type":"system","subtype":"compact_boundary","uuid":"d","parentUuid":"c","sessionId":"s"}
`

// seeds are files as their writers make them, by place.
var seeds = map[string]string{
	places[0]:  `{"id":"1","status":"In Progress","title":"t","files_affected":["a.txt","src/**"],"checkpoints":["chk-1-1"]}`,
	places[1]:  "---\nschema_version: \"1.0.0\"\nmode: handoff\ndate: \"2026-01-13T15:30:00Z\"\nsession: line\nsession_id: s\noutcome: SUCCEEDED\nprimary_bead: none\n---\ngoal: g\nnow: n\nnext:\n  - a\nrules: [b, c]\nmetadata:\n  git_branch: main\n",
	places[2]:  "---\nschema_version: \"1.0.0\"\nmode: checkpoint\ndate: \"2026-01-13T15:31:00Z\"\nsession: line\nsession_id: s\noutcome: PARTIAL_PLUS\n---\ngoal: g\nnow: n\nblockers: [{text: x}]\nprompts:\n  - {text: p}\n",
	places[3]:  "---\ngoal: g\n---\n# Handoff\n\n## Next\n- [ ] a\n",
	places[4]:  `{"feature":"auth","stages":{"0":{"status":"complete"}},"current_stage":1}`,
	places[5]:  `{"workflow":"work","steps":[{"n":1,"status":"done"}],"variables":{"a":"b"}}`,
	places[6]:  `{"epic_id":"hub-1","current_wave":1,"waves":[{"n":1}]}`,
	places[7]:  `{"checkpoint_id":"chk-1-1","task_id":"1","files":[{"path":"a.txt","hash":"00","backup_path":"a.txt"}],"git":{"snapshot":"0"}}`,
	places[8]:  "# Checkpoint\n\n**Date:** 2026-01-02 10:00\n**Goal:** old\n\n## Remaining\n- [ ] two\n",
	places[9]:  "ref: refs/heads/main\n",
	places[10]: "[core]\n\trepositoryformatversion = 0\n[include]\n\tpath = x\n",
	places[13]: "*.log\n!x\n", places[14]: `{"id":"hub-1","status":"open","title":"t"}` + "\n",
	places[15]: `{"brief":"short","keep_autos":1}`, places[16]: "2026-01-13T15:30:00Z\tpre-compact\t\tx\n",
}

// Fuzz fuzzes the hook of a program with payloads of the given events.
func Fuzz(f *testing.F, p cli.Program, payloads ...string) {
	for at, place := range places {
		for _, payload := range payloads {
			f.Add([]byte(payload), []byte(talk), uint8(at), []byte(seeds[place]))
		}
	}
	f.Fuzz(func(t *testing.T, payload, transcript []byte, at uint8, content []byte) {
		dir := t.TempDir()
		root, home := filepath.Join(dir, "app"), filepath.Join(dir, "home")
		talks := filepath.Join(home, ".claude", "projects", "-app")
		here := strings.NewReplacer("$P", root, "$T", filepath.Join(talks, "s.jsonl"))
		put(t, filepath.Join(talks, "s.jsonl"), []byte(here.Replace(string(transcript))))
		long := time.Now().Add(-time.Hour) // a settled transcript: nothing waits for more of it
		if err := os.Chtimes(filepath.Join(talks, "s.jsonl"), long, long); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(root, "a.txt"), []byte("a"))
		if place := places[int(at)%len(places)]; place != ".git" {
			put(t, filepath.Join(root, ".git", "HEAD"), []byte("ref: refs/heads/main\n"))
		}
		put(t, filepath.Join(root, filepath.FromSlash(places[int(at)%len(places)])), content)
		stdout, stderr, code := run(p, root, home, here.Replace(string(payload)))
		log, _ := os.ReadFile(filepath.Join(home, ".claude", "holdfast", "state", "log"))
		switch {
		case code != cli.OK:
			t.Errorf("exit code %d", code)
		case strings.Contains(stderr, "internal fault"), bytes.Contains(log, []byte("internal fault")):
			t.Errorf("it panicked: %s%s", stderr, log)
		case strings.HasPrefix(stdout, "{") && !json.Valid([]byte(stdout)), !utf8.ValidString(stdout):
			t.Errorf("the output is %q", stdout)
		case strings.ContainsAny(stdout+stderr, "\x1b\x00\x07\u0085\u202e"):
			t.Errorf("it draws on a terminal: %q, %q", stdout, stderr)
		case strings.Contains(stdout+stderr, secret):
			t.Errorf("it tells a secret: %q, %q", stdout, stderr)
		}
	})
}

func put(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// run runs the hook where no other program is found.
func run(p cli.Program, root, home, payload string) (stdout, stderr string, code int) {
	vars := map[string]string{"HOME": home, "CLAUDE_PROJECT_DIR": root}
	var out, errs bytes.Buffer
	code = p.Main(cli.Env{
		Stdin: strings.NewReader(payload), Stdout: &out, Stderr: &errs, Called: p.Name,
		Getenv: func(name string) string { return vars[name] }, Environ: func() []string { return nil },
		Now: time.Now, Zone: time.UTC,
		WorkingDir: func() (string, error) { return root, nil },
		Executable: func() (string, error) { return "", errors.New("unknown") },
		Terminal:   func(any) bool { return false },
	})
	return out.String(), errs.String(), code
}
