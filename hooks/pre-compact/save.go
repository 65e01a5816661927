package main

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/yamldoc"
)

func saveArtifact(inv *cli.Invocation, mode string) error {
	body, err := inv.Body()
	if err != nil {
		return err
	}
	d, err := artifact.FromBody(body)
	if err != nil {
		return err
	}
	root, folder := inv.Project, inv.Machine
	store := artifact.Of(root, folder)
	if given := d.Text("mode"); given != "" && given != mode {
		wrong := fault.Fault{Field: "mode", Found: given, Allowed: mode + ", as the command says"}
		return &fault.InvalidError{What: "the artifact", Faults: []fault.Fault{wrong}}
	}
	applyFlags(inv, d, mode)
	p := line.In(store, inv.Now())
	p.Evidence = line.Evidence{
		Git: gitrepo.Finder(inv.Getenv, inv.Environ), Trunks: config.Trunks(folder, store.Hash()),
	}
	facts, err := fillIn(inv, p, d, mode)
	if err != nil {
		return err
	}
	saved, err := store.Save(d, artifact.Options{Title: inv.Flag("title"), DryRun: inv.On("dry-run"), Now: inv.Now()})
	if err != nil {
		return withHint(err, mode)
	}
	if !inv.On("dry-run") && saved.Unrecorded == nil {
		if _, err := facts.Keep(inv.Ctx, saved, false); err != nil {
			inv.Warnf("%v", err)
		}
	}
	return report(inv, saved, mode, inv.On("dry-run"))
}

// applyFlags puts the flags over the body.
func applyFlags(inv *cli.Invocation, d artifact.Document, mode string) {
	yamldoc.Set(d.Front, "mode", yamldoc.String(mode))
	set := func(m *yamldoc.Node, key, flag string) {
		if value := inv.Flag(flag); value != "" {
			yamldoc.Set(m, key, yamldoc.String(value))
		}
	}
	set(d.Front, "session", "session")
	set(d.Front, "primary_bead", "bead")
	set(d.Front, "outcome", "outcome")
	set(d.Front, "date", "date")
	set(d.Body, "goal", "goal")
	set(d.Body, "now", "now")
}

// fillIn adds what the caller need not say: the line of work, its bead, goal
// and now where they stay, the Claude Code session, and what git has checked out.
func fillIn(inv *cli.Invocation, p line.Project, d artifact.Document, mode string) (autosave.Facts, error) {
	set, err := config.Load(p.Store.Machine, p.Store.Hash())
	if err != nil {
		inv.Warnf("%v", err)
	}
	id := cmp.Or(d.Text("session_id"), inv.Getenv("CLAUDE_CODE_SESSION_ID"))
	facts, err := autosave.Session{Project: p, ID: id, NoPrompts: !set.SavePrompts, Asked: &autosave.Asked{
		Line: d.Text("session"), Bead: d.Text("primary_bead"), Goal: d.Text("goal"),
		Title: cmp.Or(inv.Flag("title"), d.Text("goal")), Closing: mode == artifact.Finalize,
		Tracker: beads.Tracker{Root: p.Store.Root, Path: inv.Getenv("PATH"), Env: inv.Environ()},
	}}.Facts(inv.Ctx)
	if err == nil {
		facts.Complete(d)
	}
	return facts, err
}

// withHint names the flag for the first fault that has one.
func withHint(err error, mode string) error {
	var invalid *fault.InvalidError
	if !errors.As(err, &invalid) {
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

// warnSaved says what was taken out of an artifact, and what could not be
// recorded of it.
func warnSaved(inv *cli.Invocation, saved artifact.Saved) {
	for _, r := range saved.Redacted {
		inv.Warnf("a secret was removed from %q (%s)", r.Field, r.Kind)
	}
	if saved.Unrecorded != nil {
		inv.Warnf("%v", saved.Unrecorded)
	}
}

// written is what was saved, or would be.
type written struct {
	Path     string               `json:"path"`
	Mode     string               `json:"mode"`
	Session  string               `json:"session"`
	DryRun   bool                 `json:"dry_run"`
	Redacted []artifact.Redaction `json:"redacted"`
	Content  string               `json:"content,omitempty"` // of a dry run: what would be written
}

func report(inv *cli.Invocation, saved artifact.Saved, mode string, dryRun bool) error {
	warnSaved(inv, saved)
	if t, ok := artifact.ParseDate(saved.Document.Text("date")); ok && t.After(inv.Now().Add(24*time.Hour)) {
		inv.Warnf("it is dated more than a day ahead, so it counts as the oldest")
	}
	w := written{
		Path: saved.Path, Mode: mode, Session: saved.Document.Text("session"), DryRun: dryRun,
		Redacted: append([]artifact.Redaction{}, saved.Redacted...),
	}
	if dryRun {
		w.Content = string(saved.Bytes)
	}
	return inv.Report(w, nil)
}

// Print prints the path, of a dry run also the text.
func (w written) Print(inv *cli.Invocation) {
	if w.DryRun {
		inv.PrintText(w.Content)
		inv.Printf("would save %s\n", w.Path)
		return
	}
	inv.Printf("saved %s %s\n", w.Mode, w.Path)
	if w.Mode == artifact.Finalize {
		inv.Printf("It closes this line of work: the next session does not start with it.\n")
	}
}
