package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/yamldoc"
)

func closeLines(inv *cli.Invocation) error {
	p, lines, chosen, err := ownLines(inv, inv.Rest...)
	if err != nil {
		return err
	}
	ended := []line.Status{line.Merged, line.Gone, line.Resting}
	chosen = append(chosen, each.If(lines.Own, func(l *line.Line) (*line.Line, bool) {
		return l, inv.On("gone") && slices.Contains(ended, l.Status()) && !slices.Contains(chosen, l)
	})...)
	if len(chosen) == 0 {
		inv.Printf("no line is merged, gone or resting\n")
	}
	closed := []map[string]string{}
	for _, l := range chosen {
		if l.Status() == line.Closed {
			inv.Printf("line %s is closed already\n", l.Name)
			continue
		}
		path, err := "", inv.Ctx.Err()
		if err == nil && l.Written {
			path, err = finalize(inv, p, l)
		} else if err == nil { // only hooks saved it: a word in the machine folder is enough
			err = p.Close(l)
		}
		if err != nil {
			return err
		}
		closed = append(closed, map[string]string{"line": l.Name, "path": path})
		inv.Printf("closed %s\n", strings.TrimSuffix(l.Name+": "+path, ": "))
	}
	return inv.PrintJSON(map[string]any{"closed": closed})
}

func finalize(inv *cli.Invocation, p line.Project, l *line.Line) (path string, err error) {
	d, metadata, state := artifact.NewDocument(), yamldoc.Map(), l.State()
	set := func(in *yamldoc.Node, key, value string) { yamldoc.Set(in, key, yamldoc.String(value)) }
	set(d.Front, "mode", artifact.Finalize)
	set(d.Front, "session", l.Name)
	set(d.Front, "outcome", "PARTIAL_PLUS")
	set(d.Front, "primary_bead", cmp.Or(state.Bead, "none"))
	set(d.Body, "goal", state.Goal)
	set(d.Body, "now", cmp.Or(inv.Flag("note"), "closed by request"))
	set(metadata, "trigger", "closed")
	yamldoc.Set(d.Body, "metadata", metadata)
	s := autosave.Session{Project: p, Asked: &autosave.Asked{Line: l.Name, Bead: "none", Closing: true}}
	saved, err := write(inv, s, d, artifact.Options{Now: inv.Now()})
	return saved.Path, err
}

func renameLine(inv *cli.Invocation) error {
	p, lines, chosen, err := ownLines(inv, inv.Rest[0])
	if err != nil {
		return err
	}
	l, name := chosen[0], inv.Rest[1]
	if artifact.FolderName(name) != name || len(name) > autosave.MaxName {
		return fault.Invalid("the name", "NAME", fmt.Sprintf("%q", name),
			`letters, digits, ".", "_" and "-", at most 40, no device's name on Windows`)
	}
	switch other := lines.Find(name); {
	case name == l.Name:
		return inv.UsageError("%q is its name already", name)
	case l.Closed:
		return cli.Fail(cli.Invalid, "", "the line %q is closed", l.Name)
	case other == l: // an earlier name of it, or one that became part of it
		if err := p.Join(name, ""); err != nil {
			return err
		}
	case other != nil:
		return fault.Refuse(fence.Typed("holdfast merge %s %s", l.Name, name)+" makes them one",
			"there is a line %q", name)
	}
	return join(inv, p, l.Name, name, "line %s is %s now\n")
}

func mergeLine(inv *cli.Invocation) error {
	p, _, chosen, err := ownLines(inv, inv.Rest...)
	switch {
	case err != nil:
		return err
	case chosen[0] == chosen[1]:
		return inv.UsageError("%q and %q are the same line", inv.Rest[0], inv.Rest[1])
	}
	return join(inv, p, chosen[0].Name, chosen[1].Name, "line %s is a part of %s now\n")
}

func join(inv *cli.Invocation, p line.Project, name, into, said string) error {
	if err := p.Join(name, into); err != nil {
		return err
	}
	inv.Printf(said, name, into)
	return inv.PrintJSON(map[string]string{"line": name, "into": into})
}

// ownLines are all lines of work, and those of this machine that a person names.
func ownLines(inv *cli.Invocation, names ...string) (p line.Project, all *line.Lines, named []*line.Line, err error) {
	p = autosave.ProjectOf(inv)
	all, err = p.Lines(inv.Ctx)
	for i := 0; i < len(names) && err == nil; i++ {
		var l *line.Line
		l, err = own(all, names[i])
		named = append(named, l)
	}
	return p, all, named, err
}

func notFound(name string, names []string) error {
	return cli.Missing("holdfast lines --all", "no line of work %q in this project%s", name, cli.Meant(name, names))
}

// own is the line of this machine that a person names, or only by how its name begins.
func own(lines *line.Lines, name string) (*line.Line, error) {
	names := each.Of(slices.Concat(lines.Own, lines.Foreign), func(l *line.Line) string { return l.Name })
	begins := func(n string) (string, bool) { return n, strings.HasPrefix(n, name) && name != "" }
	meant := each.If(names, begins)
	l := lines.Find(name)
	if l == nil && len(meant) == 1 {
		l = lines.Find(meant[0])
	}
	switch {
	case l == nil && len(meant) > 1:
		return nil, cli.Ambiguous(name, "lines", meant)
	case l == nil:
		return nil, notFound(name, names)
	case !l.Own:
		return nil, cli.Fail(cli.Invalid, fence.Typed("holdfast adopt %s", l.Name)+" takes it over first",
			"line %q was not written on this machine", l.Name)
	}
	return l, nil
}

// agreed does what a command shows once a person agreed, or names the command that does.
func agreed(inv *cli.Invocation, question, done, command string, do func() error) (bool, error) {
	if inv.On("yes") {
		return true, do()
	}
	if !inv.Asks() {
		inv.Printf("nothing was %s; %s does\n", done, inv.Typed(command))
		return false, nil
	}
	if yes, err := inv.Confirm(question); err != nil || !yes {
		inv.Printf("nothing was %s\n", done)
		return false, err
	}
	return true, do()
}
