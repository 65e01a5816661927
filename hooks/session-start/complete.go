package main

import (
	"maps"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/epic"
	"holdfast/lib/line"
	"holdfast/lib/workflow"
)

// complete offers the lines, designs, runs and epics that there are.
func complete(inv *cli.Invocation, placeholder, flag string) []string {
	root, folder, err := inv.Place()
	if err != nil {
		return nil
	}
	p := open(inv.Env, root, folder)
	switch {
	case placeholder == "SOURCE":
		return slices.DeleteFunc(slices.Sorted(maps.Keys(sources)), func(s string) bool { return s == "" })
	case placeholder == "LINE":
		return line.In(p.artifacts, inv.Now()).Goals(inv.Ctx, true)
	case placeholder == "FEATURE":
		features, _ := p.designs.Features()
		return features
	case placeholder == "ID" && flag == "":
		return workflow.Store{Root: root, Machine: folder}.IDs(inv.Now(), true)
	case placeholder == "EPIC":
		return epic.Store{Root: root, Machine: folder}.IDs()
	}
	return nil
}
