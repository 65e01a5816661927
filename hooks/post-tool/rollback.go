package main

import (
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/rollback"
	"holdfast/lib/undo"
)

func runRollback(inv *cli.Invocation) error {
	o := rollback.Options{All: inv.On("all"), RemoveNew: inv.On("remove-new"), TaskState: inv.On("task-state"),
		Foreign: inv.On("foreign")}
	agreed, err := agreementOf(inv)
	if err != nil {
		return err
	}
	e := engine(inv)
	if o.Files, err = inProject(inv, e.Root, inv.All("file")); err != nil {
		return err
	}
	if slices.Contains(o.Files, ".") {
		return inv.UsageError("--file names files and folders in the project; --all restores all of it")
	}
	c, h, err := load(inv, e, inv.Rest[0])
	if err != nil {
		return err
	}
	plan, err := e.Plan(inv.Ctx, c, o)
	if err != nil {
		return refused(err, c)
	}
	existing, missing := c.Captured()
	if o.RemoveNew && !plan.Options.All && missing == 0 {
		return inv.UsageError("--remove-new needs --all where the checkpoint names no folder that did not exist")
	}
	p := proposal{plan: plan, again: o.Command(c.ID)}
	if existing+missing == 0 && plan.Options.All && !o.All {
		p.first = []string{c.ID + " lists no files of its own: this is the whole work tree, as with --all"}
	}
	// It goes back to a prompt whole, takes such a move back, or changes some files only.
	n, isPrompt := undo.ParseName(c.ID)
	switch {
	case isPrompt && o.All && o.RemoveNew:
		p.move = undo.Move{To: n, Turn: turnOf(inv, h)}
	case len(o.Files) == 0 && h.Undid(c.ID):
		p.move = undo.Move{Back: c.ID, Turn: turnOf(inv, h)}
	case len(o.Files) == 0:
		p.move = undo.Move{Part: true, Back: c.ID}
	default:
		p.move = undo.Move{Part: true}
	}
	return p.act(inv, e, agreed)
}
