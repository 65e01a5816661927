package main

import "holdfast/lib/cli"

func program() cli.Program {
	return cli.Program{
		Name:    "post-tool",
		Summary: "guards a task's files",
		Hook:    runHook, Complete: complete,
		Verbs: []cli.Verb{checkpointVerb(), listVerb(), diffVerb(), rollbackVerb(), undoVerb(), pruneVerb()},
	}
}
