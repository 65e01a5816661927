package main

import (
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/recovery"
	"holdfast/lib/resume"
)

// A status is what can be continued in a project, and what hooks failed to do there.
type status struct {
	Root     string            `json:"root"`
	Machine  string            `json:"machine"`
	Entries  []resume.Entry    `json:"entries"`
	Failures []machine.Failure `json:"failures"`
}

// showStatus shows a table of the work, what is only counted, and the failures.
func showStatus(inv *cli.Invocation) error {
	p, entries, r, err := ask(inv, "", "", true)
	if err != nil {
		return err
	}
	failures, err := p.failures(inv.Now().AddDate(0, 0, -7))
	inv.Warn(err)
	if inv.Root == "" {
		r.Show.Root = ""
	}
	s := status{p.Store.Root, p.Store.Machine.Path, recovery.Work(entries), failures}
	inv.Printf("project %s\n", s.Root)
	if len(s.Entries) == 0 {
		inv.Printf("nothing to resume\n")
	}
	t := inv.Table("KIND 2", "NAME", "STATE 4", "SAVED 1", "FIT 5", "GOAL 6 20")
	counted := func(e resume.Entry) bool { return e.Count > 0 }
	rows, more := cli.First(inv, slices.DeleteFunc(slices.Clone(s.Entries), counted))
	for _, e := range rows {
		saved := ""
		if !e.Saved.IsZero() {
			saved = fence.Ago(inv.Now(), e.Saved)
		}
		t.Row(e.Kind, e.ID, e.State, saved, e.Fit, recovery.Goal(e))
	}
	t.Print(more, "")
	for _, e := range s.Entries {
		if counted(e) {
			inv.Printf("%s\n", r.Show.Counted(e))
		}
	}
	for _, f := range s.Failures {
		inv.Printf("%s %s: %s: %s\n", inv.Paint(cli.Bad, "failed"), fence.Ago(inv.Now(), f.Time), f.Program, f.Message)
	}
	if len(s.Failures) > 0 {
		inv.Printf("holdfast doctor checks the installation; holdfast doctor --clear forgets failures\n")
	} else if len(s.Entries) > 0 {
		inv.Printf("in full: %s\n", r.Show.About("brief"))
	}
	return inv.PrintJSON(s)
}
