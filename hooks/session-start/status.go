package main

import (
	"slices"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/recovery"
	"holdfast/lib/resume"
)

// failureDays is how far back status looks in the log.
const failureDays = 7

type statusDocument struct {
	Root     string            `json:"root"`
	Machine  string            `json:"machine"`
	Entries  []resume.Entry    `json:"entries"`
	Failures []machine.Failure `json:"failures"`
}

func showStatus(inv *cli.Invocation) error {
	p, entries, r, err := ask(inv, "", func(p workplace, q resume.Query) []resume.Store {
		stores := p.stores(q)
		for i, s := range stores {
			if lines, ok := s.(recovery.Lines); ok {
				lines.All = true
				stores[i] = lines
			}
		}
		return stores
	})
	if err != nil {
		return err
	}
	failures, err := p.failures(inv.Now().Add(-failureDays * 24 * time.Hour))
	if err != nil {
		inv.Warnf("%v", err)
	}
	if inv.Root == "" {
		r.Show.Root = ""
	}
	entries = recovery.Work(entries)
	printStatus(inv, p.root, entries, failures, r)
	return inv.PrintJSON(statusDocument{
		Root: p.root, Machine: p.machine.Path,
		Entries:  append([]resume.Entry{}, entries...),
		Failures: append([]machine.Failure{}, failures...),
	})
}

func printStatus(
	inv *cli.Invocation, root string, entries []resume.Entry, failures []machine.Failure, r recovery.Request,
) {
	inv.Printf("project %s\n", root)
	if len(entries) == 0 {
		inv.Printf("nothing to resume\n")
	} else if !inv.JSON {
		t := inv.Table(cli.Column{Title: "KIND", Give: 2}, cli.Column{Title: "NAME"},
			cli.Column{Title: "STATE", Give: 4}, cli.Column{Title: "SAVED", Give: 1}, cli.Column{Title: "FIT", Give: 5},
			cli.Column{Title: "GOAL", Give: 6, Least: 20})
		counted := func(e resume.Entry) bool { return e.Count > 0 }
		rows, more := cli.First(inv, slices.DeleteFunc(slices.Clone(entries), counted))
		for _, e := range rows {
			saved := ""
			if !e.Saved.IsZero() {
				saved = fence.Ago(r.Query.Now, e.Saved)
			}
			t.Row(e.Kind, e.ID, e.State, saved, e.Fit, recovery.Goal(e))
		}
		t.Print()
		inv.More(more)
		for _, e := range entries {
			if e.Count > 0 {
				inv.Printf("%s\n", r.Show.Counted(e))
			}
		}
	}
	for _, f := range failures {
		inv.Printf("%s %s: %s: %s\n", inv.Paint(cli.Bad, "failed"), fence.Ago(inv.Now(), f.Time), f.Program, f.Message)
	}
	if len(failures) > 0 {
		inv.Printf("holdfast doctor checks the installation; holdfast doctor --clear forgets failures\n")
	} else if len(entries) > 0 {
		inv.Printf("in full: %s\n", r.Show.Brief())
	}
}
