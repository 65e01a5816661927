package main

import (
	"flag"

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
  --root DIR            the project (default: found upward from here)
  --json                the result as JSON

Examples:
  holdfast epic
  holdfast epic hub-abc
  holdfast epic hub-abc --reset-interrupted --json
`

func epicVerb() cli.Verb {
	return cli.Verb{
		Name: "epic", Synopsis: "epic [EPIC [--reset-interrupted]] [-n N]", Help: epicHelp, Run: runEpic,
		Summary: "shows the next wave of an epic",
	}
}

func runEpic(inv *cli.Invocation) error {
	var reset bool
	var limit cli.Limit
	err := inv.Parse(func(fs *flag.FlagSet) {
		fs.BoolVar(&reset, "reset-interrupted", false, "")
		limit.Declare(fs)
	}, 0, 1)
	if err != nil {
		return err
	}
	if reset && len(inv.Rest) == 0 {
		return inv.UsageError("--reset-interrupted needs the epic")
	}
	root, folder, err := inv.Place()
	if err != nil {
		return err
	}
	epics := open(inv.Env, root, folder).epics()
	if len(inv.Rest) == 0 {
		all, err := epics.Overview(inv, limit)
		if err != nil {
			inv.Warnf("%v", err)
		}
		return inv.Report(all, nil)
	}
	shown, err := epics.Show(inv, inv.Rest[0], reset)
	if err != nil && shown.ID != "" {
		shown.Print(inv)
	}
	return inv.Report(shown, err)
}
