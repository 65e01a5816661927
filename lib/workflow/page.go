package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
)

// pageMark is how a page of ours begins; one without it is somebody's own.
const pageMark = "<!-- made from state.json at every checkpoint; changes here are lost -->\n"

const (
	maxPage     = 4 << 20
	maxCell     = 300 // characters of a variable in the page
	maxListed   = 200 // steps, variables and artefacts in the page
	progressBar = 20
)

// writePage makes workflow-status.md from the state. Somebody's own page, or
// what else is in its place, is set aside, not overwritten.
func (s Store) writePage(r Run) error {
	made := []byte(page(r))
	file := s.file(r.place, pageFile)
	there, err := file.Read(maxPage)
	switch {
	case err == nil && string(there) == string(made):
		return nil
	case errors.Is(err, durable.ErrLink), errors.Is(err, durable.ErrNotRegular), err == nil && !strings.HasPrefix(string(there), pageMark):
		if _, err := file.SetAside(r.Last.Time); err != nil {
			return err
		}
	case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, durable.ErrTooLarge):
		return err
	}
	return file.Replace(made, durable.Shared)
}

func page(r Run) string {
	var b strings.Builder
	b.WriteString(pageMark)
	fmt.Fprintf(&b, "# Run %s\n\n", inPage(r.ID))
	fmt.Fprintf(&b, "- **Status:** %s\n- **Branch:** %s\n", inPage(r.Status), inPage(r.Branch))
	if r.Workflow != "" {
		fmt.Fprintf(&b, "- **Workflow:** %s\n", inPage(r.Workflow))
	}
	word := func(key string) string { return inPage(r.state.Get(key).Text()) }
	fmt.Fprintf(&b, "- **Started:** %s\n- **Last checkpoint:** %s (%s)\n", word("started_at"), word("last_checkpoint"), inPage(r.Checkpoint))
	if from := word("resumed_from"); from != "" {
		fmt.Fprintf(&b, "- **Resumed from checkpoint:** %s\n", from)
	}
	if r.Status == Completed && len(r.Left) > 0 {
		fmt.Fprintf(&b, "- **Closed with open steps:** %s\n", r.Ended())
	}
	progress(&b, r)
	var variables []string
	for name, is := range r.state.Get("session_variables").Members() {
		variables = append(variables, fmt.Sprintf("`%s` = `%s`", inPage(name), strings.ReplaceAll(fence.Line(is.String(), maxCell), "`", "'")))
	}
	section(&b, "Variables", variables, func(line string) string { return line })
	section(&b, "Artefacts", artefacts(r.state.Get("artefacts_produced")), func(a Artefact) string {
		line := fmt.Sprintf("step %d: %s", a.Step, inPage(a.Path))
		if a.Copy != "" {
			line += fmt.Sprintf(" (copy: %s/%s)", copyFolder, inPage(a.Copy))
		}
		return line
	})
	section(&b, "Issues", r.Issues, inPage)
	section(&b, "Notes", r.Notes, inPage)
	return b.String()
}

func progress(b *strings.Builder, r Run) {
	b.WriteString("\n## Progress\n\n")
	if r.Total > 0 {
		filled := min(len(r.Done), r.Total) * progressBar / r.Total
		fmt.Fprintf(b, "`[%s%s]` %d of %d steps\n\n", strings.Repeat("#", filled), strings.Repeat(".", progressBar-filled), len(r.Done), r.Total)
	} else {
		fmt.Fprintf(b, "%d steps done, of an unknown number\n\n", len(r.Done))
	}
	last := min(max(r.Total, r.Current, r.Next), maxListed)
	done := map[int]bool{}
	for _, n := range r.Done {
		done[n] = true
	}
	for n := 1; n <= last; n++ {
		switch {
		case n == r.Current && n == r.Next && r.Status == Running:
			fmt.Fprintf(b, "- [ ] step %d, begun\n", n)
		case done[n]:
			fmt.Fprintf(b, "- [x] step %d\n", n)
		case n == r.Next:
			fmt.Fprintf(b, "- [ ] step %d, next\n", n)
		default:
			fmt.Fprintf(b, "- [ ] step %d\n", n)
		}
	}
}

func section[T any](b *strings.Builder, title string, items []T, line func(T) string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n", title)
	for i, item := range items {
		if i == maxListed {
			fmt.Fprintf(b, "- and %d more, in %s\n", len(items)-i, stateFile)
			return
		}
		fmt.Fprintf(b, "- %s\n", line(item))
	}
}

// inPage is data as one line of Markdown that draws nothing.
func inPage(s string) string { return strings.ReplaceAll(fence.Line(s, 500), "`", "'") }
