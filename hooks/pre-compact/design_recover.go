package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"holdfast/lib/design"
	"holdfast/lib/fence"
)

type restartDocument struct {
	Feature    string   `json:"feature"`
	Path       string   `json:"path"`
	Archived   string   `json:"archived"`
	Moved      []string `json:"moved"`
	To         string   `json:"to"`
	Superseded []string `json:"superseded"`
}

func (c *designCall) restart() error {
	r, err := c.store.Restart(c.feature, c.Now())
	if err != nil {
		return err
	}
	for _, w := range r.Warnings {
		c.Warnf("%v", w)
	}
	c.Printf("archived the design %s as %s\n", c.feature, r.Archived)
	for _, p := range r.Moved {
		c.Printf("moved %s to %s\n", p, r.To)
	}
	for _, p := range r.Superseded {
		c.Printf("kept %s, of the earlier design\n", p)
	}
	c.Printf("Current stage: 0 %s\n", r.Session.Table()[0].Name)
	return c.PrintJSON(restartDocument{
		Feature: c.feature, Path: r.Session.Path, Archived: r.Archived, To: r.To,
		Moved: append([]string{}, r.Moved...), Superseded: append([]string{}, r.Superseded...),
	})
}

type rebuildDocument struct {
	Feature   string            `json:"feature"`
	Path      string            `json:"path"`
	Corrupt   string            `json:"corrupt"` // why, "" where there is no session
	Written   bool              `json:"written"`
	SetAside  string            `json:"set_aside"`
	Stage     int               `json:"resume_stage"`
	Evidence  []design.Evidence `json:"evidence"`
	Conflicts []design.Conflict `json:"conflicts"`
	Session   json.RawMessage   `json:"session"`
}

func (c *designCall) rebuild() error {
	var r design.Rebuilt
	var err error
	doc := rebuildDocument{Feature: c.feature, Written: c.yes}
	if c.yes {
		var res design.Result
		if r, doc.SetAside, res, err = c.store.Rebuild(c.feature, c.Now()); err != nil {
			return err
		}
		for _, w := range res.Warnings {
			c.Warnf("%v", w)
		}
	} else {
		if r, err = c.store.Reconstruct(c.feature, c.Now()); err != nil {
			return err
		}
		if err := c.store.Rebuildable(c.feature, r); err != nil {
			return err
		}
	}
	st, _ := r.Session.Resume()
	doc.Path, doc.Stage, doc.Evidence = r.Session.Path, st.Number, r.Evidence
	doc.Conflicts, doc.Session = c.store.Conflicts(r.Session), r.Session.JSON()
	if r.Corrupt != nil {
		doc.Corrupt = r.Corrupt.Error()
	}
	c.printRebuilt(r, doc, st)
	return c.PrintJSON(doc)
}

func (c *designCall) printRebuilt(r design.Rebuilt, doc rebuildDocument, st design.Stage) {
	if doc.Corrupt != "" {
		c.Printf("%s\n", doc.Corrupt)
	} else if r.There {
		c.Printf("The session file is intact; this is what the documents alone prove.\n")
	}
	for _, e := range r.Evidence {
		c.Printf("%d %-15s %-12s %s\n", e.Stage, e.Name, e.Status, e.Why)
		for _, d := range e.Files {
			c.Printf("    %s%s\n", d.Path, toldOf(d))
		}
	}
	for _, x := range doc.Conflicts {
		c.Printf("conflict: %s\n", x.Text)
	}
	switch {
	case c.yes:
		if doc.SetAside != "" {
			c.Printf("set aside %s\n", doc.SetAside)
		}
		c.Printf("wrote %s\nResume at stage %d (%s): holdfast design %s\n", doc.Path, st.Number, st.Name, c.feature)
	case r.Corrupt != nil || !r.There:
		c.Printf("It would resume at stage %d (%s). holdfast design %s rebuild --yes writes it.\n", st.Number, st.Name, c.feature)
	}
}

// toldOf is what a document says of itself, in words.
func toldOf(d design.Document) string {
	var parts []string
	if d.Status != "" {
		parts = append(parts, "Status: "+d.Status)
	}
	if noun := map[design.Kind]string{design.Rules: "rules", design.Analysis: "alternatives", design.BDD: "scenarios"}[d.Kind]; noun != "" {
		parts = append(parts, fmt.Sprintf("%s: %d", noun, len(d.Titles)))
	}
	if len(d.Missing) > 0 {
		parts = append(parts, "lacks: "+strings.Join(d.Missing, ", "))
	}
	if parts == nil {
		return ""
	}
	return " (" + fence.Line(strings.Join(parts, "; "), 0) + ")"
}

// exists reports whether something is at path.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
