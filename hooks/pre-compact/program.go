package main

import (
	"holdfast/lib/artifact"
	"holdfast/lib/cli"
)

func program() cli.Program {
	return cli.Program{
		Name:    "pre-compact",
		Summary: "saves the state of the work",
		Hook:    runHook, Complete: complete,
		Verbs: []cli.Verb{
			saveVerb(artifact.Checkpoint, "saves where the work stands, to go on later"),
			saveVerb(artifact.Handoff, "saves the work for somebody else to go on with"),
			saveVerb(artifact.Finalize, "saves what finished work solved and decided"),
			closeVerb(),
			adoptVerb(),
			designVerb(),
			epicVerb(),
			runVerb(),
		},
	}
}
