package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/hook"
	"holdfast/lib/recovery"
)

func atPrompt(ctx context.Context, c *hook.Call) (hook.Output, error) {
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	p := open(c.Env, root, c.Machine)
	ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond) // the model waits for it
	defer cancel()
	if p.nothingKnown() {
		return hook.Output{}, nil
	}
	q, done := p.query(ctx, c.Now(), c.SessionID, "")
	defer done()
	lines := p.lines(q)
	c.Failed(p.broken)
	notes := p.Store.Notes(c.SessionID)
	if p.set.Brief == "off" || notes.Source == "resume" || notes.Source == "fork" {
		return hook.Output{}, nil
	}
	asked := recovery.Prompted{
		Text: c.Prompt, First: !notes.Asked, Told: notes.Answered, Beside: notes.Beside,
		Show: p.show(), Past: p.past,
	}
	if notes.Asked || !slices.Contains(notes.Beside, notes.Told) {
		asked.Told = append(asked.Told, notes.Told)
	}
	a, err := lines.Answer(ctx, q, asked)
	if err != nil {
		return hook.Output{}, err
	}
	if told := append(a.Lines, a.Sessions...); a.Asked && !notes.Asked || len(told) > 0 {
		c.Failed(p.Store.Note(ctx, c.SessionID, artifact.NoteAnswered, strings.Join(told, " ")))
	}
	return hook.Output{Context: a.Context}, nil
}
