package main

import (
	"cmp"
	"encoding/json"
	"io"
	"path"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/undo"
)

const statuslineHelp = `
Prints one short line for Claude Code's status line: the line of work, its last
save, its open steps, and how many prompts can be undone. It reads what Claude
Code sends to a status line on standard input; typed in a terminal it is about
the project there. If nothing is saved it prints nothing.

Options:
  --root DIR  the project (default: the one that the input names)
  --json      {"text"}

Examples:
  holdfast statusline < payload.json

`

// maxStatus is how many bytes of the client's input are read.
const maxStatus = 1 << 20

// runStatusline never fails: what goes wrong is no output.
func runStatusline(inv *cli.Invocation) error {
	if err := inv.Parse(nil, 0, 0); err != nil {
		return err
	}
	text := ""
	if inv.Terminal(inv.Stdin) { // a person looks at what it prints
		dir, err := inv.WorkingDir()
		if err != nil {
			return err
		}
		if text = status(inv, gjson.Result{}, dir); text == "" {
			inv.Printf("nothing saved in this project\n")
		}
	} else if b, err := io.ReadAll(io.LimitReader(inv.Stdin, maxStatus)); err == nil && gjson.ValidBytes(b) {
		text = status(inv, gjson.ParseBytes(b), "")
	}
	if text != "" {
		inv.Printf("%s\n", text)
	}
	return inv.PrintJSON(map[string]string{"text": text})
}

// status is the line for a session, or for a folder where no input names one; ""
// where nothing is saved.
func status(inv *cli.Invocation, p gjson.Result, dir string) string {
	root, err := project.Root(project.Start{
		Explicit: inv.Root, ProjectDir: p.Get("workspace.project_dir").Str, Home: inv.Home(),
		Cwd: p.Get("workspace.current_dir").Str, WorkingDir: cmp.Or(p.Get("cwd").Str, dir),
	})
	if err != nil {
		return ""
	}
	folder, err := machine.Locate(inv.Getenv)
	if err != nil {
		return ""
	}
	session := p.Get("session_id").Str
	parts := saved(artifact.Of(root, folder), session, inv.Now())
	if h, err := (undo.Store{Root: root, Machine: folder}).Read(); err == nil && h.Steps(session) > 0 {
		parts = append(parts, fence.Count(h.Steps(session), "undo step"))
	}
	if len(parts) == 0 {
		return ""
	}
	return "holdfast: " + strings.Join(parts, ", ")
}

// saved tells of the last save: its line of work, its age and what is open.
func saved(store artifact.Store, session string, now time.Time) []string {
	a, ok, err := store.LastSaved(session)
	if err != nil || !ok {
		return nil
	}
	line, ago := fence.Line(path.Base(path.Dir(a.Path)), 40), fence.Ago(now, a.Date)
	if a.Mode() == artifact.Finalize {
		return []string{line, "closed " + ago}
	}
	parts := []string{line, "saved " + ago}
	for _, key := range []struct{ name, one string }{{"next", "open step"}, {"blockers", "blocker"}} {
		if n := len(a.Lines(key.name)); n > 0 {
			parts = append(parts, fence.Count(n, key.one))
		}
	}
	return parts
}

const statusKey = "statusLine"

// addStatusline sets the status line in the text of settings, unless one is set.
func (s site) addStatusline(text []byte) []byte {
	if gjson.GetBytes(text, statusKey).Exists() {
		return text
	}
	value, err := json.Marshal(map[string]string{"type": "command", "command": s.command("statusline")})
	if err != nil {
		return text
	}
	return jsondoc.Doc(text).Set(value, statusKey)
}

// removeStatusline takes the status line out where it is ours.
func (s site) removeStatusline(text []byte) []byte {
	if gjson.GetBytes(text, statusKey+".command").Str != s.command("statusline") {
		return text
	}
	return jsondoc.Doc(text).Unset(statusKey)
}

// sayStatusline says what became of a status line that was asked for.
func (j *job) sayStatusline() {
	t, err := readSettings(j.site.scope.settings)
	switch {
	case !j.statusline || err != nil:
	case gjson.GetBytes(t.text, statusKey+".command").Str == j.site.command("statusline"):
		j.inv.Printf("status    holdfast statusline is the status line\n")
	default:
		j.warn("%q does not use holdfast statusline: a status line is set already, or a plugin brings the hooks", t.path)
	}
}
