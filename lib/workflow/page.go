package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
)

// pageMark is how a page of ours begins; one without it is somebody's own.
const pageMark = "<!-- made from state.json at every checkpoint; changes here are lost -->\n"

const (
	maxPage   = 4 << 20
	maxListed = 200 // steps, variables and artefacts in the page
)

// writePage makes workflow-status.md from the state. Somebody's own page, or
// what else is in its place, stays.
func (s Store) writePage(r Run) error {
	made := []byte(r.page())
	file := s.file(r.place, pageFile)
	there, err := file.Read(maxPage)
	if err == nil && string(there) == string(made) {
		return nil
	}
	if err == nil && strings.HasPrefix(string(there), pageMark) {
		return file.Replace(made, durable.Shared)
	}
	if err = file.Create(made, durable.Shared); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// page is the state as a person reads it.
func (r Run) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s# Run %s\n\n", pageMark, inPage(r.ID))
	for _, fact := range [][2]string{
		{"Status", r.Status},
		{"Branch", r.Branch},
		{"Workflow", r.says("workflow_path")},
		{"Started", r.says("started_at")},
		{"Last checkpoint", fmt.Sprintf("%s (%s)", r.says("last_checkpoint"), r.Checkpoint)},
		{"Resumed from checkpoint", r.says("resumed_from")},
		{"Closed with open steps", r.closedOpen()},
	} {
		if fact[1] != "" {
			fmt.Fprintf(&b, "- **%s:** %s\n", fact[0], inPage(fact[1]))
		}
	}
	r.progress(&b)
	var variables, made []string
	for name, is := range r.variables().Members() {
		variables = append(variables, fmt.Sprintf("`%s` = `%s`", inPage(name), inPage(is.String())))
	}
	for _, a := range artefacts(r.produced()) {
		line := fmt.Sprintf("step %d: %s", a.Step, inPage(a.Path))
		if a.Copy != "" {
			line += fmt.Sprintf(" (copy: %s/%s)", copyFolder, inPage(a.Copy))
		}
		made = append(made, line)
	}
	section(&b, "Variables", variables)
	section(&b, "Artefacts", made)
	section(&b, "Issues", inPages(r.issues()))
	section(&b, "Notes", inPages(r.notes()))
	return b.String()
}

func (r Run) progress(b *strings.Builder) {
	of := fmt.Sprintf("%d of %d steps", len(r.done), r.Total)
	if r.Total == 0 {
		of = fmt.Sprintf("%d steps done, of an unknown number", len(r.done))
	}
	fmt.Fprintf(b, "\n## Progress\n\n%s\n\n", of)
	for n := 1; n <= min(max(r.Total, r.Current, r.Next), maxListed); n++ {
		box, note := " ", ""
		switch {
		case n == r.Current && n == r.Next && r.Status == Running:
			note = ", begun"
		case slices.Contains(r.done, n):
			box = "x"
		case n == r.Next:
			note = ", next"
		}
		fmt.Fprintf(b, "- [%s] step %d%s\n", box, n, note)
	}
}

func section(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n", title)
	for _, line := range lines[:min(len(lines), maxListed)] {
		fmt.Fprintf(b, "- %s\n", line)
	}
	if over := len(lines) - maxListed; over > 0 {
		fmt.Fprintf(b, "- and %d more, in %s\n", over, stateFile)
	}
}

// inPage is data as one line of Markdown that draws nothing.
func inPage(s string) string { return strings.ReplaceAll(fence.Line(s, 500), "`", "'") }

func inPages(all []string) []string {
	var safe []string
	for _, s := range all {
		safe = append(safe, inPage(s))
	}
	return safe
}
