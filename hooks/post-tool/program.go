package main

import "holdfast/lib/cli"

func program() cli.Program {
	return cli.Program{Name: "post-tool", Summary: "saves files before they change, and restores them",
		Hook: runHook, Verbs: []cli.Verb{
			{Name: "checkpoint", Help: checkpointHelp, Run: runCheckpoint},
			{Name: "list", Help: listHelp, Run: runList},
			{Name: "diff", Help: diffHelp, Run: runDiff},
			{Name: "rollback", Help: rollbackHelp, Run: runRollback},
			{Name: "undo", Help: undoHelp, Run: runUndo},
			{Name: "prune", Help: pruneHelp, Run: runPrune},
		}}
}
