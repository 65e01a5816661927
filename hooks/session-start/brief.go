package main

import (
	"fmt"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/recovery"
	"holdfast/lib/resume"
)

var sources = map[string]bool{"": true, "startup": true, "resume": true, "clear": true, "compact": true, "fork": true}

type briefDocument struct {
	Context string         `json:"context"`
	Message string         `json:"message"`
	Entries []resume.Entry `json:"entries"`
}

func showBrief(inv *cli.Invocation) error {
	source, name := inv.Flag("source"), inv.Flag("line")
	if !sources[source] {
		return inv.UsageError(fmt.Sprintf("unknown source %q", source))
	}
	if text := inv.Flag("prompt"); text != "" {
		return showAnswer(inv, text)
	}
	p, entries, r, err := ask(inv, source, func(p workplace, q resume.Query) []resume.Store {
		if name == "" {
			return p.stores(q)
		}
		one := p.lines(q)
		one.Named = name
		return []resume.Store{one}
	})
	if err != nil {
		return err
	}
	if name != "" && len(entries) == 0 {
		return p.noLine(inv, name, r.Query)
	}
	r.Uncut = source == ""
	if set, err := p.settings(); err != nil {
		inv.Warnf("%v", err)
	} else {
		r.Brief, r.Budget = set.Brief, set.BriefBudget
	}
	b, err := recovery.Compose(entries, r)
	if err != nil {
		return err
	}
	if b.Context.String() == "" {
		inv.Printf("nothing to resume in this project\n")
	} else {
		inv.PrintText(b.Context.String() + "\n")
	}
	return inv.PrintJSON(briefDocument{
		Context: b.Context.String(), Message: b.Message, Entries: append([]resume.Entry{}, recovery.Work(entries)...),
	})
}

// showAnswer prints what a session is given with its first prompt.
func showAnswer(inv *cli.Invocation, text string) error {
	p := open(inv.Env, inv.Project, inv.Machine)
	q, cancel := p.query(inv.Ctx, inv.Now(), "", "")
	defer cancel()
	asked := recovery.Prompted{Text: text, First: true, Random: inv.Random, Show: p.show()}
	a, err := p.lines(q).Answer(inv.Ctx, q, asked)
	if err != nil {
		return err
	}
	if a.Context.String() == "" {
		inv.Printf("nothing is given with this prompt\n")
	} else {
		inv.PrintText(a.Context.String() + "\n")
	}
	return inv.PrintJSON(map[string]any{"context": a.Context.String(), "lines": append([]string{}, a.Lines...)})
}

// noLine says that there is no such line, and names those that are similar.
func (p workplace) noLine(inv *cli.Invocation, name string, q resume.Query) error {
	all := p.lines(q)
	all.All = true
	entries, err := all.Resume(inv.Ctx, q)
	if err != nil {
		return err
	}
	var names, similar []string
	for _, x := range entries {
		names = append(names, x.ID)
		if x.Count == 0 && strings.Contains(x.ID, name) {
			similar = append(similar, x.ID)
		}
	}
	text := fmt.Sprintf("no line of work %q%s", name, cli.Meant(name, names))
	return &cli.Error{Code: cli.NotFound, Message: text, Hint: "holdfast lines --all", Candidates: similar}
}

// ask puts the question of a command to the stores that choose says.
func ask(
	inv *cli.Invocation, source string, choose func(workplace, resume.Query) []resume.Store,
) (workplace, []resume.Entry, recovery.Request, error) {
	p := open(inv.Env, inv.Project, inv.Machine)
	q, cancel := p.query(inv.Ctx, inv.Now(), inv.Getenv("CLAUDE_CODE_SESSION_ID"), source)
	defer cancel()
	entries, failed := p.collect(inv.Ctx, choose(p, q), q)
	if err := inv.Ctx.Err(); err != nil {
		return p, nil, recovery.Request{}, fmt.Errorf("reading what was saved: %w", err)
	}
	for _, err := range failed {
		inv.Warnf("%v", err)
	}
	return p, entries, recovery.Request{Query: q, Random: inv.Random, Show: p.show()}, nil
}
