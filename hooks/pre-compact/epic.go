package main

import (
	"fmt"
	"strconv"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/epic"
)

func runEpic(inv *cli.Invocation) error {
	if err := inv.Filled("tier", "tokens", "tool-uses", "cost"); err != nil {
		return err
	}
	r := epic.Report{
		Receipt: inv.Flag("receipt"), Tier: inv.Flag("tier"), Tokens: inv.Flag("tokens"),
		ToolUses: inv.Flag("tool-uses"), Cost: inv.Flag("cost"), Closed: inv.All("closed"), Force: inv.On("force"),
	}
	for _, v := range inv.Given("set") {
		key, value, ok := strings.Cut(v.Value, "=")
		if !ok {
			return inv.BadValue(v, "it has the form KEY=JSON")
		}
		r.Set = append(r.Set, epic.Setting{Key: key, JSON: value})
	}
	id, action := inv.Rest[0], inv.Rest[1]
	epics := epic.In(inv.Project, inv.Machine)
	if action == "close" {
		return inv.Report(epics.Close(inv.Ctx, id, inv.Now()))
	}
	var err error
	if r.Wave, err = strconv.Atoi(inv.Rest[2]); err != nil {
		return inv.UsageError(fmt.Sprintf("invalid wave %q: want a positive integer", inv.Rest[2]))
	}
	return inv.Report(epics.Merge(inv.Ctx, id, r, inv.Now()))
}
