package design

import (
	"errors"
	"fmt"
	"strconv"

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

// A Step is what to do next.
type Step struct {
	Stage    int      `json:"resume_stage"`
	Substage string   `json:"resume_substage"` // "3a" or "3b" in the design's stage, else ""
	Action   string   `json:"action"`
	Next     string   `json:"next"`     // in words
	Read     []string `json:"read"`     // the files to read first
	Question string   `json:"question"` // to put to the user, "" for none
	Choices  []string `json:"choices"`  // the answers to offer
	Missing  []string `json:"missing"`  // what a document or the plan still lacks
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
		if r, failed := s.reconstruct(feature, nil, inv.Now()); failed == nil && r.own {
			x, proved, stage, err = r.Session, r, nil, nil
		}
	}
	if err != nil {
		return Report{}, err
	}
	r := s.Report(x)
	if proved.own {
		r.Orphan, r.Evidence, r.Apply = true, proved.Evidence, fence.Typed("holdfast design %s rebuild --yes", feature)
	}
	if stage != nil {
		n, err := x.table.parse(*stage)
		if err != nil {
			return r, err
		}
		preview, back := r.preview(n), x.reopen(n, InProgress)
		r.Preview, r.Step = &preview, s.progress(back, s.documents(back, file{})).Step
		r.Apply = fence.Typed("holdfast design %s stage %s in_progress", feature, strconv.Itoa(n))
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

// Report looks at a session and its files.
func (s Store) Report(x Session) Report {
	docs := s.documents(x, file{})
	r := s.progress(x, docs)
	if !r.Closed {
		r.Conflicts = s.conflicts(x, docs)
	}
	return r
}

// progress is the report without conflicts, which take a look at other designs.
func (s Store) progress(x Session, docs documents) Report {
	stage, done := x.Resume()
	_, closed := x.Closed()
	r := Report{
		Feature: x.Feature, Path: x.Path, Version: x.Version(), ReadOnly: x.Newer(), Ours: x.Ours(), Source: x.Source(), UpdatedAt: x.updatedAt(),
		CurrentStage: stage.Number, Complete: done, Closed: closed, Step: s.step(x, stage, done, docs), Conflicts: []Conflict{}, session: x,
		Options: []Option{{"restart", "/design " + x.Feature + " --restart"}, {"view artifacts", ""}},
	}
	if !closed {
		r.Options = append([]Option{{"resume", "/design " + x.Feature + " --resume"}}, r.Options...)
	}
	for _, st := range x.table {
		status := x.Status(st.Number)
		r.Stages = append(r.Stages, StageReport{
			Stage: st.Number, Name: st.Name, Status: status, Mark: markOf(status, st.Number == stage.Number && !done),
			Produced: s.produced(x, st, docs), Files: docs.paths(st.Role),
		})
	}
	return r
}

func markOf(status string, here bool) string {
	switch {
	case status == Complete:
		return "✓"
	case here || status == InProgress:
		return "▶"
	}
	return "○"
}

// preview is what going back to a stage would redo.
func (r Report) preview(n int) Preview {
	p := Preview{Stage: n, Redo: []string{}, Keep: []string{}}
	for _, st := range r.Stages {
		line := fmt.Sprintf("stage %d %s", st.Stage, st.Name)
		if st.Produced != "" {
			line += ": " + st.Produced
		}
		switch {
		case st.Stage < n:
			if st.Status == Complete {
				p.Keep = append(p.Keep, line)
			}
		case st.Status != Pending || st.Produced != "" || st.Stage == n:
			p.Redo = append(p.Redo, line)
		}
		if st.Stage >= n {
			for _, f := range st.Files {
				p.Keep = append(p.Keep, f+", until it is saved again")
			}
		}
	}
	return p
}

// Print shows the report to a person.
func (r Report) Print(inv *cli.Invocation) {
	line := func(s string) string { return fence.Line(s, 0) }
	p := inv.Printf
	r.printHead(inv)
	if r.ReadOnly {
		p("Its version %s is newer than this release: it is read only.\n", line(r.Version))
	}
	if r.Source != "" {
		p("From %s\n", line(r.Source))
	}
	p("\n")
	for _, s := range r.Stages {
		text := s.Produced
		if text == "" && s.Status == InProgress {
			text = "in progress"
		}
		if text == "" {
			p("  %s %d %s\n", s.Mark, s.Stage, s.Name)
		} else {
			p("  %s %d %-15s %s\n", s.Mark, s.Stage, s.Name, line(text))
		}
	}
	next := "Next"
	if r.Preview != nil {
		p("\nResuming at stage %d would redo:\n", r.Preview.Stage)
		r.rows(inv, "  ", r.Preview.Redo)
		p("and keep:\n")
		r.rows(inv, "  ", r.Preview.Keep)
		next = fmt.Sprintf("Then, at stage %d", r.Preview.Stage)
	}
	p("\n%s: %s\n", next, line(r.Next))
	r.rows(inv, "  read ", r.Read)
	if r.Question != "" {
		p("  ask: %s\n", line(r.Question))
	}
	r.rows(inv, "    - ", r.Choices)
	for _, c := range r.Conflicts {
		p("\nConflict: %s\n", line(c.Text))
		for _, w := range c.Ways {
			if w.Command != "" {
				w.Text += ": " + w.Command
			}
			p("  %s\n", line(w.Text))
		}
	}
	r.printOptions(inv)
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
	closed, _ := r.session.Closed()
	switch {
	case r.Orphan:
		inv.Printf("Design %s: its files exist, its session does not\n", r.Feature)
	case r.Closed && r.Complete:
		inv.Printf("Design %s: complete, closed %s\n", r.Feature, fence.Ago(inv.Now(), closed))
	case r.Closed:
		inv.Printf("Design %s: closed %s, at %s\n", r.Feature, fence.Ago(inv.Now(), closed), at)
	default:
		inv.Printf("Design %s: %s, saved %s\n", r.Feature, at, fence.Ago(inv.Now(), r.session.Updated()))
	}
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

// A Result is what a change of a session did.
type Result struct {
	Feature      string   `json:"feature"`
	Path         string   `json:"path"`
	CurrentStage int      `json:"current_stage"`
	StageName    string   `json:"stage_name"`
	Complete     bool     `json:"complete"`
	Closed       bool     `json:"closed"`
	Wrote        []string `json:"wrote"`   // the documents and tickets that were written
	Message      string   `json:"message"` // what a person reads last
	cli.Warnings `json:"-"`
	Session      Session `json:"-"`
	done         string  // what a person reads first
}

// safely is the message of what saves work.
const safely = "Checkpoint saved. You can safely resume later."

// of makes it the result of a change that left a session as x.
func (r *Result) of(x Session) {
	st, complete := x.Resume()
	_, closed := x.Closed()
	r.Session, r.Feature, r.Path, r.CurrentStage, r.StageName, r.Complete, r.Closed = x, x.Feature, x.Path, st.Number, st.Name, complete, closed
	r.Wrote = append([]string{}, r.Wrote...)
}

// Print says what was changed, and where the design is now.
func (r Result) Print(inv *cli.Invocation) {
	r.Tell(inv)
	inv.Printf("%s\n", r.done)
	for _, p := range r.Wrote {
		inv.Printf("wrote %s\n", p)
	}
	switch {
	case r.Complete:
		inv.Printf("Every stage is complete.\n")
	case !r.Closed:
		inv.Printf("Current stage: %d %s\n", r.CurrentStage, r.StageName)
	}
	if r.Message != "" {
		inv.Printf("%s\n", r.Message)
	}
}
