package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/legacy"
	"holdfast/lib/machine"
	"holdfast/lib/moved"
)

type adoptDocument struct {
	Line      string          `json:"line"`
	Adopted   bool            `json:"adopted"`
	Artifacts []adoptArtifact `json:"artifacts"` // oldest first
}

type adoptArtifact struct {
	Path    string `json:"path"`
	Content string `json:"content"`
}

func adoptLine(inv *cli.Invocation) error {
	if from := inv.Flag("from"); from != "" {
		return adoptMoved(inv, from)
	}
	if inv.On("migrated") {
		return adoptMigrated(inv)
	}
	p, lines, err := allLines(inv)
	if err != nil {
		return err
	}
	l := lines.Find(inv.Rest[0])
	if l == nil {
		return notFound(inv.Rest[0], p.Names(inv.Ctx, true))
	}
	doc := adoptDocument{Line: l.Name, Artifacts: []adoptArtifact{}}
	var contents [][]byte
	broken := 0
	for _, a := range slices.Backward(l.Artifacts(false)) {
		if a.Broken != nil {
			broken++
			continue
		}
		b, err := p.Store.Bytes(a.Path)
		if err != nil || machine.Sum(b) != a.Sum {
			continue // it changed this very moment
		}
		contents = append(contents, b)
		doc.Artifacts = append(doc.Artifacts, adoptArtifact{a.Path, string(b)})
		inv.Printf("%s\n\n", a.Path)
		inv.PrintText(string(b) + "\n")
	}
	if broken > 0 {
		left := fmt.Sprintf("%s of line %s cannot be read", fence.Count(broken, "file"), fence.Shown(l.Name))
		if len(contents) == 0 {
			left += "; there is nothing else to adopt"
			return &cli.Error{Code: cli.Invalid, Message: left, Hint: "holdfast validate"}
		}
		inv.Warnf("%s; holdfast validate says why", left)
	}
	if len(contents) == 0 {
		inv.Printf("every artifact of line %s was written on this machine\n", l.Name)
		return inv.PrintJSON(doc)
	}
	question := fmt.Sprintf("take over %s of line %s?", fence.Count(len(contents), "file"), fence.Shown(l.Name))
	agreed, err := agree(inv, question, "adopted", fence.Typed("holdfast adopt %s --yes", l.Name))
	if err != nil || !agreed {
		return cmp.Or(err, inv.PrintJSON(doc))
	}
	if err := p.Store.Adopt(contents...); err != nil {
		return err
	}
	// It is kept in the machine folder, so that it is there on every branch, and this
	// session goes on with it.
	_, _, err = p.Named(inv.Ctx, l.Name)
	if id := inv.Getenv("CLAUDE_CODE_SESSION_ID"); id != "" && err == nil {
		err = p.Store.Note(inv.Ctx, id, artifact.NoteTaken, l.Name)
	}
	if err != nil {
		inv.Warnf("%v", err)
	}
	doc.Adopted = true
	inv.Printf("adopted line %s: the next session here gets it in full\n", l.Name)
	return inv.PrintJSON(doc)
}

// adoptMigrated takes over what migrations on this machine made, after one
// question for all of it.
func adoptMigrated(inv *cli.Invocation) error {
	root, folder := inv.Project, inv.Machine
	made, err := legacy.Migration{Root: root, Machine: folder}.Foreign()
	if err != nil {
		return err
	}
	store := artifact.Of(root, folder)
	doc := adoptDocument{Artifacts: []adoptArtifact{}}
	var contents [][]byte
	for _, rel := range made {
		b, err := store.Bytes(rel)
		if err != nil {
			inv.Warnf("%q: %s", rel, cli.OneLine(err.Error()))
			continue
		}
		contents = append(contents, b)
		doc.Artifacts = append(doc.Artifacts, adoptArtifact{rel, string(b)})
		inv.Printf("%s\n  %s\n", rel, fence.Line(artifact.Parse(rel, b).Goal(), 100))
	}
	if len(contents) == 0 {
		inv.Printf("no migrated file is left to adopt: holdfast migrate made none here that nobody edited since\n")
		return inv.PrintJSON(doc)
	}
	question := "take over " + fence.Count(len(contents), "migrated file") + "?"
	agreed, err := agree(inv, question, "adopted", "holdfast adopt --migrated --yes")
	if err != nil || !agreed {
		return cmp.Or(err, inv.PrintJSON(doc))
	}
	if err := store.Adopt(contents...); err != nil {
		return err
	}
	doc.Adopted = true
	inv.Printf("adopted %s: the next session here gets their lines in full\n", fence.Count(len(contents), "file"))
	return inv.PrintJSON(doc)
}

// agree asks a question about what a command is about to do. Without a terminal it
// says that nothing was done, and names the command that does it.
func agree(inv *cli.Invocation, question, done, command string) (bool, error) {
	if inv.On("yes") {
		return true, nil
	}
	if inv.JSON || !inv.Terminal(inv.Stdin) || !inv.OnTerminal() {
		inv.Printf("nothing was %s; %s does\n", done, inv.Typed(command))
		return false, nil
	}
	agreed, err := inv.Confirm(question)
	if err != nil || !agreed {
		inv.Printf("nothing was %s\n", done)
	}
	return agreed, err
}

// adoptMoved takes over what is kept of the project that was at dir.
func adoptMoved(inv *cli.Invocation, dir string) error {
	root, folder := inv.Project, inv.Machine
	if !filepath.IsAbs(dir) {
		here, err := inv.WorkingDir()
		if err != nil {
			return err
		}
		dir = filepath.Join(here, dir)
	}
	git := func() (gitrepo.Git, bool) { return gitrepo.New(inv.Getenv("PATH"), inv.Environ()) }
	stayed, err := moved.Project{Root: root, Machine: folder, Git: git}.From(inv.Ctx, filepath.Clean(dir))
	if err != nil {
		return &cli.Error{Code: cli.NotFound, Message: err.Error()}
	}
	inv.Printf("took over what was kept of %s\n", dir)
	if len(stayed) > 0 {
		inv.Printf("this project has its own already of: %s\n", strings.Join(stayed, ", "))
	}
	return inv.PrintJSON(map[string]any{"from": dir, "stayed": append([]string{}, stayed...)})
}
