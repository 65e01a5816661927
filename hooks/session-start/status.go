package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/recovery"
	"holdfast/lib/resume"
)

const statusHelp = `Shows what can be taken up in the project, and what hooks could not do lately.

Options:
  --root DIR   the project (default: found upward from the working directory)
  --json       {"root", "machine", "entries", "failures"} as JSON

Examples:
  session-start status
  session-start status --root ~/src/app --json
`

// failureDays is how far back status looks in the log.
const failureDays = 7

func statusVerb() cli.Verb {
	return cli.Verb{
		Name:     "status",
		Synopsis: "status",
		Summary:  "shows what can be taken up, and what failed",
		Help:     statusHelp,
		Run:      showStatus,
	}
}

type statusDocument struct {
	Root     string            `json:"root"`
	Machine  string            `json:"machine"`
	Entries  []resume.Entry    `json:"entries"`
	Failures []machine.Failure `json:"failures"`
}

func showStatus(inv *cli.Invocation) error {
	if err := inv.Parse(nil, 0, 0); err != nil {
		return err
	}
	p, entries, r, err := ask(inv, "")
	if err != nil {
		return err
	}
	failures, err := p.machine.Failures(inv.Now().Add(-failureDays * 24 * time.Hour))
	if err != nil {
		inv.Warnf("%v", err)
	}
	printStatus(inv, p.root, entries, failures, r)
	return inv.PrintJSON(statusDocument{
		Root: p.root, Machine: p.machine.Path,
		Entries:  append([]resume.Entry{}, entries...),
		Failures: append([]machine.Failure{}, failures...),
	})
}

func printStatus(inv *cli.Invocation, root string, entries []resume.Entry, failures []machine.Failure, r recovery.Request) {
	inv.Printf("project %s\n", fence.Line(root, 0))
	if len(entries) == 0 {
		inv.Printf("nothing to resume\n")
	} else if !inv.JSON {
		w := tabwriter.NewWriter(inv.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "KIND\tNAME\tSTATE\tSAVED\tFIT\tFILE")
		for _, e := range entries {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", e.Kind, fence.Line(e.ID, 60), fence.Line(e.State, 20),
				recovery.Ago(r.Query.Now, e.Saved), fence.Line(e.Fit, 60), fence.Line(e.Path, 0))
		}
		w.Flush()
	}
	for _, f := range failures {
		inv.Printf("failed %s: %s: %s\n", recovery.Ago(inv.Now(), f.Time), f.Program, fence.Line(f.Message, 0))
	}
	if len(failures) > 0 {
		inv.Printf("holdfast doctor checks the installation\n")
	} else if len(entries) > 0 {
		inv.Printf("%s prints it in full\n", r.Show.Brief)
	}
}
