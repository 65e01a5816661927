package main

import (
	_ "embed"

	"holdfast/lib/cli"
)

var (
	//go:embed help.txt
	pages []byte // the help of the verbs
)

func program() cli.Program {
	return cli.Program{Name: "session-start", Summary: "shows saved work to a session that starts",
		Hook: runHook, Pages: pages, Verbs: []cli.Verb{
			{Name: "status", Run: showStatus},
			{Name: "brief", Run: showBrief},
			{Name: "rules", Run: runRules},
			{Name: "design", Run: showDesign},
			{Name: "run", Run: showRuns},
			{Name: "epic", Run: runEpic},
		}}
}
