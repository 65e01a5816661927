package line

import (
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/yamldoc"
)

func decisionsOf(a artifact.Artifact) []Item {
	n := yamldoc.Get(a.Body, "decisions")
	if n == nil {
		return nil
	}
	if n.Kind == yamldoc.Mapping {
		return named(n, a.Date)
	}
	var out []Item
	for _, item := range n.Content {
		if item.Kind == yamldoc.Mapping && len(item.Content) == 2 {
			out = append(out, named(item, a.Date)...)
			continue
		}
		for _, text := range artifact.ItemLines(item) {
			out = append(out, Item{Text: text, At: a.Date})
		}
	}
	if n.Kind == yamldoc.Scalar {
		for _, text := range a.Lines("decisions") {
			out = append(out, Item{Text: text, At: a.Date})
		}
	}
	return out
}

func named(m *yamldoc.Node, at time.Time) []Item {
	var out []Item
	for i := 0; i+1 < len(m.Content); i += 2 {
		name, text := m.Content[i].Value, strings.Join(artifact.ItemLines(m.Content[i+1]), "; ")
		if name != "" && text != "" {
			out = append(out, Item{Name: name, Text: text, At: at})
		}
	}
	return out
}

func checksOf(a artifact.Artifact) []Check {
	var out []Check
	for _, item := range objectsAt(a, "checks") {
		c := Check{Command: yamldoc.Text(item, "command"), When: a.Date}
		if item.Kind == yamldoc.Scalar {
			c.Command = item.Value
		}
		if t, ok := artifact.ParseDate(yamldoc.Text(item, "when")); ok {
			c.When = t
		}
		if c.Command != "" {
			out = append(out, c)
		}
	}
	return out
}

func doneOf(a artifact.Artifact) []Done {
	var out []Done
	for _, item := range objectsAt(a, "done_this_session") {
		d := Done{Task: yamldoc.Text(item, "task"), At: a.Date}
		if files := yamldoc.Get(item, "files"); files != nil {
			d.Files = artifact.ItemLines(files)
		}
		if item.Kind == yamldoc.Scalar {
			d.Task = item.Value
		}
		if d.Task != "" {
			out = append(out, d)
		}
	}
	return out
}
