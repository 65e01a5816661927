package main

import (
	"holdfast/lib/cli"
	"holdfast/lib/workflow"
)

const runHelp = `A run is one execution of a workflow, saved step by step. Without ID this lists
the runs of this branch, unfinished ones first. With ID it shows the run: its
variables, its artefacts (files that its steps made) and whether they changed,
its checkpoints, and the command that continues it. Nothing is changed.

ID is a run's id, or the id of one of its checkpoints, which shows the run as it
was then; the beginning of either is enough. latest is the newest unfinished run
of this branch.

Options:
  --all        runs of all branches, and archived ones, with every checkpoint
  -n N         at most N rows (default: 20 on a terminal, else all; 0: all)
  --json       the runs, or the one run, as JSON

Examples:
  holdfast run
  holdfast run latest
  holdfast run a3f2c1 --json
  holdfast run --all
`

func showRuns(inv *cli.Invocation) error {
	runs := workflow.In(inv.Project, inv.Machine)
	if len(inv.Rest) == 0 {
		return inv.Report(runs.Overview(inv, inv.On("all")))
	}
	return inv.Report(runs.Show(inv, inv.Rest[0]))
}
