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

type summaryDocument struct {
	Session string    `json:"session_id"`
	Saved   time.Time `json:"saved"`
	Summary string    `json:"summary"`
}

// showSummary prints the newest of the client's summaries of a line's sessions, or
// that of a session.
func showSummary(inv *cli.Invocation, store artifact.Store, name string) error {
	p := line.In(store, inv.Now())
	sessions := []string{name}
	l, ok, err := p.Named(inv.Ctx, name)
	if err != nil {
		return err
	}
	if ok {
		sessions = l.Sittings
	}
	for _, id := range slices.Backward(sessions) {
		text, at, kept := p.Summary(id)
		if !kept {
			continue
		}
		if !inv.JSON {
			inv.PrintText(text)
		}
		return inv.PrintJSON(summaryDocument{Session: id, Saved: at.UTC(), Summary: text})
	}
	if ok {
		return &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("no summary of line %q is kept", name), Hint: fence.Typed("holdfast show %s", name)}
	}
	return &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("no summary of a session %q is kept, and no line has that name", name), Hint: "holdfast lines"}
}
