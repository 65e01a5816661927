package main

import (
	"context"
	"errors"

	"github.com/tidwall/gjson"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/design"
	"holdfast/lib/gitrepo"
	"holdfast/lib/hook"
)

func runHook(env cli.Env) int { return hook.Main(env, "pre-compact", "PreCompact", save) }

// save writes the state of the session that is about to be compacted. What
// goes wrong never stops the compaction.
func save(ctx context.Context, c *hook.Call) (hook.Output, error) {
	if c.AgentID != "" {
		return hook.Output{}, nil
	}
	if gjson.GetBytes(c.Raw, "transcript_path").Type != gjson.String {
		c.Failed(errors.New("the payload names no transcript"))
	}
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	store := artifact.Store{Root: root, Machine: c.Machine}
	git, hasGit := gitrepo.New(c.Getenv("PATH"), c.Environ())
	session := autosave.Session{
		ID:           c.SessionID,
		Transcript:   c.TranscriptPath,
		Trigger:      c.Trigger,
		Instructions: c.Instructions,
		Now:          c.Now(),
	}
	if issue, ok := beads.Latest(beads.Exported(root)); ok {
		session.Bead = autosave.Bead{ID: issue.ID, Title: issue.Title}
	}
	describeDesigns(ctx, c, design.Store{Root: root, Machine: c.Machine}, &session)
	noteWaves(c, root, &session)
	r, err := autosave.Run(ctx, store, autosave.Survey{Root: root, Git: git, HasGit: hasGit}, session)
	if r.Warning != nil {
		c.Failed(r.Warning)
	}
	if err != nil || !r.Wrote {
		return hook.Output{}, err
	}
	if _, err := store.PruneAutos(r.Heads, r.Saved.Path, c.Now()); err != nil {
		c.Failed(err)
	}
	return hook.Output{Plain: r.Summary()}, nil
}

// maxDesigns is how many open designs an artifact names.
const maxDesigns = 3

// describeDesigns adds the open designs to what is saved: their stages, and
// the newest one's goal.
func describeDesigns(ctx context.Context, c *hook.Call, store design.Store, session *autosave.Session) {
	open, corrupt, err := store.Open(ctx)
	if err != nil {
		c.Failed(err)
	}
	for _, x := range corrupt {
		c.Failed(x.Err)
	}
	for _, o := range open {
		if !o.Recent(session.Now) || len(session.Designs) == maxDesigns {
			continue
		}
		if session.Goal == "" {
			session.Goal = o.Goal()
		}
		session.Designs = append(session.Designs, o.Line())
	}
}
