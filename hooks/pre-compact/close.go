package main

import (
	"flag"
	"fmt"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/yamldoc"
)

const closeHelp = `Closes a line of work (a session folder; holdfast lines lists them): new
sessions are no longer given it. It writes a finalize and removes nothing; to
reopen the line, save a checkpoint with --session LINE.

Options:
  --note T     why it is closed (default: closed by request)
  --root DIR   the project (default: found upward from here)
  --json       the result as JSON

Examples:
  holdfast close feat-auth-0c90d71c
  holdfast close feat-auth-0c90d71c --note "the customer withdrew it"
`

func closeVerb() cli.Verb {
	return cli.Verb{
		Name: "close", Synopsis: "close LINE [--note T]", Help: closeHelp, Run: closeLine,
		Summary: "closes a line of work",
	}
}

func closeLine(inv *cli.Invocation) error {
	var note string
	if err := inv.Parse(func(fs *flag.FlagSet) { fs.StringVar(&note, "note", "closed by request", "") }, 1, 1); err != nil {
		return err
	}
	p, l, err := findLine(inv, inv.Rest[0])
	if err != nil {
		return err
	}
	if !l.Own {
		return &cli.Error{
			Code: cli.Invalid, Message: fmt.Sprintf("line %q was not written on this machine", l.Name),
			Hint: "holdfast adopt " + l.Name + " takes it over first",
		}
	}
	if l.Closed {
		inv.Printf("line %s is closed already\n", l.Name)
		return inv.PrintJSON(savedDocument{Path: l.Path, Mode: artifact.Finalize, Session: l.Name, Redacted: []artifact.Redaction{}})
	}
	d := artifact.NewDocument()
	for key, value := range map[string]string{"mode": artifact.Finalize, "session": l.Name, "outcome": "PARTIAL_PLUS", "primary_bead": "none"} {
		yamldoc.Set(d.Front, key, yamldoc.String(value))
	}
	state := l.State()
	if state.Bead != "" {
		yamldoc.Set(d.Front, "primary_bead", yamldoc.String(state.Bead))
	}
	yamldoc.Set(d.Body, "goal", yamldoc.String(state.Goal))
	yamldoc.Set(d.Body, "now", yamldoc.String(note))
	metadata := yamldoc.Map()
	yamldoc.Set(metadata, "trigger", yamldoc.String("closed"))
	yamldoc.Set(d.Body, "metadata", metadata)
	git, hasGit := gitrepo.New(inv.Getenv("PATH"), inv.Environ())
	facts := autosave.Facts{
		SessionID: inv.Getenv("CLAUDE_CODE_SESSION_ID"), Line: line.Choice{Name: l.Name, Line: l}, State: state,
		Work: autosave.Survey{Root: p.Store.Root, Git: git, HasGit: hasGit, Machine: p.Store.Machine}.Place(inv.Ctx),
	}
	facts.Complete(d)
	saved, err := p.Store.Save(d, artifact.Options{Now: inv.Now()})
	if err != nil {
		return err
	}
	if err := p.Drop(l.Name); err != nil {
		inv.Warnf("%v", err)
	}
	warnSaved(inv, saved)
	inv.Printf("closed %s: %s\n", l.Name, saved.Path)
	return inv.PrintJSON(savedDocument{
		Path: saved.Path, Mode: artifact.Finalize, Session: l.Name, Redacted: append([]artifact.Redaction{}, saved.Redacted...),
	})
}

// findLine is the line that a person names.
func findLine(inv *cli.Invocation, name string) (line.Project, *line.Line, error) {
	root, folder, err := inv.Place()
	if err != nil {
		return line.Project{}, nil, err
	}
	p := line.In(artifact.Of(root, folder), inv.Now())
	l, ok, err := p.Named(inv.Ctx, name)
	if err == nil && !ok {
		err = &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("no line of work %q in this project%s", name, cli.Meant(name, p.Names(inv.Ctx, true))), Hint: "holdfast lines --all"}
	}
	return p, l, err
}
