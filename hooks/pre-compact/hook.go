package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/history"
	"holdfast/lib/hook"
	"holdfast/lib/moved"
)

// endTime is for a session's end, where the client allows all hooks 1.5 s together.
const endTime = time.Second

func runHook(env cli.Env) int {
	return hook.Main(env, "pre-compact", hook.Event{Name: "PreCompact", Run: save},
		hook.Event{Name: "SessionEnd", Limit: endTime, Run: saveEnd},
		hook.Event{Name: "StopFailure", Limit: endTime, Run: saveEnd}, // nobody may come back to a turn that died
		hook.Event{Name: "PostCompact", Limit: endTime, Run: saveSummary})
}

func save(ctx context.Context, c *hook.Call) (hook.Output, error) {
	r, err := autosave.Hooked(ctx, c, autosave.Session.BeforeCompaction)
	if err != nil || r.Saved.Path == "" {
		return hook.Output{}, err
	}
	return hook.Output{Plain: r.Summary()}, nil
}

// saveEnd writes the state of a session that ends and what is kept of it. Nobody reads what it prints.
func saveEnd(ctx context.Context, c *hook.Call) (hook.Output, error) {
	if _, err := os.Stat(c.TranscriptPath); errors.Is(err, fs.ErrNotExist) {
		return hook.Output{}, nil // nothing was ever said
	}
	_, err := autosave.Hooked(ctx, c, autosave.Session.AtEnd)
	if root, missing := c.Root(); missing == nil {
		if store := artifact.Of(root, c.Machine); c.Reason == "clear" {
			line := store.Notes(c.SessionID).Line() + "\t" + c.Now().UTC().Format(time.RFC3339Nano)
			c.Failed(store.Note(ctx, artifact.Cleared, artifact.NoteTold, line))
		}
		here := moved.Project{Root: root, Machine: c.Machine, Git: c.Git}
		err = errors.Join(err, here.Note(ctx), history.Noted(ctx, root, c.Machine, c.Getenv, c.TranscriptPath))
	}
	return hook.Output{}, err
}

func saveSummary(_ context.Context, c *hook.Call) (hook.Output, error) {
	if c.Summary == "" || c.SessionID == "" {
		return hook.Output{}, nil
	}
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	store := artifact.Of(root, c.Machine)
	set, err := config.Load(c.Machine, store.Hash)
	c.Failed(err)
	if !set.Autosave || !set.SavePrompts { // it quotes them
		return hook.Output{}, nil
	}
	return hook.Output{}, store.KeepSummary(c.SessionID, c.Summary)
}
