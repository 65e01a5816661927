package main

import (
	"strings"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/undo"
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

// foreign is the state of a line that only others wrote.
const foreign = "foreign"

// listedLines are the lines of a project.
type listedLines struct {
	Lines []lineItem `json:"lines"`
	rest  int        // that are not open, and not listed
	more  int
}

func runLines(inv *cli.Invocation) error {
	p := line.In(artifact.Of(inv.Project, inv.Machine), inv.Now())
	p.Evidence = evidence(inv, p.Store)
	found, err := p.Lines(inv.Ctx)
	if err != nil {
		return err
	}
	at := p.Checkout(p.Repo.Head(), gitrepo.NewPast(inv.Ctx, gitTime, p.Repo.Top, inv.Project, p.Evidence.Git))
	doc := listedLines{Lines: []lineItem{}}
	for _, l := range append(found.Own, found.Foreign...) {
		i := lineItemOf(l, at)
		if !inv.JSON && i.State != string(line.Open) && i.State != foreign && !inv.On("all") {
			doc.rest++
			continue
		}
		doc.Lines = append(doc.Lines, i)
	}
	for _, c := range found.Elsewhere {
		branches := c.Branches
		if len(branches) == 0 && c.Branch != "" {
			branches = []string{c.Branch} // that it was saved on
		}
		doc.Lines = append(doc.Lines, lineItem{
			Line: c.Name, State: "open", Written: c.Written, Saved: c.Saved.Truncate(time.Second), Goal: c.Goal,
			Branches: append([]string{}, branches...), Path: c.File(), Worktree: c.Worktree,
		})
	}
	doc.Lines, doc.more = cli.First(inv, doc.Lines)
	return inv.Report(doc, nil)
}

// evidence is what a command asks of lines: it has time for git's answers.
func evidence(inv *cli.Invocation, s artifact.Store) line.Evidence {
	put := undo.Store{Root: s.Root, Machine: s.Machine}.PutBack
	return line.Evidence{
		Git: gitrepo.Finder(inv.Getenv, inv.Environ), Time: gitTime, Trunks: config.Trunks(s.Machine, s.Hash()),
		Undone: sync.OnceValue(put),
	}
}

// gitTime is what git has to say which lines are open.
const gitTime = 2 * time.Second

func lineItemOf(l *line.Line, at line.Checkout) lineItem {
	state, broken := foreign, false
	if l.Own {
		state = string(l.Status())
	} else {
		a, ok := l.NewestForeign() // whose goal it is told by
		broken = !ok || a.Broken != nil
	}
	return lineItem{
		Line: l.Name, State: state, Here: l.Here(at), Written: l.Written, Saved: l.Saved.Truncate(time.Second),
		Goal: l.Goal, Branches: append([]string{}, l.Branches...), Path: l.File(),
		broken: broken, copied: l.Own && l.Outside,
	}
}

// Print prints a table.
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
			more = "cannot be read; " + inv.Command("validate").String()
		case i.State == foreign:
			more = inv.Typable("holdfast adopt %s", i.Line)
		case i.copied:
			more = "kept in the machine folder only"
		case !i.Here && i.State == "open":
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

// shownLine is the state of a line of several artifacts.
type shownLine struct {
	Line string `json:"line"`
	line.State
	Foreign []string `json:"foreign"` // paths of what others saved there
}

// showLine prints the state of a line; shown is false where the name means no such
// line. Of one that only others wrote the newest file is meant, whose path it returns.
func showLine(inv *cli.Invocation, store artifact.Store, name string) (path string, shown bool, err error) {
	l, ok, err := line.In(store, inv.Now()).Named(inv.Ctx, name)
	if err != nil || !ok {
		return name, false, err
	}
	others := l.Artifacts(false)
	if !l.Own {
		if len(others) > 1 {
			inv.Warnf("%s of line %s were not saved by Holdfast on this machine; this is the newest",
				fence.Count(len(others), "file"), l.Name)
		}
		return l.Path, false, nil
	}
	doc := shownLine{Line: l.Name, State: l.State(), Foreign: []string{}}
	if doc.Artifacts+len(others) == 1 && !l.Outside {
		return l.Path, false, nil // its one file says it all
	}
	doc.Path = l.File()
	for _, a := range others {
		doc.Foreign = append(doc.Foreign, a.Path)
	}
	return l.Name, true, inv.Report(doc, nil)
}

// Print prints the state in the one order in which it is shown.
func (d shownLine) Print(inv *cli.Invocation) {
	how := "open"
	if d.Closed {
		how = "closed"
	}
	inv.Printf("line %s: %s, saved %s, %s\n", d.Line, how, inv.When(d.Saved), fence.Count(d.Artifacts, "artifact"))
	inv.Printf("  file: %s\n", d.Path)
	for _, section := range d.Sections() {
		if len(section.Lines) == 1 {
			inv.Printf("  %s: %s\n", fence.Line(section.Name, 0), fence.Line(section.Lines[0], 0))
			continue
		}
		inv.Printf("  %s:\n", fence.Line(section.Name, 0))
		for _, text := range section.Lines {
			inv.Printf("    - %s\n", fence.Line(text, 0))
		}
	}
	for _, path := range d.Foreign {
		inv.Printf("  foreign, not counted: %s\n", fence.Line(path, 0))
	}
	if len(d.Foreign) > 0 {
		inv.Printf("%s shows them in full and takes them over\n", inv.Typable("holdfast adopt %s", d.Line))
	}
}
