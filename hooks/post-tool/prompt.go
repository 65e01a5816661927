package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/hook"
	"holdfast/lib/project"
	"holdfast/lib/redact"
	"holdfast/lib/snapshot"
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
	if _, err := (checkpoint.Store{Root: root, Machine: c.Machine, Now: c.Now}).Withdraw(ctx); err != nil {
		c.Failed(err)
	}
	settings, err := config.Load(c.Machine, project.Hash(root))
	if err != nil {
		c.Failed(err)
	}
	git, hasGit := gitrepo.New(c.Getenv("PATH"), c.Environ())
	if !settings.Snapshots || !hasGit {
		return hook.Output{}, nil
	}
	repo := snapshot.Of(c.Machine, root, git)
	p := undo.Prompt{
		Time: c.Now().UTC(), Session: c.SessionID, ID: c.PromptID, Transcript: c.TranscriptPath,
		Branch: inside.Branch(), Head: inside.Head().Commit,
	}
	if settings.SavePrompts {
		text, _ := redact.Text(c.Prompt)
		p.Text = fence.Line(text, maxPrompt)
	}
	store := undo.Store{Root: root, Machine: c.Machine}
	limited, cancel := context.WithTimeout(ctx, treeTime)
	defer cancel()
	p, err = store.Take(limited, repo, p)
	told := hook.Output{Message: c.Typed(aboutTree(store, p))}
	if p.LeftOut == undo.TooSlow {
		return told, nil
	}
	if err == nil && store.PruneDue(p.Time) {
		_, _, err = store.Prune(ctx, repo, settings.KeepSnapshots, p.Time, false)
		if errors.Is(err, context.DeadlineExceeded) {
			err = nil // the next one goes on
		}
	}
	return told, err
}

// aboutTree is what the user is shown of the snapshot before a prompt: of the
// project's first, of the first of several that could not be taken or did not fit
// their time, and of the one after which none is tried.
func aboutTree(store undo.Store, p undo.Prompt) string {
	if p.LeftOut == "" {
		if p.N == 1 {
			return "holdfast: the files here are saved before each prompt; `holdfast undo` takes back what one changed"
		}
		return ""
	}
	h, err := store.Read()
	if err != nil || len(h.Prompts) == 0 {
		return ""
	}
	before := h.Prompts[:len(h.Prompts)-1]
	switch {
	case p.LeftOut == undo.Failed:
		if len(before) == 0 || before[len(before)-1].LeftOut != undo.Failed {
			return "holdfast: the files could not be saved before this prompt, so undo cannot go back to before it; `holdfast status` shows why"
		}
	case h.Slow() == undo.MaxSlow:
		return "holdfast: snapshots for undo take over a second here and are no longer tried; `holdfast files checkpoint` completes one, `holdfast config snapshots off --project` turns them off"
	case h.Slow() == 1 && !slices.ContainsFunc(before, func(p undo.Prompt) bool { return p.LeftOut == undo.TooSlow }):
		return "holdfast: the snapshot for undo took over a second here and was stopped; it continues before the next prompt"
	}
	return ""
}
