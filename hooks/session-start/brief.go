package main

import (
	"fmt"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/recovery"
	"holdfast/lib/resume"
)

// A told is what a session is given.
type told struct {
	Context string         `json:"context"`
	Message string         `json:"message"`
	Entries []resume.Entry `json:"entries"`
	// Those that a first prompt is told of.
	Lines    []string `json:"lines,omitempty"`
	Sessions []string `json:"sessions,omitempty"`
	none     string
}

// Print prints the text for the model.
func (t told) Print(inv *cli.Invocation) {
	if t.Context == "" {
		inv.Printf("%s\n", t.none)
		return
	}
	inv.PrintText(t.Context + "\n")
}

func showBrief(inv *cli.Invocation) error {
	source, name := inv.Flag("source"), inv.Flag("line")
	if !slices.Contains([]string{"", "startup", "resume", "clear", "compact", "fork"}, source) {
		return inv.UsageError("unknown source %q", source)
	}
	if text := inv.Flag("prompt"); text != "" {
		return inv.Report(answer(inv, text))
	}
	p, entries, r, err := ask(inv, source, name, false)
	if err != nil {
		return err
	}
	if name != "" && len(entries) == 0 {
		names := p.Names(inv.Ctx)
		return cli.Missing("holdfast lines --all", "no line of work %q%s", name, cli.Meant(name, names))
	}
	r.Uncut = source == ""
	inv.Warn(p.broken)
	r.Brief, r.Budget = p.set.Brief, p.set.BriefBudget
	b := recovery.Compose(entries, r)
	return inv.Report(told{
		Context: b.Context.String(), Message: b.Message, Entries: recovery.Work(entries),
		none: "nothing to resume in this project",
	}, nil)
}

func answer(inv *cli.Invocation, text string) (told, error) {
	p := open(inv.Env, inv.Project, inv.Machine)
	q := p.query(inv.Ctx, "", "")
	asked := recovery.Prompted{Text: text, Past: p.past, Show: p.show()}
	a, err := p.lines(q).Answer(inv.Ctx, q, asked)
	return told{
		Context: a.Context.String(), Lines: a.Lines, Sessions: a.Sessions, Entries: []resume.Entry{},
		none: "nothing is given with this prompt",
	}, err
}

// ask puts the question of a command to the stores, or about the named line alone; with all each open line is an entry.
func ask(
	inv *cli.Invocation, source, named string, all bool,
) (workplace, []resume.Entry, recovery.Request, error) {
	p := open(inv.Env, inv.Project, inv.Machine)
	p.Named, p.All = named, all
	q := p.query(inv.Ctx, inv.Getenv("CLAUDE_CODE_SESSION_ID"), source)
	entries, failed := p.collect(inv.Ctx, q)
	if err := inv.Ctx.Err(); err != nil {
		return p, nil, recovery.Request{}, fmt.Errorf("reading what was saved: %w", err)
	}
	inv.Warn(failed...)
	return p, entries, recovery.Request{Query: q, Show: p.show()}, nil
}
