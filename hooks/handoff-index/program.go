package main

import (
	_ "embed"

	"holdfast/lib/cli"
)

//go:embed help.txt
var pages []byte // the help of the verbs

func program() cli.Program {
	p := cli.Program{Name: "handoff-index", Summary: "finds what was saved", Hook: runHook, Pages: pages}
	p.Verbs = []cli.Verb{
		{Name: "list", Run: runList},
		{Name: "search", Run: runSearch},
		{Name: "show", Run: runShow},
		{Name: "lines", Run: runLines},
		{Name: "history", Run: runHistory},
		{Name: "timeline", Run: runTimeline},
		{Name: "validate", Run: runValidate},
		{Name: "rebuild", Run: runRebuild},
		{Name: "migrate", Run: runMigrate},
		{Name: "schema", Anywhere: true, Run: printSchema},
	}
	return p
}
