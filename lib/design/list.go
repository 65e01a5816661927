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
		i := Item{Feature: f, Path: x.Path, Command: fence.Typed("holdfast design %s", f), session: x}
		st, done := x.resume()
		switch {
		case errors.Is(err, errNone): // it was removed concurrently
			continue
		case err != nil:
			i.State, i.Problem, i.Command = "corrupt", err.Error(), fence.Typed("holdfast design %s rebuild", f)
			items = append(items, i)
			continue
		case x.closed():
			i.State = "closed"
		case done:
			i.State = "complete"
		case x.newer():
			i.State = "newer"
		default:
			i.State = "open"
		}
		i.Stage, i.StageName, i.Ours, i.UpdatedAt = st.Number, st.Name, x.Ours(), rfc3339(x.updated())
		items = append(items, i)
	}
	return items, err
}

// An Overview is the list of the designs of a project.
type Overview struct {
	Designs []Item `json:"designs"`
	more    int    // are not listed
	closed  int    // are left out
}

// overview lists the designs of the project, closed ones only with --all.
func (s Store) overview(inv *cli.Invocation) (Overview, error) {
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
	if !inv.On("all") {
		o.Designs = slices.DeleteFunc(items, func(i Item) bool { return i.State == "closed" })
		o.closed = len(items) - len(o.Designs)
	}
	o.Designs, o.more = cli.First(inv, o.Designs)
	for i := range o.Designs {
		o.Designs[i].Command = inv.Typed(o.Designs[i].Command)
	}
	return o, err
}

// Print prints a table.
func (o Overview) Print(inv *cli.Invocation) {
	t := inv.Table("DESIGN 1 12", "STATE 4", "STAGE 3 8", "SAVED 5", "MORE 6")
	styles := map[string]cli.Style{
		"corrupt": cli.Bad, "newer": cli.Poor, "no session": cli.Poor, "closed": cli.Dim, "complete": cli.Good,
	}
	for _, i := range o.Designs {
		stage, saved := "", ""
		if i.StageName != "" {
			stage = fmt.Sprintf("%d %s", i.Stage, i.StageName)
		}
		if i.UpdatedAt != "" {
			saved = fence.Ago(inv.Now(), i.session.updated())
		}
		t.Row(i.Feature, cli.Cell{Text: i.State, Style: styles[i.State]}, stage, saved, i.Command)
	}
	t.Print(o.more)
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

// Resume offers the designs that are neither complete nor closed, the one saved last
// first, and only the first own one with what is in its files; then those that cannot
// be read. One that was not touched for a month is one line. Of a foreign one only
// names, paths, numbers and states are offered.
func (s Store) Resume(ctx context.Context, q resume.Query) (entries []resume.Entry, err error) {
	items, err := s.items(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(items, func(a, b Item) int { return b.session.updated().Compare(a.session.updated()) })
	var corrupt []resume.Entry
	described := false
	for _, i := range items {
		x := i.session
		e := resume.Entry{Kind: "design", ID: i.Feature, Path: i.Path, Saved: x.updated(), Ours: i.Ours}
		if !i.Ours && !fence.IsName(e.Path) {
			e.Path = "" // it may not reach the model as it is
		}
		switch i.State {
		case "corrupt":
			e.State, e.Fit, e.Pointer, e.Saved = i.State, "can be rebuilt", true, time.Time{}
			corrupt = append(corrupt, e)
			continue
		case "complete", "closed":
			continue
		}
		e.State, e.Fit = fmt.Sprintf("stage %d of %d", i.Stage, x.table.last()), "open at "+i.StageName
		if x.newer() {
			e.Fit = "of a newer version, read only"
		}
		e.Pointer = !i.Ours || q.Now.Sub(x.updated()) > stale
		if i.Ours && !described {
			e.Details, described = x.details(), true
		}
		entries = append(entries, e)
	}
	entries = append(entries, corrupt...)
	return entries[:min(len(entries), maxOffered)], nil
}

// details are what is told of a design in a brief.
func (x *Session) details() (all []resume.Detail) {
	x.look(file{})
	var produced []string
	for _, st := range x.table {
		if made, _ := x.stage(st); made != "" {
			produced = append(produced, st.Name+": "+made)
		}
	}
	next := x.next()
	all = []resume.Detail{
		{Name: "next", Lines: []string{next.Next}},
		{Name: "so far", Lines: produced},
		{Name: "files", Lines: next.Read},
	}
	return slices.DeleteFunc(all, func(d resume.Detail) bool { return len(d.Lines) == 0 })
}
