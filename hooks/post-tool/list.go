package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/task"
)

const listHelp = `Lists the checkpoints of the project by task, newest first: when and why they
were made, how many files they hold, how much they take on the disk, whether
they hold a snapshot of the whole work tree. One is current while every file
stands as it holds it. A "?" after the time says that it is the file's, as the
checkpoint says none. What another tool keeps in the same folder is passed over.

Options:
  --root DIR  the project (default: found upward from the working directory)
  --json      {"checkpoints":[{"id","task","time","type","description","files",
              "bytes","snapshot","current","ours"}],"broken":[]}

Examples:
  post-tool list
  post-tool list 42
  post-tool list --json

`

func listVerb() cli.Verb {
	return cli.Verb{
		Name:     "list",
		Synopsis: "list [TASK]",
		Summary:  "lists the checkpoints, by task",
		Help:     listHelp,
		Run:      runList,
	}
}

type listed struct {
	ID          string    `json:"id"`
	Task        string    `json:"task"`
	Time        time.Time `json:"time"`
	Undated     bool      `json:"undated,omitempty"` // it says none; its file's is taken
	Type        string    `json:"type"`
	Description string    `json:"description"`
	Files       int       `json:"files"`
	Bytes       int64     `json:"bytes"` // on the disk; what several share counts for the oldest
	Snapshot    bool      `json:"snapshot"`
	Current     bool      `json:"current"` // every file stands as it holds it
	Ours        bool      `json:"ours"`
}

type listDocument struct {
	Checkpoints []listed `json:"checkpoints"`
	Broken      []string `json:"broken"`
}

func runList(inv *cli.Invocation) error {
	if err := inv.Parse(nil, 0, 1); err != nil {
		return err
	}
	root, folder, err := place(inv)
	if err != nil {
		return err
	}
	store := checkpoint.Store{Root: root, Machine: folder, Now: inv.Now}
	only := ""
	if len(inv.Rest) == 1 {
		only = inv.Rest[0]
		if !task.ValidID(only) {
			return &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("task %q does not exist", only)}
		}
	}
	all, broken, err := store.List(only)
	if err != nil {
		return err
	}
	doc := listDocument{Checkpoints: []listed{}, Broken: []string{}}
	sizes, current := store.Sizes(all), store.Current(context.Background(), all)
	for _, c := range all {
		doc.Checkpoints = append(doc.Checkpoints, listed{
			ID: c.ID, Task: c.TaskID, Time: c.Time, Undated: c.Undated, Type: c.Type, Description: c.Description, Files: len(c.Files),
			Bytes: sizes[c.ID], Snapshot: c.Git != nil && c.Git.Snapshot != "", Current: current[c.ID], Ours: c.Ours,
		})
	}
	slices.SortStableFunc(doc.Checkpoints, func(a, b listed) int { return cmp.Compare(a.Task, b.Task) })
	for _, err := range broken {
		doc.Broken = append(doc.Broken, err.Error())
	}
	if !inv.JSON {
		printCheckpoints(inv, doc)
	}
	return inv.PrintJSON(doc)
}

func printCheckpoints(inv *cli.Invocation, doc listDocument) {
	if len(doc.Checkpoints) == 0 && len(doc.Broken) == 0 {
		inv.Printf("no checkpoints in this project\n")
		return
	}
	if len(doc.Checkpoints) > 0 {
		w := tabwriter.NewWriter(inv.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "TASK\tCHECKPOINT\tTIME\tTYPE\tFILES\tSIZE\tSNAPSHOT\t\tDESCRIPTION")
		for _, c := range doc.Checkpoints {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\n", c.Task, c.ID, timeText(c), fence.Line(c.Type, 20),
				c.Files, sizeText(c.Bytes), yesNo(c.Snapshot), markOf(c), fence.Line(c.Description, 60))
		}
		w.Flush()
	}
	for _, b := range doc.Broken {
		inv.Printf("broken: %s\n", fence.Line(b, 300))
	}
}

func shortTime(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// timeText marks the time of one that says none itself.
func timeText(c listed) string {
	if c.Undated {
		return shortTime(c.Time) + " ?"
	}
	return shortTime(c.Time)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func markOf(c listed) string {
	mark := ""
	if c.Current {
		mark = "current"
	}
	if !c.Ours {
		mark += " foreign"
	}
	return mark
}

// sizeText is a number of bytes as a person reads it.
func sizeText(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1000*1000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1000*1000*1000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
