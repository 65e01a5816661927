package main

import (
	_ "embed"

	"holdfast/lib/cli"
)

//go:embed help.txt
var pages []byte // the help of the verbs

func program() cli.Program {
	return cli.Program{Name: "post-tool", Summary: "saves files before they change, and restores them",
		Hook: runHook, Pages: pages, Verbs: []cli.Verb{
			{Name: "checkpoint", Run: runCheckpoint},
			{Name: "list", Run: runList},
			{Name: "diff", Run: runDiff},
			{Name: "rollback", Run: runRollback},
			{Name: "undo", Run: runUndo},
			{Name: "prune", Run: runPrune},
		}}
}
