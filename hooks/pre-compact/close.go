package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/config"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
	"holdfast/lib/undo"
	"holdfast/lib/yamldoc"
)

type closedDocument struct {
	Closed []closedLine `json:"closed"`
}

type closedLine struct {
	Line string `json:"line"`
	Path string `json:"path"`
}

func closeLines(inv *cli.Invocation) error {
	note := "closed by request"
	if inv.Has("note") {
		note = inv.Flag("note")
	}
	p, lines, err := allLines(inv)
	if err != nil {
		return err
	}
	var chosen []*line.Line
	for _, name := range inv.Rest {
		l, err := named(inv, lines, name)
		if err != nil {
			return err
		}
		if !l.Own {
			return notOwn(l)
		}
		chosen = append(chosen, l)
	}
	ended := []line.Status{line.Merged, line.Gone, line.Resting, line.Stale}
	for _, l := range lines.Own {
		if inv.On("gone") && slices.Contains(ended, l.Status()) && !slices.Contains(chosen, l) {
			chosen = append(chosen, l)
		}
	}
	doc := closedDocument{Closed: []closedLine{}}
	for _, l := range chosen {
		if err := inv.Ctx.Err(); err != nil {
			return err
		}
		if l.Status() == line.Closed {
			inv.Printf("line %s is closed already\n", l.Name)
			continue
		}
		path, err := closeOne(inv, p, lines, l, note)
		if err != nil {
			return err
		}
		if path == "" {
			inv.Printf("closed %s\n", l.Name)
		} else {
			inv.Printf("closed %s: %s\n", l.Name, path)
		}
		doc.Closed = append(doc.Closed, closedLine{l.Name, path})
	}
	if len(chosen) == 0 {
		inv.Printf("no line is merged, gone, resting or stale\n")
	}
	return inv.PrintJSON(doc)
}

// closeOne closes a line: with a finalize, or, where only hooks saved, by a word in
// the machine folder.
func closeOne(
	inv *cli.Invocation, p line.Project, lines line.Lines, l *line.Line, note string,
) (path string, err error) {
	if !l.Written {
		return "", p.Close(l)
	}
	d := artifact.NewDocument()
	for key, value := range map[string]string{
		"mode": artifact.Finalize, "session": l.Name, "outcome": "PARTIAL_PLUS", "primary_bead": "none",
	} {
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
	survey := autosave.Survey{Root: p.Store.Root, Git: git, HasGit: hasGit, Machine: p.Store.Machine}
	facts := autosave.Facts{
		Session: autosave.Session{ID: inv.Getenv("CLAUDE_CODE_SESSION_ID"), Date: inv.Now()}, Root: p.Store.Root,
		Line: line.Choice{Name: l.Name, Line: l}, State: state, Lines: &lines,
		Work: survey.Work(inv.Ctx, transcript.Conversation{}, true),
	}
	facts.Complete(d)
	saved, err := p.Store.Save(d, artifact.Options{Now: inv.Now()})
	if err != nil {
		return "", err
	}
	warnSaved(inv, saved)
	if _, err := facts.Keep(inv.Ctx, saved, false); err != nil {
		inv.Warnf("%v", err)
	}
	return saved.Path, nil
}

func notOwn(l *line.Line) error {
	return &cli.Error{
		Code: cli.Invalid, Message: fmt.Sprintf("line %q was not written on this machine", l.Name),
		Hint: fence.Typed("holdfast adopt %s", l.Name) + " takes it over first",
	}
}

// gitTime is what git has to say which lines are open.
const gitTime = 2 * time.Second

func allLines(inv *cli.Invocation) (line.Project, line.Lines, error) {
	root, folder := inv.Project, inv.Machine
	p := line.In(artifact.Of(root, folder), inv.Now())
	p.Evidence = line.Evidence{
		Git: gitrepo.Finder(inv.Getenv, inv.Environ), Time: gitTime, Trunks: config.Trunks(folder, p.Store.Hash()),
		Undone: undo.Store{Root: root, Machine: folder}.PutBack,
	}
	lines, err := p.Lines(inv.Ctx)
	return p, lines, err
}

// missing is the error of a name that means nothing, or several things.
func missing(hint string, candidates []string, format string, values ...any) *cli.Error {
	return &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf(format, values...), Hint: hint, Candidates: candidates}
}

func notFound(name string, names []string) error {
	return missing("holdfast lines --all", nil, "no line of work %q in this project%s", name, cli.Meant(name, names))
}

// named is the line that a person names, if need be by what only its name begins with.
func named(inv *cli.Invocation, lines line.Lines, name string) (*line.Line, error) {
	if l := lines.Find(name); l != nil {
		return l, nil
	}
	var names, meant []string
	var only *line.Line
	for _, l := range append(slices.Clone(lines.Own), lines.Foreign...) {
		if names = append(names, l.Name); strings.HasPrefix(l.Name, name) && name != "" {
			meant, only = append(meant, l.Name), l
		}
	}
	switch len(meant) {
	case 0:
		return nil, notFound(name, names)
	case 1:
		return only, nil
	}
	many := fence.Count(len(meant), "line")
	return nil, missing("holdfast lines --all", meant, "%q begins the names of %s", name, many)
}
