package main

import (
	"strings"
	"time"

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
	Saved    time.Time `json:"saved"`
	Goal     string    `json:"goal"`
	Branches []string  `json:"branches"`
	Path     string    `json:"path"`
	Worktree string    `json:"worktree"` // another one that the line is in, "" for this

	broken bool // no artifact of it can be read
	copied bool // the newest file is no longer in the project, or never was
}

const foreign = "foreign"

type listedLines struct {
	Lines []lineItem `json:"lines"`
	rest  int        // that are not open, and not listed
	more  int
}

func runLines(inv *cli.Invocation) error {
	p := autosave.LinesOf(inv)
	found, err := p.Lines(inv.Ctx)
	if err != nil {
		return err
	}
	past := gitrepo.NewPast(inv.Ctx, p.Evidence.Time, p.Repo.Top, inv.Project, p.Evidence.Git)
	at := p.Checkout(p.Repo.Head(), past.Holds)
	doc := listedLines{Lines: []lineItem{}}
	for _, l := range append(found.Own, found.Foreign...) {
		state, broken := string(l.Status()), false
		if !l.Own {
			a, ok := l.NewestForeign() // whose goal it is told by
			state, broken = foreign, !ok || a.Broken != nil
		}
		i := lineItemOf(l, state)
		i.Here, i.broken, i.copied = l.Here(at), broken, l.Own && l.Outside
		if inv.JSON || i.State == string(line.Open) || i.State == foreign || inv.On("all") {
			doc.Lines = append(doc.Lines, i)
		} else {
			doc.rest++
		}
	}
	for _, l := range found.Elsewhere {
		i := lineItemOf(l, string(line.Open))
		if i.Worktree = l.Worktree; len(i.Branches) == 0 && l.Branch != "" {
			i.Branches = []string{l.Branch} // that it was saved on
		}
		doc.Lines = append(doc.Lines, i)
	}
	doc.Lines, doc.more = cli.First(inv, doc.Lines)
	return inv.Report(doc, nil)
}

func lineItemOf(l *line.Line, state string) lineItem {
	return lineItem{
		Line: l.Name, State: state, Written: l.Written, Saved: l.Saved.Truncate(time.Second),
		Goal: l.Goal, Branches: append([]string{}, l.Branches...), Path: l.File(),
	}
}

func (d listedLines) Print(inv *cli.Invocation) {
	if len(d.Lines) == 0 {
		inv.Printf("no open lines of work in this project\n")
	}
	t := inv.Table("LINE", "STATE 3", "SAVED 2", "BRANCH 5", "GOAL 6 20", "MORE 4")
	for _, i := range d.Lines {
		more := ""
		switch {
		case i.Worktree != "":
			more = "in " + i.Worktree
		case i.broken:
			more = inv.Typed("cannot be read; holdfast validate")
		case i.State == foreign:
			more = inv.Typable("holdfast adopt %s", i.Line)
		case i.copied:
			more = "kept in the machine folder only"
		case !i.Here && i.State == string(line.Open):
			more = "other branch"
		}
		state := cli.Cell{Text: i.State, Style: styles[i.State]}
		t.Row(i.Line, state, fence.Ago(inv.Now(), i.Saved), strings.Join(i.Branches, " "), i.Goal, more)
	}
	t.Print(d.more)
	if d.rest > 0 {
		inv.Printf("%s not open; holdfast lines --all lists them too\n", fence.Count(d.rest, "line"))
	}
}
