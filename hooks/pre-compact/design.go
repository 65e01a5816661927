package main

import (
	"fmt"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/design"
	"holdfast/lib/project"
)

func runDesign(inv *cli.Invocation) error {
	c := design.Change{Ctx: inv.Ctx, Now: inv.Now(), Feature: inv.Rest[0], Force: inv.On("force")}
	return inv.Report(changeDesign(inv, design.In(inv.Project, inv.Machine), c, inv.Rest[1], inv.Rest[2:]))
}

// changeDesign does an action with the words behind it.
func changeDesign(
	inv *cli.Invocation, s design.Store, c design.Change, action string, words []string,
) (cli.Report, error) {
	switch action {
	case "start", "set":
		prd := inv.Flag("prd")
		if rel, ok := inv.InProject(s.Root, prd); prd != "" && ok && rel != "." {
			prd = rel
		} else if inv.Has("prd") {
			return nil, design.Outside("the source", "prd", prd, "file")
		}
		if action == "start" {
			return s.Start(c, prd)
		}
		return s.SetSource(c, prd)
	case "stage":
		return s.SetStage(c, words[0], words[1])
	case "save":
		v, err := designSave(inv, s, words[0])
		if err != nil {
			return nil, err
		}
		return s.Save(c, v)
	case "ticket":
		content, err := inv.Body()
		if err != nil {
			return nil, err
		}
		return s.Ticket(c, design.TicketSave{
			ID: words[0], Content: content, Covers: inv.All("covers"), Depends: inv.All("depends"),
		})
	case "plan-tickets":
		return s.PlanTickets(c, inv.Flag("total"), inv.All("remaining"))
	case "close":
		return s.Close(c)
	case "restart":
		return s.Restart(c)
	}
	r, err := s.Rebuild(c, inv.Flag("only"), inv.On("yes"))
	return r.Typed(inv), err
}

// designSave is what is saved of a stage.
func designSave(inv *cli.Invocation, s design.Store, name string) (design.Save, error) {
	v := design.Save{
		Checkpoint: name, Kind: design.Kind(inv.Flag("artifact")), Title: inv.Flag("title"), Path: inv.Flag("path"),
		Complete: inv.On("complete"),
	}
	stage, _, _ := strings.Cut(strings.TrimPrefix(name, "stage_"), "_")
	switch {
	case v.Complete && strings.HasSuffix(stage, "a"):
		return v, inv.UsageError(fmt.Sprintf(
			"--complete is not for %s: the stage is complete with its other checkpoint", name))
	case !inv.Has("artifact") && (inv.Has("title") || inv.Has("path")):
		return v, inv.UsageError("--title and --path are for --artifact")
	case inv.Has("artifact") && v.Kind == "":
		return v, inv.UsageError("--artifact takes a kind")
	}
	var err error
	if v.Content, err = inv.Body(); err != nil {
		return v, err
	}
	if v.Content != nil && !inv.Has("artifact") {
		return v, inv.UsageError("there is content on standard input, but no --artifact names its kind")
	}
	if inv.Has("data") {
		v.Data = []byte(inv.Flag("data"))
	}
	if inv.Has("path") {
		rel, ok := project.Rel(s.Root, v.Path)
		if !ok {
			return v, design.Outside("the path", "path", v.Path, "path")
		}
		v.Path = rel
	}
	return v, nil
}
