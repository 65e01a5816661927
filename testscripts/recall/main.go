// Command recall measures how often a question finds the earlier session that
// answers it: by the search of search --history, and by plain BM25 over the same
// texts.
//
// The sessions are those of a folder: one folder for each project, with its
// transcripts (.jsonl or .jsonl.gz). The questions have known answers and are made
// of the transcripts by rule (questions.go), the same for the same folder.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	dir := flag.String("dir", "", "a folder with a folder of transcripts for each project")
	most := flag.Int("n", 300, "questions in all")
	verbose := flag.Bool("v", false, "print the questions whose answer is not first")
	flag.Parse()
	if err := measure(*dir, *most, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "recall:", err)
		os.Exit(1)
	}
}
