// Command session-start resumes: as Claude Code's SessionStart hook it puts the
// recovery brief into the context and saves what a crashed session left; on
// demand it shows the same.
package main

import (
	"os"

	"holdfast/lib/cli"
)

func main() { os.Exit(program().Main(cli.Process())) }
