package main

import (
	"fmt"
	"time"

	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/history"
)

type past struct {
	Sessions []sessionItem `json:"sessions"`
	more     int
}

type sessionItem struct {
	history.Session
	Checkpoints int `json:"checkpoints"` // artifacts that Holdfast saved of it
}

func runHistory(inv *cli.Invocation) error {
	f, err := filterOf(inv)
	if err != nil {
		return err
	}
	sessions, err := earlier(inv)
	if err != nil {
		return err
	}
	c, err := openAll(inv)
	if err != nil {
		return err
	}
	rows, _, err := c.List(inv.Ctx, catalog.Filter{}, 0)
	saved := map[string]int{}
	for _, r := range rows {
		saved[r.SessionID]++
	}
	doc := past{Sessions: []sessionItem{}}
	for _, s := range sessions {
		if !s.Ended.Before(f.Since) {
			doc.Sessions = append(doc.Sessions, sessionItem{s, saved[s.ID]})
		}
	}
	doc.Sessions, doc.more = cli.First(inv, doc.Sessions)
	return inv.Report(doc, err)
}

// earlier are the sessions of the project that a command is about.
func earlier(inv *cli.Invocation) ([]history.Session, error) {
	h, err := history.Open(inv.Project, inv.Machine, inv.Getenv)
	if err != nil {
		return nil, err
	}
	sessions, err := h.Sessions(inv.Ctx, inv.Progress("reading", "sessions"))
	return sessions, warned(inv, err)
}

// warned tells of an error that leaves sessions out, unless the command was interrupted.
func warned(inv *cli.Invocation, err error) error {
	if ended := inv.Ctx.Err(); ended != nil {
		return fmt.Errorf("reading the sessions: %w", ended)
	}
	inv.Warn(err)
	return nil
}

func (p past) Print(inv *cli.Invocation) {
	if len(p.Sessions) == 0 {
		inv.Printf("no earlier sessions of this project%s\n", filtered(inv))
	}
	t := inv.Table("ENDED 1 11", "LASTED 4", "SESSION", "PROMPTS 6", "FILES 7", "COMPACTIONS 8", "SAVED 5",
		"CLIENT 3", "GOAL 9 24")
	for _, s := range p.Sessions {
		gone := ""
		if s.Gone {
			gone = "gone"
		}
		t.Row(s.Ended, lasted(s.Ended.Sub(s.Started)), shortID(s.ID), s.Prompts, len(s.Files), len(s.Compactions),
			s.Checkpoints, gone, s.Goal)
	}
	t.Print(p.more)
}

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
