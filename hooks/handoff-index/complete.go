package main

import (
	"holdfast/lib/artifact"
	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/line"
)

// maxOffered is how many saved files a shell is offered, newest first.
const maxOffered = 100

// maxGoal is how much of a goal is shown beside a file, in UTF-16 units.
const maxGoal = 60

// complete offers the modes, outcomes, lines, files and sessions that fit.
func complete(inv *cli.Invocation, placeholder, flag string) []string {
	switch flag {
	case "--mode":
		return artifact.Values("mode")
	case "--outcome":
		return artifact.Values("outcome")
	}
	c, err := open(inv)
	if err != nil {
		return nil
	}
	switch {
	case placeholder == "LINE" || flag == "--session":
		return line.In(c.Store, inv.Now()).Goals(inv.Ctx, true)
	case placeholder == "PATH":
		all, err := c.Open(inv.Ctx)
		if err != nil {
			return nil
		}
		rows, _, err := all.List(inv.Ctx, catalog.Filter{}, maxOffered)
		if err != nil {
			return nil
		}
		var paths []string
		for _, r := range rows {
			paths = append(paths, r.Path+"\t"+fence.Line(r.Goal, maxGoal))
		}
		return paths
	case placeholder == "SESSION":
		h, err := openHistory(inv)
		if err != nil {
			return nil
		}
		return h.IDs()
	}
	return nil
}
