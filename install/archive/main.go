// Archive makes the release archives: for each system one that holds the
// programs, the skills, the plugin files and install.sh, and needs no Go.
package main

import (
	"os"

	"holdfast/lib/cli"
)

func main() { os.Exit(run(cli.Process())) }
