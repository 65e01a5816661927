package legacy

import (
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/fault"
	"holdfast/lib/yamldoc"
)

// readDocuments reads YAML of one document or two, as an artifact is read; front
// says that it is front matter. Of what is not YAML even so the keys at the start
// of lines count, and keepTheRest keeps the lines.
func (w *work) readDocuments(text string, front bool) {
	documents, unusual, err := artifact.ParseWritten([]byte(text))
	switch {
	case err != nil:
		w.problem(0, err.Error())
	case len(documents) > 2:
		w.problem(0, "more than two YAML documents")
	}
	if err != nil || len(documents) > 2 {
		w.readLines(text)
		return
	}
	for _, r := range unusual {
		w.problem(r.Line, "read as text: "+fault.Shorten(r.Text))
	}
	for i, d := range documents {
		if d.Kind != yamldoc.Mapping {
			w.problem(d.Line, "not a mapping of keys")
			continue
		}
		for k := 0; k+1 < len(d.Content); k += 2 {
			w.readKey(artifact.Inline(d.Content[k]), d.Content[k+1], front || i == 0 && len(documents) == 2)
		}
	}
}

// readLines takes facts and one-line texts from what is not YAML.
func (w *work) readLines(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		key, value, ok := strings.Cut(line, ": ")
		if _, known := find(facts, canonical(key)); ok && known && key == strings.TrimSpace(key) {
			w.readKey(key, yamldoc.String(strings.Trim(value, ` "'`)), false)
		}
	}
}

// readKey reads one key of a document. In front matter an unknown key with one
// text is a fact about the file, elsewhere a further key.
func (w *work) readKey(key string, value *yamldoc.Node, front bool) {
	fact, isFact := find(facts, canonical(key))
	isText := value.Kind == yamldoc.Scalar
	to := key
	switch key {
	case "metadata":
		w.readMetadata(value)
		return
	case "goal", "now":
		w.readText(key, value)
		return
	case "this_session":
		w.went(key, toDone)
		to = toDone
	case "learnings":
		w.went(key, "worked, failed, findings")
		to = toFindings
	}
	if value.Kind == yamldoc.Mapping && key == "learnings" {
		for i := 0; i+1 < len(value.Content); i += 2 {
			part := artifact.Inline(value.Content[i])
			if m, ok := find(meanings, part); ok && (m.to == "worked" || m.to == "failed") {
				w.add(m.to, value.Content[i+1])
			} else {
				w.add(to, &yamldoc.Node{Kind: yamldoc.Mapping, Tag: "!!map", Content: value.Content[i : i+2]})
			}
		}
		return
	}
	switch _, known := artifact.Fit(to, nil); {
	case known:
		w.add(to, value)
		for _, item := range artifact.Items(to, value) {
			w.open = w.open || to == toNext && !isNothing(artifact.Inline(item))
		}
		if git := strings.TrimSpace(yamldoc.Text(value, "branch")); to == "git" {
			w.hear("branch", git)
		}
	case isText && (front || isFact && (fact.to != "task" || value.Value != "")):
		w.field(key, artifact.Inline(value))
	case w.first("body." + key):
		w.body.Content = append(w.body.Content, yamldoc.String(key), bare(value))
	default:
		w.problem(value.Line, key+" occurs twice")
	}
}

// readText reads goal or now.
func (w *work) readText(key string, value *yamldoc.Node) {
	if value.Kind != yamldoc.Scalar && len(value.Content) > 0 {
		w.problem(value.Line, key+" is not text; its parts were joined")
	}
	switch text := artifact.TrimLines(artifact.Inline(value)); {
	case text == "":
	case w.said[key] == "":
		w.said[key] = text
	default:
		w.problem(value.Line, key+" occurs twice")
	}
}

// readMetadata keeps what is there; the provenance of an earlier migration
// moves aside for ours.
func (w *work) readMetadata(value *yamldoc.Node) {
	for i := 0; value.Kind == yamldoc.Mapping && i+1 < len(value.Content); i += 2 {
		key, v := artifact.Inline(value.Content[i]), value.Content[i+1]
		switch key {
		case "git_branch":
			w.hear("branch", artifact.Inline(v))
		case "migrated_from", "migration_timestamp", "original_format", "original_date", "original_sha256",
			"legacy_sections", "legacy_fields", "legacy_headings", "legacy_title", "earlier_migration":
			yamldoc.Set(w.earlier, key, yamldoc.String(artifact.Inline(v)))
		default:
			if w.first("metadata." + key) {
				w.meta.Content = append(w.meta.Content, yamldoc.String(key), bare(v))
			}
		}
	}
}

// bare copies a node without comments and places.
func bare(n *yamldoc.Node) *yamldoc.Node {
	c := &yamldoc.Node{Kind: n.Kind, Tag: n.ShortTag(), Value: n.Value}
	for _, inner := range n.Content {
		c.Content = append(c.Content, bare(inner))
	}
	return c
}
