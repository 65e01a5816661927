// Command replay plays real compactions through the built programs and counts
// what survives: whether a session that goes on after a compaction still knows
// what the user asked, how to work, which files changed and which checks pass.
// Transcripts are only read; all else happens in scratch homes.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	bin := flag.String("bin", "bin", "folder of the built programs")
	dir := flag.String("dir", "", "folder of transcripts (default: those of this project under the client's config folder)")
	least := flag.Int("least", leastRecords, "records that a compaction must have before it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := replayFolder(ctx, *bin, *dir, *least, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "replay: error:", err)
		os.Exit(1)
	}
}
