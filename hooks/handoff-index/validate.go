package main

import (
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

// validated is what is wrong with saved files.
type validated struct {
	Files []verdict `json:"files"`
	named bool      // they were named, and each is shown
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
	doc := validated{Files: []verdict{}, named: len(inv.Rest) > 0}
	progress := inv.Progress("validating", "files")
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
		doc.Files = append(doc.Files, v)
	}
	_, _, bad := doc.count()
	if err := inv.Report(doc, nil); err != nil || bad == 0 {
		return err
	}
	message := fmt.Sprintf("%d of %s are not valid artifacts", bad, fence.Count(len(rows), "file"))
	if len(rows) == 1 {
		message = "1 file is not a valid artifact"
	}
	return &cli.Error{Code: cli.Invalid, Message: message, Shown: true}
}

// count is how many files are valid artifacts, of earlier tools, and neither.
func (d validated) count() (valid, earlier, bad int) {
	for _, v := range d.Files {
		switch {
		case v.Generation != "":
			earlier++
		case v.Valid:
			valid++
		default:
			bad++
		}
	}
	return valid, earlier, bad
}

func toValidate(inv *cli.Invocation, c catalog.Opened) (rows []index.Row, err error) {
	if len(inv.Rest) == 0 {
		rows, _, err = c.List(inv.Ctx, catalog.Filter{}, 0)
		return rows, err
	}
	for _, name := range inv.Rest {
		row, err := pick(inv, c, name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// judge is the verdict on a file; one of an earlier tool is valid of its generation.
func judge(c catalog.Opened, r index.Row) (verdict, error) {
	v := verdict{Path: r.Path, Generation: r.Generation, Faults: []fault.Fault{}, Valid: true}
	if v.Generation != "" {
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

// Print prints the files with faults, and how many there are of each kind.
func (d validated) Print(inv *cli.Invocation) {
	shown := slices.DeleteFunc(slices.Clone(d.Files), func(v verdict) bool { return v.Valid && !d.named })
	shown, more := cli.First(inv, shown)
	for _, v := range shown {
		v.print(inv)
	}
	inv.More(more)
	valid, earlier, bad := d.count()
	switch {
	case len(d.Files) == 1 && d.named:
		return
	case len(d.Files) == 0:
		inv.Printf("nothing saved in this project\n")
		return
	}
	inv.Printf("%s: %d valid, %d with faults\n", fence.Count(valid+bad, "artifact"), valid, bad)
	if earlier > 0 {
		inv.Printf("%s of an earlier tool\n", fence.Count(earlier, "file"))
	}
	if earlier+bad > 0 {
		inv.Printf("to convert what can be converted: holdfast migrate\n")
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

func printSchema(inv *cli.Invocation) error {
	b, err := artifact.JSONSchema()
	if err == nil {
		inv.PrintAlways(string(b))
	}
	return err
}
