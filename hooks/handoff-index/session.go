package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/history"
	"holdfast/lib/line"
	"holdfast/lib/yamldoc"
)

// minSessionID is how much of a session's id names it.
const minSessionID = 8

// showSession prints what would be saved of a session of the client; shown is
// false where the name means none.
func showSession(inv *cli.Invocation, store artifact.Store, name string) (shown bool, err error) {
	if len(name) < minSessionID || name == "latest" || strings.ContainsAny(name, `/\`) {
		return false, nil
	}
	h, err := openHistory(inv)
	if err != nil || !h.Named(name) {
		return false, err
	}
	sessions, err := h.Sessions(inv.Ctx, inv.Progress("reading", "sessions"))
	if err != nil && sessions == nil {
		return false, err
	}
	sessions = slices.DeleteFunc(sessions, func(s history.Session) bool { return !strings.HasPrefix(s.ID, name) })
	if i := slices.IndexFunc(sessions, func(s history.Session) bool { return s.ID == name }); i >= 0 {
		sessions = sessions[i : i+1]
	}
	switch len(sessions) {
	case 0:
		return false, nil
	case 1:
		return true, printSession(inv, store, h, sessions[0])
	}
	e := &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("%q means %d sessions", name, len(sessions)), Hint: "name one of them"}
	for _, s := range sessions {
		e.Candidates = append(e.Candidates, s.ID)
	}
	return false, e
}

func printSession(inv *cli.Invocation, store artifact.Store, h history.Store, s history.Session) error {
	if s.Gone {
		return &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("the client deleted the transcript of session %q", s.ID), Hint: "holdfast history"}
	}
	d, ok, err := autosave.Preview(inv.Ctx, line.In(store, inv.Now()), autosave.Session{
		ID: s.ID, Transcript: s.Transcript, Trigger: autosave.Recovered, Now: inv.Now(), Date: s.Ended.Truncate(time.Second), NoPrompts: !h.SavePrompts,
	})
	if err != nil {
		return err
	}
	if !ok {
		inv.Printf("nothing to save of session %s: its work is closed, or it did nothing\n", s.ID)
		return inv.PrintJSON(map[string]any{"session_id": s.ID, "front": nil, "body": nil})
	}
	text, err := d.Render()
	if err != nil {
		return err
	}
	inv.Printf("# session %s, %s, as it would be saved\n", s.ID, inv.When(s.Ended))
	inv.PrintText(string(text))
	return inv.PrintJSON(map[string]any{"session_id": s.ID, "front": yamldoc.Value(d.Front), "body": yamldoc.Value(d.Body)})
}
