package main

import (
	"holdfast/lib/cli"
)

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
