// Command session-start resumes: as a hook of Claude Code it puts what is saved into the
// context of a session and saves what a crashed one left; on demand it shows the same.
package main

import (
	"os"

	"holdfast/lib/cli"
)

func main() { os.Exit(program().Main(cli.Process())) }
