package main

import (
	"fmt"
	"path/filepath"

	"holdfast/lib/cli"
	"holdfast/lib/project"
	"holdfast/lib/workflow"
)

func saveRun(inv *cli.Invocation) error {
	if err := inv.Filled("note", "summary", "issue", "unset"); err != nil {
		return err
	}
	s := workflow.In(inv.Project, inv.Machine)
	if inv.Rest[0] == "prune" {
		o := workflow.PruneOptions{Now: inv.Now(), DryRun: inv.On("dry-run"), Delete: inv.On("delete")}
		done, err := s.Prune(inv.Ctx, o)
		if err != nil && len(done.Runs) > 0 {
			done.Print(inv)
		}
		return inv.Report(done, err)
	}
	if inv.Rest[0] == "start" {
		return inv.Report(startRun(inv, s))
	}
	return inv.Report(changeRun(inv, s))
}

func startRun(inv *cli.Invocation, s workflow.Store) (workflow.Saved, error) {
	o := workflow.StartOptions{
		Now: inv.Now(), Workflow: inv.Rest[1], Branch: inv.Flag("branch"), Path: inv.Flag("workflow-path"),
	}
	if inv.Has("steps") {
		var err error
		if o.Steps, err = workflow.ParseStep(inv.Flag("steps")); err != nil {
			return workflow.Saved{}, inv.BadValue(cli.Value{Flag: "steps", Value: inv.Flag("steps")}, err.Error())
		}
	}
	if rel, ok := project.Rel(s.Root, o.Path); ok && filepath.IsAbs(o.Path) {
		o.Path = rel
	}
	if !inv.Has("branch") {
		o.Branch = workflow.BranchOf(s.Root)
	}
	return s.Start(inv.Ctx, o)
}

func changeRun(inv *cli.Invocation, s workflow.Store) (workflow.Saved, error) {
	c := workflow.Change{
		Now: inv.Now(), Force: inv.On("force"), Unset: inv.All("unset"), Artefacts: inv.All("artefact"),
		Notes: append(inv.All("note"), inv.All("summary")...), Issues: inv.All("issue"),
	}
	for _, v := range inv.Given("var", "vars") {
		if err := c.Set(v.Flag, v.Value); err != nil {
			return workflow.Saved{}, inv.BadValue(v, err.Error())
		}
	}
	id, how := inv.Rest[1], inv.Rest[2]
	if inv.Rest[0] == "close" {
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
