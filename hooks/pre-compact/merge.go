package main

import (
	"fmt"

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/line"
)

func renameLine(inv *cli.Invocation) error {
	p, lines, err := allLines(inv)
	if err != nil {
		return err
	}
	l, err := own(lines, inv.Rest[0])
	if err != nil {
		return err
	}
	name := inv.Rest[1]
	if artifact.FolderName(name) != name {
		return fault.Invalid("the name", "NAME", fmt.Sprintf("%q", name),
			`letters, digits, ".", "_" and "-", at most 100, no device's name on Windows`)
	}
	switch other := lines.Find(name); {
	case name == l.Name:
		return inv.UsageError(fmt.Sprintf("%q is its name already", name))
	case l.Closed:
		return &fault.InvalidError{Cause: fmt.Errorf("the line %q is closed", l.Name)}
	case other == l: // an earlier name of it, or one that became part of it
		if err := p.Join(name, ""); err != nil {
			return err
		}
	case other != nil:
		hint := fence.Typed("holdfast merge %s %s", l.Name, name) + " makes them one"
		return &fault.RefusedError{Cause: fmt.Errorf("there is a line %q", name), Hint: hint}
	}
	return join(inv, p, l.Name, name, "line %s is %s now\n")
}

func mergeLine(inv *cli.Invocation) error {
	p, lines, err := allLines(inv)
	if err != nil {
		return err
	}
	l, err := own(lines, inv.Rest[0])
	if err != nil {
		return err
	}
	into, err := own(lines, inv.Rest[1])
	switch {
	case err != nil:
		return err
	case into == l:
		return inv.UsageError(fmt.Sprintf("%q and %q are the same line", inv.Rest[0], inv.Rest[1]))
	}
	return join(inv, p, l.Name, into.Name, "line %s is a part of %s now\n")
}

func join(inv *cli.Invocation, p line.Project, name, into, said string) error {
	if err := p.Join(name, into); err != nil {
		return err
	}
	inv.Printf(said, name, into)
	return inv.PrintJSON(map[string]string{"line": name, "into": into})
}
