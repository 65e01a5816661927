package design

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/record"
	"holdfast/lib/resume"
)

// A Summary is where a design is.
type Summary struct {
	Feature      string    `json:"feature"`
	Path         string    `json:"path"`
	State        string    `json:"state"` // open, complete, closed, newer, corrupt, no session
	CurrentStage int       `json:"current_stage"`
	StageName    string    `json:"stage_name"`
	Complete     bool      `json:"complete"`
	Closed       bool      `json:"closed"`
	UpdatedAt    time.Time `json:"updated_at,omitzero"`
	Ours         bool      `json:"ours"`    // this machine wrote the file as it is
	Command      string    `json:"command"` // what shows or fixes it
	session      *Session
}

func (x *Session) summary() Summary {
	st, done := x.resume()
	m := Summary{
		Feature: x.Feature, Path: x.Path, State: "open", CurrentStage: st.Number, StageName: st.Name,
		Complete: done, Closed: x.closed(), UpdatedAt: x.doc.Get("updated_at").Time(),
		Ours: x.file.Bytes != nil && x.file.Own, Command: x.command("%s", x.Feature), session: x,
	}
	switch b := x.rebuilt; {
	case b != nil && !b.Written && b.Corrupt == "":
		m.State = "no session"
	case b != nil && !b.Written:
		m.State = "corrupt"
	case x.newer():
		m.State = "newer"
	case m.Closed:
		m.State = "closed"
	case done:
		m.State = "complete"
	}
	return m
}

func (s Store) list(ctx context.Context) ([]Summary, error) {
	features, err := s.Features()
	all := []Summary{}
	for _, f := range features {
		if ctx.Err() != nil {
			return all, fmt.Errorf("reading the designs: %w", ctx.Err())
		}
		x, err := s.load(f)
		switch {
		case errors.Is(err, errNone): // it was removed concurrently
		case err != nil:
			all = append(all, Summary{Feature: f, Path: x.Path, State: "corrupt", Command: s.command("%s rebuild", f)})
		default:
			all = append(all, x.summary())
		}
	}
	return all, err
}

// An Overview is the list of the designs of a project.
type Overview struct {
	Designs []Summary `json:"designs"`
	more    int       // are not listed
	closed  int       // are left out
}

func (s Store) overview(inv *cli.Invocation) (o Overview, err error) {
	all, err := s.list(inv.Ctx)
	if err != nil {
		return o, err
	}
	features, _ := s.Features()
	names, err := s.Names(Dir, false)
	for _, n := range names { // files of a design without a session
		if f := owner(n, features); record.IsID(f) && !slices.Contains(features, f) {
			features = append(features, f)
			all = append(all, Summary{Feature: f, State: "no session", Command: s.command("%s rebuild", f)})
		}
	}
	o.Designs = all
	if !inv.On("all") {
		o.Designs = slices.DeleteFunc(all, func(m Summary) bool { return m.Closed })
		o.closed = len(all) - len(o.Designs)
	}
	o.Designs, o.more = cli.First(inv, o.Designs)
	return o, err
}

// Print prints a table.
func (o Overview) Print(inv *cli.Invocation) {
	t := inv.Table("DESIGN 1 12", "STATE 4", "STAGE 3 8", "SAVED 5", "MORE 6")
	styles := map[string]cli.Style{
		"corrupt": cli.Bad, "newer": cli.Poor, "no session": cli.Poor, "closed": cli.Dim, "complete": cli.Good,
	}
	for _, m := range o.Designs {
		stage, saved := "", ""
		if m.StageName != "" {
			stage = fmt.Sprintf("%d %s", m.CurrentStage, m.StageName)
		}
		if !m.UpdatedAt.IsZero() {
			saved = fence.Ago(inv.Now(), m.UpdatedAt)
		}
		t.Row(m.Feature, cli.Cell{Text: m.State, Style: styles[m.State]}, stage, saved, m.Command)
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

// Resume offers the designs that are neither complete nor closed, the one saved last first,
// and only the first own one with what is in its files. One that was not touched for a month
// is one line. Of a foreign one only names, paths, numbers and states are offered.
func (s Store) Resume(ctx context.Context, q resume.Query) (entries []resume.Entry, err error) {
	all, err := s.list(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b Summary) int { return b.UpdatedAt.Compare(a.UpdatedAt) })
	described := false
	for _, m := range all {
		if m.Complete || m.Closed {
			continue
		}
		e := resume.Entry{
			Kind: "design", ID: m.Feature, Path: m.Path, Saved: m.UpdatedAt, Ours: m.Ours,
			State: m.State, Fit: "can be rebuilt", Pointer: !m.Ours || q.Now.Sub(m.UpdatedAt) > stale,
		}
		if x := m.session; x != nil {
			e.State, e.Fit = fmt.Sprintf("stage %d of %d", m.CurrentStage, x.table.last()), "open at "+m.StageName
		}
		if m.State == "newer" {
			e.Fit = "of a newer version, read only"
		}
		if m.Ours && !described {
			m.session.look()
			next := m.session.next()
			e.Add("next", next.Next)
			e.Add("files", next.Read...)
			described = true
		}
		entries = append(entries, e)
	}
	return entries[:min(len(entries), maxOffered)], nil
}
