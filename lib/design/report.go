package design

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/record"
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
	Evidence  []Evidence    `json:"evidence,omitempty"`
	Apply     string        `json:"apply,omitempty"` // the command that carries out what is shown
	session   Session
}

// A StageReport is one stage as a person wants to see it.
type StageReport struct {
	Stage    int      `json:"stage"`
	Name     string   `json:"name"`
	Status   string   `json:"status"`
	Mark     string   `json:"mark"`
	Produced string   `json:"produced"` // in words, "" for nothing
	Files    []string `json:"files"`    // its documents that are there
}

// An Option is what a person may do with a design.
type Option struct {
	Name    string `json:"name"`
	Command string `json:"command"`
}

// A Preview is what resuming at a stage would redo, and what it would keep.
type Preview struct {
	Stage int      `json:"stage"`
	Redo  []string `json:"redo"`
	Keep  []string `json:"keep"`
}

// Show reports on a feature; where stage is not nil, on going back to it. Of a
// feature without a session it reports what the files prove.
func (s Store) Show(inv *cli.Invocation, feature string, stage *string) (Report, error) {
	x, err := s.Load(feature)
	var proved Rebuilt
	if errors.Is(err, ErrNone) {
		r, failed := s.reconstruct(Change{Feature: feature, Now: inv.Now()}, nil)
		if failed == nil && r.own {
			x, proved, stage, err = r.Session, r, nil, nil
		}
	}
	if err != nil {
		return Report{}, err
	}
	docs := s.documents(x, file{})
	r := x.report(docs)
	if !r.Closed {
		r.Conflicts = s.conflicts(x, docs)
	}
	if proved.own {
		r.Orphan, r.Evidence, r.Apply = true, proved.Evidence, fence.Typed("holdfast design %s rebuild --yes", feature)
	}
	if stage != nil {
		n, err := x.table.parse(*stage)
		if err != nil {
			return r, err
		}
		r.Preview = r.preview(n)
		r.Apply = fence.Typed("holdfast design %s stage %s in_progress", feature, strconv.Itoa(n))
		x.reopen(n, InProgress)
		r.Step = x.step(docs)
	}
	typed := inv.Typing()
	r.Apply = typed(r.Apply)
	for _, c := range r.Conflicts {
		for i := range c.Ways {
			c.Ways[i].Command = typed(c.Ways[i].Command)
		}
	}
	return r, nil
}

// report is without conflicts, which take a look at other designs.
func (s Session) report(docs documents) Report {
	stage, done := s.Resume()
	r := Report{
		Feature: s.Feature, Path: s.Path, Version: s.version(), ReadOnly: s.newer(), Ours: s.Ours(), Source: s.source(),
		UpdatedAt: rfc3339(s.Updated()), CurrentStage: stage.Number, Complete: done, Closed: s.closed(),
		Step: s.step(docs), Conflicts: []Conflict{}, session: s,
		Options: []Option{{"restart", "/design " + s.Feature + " --restart"}, {"view artifacts", ""}},
	}
	if !r.Closed {
		r.Options = append([]Option{{"resume", "/design " + s.Feature + " --resume"}}, r.Options...)
	}
	for _, st := range s.table {
		status := s.Status(st.Number)
		mark := "○"
		switch {
		case status == Complete:
			mark = "✓"
		case st.Number == stage.Number || status == InProgress:
			mark = "▶"
		}
		r.Stages = append(r.Stages, StageReport{
			Stage: st.Number, Name: st.Name, Status: status, Mark: mark,
			Produced: s.produced(st, docs), Files: docs.paths(st.Role),
		})
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
		line := fmt.Sprintf("stage %d %s", st.Stage, st.Name)
		if st.Produced != "" {
			line += ": " + st.Produced
		}
		if st.Stage < n {
			if st.Status == Complete {
				p.Keep = append(p.Keep, line)
			}
			continue
		}
		if st.Status != Pending || st.Produced != "" || st.Stage == n {
			p.Redo = append(p.Redo, line)
		}
		for _, f := range st.Files {
			p.Keep = append(p.Keep, f+", until it is saved again")
		}
	}
	return &p
}

// Print shows the report to a person.
func (r Report) Print(inv *cli.Invocation) {
	r.printHead(inv)
	for _, s := range r.Stages {
		text := s.Produced
		switch {
		case text != "":
			text = fmt.Sprintf("%-15s %s", s.Name, fence.Line(text, 0))
		case s.Status == InProgress:
			text = fmt.Sprintf("%-15s in progress", s.Name)
		default:
			text = s.Name
		}
		inv.Printf("  %s %d %s\n", s.Mark, s.Stage, text)
	}
	next := "Next"
	if r.Preview != nil {
		inv.Printf("\nResuming at stage %d would redo:\n", r.Preview.Stage)
		r.rows(inv, "  ", r.Preview.Redo)
		inv.Printf("and keep:\n")
		r.rows(inv, "  ", r.Preview.Keep)
		next = fmt.Sprintf("Then, at stage %d", r.Preview.Stage)
	}
	inv.Printf("\n%s: %s\n", next, fence.Line(r.Next, 0))
	r.rows(inv, "  read ", r.Read)
	if r.Question != "" {
		inv.Printf("  ask: %s\n", fence.Line(r.Question, 0))
	}
	r.rows(inv, "    - ", r.Choices)
	r.printConflicts(inv)
	r.printOptions(inv)
}

// maxConflicts is how many conflicts are printed: a foreign session may have very many.
const maxConflicts = 50

func (r Report) printConflicts(inv *cli.Invocation) {
	for i, c := range r.Conflicts {
		if i == maxConflicts {
			inv.Printf("\nand %d more, which --json lists\n", len(r.Conflicts)-i)
			break
		}
		inv.Printf("\nConflict: %s\n", fence.Line(c.Text, 0))
		for _, w := range c.Ways {
			if w.Command != "" {
				w.Text += ": " + w.Command
			}
			inv.Printf("  %s\n", fence.Line(w.Text, 0))
		}
	}
}

// rows are texts out of files, each a row after lead.
func (r Report) rows(inv *cli.Invocation, lead string, texts []string) {
	for _, t := range record.Shown(texts, r.Ours) {
		inv.Printf("%s%s\n", lead, fence.Line(t, 0))
	}
}

func (r Report) printHead(inv *cli.Invocation) {
	at := fmt.Sprintf("stage %d of %d", r.CurrentStage, len(r.Stages)-1)
	if r.Complete {
		at = "complete"
	}
	switch {
	case r.Orphan:
		inv.Printf("Design %s: its files exist, its session does not\n", r.Feature)
	case r.Closed:
		closed := fence.Ago(inv.Now(), r.session.doc.Get("closed_at").Time())
		inv.Printf("Design %s: closed %s, at %s\n", r.Feature, closed, at)
	default:
		inv.Printf("Design %s: %s, saved %s\n", r.Feature, at, fence.Ago(inv.Now(), r.session.Updated()))
	}
	if r.ReadOnly {
		inv.Printf("Its version %s is newer than this release: it is read only.\n", fence.Line(r.Version, 0))
	}
	if r.Source != "" {
		inv.Printf("From %s\n", fence.Line(r.Source, 0))
	}
	inv.Printf("\n")
}

func (r Report) printOptions(inv *cli.Invocation) {
	inv.Printf("\nOptions:\n")
	row := func(name, text string) { inv.Printf("  %-15s %s\n", name, text) }
	if r.Apply != "" {
		row("apply", r.Apply)
	}
	for _, o := range r.Options {
		if o.Command != "" && !r.Orphan {
			row(o.Name, o.Command)
		}
	}
	name := "view artifacts"
	for _, s := range r.Stages {
		for _, f := range s.Files {
			row(name, f)
			name = ""
		}
	}
}
