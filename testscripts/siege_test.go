package testscripts

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// hang is when a program counts as one that does not end: far over what any
// needs, so that a slow machine fails nothing.
const hang = 60 * time.Second

// environKey is the key of a script's environment among its values.
type environKey struct{}

var (
	// control is what may not reach a terminal or the model.
	control = regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u200b\u202a-\u202e\u2066-\u2069]")
	rawByte = regexp.MustCompile("[\x00-\x08\x0b-\x1f]")
	tag     = regexp.MustCompile(`</?[a-zA-Z!?]`)
	turn    = regexp.MustCompile(`(?m)^(Human|Assistant):`)
	// epicLine is the one text that stands outside the fence.
	epicLine = regexp.MustCompile(`<sdd-checkpoint-recovery>SDD checkpoint found for epic ([A-Za-z0-9._-]{1,64})\. Read temp/sdd-checkpoint-[A-Za-z0-9._-]{1,64}\.json to resume orchestration\. (?:Do NOT re-ask budget tier\. )?See checkpoint-recovery\.md for recovery logic\.</sdd-checkpoint-recovery>`)
	fenceEnd = regexp.MustCompile(`(?m)^\[end of holdfast`)
)

// besiege DIR [git] runs every reading verb, every hook and every writing verb
// over the project DIR and looks at all that they print; with git, every hook
// and the verbs that need git, none of which may leave a git process behind.
// Under make load each verb meets each hostile name, and each round is run with
// --json too; otherwise each name and each verb is met once a round.
func besiege(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: besiege DIR [git]")
	}
	s := siege{ts: ts, root: ts.MkAbs(args[0]), talks: ts.Getenv("T"), git: len(args) == 2}
	talk := filepath.Join(s.talks, "earlier.jsonl")
	ts.Check(os.WriteFile(talk, []byte(hostileTalk(s.root)), 0o600))
	ts.Check(os.WriteFile(filepath.Join(s.talks, "now.jsonl"), []byte(hostileTalk(s.root)), 0o600))
	long := time.Now().Add(-2 * time.Hour)
	ts.Check(os.Chtimes(talk, long, long))
	if len(args) == 2 || os.Getenv(costsName) != "" { // a settled transcript: nothing waits for more of it
		ts.Check(os.Chtimes(filepath.Join(s.talks, "now.jsonl"), long, long))
	}
	git, full := len(args) == 2, os.Getenv(loadTime) != ""
	rounds := [][]string{gitVerbs}
	if !git {
		rounds = [][]string{readVerbs, writeVerbs, readVerbs}
		for _, h := range s.hooks() {
			s.hook(h.program, h.payload)
		}
	}
	for round, verbs := range rounds {
		for _, v := range verbs {
			s.command(strings.Fields(v), false)
			if !git && (full || round == 0) {
				s.command(strings.Fields(v), true)
			}
		}
		for i, v := range namedVerbs {
			for j, name := range evilNames {
				if !git && (full || j == (i+round+len(s.root))%len(evilNames)) {
					s.command(append(strings.Fields(v), "--", name), false)
				}
			}
		}
	}
	for _, h := range s.hooks() {
		s.hook(h.program, h.payload)
	}
	if left := leftGit(s.root); len(left) > 0 {
		s.faults = append(s.faults, fmt.Sprintf("git is left behind: %q", left))
	}
	if len(s.faults) > 0 {
		ts.Fatalf("%s", strings.Join(s.faults, "\n"))
	}
}

var readVerbs = []string{
	"session-start status", "session-start brief", "session-start brief --source compact", "session-start design",
	"session-start design line", "session-start design line --stage 1", "session-start run", "session-start run latest", "session-start run --all",
	"session-start run line-20260101-000000", "session-start epic", "session-start epic hub-1",
	"handoff-index list", "handoff-index lines --all", "handoff-index history", "handoff-index timeline", "handoff-index search evil", "handoff-index search --history evil", "handoff-index search --history -n 0 what did evil say", "pre-compact forget line", "handoff-index search obey", "handoff-index show latest", "handoff-index show line", "handoff-index validate", "handoff-index rebuild",
	"handoff-index show thoughts/shared/handoffs/line/2026-01-01_10-00_x_handoff.yaml", "handoff-index migrate --dry-run",
	"post-tool list", "post-tool list line", "post-tool diff chk-line-1", "post-tool diff chk-line-1 --stat",
	"post-tool rollback chk-line-1 --dry-run", "post-tool rollback chk-line-1 --dry-run --foreign --all --remove-new", "post-tool prune --dry-run --keep 0 --older-than 0",
	"post-tool undo --dry-run", "handoff-index show earlier", "holdfast complete close --", "holdfast complete rollback --", "holdfast complete run close --", "holdfast complete design --",
	"pre-compact run prune --dry-run", "pre-compact checkpoint --dry-run --bead none --goal g --now n", "pre-compact design line rebuild",
	"holdfast doctor --project .", "holdfast install --dry-run --project .",
}

var writeVerbs = []string{
	"pre-compact checkpoint --session line --bead none --goal g --now n", "pre-compact handoff --session line --bead none --outcome SUCCEEDED --goal g --now n",
	"pre-compact design line stage 1 in_progress", "pre-compact design line save stage_1_rules --artifact rules",
	"pre-compact design line ticket ../../outside/owned", "pre-compact design line ticket T-1 --covers x", "pre-compact design line restart", "pre-compact design line start",
	"pre-compact run begin line-20260101-000000 2", "pre-compact run step line-20260101-000000 2 --force --artefact ../outside/secret.txt", "pre-compact run start line --steps 3",
	"pre-compact run close line-20260101-000000 completed --force", "pre-compact run prune --delete",
	"pre-compact epic hub-1 wave 3 --receipt r --tier max-5x --force", "pre-compact epic hub-1 close",
	"handoff-index migrate --remove-originals --timezone UTC", "handoff-index migrate --undo",
	"post-tool checkpoint line", "post-tool checkpoint --file src/out.txt", "post-tool checkpoint --file ../outside/secret.txt",
	"post-tool rollback chk-line-1 --yes --foreign", "post-tool rollback chk-line-1 --yes --foreign --all --remove-new --task-state",
	"post-tool undo --yes", "post-tool undo --yes --force",
	"pre-compact adopt line --yes", "pre-compact close line --note x", "pre-compact forget line --yes", "pre-compact forget earlier --yes",
	"post-tool prune --keep 0 --older-than 0", "holdfast install --project .", "holdfast uninstall --project .",
}

var namedVerbs = []string{
	"session-start design", "session-start run", "session-start epic", "handoff-index search", "handoff-index show", "handoff-index validate",
	"post-tool list", "post-tool diff", "post-tool rollback",
}

// siege is one project under attack by what it holds.
type siege struct {
	ts          *testscript.TestScript
	root, talks string
	git         bool // what git reads is hostile
	faults      []string
}

type fed struct{ program, payload string }

// hooks are the calls of a client that works in the project.
func (s *siege) hooks() []fed {
	art := filepath.Join(s.root, "thoughts/shared/handoffs/line/2026-01-01_10-00_x_handoff.yaml")
	wrote := func(path string) map[string]any {
		return map[string]any{"tool_name": "Write", "tool_input": map[string]any{"file_path": path, "content": evilArtifact},
			"tool_response": map[string]any{"type": "create", "filePath": path}}
	}
	edited := map[string]any{"tool_name": "Edit", "tool_input": map[string]any{"file_path": filepath.Join(s.root, "src/out.txt")},
		"tool_response": map[string]any{"filePath": filepath.Join(s.root, "src/out.txt"), "originalFile": evil, "structuredPatch": []any{}}}
	shell := map[string]any{"tool_name": "Bash", "tool_input": map[string]any{"command": evil}, "tool_response": map[string]any{"stdout": evil}}
	use := "PostToolUse"
	all := []fed{
		{"post-tool", hostilePayload("UserPromptSubmit", s.root, s.talks, map[string]any{"prompt": evil, "prompt_id": evil})},
		{"pre-compact", hostilePayload("PreCompact", s.root, s.talks, nil)},
		{"pre-compact", hostilePayload("SessionEnd", s.root, s.talks, map[string]any{"reason": evil})},
		{"holdfast statusline", hostilePayload("Status", s.root, s.talks, map[string]any{"workspace": map[string]any{"project_dir": s.root, "current_dir": s.root}})},
		{"handoff-index", hostilePayload(use, s.root, s.talks, wrote(art))},
		{"handoff-index", hostilePayload(use, s.root, s.talks, wrote(filepath.Join(s.root, "thoughts/shared/handoffs", evil, "2026-01-01_10-00_x_handoff.yaml")))},
		{"post-tool", hostilePayload(use, s.root, s.talks, shell)},
		{"post-tool", hostilePayload(use, s.root, s.talks, edited)},
		{"post-tool", hostilePayload(use, s.root, s.talks, wrote(filepath.Join(s.root, ".claude/tasks/task-line.json")))},
	}
	for _, source := range []string{"startup", "resume", "clear", "compact"} {
		all = append(all, fed{"session-start", hostilePayload("SessionStart", s.root, s.talks, map[string]any{"source": source})})
	}
	return all
}

// run runs a program, again where it took so long that other work on the machine
// may be why: what it costs is noted of the quickest run.
func (s *siege) run(args []string, stdin string) (stdout, stderr string, code int) {
	stdout, stderr, code, took, state := s.once(args, stdin)
	for try := 1; os.Getenv(costsName) != "" && took > mostHook/2 && try < 3; try++ {
		if _, _, _, again, state2 := s.once(args, stdin); again < took {
			took, state = again, state2
		}
	}
	s.ts.Check(noteCost(args, s.git, took, state))
	return stdout, stderr, code
}

// once ends a program that hangs, and says what it printed and took.
func (s *siege) once(args []string, stdin string) (stdout, stderr string, code int, took time.Duration, state *os.ProcessState) {
	ctx, cancel := context.WithTimeout(context.Background(), hang)
	defer cancel()
	path := args[0]
	for _, dir := range filepath.SplitList(s.ts.Getenv("PATH")) {
		if p := filepath.Join(dir, args[0]); exists(p) {
			path = p
			break
		}
	}
	c := exec.CommandContext(ctx, path, args[1:]...)
	c.Dir, c.Env = s.root, s.ts.Value(environKey{}).(*testscript.Env).Vars
	c.WaitDelay = time.Second
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if stdin != "" {
		c.Stdin = strings.NewReader(stdin)
	}
	began := time.Now()
	code, err := ended(c.Run())
	if ctx.Err() != nil {
		s.ts.Fatalf("%q does not end", args)
	}
	took = time.Since(began)
	s.ts.Check(err)
	return out.String(), errs.String(), code, took, c.ProcessState
}

func exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// fail notes what is wrong; the siege goes on, so that one run shows all.
func (s *siege) fail(args []string, why, text string) {
	s.faults = append(s.faults, fmt.Sprintf("%q: %s %.500q", args, why, text))
}

// command runs a verb as a person does, or a skill.
func (s *siege) command(args []string, asJSON bool) {
	call := args
	if asJSON {
		call = append(append([]string{}, args...), "--json")
	}
	stdout, stderr, code := s.run(call, "")
	shown := control
	if asJSON {
		shown = rawByte
		if stdout != "" && args[0] != "holdfast" && !json.Valid([]byte(stdout)) {
			s.fail(call, "is not one JSON document", stdout)
		}
	}
	if code < 0 || code > 5 || strings.Contains(stderr, "goroutine ") || strings.Contains(stderr, "panic") {
		s.fail(call, fmt.Sprintf("code %d", code), stderr)
	}
	for _, text := range []string{stdout, stderr} {
		if at := shown.FindString(text); at != "" {
			s.fail(call, fmt.Sprintf("prints %q", at), text)
		}
		if strings.Contains(text, canary) {
			s.fail(call, "shows a file from outside the root", text)
		}
	}
}

// hook runs a program as the client does.
func (s *siege) hook(program, payload string) {
	call := strings.Fields(program)
	stdout, stderr, code := s.run(call, payload)
	if code != 0 || strings.Contains(stderr, "goroutine ") {
		s.fail(call, fmt.Sprintf("code %d", code), stderr)
	}
	if at := control.FindString(stderr); at != "" {
		s.fail(call, fmt.Sprintf("prints %q", at), stderr)
	}
	if strings.Contains(stdout+stderr, canary) {
		s.fail(call, "shows a file from outside the root", stdout+stderr)
	}
	if stdout == "" {
		return
	}
	if program == "pre-compact" || program == "holdfast statusline" {
		s.told(call, stdout)
		return
	}
	var answer any
	if err := json.Unmarshal([]byte(stdout), &answer); err != nil {
		s.fail(call, err.Error(), stdout)
	}
	s.texts(call, answer)
}

// texts looks at every text of a hook's answer as the client decodes it.
func (s *siege) texts(call []string, v any) {
	switch v := v.(type) {
	case string:
		s.told(call, v)
	case []any:
		for _, e := range v {
			s.texts(call, e)
		}
	case map[string]any:
		for k, e := range v {
			s.told(call, k)
			s.texts(call, e)
		}
	}
}

// told looks at a text that the model or the user is shown.
func (s *siege) told(call []string, text string) {
	if at := control.FindString(text); at != "" {
		s.fail(call, fmt.Sprintf("tells %q", at), text)
	}
	rest := text
	if m := epicLine.FindStringSubmatch(text); m != nil && strings.Count(m[0], m[1]) == 2 {
		rest = strings.Replace(text, m[0], "", 1)
	}
	for _, shape := range []*regexp.Regexp{tag, turn} {
		if at := shape.FindString(rest); at != "" {
			s.fail(call, fmt.Sprintf("tells %q", at), text)
		}
	}
	if len(fenceEnd.FindAllString(text, -1)) > 1 {
		s.fail(call, "closes its fence twice", text)
	}
}
