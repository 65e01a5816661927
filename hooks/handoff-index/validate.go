package main

import (
	"fmt"

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

type validateDocument struct {
	Files []verdict `json:"files"`
}

func runValidate(inv *cli.Invocation) error {
	c, err := openAll(inv)
	if err != nil {
		return err
	}
	rows, err := toValidate(inv, c)
	if err != nil {
		return err
	}
	doc, named := validateDocument{Files: []verdict{}}, len(inv.Rest) > 0
	progress := inv.Progress("validating", "files")
	var shown []verdict
	bad := 0
	for i, r := range rows {
		if err := inv.Ctx.Err(); err != nil {
			return fmt.Errorf("stopped after %d of %d files: %w", i, len(rows), err)
		}
		if progress != nil {
			progress(i+1, len(rows))
		}
		v, err := judge(c, r)
		if err != nil {
			return err
		}
		if !v.Valid {
			bad++
		}
		if named || !v.Valid {
			shown = append(shown, v)
		}
		doc.Files = append(doc.Files, v)
	}
	shown, more := cli.First(inv, shown)
	for _, v := range shown {
		printVerdict(inv, v)
	}
	inv.More(more)
	if len(rows) != 1 || !named {
		printTotal(inv, doc.Files, bad)
	}
	if err := inv.PrintJSON(doc); err != nil || bad == 0 {
		return err
	}
	message := fmt.Sprintf("%d of %s are not valid artifacts", bad, fence.Count(len(rows), "file"))
	if len(rows) == 1 {
		message = "1 file is not a valid artifact"
	}
	return &cli.Error{Code: cli.Invalid, Message: message, Shown: true}
}

// printTotal is the last lines: how many files there are of each kind, and what
// makes the others valid.
func printTotal(inv *cli.Invocation, all []verdict, bad int) {
	if len(all) == 0 {
		inv.Printf("nothing saved in this project\n")
		return
	}
	earlier := 0
	for _, v := range all {
		if v.Generation != "" {
			earlier++
		}
	}
	n := len(all) - earlier
	inv.Printf("%s: %d valid, %d with faults\n", fence.Count(n, "artifact"), n-bad, bad)
	if earlier > 0 {
		inv.Printf("%s of an earlier tool\n", fence.Count(earlier, "file"))
	}
	if earlier+bad > 0 {
		inv.Printf("to convert what can be converted: holdfast migrate\n")
	}
}

func toValidate(inv *cli.Invocation, c catalog.Opened) ([]index.Row, error) {
	if len(inv.Rest) == 0 {
		rows, _, err := c.List(inv.Ctx, catalog.Filter{}, 0)
		return rows, err
	}
	var rows []index.Row
	for _, name := range inv.Rest {
		row, err := pick(inv, c, name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func judge(c catalog.Opened, r index.Row) (verdict, error) {
	v := verdict{Path: r.Path, Generation: r.Generation, Faults: []fault.Fault{}}
	if v.Generation != "" {
		v.Valid = true // of its generation; the schema is not its own
		return v, nil
	}
	a, _, err := c.Load(r.Path)
	if err != nil {
		return v, err
	}
	if a.Broken != nil {
		v.Broken = a.Broken.Error()
	}
	v.Faults = append(append(v.Faults, artifact.NameFault(r.Path)...), a.Faults...)
	v.Valid = v.Broken == "" && len(v.Faults) == 0
	return v, nil
}

func printVerdict(inv *cli.Invocation, v verdict) {
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

func printSchema(inv *cli.Invocation) error {
	b, err := artifact.JSONSchema()
	if err != nil {
		return err
	}
	inv.PrintAlways(string(b))
	return nil
}
