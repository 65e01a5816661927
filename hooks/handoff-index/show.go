package main

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/index"
	"holdfast/lib/line"
	"holdfast/lib/yamldoc"
)

// maxMeant is how many saved files, newest first, a name that is none may have meant.
const maxMeant = 100

// A shownFile is a saved file as it is shown.
type shownFile struct {
	item
	Ours     bool          `json:"ours"` // this machine wrote the file as it is
	Front    any           `json:"front"`
	Body     any           `json:"body"`
	Faults   []fault.Fault `json:"faults"`
	Problems []string      `json:"problems"` // of an earlier generation
	text     string
}

// Print prints the file, or the artifact that migrate would make of it.
func (d shownFile) Print(inv *cli.Invocation) { inv.PrintText(d.text) }

func runShow(inv *cli.Invocation) error {
	at, err := inv.Number("at", 0)
	if err != nil {
		return err
	}
	c, name := open(inv), inv.Rest[0]
	switch {
	case at > 0 && inv.On("summary"):
		return inv.UsageError("--at takes the number of a turn, and no other option")
	case inv.On("summary"):
		return showSummary(inv, c.Store, name)
	}
	if at == 0 && name != "latest" && !strings.ContainsAny(name, `/\`) {
		var shown bool
		if name, shown, err = showLine(inv, c.Store, name); err != nil || shown {
			return err
		}
	}
	if shown, err := showSession(inv, c.Store, name, at); err != nil || shown {
		return err
	}
	if at > 0 {
		return cli.Missing("holdfast history", "no earlier session %q in this project", name)
	}
	all, err := openAll(inv)
	if err != nil {
		return err
	}
	row, err := pick(inv, all, name)
	if err != nil {
		return err
	}
	a, problems, err := c.Load(row.Path)
	if err == nil && a.Sum == "" {
		err = fmt.Errorf("showing %q: %w", row.Path, a.Broken)
	}
	if err != nil {
		return err
	}
	for _, p := range complaints(a, problems) {
		inv.Warnf("%s: %s", fence.Line(row.Path, 0), p)
	}
	var text []byte
	if row.Generation != "" && row.Generation != artifact.YAMLGeneration {
		text, err = a.Render()
	} else {
		text, err = c.Store.Bytes(row.Path)
	}
	return inv.Report(shownFile{
		item: itemOf(row), Ours: c.Store.Machine.Wrote(a.Sum), Front: yamldoc.Value(a.Front),
		Body: yamldoc.Value(a.Body), Faults: every(a.Faults), Problems: every(problems), text: string(text),
	}, err)
}

func complaints(a artifact.Artifact, problems []string) []string {
	var all []string
	if a.Broken != nil {
		all = append(all, a.Broken.Error())
	}
	for _, f := range a.Faults {
		all = append(all, f.String())
	}
	return append(all, problems...)
}

// latest is the newest row of this branch, else of all.
func latest(inv *cli.Invocation, c catalog.Opened) (index.Row, error) {
	branch := ""
	if repo, ok := gitrepo.Find(c.Store.Root); ok {
		branch = repo.Head().Branch
	}
	rows, _, err := c.List(inv.Ctx, catalog.Filter{Branch: branch}, 1)
	if err == nil && len(rows) == 0 {
		if rows, _, err = c.List(inv.Ctx, catalog.Filter{}, 1); len(rows) > 0 {
			inv.Warnf("nothing is saved on branch %q; this is the newest of all, of branch %q", branch, rows[0].Branch)
		}
	}
	switch {
	case err != nil:
		return index.Row{}, err
	case len(rows) == 0:
		return index.Row{}, nothing(inv, c.Store)
	}
	return rows[0], nil
}

// pick finds the one row that the argument means.
func pick(inv *cli.Invocation, c catalog.Opened, name string) (index.Row, error) {
	if name == "latest" {
		return latest(inv, c)
	}
	asked := filepath.ToSlash(name)
	if rel, ok := inv.InProject(c.Store.Root, name); ok && (strings.Contains(asked, "/") || filepath.IsAbs(name)) {
		asked = rel
	}
	found, err := c.Find(inv.Ctx, asked)
	if err != nil {
		return index.Row{}, err
	}
	if len(found) == 1 {
		return found[0], nil
	}
	if len(found) > 1 {
		var paths []string
		for _, r := range found {
			paths = append(paths, r.Path)
		}
		return index.Row{}, cli.Ambiguous(name, "files", paths)
	}
	known := line.In(c.Store, inv.Now()).Names(inv.Ctx)
	rows, _, _ := c.List(inv.Ctx, catalog.Filter{}, maxMeant)
	for _, r := range rows {
		known = append(known, r.Path, path.Base(r.Path))
	}
	return index.Row{}, cli.Missing("holdfast lines, holdfast list and holdfast history name what is",
		"%q is not saved in this project%s", name, cli.Meant(name, known))
}
