package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/undo"
	"holdfast/lib/yamldoc"
)

// closings are the lines that were closed.
type closings struct {
	Closed []closing `json:"closed"`
}

type closing struct {
	Line string `json:"line"`
	Path string `json:"path"`
}

// Print prints a row a line.
func (c closings) Print(inv *cli.Invocation) {
	for _, l := range c.Closed {
		inv.Printf("closed %s\n", strings.TrimSuffix(l.Line+": "+l.Path, ": "))
	}
}

func closeLines(inv *cli.Invocation) error {
	p, lines, err := allLines(inv)
	if err != nil {
		return err
	}
	var chosen []*line.Line
	for _, name := range inv.Rest {
		l, err := own(lines, name)
		if err != nil {
			return err
		}
		chosen = append(chosen, l)
	}
	ended := []line.Status{line.Merged, line.Gone, line.Resting, line.Stale}
	for _, l := range lines.Own {
		if inv.On("gone") && slices.Contains(ended, l.Status()) && !slices.Contains(chosen, l) {
			chosen = append(chosen, l)
		}
	}
	if len(chosen) == 0 {
		inv.Printf("no line is merged, gone, resting or stale\n")
	}
	doc := closings{Closed: []closing{}}
	for _, l := range chosen {
		if l.Status() == line.Closed {
			inv.Printf("line %s is closed already\n", l.Name)
			continue
		}
		path, err := "", inv.Ctx.Err()
		if err == nil && l.Written {
			path, err = finalize(inv, p, l)
		} else if err == nil { // only hooks saved it: a word in the machine folder is enough
			err = p.Close(l)
		}
		if err != nil {
			doc.Print(inv)
			return err
		}
		doc.Closed = append(doc.Closed, closing{l.Name, path})
	}
	return inv.Report(doc, nil)
}

// finalize closes a line with an artifact.
func finalize(inv *cli.Invocation, p line.Project, l *line.Line) (path string, err error) {
	note, state := "closed by request", l.State()
	if inv.Has("note") {
		note = inv.Flag("note")
	}
	d := artifact.NewDocument()
	set := func(m *yamldoc.Node, key, value string) { yamldoc.Set(m, key, yamldoc.String(value)) }
	set(d.Front, "mode", artifact.Finalize)
	set(d.Front, "session", l.Name)
	set(d.Front, "outcome", "PARTIAL_PLUS")
	set(d.Front, "primary_bead", cmp.Or(state.Bead, "none"))
	set(d.Body, "goal", state.Goal)
	set(d.Body, "now", note)
	metadata := yamldoc.Map()
	set(metadata, "trigger", "closed")
	yamldoc.Set(d.Body, "metadata", metadata)
	s := autosave.Session{Project: p, Asked: &autosave.Asked{Line: l.Name, Bead: "none", Closing: true}}
	saved, err := write(inv, s, d, artifact.Options{Now: inv.Now()})
	return saved.Path, err
}

// gitTime is what git has to say which lines are open.
const gitTime = 2 * time.Second

func allLines(inv *cli.Invocation) (line.Project, line.Lines, error) {
	p := openProject(inv)
	p.Evidence.Time = gitTime
	p.Evidence.Undone = undo.Store{Root: inv.Project, Machine: inv.Machine}.PutBack
	lines, err := p.Lines(inv.Ctx)
	return p, lines, err
}

func notFound(name string, names []string) error {
	return cli.Missing("holdfast lines --all", "no line of work %q in this project%s", name, cli.Meant(name, names))
}

// own is the line of this machine that a person names, if need be by what only its
// name begins with.
func own(lines line.Lines, name string) (*line.Line, error) {
	l := lines.Find(name)
	var names, meant []string
	for _, one := range slices.Concat(lines.Own, lines.Foreign) {
		if names = append(names, one.Name); l == nil && strings.HasPrefix(one.Name, name) && name != "" {
			meant = append(meant, one.Name)
		}
	}
	switch {
	case len(meant) == 1:
		l = lines.Find(meant[0])
	case len(meant) > 1:
		e := cli.Missing("holdfast lines --all", "%q begins the names of %s", name, fence.Count(len(meant), "line"))
		e.Candidates = meant
		return nil, e
	}
	if l == nil {
		return nil, notFound(name, names)
	}
	if !l.Own {
		return nil, &cli.Error{
			Code: cli.Invalid, Message: fmt.Sprintf("line %q was not written on this machine", l.Name),
			Hint: fence.Typed("holdfast adopt %s", l.Name) + " takes it over first",
		}
	}
	return l, nil
}
