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
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
	"holdfast/lib/hook"
	"holdfast/lib/line"
	"holdfast/lib/moved"
)

// endTime is what the save at a session's end may take: the client allows all
// hooks of that event 1.5 s together.
const endTime = time.Second

func runHook(env cli.Env) int {
	return hook.Main(env, "pre-compact", "PreCompact", save,
		hook.Event{Name: "SessionEnd", Limit: endTime, Run: saveEnd},
		hook.Event{Name: "StopFailure", Limit: endTime, Run: saveEnd}, // nobody may come back to a turn that died
		hook.Event{Name: "PostCompact", Limit: endTime, Run: saveSummary})
}

// save writes the state of the session that is about to be compacted.
func save(ctx context.Context, c *hook.Call) (hook.Output, error) {
	if c.AgentID != "" {
		return hook.Output{}, nil
	}
	r, err := autosave.Hooked(ctx, c, autosave.Session.BeforeCompaction)
	if err != nil || !r.Wrote && !r.Again {
		return hook.Output{}, err
	}
	return hook.Output{Plain: r.Summary()}, nil
}

// saveEnd writes the state of a session that ends. Nobody reads what it prints.
func saveEnd(ctx context.Context, c *hook.Call) (hook.Output, error) {
	if c.AgentID != "" {
		return hook.Output{}, nil
	}
	if _, err := os.Stat(c.TranscriptPath); errors.Is(err, fs.ErrNotExist) {
		return hook.Output{}, nil // nothing was ever said
	}
	_, err := autosave.Hooked(ctx, c, autosave.Session.AtEnd)
	return hook.Output{}, errors.Join(err, noteHistory(ctx, c))
}

// noteHistory brings what is kept of the session's conversation up to date, in what
// is left of the time. What does not fit is read with the next question.
func noteHistory(ctx context.Context, c *hook.Call) error {
	root, err := c.Root()
	if err != nil {
		return err
	}
	git := gitrepo.Finder(c.Getenv, c.Environ)
	if err := (moved.Project{Root: root, Machine: c.Machine, Git: git}).Note(ctx); err != nil {
		return err
	}
	h, err := history.Open(root, c.Machine, c.Getenv)
	if err == nil {
		err = h.Note(ctx, c.TranscriptPath)
	}
	if errors.Is(err, history.ErrOff) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// saveSummary keeps the client's own summary of the conversation that was compacted.
func saveSummary(_ context.Context, c *hook.Call) (hook.Output, error) {
	if c.AgentID != "" || c.Summary == "" || c.SessionID == "" {
		return hook.Output{}, nil
	}
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	store := artifact.Of(root, c.Machine)
	set, err := config.Load(c.Machine, store.Hash())
	c.Failed(err)
	if !set.Autosave || !set.SavePrompts { // it quotes them
		return hook.Output{}, nil
	}
	return hook.Output{}, line.In(store, c.Now()).KeepSummary(c.SessionID, c.Summary)
}
