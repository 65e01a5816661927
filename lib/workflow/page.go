package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/record"
)

// pageMark is how a page of ours begins; one without it is somebody's own.
const pageMark = "<!-- made from state.json at every checkpoint; changes here are lost -->\n"

const maxPage = 4 << 20

// writePage makes workflow-status.md. Somebody's own page stays.
func (s Store) writePage(r Run) error {
	made := []byte(r.page())
	file := s.file(r.place, pageFile)
	there, err := file.Read(maxPage)
	if err == nil && strings.HasPrefix(string(there), pageMark) {
		if string(there) == string(made) {
			return nil
		}
		return file.Replace(made, durable.Shared)
	}
	if err = file.Create(made, durable.Shared); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

func (r Run) page() string {
	var page strings.Builder
	line := func(format, value string) {
		fmt.Fprintf(&page, format+"\n", strings.ReplaceAll(fence.Line(value, 500), "`", "'")) // draws nothing
	}
	page.WriteString(pageMark)
	line("# Run %s\n", r.ID)
	for _, fact := range [][2]string{
		{"Status", r.Status},
		{"Branch", r.Branch},
		{"Workflow", r.says("workflow_path")},
		{"Started", r.says("started_at")},
		{"Last checkpoint", r.says("last_checkpoint") + " (" + r.Checkpoint + ")"},
		{"Step", r.step()},
		{"Done", strings.Trim(fmt.Sprint(r.done), "[]")},
		{"Resumed from checkpoint", r.says("resumed_from")},
		{"Closed with open steps", r.closedOpen()},
	} {
		if fact[1] != "" {
			line("- **"+fact[0]+":** %s", fact[1])
		}
	}
	for _, s := range r.lists(r.variables(), r.artefacts()) {
		fmt.Fprintf(&page, "\n## %s\n\n", strings.ToUpper(s.title[:1])+s.title[1:])
		for _, l := range s.lines {
			line("- `%s`", l)
		}
	}
	return page.String()
}

// A titled is a list that is shown of a run.
type titled struct {
	title string
	lines []string
}

// lists are those that are shown of a run, with the variables and artefacts of a moment.
func (r Run) lists(variables record.Value, made []Artefact) []titled {
	var vars, files []string
	for name, is := range variables.Members() {
		vars = append(vars, name+" = "+is.String())
	}
	for _, a := range made {
		files = append(files, a.String())
	}
	all := []titled{{"variables", vars}, {"artefacts", files}, {"issues", r.issues()}, {"notes", r.notes()}}
	return slices.DeleteFunc(all, func(t titled) bool { return len(t.lines) == 0 })
}
