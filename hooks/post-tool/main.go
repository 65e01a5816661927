// Command post-tool guards: as Claude Code's PostToolUse hook it checkpoints a task's files as the task starts.
package main

import (
	"os"

	"holdfast/lib/cli"
)

func main() { os.Exit(program().Main(cli.Process())) }
