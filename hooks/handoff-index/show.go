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

type showDocument struct {
	item
	Ours     bool          `json:"ours"` // this machine wrote the file as it is
	Front    any           `json:"front"`
	Body     any           `json:"body"`
	Faults   []fault.Fault `json:"faults"`
	Problems []string      `json:"problems"` // of an earlier generation
}

func runShow(inv *cli.Invocation) error {
	summary := inv.On("summary")
	at, err := inv.Number("at", 0)
	if err != nil {
		return err
	}
	if at > 0 && summary {
		return inv.UsageError("--at takes the number of a turn, and no other option")
	}
	c := open(inv)
	if summary {
		return showSummary(inv, c.Store, inv.Rest[0])
	}
	name, shown := inv.Rest[0], false
	if at == 0 {
		name, shown, err = showLine(inv, c.Store, name)
	}
	if err != nil || shown {
		return err
	}
	if shown, err := showSession(inv, c.Store, name, at); err != nil || shown {
		return err
	}
	if at > 0 {
		return &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("no earlier session %q in this project", name), Hint: "holdfast history"}
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
	if err != nil {
		return err
	}
	if a.Sum == "" {
		return fmt.Errorf("showing %q: %w", row.Path, a.Broken)
	}
	for _, p := range complaints(a, problems) {
		inv.Warnf("%s: %s", fence.Line(row.Path, 0), p)
	}
	if !inv.JSON {
		text, err := textOf(c, row, a)
		if err != nil {
			return err
		}
		inv.PrintText(text)
		return nil
	}
	return inv.PrintJSON(showDocument{
		item: itemOf(row), Ours: c.Store.Machine.Wrote(a.Sum), Front: yamldoc.Value(a.Front), Body: yamldoc.Value(a.Body),
		Faults: append([]fault.Fault{}, a.Faults...), Problems: append([]string{}, problems...),
	})
}

// textOf is what show prints: the file, or the artifact that would be made.
func textOf(c catalog.Catalog, row index.Row, a artifact.Artifact) (string, error) {
	if row.Generation != "" && row.Generation != artifact.YAMLGeneration {
		b, err := a.Render()
		return string(b), err
	}
	b, err := c.Store.Bytes(row.Path)
	return string(b), err
}

func complaints(a artifact.Artifact, problems []string) []string {
	var all []string
	if a.Broken != nil {
		all = append(all, a.Broken.Error())
	}
	for _, f := range a.Faults {
		all = append(all, f.String())
	}
	if len(a.Unusual) > 0 {
		all = append(all, "read as plain text: "+strings.Join(unusual(a), "; "))
	}
	return append(all, problems...)
}

// pick finds the one row that the argument means.
func pick(inv *cli.Invocation, c catalog.Opened, name string) (index.Row, error) {
	ctx := inv.Ctx
	if name == "latest" {
		branch := ""
		if repo, ok := gitrepo.Find(c.Store.Root); ok {
			branch = repo.Head().Branch
		}
		row, ok, err := c.Latest(ctx, branch)
		if err == nil && !ok {
			if row, ok, err = c.Latest(ctx, ""); err == nil && !ok {
				err = nothing(inv, c.Store)
			} else if err == nil {
				inv.Warnf("nothing is saved on branch %q; this is the newest of all, of branch %q", branch, row.Branch)
			}
		}
		return row, err
	}
	asked := filepath.ToSlash(name)
	if rel, ok := inv.InProject(c.Store.Root, name); ok && (strings.Contains(asked, "/") || filepath.IsAbs(name)) {
		asked = rel
	}
	found, err := c.Find(ctx, asked)
	if err != nil {
		return index.Row{}, err
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		known := line.In(c.Store, inv.Now()).Names(ctx, true)
		rows, _, _ := c.List(ctx, catalog.Filter{}, maxMeant)
		for _, r := range rows {
			known = append(known, r.Path, path.Base(r.Path))
		}
		return index.Row{}, &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("%q is not saved in this project%s", name, cli.Meant(name, known)),
			Hint: "holdfast lines, holdfast list and holdfast history name what is"}
	}
	e := &cli.Error{Code: cli.NotFound, Message: fmt.Sprintf("%q means %d files", name, len(found)), Hint: "name one of them"}
	for _, r := range found {
		e.Candidates = append(e.Candidates, r.Path)
	}
	return index.Row{}, e
}
