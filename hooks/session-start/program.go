package main

import (
	_ "embed"

	"holdfast/lib/cli"
	"holdfast/lib/design"
	"holdfast/lib/epic"
	"holdfast/lib/workflow"
)

//go:embed help.txt
var pages []byte // the help of the verbs

func program() cli.Program {
	return cli.Program{Name: "session-start", Summary: "shows saved work to a session that starts",
		Hook: runHook, Pages: pages, Verbs: []cli.Verb{
			{Name: "status", Run: showStatus},
			{Name: "brief", Run: showBrief},
			{Name: "rules", Run: runRules},
			{Name: "design", Run: design.Read},
			{Name: "run", Run: workflow.Read},
			{Name: "epic", Run: epic.Read},
		}}
}
