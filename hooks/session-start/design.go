package main

import (
	"holdfast/lib/cli"
	"holdfast/lib/design"
)

func showDesign(inv *cli.Invocation) error {
	store := design.In(inv.Project, inv.Machine)
	if len(inv.Rest) == 0 {
		return inv.Report(store.Overview(inv, inv.On("all")))
	}
	var stage *string
	if inv.Has("stage") {
		stage = new(inv.Flag("stage"))
	}
	return inv.Report(store.Show(inv, inv.Rest[0], stage))
}
