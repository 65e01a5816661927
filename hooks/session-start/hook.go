package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/hook"
	"holdfast/lib/machine"
	"holdfast/lib/recovery"
)

const recoverTime = time.Second

func runHook(env cli.Env) int { return hook.Main(env, "session-start", "SessionStart", brief) }

// brief tells a session that starts what it can take up.
func brief(ctx context.Context, c *hook.Call) (hook.Output, error) {
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	p := open(c.Env, root, c.Machine)
	var notes []string
	if c.Source == "startup" || c.Source == "clear" {
		notes = recoverCrashed(ctx, c, p)
	}
	q, cancel := p.query(ctx, c.Now(), c.SessionID, c.Source)
	defer cancel()
	entries, failed := recovery.Collect(ctx, p.stores(), q)
	for _, err := range failed {
		c.Failed(err)
	}
	failures, err := c.Machine.Failures(c.Machine.Shown())
	if err != nil {
		c.Failed(err)
	}
	b, err := recovery.Compose(entries, recovery.Request{
		Query: q, Random: c.Random, Notes: notes, Failures: failures, Show: shows(c.Env, root),
	})
	if err != nil {
		return hook.Output{}, err
	}
	return hook.Output{Context: b.Context, Message: b.Message, Told: func() { markShown(c, failures) }}, nil
}

func markShown(c *hook.Call, failures []machine.Failure) {
	if len(failures) == 0 {
		return
	}
	if err := c.Machine.MarkShown(failures[len(failures)-1].Time); err != nil {
		c.Failed(err)
	}
}

// recoverCrashed saves what other sessions left behind, and returns what the
// brief should say of them beyond the artifacts.
func recoverCrashed(ctx context.Context, c *hook.Call, p workplace) []string {
	ctx, cancel := context.WithTimeout(ctx, recoverTime)
	defer cancel()
	crashes, err := autosave.Recover(ctx, p.artifacts, autosave.Session{
		ID: c.SessionID, Transcript: c.TranscriptPath, Now: c.Now(),
	})
	if err != nil && !errors.Is(err, artifact.ErrLinkedOut) { // the brief meets that one and says it
		c.Failed(err)
	}
	var notes []string
	for _, crash := range crashes {
		if crash.Warning != nil {
			c.Failed(crash.Warning)
		}
		prune(c, p.artifacts, crash.Heads, crash.Saved.Path)
		if crash.Open {
			notes = append(notes, fmt.Sprintf("session %s was active %d s ago and may still be open elsewhere; its state is not saved yet",
				fence.Line(crash.SessionID, 40), int(crash.Age.Seconds())))
		}
	}
	return notes
}

func prune(c *hook.Call, store artifact.Store, heads []artifact.Head, saved string) {
	if saved == "" {
		return
	}
	if _, err := store.PruneAutos(heads, saved, c.Now()); err != nil {
		c.Failed(err)
	}
}
