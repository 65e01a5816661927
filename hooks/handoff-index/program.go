package main

import "holdfast/lib/cli"

func program() cli.Program {
	return cli.Program{Name: "handoff-index", Summary: "finds what was saved", Hook: runHook, Verbs: []cli.Verb{
		{Name: "list", Help: listHelp, Run: runList},
		{Name: "search", Help: searchHelp, Run: runSearch},
		{Name: "show", Help: showHelp, Run: runShow},
		{Name: "lines", Help: linesHelp, Run: runLines},
		{Name: "history", Help: historyHelp, Run: runHistory},
		{Name: "timeline", Help: timelineHelp, Run: runTimeline},
		{Name: "validate", Help: validateHelp, Run: runValidate},
		{Name: "rebuild", Help: rebuildHelp, Run: runRebuild},
		{Name: "migrate", Help: migrateHelp, Run: runMigrate},
		{Name: "schema", Anywhere: true, Help: schemaHelp, Run: printSchema},
	}}
}
