package design

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
)

// An Item is one design among those of the project.
type Item struct {
	Feature   string `json:"feature"`
	Path      string `json:"path"`
	State     string `json:"state"` // open, complete, closed, corrupt, newer, no session
	Stage     int    `json:"resume_stage"`
	StageName string `json:"stage_name"`
	UpdatedAt string `json:"updated_at"`
	Ours      bool   `json:"ours"`
	Problem   string `json:"problem"` // of a corrupt one
	Command   string `json:"command"` // what shows or fixes it
	session   Session
	open      bool  // it is neither complete nor closed
	err       error // why it cannot be read
}

// items are the sessions of the project, sorted by name. It ends early with ctx.
func (s Store) items(ctx context.Context) ([]Item, error) {
	features, err := s.Features()
	if err != nil {
		return nil, err
	}
	items := []Item{}
	for _, f := range features {
		if err := ctx.Err(); err != nil {
			return items, fmt.Errorf("reading the designs: %w", err)
		}
		x, err := s.Load(f)
		if errors.Is(err, ErrNone) {
			continue // it was removed concurrently
		}
		i := Item{Feature: f, Path: path(f), State: "open", Command: fence.Typed("holdfast design %s", f), session: x, err: err}
		if err != nil {
			i.State, i.Problem, i.Command = "corrupt", err.Error(), fence.Typed("holdfast design %s rebuild", f)
			items = append(items, i)
			continue
		}
		st, done := x.Resume()
		_, closed := x.Closed()
		i.Stage, i.StageName, i.Ours, i.UpdatedAt, i.open = st.Number, st.Name, x.Ours(), x.updatedAt(), !done && !closed
		switch {
		case x.Newer():
			i.State = "newer"
		case closed:
			i.State = "closed"
		case done:
			i.State = "complete"
		}
		items = append(items, i)
	}
	return items, nil
}

// An Overview is the list of the designs of a project.
type Overview struct {
	Designs []Item `json:"designs"`
	more    int    // are not listed
	closed  int    // are left out
}

// Overview lists the designs of the project, closed ones only with all.
func (s Store) Overview(inv *cli.Invocation, all bool) (Overview, error) {
	items, err := s.items(inv.Ctx)
	if err != nil {
		return Overview{}, err
	}
	var features []string
	for _, i := range items {
		features = append(features, i.Feature)
	}
	orphans, err := s.orphans(features)
	if err != nil {
		return Overview{}, err
	}
	for _, f := range orphans {
		items = append(items, Item{Feature: f, State: "no session", Command: fence.Typed("holdfast design %s rebuild", f)})
	}
	o := Overview{Designs: items}
	if !all {
		o.Designs = slices.DeleteFunc(items, func(i Item) bool { return i.State == "closed" })
		o.closed = len(items) - len(o.Designs)
	}
	o.Designs, o.more = cli.First(inv, o.Designs)
	typed := inv.Typing()
	for i := range o.Designs {
		o.Designs[i].Command = typed(o.Designs[i].Command)
	}
	return o, nil
}

// states are how the states of designs are coloured.
var states = map[string]cli.Style{"complete": cli.Good, "closed": cli.Dim, "corrupt": cli.Bad, "newer": cli.Poor, "no session": cli.Poor}

// Print prints a table.
func (o Overview) Print(inv *cli.Invocation) {
	t := inv.Table(cli.Column{Title: "DESIGN", Give: 1, Least: 12}, cli.Column{Title: "STATE", Give: 4}, cli.Column{Title: "STAGE", Give: 3, Least: 8},
		cli.Column{Title: "SAVED", Give: 5}, cli.Column{Title: "MORE", Give: 6})
	for _, i := range o.Designs {
		stage, saved := "-", "-"
		if i.StageName != "" {
			stage = fmt.Sprintf("%d %s", i.Stage, i.StageName)
		}
		if at := i.session.Updated(); !at.IsZero() {
			saved = fence.Ago(inv.Now(), at)
		}
		t.Row(i.Feature, cli.Cell{Text: i.State, Style: states[i.State]}, stage, saved, i.Command)
	}
	t.Print()
	inv.More(o.more)
	switch {
	case len(o.Designs) == 0 && o.closed == 0:
		inv.Printf("no designs in this project\n")
	case o.closed == 1:
		inv.Printf("1 closed design; holdfast design --all lists it\n")
	case o.closed > 1:
		inv.Printf("%d closed designs; holdfast design --all lists them\n", o.closed)
	}
}
