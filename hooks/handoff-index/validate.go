package main

import (
	"cmp"
	"encoding/json"
	"fmt"

	"holdfast"
	"holdfast/lib/artifact"
	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/index"
)

type verdict struct {
	Path       string        `json:"path"`
	Valid      bool          `json:"valid"`
	Generation string        `json:"generation"`
	Broken     string        `json:"broken"`
	Faults     []fault.Fault `json:"faults"`
}

// runValidate prints the files that were named, else those with faults, and counts of each kind.
func runValidate(inv *cli.Invocation) error {
	c := open(inv)
	var rows []index.Row
	var err error
	if len(inv.Rest) == 0 {
		rows, _, err = c.List(inv.Ctx, catalog.Filter{}, 0)
	}
	for _, name := range inv.Rest {
		row, missing := pick(inv, c, name)
		if missing != nil {
			return missing
		}
		rows = append(rows, row)
	}
	files, shown, valid, earlier := []verdict{}, []verdict(nil), 0, 0
	for i, r := range rows {
		if stopped := inv.Ctx.Err(); stopped != nil {
			return fmt.Errorf("stopped after %d of %d files: %w", i, len(rows), stopped)
		}
		v, failed := judge(c, r)
		err = cmp.Or(err, failed)
		if files = append(files, v); v.Generation != "" {
			earlier++
		} else if v.Valid {
			valid++
		}
		if !v.Valid || len(inv.Rest) > 0 {
			shown = append(shown, v)
		}
	}
	if err != nil {
		return err
	}
	shown, more := cli.First(inv, shown)
	for _, v := range shown {
		v.print(inv)
	}
	inv.More(more)
	bad := len(files) - valid - earlier
	switch {
	case len(files) == 0:
		inv.Printf("nothing saved in this project\n")
	case len(inv.Rest) != 1:
		inv.Printf("%s: %d valid, %d with faults\n", fence.Count(valid+bad, "artifact"), valid, bad)
		inv.Counted("%s of an earlier tool\n", earlier, "file")
		if earlier+bad > 0 {
			inv.Printf("to convert what can be converted: holdfast migrate\n")
		}
	}
	if err := inv.PrintJSON(map[string]any{"files": files}); err != nil || bad == 0 {
		return err
	}
	return cli.Fail(cli.Invalid, "", "%d of %s not valid", bad, fence.Count(len(rows), "file"))
}

func judge(c *catalog.Catalog, r index.Row) (verdict, error) {
	v := verdict{Path: r.Path, Generation: r.Generation, Faults: []fault.Fault{}, Valid: true}
	if v.Generation != "" {
		return v, nil
	}
	a, _, err := c.Load(r.Path)
	if err == nil && a.Broken != nil {
		v.Broken = a.Broken.Error()
	}
	v.Faults = append(append(v.Faults, artifact.NameFault(r.Path)...), a.Faults...)
	v.Valid = v.Broken == "" && len(v.Faults) == 0
	return v, err
}

func (v verdict) print(inv *cli.Invocation) {
	switch {
	case v.Generation != "":
		inv.Printf("earlier  %s: generation %s; holdfast migrate converts it\n", v.Path, fence.Line(v.Generation, 4))
	case v.Valid:
		inv.Printf("%s    %s\n", inv.Paint(cli.Good, "valid"), v.Path)
	case v.Broken != "":
		inv.Printf("%s   %s: %s\n", inv.Paint(cli.Bad, "broken"), v.Path, v.Broken)
	default:
		inv.Printf("%s  %s\n", inv.Paint(cli.Bad, "invalid"), v.Path)
	}
	inv.Rows("           ", each.Of(v.Faults, fault.Fault.String)...)
}

func runRebuild(inv *cli.Invocation) error {
	c := open(inv)
	if inv.On("follow") {
		if err := c.Store.Follow(); err != nil {
			return err
		}
	}
	n, err := c.Rebuild(inv.Ctx, inv.Progress("indexing", "folders"))
	if err != nil {
		return err
	}
	folder, _ := c.Store.Folder() // which was just read
	inv.Printf("indexed %s of %s\n", fence.Count(n, "file"), folder)
	return inv.PrintJSON(map[string]any{"files": n, "folder": folder})
}

func printSchema(inv *cli.Invocation) error {
	inv.PrintText(holdfast.Schema)
	return inv.PrintJSON(json.RawMessage(holdfast.Schema))
}
