package legacy

import (
	"strings"

	"holdfast/lib/yamldoc"
)

// readYAML reads a YAML file of one document or two; where it is not YAML, line
// by line.
func (w *work) readYAML(text string) {
	documents, err := yamldoc.Parse([]byte(text))
	if err != nil || len(documents) > 2 {
		if err == nil {
			w.problem(0, "more than two YAML documents")
		}
		w.readLenient(strings.Split(text, "\n"), 1)
		if len(w.problems) == 0 {
			w.problem(0, err.Error())
		}
		return
	}
	for i, d := range documents {
		if d.Kind != yamldoc.Mapping {
			w.problem(d.Line, "not a mapping of keys")
			w.section("", flat(d))
			continue
		}
		w.readMapping(d, i == 0 && len(documents) == 2)
	}
}

// readFront reads the front matter of a Markdown file.
func (w *work) readFront(lines []string) {
	documents, err := yamldoc.Parse([]byte(strings.Join(lines, "\n")))
	if err != nil || len(documents) > 1 {
		w.readLenient(lines, 2)
		return
	}
	for _, d := range documents {
		if d.Kind == yamldoc.Mapping {
			w.readMapping(d, true)
		} else {
			w.section("front matter", flat(d))
		}
	}
}

// readMapping takes the keys of a document. In front matter an unknown key
// with one value is a fact about the file, elsewhere a further key.
func (w *work) readMapping(m *yamldoc.Node, front bool) {
	w.comments(m)
	for i := 0; i+1 < len(m.Content); i += 2 {
		key, value := m.Content[i], m.Content[i+1]
		if key.Kind != yamldoc.Scalar {
			w.section(flat(key), flat(value))
			continue
		}
		w.readKey(key.Value, value, front)
	}
}

// isFrontKey reports the facts that earlier front matter holds. They are kept as
// fields, and decide.
func isFrontKey(key string) bool {
	switch key {
	case "schema_version", "mode", "date", "session", "session_name", "outcome", "status", "bead", "primary_bead", "session_id", "agent_id",
		"root_span_id", "turn_span_id", "timestamp", "ts", "event_type", "branch", "agent", "stream", "type", "reason":
		return true
	}
	return false
}

func (w *work) readKey(key string, value *yamldoc.Node, front bool) {
	empty := value.Kind == yamldoc.Scalar && (value.ShortTag() == "!!null" || strings.TrimSpace(value.Value) == "")
	scalar := value.Kind == yamldoc.Scalar && !empty
	switch {
	case isFrontKey(key) && (scalar || empty):
		if empty {
			value.Value = ""
		}
		w.field(key, value.Value)
	case isFrontKey(key):
		w.section(key, flat(value))
	case key == "goal" || key == "now" || key == "test" || key == "continuation_prompt":
		w.readText(key, value)
	case key == "metadata":
		w.readMetadata(value)
	case key == "this_session" || key == "done_this_session":
		if key == "this_session" {
			w.went(key, toDone)
		}
		w.readDone(value)
	case key == "learnings" && value.Kind == yamldoc.Mapping:
		w.went(key, "worked, failed, findings")
		for i := 0; i+1 < len(value.Content); i += 2 {
			w.readLearning(value.Content[i].Value, value.Content[i+1])
		}
	case w.readShaped(key, value):
	case front && scalar:
		w.field(key, value.Value)
	default:
		w.further(key, value)
	}
}

func (w *work) readLearning(key string, value *yamldoc.Node) {
	if key == toWorked || key == toFailed {
		w.readTexts(key, value)
		return
	}
	w.put(w.mapping(toFindings), key, flat(value), "finding")
}

// readText reads a key that holds one text.
func (w *work) readText(key string, value *yamldoc.Node) {
	text := trimLines(flat(value))
	if value.Kind != yamldoc.Scalar && len(value.Content) > 0 {
		w.problem(value.Line, key+" is not text; its parts were joined")
	}
	switch {
	case text == "":
		w.went(key, "nothing")
	case key == "goal" && w.goal == "":
		w.goal = text
	case key == "now" && w.now == "":
		w.now = text
	case key != "goal" && key != "now" && yamldoc.Get(w.body, key) == nil:
		yamldoc.Set(w.body, key, yamldoc.String(text))
	default:
		w.problem(value.Line, key+" occurs twice")
		w.section(key, text)
	}
}

// readMetadata keeps what is there; the provenance of an earlier migration
// moves aside for ours.
func (w *work) readMetadata(value *yamldoc.Node) {
	if value.Kind != yamldoc.Mapping {
		w.section("metadata", flat(value))
		return
	}
	for i := 0; i+1 < len(value.Content); i += 2 {
		key, v := value.Content[i], value.Content[i+1]
		switch key.Value {
		case "migrated_from", "migration_timestamp", "original_format", "original_date":
			w.put(w.earlier, key.Value, flat(v), "field")
		case "git_branch":
			w.branch = flat(v)
		case "legacy_sections", "legacy_fields", "legacy_headings", "legacy_title", "earlier_migration", "original_sha256":
			w.put(w.earlier, key.Value, flat(v), "field")
		default:
			if key.Kind != yamldoc.Scalar || !w.add(w.meta, key.Value, bare(v)) {
				w.section("metadata: "+flat(key), flat(v))
			}
		}
	}
}

// further keeps a key that the schema does not know.
func (w *work) further(key string, value *yamldoc.Node) {
	if !w.add(w.body, key, bare(value)) {
		w.problem(value.Line, key+" occurs twice")
		w.section(key, flat(value))
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

// comments keeps what is said beside the values.
func (w *work) comments(m *yamldoc.Node) {
	var all []string
	var collect func(n *yamldoc.Node)
	collect = func(n *yamldoc.Node) {
		for _, c := range []string{n.HeadComment, n.LineComment} {
			if c != "" {
				all = append(all, c)
			}
		}
		for _, inner := range n.Content {
			collect(inner)
		}
		if n.FootComment != "" {
			all = append(all, n.FootComment)
		}
	}
	collect(m)
	if len(all) > 0 {
		w.section("Comments", strings.Join(all, "\n"))
	}
}

// flat is a node as text: the items of a list and the pairs of a mapping, with
// "; " between them.
func flat(n *yamldoc.Node) string {
	switch n.Kind {
	case yamldoc.Scalar:
		if n.ShortTag() == "!!null" {
			return ""
		}
		return n.Value
	case yamldoc.Mapping:
		var parts []string
		for i := 0; i+1 < len(n.Content); i += 2 {
			parts = append(parts, strings.TrimSpace(flat(n.Content[i])+": "+flat(n.Content[i+1])))
		}
		return strings.Join(parts, "; ")
	}
	var parts []string
	for _, item := range n.Content {
		parts = append(parts, flat(item))
	}
	return strings.Join(parts, "; ")
}
