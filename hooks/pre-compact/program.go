package main

import (
	_ "embed"
	"fmt"

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/design"
	"holdfast/lib/epic"
	"holdfast/lib/workflow"
)

var (
	//go:embed help.txt
	pages []byte // the help of the verbs
	//go:embed save.txt
	savePage string // that of the three that write an artifact
)

func program() cli.Program {
	const done, closes = " --bead none --outcome SUCCEEDED",
		"Saves what finished work solved and decided, and closes its line of work."
	return cli.Program{Name: "pre-compact", Summary: "saves the state of your work", Hook: runHook, Pages: pages,
		Verbs: []cli.Verb{
			saveVerb(artifact.Checkpoint, "Saves where the work is, so that a later session can continue it.", ""),
			saveVerb(artifact.Handoff, "Saves the work for somebody else to continue: commit the file.", done),
			saveVerb(artifact.Finalize, closes, done),
			{Name: "close", Run: closeLines},
			{Name: "rename", Run: renameLine},
			{Name: "merge", Run: mergeLine},
			{Name: "adopt", Run: adoptLine},
			{Name: "forget", Run: runForget},
			{Name: "design", Run: design.Change},
			{Name: "epic", Run: epic.Change},
			{Name: "run", Run: workflow.Change},
		}}
}

// saveVerb is the verb that writes an artifact of a mode.
func saveVerb(mode, about, example string) cli.Verb {
	return cli.Verb{
		Name: mode, Help: fmt.Sprintf(savePage, mode, example, about),
		Run: func(inv *cli.Invocation) error { return saveArtifact(inv, mode) },
	}
}
