package main

import "holdfast/lib/cli"

func program() cli.Program {
	return cli.Program{
		Name:    "post-tool",
		Summary: "guards a task's files",
		// There is nothing to guard yet: the hook costs nothing and says nothing.
		Hook:  func(cli.Env) int { return cli.OK },
		Verbs: []cli.Verb{checkpointVerb(), listVerb(), diffVerb(), rollbackVerb(), pruneVerb()},
	}
}
