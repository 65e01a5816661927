package main

import (
	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/design"
	"holdfast/lib/epic"
	"holdfast/lib/line"
	"holdfast/lib/workflow"
)

// complete offers the outcomes, lines, designs, runs and epics that there are.
func complete(inv *cli.Invocation, placeholder, flag string) []string {
	if flag == "--outcome" {
		return artifact.Values("outcome")
	}
	root, folder, err := inv.Place()
	if err != nil {
		return nil
	}
	switch {
	case placeholder == "LINE" || flag == "--session":
		return line.In(artifact.Of(root, folder), inv.Now()).Goals(inv.Ctx, flag != "")
	case placeholder == "SESSION":
		kept, err := allKept(inv)
		if err != nil {
			return nil
		}
		return kept.History.Matching("")
	case placeholder == "FEATURE":
		features, _ := design.Store{Root: root, Machine: folder}.Features()
		return features
	case placeholder == "RUN":
		return workflow.Store{Root: root, Machine: folder}.IDs(inv.Now(), false)
	case placeholder == "CHECKPOINT" && flag == "":
		return workflow.Store{Root: root, Machine: folder}.IDs(inv.Now(), true)
	case placeholder == "EPIC":
		return epic.Store{Root: root, Machine: folder}.IDs()
	}
	return nil
}
