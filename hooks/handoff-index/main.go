// Command handoff-index finds: as Claude Code's PostToolUse hook it looks after
// artifacts that the model writes by hand.
package main

import (
	_ "embed"
	"os"

	"holdfast/lib/cli"
)

//go:embed help.txt
var pages []byte // the help of the verbs

func program() cli.Program {
	return cli.Program{Name: "handoff-index", Summary: "finds what was saved", Hook: runHook, Pages: pages,
		Verbs: map[string]func(*cli.Invocation) error{
			"list": runList, "search": runSearch, "show": runShow, "lines": runLines, "history": runHistory,
			"timeline": runTimeline, "validate": runValidate, "rebuild": runRebuild, "migrate": runMigrate,
			"schema": printSchema,
		},
		Anywhere: []string{"schema"}}
}

func main() { os.Exit(program().Main(cli.Process())) }
