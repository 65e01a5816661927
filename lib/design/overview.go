package design

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/resume"
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
	open      bool // it is neither complete nor closed
}

// items are the sessions of the project, sorted by name. It ends early with ctx.
func (s Store) items(ctx context.Context) ([]Item, error) {
	features, err := s.Features()
	items := []Item{}
	for _, f := range features {
		if ctx.Err() != nil {
			return items, fmt.Errorf("reading the designs: %w", ctx.Err())
		}
		x, err := s.load(f)
		if !errors.Is(err, errNone) { // else it was removed concurrently
			items = append(items, itemOf(x, err))
		}
	}
	return items, err
}

func itemOf(x Session, err error) Item {
	i := Item{Feature: x.Feature, Path: x.Path, Command: fence.Typed("holdfast design %s", x.Feature), session: x}
	if err != nil {
		i.State, i.Problem, i.Command = "corrupt", err.Error(), fence.Typed("holdfast design %s rebuild", x.Feature)
		return i
	}
	st, done := x.resume()
	i.Stage, i.StageName, i.Ours, i.UpdatedAt = st.Number, st.Name, x.Ours(), rfc3339(x.updated())
	i.State, i.open = "open", !done && !x.closed()
	switch {
	case x.newer():
		i.State = "newer"
	case x.closed():
		i.State = "closed"
	case done:
		i.State = "complete"
	}
	return i
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
	orphans, err := s.orphans()
	for _, f := range orphans {
		rebuild := fence.Typed("holdfast design %s rebuild", f)
		items = append(items, Item{Feature: f, State: "no session", Command: rebuild})
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
	return o, err
}

// states are how the states of designs are coloured.
var states = map[string]cli.Style{
	"complete": cli.Good, "closed": cli.Dim, "corrupt": cli.Bad, "newer": cli.Poor, "no session": cli.Poor,
}

// Print prints a table.
func (o Overview) Print(inv *cli.Invocation) {
	t := inv.Table(cli.Column{Title: "DESIGN", Give: 1, Least: 12}, cli.Column{Title: "STATE", Give: 4},
		cli.Column{Title: "STAGE", Give: 3, Least: 8}, cli.Column{Title: "SAVED", Give: 5},
		cli.Column{Title: "MORE", Give: 6})
	for _, i := range o.Designs {
		stage, saved := "", ""
		if i.StageName != "" {
			stage = fmt.Sprintf("%d %s", i.Stage, i.StageName)
		}
		if i.UpdatedAt != "" {
			saved = fence.Ago(inv.Now(), i.session.updated())
		}
		t.Row(i.Feature, cli.Cell{Text: i.State, Style: states[i.State]}, stage, saved, i.Command)
	}
	t.Print()
	inv.More(o.more)
	switch {
	case o.closed > 0:
		inv.Printf("%s; holdfast design --all lists them\n", fence.Count(o.closed, "closed design"))
	case len(o.Designs) == 0:
		inv.Printf("no designs in this project\n")
	}
}

const (
	maxOffered = 20
	stale      = 30 * 24 * time.Hour
)

// open are the designs that are neither complete nor closed, the one saved last
// first, and those that cannot be read. It ends early with ctx.
func (s Store) open(ctx context.Context) (open, corrupt []Item, err error) {
	items, err := s.items(ctx)
	for _, i := range items {
		if i.Problem != "" {
			corrupt = append(corrupt, i)
		} else if i.open {
			open = append(open, i)
		}
	}
	slices.SortStableFunc(open, func(a, b Item) int { return b.session.updated().Compare(a.session.updated()) })
	return open, corrupt, err
}

// Resume offers the designs that are not complete, the one saved last first, and
// only the first own one with what is in its files. One that was not touched for a
// month is one line. Of a foreign one only names, paths, numbers and states are
// offered.
func (s Store) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	open, corrupt, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	var entries []resume.Entry
	described := false
	for _, i := range open[:min(len(open), maxOffered)] {
		x := i.session
		e := resume.Entry{
			Kind: "design", ID: i.Feature, Path: i.Path, Saved: x.updated(), Ours: i.Ours,
			State: fmt.Sprintf("stage %d of %d", i.Stage, x.table.last()), Fit: "open at " + i.StageName,
			Pointer: !i.Ours || q.Now.Sub(x.updated()) > stale,
		}
		if x.newer() {
			e.Fit = "of a newer version, read only"
		}
		if !i.Ours {
			e.Path = named(e.Path)
		} else if !described {
			e.Details, described = s.view(x, file{}).details(), true
		}
		entries = append(entries, e)
	}
	for _, i := range corrupt[:min(len(corrupt), maxOffered-len(entries))] {
		entries = append(entries, resume.Entry{
			Kind: "design", ID: i.Feature, Path: named(i.Path), State: i.State, Fit: "can be rebuilt", Pointer: true,
		})
	}
	return entries, nil
}

// named is a path that may reach the model as it is, "" for any other.
func named(path string) string {
	if fence.IsName(path) {
		return path
	}
	return ""
}

// details are what is told of a design in a brief.
func (v view) details() (all []resume.Detail) {
	var produced []string
	for _, st := range v.table {
		if made, _ := v.stage(st); made != "" {
			produced = append(produced, st.Name+": "+made)
		}
	}
	next := v.next()
	for _, d := range []resume.Detail{
		{Name: "next", Lines: []string{next.Next}}, {Name: "so far", Lines: produced}, {Name: "files", Lines: next.Read},
	} {
		if len(d.Lines) > 0 {
			all = append(all, d)
		}
	}
	return all
}
