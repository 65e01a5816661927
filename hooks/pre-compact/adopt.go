package main

import (
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

// An adoption is what is taken over.
type adoption struct {
	Line      string            `json:"line"`
	Adopted   bool              `json:"adopted"`
	Artifacts []adoptedArtifact `json:"artifacts"` // oldest first
}

type adoptedArtifact struct {
	Path    string `json:"path"`
	Content string `json:"content"`
}

func adoptLine(inv *cli.Invocation) error {
	switch {
	case inv.Has("from"):
		return adoptMoved(inv, inv.Flag("from"))
	case inv.On("migrated"):
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
	doc := adoption{Line: l.Name, Artifacts: []adoptedArtifact{}}
	broken := 0
	for _, a := range slices.Backward(l.Artifacts(false)) {
		b, err := p.Store.Bytes(a.Path)
		switch {
		case a.Broken != nil:
			broken++
		case err == nil && machine.Sum(b) == a.Sum: // else it changed this very moment
			doc.Artifacts = append(doc.Artifacts, adoptedArtifact{a.Path, string(b)})
			inv.Printf("%s\n\n", a.Path)
			inv.PrintText(string(b) + "\n")
		}
	}
	if broken > 0 {
		inv.Warnf("%s of line %s cannot be read; holdfast validate says why", fence.Count(broken, "file"), l.Name)
	}
	if broken > 0 && len(doc.Artifacts) == 0 {
		return &cli.Error{Code: cli.Invalid, Message: "there is nothing else to adopt", Hint: "holdfast validate"}
	}
	if len(doc.Artifacts) == 0 {
		inv.Printf("every artifact of line %s was written on this machine\n", l.Name)
		return inv.PrintJSON(doc)
	}
	question := fmt.Sprintf("take over %s of line %s?", fence.Count(len(doc.Artifacts), "file"), fence.Shown(l.Name))
	return doc.ask(inv, p.Store, question, fence.Typed("holdfast adopt %s --yes", l.Name), func() error {
		// It is kept in the machine folder, so that it is there on every branch, and this
		// session goes on with it.
		_, _, err := p.Named(inv.Ctx, l.Name)
		if id := inv.Getenv("CLAUDE_CODE_SESSION_ID"); id != "" && err == nil {
			err = p.Store.Note(inv.Ctx, id, artifact.NoteTaken, l.Name)
		}
		inv.Printf("adopted line %s: the next session here gets it in full\n", l.Name)
		return err
	})
}

// ask asks whether to adopt, does it, and prints the result; then is what follows.
func (a adoption) ask(
	inv *cli.Invocation, store artifact.Store, question, command string, then func() error,
) (err error) {
	a.Adopted, err = agreed(inv, question, "adopted", command, func() error {
		var contents [][]byte
		for _, one := range a.Artifacts {
			contents = append(contents, []byte(one.Content))
		}
		return store.Adopt(contents...)
	})
	if err != nil {
		return err
	}
	if a.Adopted {
		if err := then(); err != nil {
			inv.Warnf("%v", err)
		}
	}
	return inv.PrintJSON(a)
}

// adoptMigrated takes over what migrations on this machine made, after one
// question for all of it.
func adoptMigrated(inv *cli.Invocation) error {
	made, err := legacy.Migration{Root: inv.Project, Machine: inv.Machine}.Foreign()
	if err != nil {
		return err
	}
	store := artifact.Of(inv.Project, inv.Machine)
	doc := adoption{Artifacts: []adoptedArtifact{}}
	for _, rel := range made {
		b, err := store.Bytes(rel)
		if err != nil {
			inv.Warnf("%q: %s", rel, cli.OneLine(err.Error()))
			continue
		}
		doc.Artifacts = append(doc.Artifacts, adoptedArtifact{rel, string(b)})
		inv.Printf("%s\n  %s\n", rel, fence.Line(artifact.Parse(rel, b).Goal(), 100))
	}
	if len(doc.Artifacts) == 0 {
		inv.Printf("no migrated file is left to adopt: holdfast migrate made none here that nobody edited since\n")
		return inv.PrintJSON(doc)
	}
	question := "take over " + fence.Count(len(doc.Artifacts), "migrated file") + "?"
	return doc.ask(inv, store, question, "holdfast adopt --migrated --yes", func() error {
		inv.Printf("adopted %s: the next session here gets their lines in full\n", fence.Count(len(made), "file"))
		return nil
	})
}

// agreed does what a command shows, once a person agreed. Without a terminal it
// says that nothing was done, and names the command that does it.
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

// adoptMoved takes over what is kept of the project that was at dir.
func adoptMoved(inv *cli.Invocation, dir string) error {
	if !filepath.IsAbs(dir) {
		here, err := inv.WorkingDir()
		if err != nil {
			return err
		}
		dir = filepath.Join(here, dir)
	}
	git := func() (gitrepo.Git, bool) { return gitrepo.New(inv.Getenv("PATH"), inv.Environ()) }
	project := moved.Project{Root: inv.Project, Machine: inv.Machine, Git: git}
	stayed, err := project.From(inv.Ctx, filepath.Clean(dir))
	if err != nil {
		return &cli.Error{Code: cli.NotFound, Message: err.Error()}
	}
	inv.Printf("took over what was kept of %s\n", dir)
	if len(stayed) > 0 {
		inv.Printf("this project has its own already of: %s\n", strings.Join(stayed, ", "))
	}
	return inv.PrintJSON(map[string]any{"from": dir, "stayed": append([]string{}, stayed...)})
}
