// Holdfast is the command for people: it installs, checks and removes hooks and skills,
// and runs every command of the other programs.
package main

import (
	"os"

	"holdfast/lib/cli"
)

func main() { os.Exit(program().Main(cli.Process())) }
