package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/project"
	"holdfast/lib/workflow"
)

const runHelp = `Saves the state of a run, one execution of a workflow, so that it continues at
its step after a crash, a compaction or a break. A run is a folder below
_bmad-output/.runs/ with state.json, checkpoints.jsonl, workflow-status.md and
copies of its artefacts (files that its steps made).

  start   create a run and print its id, RUN below
  begin   record that step N begins. With the id of a checkpoint (holdfast run
          RUN lists them) the run first goes back to the variables, completed
          steps and artefacts of that moment; later checkpoints stay
  step    record that step N is done, and what it brought. Repeating it changes
          nothing; a step out of order is refused
  close   end a run, or pause it
  prune   archive completed runs after 7 days and failed ones after 30; running
          and paused ones never

Options:
  --steps N            how many steps the workflow has, if known
  --branch B           the branch of the run (default: git's, else main)
  --workflow-path P    the workflow's own file
  --var K=V            a variable, as text; repeatable
  --vars JSON          variables of any type, as a JSON object
  --unset K            remove a variable; repeatable
  --artefact PATH      a file that the step made; a copy is kept; repeatable
  --note T, --issue T  something to remember; repeatable
  --summary T          how the run ended
  --force              record a step out of order, or replace its content
  --dry-run            show what prune would do
  --delete             delete what is due and what is archived
  --root DIR           the project (default: found upward from here)
  --json               the result as JSON

Examples:
  holdfast run start prd --steps 5
  holdfast run begin prd-20260113-153000 1
  holdfast run step prd-20260113-153000 1 --var name=Ada --vars '{"n": 3}' --artefact docs/prd.md
  holdfast run begin a3f2c1 2 --unset reviewer
  holdfast run close prd-20260113-153000 paused --summary "waits for a review"
  holdfast run prune --dry-run
`

func runVerb() cli.Verb {
	return cli.Verb{
		Name: "run",
		Synopsis: "run start WORKFLOW [--steps N] [--branch B] [--workflow-path P]\n" +
			"run begin RUN|CHECKPOINT N [--var K=V]... [--vars JSON] [--unset K]... [--force]\n" +
			"run step RUN N [--var K=V]... [--vars JSON] [--unset K]... [--artefact PATH]... [--note T] [--issue T]... [--force]\n" +
			"run close RUN completed|failed|paused [--summary T] [--force]\n" +
			"run prune [--dry-run] [--delete]",
		Summary: "saves the steps of a workflow's run",
		Help:    runHelp,
		Run:     saveRun,
	}
}

// runFlags are the flags of all forms; each form takes its own.
type runFlags struct {
	workflow.Change
	options workflow.StartOptions
	prune   workflow.PruneOptions
	given   []string
}

// runForms are the flags of each form and how many words it takes.
var runForms = map[string]struct {
	words int
	flags string
}{
	"start": {2, " steps branch workflow-path "},
	"begin": {3, " var vars unset force "},
	"step":  {3, " var vars unset artefact note issue force "},
	"close": {3, " summary force "},
	"prune": {1, " dry-run delete "},
}

func saveRun(inv *cli.Invocation) error {
	var f runFlags
	if err := inv.Parse(f.define, 1, 3); err != nil {
		return err
	}
	form, ok := runForms[inv.Rest[0]]
	if !ok {
		return inv.UsageError(fmt.Sprintf("unknown form %q of run", inv.Rest[0]))
	}
	if len(inv.Rest) != form.words {
		return inv.UsageError(fmt.Sprintf("run %s takes %d arguments", inv.Rest[0], form.words-1))
	}
	for _, name := range f.given {
		if !strings.Contains(form.flags, " "+name+" ") {
			return inv.UsageError(fmt.Sprintf("run %s does not take --%s", inv.Rest[0], name))
		}
	}
	root, folder, err := inv.Place()
	if err != nil {
		return err
	}
	s := workflow.Store{Root: root, Machine: folder}
	f.Now, f.options.Now, f.prune.Now = inv.Now(), inv.Now(), inv.Now()
	ctx := inv.Ctx
	switch inv.Rest[0] {
	case "start":
		return startRun(ctx, inv, s, f)
	case "prune":
		return pruneRuns(ctx, inv, s, f.prune)
	case "close":
		return closeRun(ctx, inv, s, f)
	}
	return stepRun(ctx, inv, s, f)
}

func (f *runFlags) define(fs *flag.FlagSet) {
	note := func(name string, take func(string) error) {
		fs.Func(name, "", func(v string) error {
			f.given = append(f.given, name)
			return take(v)
		})
	}
	word := func(to *[]string) func(string) error {
		return func(v string) error {
			if strings.TrimSpace(v) == "" {
				return errors.New("it is empty")
			}
			*to = append(*to, strings.ToValidUTF8(v, "\ufffd"))
			return nil
		}
	}
	yes := func(name string, to *bool) {
		fs.BoolFunc(name, "", func(v string) (err error) {
			f.given = append(f.given, name)
			*to, err = strconv.ParseBool(v)
			return err
		})
	}
	note("steps", func(v string) (err error) {
		f.options.Steps, err = stepNumber(v)
		return err
	})
	note("branch", func(v string) error { f.options.Branch = v; return nil })
	note("workflow-path", func(v string) error { f.options.Path = v; return nil })
	note("var", func(v string) error {
		name, says, ok := strings.Cut(v, "=")
		if !ok || name == "" {
			return errors.New("want NAME=VALUE")
		}
		f.Variables.Set(strings.ToValidUTF8(name, "\ufffd"), strings.ToValidUTF8(says, "\ufffd"))
		return nil
	})
	note("vars", func(v string) error { return f.Variables.Merge(v) })
	note("unset", word(&f.Unset))
	note("artefact", func(v string) error { f.Artefacts = append(f.Artefacts, v); return nil })
	note("note", word(&f.Notes))
	note("summary", word(&f.Notes))
	note("issue", word(&f.Issues))
	yes("force", &f.Force)
	yes("dry-run", &f.prune.DryRun)
	yes("delete", &f.prune.Delete)
}

// stepNumber reads the number of a step.
func stepNumber(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 9999 {
		return 0, errors.New("want a number from 1 to 9999")
	}
	return n, nil
}

func startRun(ctx context.Context, inv *cli.Invocation, s workflow.Store, f runFlags) error {
	f.options.Workflow = inv.Rest[1]
	if rel, ok := project.Rel(s.Root, f.options.Path); ok && filepath.IsAbs(f.options.Path) {
		f.options.Path = rel
	}
	if !slices.Contains(f.given, "branch") {
		f.options.Branch = workflow.BranchOf(s.Root)
	}
	saved, err := s.Start(ctx, f.options)
	return reportRun(inv, saved, "started", err)
}

func stepRun(ctx context.Context, inv *cli.Invocation, s workflow.Store, f runFlags) error {
	n, err := stepNumber(inv.Rest[2])
	if err != nil {
		return inv.UsageError(fmt.Sprintf("step %q: %v", inv.Rest[2], err))
	}
	for _, name := range f.Unset {
		if f.Variables.Has(name) {
			return inv.UsageError(fmt.Sprintf("variable %q is both set and unset", name))
		}
	}
	for i, p := range f.Artefacts {
		f.Artefacts[i] = inProject(inv, s.Root, p)
	}
	if inv.Rest[0] == "begin" {
		saved, err := s.Begin(ctx, inv.Rest[1], n, f.Change)
		return reportRun(inv, saved, fmt.Sprintf("began step %d of", n), err)
	}
	saved, err := s.Step(ctx, inv.Rest[1], n, f.Change)
	return reportRun(inv, saved, fmt.Sprintf("recorded step %d of", n), err)
}

func closeRun(ctx context.Context, inv *cli.Invocation, s workflow.Store, f runFlags) error {
	status := inv.Rest[2]
	if status != workflow.Completed && status != workflow.Failed && status != workflow.Paused {
		return inv.UsageError(fmt.Sprintf("unknown status %q: completed, failed or paused", status))
	}
	saved, err := s.Close(ctx, inv.Rest[1], status, f.Change)
	return reportRun(inv, saved, "closed as "+status, err)
}

// inProject makes a path from the project's root of one that was given from the
// working directory or from the root. One outside stays as it is, and is
// refused as such.
func inProject(inv *cli.Invocation, root, p string) string {
	tries := []string{p}
	if dir, err := inv.WorkingDir(); err == nil && !filepath.IsAbs(p) {
		tries = []string{filepath.Join(dir, p), filepath.Join(root, p)}
	}
	for i, full := range tries {
		rel, ok := project.Rel(root, full)
		if ok && (i == len(tries)-1 || fileThere(full)) {
			return rel
		}
	}
	return p
}

type savedRun struct {
	RunID      string            `json:"run_id"`
	Path       string            `json:"path"`
	Branch     string            `json:"session_branch"`
	Status     string            `json:"status"`
	Checkpoint string            `json:"checkpoint_id"`
	Current    int               `json:"current_step"`
	Next       int               `json:"resume_from_step"` // 0 where all steps are done
	Total      int               `json:"total_steps"`      // 0 where unknown
	Open       []int             `json:"open_steps"`       // not recorded as done
	Changed    bool              `json:"changed"`
	Archived   []workflow.Pruned `json:"archived"`
}

func reportRun(inv *cli.Invocation, saved workflow.Saved, did string, err error) error {
	for _, w := range saved.Warnings {
		inv.Warnf("%s", cli.OneLine(w.Error()))
	}
	if err != nil {
		return err
	}
	r := saved.Run
	id := cli.OneLine(r.ID)
	if saved.Changed {
		inv.Printf("%s run %s\n", did, id)
	} else {
		inv.Printf("nothing changed in run %s: all of it is saved already\n", id)
	}
	inv.Printf("  status: %s\n  checkpoint: %s\n", r.Status, r.Checkpoint)
	if r.Next > 0 {
		inv.Printf("  next step: %s\n", workflow.Progress(r.Next, r.Total))
	} else if r.Status != workflow.Completed {
		inv.Printf("  %s: holdfast run close %s completed\n", r.Ended(), id)
	}
	if r.Status == workflow.Completed && len(r.Left()) > 0 {
		inv.Warnf("run %q is completed, but %s", id, r.Ended())
	}
	inv.Printf("  location: %s\n", r.Path)
	printPruned(inv, saved.Archived, false)
	return inv.PrintJSON(savedRun{
		RunID: r.ID, Path: r.Path, Branch: r.Branch, Status: r.Status, Checkpoint: r.Checkpoint, Current: r.Current,
		Next: r.Next, Total: r.Total, Open: append([]int{}, r.Left()...), Changed: saved.Changed, Archived: append([]workflow.Pruned{}, saved.Archived...),
	})
}
