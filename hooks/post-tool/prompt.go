package main

import (
	"context"
	"errors"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/hook"
	"holdfast/lib/project"
	"holdfast/lib/redact"
	"holdfast/lib/undo"
)

const (
	// promptTime is the hook's own on a prompt: the model waits for it.
	promptTime = time.Second
	// treeTime is the snapshot's part of it.
	treeTime = 700 * time.Millisecond
	// maxPrompt is how much of a prompt labels its snapshot, in UTF-16 units.
	maxPrompt = 80
)

// keepTree takes a snapshot of the work tree before the model starts on a prompt.
func keepTree(ctx context.Context, c *hook.Call) (hook.Output, error) {
	if c.AgentID != "" {
		return hook.Output{}, nil
	}
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	inside, inGit := gitrepo.Find(root)
	if !inGit {
		return hook.Output{}, nil
	}
	settings, err := config.Load(c.Machine, project.Hash(root))
	if err != nil {
		c.Failed(err)
	}
	repo := snapshots(c, root)
	if !settings.Snapshots || repo == nil {
		return hook.Output{}, nil
	}
	p := undo.Prompt{
		Time: c.Now().UTC(), Session: c.SessionID, ID: textOf(gjson.GetBytes(c.Raw, "prompt_id")), Transcript: c.TranscriptPath,
		Branch: inside.Branch(), Head: inside.Head().Commit,
	}
	if settings.SavePrompts {
		text, _ := redact.Text(textOf(gjson.GetBytes(c.Raw, "prompt")))
		p.Text = fence.Line(text, maxPrompt)
	}
	store := undo.Store{Root: root, Machine: c.Machine}
	limited, cancel := context.WithTimeout(ctx, treeTime)
	defer cancel()
	p, err = store.Take(limited, *repo, p)
	if p.LeftOut == undo.TooSlow {
		return hook.Output{Message: c.Typed(tooSlow(store))}, nil
	}
	if err == nil && store.PruneDue(p.Time) {
		_, _, err = store.Prune(ctx, *repo, settings.KeepSnapshots, p.Time, false)
		if errors.Is(err, context.DeadlineExceeded) {
			err = nil // the next one goes on
		}
	}
	return hook.Output{}, err
}

// tooSlow is what the user is told of a snapshot that did not fit its time: of
// the first, and of the one after which none is tried.
func tooSlow(store undo.Store) string {
	h, err := store.Read()
	if err != nil {
		return ""
	}
	switch h.Slow() {
	case 1:
		return "holdfast: the snapshot for undo took over a second here and was stopped; it goes on before the next prompt"
	case undo.MaxSlow:
		return "holdfast: snapshots for undo take over a second here and are no longer tried; `holdfast files checkpoint --file NAME` completes one, `holdfast config snapshots off --project` turns them off"
	}
	return ""
}
