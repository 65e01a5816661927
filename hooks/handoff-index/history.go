package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/history"
	"holdfast/lib/index"
	"holdfast/lib/line"
)

type sessionItem struct {
	history.Session
	Checkpoints int `json:"checkpoints"` // artifacts that Holdfast saved of it
}

func runHistory(inv *cli.Invocation) error {
	f, sessions, err := earlier(inv)
	if err != nil {
		return err
	}
	rows, _, err := open(inv).List(inv.Ctx, catalog.Filter{}, 0)
	if err != nil {
		return err
	}
	saved := each.Group(rows, func(r index.Row) string { return r.SessionID })
	sessions = slices.DeleteFunc(sessions, func(s history.Session) bool { return s.Ended.Before(f.Since) })
	sessions, more := cli.First(inv, sessions)
	items := []sessionItem{}
	t := inv.Table("ENDED 1 11", "LASTED 4", "SESSION", "PROMPTS 6", "FILES 7", "COMPACTIONS 8", "SAVED 5",
		"CLIENT 3", "GOAL 9 24")
	for _, s := range sessions {
		items = append(items, sessionItem{s, len(saved[s.ID])})
		gone := ""
		if s.Gone {
			gone = "gone"
		}
		t.Row(s.Ended, lasted(s.Ended.Sub(s.Started)), line.ShortID(s.ID), s.Prompts, len(s.Files), len(s.Compactions),
			len(saved[s.ID]), gone, s.Goal)
	}
	t.Print(more, "no earlier sessions of this project"+filtered(inv))
	return inv.PrintJSON(map[string]any{"sessions": items})
}

// earlier are the sessions of the project, and the filter that says which are asked for.
func earlier(inv *cli.Invocation) (f catalog.Filter, sessions []history.Session, err error) {
	f, err = filterOf(inv)
	h, off := history.Open(inv.Project, inv.Machine, inv.Getenv)
	if err = cmp.Or(err, off); err != nil {
		return f, nil, err
	}
	sessions, err = h.Sessions(inv.Ctx, inv.Progress("reading", "sessions"))
	return f, sessions, warned(inv, err)
}

// warned tells of an error that leaves sessions out, unless the command was interrupted.
func warned(inv *cli.Invocation, err error) error {
	if ended := inv.Ctx.Err(); ended != nil {
		return fmt.Errorf("reading the sessions: %w", ended)
	}
	inv.Warn(err)
	return nil
}

func lasted(d time.Duration) string {
	if d < time.Hour {
		return fmt.Sprintf("%d min", max(1, int(d.Minutes())))
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}
