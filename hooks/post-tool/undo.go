package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/redact"
	"holdfast/lib/rollback"
	"holdfast/lib/transcript"
	"holdfast/lib/undo"
)

func runUndo(inv *cli.Invocation) error {
	n, again := 1, "holdfast undo"
	if len(inv.Rest) == 1 {
		var err error
		if n, err = strconv.Atoi(inv.Rest[0]); err != nil || n < 1 {
			return inv.UsageError("invalid number of prompts %q: want a positive integer", inv.Rest[0])
		}
		again = fence.Typed("holdfast undo %s", inv.Rest[0])
	}
	if inv.On("force") {
		again += " --force"
	}
	if inv.On("dry-run") && inv.On("yes") {
		return inv.UsageError(notBoth)
	}
	e := engine(inv)
	h, err := prompts(e).Read()
	if err != nil {
		return err
	}
	repo, inGit := gitrepo.Find(e.Root)
	if !inGit && len(h.Prompts) == 0 {
		return cli.Missing("holdfast files list shows file checkpoints; after git init prompts can be undone",
			"nothing to undo: %q is not in a git work tree, and only there are files saved before each prompt", e.Root)
	}
	turn := turnOf(inv, h)
	target := h.Planned(agreedTo(inv))
	if target == nil {
		if target, err = h.Target(session(inv), turn, n); err != nil {
			return err
		}
	}
	if inGit {
		err = sameBranch(repo, target.Prompt)
	}
	if err == nil && !inv.On("force") {
		err = cmp.Or(aloneSince(inv, h, target.Prompt), unpulled(inv, e, repo, target.Prompt))
	}
	if err != nil {
		return err
	}
	plan, err := e.Plan(inv.Ctx, target.Checkpoint(), rollback.Options{All: true, RemoveNew: true})
	if err != nil {
		return refused(err, target.Checkpoint())
	}
	if turn > 0 && !inv.On("yes") {
		shown := undo.Shown{Plan: plan.ID, To: target.N, Turn: turn}
		if err := prompts(e).Enter(undo.Line{Shown: &shown}); err != nil {
			inv.Warnf("the plan is not remembered for the next turn: %v", err)
		}
	}
	p := proposal{plan: plan, again: again, move: undo.Move{To: target.N, Turn: turn},
		first: about(inv, e, repo, target.Prompt), last: uncovered(plan)}
	return p.act(inv, e)
}

// turnOf is the prompt in whose turn this runs: the newest of the session, unless its transcript says that the
// turn is over; 0 for none. The client writes the transcript some time after what it shows.
func turnOf(inv *cli.Invocation, h undo.History) int {
	turn := h.Turn(session(inv))
	p := h.Find(turn)
	if p == nil || p.Transcript == "" {
		return turn
	}
	ctx, cancel := context.WithTimeout(inv.Ctx, behindTime)
	defer cancel()
	for {
		talk, err := transcript.Read(ctx, p.Transcript, p.Time)
		switch {
		case err == nil && talk.Idle:
			return 0
		case err != nil || talk.Calling:
			return turn
		}
		select {
		case <-ctx.Done():
			return turn
		case <-time.After(behindTime / 50):
		}
	}
}

// behindTime bounds the wait for a transcript that is behind its session.
const behindTime = time.Second

func sameBranch(repo gitrepo.Repo, p undo.Prompt) error {
	whole := fence.Typed("holdfast rollback %s --all --remove-new", p.Name())
	if doing := repo.Doing(); doing != "" {
		return cli.Fail(cli.Refused, "finish it, or: "+whole, "a %s is in progress", doing)
	}
	if now := redact.Text(repo.Branch()); now != p.Branch {
		return cli.Fail(cli.Refused, "switch back, or restore the files anyway: "+whole,
			"%s was on branch %q, and the work tree is on %q", p.Name(), cmp.Or(p.Branch, "none"), cmp.Or(now, "none"))
	}
	return nil
}

// aloneSince refuses where another session worked since: its work would be undone too.
func aloneSince(inv *cli.Invocation, h undo.History, target undo.Prompt) error {
	ctx, cancel := context.WithTimeout(inv.Ctx, 2*time.Second) // for the transcripts of other sessions
	defer cancel()
	own := cmp.Or(session(inv), target.Session)
	rows := each.If(h.Since(target.N), func(p *undo.Entry) (string, bool) {
		return fmt.Sprintf("%s of session %s: %s", p.Name(), fence.Line(p.Session, 40), p.Text), p.Session != own
	})
	not := func(p *undo.Entry) bool { return p.Session == own || p.Transcript == "" }
	others := each.Without(each.Reversed(h.Prompts), not)
	for _, p := range each.FirstOf(others, func(p *undo.Entry) string { return p.Session }) {
		talk := heldSince(ctx, h, p.Prompt, target.Time)
		did := each.Head(talk.Files, 20)
		if len(did) == 0 && talk.UsedShell {
			did = []string{"commands"}
		}
		by := ", by session " + fence.Line(p.Session, 40)
		rows = append(rows, each.Of(did, func(f string) string { return fence.Line(f, 0) + by })...)
	}
	if len(rows) == 0 {
		return nil
	}
	e := cli.Fail(cli.Refused, "--force undoes them anyway; "+
		fence.Typed("holdfast rollback %s --file PATH", target.Name())+" takes single files",
		"another session worked in this project since, and its changes would be undone too")
	e.Candidates = rows
	return e
}

// unpulled refuses where commits came from elsewhere since, as by a pull: their files would be taken back too.
func unpulled(inv *cli.Invocation, e rollback.Engine, repo gitrepo.Repo, p undo.Prompt) error {
	if p.Head == "" || p.Head == repo.Head().Commit {
		return nil
	}
	came, err := e.Snapshots.Git.Brought(inv.Ctx, repo, p.Head)
	if inv.Warn(err); len(came) == 0 {
		return nil
	}
	refusal := cli.Fail(cli.Refused, "--force takes that back anyway; "+
		fence.Typed("holdfast rollback %s --file PATH", p.Name())+" takes single files",
		"%s came from elsewhere since, and what it brought would be taken back too", fence.Count(len(came), "commit"))
	refusal.Candidates = each.Of(each.Head(came, 20), func(c gitrepo.Commit) string {
		return fence.Line(fmt.Sprintf("%s of %s: %s", c.ID, c.Author, c.Subject), 100)
	})
	return refusal
}

// heldSince is what the session of a prompt did since a time, but for what was taken back.
func heldSince(ctx context.Context, h undo.History, of undo.Prompt, since time.Time) transcript.Conversation {
	talk, err := transcript.Read(ctx, of.Transcript, since)
	for _, e := range h.Prompts {
		back := e.TakenBack()
		if err == nil && e.Session == of.Session && !talk.First.Before(e.Time) && talk.First.Before(back) {
			talk, err = transcript.Read(ctx, of.Transcript, back)
		}
	}
	return talk
}

func about(inv *cli.Invocation, e rollback.Engine, repo gitrepo.Repo, p undo.Prompt) (rows []string) {
	if head := repo.Head().Commit; head != "" && p.Head != "" && head != p.Head {
		commits := "commits"
		if n, err := e.Snapshots.Git.CommitsBetween(inv.Ctx, e.Root, p.Head, head); err == nil {
			commits = fence.Count(n, "commit")
		}
		rows = append(rows, commits+" since then: an undo changes files, the commits stay")
	}
	if p.Text != "" {
		rows = append(rows, "before the prompt: "+p.Text)
	}
	return rows
}

func uncovered(plan rollback.Plan) (rows []string) {
	if plan.Changes() > 0 {
		rows = append(rows, "edits by hand since then cannot be told apart and are undone too; ignored files, the "+
			"stash and the index are not covered")
	}
	if slices.ContainsFunc(plan.Items, func(i rollback.Item) bool { return i.Submodule }) {
		rows = append(rows, "the files of nested work trees are not covered")
	}
	return rows
}
