package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/design"
	"holdfast/lib/gitrepo"
	"holdfast/lib/hook"
	"holdfast/lib/line"
)

// endTime is what the save at a session's end may take: the client allows all
// hooks of that event 1.5 s together.
const endTime = time.Second

func runHook(env cli.Env) int {
	return hook.Main(env, "pre-compact", "PreCompact", save, hook.Event{Name: "SessionEnd", Limit: endTime, Run: saveEnd})
}

// save writes the state of the session that is about to be compacted. What
// goes wrong never stops the compaction.
func save(ctx context.Context, c *hook.Call) (hook.Output, error) {
	if c.AgentID != "" {
		return hook.Output{}, nil
	}
	r, err := saveBy(ctx, c, autosave.Run)
	if err != nil || !r.Wrote && !r.Again {
		return hook.Output{}, err
	}
	return hook.Output{Plain: r.Summary()}, nil
}

// saveEnd writes the state of a session that ends, where it did something since
// its last save. Nobody reads what it prints.
func saveEnd(ctx context.Context, c *hook.Call) (hook.Output, error) {
	if c.AgentID != "" {
		return hook.Output{}, nil
	}
	if _, err := os.Stat(c.TranscriptPath); errors.Is(err, fs.ErrNotExist) {
		return hook.Output{}, nil // nothing was ever said
	}
	_, err := saveBy(ctx, c, autosave.RunAtEnd)
	return hook.Output{}, err
}

// A run is one of autosave's ways to save a session.
type run func(context.Context, line.Project, autosave.Survey, autosave.Session) (autosave.Result, error)

func saveBy(ctx context.Context, c *hook.Call, save run) (autosave.Result, error) {
	if gjson.GetBytes(c.Raw, "transcript_path").Type != gjson.String {
		c.Failed(errors.New("the payload names no transcript"))
	}
	root, err := c.Root()
	if err != nil {
		return autosave.Result{}, err
	}
	store := artifact.Of(root, c.Machine)
	set, err := config.Load(c.Machine, store.Hash())
	if err != nil {
		c.Failed(err)
	}
	if !set.Autosave {
		return autosave.Result{}, nil
	}
	git, hasGit := gitrepo.New(c.Getenv("PATH"), c.Environ())
	session := autosave.Session{
		ID:           c.SessionID,
		Transcript:   c.TranscriptPath,
		Trigger:      c.Trigger,
		Instructions: c.Instructions,
		Working:      beads.Exported(root),
		Now:          c.Now(),
		Keep:         line.Bounds{Autos: set.KeepAutos, Days: set.KeepDays},
		NoPrompts:    !set.SavePrompts,
	}
	for i := range session.Working {
		session.Working[i].Title = "" // the export may have come with a clone: its titles are told nobody
	}
	designs, failed := design.Store{Root: root, Machine: c.Machine}.Recent(ctx, c.Now())
	for _, err := range failed {
		c.Failed(err)
	}
	for _, d := range designs {
		session.Designs = append(session.Designs, autosave.Design(d))
	}
	noteWaves(c, root, &session)
	r, err := save(ctx, line.In(store, c.Now()), autosave.Survey{Root: root, Git: git, HasGit: hasGit, Machine: c.Machine}, session)
	if r.Warning != nil {
		c.Failed(r.Warning)
	}
	return r, err
}
