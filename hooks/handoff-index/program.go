package main

import "holdfast/lib/cli"

func program() cli.Program {
	return cli.Program{
		Name:    "handoff-index",
		Summary: "finds what was saved",
		Hook:    runHook, Complete: complete,
		Verbs: []cli.Verb{
			listVerb(), searchVerb(), showVerb(), linesVerb(), historyVerb(), timelineVerb(), validateVerb(), rebuildVerb(), migrateVerb(), schemaVerb(),
		},
	}
}
