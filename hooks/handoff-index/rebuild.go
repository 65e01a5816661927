package main

import (
	"holdfast/lib/cli"
	"holdfast/lib/fence"
)

func runRebuild(inv *cli.Invocation) error {
	c := open(inv)
	if inv.On("follow") {
		if err := c.Store.Follow(); err != nil {
			return err
		}
	}
	n, err := c.Rebuild(inv.Ctx, inv.Progress("indexing", "folders"))
	if err != nil {
		return err
	}
	folder, err := c.Store.Folder()
	if err != nil {
		return err
	}
	inv.Printf("indexed %s of %s\n", fence.Count(n, "file"), folder)
	return inv.PrintJSON(map[string]any{"files": n, "folder": folder})
}
