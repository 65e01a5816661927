// Command handoff-index finds: as Claude Code's PostToolUse hook it looks after
// artifacts that the model writes by hand.
package main

import (
	"os"

	"holdfast/lib/cli"
)

func main() { os.Exit(program().Main(cli.Process())) }
