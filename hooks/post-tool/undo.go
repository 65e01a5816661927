package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/rollback"
	"holdfast/lib/transcript"
	"holdfast/lib/undo"
)

func runUndo(inv *cli.Invocation) error {
	n := 1
	if len(inv.Rest) == 1 {
		var err error
		if n, err = strconv.Atoi(inv.Rest[0]); err != nil || n < 1 {
			return inv.UsageError(fmt.Sprintf("invalid number of prompts %q: want a positive integer", inv.Rest[0]))
		}
	}
	a, err := agreementOf(inv)
	if err != nil {
		return err
	}
	e := engine(inv)
	h, err := prompts(e).Read()
	if err != nil {
		return err
	}
	if _, inGit := gitrepo.Find(e.Root); !inGit && len(h.Prompts) == 0 {
		return cli.Missing("holdfast files list shows the file checkpoints",
			"nothing to undo: %q is not in a git work tree, and only there are files saved before each prompt", e.Root)
	}
	session := inv.Getenv("CLAUDE_CODE_SESSION_ID")
	turn := turnOf(inv, h)
	target, agreed := h.Planned(a.plan)
	if !agreed {
		if target, err = h.Target(session, turn, n); err != nil {
			return undoError(err, h)
		}
	}
	whole := fence.Typed("holdfast rollback %s --all --remove-new", target.Name())
	if err := sameBranch(e, target, whole); err != nil {
		return err
	}
	if !inv.On("force") {
		if err := aloneSince(inv.Ctx, h, target, session); err != nil {
			return err
		}
	}
	c := target.Checkpoint()
	plan, err := e.Plan(inv.Ctx, c, rollback.Options{All: true, RemoveNew: true})
	if err != nil {
		return rollbackError(err, c)
	}
	if turn > 0 && !a.yes {
		if err := prompts(e).Showed(undo.Shown{Plan: plan.ID, To: target.N, Turn: turn}); err != nil {
			inv.Warnf("the plan is not remembered for the next turn: %v", err)
		}
	}
	p := proposal{plan: plan, again: "holdfast undo", first: about(inv, e, target), last: uncovered(plan)}
	if len(inv.Rest) == 1 {
		p.again = fence.Typed("holdfast undo %s", inv.Rest[0])
	}
	if inv.On("force") {
		p.again += " --force"
	}
	report, done, err := p.act(inv, e, a)
	if err != nil || !done {
		return err
	}
	enterMove(inv, e, undo.Move{To: target.N, Turn: turn}, c, report)
	if report.Safety == "" {
		inv.Printf("nothing had changed since %s; the next undo goes back one prompt further\n", target.Name())
	}
	return showReport(inv, e, report)
}

// turnOf is the prompt in whose turn this runs: the newest of the session, unless
// its transcript says that the turn is over, as where a person runs a command
// between two prompts. 0 for none. The client writes its transcript some time
// after what it shows, so until that holds the end of a turn or the call that
// runs this, it is looked at again.
func turnOf(inv *cli.Invocation, h undo.History) int {
	turn := h.Turn(inv.Getenv("CLAUDE_CODE_SESSION_ID"))
	p, ok := h.Find(turn)
	if !ok || p.Transcript == "" {
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

// undoError gives the errors of finding the prompt their exit codes.
func undoError(err error, h undo.History) error {
	var missing *undo.MissingError
	if errors.As(err, &missing) {
		e := &cli.Error{Code: cli.Invalid, Message: "not possible", Cause: err}
		if missing.Nearest != "" {
			e.Hint = "the nearest one that has a snapshot: " +
				fence.Typed("holdfast rollback %s --all --remove-new", missing.Nearest)
		}
		return e
	}
	hint := "holdfast files list shows the prompts of the project; only those of this session count, without the one " +
		"that is being answered"
	if len(h.Prompts) == 0 {
		hint = "a snapshot is taken before each prompt, in a git work tree; " +
			"holdfast doctor checks whether that hook is installed"
	}
	return &cli.Error{Code: cli.NotFound, Message: "nothing to undo", Cause: err, Hint: hint}
}

// sameBranch refuses where the work tree is on another branch than before the
// prompt, or in the middle of a rebase or merge.
func sameBranch(e rollback.Engine, p undo.Prompt, whole string) error {
	repo, ok := gitrepo.Find(e.Root)
	if !ok {
		return nil
	}
	if doing := repo.Doing(); doing != "" {
		return &cli.Error{Code: cli.Refused, Message: fmt.Sprintf("a %s is in progress", doing),
			Hint: "finish it, or: " + whole}
	}
	if now := repo.Branch(); now != p.Branch {
		return &cli.Error{Code: cli.Refused, Message: fmt.Sprintf("%s was on branch %q, and the work tree is on %q",
			p.Name(), cmp.Or(p.Branch, "none"), cmp.Or(now, "none")),
			Hint: "switch back, or restore the files anyway: " + whole}
	}
	return nil
}

// maxNamed is how many files of another session an error names.
const maxNamed = 20

// sinceTime bounds the reading of other sessions' transcripts.
const sinceTime = 2 * time.Second

// aloneSince refuses where another session had a prompt or a tool call since that
// was not taken back: its work would go too.
func aloneSince(ctx context.Context, h undo.History, target undo.Prompt, session string) error {
	ctx, cancel := context.WithTimeout(ctx, sinceTime)
	defer cancel()
	own := cmp.Or(session, target.Session)
	var rows []string
	for _, p := range h.Since(target.N) {
		if p.Session != own {
			rows = append(rows, fmt.Sprintf("%s of session %s: %s", p.Name(), fence.Line(p.Session, 40), p.Text))
		}
	}
	for other, path := range h.Transcripts() {
		if other == own || path == "" {
			continue
		}
		talk, _ := heldSince(ctx, h, path, target.Time) // one that cannot be read names nothing
		did := talk.Files[:min(len(talk.Files), maxNamed)]
		if len(did) == 0 && talk.UsedShell {
			did = []string{"commands"}
		}
		for _, f := range did {
			rows = append(rows, fmt.Sprintf("%s, by session %s", fence.Line(f, 0), fence.Line(other, 40)))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return &cli.Error{Code: cli.Refused, Candidates: rows,
		Message: "another session worked in this project since, and its changes would be undone too",
		Hint: "--force undoes them anyway; " +
			fence.Typed("holdfast rollback %s --file PATH", target.Name()) + " takes single files"}
}

// heldSince reads what a session did since a time, but for what it began with if
// that was taken back.
func heldSince(ctx context.Context, h undo.History, path string, since time.Time) (transcript.Conversation, error) {
	talk, err := transcript.Read(ctx, path, since)
	for _, t := range h.Taken() {
		if err == nil && len(t.Prompts) > 0 && !talk.First.Before(t.Since) && talk.First.Before(t.Time) {
			talk, err = transcript.Read(ctx, path, t.Time)
		}
	}
	return talk, err
}

// about are the first rows of an undo's plan: what it goes back to, and the
// commits since, which stay.
func about(inv *cli.Invocation, e rollback.Engine, p undo.Prompt) []string {
	var rows []string
	repo, ok := gitrepo.Find(e.Root)
	if head := repo.Head().Commit; ok && p.Head != "" && head != p.Head && e.Snapshots != nil {
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

// uncovered are the last rows of an undo's plan.
func uncovered(plan rollback.Plan) []string {
	var rows []string
	if plan.Changes() > 0 {
		rows = append(rows, "edits by hand since then cannot be told apart and are undone too; ignored files, the "+
			"stash and the index are not covered")
	}
	if slices.ContainsFunc(plan.Items, func(i rollback.Item) bool { return i.Submodule }) {
		rows = append(rows, "the files of nested work trees are not covered")
	}
	return rows
}

// moveOf is what a rollback means for the prompts: one that goes back to a prompt
// whole, that takes such a one back, or that changes some files only.
func moveOf(o rollback.Options, c checkpoint.Checkpoint, h undo.History) undo.Move {
	n, ok := undo.ParseName(c.ID)
	switch {
	case ok && o.All && o.RemoveNew:
		return undo.Move{To: n}
	case len(o.Files) > 0:
		return undo.Move{Part: true}
	}
	return undo.Move{Part: !h.Undid(c.ID), Back: c.ID}
}

// enterMove remembers what a rollback changed, and where the work tree is among
// the prompts now.
func enterMove(inv *cli.Invocation, e rollback.Engine, m undo.Move, c checkpoint.Checkpoint, report rollback.Report) {
	if m.Part && report.Safety == "" {
		return
	}
	m.Time, m.Safety, m.Since, m.Session = inv.Now().UTC(), report.Safety, c.Time, inv.Getenv("CLAUDE_CODE_SESSION_ID")
	for _, f := range report.Files {
		if len(m.Files) == undo.MaxFiles {
			m.More++
			continue
		}
		m.Files = append(m.Files, f.Path)
	}
	if e.Snapshots != nil && !m.Part {
		tree, err := e.Snapshots.Tree(inv.Ctx)
		if err != nil {
			inv.Warnf("what the next undo counts from may be wrong: %v", err)
		}
		m.Tree = tree
	}
	if err := prompts(e).Moved(m); err != nil {
		inv.Warnf("what the next undo counts from is not remembered: %v", err)
	}
}
