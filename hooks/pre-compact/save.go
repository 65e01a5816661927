package main

import (
	"cmp"
	"errors"
	"fmt"
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

const saveHelp = `%[3]s
It writes one YAML file below thoughts/shared/handoffs/ and prints its path, and
whether the next session starts with it.

The content is YAML on standard input, flags, or both; a flag overrides the
body. goal and now are required; a handoff and a finalize also need an outcome
and a bead (an issue of the tracker beads, or none). Common keys:
done_this_session, next, blockers, questions, decisions, worked, failed; other
keys are stored as they are. All faults are listed before anything is written.
Secrets are removed, and each is reported.

Options:
  --session S   the line of work, that is the folder (default: the one that this
                Claude Code session used before, else the bead, else the branch)
  --bead B      the issue, or none (default: the one saved before, else the one
                in progress)
  --title T     short title for the file's name (default: from the session)
  --outcome O   SUCCEEDED, PARTIAL_PLUS (mostly works), PARTIAL_MINUS (mostly
                does not) or FAILED (default for a checkpoint: PARTIAL_PLUS)
  --goal G      what the work is for, in one line
  --now N       where it is, in one line
  --date D      ISO 8601 (default: now)
  --dry-run     check and print, write nothing
  --json        the result as JSON

Examples:
  holdfast %[1]s --goal "Complete auth refactor" --now "sessions done, tests missing"%[2]s
  holdfast %[1]s%[2]s <<'EOF'
  goal: Complete auth refactor
  now: Redis sessions work; tests are missing
  done_this_session:
    - task: Added the Redis session store
      files: [src/auth/session.ts]
  next:
    - Add unit tests for the session store
  decisions:
    redis: sessions must outlive a restart
  EOF
`

// saveVerb is the verb that writes an artifact of a mode.
func saveVerb(mode, about, example string) cli.Verb {
	return cli.Verb{
		Name: mode, Help: fmt.Sprintf(saveHelp, mode, example, about),
		Run: func(inv *cli.Invocation) error { return saveArtifact(inv, mode) },
	}
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
	ctx := inv.Ctx
	set, err := config.Load(p.Store.Machine, p.Store.Hash())
	if err != nil {
		inv.Warnf("%v", err)
	}
	if name := d.Text("session"); artifact.SafeName(name) {
		yamldoc.Set(d.Front, "session", yamldoc.String(p.Store.Spelled(name)))
	}
	id := cmp.Or(d.Text("session_id"), inv.Getenv("CLAUDE_CODE_SESSION_ID"))
	s := autosave.Session{ID: id, Now: inv.Now(), NoPrompts: !set.SavePrompts}
	asked := autosave.Asked{
		Line: d.Text("session"), Bead: d.Text("primary_bead"), Goal: d.Text("goal"),
		Title: cmp.Or(inv.Flag("title"), d.Text("goal")), Closing: mode == artifact.Finalize,
	}
	asked.Tracker = beads.Tracker{Root: p.Store.Root, Path: inv.Getenv("PATH"), Env: inv.Environ()}
	git, hasGit := gitrepo.New(inv.Getenv("PATH"), inv.Environ())
	survey := autosave.Survey{Root: p.Store.Root, Git: git, HasGit: hasGit, Machine: p.Store.Machine}
	facts, err := s.Facts(ctx, p, survey, asked)
	if err == nil {
		facts.Complete(d)
	}
	return facts, err
}

func withHint(err error, mode string) error {
	var invalid *fault.InvalidError
	if !errors.As(err, &invalid) {
		return err
	}
	hints := []string{}
	for _, f := range invalid.Faults {
		switch f.Field {
		case "primary_bead":
			hints = append(hints, "--bead ID, or --bead none where no tracker is used")
		case "outcome":
			hints = append(hints, "--outcome "+strings.Join(artifact.Values("outcome"), ", "))
		case "goal", "now":
			hints = append(hints, "--"+f.Field+" TEXT")
		}
	}
	invalid.Hint = strings.Join(hints, "; ")
	if invalid.Hint == "" {
		invalid.Hint = fence.Typed("holdfast help %s", mode)
	}
	return invalid
}

type savedDocument struct {
	Path     string               `json:"path"`
	Mode     string               `json:"mode"`
	Session  string               `json:"session"`
	DryRun   bool                 `json:"dry_run"`
	Redacted []artifact.Redaction `json:"redacted"`
	Content  string               `json:"content,omitempty"` // of a dry run: what would be written
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

func report(inv *cli.Invocation, saved artifact.Saved, mode string, dryRun bool) error {
	warnSaved(inv, saved)
	if t, ok := artifact.ParseDate(saved.Document.Text("date")); ok && t.After(inv.Now().Add(24*time.Hour)) {
		inv.Warnf("it is dated more than a day ahead, so it counts as the oldest")
	}
	if dryRun {
		inv.PrintText(string(saved.Bytes))
		inv.Printf("would save %s\n", saved.Path)
	} else {
		inv.Printf("saved %s %s\n%s\n", mode, saved.Path, inv.Typed(whatNext(inv, saved)))
	}
	doc := savedDocument{
		Path: saved.Path, Mode: mode, Session: saved.Document.Text("session"), DryRun: dryRun,
		Redacted: append([]artifact.Redaction{}, saved.Redacted...),
	}
	if dryRun {
		doc.Content = string(saved.Bytes)
	}
	return inv.PrintJSON(doc)
}
