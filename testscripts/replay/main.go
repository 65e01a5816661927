// Command replay plays real compactions, or whole histories, through the built
// programs and counts what survives, or what a new session is told of what it needs.
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
	days := flag.String("days", "", "play the histories in the folders of this one, session by session, instead")
	rows := flag.Bool("rows", false, "with -days: a row for each session")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	play := func() error { return replayFolder(ctx, *bin, *dir, *least, os.Stdout) }
	if *days != "" {
		play = func() error { return daysBelow(ctx, *bin, *days, *rows, os.Stdout) }
	}
	defer stop()
	if err := play(); err != nil {
		fmt.Fprintln(os.Stderr, "replay: error:", err)
		os.Exit(1)
	}
}
