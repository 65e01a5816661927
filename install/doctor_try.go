package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/hook"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
	"holdfast/lib/settings"
	"holdfast/lib/undo"
)

// tryLimit is how long one hook may take: what Claude Code gives it.
const tryLimit = hookTimeout * time.Second

// A trial runs the installed hooks on a made-up session, in a folder of its own
// that is removed at the end.
type trial struct {
	*doctor
	dir  string // the scratch folder, absolute
	git  bool   // the scratch project is a git work tree
	runs int
}

// try runs each wired hook once and adds a check of what it saved and told.
func (d *doctor) try() error {
	random := make([]byte, 8)
	if _, err := d.inv.Random.Read(random); err != nil {
		return fmt.Errorf("naming a scratch folder: %w", err)
	}
	base := d.inv.Getenv("TMPDIR")
	if !filepath.IsAbs(base) {
		base = os.TempDir()
	}
	if resolved, err := filepath.EvalSymlinks(base); err == nil {
		base = resolved
	}
	t := &trial{doctor: d, dir: filepath.Join(base, fmt.Sprintf("holdfast-try-%x", random))}
	defer func() {
		if err := durable.File(t.dir).RemoveAll(); err != nil {
			d.inv.Warnf("removing the scratch folder: %v", err)
		}
	}()
	if err := t.prepare(); err != nil {
		return fmt.Errorf("making a scratch project: %w", err)
	}
	t.add("ok", "trial", "each hook runs once in a scratch project with a machine folder of its own; your projects are not looked at", "")
	entries := d.site.wiring(nil).Entries
	slices.SortStableFunc(entries, func(a, b settings.Entry) int { // a start is told what the others saved
		return cmp.Compare(last(a), last(b))
	})
	for _, e := range entries {
		if d.inv.Ctx.Err() != nil {
			return d.inv.Ctx.Err()
		}
		t.hook(e.Event, e.Program)
	}
	return nil
}

func last(e settings.Entry) int {
	if e.Event == "SessionStart" {
		return 1
	}
	return 0
}

func (t *trial) project() string { return filepath.Join(t.dir, "project") }
func (t *trial) machine() machine.Folder {
	return machine.Folder{Path: filepath.Join(t.dir, "machine")}
}
func (t *trial) transcript(event string) string {
	return filepath.Join(t.dir, "claude", "projects", "scratch", sessionOf(event)+".jsonl")
}

// sessionOf is the id of the made-up session of an event.
func sessionOf(event string) string {
	sum := sha256.Sum256([]byte(event))
	return fmt.Sprintf("%x-%x-4000-8000-%x", sum[:4], sum[4:6], sum[6:12])
}

// Files of the made-up session.
const (
	tryTask     = ".claude/tasks/task-1.json"
	tryFile     = "upload.go"
	tryArtifact = "thoughts/shared/handoffs/by-hand/2026-01-01_10-00_by-hand_handoff.yaml"
)

const tryTaskText = `{"status": "In Progress", "files_affected": ["` + tryFile + `"]}
`

const tryArtifactText = `---
schema_version: '1.0.0'
mode: handoff
date: '2026-01-01T10:00:00Z'
session: by-hand
outcome: SUCCEEDED
primary_bead: none
---
goal: written by hand
now: done
`

// prepare makes the scratch project: a task in progress, a file, an artifact,
// and the transcripts of two sessions.
func (t *trial) prepare() error {
	files := map[string][]byte{
		filepath.Join(t.project(), tryFile):                         []byte("package upload\n"),
		filepath.Join(t.project(), filepath.FromSlash(tryTask)):     []byte(tryTaskText),
		filepath.Join(t.project(), filepath.FromSlash(tryArtifact)): []byte(tryArtifactText),
	}
	for _, event := range []string{"PreCompact", "SessionEnd", "StopFailure"} {
		files[t.transcript(event)] = t.conversation(sessionOf(event))
	}
	for path, text := range files {
		if err := durable.Make(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := durable.File(path).Replace(text, 0o600); err != nil {
			return err
		}
	}
	git, err := platform.LookPath("git", t.inv.Getenv("PATH"))
	if err != nil {
		return nil // nothing is kept before a prompt then
	}
	_, err = platform.Run(t.inv.Ctx, platform.Command{Path: git, Args: []string{"init", "-q"}, Dir: t.project(), Env: t.env(), Time: tryLimit, MaxOutput: 64 << 10})
	t.git = err == nil
	return nil
}

// env is the environment of a hook in the scratch folder.
func (t *trial) env() []string {
	return []string{
		"PATH=" + t.inv.Getenv("PATH"), "HOME=" + filepath.Join(t.dir, "home"), "HOLDFAST_HOME=" + t.machine().Path,
		"CLAUDE_CONFIG_DIR=" + filepath.Join(t.dir, "claude"), "CLAUDE_PROJECT_DIR=" + t.project(),
	}
}

// conversation is a transcript as Claude Code writes it: three prompts and an
// edit.
func (t *trial) conversation(id string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	at := t.inv.Now().Add(-time.Minute)
	parent := ""
	add := func(kind string, content any, result any) {
		at = at.Add(time.Second)
		uuid := fmt.Sprintf("%s-%d", id, at.Unix())
		r := map[string]any{
			"type": kind, "uuid": uuid, "parentUuid": any(nil), "sessionId": id, "cwd": t.project(), "isSidechain": false,
			"timestamp": at.UTC().Format("2006-01-02T15:04:05.000Z"), "message": map[string]any{"role": kind, "content": content},
		}
		if parent != "" {
			r["parentUuid"] = parent
		}
		if result != nil {
			r["toolUseResult"] = result
		}
		parent = uuid
		_ = enc.Encode(r) // into memory
	}
	path := filepath.Join(t.project(), tryFile)
	add("user", "Retry a failed upload", nil)
	add("assistant", []any{map[string]any{"type": "tool_use", "id": "call", "name": "Write", "input": map[string]any{"file_path": path, "content": "package upload\n"}}}, nil)
	add("user", []any{map[string]any{"type": "tool_result", "tool_use_id": "call", "content": "written"}},
		map[string]any{"type": "create", "filePath": path, "content": "package upload\n"})
	add("user", "At most three times", nil)
	add("user", "Now write a test for it", nil)
	return b.Bytes()
}

// payload is what Claude Code sends for an event.
func (t *trial) payload(event, program string) map[string]any {
	p := map[string]any{
		"session_id": sessionOf(event), "transcript_path": t.transcript(event), "cwd": t.project(), "hook_event_name": event,
	}
	switch event {
	case "SessionStart":
		p["source"] = "startup"
	case "PreCompact":
		p["trigger"] = "manual"
	case "SessionEnd":
		p["reason"] = "other"
	case "StopFailure":
		p["error"] = "the service is overloaded"
	case "PostCompact":
		p["trigger"], p["compact_summary"] = "auto", "1. Primary Request and Intent:\n   Retry a failed upload"
	case "UserPromptSubmit":
		p["prompt"], p["prompt_id"] = "Retry a failed upload", "doctor"
	case "PostToolUse":
		rel, text := tryArtifact, tryArtifactText
		if program == "post-tool" {
			rel, text = tryTask, tryTaskText
		}
		path := filepath.Join(t.project(), filepath.FromSlash(rel))
		p["tool_name"] = "Write"
		p["tool_input"] = map[string]any{"file_path": path, "content": text}
		p["tool_response"] = map[string]any{"type": "create", "filePath": path, "content": text, "structuredPatch": []any{}, "originalFile": nil}
		p["duration_ms"] = time.Hour.Milliseconds() // so that the task turned in this very call
	}
	return p
}

// proof is a file that a hook must have written in the project, as a pattern.
func proof(event, program string) string {
	switch event + " " + program {
	case "PreCompact pre-compact", "SessionEnd pre-compact", "StopFailure pre-compact":
		return "thoughts/shared/handoffs/*/*_auto*_checkpoint.yaml"
	case "PostToolUse handoff-index":
		return tryArtifact
	case "PostToolUse post-tool":
		return ".claude/checkpoints/*/checkpoint.json"
	}
	return ""
}

// hook runs one hook and adds what came of it.
func (t *trial) hook(event, program string) {
	name := "try " + event + " " + program
	fail := func(detail string) { t.add("fail", name, detail, t.reinstall()) }
	input, err := json.Marshal(t.payload(event, program))
	if err != nil {
		fail(err.Error())
		return
	}
	before := t.files(proof(event, program))
	out, err := platform.Run(t.inv.Ctx, platform.Command{
		Path: t.site.program(program), Dir: t.project(), Stdin: bytes.NewReader(input), Time: tryLimit, MaxOutput: 64 << 10,
		Env: t.env(),
	})
	if err != nil {
		fail(err.Error())
		return
	}
	failures, err := t.machine().Failures(time.Time{})
	if err == nil && len(failures) > t.runs {
		last := failures[len(failures)-1]
		t.runs = len(failures)
		if strings.HasPrefix(last.Message, hook.NotDone) {
			t.add("fail", name, last.Message, "run doctor --try again when the machine is less busy")
			return
		}
		fail(last.Message)
		return
	}
	said := told(event, out)
	if pattern := proof(event, program); pattern != "" {
		saved := t.saved(pattern, before)
		if saved == "" {
			fail("ran, and saved nothing of a session that has something to save")
			return
		}
		said = append([]string{"saved " + saved}, said...)
	}
	if event == "UserPromptSubmit" && program == "post-tool" && t.git {
		h, err := undo.Store{Root: t.project(), Machine: t.machine()}.Read()
		if p, ok := h.Find(1); err != nil || !ok || p.Commit == "" {
			fail("ran, and kept nothing of the files before a prompt")
			return
		}
		said = append([]string{"kept the files before a prompt"}, said...)
	}
	if event == "SessionStart" && len(said) == 0 {
		fail("ran, but gave the session nothing although there is work to continue")
		return
	}
	if len(said) == 0 {
		said = []string{"ran; nothing to report"}
	}
	t.add("ok", name, strings.Join(said, "; "), "")
}

// told is what a hook's output tells the user and the model, in short.
func told(event string, out []byte) []string {
	message, text := hook.ReadOutput(bytes.TrimSpace(out))
	var said []string
	if message != "" {
		said = append(said, fmt.Sprintf("printed for you %q", fence.Line(message, 160)))
	}
	switch {
	case text != "" && event == "PreCompact":
		said = append(said, "gave the summary "+fence.Count(len(text), "character"))
	case text != "":
		said = append(said, "gave the model "+fence.Count(len(text), "character"))
	}
	return said
}

// files are those of the project that a pattern names, with their bytes.
func (t *trial) files(pattern string) map[string]string {
	found := map[string]string{}
	paths, _ := filepath.Glob(filepath.Join(t.project(), filepath.FromSlash(pattern)))
	for _, path := range paths {
		if b, err := durable.Read(path, 1<<20); err == nil && pattern != "" {
			found[path] = string(b)
		}
	}
	return found
}

// saved is the first file of the pattern that is not what it was.
func (t *trial) saved(pattern string, before map[string]string) string {
	for path, text := range t.files(pattern) {
		if before[path] != text {
			rel, _ := filepath.Rel(t.project(), path)
			return filepath.ToSlash(rel)
		}
	}
	return ""
}
