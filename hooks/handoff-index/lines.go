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
	Line     string   `json:"line"`
	State    string   `json:"state"` // a line.Status, or foreign
	Here     bool     `json:"here"`  // of the branch that is checked out
	Written  bool     `json:"written"`
	Saved    string   `json:"saved"`
	Goal     string   `json:"goal"`
	Branches []string `json:"branches"`
	Path     string   `json:"path"`
	Worktree string   `json:"worktree"` // another one that the line is in, "" for this

	broken bool // no artifact of it can be read
	copied bool // the newest file is no longer in the project, or never was
}

func runLines(inv *cli.Invocation) error {
	root, folder := inv.Project, inv.Machine
	p := line.In(artifact.Of(root, folder), inv.Now())
	p.Evidence = evidence(inv, p.Store)
	found, err := p.Lines(inv.Ctx)
	if err != nil {
		return err
	}
	at := p.Checkout(p.Repo.Head(), ancestry{inv, p.Repo})
	items, rest, broken := []lineItem{}, 0, 0
	for _, l := range found.Foreign {
		l.NewestForeign() // whose goal it is told by
	}
	for _, l := range append(found.Own, found.Foreign...) {
		i := lineItemOf(l, at)
		if i.State != string(line.Open) && i.State != "foreign" && !inv.On("all") && !inv.JSON {
			rest++
			continue
		}
		if i.broken {
			if broken++; broken > maxBroken && !inv.JSON {
				continue
			}
		}
		items = append(items, i)
	}
	for _, c := range found.Elsewhere {
		items = append(items, lineItem{
			Line: c.Name, State: "open", Written: c.Written, Saved: c.Saved.Format(time.RFC3339), Goal: c.Goal,
			Branches: []string{c.Branch()}, Path: c.File(), Worktree: c.Worktree(),
		})
	}
	items, more := cli.First(inv, items)
	printLines(inv, items, more, rest)
	if more := broken - maxBroken; more > 0 {
		inv.Printf("%d more of others cannot be read; holdfast validate says why\n", more)
	}
	return inv.PrintJSON(map[string][]lineItem{"lines": items})
}

// evidence is what a command asks of lines: it has time for git's answers.
func evidence(inv *cli.Invocation, s artifact.Store) line.Evidence {
	put := undo.Store{Root: s.Root, Machine: s.Machine}.PutBack
	trunks := config.Trunks(s.Machine, s.Hash())
	return line.Evidence{Git: gitrepo.Finder(inv.Getenv, inv.Environ), Time: gitTime, Trunks: trunks, Undone: sync.OnceValue(put)}
}

// maxBroken is how many lines that cannot be read are named.
const maxBroken = 5

// gitTime is what git has to say which lines are open.
const gitTime = 2 * time.Second

// ancestry asks git what HEAD descends from.
type ancestry struct {
	inv  *cli.Invocation
	repo gitrepo.Repo
}

func (a ancestry) Holds(commit string) bool {
	git, ok := gitrepo.New(a.inv.Getenv("PATH"), a.inv.Environ())
	if !ok {
		return false
	}
	n, err := git.CommitsBetween(a.inv.Ctx, a.repo.Top, "HEAD", commit)
	return err == nil && n == 0
}

func lineItemOf(l *line.Line, at line.Checkout) lineItem {
	i := lineItem{
		Line: l.Name, State: string(l.Status()), Here: l.Here(at), Written: l.Written, Saved: l.Saved.Format(time.RFC3339), Goal: l.Goal,
		Branches: append([]string{}, l.Branches...), Path: l.File(), copied: l.Own && !l.InProject(),
	}
	if !l.Own {
		i.State, i.broken = "foreign", l.Foreign != nil && l.Foreign.Broken
	}
	return i
}

func printLines(inv *cli.Invocation, items []lineItem, further, rest int) {
	if inv.JSON {
		return
	}
	if len(items) == 0 {
		inv.Printf("no open lines of work in this project\n")
	} else {
		t := inv.Table(cli.Column{Title: "LINE"}, cli.Column{Title: "STATE", Give: 3}, cli.Column{Title: "SAVED", Give: 2},
			cli.Column{Title: "BRANCH", Give: 5}, cli.Column{Title: "GOAL", Give: 6, Least: 20}, cli.Column{Title: "MORE", Give: 4})
		for _, i := range items {
			more := "-"
			switch {
			case i.Worktree != "":
				more = "in " + i.Worktree
			case i.broken:
				more = "cannot be read; " + inv.Command("validate").String()
			case i.State == "foreign":
				more = inv.Typable("holdfast adopt %s", i.Line)
			case i.copied:
				more = "kept in the machine folder only"
			case !i.Here && i.State == "open":
				more = "other branch"
			}
			saved, _ := time.Parse(time.RFC3339, i.Saved)
			t.Row(i.Line, cli.Cell{Text: i.State, Style: styles[i.State]}, fence.Ago(inv.Now(), saved), strings.Join(i.Branches, " "), i.Goal, more)
		}
		t.Print()
		inv.More(further)
	}
	if rest > 0 {
		inv.Printf("%s finished or at rest; holdfast lines --all lists them too\n", fence.Count(rest, "line"))
	}
}

// stateDocument is a line as JSON tells it.
type stateDocument struct {
	Line string `json:"line"`
	line.State
	Foreign []string `json:"foreign"` // paths of what others saved there
}

// showLine prints the state of a line of several artifacts; shown is false where
// the name means no such line. Of one that only others wrote the newest file is
// meant, whose path it returns.
func showLine(inv *cli.Invocation, store artifact.Store, name string) (path string, shown bool, err error) {
	if name == "latest" || strings.ContainsAny(name, "/\\") {
		return name, false, nil
	}
	p := line.In(store, inv.Now())
	l, ok, err := p.Named(inv.Ctx, name)
	if err != nil || !ok {
		return name, false, err
	}
	name = l.Name
	if !l.Own {
		if n := len(l.Artifacts(false)); n > 1 {
			inv.Warnf("%s of line %s were not saved by Holdfast on this machine; this is the newest", fence.Count(n, "file"), name)
		}
		return l.Path, false, nil
	}
	s := l.State()
	s.Path = l.File()
	foreign := l.Artifacts(false)
	if s.Artifacts+len(foreign) == 1 && l.InProject() {
		return l.Path, false, nil // its one file says it all
	}
	doc := stateDocument{Line: l.Name, State: s, Foreign: []string{}}
	for _, a := range foreign {
		doc.Foreign = append(doc.Foreign, a.Path)
	}
	printState(inv, doc)
	return name, true, inv.PrintJSON(doc)
}

// printState prints the state of a line in the one order in which it is shown.
func printState(inv *cli.Invocation, doc stateDocument) {
	if inv.JSON {
		return
	}
	how := "open"
	if doc.Closed {
		how = "closed"
	}
	inv.Printf("line %s: %s, saved %s, %s\n", doc.Line, how, inv.When(doc.Saved), fence.Count(doc.Artifacts, "artifact"))
	inv.Printf("  file: %s\n", doc.Path)
	for _, section := range doc.Sections() {
		if len(section.Lines) == 1 {
			inv.Printf("  %s: %s\n", fence.Line(section.Name, 0), fence.Line(section.Lines[0], 0))
			continue
		}
		inv.Printf("  %s:\n", fence.Line(section.Name, 0))
		for _, text := range section.Lines {
			inv.Printf("    - %s\n", fence.Line(text, 0))
		}
	}
	for _, path := range doc.Foreign {
		inv.Printf("  foreign, not counted: %s\n", fence.Line(path, 0))
	}
	if len(doc.Foreign) > 0 {
		inv.Printf("%s shows them in full and takes them over\n", inv.Typable("holdfast adopt %s", doc.Line))
	}
}
