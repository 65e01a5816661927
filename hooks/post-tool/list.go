package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/rollback"
	"holdfast/lib/task"
	"holdfast/lib/undo"
)

type listed struct {
	ID          string    `json:"id"`
	Task        string    `json:"task"`
	Time        time.Time `json:"time,omitzero"`
	Type        string    `json:"type"`
	Description string    `json:"description"`
	Files       int       `json:"files"`
	Bytes       int64     `json:"bytes"` // that only it takes on the disk
	Snapshot    bool      `json:"snapshot"`
	Changed     *changed  `json:"changed,omitempty"`
	Current     bool      `json:"current"` // a rollback would change nothing, as far as was looked
	Ours        bool      `json:"ours"`
}

type listedPrompt struct {
	ID       string    `json:"id"`
	Time     time.Time `json:"time,omitzero"`
	Session  string    `json:"session"`
	PromptID string    `json:"prompt_id"`
	Text     string    `json:"text"`
	Branch   string    `json:"branch"`
	Snapshot bool      `json:"snapshot"`
	Changed  *changed  `json:"changed,omitempty"`
	LeftOut  string    `json:"left_out,omitempty"`
	Here     bool      `json:"here"`   // the work tree was taken back to before it
	Undone   bool      `json:"undone"` // its work was taken back
	Undo     bool      `json:"undo"`   // it was there to take others back
}

// changed counts what changed since the snapshot before; a nil one is not known.
type changed struct {
	Files   int `json:"files"`
	Added   int `json:"added"` // lines, of what is text
	Removed int `json:"removed"`
}

func (c *changed) String() string {
	switch {
	case c == nil:
		return ""
	case c.Files == 0:
		return "nothing"
	case c.Added+c.Removed == 0:
		return fence.Count(c.Files, "file")
	}
	return fmt.Sprintf("%s +%d -%d", fence.Count(c.Files, "file"), c.Added, c.Removed)
}

type listDocument struct {
	Checkpoints []listed       `json:"checkpoints"`
	Prompts     []listedPrompt `json:"prompts"`
	Broken      []string       `json:"broken"`
	none        string         // why the list is empty
}

func runList(inv *cli.Invocation) error {
	e, only, h := engine(inv), "", undo.History{}
	doc := listDocument{Checkpoints: []listed{}, Prompts: []listedPrompt{}, Broken: []string{},
		none: "no prompts and no checkpoints to go back to in this project"}
	if len(inv.Rest) > 0 {
		only = inv.Rest[0]
		doc.none = fmt.Sprintf("task %q has no checkpoints", only)
	}
	all, broken, err := e.List(only)
	if err != nil {
		return err
	}
	if only == "" {
		h, err = prompts(e).Read()
	} else if _, missing := e.Tasks.Load(only); len(all)+len(broken) == 0 && errors.Is(missing, task.ErrNotFound) {
		err = noTask(e, only)
	}
	ctx, cancel := context.WithTimeout(inv.Ctx, 2*time.Second) // the oldest rows go without a look at their files
	defer cancel()
	current, since := e.Current(ctx, all), changesOf(ctx, e, all, h)
	for _, p := range slices.Backward(h.Prompts) {
		doc.Prompts = append(doc.Prompts, listedPrompt{
			ID: p.Name(), Time: p.Time, Session: p.Session, PromptID: p.ID, Text: p.Text, Branch: p.Branch,
			Snapshot: p.Snapshot != "", Changed: since[p.Name()], LeftOut: p.LeftOut,
			Here: p.N == h.Position, Undone: h.Undone(p), Undo: p.Asks,
		})
	}
	for i, c := range all {
		doc.Checkpoints = append(doc.Checkpoints, listed{
			ID: c.ID, Task: c.TaskID, Time: c.Time, Type: c.Type, Description: c.Description, Files: len(c.Files),
			Bytes: e.Alone(c), Snapshot: c.Git.Snapshot != "", Changed: since[c.ID],
			Current: current[i], Ours: c.Ours,
		})
	}
	doc.Broken = append(doc.Broken, each.Of(broken, error.Error)...)
	return inv.Report(doc, cmp.Or(err, inv.Ctx.Err()))
}

func noTask(e rollback.Engine, id string) error {
	missing := cli.Missing("holdfast files list names all checkpoints",
		"task %q does not exist and has no checkpoints", id)
	all, _, err := e.List("")
	of := each.Group(all, func(c checkpoint.Checkpoint) string { return c.TaskID })
	missing.Candidates = each.Of(slices.Sorted(maps.Keys(of)), func(task string) string {
		return task + ": " + fence.Count(len(of[task]), "checkpoint")
	})
	return cmp.Or[error](err, missing)
}

func changesOf(ctx context.Context, e rollback.Engine, all []checkpoint.Checkpoint, h undo.History,
) map[string]*changed {
	points := each.Reversed(each.Of(h.Prompts, (*undo.Entry).Checkpoint)) // newest first, as they are printed
	points = slices.DeleteFunc(append(points, all...), func(c checkpoint.Checkpoint) bool {
		return !c.Ours || c.Git.Snapshot == ""
	})
	slices.SortStableFunc(points, func(a, b checkpoint.Checkpoint) int { return b.Time.Compare(a.Time) })
	found := map[string]*changed{}
	for i := range max(0, len(points)-1) {
		var sum changed
		err := e.Compare(ctx, points[i+1], &points[i], true, nil, func(d rollback.Difference) {
			sum.Files++
			if max(d.Was.Size, d.Now.Size) <= 1<<20 { // the lines of a larger one are not counted
				f := diffDocument{stat: true}.compare(d)
				sum.Added, sum.Removed = sum.Added+f.Added, sum.Removed+f.Removed
			}
		})
		if err == nil {
			found[points[i].ID] = &sum
		}
	}
	return found
}

func (d listDocument) Print(inv *cli.Invocation) {
	if len(d.Checkpoints)+len(d.Prompts)+len(d.Broken) == 0 {
		inv.Printf("%s\n", d.none)
	}
	var rows [][]any
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
		rows = append(rows, []any{p.ID, p.Time, "prompt", "", "", p.Changed, mark, text})
	}
	for _, c := range d.Checkpoints {
		mark, said := cli.Cell{Style: cli.Dim}, []string{}
		if c.Current {
			mark.Style, said = cli.Good, append(said, "current")
		}
		if !c.Snapshot && c.Type != checkpoint.PreRollback {
			said = append(said, "no snapshot")
		}
		if !c.Ours {
			mark.Style, said = cli.Poor, append(said, "foreign")
		}
		mark.Text = strings.Join(said, ", ")
		size := fence.Size(c.Bytes)
		rows = append(rows, []any{c.ID, c.Time, c.Type, c.Files, size, c.Changed, mark, c.Description})
	}
	slices.SortStableFunc(rows, func(a, b []any) int { return b[1].(time.Time).Compare(a[1].(time.Time)) })
	t := inv.Table("ID", "TIME 2 11", "TYPE 4", "FILES 8", "SIZE 7", "CHANGED 5", " 3", "DESCRIPTION 6 12")
	rows, more := cli.First(inv, rows)
	for _, r := range rows {
		t.Row(r...)
	}
	t.Print(more, "")
	inv.Rows("broken: ", each.Of(d.Broken, func(b string) string { return fence.Line(b, 300) })...)
}
