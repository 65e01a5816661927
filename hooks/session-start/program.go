package main

import "holdfast/lib/cli"

func program() cli.Program {
	return cli.Program{Name: "session-start", Summary: "shows saved work to a session that starts",
		Hook: runHook, Verbs: []cli.Verb{
			{Name: "status", Help: statusHelp, Run: showStatus},
			{Name: "brief", Help: briefHelp, Run: showBrief},
			{Name: "rules", Help: rulesHelp, Run: runRules},
			{Name: "design", Help: designHelp, Run: showDesign},
			{Name: "run", Help: runHelp, Run: showRuns},
			{Name: "epic", Help: epicHelp, Run: runEpic},
		}}
}
