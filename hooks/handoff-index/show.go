package main

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/history"
	"holdfast/lib/index"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

func runShow(inv *cli.Invocation) error {
	at, err := inv.Number("at", 0)
	c, name := open(inv), inv.Rest[0]
	switch {
	case err != nil:
		return err
	case at > 0 && inv.On("summary"):
		return inv.UsageError("--at takes the number of a turn, and no other option")
	case inv.On("summary"):
		return showSummary(inv, c.Store, name)
	}
	shown := false
	if at == 0 && name != "latest" && !strings.ContainsAny(name, `/\`) {
		if name, shown, err = showLine(inv, name); err != nil || shown {
			return err
		}
	}
	if shown, err := showSession(inv, c.Store, name, at); err != nil || shown {
		return err
	}
	if at > 0 {
		return cli.Missing("holdfast history", "no earlier session %q in this project", name)
	}
	return showFile(inv, name)
}

type shownFile struct {
	item
	Ours     bool          `json:"ours"` // this machine wrote the file as it is
	Front    any           `json:"front"`
	Body     any           `json:"body"`
	Faults   []fault.Fault `json:"faults"`
	Problems []string      `json:"problems"` // of an earlier generation
}

// showFile prints a saved file, or the artifact that migrate would make of it.
func showFile(inv *cli.Invocation, name string) error {
	c := open(inv)
	row, err := pick(inv, c, name)
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
	var wrong []string
	if a.Broken != nil {
		wrong = append(wrong, a.Broken.Error())
	}
	for _, p := range slices.Concat(wrong, each.Of(a.Faults, fault.Fault.String), problems) {
		inv.Warnf("%s: %s", fence.Line(row.Path, 0), p)
	}
	text := a.Render()
	if row.Generation == "" || row.Generation == artifact.YAMLGeneration {
		text, err = c.Store.Bytes(row.Path)
	}
	if err != nil {
		return err
	}
	inv.PrintText(string(text))
	return inv.PrintJSON(shownFile{
		item: itemOf(row), Ours: c.Store.Machine.Wrote(a.Sum), Front: yamldoc.Value(a.Front),
		Body: yamldoc.Value(a.Body), Faults: a.Faults, Problems: problems,
	})
}

func latest(inv *cli.Invocation, c *catalog.Catalog) (index.Row, error) {
	repo, _ := gitrepo.Find(c.Store.Root)
	branch := repo.Head().Branch
	rows, _, err := c.List(inv.Ctx, catalog.Filter{Branch: branch}, 1)
	if err == nil && len(rows) == 0 {
		if rows, _, err = c.List(inv.Ctx, catalog.Filter{}, 1); len(rows) > 0 {
			inv.Warnf("nothing is saved on branch %q; this is the newest of all, of branch %q", branch, rows[0].Branch)
		}
	}
	if err == nil && len(rows) == 0 {
		err = nothing(inv, c.Store)
	}
	return append(rows, index.Row{})[0], err
}

func pick(inv *cli.Invocation, c *catalog.Catalog, name string) (index.Row, error) {
	if name == "latest" {
		return latest(inv, c)
	}
	asked := filepath.ToSlash(name)
	if rel, ok := inv.InProject(c.Store.Root, name); ok && (strings.Contains(asked, "/") || filepath.IsAbs(name)) {
		asked = rel
	}
	found, err := c.Find(inv.Ctx, asked)
	paths := each.Of(found, func(r index.Row) string { return r.Path })
	switch {
	case err != nil:
		return index.Row{}, err
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return index.Row{}, cli.Ambiguous(name, "files", paths)
	}
	known := line.In(c.Store, inv.Now()).Names(inv.Ctx)
	rows, _, _ := c.List(inv.Ctx, catalog.Filter{}, 100) // one of the newest was meant
	paths = each.Of(rows, func(r index.Row) string { return r.Path })
	known = slices.Concat(known, paths, each.Of(paths, path.Base))
	return index.Row{}, cli.Missing("holdfast lines, holdfast list and holdfast history name what is",
		"%q is not saved in this project%s", name, cli.Meant(name, known))
}

type shownLine struct {
	Line string `json:"line"`
	line.State
	Foreign []string `json:"foreign"` // paths of what others saved there
}

// showLine prints the state of a line; of one that only others wrote it returns the newest file.
func showLine(inv *cli.Invocation, name string) (path string, shown bool, err error) {
	l, err := autosave.ProjectOf(inv).Named(inv.Ctx, name)
	if err != nil || l == nil {
		return name, false, err
	}
	others := l.Artifacts(false)
	if !l.Own {
		if len(others) > 1 {
			inv.Warnf("%s of line %s were not recorded by Holdfast on this machine; this is the newest",
				fence.Count(len(others), "file"), l.Name)
		}
		return l.Path, false, nil
	}
	doc := shownLine{Line: l.Name, State: l.State(), Foreign: []string{}}
	if doc.Artifacts+len(others) == 1 && !l.Outside {
		return l.Path, false, nil // its one file says it all
	}
	doc.Path = l.File()
	artifacts := fence.Count(doc.Artifacts, "artifact")
	inv.Printf("line %s: %s, saved %s, %s\n", l.Name, l.Status(), inv.When(doc.Saved), artifacts)
	inv.Printf("  file: %s\n", doc.Path)
	for _, section := range doc.Sections() {
		if len(section.Lines) == 1 {
			inv.Printf("  %s: %s\n", fence.Line(section.Name, 0), fence.Line(section.Lines[0], 0))
			continue
		}
		inv.Printf("  %s:\n", fence.Line(section.Name, 0))
		inv.Rows("    - ", each.Of(section.Lines, func(text string) string { return fence.Line(text, 0) })...)
	}
	for _, a := range others {
		doc.Foreign = append(doc.Foreign, a.Path)
		inv.Printf("  foreign, not counted: %s\n", fence.Line(a.Path, 0))
	}
	if len(others) > 0 {
		inv.Printf("%s shows them in full and takes them over\n", inv.Typable("holdfast adopt %s", l.Name))
	}
	return l.Name, true, inv.PrintJSON(doc)
}

// showSession prints what would be saved of a session, or what was said in it from a turn on.
func showSession(inv *cli.Invocation, store artifact.Store, name string, at int) (shown bool, err error) {
	if len(name) < 8 || strings.ContainsAny(name, `/\`) {
		return false, nil
	}
	h, err := history.Open(inv.Project, inv.Machine, inv.Getenv)
	ids := h.Matching(name)
	switch {
	case (err != nil || len(ids) == 0) && at == 0:
		return false, nil // the name may be a file's; a history that is off has no say
	case err != nil || len(ids) == 0:
		return false, err
	case slices.Contains(ids, name):
		ids = []string{name}
	case len(ids) > 1:
		return false, cli.Ambiguous(name, "sessions", ids)
	}
	sessions, err := h.Sessions(inv.Ctx, inv.Progress("reading", "sessions"))
	i := slices.IndexFunc(sessions, func(s history.Session) bool { return s.ID == ids[0] })
	switch {
	case i < 0:
		return false, err
	case at == 0 && sessions[i].Gone:
		inv.Warnf("the client deleted the transcript of session %q; this is what is kept of it", ids[0])
	case at == 0:
		return true, showPreview(inv, store, sessions[i], !h.SavePrompts)
	}
	return true, showTurns(inv, h, sessions[i], max(at, 1))
}

func showPreview(inv *cli.Invocation, store artifact.Store, s history.Session, noPrompts bool) error {
	d, ok, err := autosave.Session{
		Project: line.In(store, inv.Now()), ID: s.ID, Transcript: s.Transcript,
		Date: s.Ended.Truncate(time.Second), NoPrompts: noPrompts,
	}.Preview(inv.Ctx)
	if err != nil {
		return err
	}
	doc := map[string]any{"session_id": s.ID, "front": nil, "body": nil}
	if !ok {
		inv.Printf("nothing to save of session %s: its work is closed, or it did nothing\n", s.ID)
		return inv.PrintJSON(doc)
	}
	inv.Printf("# session %s, %s, as it would be saved\n", s.ID, inv.When(s.Ended))
	inv.PrintText(string(d.Render()))
	doc["front"], doc["body"] = yamldoc.Value(d.Front), yamldoc.Value(d.Body)
	return inv.PrintJSON(doc)
}

// A turn is a part of what was said in a session, counted from 1.
type turn struct {
	Number int `json:"turn"`
	transcript.Turn
}

func showTurns(inv *cli.Invocation, h history.Store, s history.Session, at int) error {
	all, err := h.Turns(s.ID)
	if err != nil || len(all) == 0 {
		return cli.Missing("holdfast history", "nothing that was said in session %q is kept", s.ID)
	}
	if at > len(all) {
		return inv.UsageError("--at takes a number of 1 to %d in this session, not %d", len(all), at)
	}
	head := fmt.Sprintf("session %s, %s: %s", s.ID, inv.When(s.Ended), cell(s.Goal, 200))
	inv.Printf("%s\n", inv.Paint(cli.Bold, head))
	turns, end := []turn{}, min(at-1+10, len(all))
	most := 0 // of a turn: all of it
	if inv.OnTerminal() {
		most = 300
	}
	for i, t := range all[at-1 : end] {
		turns = append(turns, turn{at + i, t})
		inv.Printf("%d  %s, %s:\n", at+i, t.Who, inv.When(t.At))
		inv.PrintText(fence.Short(t.Text, most) + "\n")
	}
	if end < len(all) {
		inv.Printf("%d more: %s show %s --at %d\n", len(all)-end, inv.Holdfast(), line.ShortID(s.ID), end+1)
	}
	return inv.PrintJSON(map[string]any{
		"session_id": s.ID, "gone": s.Gone, "goal": s.Goal, "turns": turns, "of": len(all),
	})
}

func showSummary(inv *cli.Invocation, store artifact.Store, name string) error {
	p := line.In(store, inv.Now())
	l, err := p.Named(inv.Ctx, name)
	if err != nil {
		return err
	}
	sessions, hint := []string{name}, "holdfast lines"
	of := fmt.Sprintf("a session %q is kept, and no line has that name", name)
	if l != nil {
		sessions, of = l.Sessions, fmt.Sprintf("line %q is kept", name)
		hint = fence.Typed("holdfast show %s", name)
	}
	for _, id := range slices.Backward(sessions) {
		if text, at, kept := p.Store.Summary(id); kept {
			inv.PrintText(text)
			return inv.PrintJSON(map[string]any{"session_id": id, "saved": at.UTC(), "summary": text})
		}
	}
	return cli.Missing(hint, "no summary of %s", of)
}
