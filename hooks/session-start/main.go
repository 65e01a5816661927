// Command session-start resumes: as a hook of Claude Code it puts what is saved into the
// context of a session and saves what a crashed one left; on demand it shows the same.
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
	return cli.Program{Name: "session-start", Summary: "shows saved work to a session that starts",
		Hook: runHook, Pages: pages, Verbs: map[string]func(*cli.Invocation) error{
			"status": showStatus, "brief": showBrief, "rules": runRules,
			"design": design.Read, "run": workflow.Read, "epic": epic.Read,
		}}
}

func main() { os.Exit(program().Main(cli.Process())) }
