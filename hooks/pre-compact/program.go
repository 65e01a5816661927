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
	p := cli.Program{Name: "pre-compact", Summary: "saves the state of your work", Hook: runHook, Pages: pages,
		Verbs: map[string]func(*cli.Invocation) error{
			"close": closeLines, "rename": renameLine, "merge": mergeLine, "adopt": adoptLine, "forget": runForget,
			"design": design.Change, "run": workflow.Change, "epic": epic.Change,
		}}
	const done, closes = " --bead none --outcome SUCCEEDED",
		"Saves what finished work solved and decided, and closes its line of work."
	for _, v := range []struct{ mode, about, example string }{
		{artifact.Checkpoint, "Saves where the work is, so that a later session can continue it.", ""},
		{artifact.Handoff, "Saves the work for somebody else to continue: commit the file.", done},
		{artifact.Finalize, closes, done},
	} {
		p.Verbs[v.mode] = func(inv *cli.Invocation) error { return saveArtifact(inv, v.mode) }
		p.Pages = fmt.Appendf(p.Pages, savePage, v.mode, v.example, v.about)
	}
	return p
}
