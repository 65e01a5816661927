package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
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

// runForms are the flags of each form and how many words it takes.
var runForms = map[string]struct {
	words int
	flags []string
}{
	"start": {2, []string{"steps", "branch", "workflow-path"}},
	"begin": {3, []string{"var", "vars", "unset", "force"}},
	"step":  {3, []string{"var", "vars", "unset", "artefact", "note", "issue", "force"}},
	"close": {3, []string{"summary", "force"}},
	"prune": {1, []string{"dry-run", "delete"}},
}

func saveRun(inv *cli.Invocation) error {
	c, start, prune := workflow.Change{Now: inv.Now()}, workflow.StartOptions{Now: inv.Now()}, workflow.PruneOptions{Now: inv.Now()}
	err := inv.Parse(func(fs *flag.FlagSet) {
		fs.Func("steps", "", func(v string) (err error) {
			start.Steps, err = workflow.ParseStep(v)
			return err
		})
		fs.StringVar(&start.Branch, "branch", "", "")
		fs.StringVar(&start.Path, "workflow-path", "", "")
		fs.Func("var", "", c.Assign)
		fs.Func("vars", "", c.Merge)
		fs.Func("artefact", "", func(v string) error { c.Artefacts = append(c.Artefacts, v); return nil })
		for name, to := range map[string]*[]string{"unset": &c.Unset, "note": &c.Notes, "summary": &c.Notes, "issue": &c.Issues} {
			fs.Func(name, "", func(v string) error {
				*to = append(*to, strings.ToValidUTF8(v, "\ufffd"))
				if strings.TrimSpace(v) == "" {
					return errors.New("it is empty")
				}
				return nil
			})
		}
		fs.BoolVar(&c.Force, "force", false, "")
		fs.BoolVar(&prune.DryRun, "dry-run", false, "")
		fs.BoolVar(&prune.Delete, "delete", false, "")
	}, 1, 3)
	if err != nil {
		return err
	}
	name := inv.Rest[0]
	form, ok := runForms[name]
	switch {
	case !ok:
		return inv.UsageError(fmt.Sprintf("unknown form %q of run", name))
	case len(inv.Rest) != form.words:
		return inv.UsageError(fmt.Sprintf("run %s takes %d arguments", name, form.words-1))
	}
	for _, flag := range inv.Given {
		if !slices.Contains(form.flags, flag) {
			return inv.UsageError(fmt.Sprintf("run %s does not take --%s", name, flag))
		}
	}
	root, folder, err := inv.Place()
	if err != nil {
		return err
	}
	s := workflow.Store{Root: root, Machine: folder}
	if name == "prune" {
		done, err := s.Prune(inv.Ctx, prune)
		if err != nil && len(done.Runs) > 0 {
			done.Print(inv)
		}
		return inv.Report(done, err)
	}
	var saved workflow.Saved
	if name == "start" {
		saved, err = startRun(inv, s, start)
	} else {
		saved, err = changeRun(inv, s, c)
	}
	saved.Tell(inv)
	return inv.Report(saved, err)
}

func startRun(inv *cli.Invocation, s workflow.Store, o workflow.StartOptions) (workflow.Saved, error) {
	o.Workflow = inv.Rest[1]
	if rel, ok := project.Rel(s.Root, o.Path); ok && filepath.IsAbs(o.Path) {
		o.Path = rel
	}
	if !slices.Contains(inv.Given, "branch") {
		o.Branch = workflow.BranchOf(s.Root)
	}
	return s.Start(inv.Ctx, o)
}

func changeRun(inv *cli.Invocation, s workflow.Store, c workflow.Change) (workflow.Saved, error) {
	id, how := inv.Rest[1], inv.Rest[2]
	if inv.Rest[0] == "close" {
		if how != workflow.Completed && how != workflow.Failed && how != workflow.Paused {
			return workflow.Saved{}, inv.UsageError(fmt.Sprintf("unknown status %q: completed, failed or paused", how))
		}
		return s.Close(inv.Ctx, id, how, c)
	}
	n, err := workflow.ParseStep(how)
	if err != nil {
		return workflow.Saved{}, inv.UsageError(fmt.Sprintf("step %q: %v", how, err))
	}
	for _, name := range c.Unset {
		if c.Variables.Get(name).Exists() {
			return workflow.Saved{}, inv.UsageError(fmt.Sprintf("variable %q is both set and unset", name))
		}
	}
	for i, p := range c.Artefacts {
		if rel, ok := inv.InProject(s.Root, p); ok {
			c.Artefacts[i] = rel // one outside is refused as such
		}
	}
	if inv.Rest[0] == "begin" {
		return s.Begin(inv.Ctx, id, n, c)
	}
	return s.Step(inv.Ctx, id, n, c)
}
