package main

import (
	"fmt"
	"os"

	"holdfast/lib/artifact"
	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/index"
)

const validateHelp = `Checks artifacts against the schema: those that are named, else all of the
project. Every fault is named with its field, what was found and what is
allowed. Files of earlier generations are counted; migrate makes artifacts of
them. Nothing is changed.

Options:
  --root DIR   the project (default: found upward from the working directory)
  --json       {"files": [{"path", "valid", "generation", "broken", "faults"}]}

Examples:
  holdfast validate
  holdfast validate thoughts/shared/handoffs/auth/2026-01-13_15-30_auth_handoff.yaml
`

func validateVerb() cli.Verb {
	return cli.Verb{
		Name:     "validate",
		Synopsis: "validate [PATH...]",
		Summary:  "checks artifacts against the schema",
		Help:     validateHelp,
		Run:      runValidate,
	}
}

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
	if err := inv.Parse(nil, 0, -1); err != nil {
		return err
	}
	c, err := open(inv)
	if err != nil {
		return err
	}
	rows, err := toValidate(inv, c)
	if err != nil {
		return err
	}
	doc := validateDocument{Files: []verdict{}}
	bad := 0
	progress := inv.Progress("validating", "files")
	for i, r := range rows {
		if progress != nil && !inv.OnTerminal() { // else the verdicts show it
			progress(i+1, len(rows))
		}
		v, err := judge(c, r)
		if err != nil {
			return err
		}
		if !v.Valid {
			bad++
		}
		doc.Files = append(doc.Files, v)
		printVerdict(inv, v)
	}
	if len(rows) == 0 {
		inv.Printf("nothing saved in this project\n")
	}
	if bad > 0 {
		if err := inv.PrintJSON(doc); err != nil {
			return err
		}
		message := fmt.Sprintf("%d of %d files are not valid artifacts", bad, len(rows))
		if len(rows) == 1 {
			message = "1 file is not a valid artifact"
		}
		return &cli.Error{Code: cli.Invalid, Message: message, Shown: true}
	}
	return inv.PrintJSON(doc)
}

func toValidate(inv *cli.Invocation, c catalog.Catalog) ([]index.Row, error) {
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

func judge(c catalog.Catalog, r index.Row) (verdict, error) {
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
		inv.Printf("earlier  %s: generation %s; holdfast migrate makes an artifact of it\n", v.Path, fence.Line(v.Generation, 4))
	case v.Valid:
		inv.Printf("valid    %s\n", v.Path)
	case v.Broken != "":
		inv.Printf("broken   %s: %s\n", v.Path, v.Broken)
	default:
		inv.Printf("invalid  %s\n", v.Path)
	}
	for _, f := range v.Faults {
		inv.Printf("           %s\n", f.String())
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

const schemaHelp = `Prints the schema of artifacts as a JSON Schema (draft-07), of front matter and
body taken together. docs/artifact.schema.json is its output.
`

func schemaVerb() cli.Verb {
	return cli.Verb{
		Name:     "schema",
		Synopsis: "schema",
		Summary:  "prints the JSON Schema of artifacts",
		Help:     schemaHelp,
		Run: func(inv *cli.Invocation) error {
			if err := inv.Parse(nil, 0, 0); err != nil {
				return err
			}
			b, err := artifact.JSONSchema()
			if err != nil {
				return err
			}
			inv.PrintAlways(string(b))
			return nil
		},
	}
}
