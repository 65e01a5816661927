package main

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/yamldoc"
)

//go:embed save.txt
var savePage string // the help of the three verbs that write an artifact

func withSaves(p cli.Program) cli.Program {
	const done, closes = " --bead none --outcome SUCCEEDED",
		"Saves what finished work solved and decided, and closes its line of work."
	for _, v := range []struct{ mode, about, example string }{
		{artifact.Checkpoint, "Saves where the work is, so that a later session can continue it.", ""},
		{artifact.Handoff, "Saves the work for somebody else to continue: commit the file.", done},
		{artifact.Finalize, closes, done},
	} {
		p.Verbs[v.mode] = func(inv *cli.Invocation) error { return saveArtifact(inv, v.mode) }
		p.Pages = fmt.Appendf(p.Pages, savePage, v.mode, v.example, v.about)
	}
	return p
}

func saveArtifact(inv *cli.Invocation, mode string) error {
	body, err := inv.Body()
	if err != nil {
		return err
	}
	d, err := artifact.FromBody(body)
	if err != nil {
		return err
	}
	if given := d.Text("mode"); given != "" && given != mode {
		return fault.Invalid("the artifact", "mode", given, mode+", as the command says")
	}
	yamldoc.Set(d.Front, "mode", yamldoc.String(mode))
	for _, key := range []string{"session", "primary_bead", "outcome", "date", "goal", "now"} {
		if value := inv.Flag(strings.TrimPrefix(key, "primary_")); value != "" {
			yamldoc.Set(d.Part(key), key, yamldoc.String(value))
		}
	}
	p, set, err := autosave.ProjectAt(inv.Env, inv.Project, inv.Machine)
	inv.Warn(err)
	if name := d.Text("session"); artifact.SafeName(name) {
		yamldoc.Set(d.Front, "session", yamldoc.String(p.Store.Spelled(name)))
	}
	s := autosave.Session{
		Project: p, ID: cmp.Or(d.Text("session_id"), inv.Getenv("CLAUDE_CODE_SESSION_ID")), NoPrompts: !set.SavePrompts,
		Asked: &autosave.Asked{
			Line: d.Text("session"), Bead: d.Text("primary_bead"), Goal: d.Text("goal"),
			Title: cmp.Or(inv.Flag("title"), d.Text("goal")), Closing: mode == artifact.Finalize,
			Tracker: beads.Tracker{Root: p.Store.Root, Path: inv.Getenv("PATH"), Env: inv.Environ()},
		},
	}
	o := artifact.Options{Title: inv.Flag("title"), DryRun: inv.On("dry-run"), Now: inv.Now()}
	saved, err := write(inv, s, d, o)
	if err != nil {
		return withHint(err, mode)
	}
	if t, ok := artifact.ParseDate(saved.Document.Text("date")); ok && t.After(inv.Now().Add(artifact.MaxAhead)) {
		inv.Warnf("it is dated more than a day ahead, so it counts as the oldest")
	}
	w := written{
		Path: saved.Path, Mode: mode, Session: saved.Document.Text("session"), DryRun: o.DryRun,
		Redacted: saved.Redacted,
	}
	if o.DryRun {
		w.Content = string(saved.Bytes)
		inv.PrintText(w.Content)
		inv.Printf("would save %s\n", w.Path)
		return inv.PrintJSON(w)
	}
	inv.Printf("saved %s %s\n", mode, w.Path)
	if mode == artifact.Finalize { // one that is dated back closes nothing
		if l, err := p.Named(inv.Ctx, w.Session); err == nil && l != nil && l.Closed {
			inv.Printf("It closes this line of work: the next session does not start with it.\n")
		}
	}
	return inv.PrintJSON(w)
}

// write saves an artifact with what its writer need not say, and tells what was taken out of it.
func write(inv *cli.Invocation, s autosave.Session, d artifact.Document, o artifact.Options) (artifact.Saved, error) {
	facts, err := s.Facts(inv.Ctx)
	if err != nil {
		return artifact.Saved{}, err
	}
	facts.Complete(d)
	var kept error
	o.Beside = func(saved artifact.Saved, named func() bool) {
		_, kept = facts.Keep(saved, named)
		kept = errors.Join(kept, facts.HandOver(saved.Artifact()))
	}
	saved, err := s.Project.Store.Save(d, o)
	if err != nil {
		return saved, err
	}
	for _, r := range saved.Redacted {
		inv.Warnf("a secret was removed from %q (%s)", r.Field, r.Kind)
	}
	inv.Warn(errors.Join(saved.Unrecorded, kept))
	return saved, nil
}

func withHint(err error, mode string) error {
	var invalid *fault.Error
	if !errors.As(err, &invalid) || invalid.Code != cli.Invalid {
		return err
	}
	hints := map[string]string{
		"primary_bead": "--bead ID, or --bead none where no tracker is used",
		"outcome":      "--outcome " + strings.Join(artifact.Values("outcome"), ", "),
		"goal":         "--goal TEXT", "now": "--now TEXT",
	}
	invalid.Hint = fence.Typed("holdfast help %s", mode)
	for _, f := range slices.Backward(invalid.Faults) {
		invalid.Hint = cmp.Or(hints[f.Field], invalid.Hint)
	}
	return invalid
}

type written struct {
	Path     string               `json:"path"`
	Mode     string               `json:"mode"`
	Session  string               `json:"session"`
	DryRun   bool                 `json:"dry_run"`
	Redacted []artifact.Redaction `json:"redacted"`
	Content  string               `json:"content,omitempty"` // of a dry run: what would be written
}
