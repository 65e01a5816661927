// Holdfast is the command for people: it installs the hooks and skills in the
// user's Claude Code, checks and removes them, and runs every command of the
// other programs.
package main

import (
	"os"

	"holdfast/lib/cli"
)

func main() { os.Exit(program().Main(cli.Process())) }
