package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/moved"
)

type adoption struct {
	Line      string            `json:"line"`
	Adopted   bool              `json:"adopted"`
	Artifacts []adoptedArtifact `json:"artifacts"` // oldest first
}

type adoptedArtifact struct {
	Path    string `json:"path"`
	Content string `json:"content"`
}

// othersArtifacts are the artifacts of a line that this machine did not write, oldest first; broken is how many of them
// cannot be read.
func othersArtifacts(p line.Project, l *line.Line) (theirs []adoptedArtifact, broken int) {
	theirs = []adoptedArtifact{}
	for _, a := range slices.Backward(l.Artifacts(false)) {
		b, err := p.Store.Bytes(a.Path)
		switch {
		case a.Broken != nil:
			broken++
		case err == nil && machine.Sum(b) == a.Sum: // else it changed this very moment
			theirs = append(theirs, adoptedArtifact{a.Path, string(b)})
		}
	}
	return theirs, broken
}

// adoptLine shows what others wrote in a line and, once the person agreed, takes it over.
func adoptLine(inv *cli.Invocation) error {
	if inv.Has("from") {
		return adoptMoved(inv, inv.Flag("from"))
	}
	p, lines, _, err := ownLines(inv)
	if err != nil {
		return err
	}
	l := lines.Find(inv.Rest[0])
	if l == nil {
		return notFound(inv.Rest[0], p.Names(inv.Ctx))
	}
	doc := adoption{Line: l.Name}
	var broken int
	doc.Artifacts, broken = othersArtifacts(p, l)
	for _, a := range doc.Artifacts {
		inv.Printf("%s\n\n", a.Path)
		inv.PrintText(a.Content + "\n")
	}
	files := fence.Count(len(doc.Artifacts), "file")
	switch {
	case broken > 0 && len(doc.Artifacts) == 0:
		return cli.Fail(cli.Invalid, "holdfast validate",
			"%s of line %s cannot be read, and there is nothing else to adopt", fence.Count(broken, "file"), l.Name)
	case broken > 0:
		inv.Warnf("%s of line %s cannot be read; holdfast validate says why", fence.Count(broken, "file"), l.Name)
	case len(doc.Artifacts) == 0:
		inv.Printf("every artifact of line %s was written on this machine\n", l.Name)
		return inv.PrintJSON(doc)
	}
	question := fmt.Sprintf("take over %s of line %s?", files, fence.Shown(l.Name))
	contents := each.Of(doc.Artifacts, func(one adoptedArtifact) []byte { return []byte(one.Content) })
	doc.Adopted, err = agreed(inv, question, "adopted", fence.Typed("holdfast adopt %s --yes", l.Name),
		func() error { return p.Store.Adopt(contents...) })
	if err != nil {
		return err
	}
	if doc.Adopted {
		// It is kept in the machine folder, so that it is there on every branch, and this session goes on with it.
		now, err := p.Named(inv.Ctx, l.Name)
		if id := inv.Getenv("CLAUDE_CODE_SESSION_ID"); id != "" && err == nil {
			err = p.Store.Note(inv.Ctx, id, artifact.NoteTaken, l.Name)
		}
		inv.Warn(err)
		gets := "the next session here gets it in full"
		if now == nil || now.Closed || !now.Here(func(string) bool { return true }) {
			gets = inv.Typable("holdfast show %s", l.Name) + " prints it" // a session gets a row of it, or a count
		}
		inv.Printf("adopted line %s: %s\n", l.Name, gets)
	}
	return inv.PrintJSON(doc)
}

func adoptMoved(inv *cli.Invocation, dir string) error {
	dir, err := inv.Absolute(dir)
	if err != nil {
		return err
	}
	project := moved.Project{Root: inv.Project, Machine: inv.Machine, Git: inv.Git}
	stayed, err := project.From(inv.Ctx, filepath.Clean(dir))
	if err != nil {
		return cli.Missing("", "%w", err)
	}
	inv.Printf("took over what was kept of %s\n", dir)
	if len(stayed) > 0 {
		inv.Printf("this project has its own already of: %s\n", strings.Join(stayed, ", "))
	}
	return inv.PrintJSON(map[string]any{"from": dir, "stayed": stayed})
}
