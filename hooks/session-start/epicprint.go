package main

import (
	"maps"
	"slices"
	"strings"

	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/epic"
	"holdfast/lib/fence"
)

// printEpic writes what a person or a model reads of an epic.
func printEpic(inv *cli.Invocation, d epicDocument, p epic.Progress) {
	inv.Printf("%s\n", d.Message)
	if d.Corrupt != "" {
		inv.Printf("%s: %s\n", d.Path, d.Corrupt)
	} else {
		printCheckpoint(inv, d)
	}
	if f := d.Flag; f != nil {
		state := "a wave is in flight"
		if f.Stale {
			state = "stale flag of an abandoned wave"
		}
		inv.Printf("%s: %s, since %s\n", state, f.Path, f.Since)
	}
	if !d.Beads {
		inv.Printf("beads did not answer: what remains is not known\n")
		return
	}
	printIssues(inv, "completed", d.Completed)
	printIssues(inv, "remaining", d.Remaining)
	if d.Done {
		inv.Printf("all issues of the epic are closed\n")
	}
	printInterrupted(inv, d, p)
}

func printCheckpoint(inv *cli.Invocation, d epicDocument) {
	tier := "not known"
	if d.Tier != "" {
		tier = fence.Line(d.Tier, 60) + " (keep the stored tier)"
	}
	inv.Printf("checkpoint: %s\nwave completed: %d\nnext wave: %d\nbudget tier: %s\n", d.Path, d.Wave, d.Next, tier)
	for _, m := range [][2]string{{"tokens", string(d.Tokens)}, {"tool uses", string(d.ToolUses)}, {"cost", string(d.Cost)}} {
		if m[1] != "" {
			inv.Printf("%s: %s\n", m[0], m[1])
		}
	}
	if len(d.Receipts) > 0 {
		inv.Printf("receipts:\n")
		for _, r := range d.Receipts {
			inv.Printf("  - %s\n", r)
		}
	}
	if len(d.Closed) > 0 {
		inv.Printf("closed issues: %s\n", fence.Line(strings.Join(d.Closed, ", "), 0))
	}
	for _, name := range slices.Sorted(maps.Keys(d.Further)) {
		inv.Printf("%s: %s\n", fence.Line(name, 60), fence.Line(string(d.Further[name]), 0))
	}
}

func printIssues(inv *cli.Invocation, what string, issues []issueLine) {
	if len(issues) == 0 {
		inv.Printf("%s: none\n", what)
		return
	}
	inv.Printf("%s:\n", what)
	for _, i := range issues {
		inv.Printf("  %s (%s): %s\n", i.ID, fence.Line(i.Status, 20), fence.Line(i.Title, 200))
	}
}

func printInterrupted(inv *cli.Invocation, d epicDocument, p epic.Progress) {
	if len(d.Interrupted) == 0 {
		if n := len(p.With(beads.Working)); n > 0 {
			inv.Printf("in progress: %d, and others are ready: none counts as interrupted\n", n)
		}
		return
	}
	inv.Printf("interrupted: %s\n", strings.Join(d.Interrupted, ", "))
	if len(d.Reset) > 0 {
		inv.Printf("set open: %s\n", strings.Join(d.Reset, ", "))
	} else {
		inv.Printf("--reset-interrupted sets them open\n")
	}
}
