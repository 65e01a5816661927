package main

import (
	"fmt"
	"slices"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/line"
)

// A summary is the newest of what the client made of a session's conversations.
type summary struct {
	Session string    `json:"session_id"`
	Saved   time.Time `json:"saved"`
	Summary string    `json:"summary"`
}

// Print prints its text.
func (s summary) Print(inv *cli.Invocation) { inv.PrintText(s.Summary) }

// showSummary prints the newest summary of a line's sessions, or that of a session.
func showSummary(inv *cli.Invocation, store artifact.Store, name string) error {
	p := line.In(store, inv.Now())
	l, ok, err := p.Named(inv.Ctx, name)
	if err != nil {
		return err
	}
	sessions, hint := []string{name}, "holdfast lines"
	of := fmt.Sprintf("a session %q is kept, and no line has that name", name)
	if ok {
		sessions, of = l.Sittings, fmt.Sprintf("line %q is kept", name)
		hint = fence.Typed("holdfast show %s", name)
	}
	for _, id := range slices.Backward(sessions) {
		if text, at, kept := p.Summary(id); kept {
			return inv.Report(summary{id, at.UTC(), text}, nil)
		}
	}
	return cli.Missing(hint, "no summary of %s", of)
}
