package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/workflow"
)

const runHelp = `A run is one execution of a workflow, saved step by step. Without ID this lists
the runs of this branch, unfinished ones first. With ID it shows the run: its
variables, its artefacts (files that its steps made) and whether they changed,
its checkpoints, and the command that continues it. Nothing is changed.

ID is a run's id, or the id of one of its checkpoints, which shows the run as it
was then; the beginning of either is enough. latest is the newest unfinished run
of this branch.

Options:
  --all        runs of all branches, and archived ones
  -n N         at most N rows (default: 20 on a terminal, else all; 0: all)
  --root DIR   the project (default: found upward from here)
  --json       the runs, or the one run, as JSON

Examples:
  holdfast run
  holdfast run latest
  holdfast run a3f2c1 --json
  holdfast run --all
`

func runVerb() cli.Verb {
	return cli.Verb{
		Name:     "run",
		Synopsis: "run [ID|latest] [--all] [-n N]",
		Summary:  "lists the runs of workflows, or shows one",
		Help:     runHelp,
		Run:      showRuns,
	}
}

type runItem struct {
	RunID      string `json:"run_id"`
	Path       string `json:"path"`
	Branch     string `json:"session_branch"`
	Status     string `json:"status"`
	Last       string `json:"last_checkpoint"`
	Checkpoint string `json:"checkpoint_id"`
	Current    int    `json:"current_step"`
	Next       int    `json:"resume_from_step"` // 0 where all steps are done
	Total      int    `json:"total_steps"`      // 0 where unknown
	Open       []int  `json:"open_steps"`       // not recorded as done
	Archived   bool   `json:"archived"`
	Ours       bool   `json:"ours"`
	Broken     string `json:"broken"`
}

func showRuns(inv *cli.Invocation) error {
	var all bool
	var limit cli.Limit
	err := inv.Parse(func(fs *flag.FlagSet) {
		fs.BoolVar(&all, "all", false, "")
		limit.Declare(fs)
	}, 0, 1)
	if err != nil {
		return err
	}
	root, folder, err := inv.Place()
	if err != nil {
		return err
	}
	s := workflow.Store{Root: root, Machine: folder}
	branch := workflow.BranchOf(root)
	if len(inv.Rest) == 0 {
		return listRuns(inv, s, branch, all, limit)
	}
	var r workflow.Run
	var c workflow.Checkpoint
	if inv.Rest[0] == "latest" {
		r, c, err = s.Latest(branch, inv.Now())
	} else {
		r, c, err = s.Find(inv.Rest[0])
	}
	if err != nil {
		return err
	}
	return showRun(inv, s, r, c)
}

func listRuns(inv *cli.Invocation, s workflow.Store, branch string, all bool, limit cli.Limit) error {
	runs, err := s.List(branch, all, inv.Now())
	if err != nil {
		return err
	}
	runs, more := cli.First(inv, runs, limit)
	items := []runItem{}
	for _, r := range runs {
		items = append(items, itemOf(r))
	}
	if err := inv.PrintJSON(map[string]any{"runs": items}); err != nil || inv.JSON {
		return err
	}
	if len(runs) == 0 && !all {
		others, err := s.List(branch, true, inv.Now())
		if err != nil {
			return err
		}
		all = len(others) == 0
	}
	switch {
	case len(runs) == 0 && all:
		inv.Printf("no runs in this project\n")
		return nil
	case len(runs) == 0:
		inv.Printf("no runs on branch %s; --all looks at every branch and the archive\n", branch)
		return nil
	}
	t := inv.Table(cli.Column{Title: "STATUS", Give: 2, Least: 10}, cli.Column{Title: "STEP", Give: 3}, cli.Column{Title: "CHECKPOINT", Give: 5},
		cli.Column{Title: "SAVED", Give: 4}, cli.Column{Title: "BRANCH", Give: 6}, cli.Column{Title: "RUN", Give: 1, Least: 12}, cli.Column{Title: "FOLDER", Give: 7})
	for _, r := range runs {
		status, step := fence.Line(r.Status, 20), workflow.Progress(r.Next, r.Total)
		switch {
		case r.Broken != nil:
			status, step = "broken: "+r.Broken.Error(), "-"
		case r.Corrupt != nil:
			status = "broken: " + r.Corrupt.Error()
		case r.Status == workflow.Completed:
			step = workflow.Progress(len(r.Done), r.Total)
		}
		if r.Archived {
			status += " (archived)"
		}
		t.Row(cli.Cell{Text: status, Style: styles[r.Status]}, step, r.Checkpoint, fence.Ago(inv.Now(), r.Last),
			r.Branch, r.ID, r.Path)
	}
	t.Print()
	inv.More(more)
	return nil
}

// styles are how the statuses of runs are coloured.
var styles = map[string]cli.Style{workflow.Completed: cli.Good, "failed": cli.Bad, "paused": cli.Poor}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func itemOf(r workflow.Run) runItem {
	item := runItem{
		RunID: r.ID, Path: r.Path, Branch: r.Branch, Status: r.Status, Last: timeOf(r.Last), Checkpoint: r.Checkpoint,
		Current: r.Current, Next: r.Next, Total: r.Total, Open: append([]int{}, r.Left()...), Archived: r.Archived, Ours: r.Ours,
	}
	if r.Broken != nil {
		item.Broken = cli.OneLine(r.Broken.Error())
	} else if r.Corrupt != nil {
		item.Broken = cli.OneLine(r.Corrupt.Error())
	}
	return item
}

func timeOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

type runDocument struct {
	runItem
	Point     string              `json:"restored_checkpoint"`
	Step      int                 `json:"restored_step"` // the step just begun or completed
	GoOn      int                 `json:"next_step"`     // 0 where all steps are done
	Line      string              `json:"line"`
	Workflow  string              `json:"workflow_path"`
	Variables json.RawMessage     `json:"session_variables"`
	Artefacts []workflow.Artefact `json:"artefacts_produced"`
	Issues    []string            `json:"issues"`
	Notes     string              `json:"agent_notes"`
	Points    []pointItem         `json:"checkpoints"` // newest first
	Command   string              `json:"command"`     // what goes on from here, "" where nothing does
}

type pointItem struct {
	ID    string `json:"checkpoint_id"`
	Step  int    `json:"step"`
	Event string `json:"event"` // start, begin or step
	Time  string `json:"time"`
	Next  int    `json:"next_step"`
}

func showRun(inv *cli.Invocation, s workflow.Store, r workflow.Run, c workflow.Checkpoint) error {
	line := workflow.Line(cli.OneLine(r.ID), c.Next, r.Total, workflow.French(inv.Getenv))
	if r.Corrupt != nil {
		inv.Warnf("the state of run %q is corrupt (%s): this is what its checkpoints contain; the next begin or step rebuilds it", cli.OneLine(r.ID), cli.OneLine(r.Corrupt.Error()))
	}
	if r.Status == workflow.Completed && len(r.Left()) > 0 {
		inv.Warnf("run %q is completed, but %s", cli.OneLine(r.ID), r.Ended())
	} else if r.Status == workflow.Completed {
		inv.Warnf("run %q is completed", cli.OneLine(r.ID))
	}
	for _, a := range c.Artefacts {
		if a.State != "unchanged" && a.State != "present" {
			inv.Warnf("artefact %q is %s", cli.OneLine(a.Path), a.State)
		}
	}
	points := []pointItem{}
	for _, p := range slices.Backward(s.Checkpoints(r)) {
		points = append(points, pointItem{p.ID, p.Step, p.Event, timeOf(p.Time), p.Next})
	}
	command := inv.Typed(goOn(r, c))
	if !inv.JSON {
		printRun(inv, r, c, line)
		printPoints(inv, points)
		if r.Archived {
			inv.Printf("the run is archived; to start a new one: holdfast run start\n")
		} else if command != "" {
			inv.Printf("to continue from here: %s\n", command)
		}
	}
	return inv.PrintJSON(runDocument{
		runItem: itemOf(r), Point: c.ID, Step: c.Step, GoOn: c.Next, Line: line, Workflow: r.Workflow,
		Variables: c.Variables.JSON(), Artefacts: append([]workflow.Artefact{}, c.Artefacts...),
		Issues: append([]string{}, r.Issues...), Notes: r.Notes, Points: points, Command: command,
	})
}

// goOn is the command that goes on from a checkpoint of a run.
func goOn(r workflow.Run, c workflow.Checkpoint) string {
	run, own := fence.Word(r.ID), c.ID == r.Checkpoint && c.Next == r.Next
	switch {
	case r.Archived || c.Next == 0 && r.Status == workflow.Completed:
		return ""
	case c.Next == 0:
		return "holdfast run close " + run + " completed"
	case c.ID == r.Checkpoint && r.Status == workflow.Completed && slices.Contains(r.Left(), c.Next):
		return fmt.Sprintf("holdfast run begin %s %d --force", run, c.Next)
	case own || c.ID == "":
		return fmt.Sprintf("holdfast run begin %s %d", run, c.Next)
	}
	return fmt.Sprintf("holdfast run begin %s %d", fence.Word(c.ID), c.Next)
}

func printPoints(inv *cli.Invocation, points []pointItem) {
	if len(points) == 0 {
		return
	}
	inv.Printf("checkpoints, newest first:\n")
	more := 0
	if inv.OnTerminal() && len(points) > cli.Shown {
		more, points = len(points)-cli.Shown, points[:cli.Shown]
	}
	events := map[string]string{workflow.Started: "started", workflow.Begun: "begun", workflow.Done: "done"}
	t := inv.Table(cli.Column{Title: "CHECKPOINT"}, cli.Column{Title: "STEP", Give: 1}, cli.Column{Title: "EVENT", Give: 2}, cli.Column{Title: "TIME", Give: 3})
	for _, p := range points {
		t.Row(p.ID, fmt.Sprintf("step %d", p.Step), events[p.Event], timeShown(inv, p.Time))
	}
	t.Print()
	if more > 0 {
		inv.Printf("  and %d older ones, which --json lists\n", more)
	}
}

// timeShown is a time of a checkpoint as a person reads it.
func timeShown(inv *cli.Invocation, s string) string {
	at, _ := time.Parse(time.RFC3339Nano, s)
	return inv.When(at)
}

func printRun(inv *cli.Invocation, r workflow.Run, c workflow.Checkpoint, line string) {
	inv.Printf("%s\n", line)
	if c.Next == 0 {
		inv.Printf("%s\n", r.Ended())
	}
	inv.Printf("status: %s, %s\n", dash(fence.Line(r.Status, 40)), fence.Ago(inv.Now(), c.Time))
	inv.Printf("checkpoint: %s, step %d\n", dash(fence.Line(c.ID, 80)), c.Step)
	if r.Workflow != "" {
		inv.Printf("workflow: %s\n", r.Workflow)
	}
	inv.Printf("folder: %s\n", r.Path)
	section := func(title string, lines []string) {
		if len(lines) > 0 {
			inv.Printf("%s:\n", title)
		}
		for _, l := range lines {
			inv.Printf("  %s\n", l)
		}
	}
	section("variables", c.Variables.Lines())
	var made []string
	for _, a := range c.Artefacts {
		made = append(made, strings.TrimSuffix(fmt.Sprintf("%s (%s), step %d, copy %s", a.Path, a.State, a.Step, a.Copy), ", copy "))
	}
	section("artefacts", made)
	section("issues", r.Issues)
	if r.Notes != "" {
		section("notes", strings.Split(r.Notes, "\n"))
	}
}
