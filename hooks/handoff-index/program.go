package main

import "holdfast/lib/cli"

func program() cli.Program {
	return cli.Program{
		Name:    "handoff-index",
		Summary: "finds saved artifacts",
		Hook:    runHook,
		Verbs: []cli.Verb{
			listVerb(), searchVerb(), showVerb(), validateVerb(), rebuildVerb(), migrateVerb(), schemaVerb(),
		},
	}
}
