package artifact

import (
	"slices"
	"strings"

	"holdfast/lib/rank"
	"holdfast/lib/yamldoc"
)

// A Text is something that an artifact says: a value, or one item of a list with
// all that belongs to it.
type Text struct {
	Field string `json:"field"`
	Line  string `json:"line"`
}

// Texts are all that search looks at: the body and its metadata, the issue and the
// title.
func (a Artifact) Texts() []Text {
	all := []Text{{"session", a.Session()}, {"title", a.Title}, {"bead", a.Text("primary_bead")}}
	for key, value := range yamldoc.Pairs(a.Body) {
		for _, line := range lines(value) {
			all = append(all, Text{key.Value, strings.TrimSpace(line)})
		}
	}
	return slices.DeleteFunc(all, func(t Text) bool { return t.Line == "" })
}

// words are those texts, in which a word counts more under some keys than under others.
func (a Artifact) words() rank.Packed {
	var passages []rank.Passage
	for _, t := range a.Texts() {
		weight := 1.0
		switch t.Field {
		case "goal":
			weight = 4
		case "now":
			weight = 3
		case "decisions", "rules", "next":
			weight = 2
		case "worked", "failed":
			weight = 1.5
		}
		passages = append(passages, rank.Passage{Text: t.Line, Weight: weight})
	}
	return rank.Pack(passages)
}
