package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/index"
)

const listHelp = `Lists what was saved in the project, newest first: artifacts, and the files of
earlier generations, marked with their number, until they are migrated. A file
that cannot be read is listed as broken, with the line.

` + filterHelp + `
Examples:
  handoff-index list -n 10
  handoff-index list --mode handoff --since 7d
  handoff-index list --bead hub-bba.1 --json
`

func listVerb() cli.Verb {
	return cli.Verb{
		Name:     "list",
		Synopsis: "list [--mode M] [--session S] [--bead B] [--outcome O] [--since D] [-n N]",
		Summary:  "lists what was saved, newest first",
		Help:     listHelp,
		Run:      runList,
	}
}

type listDocument struct {
	Artifacts []item `json:"artifacts"`
}

func runList(inv *cli.Invocation) error {
	var f filterFlags
	if err := inv.Parse(f.define, 0, 0); err != nil {
		return err
	}
	if err := f.check(inv); err != nil {
		return err
	}
	c, err := open(inv)
	if err != nil {
		return err
	}
	rows, err := c.List(context.Background(), f.Filter, f.most)
	if err != nil {
		return err
	}
	doc := listDocument{Artifacts: []item{}}
	for _, r := range rows {
		doc.Artifacts = append(doc.Artifacts, itemOf(r))
	}
	if !inv.JSON {
		printTable(inv, rows)
	}
	return inv.PrintJSON(doc)
}

func printTable(inv *cli.Invocation, rows []index.Row) {
	if len(rows) == 0 {
		inv.Printf("nothing saved in this project\n")
		return
	}
	w := tabwriter.NewWriter(inv.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "DATE\tMODE\tOUTCOME\tSESSION\tGOAL\tFILE")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", shortDate(r), modeOf(r), cell(r.Outcome, 14),
			cell(r.Session, 40), goalOf(r), fence.Line(r.Path, 0))
	}
	w.Flush()
}

func shortDate(r index.Row) string {
	d := dateOf(r)
	if len(d) < len("2006-01-02T15:04") {
		return "-"
	}
	return strings.Replace(d[:len("2006-01-02T15:04")], "T", " ", 1)
}

func modeOf(r index.Row) string {
	switch {
	case r.Broken != "":
		return "broken"
	case r.Generation != "":
		return cell(r.Mode, 12) + " (generation " + cell(r.Generation, 4) + ")"
	}
	return cell(r.Mode, 12)
}

func goalOf(r index.Row) string {
	if r.Broken != "" {
		return fence.Line(r.Broken, 60)
	}
	return cell(r.Goal, 60)
}

// cell is a value in a table, "-" where it is empty.
func cell(s string, most int) string {
	if s = fence.Line(s, most); s == "" {
		return "-"
	}
	return s
}
