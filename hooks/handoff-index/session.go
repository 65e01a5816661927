package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/history"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// minSessionID is how much of a session's id names it.
const minSessionID = 8

// showSession prints what would be saved of a session of the client; shown is
// false where the name means none.
func showSession(inv *cli.Invocation, store artifact.Store, name string, at int) (shown bool, err error) {
	if len(name) < minSessionID || name == "latest" || strings.ContainsAny(name, `/\`) {
		return false, nil
	}
	h, err := openHistory(inv)
	if err != nil || len(h.Matching(name)) == 0 {
		if at == 0 {
			err = nil // the name may be a file's; a history that is off has no say
		}
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
		if at > 0 {
			return true, printTurns(inv, h, sessions[0], at)
		}
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
		inv.Warnf("the client deleted the transcript of session %q; this is what is kept of it", s.ID)
		return printTurns(inv, h, s, 1)
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

const (
	shownTurns = 10
	maxTurn    = 300 // characters of one on a terminal
)

// printTurns prints the conversation from a turn on; turns are counted from 1.
func printTurns(inv *cli.Invocation, h history.Store, s history.Session, at int) error {
	turns, err := h.Turns(s.ID)
	if err != nil || len(turns) == 0 {
		return &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("nothing that was said in session %q is kept", s.ID), Hint: "holdfast history"}
	}
	if at < 1 || at > len(turns) {
		return inv.UsageError(fmt.Sprintf("--at takes a number of 1 to %d in this session, not %d", len(turns), at))
	}
	type item struct {
		Number int `json:"turn"`
		transcript.Turn
	}
	items := []item{}
	inv.Printf("%s\n", inv.Paint(cli.Bold, fmt.Sprintf("session %s, %s: %s", s.ID, inv.When(s.Ended), cell(s.Goal, 200))))
	last := min(at-1+shownTurns, len(turns))
	for i, t := range turns[at-1 : last] {
		items = append(items, item{at + i, t})
		inv.Printf("%d  %s, %s:\n", at+i, t.Who, inv.When(t.At))
		text := t.Text
		if inv.OnTerminal() {
			text = fence.Short(text, maxTurn)
		}
		inv.PrintText(text + "\n")
	}
	if more := len(turns) - last; more > 0 {
		inv.Printf("%d more: %s show %s --at %d\n", more, inv.Holdfast(), shortID(s.ID), last+1)
	}
	return inv.PrintJSON(map[string]any{"session_id": s.ID, "gone": s.Gone, "goal": s.Goal, "turns": items, "of": len(turns)})
}
