package design

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
)

// A Report is what is known of one design: what each stage produced, what to do
// next, and where the session and the documents disagree.
type Report struct {
	Feature      string `json:"feature"`
	Path         string `json:"path"`
	Version      string `json:"version"`
	ReadOnly     bool   `json:"read_only"`
	Ours         bool   `json:"ours"`
	Orphan       bool   `json:"orphan"` // there are files and no session
	Source       string `json:"prd_source"`
	UpdatedAt    string `json:"updated_at"`
	CurrentStage int    `json:"current_stage"`
	Complete     bool   `json:"complete"`
	Closed       bool   `json:"closed"`
	Step
	Stages    []StageReport `json:"stages"`
	Conflicts []Conflict    `json:"conflicts"`
	Options   []Option      `json:"options"`
	Preview   *Preview      `json:"preview,omitempty"`
	*Rebuilt                // where it is what the files prove
	Apply     string        `json:"apply,omitempty"` // the command that carries out what is shown

	cli.Warnings `json:"-"`
	session      *Session
}

// A StageReport is one stage as a person wants to see it.
type StageReport struct {
	Stage    int        `json:"stage"`
	Name     string     `json:"name"`
	Status   string     `json:"status"`
	Mark     string     `json:"mark"`
	Produced string     `json:"produced"`      // in words, "" for nothing
	Why      string     `json:"why,omitempty"` // it was rebuilt so
	Files    []Document `json:"files"`         // those that are there
}

// An Option is what a person may do with a design.
type Option struct {
	Name    string `json:"name"`
	Command string `json:"command"` // "" where it is to read the files
}

// A Preview is what resuming at a stage would redo, and what it would keep.
type Preview struct {
	Stage int      `json:"stage"`
	Redo  []string `json:"redo"`
	Keep  []string `json:"keep"`
}

// Read is the verb that shows the designs of a project, or one of them.
func Read(inv *cli.Invocation) error {
	s := In(inv.Project, inv.Machine)
	if len(inv.Rest) == 0 {
		return inv.Report(s.overview(inv))
	}
	return inv.Report(s.show(inv, inv.Rest[0]))
}

// show reports on a feature; with --stage on going back to it. Of a feature without a
// session it reports what the files prove.
func (s Store) show(inv *cli.Invocation, feature string) (Report, error) {
	x, err := s.load(feature)
	if errors.Is(err, errNone) {
		c := command{Invocation: inv, feature: feature, now: inv.Now()}
		if r, failed := s.rebuild(c, false); failed == nil {
			return r.Typed(inv), nil
		}
	}
	if err != nil {
		return Report{}, err
	}
	r := x.report(nil)
	if inv.Has("stage") {
		n, err := x.table.parse(inv.Flag("stage"))
		if err != nil {
			return r, err
		}
		r.Preview, r.Apply = r.preview(n), x.back(x.table[n])
		x.reopen(n, InProgress)
		r.Step = x.next()
	}
	return r.Typed(inv), nil
}

// Typed has the commands in the form that works where they are read.
func (r Report) Typed(inv *cli.Invocation) Report {
	typed := inv.Typed
	r.Apply = typed(r.Apply)
	for _, c := range r.Conflicts {
		for i := range c.Ways {
			c.Ways[i].Command = typed(c.Ways[i].Command)
		}
	}
	return r
}

// report is what is known of a session; where it was rebuilt, b says how.
func (x *Session) report(b *Rebuilt) Report {
	x.look(file{})
	stage, done := x.resume()
	r := Report{
		Feature: x.Feature, Path: x.Path, Version: x.version(), ReadOnly: x.newer(), Ours: x.Ours(),
		Source: x.source(), UpdatedAt: rfc3339(x.updated()),
		CurrentStage: stage.Number, Complete: done, Closed: x.closed(),
		Orphan: b != nil && b.Corrupt == "", Rebuilt: b,
		Step: x.next(), Conflicts: []Conflict{}, session: x,
	}
	if !r.Closed {
		r.Conflicts = x.conflicts()
		r.Options = []Option{{"resume", "/design " + x.Feature + " --resume"}}
	}
	restart := Option{"restart", "/design " + x.Feature + " --restart"}
	r.Options = append(r.Options, restart, Option{Name: "view artifacts"})
	for _, st := range x.table {
		s := StageReport{Stage: st.Number, Name: st.Name, Status: x.status(st.Number), Mark: "○"}
		s.Files = x.docs.of(st.Role)
		if s.Status == Complete {
			s.Mark = "✓"
		} else if s.Stage == stage.Number || s.Status == InProgress {
			s.Mark = "▶"
		}
		s.Produced, _ = x.stage(st)
		if b != nil {
			s.Why = b.why[st.Number]
		}
		r.Stages = append(r.Stages, s)
	}
	return r
}

// rfc3339 is a time as text, "" where it is not known.
func rfc3339(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

// preview is what going back to a stage would redo.
func (r Report) preview(n int) *Preview {
	p := Preview{Stage: n, Redo: []string{}, Keep: []string{}}
	for _, st := range r.Stages {
		line := strings.TrimSuffix(fmt.Sprintf("stage %d %s: %s", st.Stage, st.Name, st.Produced), ": ")
		switch {
		case st.Stage < n && st.Status == Complete:
			p.Keep = append(p.Keep, line)
		case st.Stage >= n && (st.Status != Pending || st.Produced != "" || st.Stage == n):
			p.Redo = append(p.Redo, line)
		}
		for _, f := range st.Files {
			if st.Stage >= n {
				p.Keep = append(p.Keep, f.Path+", until it is saved again")
			}
		}
	}
	return &p
}

// Print shows the report to a person.
func (r Report) Print(inv *cli.Invocation) {
	r.printHead(inv)
	for _, s := range r.Stages {
		text := strings.Trim(s.Produced+"; "+s.Why, "; ")
		if text == "" && s.Status == InProgress {
			text = "in progress"
		}
		row := fmt.Sprintf("%-15s %s", s.Name, fence.Line(text, 0))
		inv.Printf("  %s %d %s\n", s.Mark, s.Stage, strings.TrimSpace(row))
		for _, d := range s.Files {
			if r.Rebuilt != nil {
				inv.Printf("      %s%s\n", fence.Line(d.Path, 0), d.about())
			}
		}
	}
	next := "Next: "
	if p := r.Preview; p != nil {
		inv.Printf("\nResuming at stage %d would redo:\n", p.Stage)
		r.rows(inv, "  ", p.Redo...)
		inv.Printf("and keep:\n")
		r.rows(inv, "  ", p.Keep...)
		next = fmt.Sprintf("Then, at stage %d: ", p.Stage)
	}
	inv.Printf("\n")
	r.rows(inv, next, r.Next)
	r.rows(inv, "  read ", r.Read...)
	if r.Question != "" {
		r.rows(inv, "  ask: ", r.Question)
	}
	r.rows(inv, "    - ", r.Choices...)
	for _, c := range r.Conflicts {
		inv.Printf("\n")
		r.rows(inv, "Conflict: ", c.Text)
		for _, w := range c.Ways {
			r.rows(inv, "  ", strings.TrimSuffix(w.Text+": "+w.Command, ": "))
		}
	}
	r.printOptions(inv)
}

// rows are texts out of files, each a row after lead.
func (r Report) rows(inv *cli.Invocation, lead string, texts ...string) {
	for _, t := range texts {
		inv.Printf("%s%s\n", lead, fence.Line(t, 0))
	}
}

// printHead says which design it is, and what was rebuilt of what.
func (r Report) printHead(inv *cli.Invocation) {
	at := fmt.Sprintf("stage %d of %d", r.CurrentStage, len(r.Stages)-1)
	if r.Complete {
		at = "complete"
	}
	switch {
	case r.Rebuilt != nil:
		r.Rebuilt.printHead(inv, r)
	case r.Closed:
		closed := fence.Ago(inv.Now(), r.session.doc.Get("closed_at").Time())
		inv.Printf("Design %s: closed %s, at %s\n", r.Feature, closed, at)
	default:
		inv.Printf("Design %s: %s, saved %s\n", r.Feature, at, fence.Ago(inv.Now(), r.session.updated()))
	}
	if r.ReadOnly {
		inv.Printf("Its version %s is newer than this release: it is read only.\n", fence.Line(r.Version, 0))
	}
	if r.Source != "" {
		r.rows(inv, "From ", r.Source)
	}
	inv.Printf("\n")
}

func (b *Rebuilt) printHead(inv *cli.Invocation, r Report) {
	if r.Orphan {
		inv.Printf("Design %s: its files exist, its session does not\n", r.Feature)
	} else {
		inv.Printf("%s\n", b.Corrupt)
	}
	if b.SetAside != "" {
		inv.Printf("set aside %s\n", b.SetAside)
	}
	if b.Written {
		inv.Printf("wrote %s\n", r.Path)
	} else if len(b.Completes) > 0 {
		inv.Printf("It would complete stages %s; --only STAGE,... completes fewer.\n", commas(b.Completes))
	}
}

func (r Report) printOptions(inv *cli.Invocation) {
	inv.Printf("\nOptions:\n")
	row := func(name, text string) { inv.Printf("  %-15s %s\n", name, text) }
	if r.Apply != "" {
		row("apply", r.Apply)
	}
	for _, o := range r.Options {
		if o.Command != "" && r.Rebuilt == nil {
			row(o.Name, o.Command)
		}
	}
	name := "view artifacts"
	for _, s := range r.Stages {
		for _, rel := range paths(s.Files) {
			row(name, rel)
			name = ""
		}
	}
}
