package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed" // the archive
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/hook"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
	"holdfast/lib/settings"
	"holdfast/lib/undo"
)

var (
	//go:embed trial.txtar
	trialFiles []byte
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

// prepare makes the scratch project and the transcripts of its sessions.
func (t *trial) prepare() error {
	files := map[string]string{}
	for _, f := range txtar.Parse(trialFiles).Files {
		if strings.HasPrefix(f.Name, "project/") {
			files[filepath.Join(t.dir, filepath.FromSlash(f.Name))] = string(f.Data)
		}
	}
	for _, event := range []string{"PreCompact", "SessionEnd", "StopFailure"} {
		files[t.transcript(event)] = t.part("conversation", event)
	}
	for path, text := range files {
		if err := durable.Make(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := durable.File(path).Replace([]byte(text), 0o600); err != nil {
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

// part is a part of the archive, filled in for an event.
func (t *trial) part(name, event string) string {
	for _, f := range txtar.Parse(trialFiles).Files {
		if f.Name == name {
			return t.fill(string(f.Data), event)
		}
	}
	return ""
}

func (t *trial) fill(text, event string) string {
	inJSON := func(path string) string { return strings.Trim(jsondoc.Quote(path), `"`) }
	values := []string{"$P", inJSON(t.project()), "$TRANSCRIPT", inJSON(t.transcript(event)), "$ID", sessionOf(event)}
	for i := range 6 {
		at := t.inv.Now().Add(time.Duration(i-60) * time.Second)
		values = append(values, fmt.Sprintf("$T%d", i), at.UTC().Format("2006-01-02T15:04:05.000Z"))
	}
	return strings.NewReplacer(values...).Replace(text)
}

// payload is what Claude Code sends for an event.
func (t *trial) payload(event, program string) string {
	return t.fill(`{"session_id":"$ID","transcript_path":"$TRANSCRIPT","cwd":"$P","hook_event_name":"`+event+`",`, event) +
		t.part(event+" "+program, event) + "}"
}

// proof is a file that a hook must have written in the project, as a pattern.
func proof(event, program string) string {
	switch event + " " + program {
	case "PreCompact pre-compact", "SessionEnd pre-compact", "StopFailure pre-compact":
		return "thoughts/shared/handoffs/*/*_auto*_checkpoint.yaml"
	case "PostToolUse handoff-index":
		return "thoughts/shared/handoffs/by-hand/*.yaml"
	case "PostToolUse post-tool":
		return ".claude/checkpoints/*/checkpoint.json"
	}
	return ""
}

// hook runs one hook and adds what came of it.
func (t *trial) hook(event, program string) {
	name := "try " + event + " " + program
	fail := func(detail string) { t.add("fail", name, detail, t.reinstall()) }
	before := t.files(proof(event, program))
	out, err := platform.Run(t.inv.Ctx, platform.Command{
		Path: t.site.program(program), Dir: t.project(), Stdin: strings.NewReader(t.payload(event, program)), Time: tryLimit, MaxOutput: 64 << 10,
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
