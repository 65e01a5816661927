package main

import (
	"errors"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/forget"
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
	"holdfast/lib/line"
)

const minSecret = 6 // bytes of a text that is removed: a shorter one is part of too much else

func runForget(inv *cli.Invocation) error {
	// What was kept before the history was turned off goes too.
	h, err := history.Open(inv.Project, inv.Machine, inv.Getenv)
	if err != nil && !errors.Is(err, history.ErrOff) {
		return err
	}
	repo, _ := gitrepo.Find(inv.Project)
	kept := forget.Kept{
		Store: artifact.Of(inv.Project, inv.Machine), Repository: repo.CommonDir, History: h, Now: inv.Now(),
	}
	if err := kept.Store.Machine.Unrecord(); err != nil { // only what a killed one left
		return err
	}
	if inv.On("secret") {
		return forgetSecret(inv, kept)
	}
	plan, err := planOf(inv, kept, inv.Rest[0])
	if err != nil {
		return err
	}
	printPlan(inv, plan)
	command, do := fence.Typed("holdfast forget %s --yes", inv.Rest[0]), func() error { return kept.Do(inv.Ctx, plan) }
	if plan.Forgotten, err = agreed(inv, "remove all of this?", "removed", command, do); err != nil {
		return err
	}
	if plan.Forgotten {
		inv.Printf("forgotten\n")
	}
	return inv.PrintJSON(plan)
}

func planOf(inv *cli.Invocation, kept forget.Kept, name string) (forget.Plan, error) {
	if name == "" { // saves without a session are not one session
		return forget.Plan{}, inv.UsageError("which session or line? an empty name is neither")
	}
	switch l, err := line.In(kept.Store, inv.Now()).Named(inv.Ctx, name); {
	case err != nil:
		return forget.Plan{}, err
	case l != nil:
		plan, err := kept.Of(inv.Ctx, l.Name, l.Parts(), "")
		s := autosave.Session{Project: autosave.ProjectOf(inv), Asked: &autosave.Asked{Line: l.Name, Bead: "none"}}
		for _, s.ID = range plan.Sessions {
			if f, failed := s.Facts(inv.Ctx); failed == nil {
				plan.Until[s.ID] = f.Left()
			}
		}
		return plan, err
	}
	ids := kept.History.Matching(name)
	if len(ids) > 1 && !slices.Contains(ids, name) {
		return forget.Plan{}, cli.Ambiguous(name, "sessions", ids)
	}
	if len(ids) == 1 && len(name) >= 8 {
		name = ids[0]
	}
	plan, err := kept.Of(inv.Ctx, "", nil, name)
	if err == nil && len(plan.Artifacts) == 0 && !slices.Contains(ids, name) {
		err = cli.Missing("holdfast lines --all and holdfast history name what is", "nothing is kept of %q", name)
	}
	return plan, err
}

func printPlan(inv *cli.Invocation, p forget.Plan) {
	inv.Printf("to be removed:\n")
	inv.Rows("  ", each.Of(p.Artifacts, func(a forget.Artifact) string { return a.Path })...)
	inv.Rows("  what was said in session ", p.Sessions...)
	inv.Printf("  copies, texts of prompts and rows of the machine folder\n")
	inv.Counted("stays: %s that were not written on this machine\n", p.Foreign, "file")
	inv.Counted("stays: %s of other sessions on the same line, which may hold what this one left\n", p.Later, "save")
	staying(inv, p.Snapshots)
	if len(p.Sessions) > 0 {
		inv.Printf("stays: Claude Code's own transcripts\n")
	}
}

// staying says that snapshots are not looked into: they are whole work trees.
func staying(inv *cli.Invocation, snapshots int) {
	inv.Counted("stays: %s of your files before prompts, in which a file may be as it was\n", snapshots, "snapshot")
}

// forgetSecret removes a text from all that was saved in a project and in the other work trees of its repository.
func forgetSecret(inv *cli.Invocation, kept forget.Kept) error {
	b, err := inv.Body()
	if err != nil {
		return err
	}
	secret := strings.TrimRight(string(b), "\r\n")
	if len(secret) < minSecret {
		return inv.UsageError("what to forget is read from standard input: %d bytes or more", minSecret)
	}
	snapshots, files, trees := 0, 0, []string{inv.Project}
	if repo, inGit := gitrepo.Find(inv.Project); inGit {
		trees = append(trees, repo.Others()...)
	}
	for _, root := range trees {
		h, closed := history.Open(root, inv.Machine, inv.Getenv)
		kept.Store, kept.History = artifact.Of(root, inv.Machine), h
		snapshots += kept.Snapshots()
		if !inv.On("yes") {
			continue
		}
		if closed == nil { // of a session that goes on what it said is read now, and no more
			_, err := h.Sessions(inv.Ctx, nil)
			inv.Warn(err)
		}
		n, err := kept.Secret(inv.Ctx, secret)
		if files += n; err != nil {
			return err
		}
	}
	staying(inv, snapshots)
	if inv.On("yes") {
		inv.Printf("removed it from %s\n", fence.Count(files, "file"))
	} else {
		inv.Printf("nothing was removed; with --yes the text is removed from all that was saved in %s\n",
			inv.Project)
		inv.Counted("and in %s of its repository\n", len(trees)-1, "other work tree")
	}
	return inv.PrintJSON(map[string]any{"files": files, "forgotten": inv.On("yes")})
}
