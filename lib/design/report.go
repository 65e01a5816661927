package design

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/record"
	"holdfast/lib/resume"
)

// A Report is what is known of one design.
type Report struct {
	Summary
	Source string `json:"prd_source"`
	Step
	Stages    []StageReport `json:"stages"`
	Conflicts []Conflict    `json:"conflicts"`
	Preview   *Preview      `json:"preview,omitempty"`
	*Rebuilt                // where it is what the files prove
	Apply     string        `json:"apply,omitempty"` // the command that carries out what is shown
}

// A StageReport is one stage as a person wants to see it.
type StageReport struct {
	Stage
	Status   string     `json:"status"`
	Mark     string     `json:"mark"`
	Produced string     `json:"produced"`      // in words, "" for nothing
	Why      string     `json:"why,omitempty"` // it was rebuilt so
	Files    []Document `json:"files"`         // those that are there
}

// A Preview is what resuming at a stage would redo, and what it would keep.
type Preview struct {
	Stage int      `json:"stage"`
	Redo  []string `json:"redo"`
	Keep  []string `json:"keep"`
}

// Read is the verb that shows the designs of a project, or one of them.
func Read(inv *cli.Invocation) error {
	e := newEdit(inv)
	if len(inv.Rest) == 0 {
		return inv.Report(e.overview(inv))
	}
	return inv.Report(e.show())
}

// show reports on a feature. Without a session it reports what the files prove.
func (e *edit) show() (Report, error) {
	x, err := e.load(e.Feature)
	if errors.Is(err, errNone) {
		if r, failed := e.rebuild(false); failed == nil {
			return r, nil
		}
	}
	if err != nil {
		return Report{}, err
	}
	r := x.report()
	if e.inv.Has("stage") {
		st, err := x.table.parse(e.inv.Flag("stage"))
		if err != nil {
			return r, err
		}
		r.Preview, r.Apply = r.preview(st.Number), x.back(st)
		x.reopen(st.Number, InProgress)
		r.Step = x.next()
	}
	return r, nil
}

func (x *Session) report() Report {
	x.look()
	r := Report{Summary: x.summary(), Source: x.source(), Rebuilt: x.rebuilt, Step: x.next(), Conflicts: []Conflict{}}
	for _, st := range x.table {
		v := x.view(st)
		if !r.Closed {
			v.compare()
			r.Conflicts = append(r.Conflicts, v.conflicts...)
		}
		s := StageReport{
			Stage: st, Status: x.status(st.Number), Mark: "○", Why: x.why[st.Number],
			Produced: strings.Join(v.made, ", "), Files: x.of(st),
		}
		if s.Status == Complete {
			s.Mark = "✓"
		} else if s.Number == r.CurrentStage || s.Status == InProgress {
			s.Mark = "▶"
		}
		r.Stages = append(r.Stages, s)
	}
	return r
}

func (r Report) preview(n int) *Preview {
	p := Preview{Stage: n, Redo: []string{}, Keep: []string{}}
	for _, st := range r.Stages {
		line := strings.TrimSuffix(fmt.Sprintf("stage %d %s: %s", st.Number, st.Name, st.Produced), ": ")
		if st.Number < n {
			if st.Status == Complete {
				p.Keep = append(p.Keep, line)
			}
			continue
		}
		if st.Number == n || st.Status != Pending || st.Produced != "" {
			p.Redo = append(p.Redo, line)
		}
		for _, f := range st.Files {
			p.Keep = append(p.Keep, f.Path+", until it is saved again")
		}
	}
	return &p
}

func (r Report) Print(inv *cli.Invocation) {
	at := fmt.Sprintf("stage %d of %d", r.CurrentStage, len(r.Stages)-1)
	if r.State != "open" {
		at = r.State + " at " + at
	}
	if b := r.Rebuilt; b != nil {
		inv.Printf("Design %s: %s\n", r.Feature, at)
		inv.Rows("", b.Corrupt)
		inv.Rows("set aside ", b.SetAside)
		if b.Written {
			inv.Rows("wrote ", r.Path)
		} else if len(b.Completes) > 0 {
			inv.Printf("It would complete stages %s; --only STAGE,... completes fewer.\n", commas(b.Completes))
		}
	} else {
		inv.Printf("Design %s: %s, saved %s\n", r.Feature, at, fence.Ago(inv.Now(), r.UpdatedAt))
	}
	if r.State == "newer" {
		inv.Printf("Its version %s is newer than this release: it is read only.\n", r.session.version())
	}
	inv.Rows("From ", r.Source)
	inv.Printf("\n")
	for _, s := range r.Stages {
		text := strings.Trim(s.Produced+"; "+s.Why, "; ")
		inv.Printf("  %s %d %s\n", s.Mark, s.Number, strings.TrimSpace(fmt.Sprintf("%-15s %s", s.Name, text)))
		for _, d := range s.Files {
			if r.Rebuilt != nil {
				inv.Printf("      %s\n", strings.TrimSuffix(d.Path+" ("+d.about()+")", " ()"))
			}
		}
	}
	next := "\nNext: "
	if p := r.Preview; p != nil {
		inv.Printf("\nResuming at stage %d would redo:\n", p.Stage)
		inv.Rows("  ", p.Redo...)
		inv.Printf("and keep:\n")
		inv.Rows("  ", p.Keep...)
		next = fmt.Sprintf("\nThen, at stage %d: ", p.Stage)
	}
	inv.Rows(next, r.Next)
	inv.Rows("  read ", r.Read...)
	inv.Rows("  ask: ", r.Question)
	inv.Rows("    - ", r.Choices...)
	for _, c := range r.Conflicts {
		inv.Rows("\nConflict: ", c.Text)
		inv.Rows("  ", c.Ways...)
	}
	inv.Printf("\nOptions:\n")
	inv.Rows("  apply           ", r.Apply)
	if r.Rebuilt == nil && !r.Closed {
		inv.Rows("  resume          /design ", r.Feature+" --resume")
	}
	if r.Rebuilt == nil {
		inv.Rows("  restart         /design ", r.Feature+" --restart")
	}
	lead := "  view artifacts  "
	for _, s := range r.Stages {
		for _, d := range s.Files {
			inv.Rows(lead, d.Path)
			lead = "                  "
		}
	}
}

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
	none := ""
	if o.closed == 0 {
		none = "no designs in this project"
	}
	t.Print(o.more, none)
	inv.Counted("%s; holdfast design --all lists them\n", o.closed, "closed design")
}

// Resume offers the designs that are neither complete nor closed, newest first, only the first own one
// with its files. One untouched for a month is one line; a foreign one is offered without text.
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
			State: m.State, Fit: "can be rebuilt", Pointer: !m.Ours || q.Now.Sub(m.UpdatedAt) > 30*24*time.Hour,
		}
		if x := m.session; x != nil {
			e.State, e.Fit = fmt.Sprintf("stage %d of %d", m.CurrentStage, x.table.last()), "open at "+m.StageName
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
	return entries[:min(len(entries), 20)], nil
}
