package main

import (
	"context"
	"flag"
	"fmt"

	"holdfast/lib/cli"
	"holdfast/lib/recovery"
	"holdfast/lib/resume"
)

const briefHelp = `Prints the recovery brief of the project: what saved work can be taken up, how
old it is and whether it still fits. Without --source it is printed whole; with
it, as a session of that source is told, within its bounds.

Options:
  --source S   startup, resume, clear, compact or fork
  --root DIR   the project (default: found upward from the working directory)
  --json       {"context", "message", "entries"} as JSON

Examples:
  session-start brief
  session-start brief --source compact
`

func briefVerb() cli.Verb {
	return cli.Verb{
		Name:     "brief",
		Synopsis: "brief [--source SOURCE]",
		Summary:  "prints what a session that starts is told",
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
	var source string
	err := inv.Parse(func(fs *flag.FlagSet) { fs.StringVar(&source, "source", "", "") }, 0, 0)
	if err != nil {
		return err
	}
	if !sources[source] {
		return inv.UsageError(fmt.Sprintf("unknown source %q", source))
	}
	_, entries, r, err := ask(inv, source)
	if err != nil {
		return err
	}
	r.Uncut = source == ""
	b, err := recovery.Compose(entries, r)
	if err != nil {
		return err
	}
	if b.Context == "" {
		inv.Printf("nothing to resume in this project\n")
	} else {
		inv.Printf("%s\n", b.Context)
	}
	return inv.PrintJSON(briefDocument{Context: b.Context, Message: b.Message, Entries: append([]resume.Entry{}, entries...)})
}

// ask puts the question of a command to the stores.
func ask(inv *cli.Invocation, source string) (workplace, []resume.Entry, recovery.Request, error) {
	root, folder, err := inv.Place()
	if err != nil {
		return workplace{}, nil, recovery.Request{}, err
	}
	p := open(inv.Env, root, folder)
	ctx := context.Background()
	q, cancel := p.query(ctx, inv.Now(), inv.Getenv("CLAUDE_CODE_SESSION_ID"), source)
	defer cancel()
	entries, failed := recovery.Collect(ctx, p.stores(), q)
	for _, err := range failed {
		inv.Warnf("%v", err)
	}
	r := recovery.Request{Query: q, Random: inv.Random, Show: shows(inv.Env, root)}
	return p, entries, r, nil
}
