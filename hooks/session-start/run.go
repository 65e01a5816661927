package main

import (
	"holdfast/lib/cli"
	"holdfast/lib/workflow"
)

func showRuns(inv *cli.Invocation) error {
	runs := workflow.In(inv.Project, inv.Machine)
	if len(inv.Rest) == 0 {
		return inv.Report(runs.Overview(inv, inv.On("all")))
	}
	return inv.Report(runs.Show(inv, inv.Rest[0]))
}
