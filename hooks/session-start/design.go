package main

import (
	"errors"
	"flag"
	"fmt"
	"path"
	"slices"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/design"
	"holdfast/lib/fence"
)

const designHelp = `A design takes a feature in stages from a sentence to tickets; it can pause at
any stage. Without FEATURE this lists the designs of the project. With FEATURE
it shows what each stage produced, what to do next, which files to read, what to
ask, and where the session file and the documents disagree. It changes nothing.

Options:
  --all        closed designs too
  -n N         at most N rows (default: 20 on a terminal, else all; 0: all)
  --stage N    what going back to that stage would redo, and what it would keep
  --root DIR   the project (default: found upward from here)
  --json       the same as data: stages, resume_stage, action, next, read,
               question, choices, missing, conflicts, options

Examples:
  holdfast design
  holdfast design auth
  holdfast design auth --stage 3 --json
`

func designVerb() cli.Verb {
	return cli.Verb{
		Name:     "design",
		Synopsis: "design [FEATURE [--stage N]] [--all] [-n N]",
		Summary:  "shows where a design is, and what comes next",
		Help:     designHelp,
		Run:      showDesign,
	}
}

func showDesign(inv *cli.Invocation) error {
	var stage string
	var staged, all bool
	var limit cli.Limit
	if err := inv.Parse(func(f *flag.FlagSet) {
		f.Func("stage", "", func(v string) error { stage, staged = v, true; return nil })
		f.BoolVar(&all, "all", false, "")
		limit.Declare(f)
	}, 0, 1); err != nil {
		return err
	}
	if staged && len(inv.Rest) == 0 {
		return inv.UsageError("--stage is for one FEATURE")
	}
	root, folder, err := inv.Place()
	if err != nil {
		return err
	}
	store := design.Store{Root: root, Machine: folder}
	if len(inv.Rest) == 0 {
		return listDesigns(inv, store, all, limit)
	}
	x, err := store.Load(inv.Rest[0])
	if errors.Is(err, design.ErrNone) {
		return orphan(inv, store, inv.Rest[0], err)
	}
	if err != nil {
		return err
	}
	doc := reportOf(inv, store, x)
	if staged {
		n, err := x.Table().Parse(stage)
		if err != nil {
			return err
		}
		preview := store.Report(x).Preview(n)
		doc.Step, doc.Preview = store.At(x, n).Step, &preview
		doc.Apply = inv.Typed(fmt.Sprintf("holdfast design %s stage %d in_progress", x.Feature, n))
	}
	printReport(inv, doc)
	return inv.PrintJSON(doc)
}

// orphan shows what the files of a feature without a session prove; if
// there are none, missing is the error.
func orphan(inv *cli.Invocation, store design.Store, feature string, missing error) error {
	r, err := store.Reconstruct(feature, inv.Now())
	if err != nil || !r.Own {
		return missing
	}
	doc := reportOf(inv, store, r.Session)
	doc.Orphan, doc.Evidence = true, r.Evidence
	doc.Apply = inv.Typed(fmt.Sprintf("holdfast design %s rebuild --yes", feature))
	printReport(inv, doc)
	return inv.PrintJSON(doc)
}

type option struct {
	Name    string `json:"name"`
	Command string `json:"command"`
}

type designReport struct {
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
	design.Step
	Stages    []design.StageReport `json:"stages"`
	Conflicts []design.Conflict    `json:"conflicts"`
	Options   []option             `json:"options"`
	Preview   *design.Preview      `json:"preview,omitempty"`
	Evidence  []design.Evidence    `json:"evidence,omitempty"`
	Apply     string               `json:"apply,omitempty"` // what carries out what is shown
	updated   time.Time
	closed    time.Time
}

func reportOf(inv *cli.Invocation, store design.Store, x design.Session) designReport {
	r := store.Report(x)
	current, _ := x.Resume()
	doc := designReport{
		Feature: x.Feature, Path: x.Path, Version: x.Version(), ReadOnly: x.Newer(), Ours: store.Ours(x), Source: x.Source(),
		CurrentStage: current.Number, Complete: r.Done, Step: r.Step, Stages: r.Stages, Conflicts: r.Conflict, updated: x.Updated(),
		Options: []option{
			{"resume", "/design " + x.Feature + " --resume"},
			{"restart", "/design " + x.Feature + " --restart"},
			{"view artifacts", ""},
		},
	}
	for _, c := range doc.Conflicts {
		for i := range c.Ways {
			c.Ways[i].Command = inv.Typed(c.Ways[i].Command)
		}
	}
	if doc.closed, doc.Closed = x.Closed(); doc.Closed {
		doc.Options = doc.Options[1:]
	}
	if !doc.updated.IsZero() {
		doc.UpdatedAt = doc.updated.UTC().Format(time.RFC3339)
	}
	return doc
}

func printReport(inv *cli.Invocation, doc designReport) {
	if inv.JSON {
		return
	}
	line := func(s string) string { return fence.Line(s, 0) }
	p := inv.Printf
	switch {
	case doc.Orphan:
		p("Design %s: its files exist, its session does not\n", doc.Feature)
	case doc.Closed && doc.Complete:
		p("Design %s: complete, closed %s\n", doc.Feature, fence.Ago(inv.Now(), doc.closed))
	case doc.Closed:
		p("Design %s: closed %s, at stage %d of %d\n", doc.Feature, fence.Ago(inv.Now(), doc.closed), doc.CurrentStage, len(doc.Stages)-1)
	case doc.Complete:
		p("Design %s: complete, saved %s\n", doc.Feature, fence.Ago(inv.Now(), doc.updated))
	default:
		p("Design %s: stage %d of %d, saved %s\n", doc.Feature, doc.CurrentStage, len(doc.Stages)-1, fence.Ago(inv.Now(), doc.updated))
	}
	if doc.ReadOnly {
		p("Its version %s is newer than this release: it is read only.\n", line(doc.Version))
	}
	if doc.Source != "" {
		p("From %s\n", line(doc.Source))
	}
	p("\n")
	for _, s := range doc.Stages {
		text := s.Produced
		if text == "" && s.Status == design.InProgress {
			text = "in progress"
		}
		if text == "" {
			p("  %s %d %s\n", s.Mark, s.Stage, s.Name)
		} else {
			p("  %s %d %-15s %s\n", s.Mark, s.Stage, s.Name, line(text))
		}
	}
	if doc.Preview != nil {
		printPreview(inv, doc)
	}
	name := "Next"
	if doc.Preview != nil {
		name = fmt.Sprintf("Then, at stage %d", doc.Preview.Stage)
	}
	p("\n%s: %s\n", name, line(doc.Next))
	for _, f := range doc.Read {
		p("  read %s\n", line(f))
	}
	if doc.Question != "" {
		p("  ask: %s\n", line(doc.Question))
	}
	for _, c := range doc.Choices {
		p("    - %s\n", line(c))
	}
	for _, c := range doc.Conflicts {
		p("\nConflict: %s\n", line(c.Text))
		for _, w := range c.Ways {
			p("  %s", line(w.Text))
			if w.Command != "" {
				p(": %s", line(w.Command))
			}
			p("\n")
		}
	}
	printOptions(inv, doc)
}

func printPreview(inv *cli.Invocation, doc designReport) {
	inv.Printf("\nResuming at stage %d would redo:\n", doc.Preview.Stage)
	for _, l := range doc.Preview.Redo {
		inv.Printf("  %s\n", l)
	}
	inv.Printf("and keep:\n")
	for _, l := range doc.Preview.Keep {
		inv.Printf("  %s\n", l)
	}
}

func printOptions(inv *cli.Invocation, doc designReport) {
	inv.Printf("\nOptions:\n")
	if doc.Apply != "" {
		inv.Printf("  %-15s %s\n", "apply", doc.Apply)
	}
	for _, o := range doc.Options {
		if o.Command != "" && !doc.Orphan {
			inv.Printf("  %-15s %s\n", o.Name, o.Command)
		}
	}
	none := true
	for _, s := range doc.Stages {
		for _, f := range s.Files {
			if none {
				inv.Printf("  %-15s %s\n", "view artifacts", f)
			} else {
				inv.Printf("  %-15s %s\n", "", f)
			}
			none = false
		}
	}
}

type designItem struct {
	Feature   string `json:"feature"`
	Path      string `json:"path"`
	State     string `json:"state"` // open, complete, closed, corrupt, newer, no session
	Stage     int    `json:"resume_stage"`
	StageName string `json:"stage_name"`
	UpdatedAt string `json:"updated_at"`
	Ours      bool   `json:"ours"`
	Problem   string `json:"problem"` // of a corrupt one
	Command   string `json:"command"` // what shows or fixes it
	updated   time.Time
}

func listDesigns(inv *cli.Invocation, store design.Store, all bool, limit cli.Limit) error {
	items, err := designItems(store)
	if err != nil {
		return err
	}
	for i := range items {
		items[i].Command = inv.Typed(items[i].Command)
	}
	shown := items
	if !all {
		shown = slices.DeleteFunc(slices.Clone(items), func(i designItem) bool { return i.State == "closed" })
	}
	hidden := len(items) - len(shown)
	shown, more := cli.First(inv, shown, limit)
	if len(shown) > 0 && !inv.JSON {
		t := inv.Table(cli.Column{Title: "DESIGN", Give: 1, Least: 12}, cli.Column{Title: "STATE", Give: 4}, cli.Column{Title: "STAGE", Give: 3, Least: 8},
			cli.Column{Title: "SAVED", Give: 5}, cli.Column{Title: "MORE", Give: 6})
		for _, i := range shown {
			stage, saved := "-", "-"
			if i.StageName != "" {
				stage = fmt.Sprintf("%d %s", i.Stage, i.StageName)
			}
			if !i.updated.IsZero() {
				saved = fence.Ago(inv.Now(), i.updated)
			}
			t.Row(i.Feature, cli.Cell{Text: i.State, Style: states[i.State]}, stage, saved, i.Command)
		}
		t.Print()
		inv.More(more)
	}
	switch {
	case len(items) == 0:
		inv.Printf("no designs in this project\n")
	case hidden == 1:
		inv.Printf("1 closed design; holdfast design --all lists it\n")
	case hidden > 1:
		inv.Printf("%d closed designs; holdfast design --all lists them\n", hidden)
	}
	return inv.PrintJSON(map[string][]designItem{"designs": shown})
}

// states are how the states of designs are coloured.
var states = map[string]cli.Style{"complete": cli.Good, "closed": cli.Dim, "corrupt": cli.Bad, "newer": cli.Poor, "no session": cli.Poor}

func designItems(store design.Store) ([]designItem, error) {
	items := []designItem{}
	features, err := store.Features()
	if err != nil {
		return nil, err
	}
	for _, f := range features {
		i := designItem{Feature: f, Path: path.Join(design.Sessions, f+".session.json"), State: "open", Command: "holdfast design " + f}
		x, err := store.Load(f)
		switch {
		case errors.Is(err, design.ErrNone):
			continue
		case err != nil:
			i.State, i.Problem, i.Command = "corrupt", err.Error(), "holdfast design "+f+" rebuild"
		default:
			st, done := x.Resume()
			i.Stage, i.StageName, i.Ours, i.updated = st.Number, st.Name, store.Ours(x), x.Updated()
			if done {
				i.State = "complete"
			}
			if _, closed := x.Closed(); closed {
				i.State = "closed"
			}
			if x.Newer() {
				i.State = "newer"
			}
			if !i.updated.IsZero() {
				i.UpdatedAt = i.updated.UTC().Format(time.RFC3339)
			}
		}
		items = append(items, i)
	}
	orphans, err := store.Orphans()
	if err != nil {
		return nil, err
	}
	for _, f := range orphans {
		items = append(items, designItem{Feature: f, State: "no session", Command: "holdfast design " + f + " rebuild"})
	}
	return items, nil
}
