package main

import (
	"cmp"
	"strings"

	"github.com/tidwall/gjson"

	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/recovery"
	"holdfast/lib/resume"
	"holdfast/lib/undo"
)

// runStatusline never fails: what goes wrong is no output.
func runStatusline(inv *cli.Invocation) error {
	var payload gjson.Result
	if b, err := inv.Body(); err == nil && gjson.ValidBytes(b) {
		payload = gjson.ParseBytes(b)
	}
	dir, typed := "", inv.Terminal(inv.Stdin) // a person looks at what it prints
	if typed {
		dir, _ = inv.WorkingDir()
	}
	text := status(inv, payload, dir)
	if text != "" {
		inv.Printf("%s\n", text)
	} else if typed {
		inv.Printf("nothing saved in this project\n")
	}
	return inv.PrintJSON(map[string]string{"text": text})
}

// status tells of the line that the session goes on with, or would be told first, and what to undo.
func status(inv *cli.Invocation, p gjson.Result, dir string) string {
	root, err := project.Root(project.Start{
		Explicit: inv.Root, ProjectDir: p.Get("workspace.project_dir").Str, Home: inv.Home(),
		Cwd: p.Get("workspace.current_dir").Str, WorkingDir: cmp.Or(p.Get("cwd").Str, dir),
	})
	folder, missing := machine.Locate(inv.Getenv)
	if err != nil || missing != nil {
		return ""
	}
	at, _, _ := autosave.ProjectAt(inv.Env, root, folder) // doctor says what is wrong with the settings
	lines := recovery.Lines{Project: at, Transcript: p.Get("transcript_path").Str}
	q := resume.Query{Now: inv.Now(), SessionID: p.Get("session_id").Str, Source: "startup"}
	if lines.Mine = lines.Project.Store.Notes(q.SessionID).Line(); lines.Mine != "" {
		q.Source = "resume"
	}
	var parts []string
	if entries, failed := recovery.Collect(inv.Ctx, []resume.Store{lines}, q); len(failed) == 0 {
		parts = recovery.Status(entries, inv.Now())
	}
	if h, err := (undo.Store{Root: root, Machine: folder}).Read(); err == nil && h.Steps(q.SessionID) > 0 {
		parts = append(parts, fence.Count(h.Steps(q.SessionID), "undo step"))
	}
	if len(parts) == 0 {
		return ""
	}
	return "holdfast: " + strings.Join(parts, ", ")
}
