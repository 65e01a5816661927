package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/rollback"
	"holdfast/lib/task"
)

type listed struct {
	ID          string    `json:"id"`
	Task        string    `json:"task"`
	Time        time.Time `json:"time"`
	Type        string    `json:"type"`
	Description string    `json:"description"`
	Files       int       `json:"files"`
	Bytes       int64     `json:"bytes"` // that only it takes on the disk
	Snapshot    bool      `json:"snapshot"`
	Current     bool      `json:"current"` // a rollback would change nothing
	Ours        bool      `json:"ours"`
}

// mark is what is said beside a checkpoint.
func (c listed) mark() cli.Cell {
	style, said := cli.Dim, []string{}
	if c.Current {
		style, said = cli.Good, append(said, "current")
	}
	if !c.Snapshot && c.Type != checkpoint.PreRollback {
		said = append(said, "no snapshot")
	}
	if !c.Ours {
		style, said = cli.Poor, append(said, "foreign")
	}
	return cli.Cell{Text: strings.Join(said, ", "), Style: style}
}

// listedPrompt is a prompt before which the work tree was kept.
type listedPrompt struct {
	ID       string    `json:"id"`
	Time     time.Time `json:"time"`
	Session  string    `json:"session"`
	PromptID string    `json:"prompt_id"`
	Text     string    `json:"text"`
	Branch   string    `json:"branch"`
	Snapshot bool      `json:"snapshot"`
	LeftOut  string    `json:"left_out,omitempty"`
	Here     bool      `json:"here"`   // the work tree was taken back to before it
	Undone   bool      `json:"undone"` // its work was taken back
	Undo     bool      `json:"undo"`   // it was there to take others back
}

type listDocument struct {
	Checkpoints []listed       `json:"checkpoints"`
	Prompts     []listedPrompt `json:"prompts"`
	Broken      []string       `json:"broken"`
	none        string         // why the list is empty
}

func runList(inv *cli.Invocation) error {
	e := engine(inv)
	doc := listDocument{Checkpoints: []listed{}, Prompts: []listedPrompt{}, Broken: []string{},
		none: "no prompts and no checkpoints to go back to in this project"}
	only := ""
	if len(inv.Rest) > 0 {
		only = inv.Rest[0]
		doc.none = fmt.Sprintf("task %q has no checkpoints", only)
	}
	all, broken, err := e.List(only)
	if err != nil {
		return err
	}
	if only == "" {
		err = doc.addPrompts(e)
	} else if _, missing := e.Tasks.Load(only); len(all)+len(broken) == 0 && errors.Is(missing, task.ErrNotFound) {
		err = noTask(e, only)
	}
	for _, c := range all {
		doc.Checkpoints = append(doc.Checkpoints, listed{
			ID: c.ID, Task: c.TaskID, Time: c.Time, Type: c.Type, Description: c.Description, Files: len(c.Files),
			Bytes: e.Alone(c), Snapshot: c.Git.Snapshot != "", Current: e.Current(inv.Ctx, c), Ours: c.Ours,
		})
	}
	for _, err := range broken {
		doc.Broken = append(doc.Broken, err.Error())
	}
	return inv.Report(doc, err)
}

// noTask is the error for a task that does not exist; it names those with checkpoints.
func noTask(e rollback.Engine, id string) error {
	missing := cli.Missing("holdfast files list names all checkpoints",
		"task %q does not exist and has no checkpoints", id)
	all, _, err := e.List("")
	counts := map[string]int{}
	for _, c := range all {
		counts[c.TaskID]++
	}
	for _, task := range slices.Sorted(maps.Keys(counts)) {
		missing.Candidates = append(missing.Candidates, task+": "+fence.Count(counts[task], "checkpoint"))
	}
	return cmp.Or[error](err, missing)
}

func (d *listDocument) addPrompts(e rollback.Engine) error {
	h, err := prompts(e).Read()
	for _, p := range slices.Backward(h.Prompts) {
		d.Prompts = append(d.Prompts, listedPrompt{
			ID: p.Name(), Time: p.Time, Session: p.Session, PromptID: p.ID, Text: p.Text, Branch: p.Branch,
			Snapshot: p.Snapshot != "", LeftOut: p.LeftOut,
			Here: p.N == h.Position, Undone: h.Undone(p), Undo: p.Asks,
		})
	}
	return err
}

// Print prints a table of prompts and checkpoints, newest first.
func (d listDocument) Print(inv *cli.Invocation) {
	if len(d.Checkpoints)+len(d.Prompts)+len(d.Broken) == 0 {
		inv.Printf("%s\n", d.none)
		return
	}
	type row struct {
		time  time.Time
		cells []any
	}
	var rows []row
	for _, p := range d.Prompts {
		mark, text := cli.Cell{}, p.Text
		switch {
		case p.Here:
			mark = cli.Cell{Text: "here", Style: cli.Good}
		case p.Undo:
			mark = cli.Cell{Text: "undo", Style: cli.Dim}
		case p.Undone:
			mark = cli.Cell{Text: "undone", Style: cli.Poor}
		}
		if p.LeftOut != "" {
			text = "no snapshot: " + p.LeftOut + "; " + text
		}
		rows = append(rows, row{p.Time, []any{p.ID, p.Time, "prompt", "", "", mark, text}})
	}
	for _, c := range d.Checkpoints {
		rows = append(rows, row{c.Time, []any{
			c.ID, c.Time, c.Type, c.Files, fence.Size(c.Bytes), c.mark(), c.Description,
		}})
	}
	slices.SortStableFunc(rows, func(a, b row) int { return b.time.Compare(a.time) })
	t := inv.Table(cli.Column{Title: "ID"}, cli.Column{Title: "TIME", Give: 2, Least: 11},
		cli.Column{Title: "TYPE", Give: 4}, cli.Column{Title: "FILES", Give: 7}, cli.Column{Title: "SIZE", Give: 6},
		cli.Column{Give: 3}, cli.Column{Title: "DESCRIPTION", Give: 5, Least: 12})
	rows, more := cli.First(inv, rows)
	for _, r := range rows {
		t.Row(r.cells...)
	}
	t.Print()
	inv.More(more)
	for _, b := range d.Broken {
		inv.Printf("broken: %s\n", fence.Line(b, 300))
	}
}
