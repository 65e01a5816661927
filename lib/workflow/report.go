package workflow

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/record"
)

// Runs is the list of a project's runs.
type Runs struct {
	Runs []Listed `json:"runs"`
	none string   // why the list is empty
}

// A Listed is a run among others, with all its checkpoints where all runs are
// listed, newest first.
type Listed struct {
	Run
	Points []Checkpoint `json:"checkpoints,omitempty"`
}

// Overview lists the runs of the branch that is checked out, or all of them.
func (s Store) Overview(inv *cli.Invocation, all bool) (Runs, error) {
	l := Runs{Runs: []Listed{}, none: "no runs in this project"}
	branch := ""
	if !all {
		branch = BranchOf(s.Root)
	}
	runs, err := s.List(branch, inv.Now())
	if len(runs) == 0 && !all {
		if others, _ := s.List("", inv.Now()); len(others) > 0 {
			l.none = fmt.Sprintf("no runs on branch %s; --all looks at every branch and the archive", branch)
		}
	}
	if inv.JSON {
		runs, _ = cli.First(inv, runs)
	}
	for _, r := range runs {
		listed := Listed{Run: r}
		if all {
			listed.Points = s.newestFirst(r)
		}
		l.Runs = append(l.Runs, listed)
	}
	return l, err
}

func (s Store) newestFirst(r Run) []Checkpoint {
	points := append([]Checkpoint{}, s.checkpoints(r, "")...)
	slices.Reverse(points)
	return points
}

// Print prints a table, or why it is empty.
func (l Runs) Print(inv *cli.Invocation) {
	if len(l.Runs) == 0 {
		inv.Printf("%s\n", l.none)
		return
	}
	styles := map[string]cli.Style{Completed: cli.Good, Failed: cli.Bad, Paused: cli.Poor}
	t := inv.Table(cli.Column{Title: "STATUS", Give: 2, Least: 10}, cli.Column{Title: "STEP", Give: 3},
		cli.Column{Title: "CHECKPOINT", Give: 5}, cli.Column{Title: "SAVED", Give: 4},
		cli.Column{Title: "BRANCH", Give: 6}, cli.Column{Title: "RUN", Give: 1, Least: 12},
		cli.Column{Title: "FOLDER", Give: 7})
	var rows [][]any
	row := func(r Run, status string, style cli.Style, step, checkpoint string, at Time) {
		state, saved := cli.Cell{Text: status, Style: style}, fence.Ago(inv.Now(), at.Time)
		rows = append(rows, []any{state, step, checkpoint, saved, r.Branch, r.ID, r.Path})
	}
	for _, r := range l.Runs {
		status, step := fence.Line(r.Status, 20), r.step()
		if r.Fault != "" {
			status = "broken: " + r.Fault
		}
		if r.broken != nil {
			step = ""
		}
		if r.Archived {
			status += " (archived)"
		}
		row(r.Run, status, styles[r.Status], step, r.Checkpoint, r.Last)
		for i, p := range r.Points {
			if i > 0 || p.ID != r.Checkpoint {
				row(r.Run, events[p.Event], cli.Dim, stepOf(p.Step, r.Total), p.ID, p.Time)
			}
		}
	}
	rows, more := cli.First(inv, rows)
	for _, row := range rows {
		t.Row(row...)
	}
	t.Print()
	inv.More(more)
}

// events are what made a checkpoint, as a person reads it.
var events = map[string]string{Started: "started", Begun: "begun", Done: "done"}

// step is where a run is: of a completed one how many steps are done.
func (r Run) step() string {
	if r.Status == Completed {
		return stepOf(len(r.done), r.Total)
	}
	return stepOf(r.Next, r.Total)
}

// Shown is a run as it was at one of its checkpoints.
type Shown struct {
	Run
	Point     string       `json:"restored_checkpoint"`
	Step      int          `json:"restored_step"` // the step just begun or completed
	GoOn      int          `json:"next_step"`     // 0 where all steps are done
	Line      string       `json:"line"`
	Workflow  string       `json:"workflow_path"`
	Variables record.Value `json:"session_variables"`
	Artefacts []Artefact   `json:"artefacts_produced"`
	Issues    []string     `json:"issues"`
	Notes     string       `json:"agent_notes"`
	Points    []Checkpoint `json:"checkpoints"` // newest first
	Command   string       `json:"command"`     // what goes on from here, "" where nothing does
	at        Time
}

// Show finds what an id means; latest is the newest unfinished run of the branch
// that is checked out.
func (s Store) Show(inv *cli.Invocation, id string) (Shown, error) {
	r, c, err := Run{}, Checkpoint{}, error(nil)
	if id == "latest" {
		r, c, err = s.Latest(BranchOf(s.Root), inv.Now())
	} else {
		r, c, err = s.Find(id)
	}
	if err != nil {
		return Shown{}, err
	}
	return Shown{
		Run: r, Point: c.ID, Step: c.Step, GoOn: c.Next, Line: r.line(c, french(inv.Getenv)),
		Workflow: r.says("workflow_path"), Variables: record.Object().Merged(c.line.Get("session_variables")),
		Artefacts: c.artefacts, Issues: r.issues(), Notes: strings.Join(r.notes(), "\n"), Points: s.newestFirst(r),
		Command: inv.Typed(r.goOn(c)), at: c.Time,
	}, nil
}

// line is what is said of a run that is taken up, or completed.
func (r Run) line(c Checkpoint, french bool) string {
	id := cli.OneLine(r.ID)
	switch completed := r.Status == Completed && c.ID == r.Checkpoint; {
	case completed && french:
		return fmt.Sprintf("✓ le run %s est terminé, %s steps", id, r.step())
	case completed:
		return fmt.Sprintf("✓ run %s is completed, %s steps", id, r.step())
	case french:
		return fmt.Sprintf("▶️ Reprise du run %s au step %s", id, stepOf(c.Next, r.Total))
	}
	return fmt.Sprintf("▶️ Resuming run %s at step %s", id, stepOf(c.Next, r.Total))
}

// goOn is the command that goes on from a checkpoint of a run.
func (r Run) goOn(c Checkpoint) string {
	step, own := strconv.Itoa(c.Next), c.ID == r.Checkpoint
	switch {
	case r.Archived || c.Next == 0 && r.Status == Completed:
		return ""
	case c.Next == 0:
		return fence.Typed("holdfast run close %s completed", r.ID)
	case own && r.Status == Completed && slices.Contains(r.Left, c.Next):
		return fence.Typed("holdfast run begin %s %s --force", r.ID, step)
	case own && c.Next == r.Next || c.ID == "":
		return fence.Typed("holdfast run begin %s %s", r.ID, step)
	}
	return fence.Typed("holdfast run begin %s %s", c.ID, step)
}

// Print prints the run, its checkpoints and the command that goes on.
func (d Shown) Print(inv *cli.Invocation) {
	d.warn(inv)
	orNone := func(s string) string {
		if s == "" {
			return "-"
		}
		return s
	}
	inv.Printf("%s\n", d.Line)
	if d.GoOn == 0 {
		inv.Printf("%s\n", d.ended())
	}
	inv.Printf("status: %s, %s\n", orNone(fence.Line(d.Status, 40)), fence.Ago(inv.Now(), d.at.Time))
	inv.Printf("checkpoint: %s, step %d\n", orNone(fence.Line(d.Point, 80)), d.Step)
	if d.Workflow != "" {
		inv.Printf("workflow: %s\n", d.Workflow)
	}
	inv.Printf("folder: %s\n", d.Path)
	list := func(title string, lines []string) {
		if len(lines) > 0 {
			inv.Printf("%s:\n", title)
		}
		for _, l := range record.Shown(lines, d.Ours) {
			inv.Printf("  %s\n", l)
		}
	}
	var variables, made []string
	for name, is := range d.Variables.Members() {
		variables = append(variables, name+" = "+is.String())
	}
	for _, a := range d.Artefacts {
		line := fmt.Sprintf("%s (%s), step %d", a.Path, a.State, a.Step)
		if a.Copy != "" {
			line += ", copy " + a.Copy
		}
		made = append(made, line)
	}
	list("variables", variables)
	list("artefacts", made)
	list("issues", d.Issues)
	list("notes", d.notes())
	d.printPoints(inv)
	if d.Archived {
		inv.Printf("the run is archived; to start a new one: holdfast run start\n")
	} else if d.Command != "" {
		inv.Printf("to continue from here: %s\n", d.Command)
	}
}

func (d Shown) warn(inv *cli.Invocation) {
	id := cli.OneLine(d.ID)
	if d.corrupt != nil {
		inv.Warnf("the state of run %q is corrupt (%v): this is what its checkpoints contain; "+
			"the next begin or step rebuilds it", id, d.corrupt)
	}
	d.warnOfOpen(inv)
	if skipped := d.missing(1, d.Next-1); len(skipped) > 0 {
		inv.Warnf("run %q goes on at step %d, but %s", id, d.Next, notDone(skipped))
	}
	for _, a := range d.Artefacts {
		if a.State != "unchanged" && a.State != "present" {
			inv.Warnf("artefact %q is %s", cli.OneLine(a.Path), a.State)
		}
	}
}

func (r Run) warnOfOpen(inv *cli.Invocation) {
	if r.Status == Completed && len(r.Left) > 0 {
		inv.Warnf("run %q is completed, but %s", cli.OneLine(r.ID), r.ended())
	}
}

func (d Shown) printPoints(inv *cli.Invocation) {
	if len(d.Points) == 0 {
		return
	}
	inv.Printf("checkpoints, newest first:\n")
	points := d.Points
	if inv.OnTerminal() {
		points = points[:min(len(points), cli.Shown)]
	}
	t := inv.Table(cli.Column{Title: "CHECKPOINT"}, cli.Column{Title: "STEP", Give: 1},
		cli.Column{Title: "EVENT", Give: 2}, cli.Column{Title: "TIME", Give: 3})
	for _, p := range points {
		t.Row(p.ID, fmt.Sprintf("step %d", p.Step), events[p.Event], inv.When(p.Time.Time))
	}
	t.Print()
	if more := len(d.Points) - len(points); more > 0 {
		inv.Printf("  and %d older ones, which --json lists\n", more)
	}
}

// Print prints what a change did to its run.
func (s Saved) Print(inv *cli.Invocation) {
	id := cli.OneLine(s.ID)
	if s.Changed {
		inv.Printf("%s run %s\n", s.did, id)
	} else {
		inv.Printf("nothing changed in run %s: all of it is saved already\n", id)
	}
	inv.Printf("  status: %s\n  checkpoint: %s\n", s.Status, s.Checkpoint)
	if s.Next > 0 {
		inv.Printf("  next step: %s\n", stepOf(s.Next, s.Total))
	} else if s.Status != Completed {
		inv.Printf("  %s: %s\n", s.ended(), inv.Typable("holdfast run close %s completed", s.ID))
	}
	s.warnOfOpen(inv)
	inv.Printf("  location: %s\n", s.Path)
	if len(s.Archived) > 0 {
		Pruning{Runs: s.Archived}.Print(inv)
	}
}
