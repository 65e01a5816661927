package main

import (
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
)

type lineItem struct {
	Line     string    `json:"line"`
	State    string    `json:"state"` // a line.Status, or foreign
	Here     bool      `json:"here"`  // of the branch that is checked out
	Written  bool      `json:"written"`
	Saved    time.Time `json:"saved,omitzero"`
	Goal     string    `json:"goal"`
	Branches []string  `json:"branches"`
	Path     string    `json:"path"`
	Worktree string    `json:"worktree"` // another one that the line is in, "" for this

	more string // what a person is told beside it
}

const foreign = "foreign"

func runLines(inv *cli.Invocation) error {
	p := autosave.ProjectOf(inv)
	found, err := p.Lines(inv.Ctx)
	if err != nil {
		return err
	}
	past := gitrepo.NewPast(inv.Ctx, p.GitTime, p.Repo, inv.Project, p.Git)
	all, rest := []lineItem{}, 0 // that are not open, and not listed
	for _, l := range slices.Concat(found.Own, found.Foreign, found.Elsewhere) {
		state, readable, finished := foreign, true, false
		if l.Own {
			state = string(l.Status())
		} else {
			a, ok := l.NewestForeign() // whose goal it is told by
			readable, finished = ok && a.Broken == nil, a.Mode() == artifact.Finalize
		}
		i := lineItem{
			Line: l.Name, State: state, Here: l.Here(past.Holds), Written: l.Written, Goal: l.Goal, Path: l.File(),
			Saved: l.Saved.Truncate(time.Second), Branches: l.Branches,
		}
		switch {
		case !readable:
			i.more = inv.Typed("cannot be read; holdfast validate")
		case finished:
			i.more = "finalized"
		case !l.Own:
			i.more = inv.Typable("holdfast adopt %s", i.Line)
		case l.Elsewhere:
			if i.Worktree, i.more = l.Worktree, "in "+l.Worktree; len(i.Branches) == 0 && l.Branch != "" {
				i.Branches = []string{l.Branch} // that it was saved on
			}
		case l.Outside:
			i.more = "kept in the machine folder only"
		case !i.Here && i.State == string(line.Open):
			i.more = "other branch"
		}
		if inv.JSON || i.State == string(line.Open) || !l.Own && !finished || inv.On("all") {
			all = append(all, i)
		} else {
			rest++
		}
	}
	all, more := cli.First(inv, all)
	t := inv.Table("LINE", "STATE 3", "SAVED 2", "BRANCH 5", "GOAL 6 20", "MORE 4")
	for _, i := range all {
		state := cli.Cell{Text: i.State, Style: styles[i.State]}
		t.Row(i.Line, state, fence.Ago(inv.Now(), i.Saved), strings.Join(i.Branches, " "), i.Goal, i.more)
	}
	t.Print(more, "no open lines of work in this project")
	inv.Counted("%s not open; holdfast lines --all lists them too\n", rest, "line")
	return inv.PrintJSON(map[string]any{"lines": all})
}
