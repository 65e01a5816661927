package main

import (
	"holdfast/lib/cli"
	"holdfast/lib/fence"
)

const rebuildHelp = `Rebuilds the index of saved files. The index is kept up to date by itself, so
this is rarely needed; it never changes a saved file.

Options:
  --follow     if thoughts/shared is a link out of the project: trust where it
               leads, and read and write there from now on
  --json       {"files": N, "folder": DIR}

Examples:
  holdfast rebuild
  holdfast rebuild --follow
`

type rebuildDocument struct {
	Files  int    `json:"files"`
	Folder string `json:"folder"`
}

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
	return inv.PrintJSON(rebuildDocument{Files: n, Folder: folder})
}
