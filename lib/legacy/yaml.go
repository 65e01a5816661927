package legacy

import (
	"holdfast/lib/artifact"
	"holdfast/lib/yamldoc"
)

// readDocuments reads YAML of one document or two, as an artifact is read; front
// says that it is front matter. What is not YAML even so is left to keepTheRest.
func (w *work) readDocuments(text string, front bool) {
	documents, unusual, err := artifact.ParseWritten([]byte(text))
	if err != nil {
		w.problem(0, err.Error())
	}
	if len(documents) > 2 {
		w.problem(0, "more than two YAML documents")
		documents = nil
	}
	for _, line := range unusual {
		w.problem(line, "read as text, which YAML is not")
	}
	for i, d := range documents {
		if d.Kind != yamldoc.Mapping {
			w.problem(d.Line, "not a mapping of keys")
			continue
		}
		for key, value := range yamldoc.Pairs(d) {
			w.readKey(artifact.TrimLines(key.Value), value, front || i == 0 && len(documents) == 2)
		}
	}
}

// readKey reads one key of a document. In front matter an unknown key with one
// text is a fact about the file, elsewhere a further key.
func (w *work) readKey(key string, value *yamldoc.Node, front bool) {
	isFact := find("facts", canonical(key)) != ""
	_, known := artifact.Fit(key, nil)
	switch {
	case key == "metadata":
		for inner, v := range yamldoc.Pairs(value) {
			w.readMetadata(inner.Value, v)
		}
	case key == "goal" || key == "now":
		if w.said[key] != "" {
			w.problem(value.Line, key+" occurs twice")
		}
		w.hear(key, artifact.Inline(value))
	case key == "this_session":
		w.add(toDone, value)
	case key == "learnings" && value.Kind == yamldoc.Mapping:
		for _, pair := range artifact.Items("", value) {
			if part := pair.Content[0].Value; part == "worked" || part == "failed" {
				w.add(part, pair.Content[1])
			} else {
				w.add(toFindings, pair)
			}
		}
	case known:
		w.add(key, value)
		for _, item := range artifact.Items(key, value) {
			w.open = w.open || key == toNext && !isNothing(artifact.Inline(item))
		}
		w.hear("branch", yamldoc.Text(value, "branch"))
	case value.Kind == yamldoc.Scalar && (front || isFact):
		w.hear(key, artifact.Inline(value))
	default:
		w.further(w.Document.Body, key, value)
	}
}

// readMetadata reads one key of the metadata. What an earlier migration wrote there of
// its own is left to keepTheRest.
func (w *work) readMetadata(key string, value *yamldoc.Node) {
	switch key {
	case "git_branch":
		w.hear("branch", artifact.Inline(value))
	case keptSections, artifact.OriginalSum:
	default:
		w.further(w.meta, key, value)
	}
}

// further keeps a key that the schema does not name in the mapping to.
func (w *work) further(to *yamldoc.Node, key string, value *yamldoc.Node) {
	if yamldoc.Get(to, key) != nil {
		w.problem(value.Line, key+" occurs twice")
		return
	}
	to.Content = append(to.Content, yamldoc.String(key), value)
}
