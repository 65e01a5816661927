package main

import (
	"flag"
	"fmt"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/recovery"
	"holdfast/lib/resume"
)

const briefHelp = `Prints the brief: what a new Claude Code session is given about saved work that
can be continued, how old it is and whether it still fits the branch and commit.
Without --source nothing is shortened; with it, the brief is cut as it is for
such a session.

Options:
  --line LINE  one line of work only, in full (holdfast lines lists them)
  --source S   startup, resume, clear, compact or fork
  --root DIR   the project (default: found upward from here)
  --json       {"context", "message", "entries"}

Examples:
  holdfast brief
  holdfast brief --source compact
  holdfast brief --line feat-auth-0c90d71c
`

func briefVerb() cli.Verb {
	return cli.Verb{
		Name:     "brief",
		Synopsis: "brief [--source SOURCE] [--line LINE]",
		Summary:  "prints what a new session is given",
		Help:     briefHelp,
		Run:      showBrief,
	}
}

var sources = map[string]bool{"": true, "startup": true, "resume": true, "clear": true, "compact": true, "fork": true}

type briefDocument struct {
	Context string         `json:"context"`
	Message string         `json:"message"`
	Entries []resume.Entry `json:"entries"`
}

func showBrief(inv *cli.Invocation) error {
	var source, name string
	err := inv.Parse(func(fs *flag.FlagSet) {
		fs.StringVar(&source, "source", "", "")
		fs.StringVar(&name, "line", "", "")
	}, 0, 0)
	if err != nil {
		return err
	}
	if !sources[source] {
		return inv.UsageError(fmt.Sprintf("unknown source %q", source))
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
	return inv.PrintJSON(briefDocument{Context: b.Context.String(), Message: b.Message, Entries: append([]resume.Entry{}, entries...)})
}

// noLine says that there is no such line, and names those that are similar.
func (p workplace) noLine(inv *cli.Invocation, name string, q resume.Query) error {
	all := p.lines(q)
	all.All = true
	entries, err := all.Resume(inv.Ctx, q)
	if err != nil {
		return err
	}
	var names []string
	for _, x := range entries {
		names = append(names, x.ID)
	}
	e := &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("no line of work %q%s", name, cli.Meant(name, names)), Hint: "holdfast lines --all"}
	for _, x := range entries {
		if x.Count == 0 && strings.Contains(x.ID, name) {
			e.Candidates = append(e.Candidates, x.ID)
		}
	}
	return e
}

// ask puts the question of a command to the stores that choose says.
func ask(inv *cli.Invocation, source string, choose func(workplace, resume.Query) []resume.Store) (workplace, []resume.Entry, recovery.Request, error) {
	root, folder, err := inv.Place()
	if err != nil {
		return workplace{}, nil, recovery.Request{}, err
	}
	p := open(inv.Env, root, folder)
	ctx := inv.Ctx
	q, cancel := p.query(ctx, inv.Now(), inv.Getenv("CLAUDE_CODE_SESSION_ID"), source)
	defer cancel()
	entries, failed := p.collect(ctx, choose(p, q), q)
	if err := ctx.Err(); err != nil {
		return p, nil, recovery.Request{}, fmt.Errorf("reading what was saved: %w", err)
	}
	for _, err := range failed {
		inv.Warnf("%v", err)
	}
	r := recovery.Request{Query: q, Random: inv.Random, Show: recovery.Commands{Holdfast: inv.Env.Command(), Root: root}}
	return p, entries, r, nil
}
