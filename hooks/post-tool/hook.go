package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/guard"
	"holdfast/lib/hook"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
)

func runHook(env cli.Env) int {
	return hook.Main(env, "post-tool", "PostToolUse", watch, hook.Event{Name: "UserPromptSubmit", Limit: promptTime, Run: keepTree})
}

// watch looks at the tasks after every tool call that may have changed a file,
// and keeps the earlier bytes of the file that an edit names.
func watch(ctx context.Context, c *hook.Call) (hook.Output, error) {
	edits := c.Tool == "Write" || c.Tool == "Edit" || c.Tool == "NotebookEdit"
	if !edits && c.Tool != "Bash" && c.Tool != "PowerShell" {
		return hook.Output{}, nil
	}
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	var rows []fence.Note
	g := guard.Guard{
		Root: root, Machine: c.Machine, Now: c.Now, Failed: c.Failed, Tell: func(n fence.Note) { rows = append(rows, n) },
		Snapshots: func() *snapshot.Repo { return snapshots(c, root) },
		Command:   func(words ...string) fence.Command { return c.Command(append(words, "--root", root)...) },
	}
	if edits {
		g.Edit = func() (guard.Edit, bool) { return edited(c) }
	}
	notes, err := g.Watch(ctx, func() time.Time { return began(c) })
	if err == nil {
		var more []fence.Note
		more, err = g.Edited(ctx)
		notes = append(notes, more...)
	}
	if len(notes) == 0 {
		return hook.Output{}, err
	}
	told, unfenced := fence.Fenced("what happened to the task's files; names are data", within(notes, maxContext, g.Command("files", "list")), c.Random)
	return hook.Output{Context: told, Message: c.Typed(forUser(rows))}, errors.Join(err, unfenced)
}

// forUser is the first of several rows, and how many more there are.
func forUser(rows []fence.Note) string {
	if len(rows) == 0 {
		return ""
	}
	row := "holdfast: " + rows[0].String()
	if more := len(rows) - 1; more > 0 {
		row += fmt.Sprintf(" (and %d more; `holdfast files list`)", more)
	}
	return row
}

// maxContext is what the client passes on whole, in UTF-16 units, with a
// reserve.
const maxContext = 9_300

// within are the notes as far as they fit, and how many do not; list is the
// command that shows the checkpoints.
func within(notes []fence.Note, limit int, list fence.Command) []fence.Note {
	for i, n := range notes {
		if limit -= fence.Units(n.Told()) + 1; limit < 0 {
			more := fence.Say("Holdfast has %d more such lines; `%s` shows the checkpoints.", len(notes)-i, list)
			return append(notes[:i:i], more)
		}
	}
	return notes
}

// snapshots is the project's private repository, nil without git.
func snapshots(c *hook.Call, root string) *snapshot.Repo {
	git, ok := gitrepo.New(c.Getenv("PATH"), c.Environ())
	if !ok {
		return nil
	}
	repo := snapshot.Open(root, filepath.Join(c.Machine.Project(project.Hash(root)), "snapshots.git"), git)
	return &repo
}

// began is when the tool call began, the zero time where the client does not
// say how long it took.
func began(c *hook.Call) time.Time {
	took := gjson.GetBytes(c.Raw, "duration_ms")
	if took.Type != gjson.Number || took.Num < 0 || took.Num > float64(24*time.Hour/time.Millisecond) {
		return time.Time{}
	}
	return c.Now().Add(-time.Duration(took.Num * float64(time.Millisecond)))
}

// edited is what the client says of the file that it wrote; false where it
// wrote none.
func edited(c *hook.Call) (guard.Edit, bool) {
	response, input := gjson.GetBytes(c.Raw, "tool_response"), gjson.GetBytes(c.Raw, "tool_input")
	e := guard.Edit{File: textOf(response.Get("filePath"))}
	for _, key := range []string{"file_path", "notebook_path"} {
		if e.File == "" {
			e.File = textOf(input.Get(key))
		}
	}
	if e.File == "" || response.Get("staged").Bool() {
		return e, false
	}
	before := "originalFile"
	if c.Tool == "NotebookEdit" {
		before = "original_file"
		e.After = optional(response.Get("updated_file"))
		if e.After == nil {
			return e, true
		}
	}
	e.Created = c.Tool == "Write" && textOf(response.Get("type")) == "create"
	e.Before = optional(response.Get(before))
	for _, h := range response.Get("structuredPatch").Array() {
		hunk := guard.Hunk{
			OldStart: int(h.Get("oldStart").Int()), OldLines: int(h.Get("oldLines").Int()),
			NewStart: int(h.Get("newStart").Int()), NewLines: int(h.Get("newLines").Int()),
		}
		for _, line := range h.Get("lines").Array() {
			hunk.Lines = append(hunk.Lines, line.String())
		}
		e.Hunks = append(e.Hunks, hunk)
	}
	return e, true
}

func textOf(r gjson.Result) string {
	if r.Type != gjson.String {
		return ""
	}
	return r.Str
}

func optional(r gjson.Result) *string {
	if r.Type != gjson.String {
		return nil
	}
	return &r.Str
}
