package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"holdfast/lib/artifact"
	"holdfast/lib/catalog"
	"holdfast/lib/cli"
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

type validated struct {
	Files               []verdict `json:"files"`
	valid, earlier, bad int
}

func runValidate(inv *cli.Invocation) error {
	c, err := openAll(inv)
	if err != nil {
		return err
	}
	var rows []index.Row
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
	doc := validated{Files: []verdict{}}
	for i, r := range rows {
		if stopped := inv.Ctx.Err(); stopped != nil {
			return fmt.Errorf("stopped after %d of %d files: %w", i, len(rows), stopped)
		}
		err = cmp.Or(err, doc.add(c, r))
	}
	if err := inv.Report(doc, err); err != nil || doc.bad == 0 {
		return err
	}
	e := cli.Fail(cli.Invalid, "", "%d of %s are not valid artifacts", doc.bad, fence.Count(len(rows), "file"))
	if len(rows) == 1 {
		e = cli.Fail(cli.Invalid, "", "1 file is not a valid artifact")
	}
	e.Shown = true
	return e
}

func (d *validated) add(c catalog.Opened, r index.Row) error {
	v := verdict{Path: r.Path, Generation: r.Generation, Faults: []fault.Fault{}, Valid: true}
	if v.Generation == "" {
		a, _, err := c.Load(r.Path)
		if err != nil {
			return err
		}
		if a.Broken != nil {
			v.Broken = a.Broken.Error()
		}
		v.Faults = append(append(v.Faults, artifact.NameFault(r.Path)...), a.Faults...)
		v.Valid = v.Broken == "" && len(v.Faults) == 0
	}
	switch {
	case v.Generation != "":
		d.earlier++
	case v.Valid:
		d.valid++
	default:
		d.bad++
	}
	d.Files = append(d.Files, v)
	return nil
}

// Print prints the files that were named, else those with faults, and counts of each kind.
func (d validated) Print(inv *cli.Invocation) {
	good := func(v verdict) bool { return v.Valid && len(inv.Rest) == 0 }
	shown, more := cli.First(inv, slices.DeleteFunc(slices.Clone(d.Files), good))
	for _, v := range shown {
		v.print(inv)
	}
	inv.More(more)
	switch {
	case len(d.Files) == 0:
		inv.Printf("nothing saved in this project\n")
	case len(inv.Rest) != 1:
		inv.Printf("%s: %d valid, %d with faults\n", fence.Count(d.valid+d.bad, "artifact"), d.valid, d.bad)
		if d.earlier > 0 {
			inv.Printf("%s of an earlier tool\n", fence.Count(d.earlier, "file"))
		}
		if d.earlier+d.bad > 0 {
			inv.Printf("to convert what can be converted: holdfast migrate\n")
		}
	}
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
	for _, f := range v.Faults {
		inv.Printf("           %s\n", f.String())
	}
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
	folder, err := c.Store.Folder()
	if err != nil {
		return err
	}
	inv.Printf("indexed %s of %s\n", fence.Count(n, "file"), folder)
	return inv.PrintJSON(map[string]any{"files": n, "folder": folder})
}

func printSchema(inv *cli.Invocation) error {
	b, err := artifact.JSONSchema()
	if err != nil {
		return err
	}
	inv.PrintText(string(b))
	return inv.PrintJSON(json.RawMessage(b))
}
