// Command pre-compact saves: as a hook it writes the state of the work and tells the
// summarizer what to keep; on demand it writes what a model or a person passes to it.
package main

import (
	_ "embed"
	"os"

	"holdfast/lib/cli"
	"holdfast/lib/design"
	"holdfast/lib/epic"
	"holdfast/lib/workflow"
)

//go:embed help.txt
var pages []byte // the help of the verbs

func program() cli.Program {
	return withSaves(cli.Program{Name: "pre-compact", Summary: "saves the state of your work",
		Hook: runHook, Pages: pages, Verbs: map[string]func(*cli.Invocation) error{
			"close": closeLines, "rename": renameLine, "merge": mergeLine, "adopt": adoptLine, "forget": runForget,
			"design": design.Change, "run": workflow.Change, "epic": epic.Change,
		}})
}

func main() { os.Exit(program().Main(cli.Process())) }
