package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"

	"holdfast/lib/beads"
	"holdfast/lib/cli"
	"holdfast/lib/epic"
	"holdfast/lib/fence"
)

const epicHelp = `An epic is a large task of the issue tracker beads (its program is bd); an
orchestrator works on it in waves, several issues at a time. Without EPIC this
lists the epics that have a checkpoint. With EPIC it shows the next wave, budget
tier (how much may be spent), receipts (what each wave did) and costs, and, if
bd answers, which issues are closed, open or interrupted. Interrupted are those
in progress while no issue of the epic is ready.

If the checkpoint cannot be used, this says why and shows only what bd reports.

Options:
  --reset-interrupted   set the interrupted issues to open, through bd
  -n N                  at most N rows (default: 20 on a terminal, else all;
                        0: all)
  --root DIR            the project (default: found upward from here)
  --json                the result as JSON

Examples:
  holdfast epic
  holdfast epic hub-abc
  holdfast epic hub-abc --reset-interrupted --json
`

func epicVerb() cli.Verb {
	return cli.Verb{
		Name: "epic", Synopsis: "epic [EPIC [--reset-interrupted]] [-n N]", Help: epicHelp, Run: runEpic,
		Summary: "shows the next wave of an epic",
	}
}

func runEpic(inv *cli.Invocation) error {
	var reset bool
	var limit cli.Limit
	err := inv.Parse(func(fs *flag.FlagSet) {
		fs.BoolVar(&reset, "reset-interrupted", false, "")
		limit.Declare(fs)
	}, 0, 1)
	if err != nil {
		return err
	}
	if reset && len(inv.Rest) == 0 {
		return inv.UsageError("--reset-interrupted needs the epic")
	}
	root, folder, err := inv.Place()
	if err != nil {
		return err
	}
	store := open(inv.Env, root, folder).epics()
	if len(inv.Rest) == 0 {
		return listEpics(inv, store, limit)
	}
	return resumeEpic(inv, store, inv.Rest[0], reset)
}

type epicRow struct {
	Epic    string `json:"epic"`
	Path    string `json:"path"`
	Written string `json:"written"`
	Wave    int    `json:"wave_completed"`
	Next    int    `json:"next_wave"`
	Tier    string `json:"budget_tier"`
	Corrupt string `json:"corrupt,omitempty"` // why it cannot be used
}

func listEpics(inv *cli.Invocation, store epic.Store, limit cli.Limit) error {
	all, more, err := store.List(inv.Ctx, inv.Most(limit))
	if err != nil {
		inv.Warnf("%v", err)
	}
	rows := []epicRow{}
	for _, c := range all {
		r := epicRow{Epic: c.ID, Path: c.Path, Written: c.Written.UTC().Format("2006-01-02T15:04:05Z")}
		if c.Broken != nil {
			r.Corrupt = c.Broken.Error()
		} else {
			r.Wave, r.Next, r.Tier = c.Wave(), c.Next(), c.Tier()
		}
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		inv.Printf("no epic has a checkpoint in this project\n")
	} else if !inv.JSON {
		t := inv.Table(cli.Column{Title: "EPIC", Give: 1, Least: 12}, cli.Column{Title: "NEXT", Give: 2, Least: 8}, cli.Column{Title: "TIER", Give: 5},
			cli.Column{Title: "WRITTEN", Give: 4}, cli.Column{Title: "FILE", Give: 6})
		for i, r := range rows {
			next := cli.Cell{Text: fmt.Sprintf("wave %d", r.Next)}
			if r.Corrupt != "" {
				next = cli.Cell{Text: "corrupt: " + r.Corrupt, Style: cli.Bad}
			}
			t.Row(r.Epic, next, r.Tier, fence.Ago(inv.Now(), all[i].Written), r.Path)
		}
		t.Print()
		inv.More(more)
	}
	return inv.PrintJSON(map[string]any{"epics": rows})
}

// epicDocument is all that is told of one epic. Numbers of the checkpoint are
// as the file has them.
type epicDocument struct {
	Epic     string                     `json:"epic"`
	Path     string                     `json:"path"`
	Message  string                     `json:"message"`
	Corrupt  string                     `json:"corrupt,omitempty"`
	Wave     int                        `json:"wave_completed"`
	Next     int                        `json:"next_wave"`
	Tier     string                     `json:"budget_tier"`
	Receipts []string                   `json:"wave_receipts"`
	Closed   []string                   `json:"closed_issues"`
	Tokens   json.Number                `json:"epic_tokens,omitempty"`
	ToolUses json.Number                `json:"epic_tool_uses,omitempty"`
	Cost     json.Number                `json:"epic_cost,omitempty"`
	Further  map[string]json.RawMessage `json:"further,omitempty"`
	Flag     *flagDocument              `json:"flag,omitempty"`
	// Beads says that the tracker answered; what follows is its word.
	Beads       bool        `json:"beads"`
	Done        bool        `json:"done"`
	Completed   []issueLine `json:"completed"`
	Remaining   []issueLine `json:"remaining"`
	Interrupted []string    `json:"interrupted"`
	Reset       []string    `json:"reset"`
}

type flagDocument struct {
	Path  string `json:"path"`
	Since string `json:"since"`
	Stale bool   `json:"stale"`
}

type issueLine struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status"`
}

func resumeEpic(inv *cli.Invocation, store epic.Store, id string, reset bool) error {
	if err := epic.CheckID(id); err != nil {
		return err
	}
	c, err := store.Load(id)
	if err != nil {
		return err
	}
	d := tell(c)
	waves, err := store.Waves(inv.Now())
	if err != nil {
		inv.Warnf("%v", err)
	}
	for _, w := range waves {
		if w.Epic == id {
			d.Flag = &flagDocument{w.Path, w.Since.UTC().Format("2006-01-02T15:04:05Z"), w.Stale}
		}
	}
	ctx := inv.Ctx
	p, ok, asked := store.Progress(ctx, id)
	d.take(p, ok)
	var failed error
	switch {
	case !reset:
		if asked != nil {
			inv.Warnf("%v; which issues were interrupted is not known", asked)
		}
	case asked != nil:
		failed = &cli.Error{Code: cli.Failed, Message: "nothing is reset", Cause: asked}
	case !ok:
		failed = &cli.Error{Code: cli.Failed, Message: "nothing is reset: bd is not installed"}
	default:
		failed = d.reset(ctx, inv, store.Beads)
	}
	printEpic(inv, d, p)
	if failed != nil {
		return failed
	}
	return inv.PrintJSON(d)
}

// tell takes from a checkpoint what is told of it.
func tell(c epic.Checkpoint) epicDocument {
	d := epicDocument{
		Epic: c.ID, Path: c.Path, Receipts: []string{}, Closed: []string{},
		Completed: []issueLine{}, Remaining: []issueLine{}, Interrupted: []string{}, Reset: []string{},
	}
	if c.Broken != nil {
		d.Message, d.Corrupt = epic.Corrupted, c.Broken.Error()
		return d
	}
	d.Message = epic.ResumeLine(c.ID, c.Next())
	d.Wave, d.Next, d.Tier = c.Wave(), c.Next(), c.Tier()
	d.Receipts = append(d.Receipts, c.Receipts()...)
	d.Closed = append(d.Closed, c.Closed()...)
	tokens, toolUses, cost := c.Metrics()
	d.Tokens, d.ToolUses, d.Cost = json.Number(tokens), json.Number(toolUses), json.Number(cost)
	names, values := c.Further()
	for i, name := range names {
		if d.Further == nil {
			d.Further = map[string]json.RawMessage{}
		}
		d.Further[name] = values[i]
	}
	return d
}

// take adds what the tracker says.
func (d *epicDocument) take(p epic.Progress, ok bool) {
	d.Beads, d.Done = ok, ok && epic.Done(p.Issues)
	if !ok {
		return
	}
	for _, i := range p.Issues {
		line := issueLine{i.ID, i.Title, i.Status}
		if i.Status == beads.Closed {
			d.Completed = append(d.Completed, line)
		} else {
			d.Remaining = append(d.Remaining, line)
		}
	}
	for _, i := range p.Interrupted() {
		d.Interrupted = append(d.Interrupted, i.ID)
	}
}

// reset sets the interrupted issues open, all that it can.
func (d *epicDocument) reset(ctx context.Context, inv *cli.Invocation, tracker beads.Tracker) error {
	var failed error
	for _, id := range d.Interrupted {
		if err := tracker.Reopen(ctx, id); err != nil {
			inv.Warnf("issue %q could not be set open: %v", id, err)
			failed = &cli.Error{Code: cli.Failed, Message: "not all interrupted issues could be set open", Hint: "holdfast epic " + d.Epic + " shows those that are left"}
			continue
		}
		d.Reset = append(d.Reset, id)
	}
	return failed
}
