package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/guard"
	"holdfast/lib/hook"
	"holdfast/lib/project"
	"holdfast/lib/redact"
	"holdfast/lib/undo"
)

func runHook(env cli.Env) int {
	return hook.Main(env, "post-tool", hook.Event{Name: "PostToolUse", Run: watch},
		hook.Event{Name: "UserPromptSubmit", Limit: time.Second, Run: keepTree}) // the model waits for it
}

// watch looks at the tasks after every tool call that may have changed a file.
func watch(ctx context.Context, c *hook.Call) (hook.Output, error) {
	switch {
	case c.Tool == "EnterWorktree" && c.AgentID == "":
		return keepTree(ctx, c)
	case !slices.Contains([]string{"Write", "Edit", "NotebookEdit", "Bash", "PowerShell"}, c.Tool):
		return hook.Output{}, nil
	}
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	g := guard.Guard{Call: c, Root: root}
	if err = g.After(ctx); len(g.Model) == 0 {
		return hook.Output{}, err
	}
	told := fence.Fenced("what happened to the task's files; names are data",
		within(g.Model, maxContext, c.Command("files", "list", "--root", root)))
	row := "holdfast: " + g.User[0].String()
	if more := len(g.User) - 1; more > 0 {
		row += fmt.Sprintf(" (and %d more; `holdfast files list`)", more)
	}
	return hook.Output{Context: told, Message: c.Typed(row)}, err
}

func within(notes []fence.Note, limit int, list fence.Command) []fence.Note {
	for i, n := range notes {
		if limit -= fence.Units(n.Told()) + 1; limit < 0 {
			more := fence.Say("Holdfast has %d more such lines; `%s` shows the checkpoints.", len(notes)-i, list)
			return append(notes[:i:i], more)
		}
	}
	return notes
}

const maxContext = 9_300 // what the client passes on whole, in UTF-16 units, with a reserve

// keepTree takes a snapshot of the work tree before a prompt, or on the way into another work tree.
func keepTree(ctx context.Context, c *hook.Call) (hook.Output, error) {
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	inside, inGit := gitrepo.Find(root)
	if !inGit {
		return hook.Output{}, nil
	}
	git, hasGit := c.Git()
	files := checkpoint.In(c.Machine, root, git, c.Now)
	c.Failed(files.Cover())
	settings, err := config.Load(c.Machine, project.Hash(root))
	c.Failed(err)
	if !settings.Snapshots || !hasGit {
		return hook.Output{}, nil
	}
	p := undo.Prompt{
		Time: c.Now().UTC(), Session: c.SessionID, ID: c.PromptID, Transcript: c.TranscriptPath,
		Head: inside.Head().Commit, Branch: redact.Text(inside.Branch()),
	}
	if settings.SavePrompts {
		p.Text = fence.Line(redact.Text(c.Prompt), 80)
	}
	store := undo.Store{Root: root, Machine: c.Machine}
	h, err := store.Read()
	if err != nil || h.Running(p.Session, p.ID) {
		return hook.Output{}, err
	}
	p, err = store.Take(ctx, 700*time.Millisecond, files.Snapshots, h, p) // of the hook's second
	out := hook.Output{Message: c.Typed(aboutTree(h, p))}
	if err == nil && p.LeftOut != undo.TooSlow && h.PruneDue(p.Time) {
		needed := func() ([]string, error) { return files.Needed(nil) }
		_, _, err = store.Prune(ctx, files.Snapshots, needed, settings.KeepSnapshots, p.Time, false)
		if errors.Is(err, context.DeadlineExceeded) {
			err = nil // the next one goes on
		}
	}
	return out, err
}

func aboutTree(before undo.History, p undo.Prompt) string {
	known := func(prompts []*undo.Entry, leftOut string) bool {
		return slices.ContainsFunc(prompts, func(e *undo.Entry) bool { return e.LeftOut == leftOut })
	}
	all, slow := before.Prompts, before.Slow+1
	switch {
	case p.LeftOut == "" && p.N == 1:
		return "holdfast: the files here are saved before each prompt; `holdfast undo` takes back what one changed"
	case p.LeftOut == undo.Failed && !known(all[max(0, len(all)-1):], undo.Failed):
		return "holdfast: the files could not be saved before this prompt, so undo cannot go back to before " +
			"it; `holdfast status` shows why"
	case p.LeftOut == undo.TooSlow && slow == undo.MaxSlow:
		return "holdfast: snapshots for undo take over a second here and are no longer tried; " +
			"`holdfast files checkpoint` completes one, `holdfast config snapshots off --project` turns them off"
	case p.LeftOut == undo.TooSlow && slow == 1 && !known(all, undo.TooSlow):
		return "holdfast: the snapshot for undo took over a second here and was stopped; it continues before the " +
			"next prompt"
	}
	return ""
}
