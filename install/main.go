// Holdfast installs the hooks and skills in the user's Claude Code, takes them
// out again, and says what is wrong with an installation.
package main

import (
	"os"

	"holdfast/lib/cli"
)

func main() { os.Exit(program().Main(cli.Process())) }
