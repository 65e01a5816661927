package main

import (
	"flag"
	"fmt"
	"slices"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
)

const adoptHelp = `Takes over a line of work that was not written on this machine, or was edited by
hand since: a colleague's handoff, or your own from another machine. It prints
those files in full and asks. Adopted files count as written here: the next
session gets them in full, and later saves continue the line. No file is
changed.

Without a terminal it does not ask; --yes adopts.

Options:
  --yes        do not ask
  --root DIR   the project (default: found upward from here)
  --json       {"line", "adopted", "artifacts"}

Examples:
  holdfast adopt feat-auth-0c90d71c
  holdfast adopt feat-auth-0c90d71c --yes
`

func adoptVerb() cli.Verb {
	return cli.Verb{
		Name: "adopt", Synopsis: "adopt LINE [--yes]", Help: adoptHelp, Run: adoptLine,
		Summary: "takes over a line of work that came from elsewhere",
	}
}

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
	var yes bool
	if err := inv.Parse(func(fs *flag.FlagSet) { fs.BoolVar(&yes, "yes", false, "") }, 1, 1); err != nil {
		return err
	}
	p, l, err := findLine(inv, inv.Rest[0])
	if err != nil {
		return err
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
			return &cli.Error{Code: cli.Invalid, Message: left + "; there is nothing else to adopt", Hint: "holdfast validate"}
		}
		inv.Warnf("%s; holdfast validate says why", left)
	}
	if len(contents) == 0 {
		inv.Printf("every artifact of line %s was written on this machine\n", l.Name)
		return inv.PrintJSON(doc)
	}
	if !yes {
		if inv.JSON || !inv.Terminal(inv.Stdin) || !inv.OnTerminal() {
			inv.Printf("nothing was adopted; holdfast adopt %s --yes does\n", fence.Word(l.Name))
			return inv.PrintJSON(doc)
		}
		agreed, err := inv.Confirm(fmt.Sprintf("take over %s of line %s?", fence.Count(len(contents), "file"), fence.Shown(l.Name)))
		if err != nil || !agreed {
			inv.Printf("nothing was adopted\n")
			return err
		}
	}
	if err := p.Store.Adopt(contents...); err != nil {
		return err
	}
	doc.Adopted = true
	inv.Printf("adopted line %s: the next session here gets it in full\n", l.Name)
	return inv.PrintJSON(doc)
}
