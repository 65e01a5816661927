package main

import "holdfast/lib/cli"

func program() cli.Program {
	return cli.Program{
		Name:    "post-tool",
		Summary: "saves files before they change, and restores them",
		Hook:    runHook, Complete: complete,
		Verbs: []cli.Verb{checkpointVerb(), listVerb(), diffVerb(), rollbackVerb(), undoVerb(), pruneVerb()},
	}
}
