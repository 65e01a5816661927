package artifact

import (
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
	for i := 0; i+1 < len(a.Body.Content); i += 2 {
		key, value := a.Body.Content[i].Value, a.Body.Content[i+1]
		if value.Kind != yamldoc.Sequence {
			for _, line := range lines(value) {
				add(key, line)
			}
			continue
		}
		for _, item := range value.Content {
			add(key, strings.Join(ItemLines(item), ": "))
		}
	}
	return all
}
