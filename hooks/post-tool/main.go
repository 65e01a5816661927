// Command post-tool guards: as Claude Code's PostToolUse hook it checkpoints a task's files as the task starts.
package main

import (
	_ "embed"
	"os"

	"holdfast/lib/cli"
)

//go:embed help.txt
var pages []byte // the help of the verbs

func program() cli.Program {
	return cli.Program{Name: "post-tool", Summary: "saves files before they change, and restores them",
		Hook: runHook, Pages: pages, Verbs: map[string]func(*cli.Invocation) error{
			"checkpoint": runCheckpoint, "list": runList, "diff": runDiff, "rollback": runRollback,
			"undo": runUndo, "prune": runPrune,
		}}
}

func main() { os.Exit(program().Main(cli.Process())) }
