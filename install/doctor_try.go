package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the archive
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/hook"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
)

var (
	//go:embed trial.txtar
	trialFiles []byte
)

// A trial runs the installed hooks on a made-up session, in a folder of its own
// that is removed at the end.
type trial struct {
	*doctor
	dir    string // the scratch folder, absolute
	files  map[string]string
	failed int // rows in the log of the scratch machine folder
}

// try runs each hook of the trial's archive once and adds a finding of what it saved
// and told.
func (d *doctor) try() error {
	random := make([]byte, 8)
	if _, err := d.inv.Random.Read(random); err != nil {
		return fmt.Errorf("naming a scratch folder: %w", err)
	}
	base, err := filepath.EvalSymlinks(os.TempDir())
	if err != nil {
		return fmt.Errorf("making a scratch project: %w", err)
	}
	t := &trial{doctor: d, dir: filepath.Join(base, fmt.Sprintf("holdfast-try-%x", random)), files: map[string]string{}}
	defer func() {
		if err := durable.File(t.dir).RemoveAll(); err != nil {
			d.inv.Warnf("removing the scratch folder: %v", err)
		}
	}()
	d.check = check{name: "trial", fix: (*doctor).reinstall}
	d.say(good, "each hook runs once in a scratch project with a machine folder of its own; "+
		"your projects are not looked at")
	for _, f := range txtar.Parse(trialFiles).Files {
		t.files[f.Name] = string(f.Data)
		name := strings.Fields(f.Name)
		switch {
		case d.inv.Ctx.Err() != nil:
			return d.inv.Ctx.Err()
		case strings.HasPrefix(f.Name, "project/"):
			err = t.write(filepath.FromSlash(f.Name), string(f.Data))
		case len(name) == 1:
		default:
			err = t.hook(name[0], name[1], strings.Join(name[2:], ""), string(f.Data))
		}
		if err != nil {
			return fmt.Errorf("making a scratch project: %w", err)
		}
	}
	return nil
}

func (t *trial) project() string { return filepath.Join(t.dir, "project") }
func (t *trial) machine() machine.Folder {
	return machine.Folder{Path: filepath.Join(t.dir, "machine")}
}

// write writes a file of the scratch folder.
func (t *trial) write(rel, text string) error {
	path := filepath.Join(t.dir, rel)
	if err := durable.Make(filepath.Dir(path), modeOwn); err != nil {
		return err
	}
	return durable.File(path).Replace([]byte(text), modePrivate)
}

// hook runs one hook and adds what came of it. want is what it has to do: nothing, to
// say something, or to write a file that the pattern names.
func (t *trial) hook(event, program, want, payload string) error {
	sum := sha256.Sum256([]byte(event))
	id := fmt.Sprintf("%x-%x-4000-8000-%x", sum[:4], sum[4:6], sum[6:12])
	transcript := filepath.Join("claude", "projects", "scratch", id+".jsonl")
	inJSON := func(path string) string { return strings.Trim(jsondoc.Quote(path), `"`) }
	values := []string{"$P", inJSON(t.project()), "$TRANSCRIPT", inJSON(filepath.Join(t.dir, transcript)), "$ID", id}
	for i := range 6 {
		at := t.inv.Now().Add(time.Duration(i-60) * time.Second)
		values = append(values, fmt.Sprintf("$T%d", i), at.UTC().Format("2006-01-02T15:04:05.000Z"))
	}
	fill := strings.NewReplacer(values...).Replace
	if strings.Contains(want, "_auto") {
		if err := t.write(transcript, fill(t.files["conversation"])); err != nil {
			return err
		}
	}
	payload = `{"session_id":"$ID","transcript_path":"$TRANSCRIPT","cwd":"$P",` +
		`"hook_event_name":"` + event + `",` + payload + "}"
	before := t.matching(want)
	out, err := t.run(t.site.program(program), strings.NewReader(fill(payload)))
	name := "try " + event + " " + program
	failures, _ := t.machine().Failures(time.Time{})
	switch said := told(event, out); {
	case err != nil:
		t.say(bad, "%v", err).of(name)
	case len(failures) > t.failed:
		t.failed = len(failures)
		last := failures[t.failed-1].Message
		t.say(bad, "%s", last).of(name)
		if strings.HasPrefix(last, hook.NotDone) {
			t.fix("run doctor --try again when the machine is less busy")
		}
	case want == "says" && said == "":
		t.say(bad, "ran, but gave the session nothing although there is work to continue").of(name)
	case strings.Contains(want, "/"):
		for path, text := range t.matching(want) {
			if before[path] != text {
				rel, _ := filepath.Rel(t.project(), path)
				t.say(good, "%s", strings.TrimSuffix("saved "+filepath.ToSlash(rel)+"; "+said, "; ")).of(name)
				return nil
			}
		}
		t.say(bad, "ran, and saved nothing of a session that has something to save").of(name)
	case said == "":
		t.say(good, "ran; nothing to report").of(name)
	default:
		t.say(good, "%s", said).of(name)
	}
	return nil
}

// run runs a program as Claude Code does, but in the scratch folder.
func (t *trial) run(path string, stdin *strings.Reader) ([]byte, error) {
	return platform.Run(t.inv.Ctx, platform.Command{
		Path: path, Dir: t.project(), Stdin: stdin, Time: hookTimeout * time.Second, MaxOutput: 64 << 10,
		Env: []string{
			"PATH=" + t.inv.Getenv("PATH"), "HOME=" + filepath.Join(t.dir, "home"), "HOLDFAST_HOME=" + t.machine().Path,
			"CLAUDE_CONFIG_DIR=" + filepath.Join(t.dir, "claude"), "CLAUDE_PROJECT_DIR=" + t.project(),
		},
	})
}

// told is what a hook's output tells the user and the model, in short.
func told(event string, out []byte) string {
	message, text := hook.ReadOutput(bytes.TrimSpace(out))
	var said []string
	if message != "" {
		said = append(said, fmt.Sprintf("printed for you %q", fence.Line(message, 160)))
	}
	if to := "the model"; text != "" {
		if event == "PreCompact" {
			to = "the summary"
		}
		said = append(said, fmt.Sprintf("gave %s %s", to, fence.Count(len(text), "character")))
	}
	return strings.Join(said, "; ")
}

// matching are the files of the project that a pattern names, with their text.
func (t *trial) matching(pattern string) map[string]string {
	found := map[string]string{}
	paths, _ := filepath.Glob(filepath.Join(t.project(), filepath.FromSlash(pattern)))
	for _, path := range paths {
		if b, err := durable.Read(path, 1<<20); err == nil {
			found[path] = string(b)
		}
	}
	return found
}
