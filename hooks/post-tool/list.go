package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/rollback"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
	"holdfast/lib/undo"
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
	// Changed is what changed until the next snapshot or until now, null where that
	// is not known.
	Changed *stat `json:"changed"`
	Ours    bool  `json:"ours"`
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
	Changed  *stat     `json:"changed"`
	LeftOut  string    `json:"left_out,omitempty"`
	Here     bool      `json:"here"`   // the work tree was taken back to before it
	Undone   bool      `json:"undone"` // its work was taken back
	Undo     bool      `json:"undo"`   // it was there to take others back
}

// stat counts what changed from one snapshot to another.
type stat struct {
	Files int `json:"files"`
}

type listDocument struct {
	Checkpoints []listed       `json:"checkpoints"`
	Prompts     []listedPrompt `json:"prompts"`
	Broken      []string       `json:"broken"`
}

func runList(inv *cli.Invocation) error {
	e := engine(inv)
	only := ""
	if len(inv.Rest) == 1 {
		only = inv.Rest[0]
		if !task.ValidID(only) {
			return &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("task %q does not exist", only)}
		}
	}
	all, broken, err := e.Checkpoints.List(only)
	if err != nil {
		return err
	}
	var h undo.History
	if only == "" {
		if h, err = prompts(e).Read(); err != nil {
			return err
		}
	}
	doc := listDocument{Checkpoints: []listed{}, Prompts: []listedPrompt{}, Broken: []string{}}
	none := "no prompts and no checkpoints to go back to in this project"
	if only != "" {
		none = fmt.Sprintf("task %q has no checkpoints", only)
		if _, err := e.Tasks.Load(only); len(all)+len(broken) == 0 && errors.Is(err, task.ErrNotFound) {
			return &cli.Error{Code: cli.NotFound,
				Message: fmt.Sprintf("task %q does not exist and has no checkpoints", only),
				Hint:    "holdfast files list names all checkpoints"}
		}
	}
	changed := changesOf(inv, e, all, h)
	for _, c := range all {
		row := listed{
			ID: c.ID, Task: c.TaskID, Time: c.Time, Type: c.Type, Description: c.Description,
			Files: len(c.Files),
			Bytes: e.Checkpoints.Alone(c), Snapshot: c.Git != nil && c.Git.Snapshot != "", Changed: changed[c.ID],
			Ours: c.Ours,
		}
		doc.Checkpoints = append(doc.Checkpoints, row)
	}
	for _, p := range slices.Backward(h.Prompts) {
		row := listedPrompt{
			ID: p.Name(), Time: p.Time, Session: p.Session, PromptID: p.ID, Text: p.Text, Branch: p.Branch,
			Snapshot: p.Snapshot != "",
			LeftOut:  p.LeftOut, Here: p.N == h.Position, Undone: h.Undone(p.N), Undo: h.Asks(p.N),
		}
		if !h.Moved(p.N) {
			row.Changed = changed[p.Name()]
		}
		doc.Prompts = append(doc.Prompts, row)
	}
	for _, err := range broken {
		doc.Broken = append(doc.Broken, err.Error())
	}
	if !inv.JSON {
		printTimeline(inv, doc, none)
	}
	return inv.PrintJSON(doc)
}

// changesOf is what changed after each snapshot until the next one in time, or
// until now, by the id of the prompt or checkpoint.
func changesOf(inv *cli.Invocation, e rollback.Engine, all []checkpoint.Checkpoint,
	h undo.History) map[string]*stat {
	changed := map[string]*stat{}
	if e.Snapshots == nil {
		return changed
	}
	type point struct {
		id, snapshot string
		time         time.Time
	}
	var points []point
	for _, c := range slices.Backward(all) {
		if c.Ours && c.Git != nil && c.Git.Snapshot != "" {
			points = append(points, point{c.ID, c.Git.Snapshot, c.Time})
		}
	}
	for _, p := range h.Prompts {
		if p.Snapshot != "" {
			points = append(points, point{p.Name(), p.Snapshot, p.Time})
		}
	}
	slices.SortStableFunc(points, func(a, b point) int { return a.time.Compare(b.time) })
	for i, p := range points {
		var changes []snapshot.Change
		var err error
		if i+1 < len(points) {
			changes, err = e.Snapshots.Between(inv.Ctx, p.snapshot, points[i+1].snapshot)
		} else {
			changes, err = e.Snapshots.Changes(inv.Ctx, p.snapshot)
		}
		if err == nil {
			changed[p.id] = &stat{len(changes)}
		}
	}
	return changed
}

// printTimeline prints the newest limit rows, all where that is 0, or none where
// there is nothing to list.
func printTimeline(inv *cli.Invocation, doc listDocument, none string) {
	if len(doc.Checkpoints)+len(doc.Prompts)+len(doc.Broken) == 0 {
		inv.Printf("%s\n", none)
		return
	}
	type row struct {
		time  time.Time
		cells []any
	}
	var rows []row
	for _, p := range doc.Prompts {
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
		rows = append(rows, row{p.Time, []any{p.ID, p.Time, "prompt", changedText(p.Changed), "", "", mark, text}})
	}
	for _, c := range doc.Checkpoints {
		since := changedText(c.Changed)
		if !c.Snapshot && c.Type != checkpoint.PreRollback {
			since = "no snapshot"
		}
		rows = append(rows, row{c.Time, []any{c.ID, c.Time, c.Type, since, c.Files, fence.Size(c.Bytes),
			markOf(c), c.Description}})
	}
	slices.SortStableFunc(rows, func(a, b row) int { return b.time.Compare(a.time) })
	t := inv.Table(cli.Column{Title: "ID"}, cli.Column{Title: "TIME", Give: 2, Least: 11},
		cli.Column{Title: "TYPE", Give: 4},
		cli.Column{Title: "CHANGED", Give: 1}, cli.Column{Title: "FILES", Give: 7}, cli.Column{Title: "SIZE", Give: 6},
		cli.Column{Give: 3}, cli.Column{Title: "DESCRIPTION", Give: 5, Least: 12})
	rows, more := cli.First(inv, rows)
	for _, r := range rows {
		t.Row(r.cells...)
	}
	t.Print()
	inv.More(more)
	for _, b := range doc.Broken {
		inv.Printf("broken: %s\n", fence.Line(b, 300))
	}
}

// changedText is what changed until the next snapshot.
func changedText(s *stat) string {
	switch {
	case s == nil:
		return ""
	case s.Files == 0:
		return "nothing"
	}
	return fence.Count(s.Files, "file")
}

func markOf(c listed) cli.Cell {
	if c.Ours {
		return cli.Cell{}
	}
	return cli.Cell{Text: "foreign", Style: cli.Poor}
}
