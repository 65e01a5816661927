//go:build unix

// Command bench measures the release binaries against the bars: whole
// processes, in turn with an empty Go program, so that the machine's noise hits
// all alike. It prints a table and fails when a bar is missed.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	bin := flag.String("bin", "bin", "folder of the release binaries, absolute")
	runs := flag.Int("n", 100, "runs of each row")
	only := flag.String("only", "", "groups of rows to measure, with commas: idle, full, lines, compact, written, guard, clone, many, people")
	flag.Parse()
	missed, err := bench(*bin, *runs, strings.FieldsFunc(*only, func(r rune) bool { return r == ',' }), os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench: error:", err)
		os.Exit(1)
	}
	if missed > 0 {
		fmt.Fprintf(os.Stderr, "bench: error: %d bars missed\n", missed)
		os.Exit(1)
	}
}
