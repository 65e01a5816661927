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

// showSession prints what would be saved of a session of the client, or what was said
// in it from a turn on; shown is false where the name means none.
func showSession(inv *cli.Invocation, store artifact.Store, name string, at int) (shown bool, err error) {
	if len(name) < minSessionID || strings.ContainsAny(name, `/\`) {
		return false, nil
	}
	h, err := openHistory(inv)
	ids := h.Matching(name)
	if slices.Contains(ids, name) {
		ids = []string{name}
	}
	switch {
	case (err != nil || len(ids) == 0) && at == 0:
		return false, nil // the name may be a file's; a history that is off has no say
	case err != nil || len(ids) == 0:
		return false, err
	case len(ids) > 1:
		return false, cli.Ambiguous(name, "sessions", ids)
	}
	sessions, err := h.Sessions(inv.Ctx, inv.Progress("reading", "sessions"))
	i := slices.IndexFunc(sessions, func(s history.Session) bool { return s.ID == ids[0] })
	switch {
	case i < 0:
		return false, err
	case at > 0:
		return true, showTurns(inv, h, sessions[i], at)
	case sessions[i].Gone:
		inv.Warnf("the client deleted the transcript of session %q; this is what is kept of it", ids[0])
		return true, showTurns(inv, h, sessions[i], 1)
	}
	return true, showPreview(inv, store, sessions[i], !h.SavePrompts)
}

// A preview is what would be saved of a session; front and body are null where that
// is nothing.
type preview struct {
	ID    string `json:"session_id"`
	Front any    `json:"front"`
	Body  any    `json:"body"`
	ended time.Time
	text  string
}

func showPreview(inv *cli.Invocation, store artifact.Store, s history.Session, noPrompts bool) error {
	d, ok, err := autosave.Session{
		Project: line.In(store, inv.Now()), ID: s.ID, Transcript: s.Transcript,
		Date: s.Ended.Truncate(time.Second), NoPrompts: noPrompts,
	}.Preview(inv.Ctx)
	p := preview{ID: s.ID, ended: s.Ended}
	if err == nil && ok {
		var text []byte
		text, err = d.Render()
		p.Front, p.Body, p.text = yamldoc.Value(d.Front), yamldoc.Value(d.Body), string(text)
	}
	return inv.Report(p, err)
}

// Print prints the artifact.
func (p preview) Print(inv *cli.Invocation) {
	if p.text == "" {
		inv.Printf("nothing to save of session %s: its work is closed, or it did nothing\n", p.ID)
		return
	}
	inv.Printf("# session %s, %s, as it would be saved\n", p.ID, inv.When(p.ended))
	inv.PrintText(p.text)
}

const (
	shownTurns = 10
	maxTurn    = 300 // characters of one on a terminal
)

// A said is a part of what was said in a session; turns are counted from 1.
type said struct {
	ID    string `json:"session_id"`
	Gone  bool   `json:"gone"`
	Goal  string `json:"goal"`
	Turns []turn `json:"turns"`
	Of    int    `json:"of"`
	ended time.Time
}

type turn struct {
	Number int `json:"turn"`
	transcript.Turn
}

// showTurns prints the conversation from a turn on.
func showTurns(inv *cli.Invocation, h history.Store, s history.Session, at int) error {
	turns, err := h.Turns(s.ID)
	if err != nil || len(turns) == 0 {
		return cli.Missing("holdfast history", "nothing that was said in session %q is kept", s.ID)
	}
	if at > len(turns) {
		return inv.UsageError(fmt.Sprintf("--at takes a number of 1 to %d in this session, not %d", len(turns), at))
	}
	p := said{ID: s.ID, Gone: s.Gone, Goal: s.Goal, Turns: []turn{}, Of: len(turns), ended: s.Ended}
	for i, t := range turns[at-1 : min(at-1+shownTurns, len(turns))] {
		p.Turns = append(p.Turns, turn{at + i, t})
	}
	return inv.Report(p, nil)
}

// Print prints the turns.
func (p said) Print(inv *cli.Invocation) {
	head := fmt.Sprintf("session %s, %s: %s", p.ID, inv.When(p.ended), cell(p.Goal, 200))
	inv.Printf("%s\n", inv.Paint(cli.Bold, head))
	last := 0
	for _, t := range p.Turns {
		text := t.Text
		if inv.OnTerminal() {
			text = fence.Short(text, maxTurn)
		}
		inv.Printf("%d  %s, %s:\n", t.Number, t.Who, inv.When(t.At))
		inv.PrintText(text + "\n")
		last = t.Number
	}
	if more := p.Of - last; more > 0 {
		inv.Printf("%d more: %s show %s --at %d\n", more, inv.Holdfast(), shortID(p.ID), last+1)
	}
}
