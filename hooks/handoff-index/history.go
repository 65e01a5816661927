package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/history"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

type sessionItem struct {
	history.Session
	Checkpoints int `json:"checkpoints"` // artifacts that Holdfast saved of it
}

func runHistory(inv *cli.Invocation) error {
	f, err := filterOf(inv)
	if err != nil {
		return err
	}
	store, err := openHistory(inv)
	if err != nil {
		return err
	}
	ctx := inv.Ctx
	sessions, err := store.Sessions(ctx, inv.Progress("reading", "sessions"))
	if err := warned(inv, err); err != nil {
		return err
	}
	saved, err := savedOf(ctx, inv)
	if err != nil {
		return err
	}
	items := []sessionItem{}
	for _, s := range sessions {
		if !s.Ended.Before(f.Since) {
			items = append(items, sessionItem{s, saved[s.ID]})
		}
	}
	items, more := cli.First(inv, items)
	printSessions(inv, items, inv.Flag("since"), more)
	return inv.PrintJSON(map[string]any{"sessions": items})
}

// warned tells of an error that leaves sessions out; one of a command that was
// interrupted ends it.
func warned(inv *cli.Invocation, err error) error {
	if ended := inv.Ctx.Err(); ended != nil {
		return fmt.Errorf("reading the sessions: %w", ended)
	}
	if err != nil {
		inv.Warnf("%v", err)
	}
	return nil
}

// openHistory is the history of the project that a command is about.
func openHistory(inv *cli.Invocation) (history.Store, error) {
	root, folder := inv.Project, inv.Machine
	dir, err := machine.ConfigDir(inv.Getenv)
	if err != nil {
		return history.Store{}, err
	}
	values, err := config.Load(folder, project.Hash(root))
	if err != nil {
		inv.Warnf("%v; the default is used", err)
	}
	h, err := history.Of(root, folder, dir, values)
	if errors.Is(err, history.ErrOff) {
		err = &cli.Error{Code: cli.NotFound, Message: err.Error(), Hint: "holdfast config history on"}
	}
	return h, err
}

// savedOf counts the artifacts of each Claude Code session.
func savedOf(ctx context.Context, inv *cli.Invocation) (map[string]int, error) {
	c, err := openAll(inv)
	if err != nil {
		return nil, err
	}
	rows, _, err := c.List(ctx, catalog.Filter{}, 0)
	if err != nil {
		return nil, err
	}
	saved := map[string]int{}
	for _, r := range rows {
		saved[r.SessionID]++
	}
	return saved, nil
}

func printSessions(inv *cli.Invocation, items []sessionItem, since string, more int) {
	if inv.JSON {
		return
	}
	if len(items) == 0 && since != "" {
		inv.Printf("no earlier sessions of this project since %s\n", fence.Line(since, 40))
		return
	}
	if len(items) == 0 {
		inv.Printf("no earlier sessions of this project\n")
		return
	}
	columns := []cli.Column{{Title: "ENDED", Give: 1, Least: 11}, {Title: "LASTED", Give: 4}, {Title: "SESSION"},
		{Title: "PROMPTS", Give: 6}, {Title: "FILES", Give: 7}, {Title: "COMPACTIONS", Give: 8}, {Title: "SAVED", Give: 5}}
	gone := slices.ContainsFunc(items, func(s sessionItem) bool { return s.Gone })
	if gone {
		columns = append(columns, cli.Column{Title: "CLIENT", Give: 3})
	}
	t := inv.Table(append(columns, cli.Column{Title: "GOAL", Give: 9, Least: 24})...)
	for _, s := range items {
		row := []any{s.Ended, lasted(s.Ended.Sub(s.Started)), shortID(s.ID), s.Prompts, len(s.Files), len(s.Compactions), s.Checkpoints}
		if gone && s.Gone {
			row = append(row, "gone")
		} else if gone {
			row = append(row, "")
		}
		t.Row(append(row, s.Goal)...)
	}
	t.Print()
	inv.More(more)
}

// shortID is the beginning of a session's id, which is enough to show it.
func shortID(id string) string { return id[:min(len(id), 8)] }

func lasted(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}
