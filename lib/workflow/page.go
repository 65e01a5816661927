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
// what else is in its place, is set aside, not overwritten.
func (s Store) writePage(r Run) error {
	made := []byte(r.page())
	file := s.file(r.place, pageFile)
	there, err := file.Read(maxPage)
	own := errors.Is(err, durable.ErrTooLarge) || strings.HasPrefix(string(there), pageMark)
	switch {
	case err == nil && string(there) == string(made):
		return nil
	case errors.Is(err, durable.ErrLink), errors.Is(err, durable.ErrNotRegular), err == nil && !own:
		if _, err := file.SetAside(r.Last.Time); err != nil {
			return err
		}
	case err != nil && !errors.Is(err, fs.ErrNotExist) && !own:
		return err
	}
	return file.Replace(made, durable.Shared)
}

// page is the state as a person reads it.
func (r Run) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s# Run %s\n\n", pageMark, inPage(r.ID))
	fact := func(name, says string) {
		if says != "" {
			fmt.Fprintf(&b, "- **%s:** %s\n", name, inPage(says))
		}
	}
	fact("Status", r.Status)
	fact("Branch", r.Branch)
	fact("Workflow", r.says("workflow_path"))
	fact("Started", r.says("started_at"))
	fact("Last checkpoint", fmt.Sprintf("%s (%s)", r.says("last_checkpoint"), r.Checkpoint))
	fact("Resumed from checkpoint", r.says("resumed_from"))
	if r.Status == Completed && len(r.Left) > 0 {
		fact("Closed with open steps", r.ended())
	}
	r.progress(&b)
	var variables, made []string
	for name, is := range r.variables().Members() {
		variables = append(variables, fmt.Sprintf("`%s` = `%s`", inPage(name), inPage(is.String())))
	}
	for _, a := range artefacts(r.state.Get("artefacts_produced")) {
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
	b.WriteString("\n## Progress\n\n")
	if r.Total > 0 {
		fmt.Fprintf(b, "%d of %d steps\n\n", len(r.done), r.Total)
	} else {
		fmt.Fprintf(b, "%d steps done, of an unknown number\n\n", len(r.done))
	}
	for n := 1; n <= min(max(r.Total, r.Current, r.Next), maxListed); n++ {
		_, done := slices.BinarySearch(r.done, n)
		switch {
		case n == r.Current && n == r.Next && r.Status == Running:
			fmt.Fprintf(b, "- [ ] step %d, begun\n", n)
		case done:
			fmt.Fprintf(b, "- [x] step %d\n", n)
		case n == r.Next:
			fmt.Fprintf(b, "- [ ] step %d, next\n", n)
		default:
			fmt.Fprintf(b, "- [ ] step %d\n", n)
		}
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
