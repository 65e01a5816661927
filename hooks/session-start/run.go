package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/recovery"
	"holdfast/lib/workflow"
)

const runHelp = `Lists the runs of workflows on this branch, unfinished ones first, or shows one
as it is taken up: its variables, its artefacts and whether they are still as
they were, and the step to go on with. Nothing is changed.

ID is a run's id, the id of any of its checkpoints, or the beginning of either;
latest is the newest unfinished run of this branch.

Options:
  --all        runs of all branches, and archived ones
  --root DIR   the project (default: found upward from the working directory)
  --json       the runs, or the one, as JSON

Examples:
  session-start run
  session-start run latest
  session-start run a3f2c1 --json
  session-start run --all
`

func runVerb() cli.Verb {
	return cli.Verb{
		Name:     "run",
		Synopsis: "run [ID|latest] [--all]",
		Summary:  "lists the runs of workflows, or takes one up",
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
	Archived   bool   `json:"archived"`
	Ours       bool   `json:"ours"`
	Broken     string `json:"broken"`
}

func showRuns(inv *cli.Invocation) error {
	var all bool
	err := inv.Parse(func(fs *flag.FlagSet) { fs.BoolVar(&all, "all", false, "") }, 0, 1)
	if err != nil {
		return err
	}
	root, folder, err := inv.Place()
	if err != nil {
		return err
	}
	s := workflow.Store{Root: root, Machine: folder}
	branch := workflow.DefaultBranch
	if repo, ok := gitrepo.Find(root); ok {
		if b := repo.Head().Branch; b != "" {
			branch = b
		}
	}
	if len(inv.Rest) == 0 {
		return listRuns(inv, s, branch, all)
	}
	var r workflow.Run
	var c workflow.Checkpoint
	if inv.Rest[0] == "latest" {
		r, c, err = s.Latest(branch, inv.Now())
	} else {
		r, c, err = s.Find(inv.Rest[0])
	}
	if err != nil {
		return runError(err)
	}
	return showRun(inv, r, c)
}

func listRuns(inv *cli.Invocation, s workflow.Store, branch string, all bool) error {
	runs, err := s.List(branch, all, inv.Now())
	if err != nil {
		return err
	}
	items := []runItem{}
	for _, r := range runs {
		items = append(items, itemOf(r))
	}
	if err := inv.PrintJSON(map[string]any{"runs": items}); err != nil || inv.JSON {
		return err
	}
	if len(runs) == 0 {
		inv.Printf("no runs on branch %s; --all looks at every branch and the archive\n", fence.Line(branch, 0))
		return nil
	}
	w := tabwriter.NewWriter(inv.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "STATUS\tSTEP\tCHECKPOINT\tSAVED\tBRANCH\tRUN\tFOLDER")
	for _, r := range runs {
		status, step := fence.Line(r.Status, 20), workflow.Progress(r.Next, r.Total)
		switch {
		case r.Broken != nil:
			status, step = "broken: "+fence.Line(r.Broken.Error(), 60), "-"
		case r.Corrupt != nil:
			status = "broken: " + fence.Line(r.Corrupt.Error(), 60)
		case r.Status == workflow.Completed:
			step = workflow.Progress(len(r.Done), r.Total)
		}
		if r.Archived {
			status += " (archived)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", dash(status), step, dash(fence.Line(r.Checkpoint, 16)),
			recovery.Ago(inv.Now(), r.Last), dash(fence.Line(r.Branch, 40)), fence.Line(r.ID, 80), fence.Line(r.Path, 0))
	}
	return w.Flush()
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func itemOf(r workflow.Run) runItem {
	item := runItem{
		RunID: r.ID, Path: r.Path, Branch: r.Branch, Status: r.Status, Last: timeOf(r.Last), Checkpoint: r.Checkpoint,
		Current: r.Current, Next: r.Next, Total: r.Total, Archived: r.Archived, Ours: r.Ours,
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
}

func showRun(inv *cli.Invocation, r workflow.Run, c workflow.Checkpoint) error {
	line := workflow.Line(cli.OneLine(r.ID), c.Next, r.Total, workflow.French(inv.Getenv))
	if r.Corrupt != nil {
		inv.Warnf("the state of run %q is corrupt (%s): this is what its checkpoints hold; the next begin or step makes it anew", cli.OneLine(r.ID), cli.OneLine(r.Corrupt.Error()))
	}
	if r.Status == workflow.Completed {
		inv.Warnf("run %q is completed", cli.OneLine(r.ID))
	}
	for _, a := range c.Artefacts {
		if a.State != "unchanged" && a.State != "present" {
			inv.Warnf("artefact %q is %s", cli.OneLine(a.Path), a.State)
		}
	}
	if !inv.JSON {
		printRun(inv, r, c, line)
	}
	return inv.PrintJSON(runDocument{
		runItem: itemOf(r), Point: c.ID, Step: c.Step, GoOn: c.Next, Line: line, Workflow: r.Workflow,
		Variables: c.Variables.JSON(), Artefacts: append([]workflow.Artefact{}, c.Artefacts...),
		Issues: append([]string{}, r.Issues...), Notes: r.Notes,
	})
}

func printRun(inv *cli.Invocation, r workflow.Run, c workflow.Checkpoint, line string) {
	inv.Printf("%s\n", line)
	if c.Next == 0 {
		inv.Printf("all steps are done\n")
	}
	inv.Printf("status: %s, %s\n", dash(fence.Line(r.Status, 40)), recovery.Ago(inv.Now(), c.Time))
	inv.Printf("checkpoint: %s, step %d\n", dash(fence.Line(c.ID, 80)), c.Step)
	if r.Workflow != "" {
		inv.Printf("workflow: %s\n", fence.Line(r.Workflow, 0))
	}
	inv.Printf("folder: %s\n", fence.Line(r.Path, 0))
	section := func(title string, lines []string) {
		if len(lines) > 0 {
			inv.Printf("%s:\n", title)
		}
		for _, l := range lines {
			inv.Printf("  %s\n", fence.Line(l, 0))
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

// runError gives an error of the store its exit code.
func runError(err error) error {
	var several *workflow.Ambiguous
	switch {
	case errors.As(err, &several):
		return &cli.Error{Code: cli.NotFound, Message: err.Error(), Candidates: several.Candidates, Hint: "name one of them by its run's folder, or more of the id"}
	case errors.Is(err, workflow.ErrNotFound):
		return &cli.Error{Code: cli.NotFound, Message: err.Error(), Hint: "session-start run --all"}
	}
	return err
}
