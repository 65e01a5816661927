package main

import (
	"holdfast/lib/artifact"
	"holdfast/lib/cli"
)

func program() cli.Program {
	const done = " --bead none --outcome SUCCEEDED"
	return cli.Program{Name: "pre-compact", Summary: "saves the state of your work", Hook: runHook, Verbs: []cli.Verb{
		saveVerb(artifact.Checkpoint, "Saves where the work is, so that a later session can continue it.", ""),
		saveVerb(artifact.Handoff, "Saves the work for somebody else to continue: commit the file.", done),
		saveVerb(artifact.Finalize, "Saves what finished work solved and decided, and closes its line of work.", done),
		{Name: "close", Help: closeHelp, Run: closeLines},
		{Name: "rename", Help: renameHelp, Run: renameLine},
		{Name: "merge", Help: mergeHelp, Run: mergeLine},
		{Name: "adopt", Help: adoptHelp, Run: adoptLine},
		{Name: "forget", Help: forgetHelp, Run: runForget},
		{Name: "design", Help: designHelp, Run: runDesign},
		{Name: "epic", Help: epicHelp, Run: runEpic},
		{Name: "run", Help: runHelp, Run: saveRun},
	}}
}
