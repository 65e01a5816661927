package main

import (
	"holdfast/lib/artifact"
	"holdfast/lib/cli"
)

func program() cli.Program {
	return cli.Program{
		Name:    "pre-compact",
		Summary: "saves the state of your work",
		Hook:    runHook, Complete: complete,
		Verbs: []cli.Verb{
			saveVerb(artifact.Checkpoint, "saves where the work is, to continue later"),
			saveVerb(artifact.Handoff, "saves the work for somebody else to continue"),
			saveVerb(artifact.Finalize, "saves what finished work solved, and closes its line"),
			closeVerb(),
			renameVerb(),
			mergeVerb(),
			adoptVerb(),
			forgetVerb(),
			designVerb(),
			epicVerb(),
			runVerb(),
		},
	}
}
