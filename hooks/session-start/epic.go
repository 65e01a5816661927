package main

import (
	"holdfast/lib/cli"
)

const epicHelp = `An epic is a large task of the issue tracker beads (its program is bd); an
orchestrator works on it in waves, several issues at a time. Without EPIC this
lists the epics that have a checkpoint. With EPIC it shows the next wave, budget
tier (how much may be spent), receipts (what each wave did) and costs, and, if
bd answers, which issues are closed, open or interrupted. Interrupted are those
in progress while no issue of the epic is ready.

If the checkpoint cannot be used, this says why and shows only what bd reports.

Options:
  --reset-interrupted   set the interrupted issues to open, through bd
  -n N                  at most N rows (default: 20 on a terminal, else all;
                        0: all)
  --json                the result as JSON

Examples:
  holdfast epic
  holdfast epic hub-abc
  holdfast epic hub-abc --reset-interrupted --json
`

func runEpic(inv *cli.Invocation) error {
	epics := open(inv.Env, inv.Project, inv.Machine).epics()
	if len(inv.Rest) == 0 {
		all, err := epics.Overview(inv)
		if err != nil {
			inv.Warnf("%v", err)
		}
		return inv.Report(all, nil)
	}
	shown, err := epics.Show(inv, inv.Rest[0], inv.On("reset-interrupted"))
	if err != nil && shown.ID != "" {
		shown.Print(inv)
	}
	return inv.Report(shown, err)
}
