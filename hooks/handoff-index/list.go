package main

import (
	"cmp"

	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/index"
)

func runList(inv *cli.Invocation) error {
	f, err := filterOf(inv)
	if err != nil {
		return err
	}
	c := open(inv)
	rows, more, err := c.List(inv.Ctx, f, inv.Listed())
	if err != nil {
		return err
	}
	if len(rows) == 0 && !inv.JSON {
		return printNone(inv, c, "")
	}
	items := []item{}
	t := inv.Table("ID", "DATE 1 11", "MODE 3", "OUTCOME 5", "LINE 2", "NOW 7 18", "GOAL 6", "FILE 8")
	for _, r := range rows {
		items = append(items, itemOf(r))
		// What tells a row from others of its line, or why the file cannot be read.
		now := cmp.Or(r.Broken, r.Now, r.Goal)
		outcome := cli.Cell{Text: r.Outcome, Style: styles[r.Outcome]}
		t.Row(catalog.ID(r), dateOf(r), modeOf(r), outcome, r.Session, now, r.Goal, r.Path)
	}
	t.Print(more, "")
	return inv.PrintJSON(map[string]any{"artifacts": items})
}

var styles = map[string]cli.Style{
	"SUCCEEDED": cli.Good, "PARTIAL_PLUS": cli.Poor, "PARTIAL_MINUS": cli.Poor, "FAILED": cli.Bad,
	"foreign": cli.Poor, "stale": cli.Dim, "closed": cli.Dim,
}

func modeOf(r index.Row) string {
	switch {
	case r.Broken != "":
		return "broken"
	case r.Generation != "":
		return cell(r.Mode, 12) + " (generation " + cell(r.Generation, 4) + ")"
	}
	return cell(r.Mode, 12)
}

func cell(s string, most int) string { return cmp.Or(fence.Line(s, most), "-") }
