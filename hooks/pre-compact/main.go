// Command pre-compact saves: as a hook it writes the state of the work and tells the
// summarizer what to keep; on demand it writes what a model or a person passes to it.
package main

import (
	"os"

	"holdfast/lib/cli"
)

func main() { os.Exit(program().Main(cli.Process())) }
