package main

import (
	"bytes"
	"cmp"
	"crypto/rand"
	_ "embed" // the archive
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
)

//go:embed trial.txtar
var trialFiles []byte

// A trial runs the installed hooks on a made-up session, in a folder that is removed at the end.
type trial struct {
	*doctor
	dir    string // the scratch folder, absolute
	said   string // the conversation
	logged int    // rows in the log of the scratch machine folder
}

// try takes the files of the archive one by one and runs each hook once.
func (d *doctor) try() error {
	base, err := filepath.EvalSymlinks(os.TempDir())
	t := &trial{doctor: d, dir: filepath.Join(base, "holdfast-try-"+rand.Text())}
	if err == nil {
		err = durable.Make(t.dir, modeOwn)
	}
	if err != nil {
		return fmt.Errorf("making a scratch project: %w", err)
	}
	d.ok("trial", "each hook runs once in a scratch project with a machine folder of its own; "+
		"your projects are not looked at")
	for _, f := range txtar.Parse(trialFiles).Files {
		name := strings.Fields(f.Name)
		if err = cmp.Or(err, d.inv.Ctx.Err()); err != nil {
			break
		}
		switch {
		case strings.HasPrefix(f.Name, "project/"):
			err = durable.In(t.dir, f.Name).Put(bytes.NewReader(f.Data), modePrivate)
		case len(name) == 1:
			t.said = string(f.Data)
		default:
			err = t.hook(name[0], name[1], strings.Join(name[2:], ""), string(f.Data))
		}
	}
	if err := durable.File(t.dir).RemoveAll(); err != nil {
		d.inv.Warnf("removing the scratch folder: %v", err)
	}
	return err
}

// hook runs one hook and adds what came of it. want is what it has to do: nothing, to
// say something, or to write a file that the pattern names.
func (t *trial) hook(event, program, want, payload string) error {
	id, at := "try-"+event, filepath.Join(t.dir, "project")
	state := machine.Folder{Path: filepath.Join(t.dir, "machine")}
	transcript := "claude/projects/scratch/" + id + ".jsonl"
	inJSON := func(path string) string { return strings.Trim(jsondoc.Quote(filepath.FromSlash(path)), `"`) }
	fill := strings.NewReplacer("$P", inJSON(at), "$TRANSCRIPT", inJSON(t.dir+"/"+transcript), "$ID", id,
		"$T", t.inv.Now().Add(-time.Minute).UTC().Format("2006-01-02T15:04:05.000Z")).Replace
	if strings.Contains(want, "_auto") {
		said := strings.NewReader(fill(t.said))
		if err := durable.In(t.dir, transcript).Put(said, modePrivate); err != nil {
			return err
		}
	}
	payload = `{"session_id":"$ID","transcript_path":"$TRANSCRIPT","cwd":"$P",` +
		`"hook_event_name":"` + event + `",` + payload + "}"
	before := t.matching(want)
	out, err := platform.Run(t.inv.Ctx, platform.Command{
		Path: t.program(program), Dir: at, Stdin: strings.NewReader(fill(payload)), Time: hookTimeout * time.Second,
		MaxOutput: 64 << 10,
		Env: []string{
			"PATH=" + t.inv.Getenv("PATH"), "HOME=" + filepath.Join(t.dir, "home"), "HOLDFAST_HOME=" + state.Path,
			"CLAUDE_CONFIG_DIR=" + filepath.Join(t.dir, "claude"), "CLAUDE_PROJECT_DIR=" + at,
		},
	})
	failures, _ := state.Failures(time.Time{})
	saved := t.matching(want) != before
	name, did := "try "+event+" "+program, "ran"
	if saved {
		did = "saved " + path.Base(want)
	}
	switch {
	case err != nil:
		t.fail(name, t.reinstall(), "%v", err)
	case len(failures) > t.logged:
		t.fail(name, "run doctor --try again; if it fails again, "+t.reinstall(), "%s",
			failures[len(failures)-1].Message)
	case want == "says" && len(out) == 0, strings.Contains(want, "/") && !saved:
		t.fail(name, t.reinstall(), "ran, and gave or saved nothing of a session that has something to save")
	default:
		t.ok(name, "%s, gave %s", did, fence.Count(len(out), "byte"))
	}
	t.logged = len(failures)
	return nil
}

// matching is all that the files of the scratch folder hold that a pattern names.
func (t *trial) matching(pattern string) (text string) {
	paths, _ := filepath.Glob(filepath.Join(t.dir, filepath.FromSlash(pattern)))
	for _, path := range paths {
		b, _ := durable.Read(path, 1<<20)
		text += path + string(b)
	}
	return text
}
