package artifact

import (
	"slices"
	"strings"

	"holdfast/lib/yamldoc"
)

// weights are how much a word counts in a key of the body; in others once.
var weights = [...]struct {
	key    string
	weight float64
}{{"goal", 4}, {"now", 3}, {"decisions", 2}, {"rules", 2}, {"next", 2}, {"worked", 1.5}, {"failed", 1.5}}

// A Text is something that an artifact says: a value, or one item of a list with
// all that belongs to it.
type Text struct {
	Field string `json:"field"`
	Line  string `json:"line"`

	weight float64
}

// Texts are all that search looks at: the body and its metadata, the issue and the
// title.
func (a Artifact) Texts() []Text {
	var all []Text
	add := func(field, line string) {
		if line = strings.TrimSpace(line); line == "" {
			return
		}
		t := Text{field, line, 1}
		for _, w := range weights {
			if w.key == field {
				t.weight = w.weight
			}
		}
		all = append(all, t)
	}
	add("session", a.Session())
	add("title", a.Title)
	add("bead", a.Text("primary_bead"))
	if a.Body == nil || a.Body.Kind != yamldoc.Mapping {
		return all
	}
	for i := 0; i+1 < len(a.Body.Content); i += 2 {
		switch key, value := a.Body.Content[i].Value, a.Body.Content[i+1]; value.Kind {
		case yamldoc.Sequence:
			for _, item := range value.Content {
				add(key, strings.Join(scalars(item, nil), ": "))
			}
		case yamldoc.Mapping:
			for j := 0; j+1 < len(value.Content); j += 2 {
				add(key, strings.Join(scalars(value.Content[j+1], []string{value.Content[j].Value}), ": "))
			}
		default:
			add(key, strings.Join(scalars(value, nil), ": "))
		}
	}
	return all
}

// scalars appends the values in a node to all.
func scalars(n *yamldoc.Node, all []string) []string {
	if n.Kind == yamldoc.Scalar && n.ShortTag() != "!!null" {
		return append(all, n.Value)
	}
	for i, c := range n.Content {
		if n.Kind != yamldoc.Mapping || i%2 == 1 || !isInner(c.Value) {
			all = scalars(c, all)
		}
	}
	return all
}

// isInner reports whether the schema has a key inside others, which says nothing.
func isInner(key string) bool {
	return slices.ContainsFunc(body, func(f field) bool {
		return slices.ContainsFunc(f.fields, func(inner field) bool { return inner.name == key })
	})
}
