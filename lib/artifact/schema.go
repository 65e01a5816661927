package artifact

import (
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/yamldoc"
)

// A shape is what a key may hold: all that is particular to one is here, and in docs/artifact.schema.json.
type shape struct {
	allowed string                  // as a fault says it; of an object the names of its keys follow
	written yamldoc.Shape           // what is meant by YAML that was written by hand
	tag     string                  // of the YAML node
	takes   func(value string) bool // of a scalar; nil for any
}

var (
	text = &shape{"a non-empty string", yamldoc.OneText, "!!str", func(s string) bool { return !blank(s) }}
	date = &shape{`a date or date-time in quotes, such as "2026-01-13" or "2026-01-13T15:30:00Z"`, yamldoc.OneWord,
		"!!str", writtenDate}
	// name is that of a session folder.
	name = &shape{"a name of 1 to 100 characters without /, \\, control characters, or a . or - in front, " +
		"and not a device's on Windows", yamldoc.OneWord, "!!str", SafeName}
	texts    = &shape{"a list of strings", yamldoc.Texts, "!!seq", nil}
	textMap  = &shape{"a mapping of names to strings", yamldoc.Whatever, "!!map", nil}
	loose    = &shape{"a string, a list of strings or a mapping of strings", yamldoc.Texts, "", nil}
	object   = &shape{"a mapping ", yamldoc.Whatever, "!!map", nil}
	objects  = &shape{"a list of ", yamldoc.Whatever, "!!seq", nil}
	anything = &shape{"a mapping", yamldoc.Whatever, "!!map", nil}
	truth    = &shape{"true or false", yamldoc.OneWord, "!!bool", nil}
	count    = &shape{"a whole number, 0 or more", yamldoc.OneWord, "!!int",
		func(s string) bool { _, err := strconv.ParseUint(s, 10, 32); return err == nil }}
)

// fits reports whether a value has the shape, whatever is inside of it.
func (s *shape) fits(n *yamldoc.Node) bool {
	return n.ShortTag() == s.tag && (s.takes == nil || s.takes(n.Value))
}

// of is the shape that a value is to have: of a loose one its own.
func (f field) of(n *yamldoc.Node) *shape {
	switch {
	case f.shape != loose:
		return f.shape
	case n.Kind == yamldoc.Mapping:
		return textMap
	case n.Kind == yamldoc.Sequence:
		return texts
	}
	return text
}

func (f field) allowed() string {
	switch {
	case f.values != nil:
		return strings.Join(f.values, ", ")
	case f.fields != nil:
		return f.shape.allowed + keys(f.fields)
	}
	return f.shape.allowed
}

// keys are the names of fields as a fault says them.
func keys(fields []field) string {
	return "{" + strings.Join(each.Of(fields, func(f field) string { return f.name }), ", ") + "}"
}

// A field is one key of the schema.
type field struct {
	name     string
	shape    *shape
	required bool
	// unless names the mode in which a required key may be missing.
	unless string
	// always says that a writer adds an empty list where it is missing.
	always bool
	values []string // for text: the allowed values, nil for any
	fields []field  // for object and objects
}

// front and body are the keys of an artifact, in order. Others are allowed everywhere.
var front = []field{
	{name: "schema_version", shape: text, required: true, values: []string{SchemaVersion}},
	{name: "mode", shape: text, required: true, values: []string{Checkpoint, Handoff, Finalize}},
	{name: "date", shape: date, required: true},
	{name: "session", shape: name, required: true},
	{name: "outcome", shape: text, required: true,
		values: []string{"SUCCEEDED", "PARTIAL_PLUS", "PARTIAL_MINUS", "FAILED"}},
	{name: "primary_bead", shape: text, required: true, unless: Checkpoint},
	{name: "session_id", shape: text}, {name: "agent_id", shape: text},
	{name: "root_span_id", shape: text}, {name: "turn_span_id", shape: text},
}

// fieldNamed is the field of that name, the zero one for none.
func fieldNamed(fields []field, name string) field {
	return each.First(fields, func(f field) bool { return f.name == name })
}

// Values are what a key of the front matter may hold, nil for anything.
func Values(key string) []string { return slices.Clone(fieldNamed(front, key).values) }

// noted are files with what is to be said of each.
var noted = []field{{name: "path", shape: text, required: true}, {name: "note", shape: text}}

var body = []field{
	{name: "goal", shape: text, required: true},
	{name: "now", shape: text, required: true},
	{name: "done_this_session", shape: objects, fields: []field{
		{name: "task", shape: text, required: true},
		{name: "files", shape: texts, always: true},
	}},
	{name: "next", shape: texts},
	{name: "blockers", shape: texts},
	{name: "questions", shape: texts},
	{name: "decisions", shape: textMap},
	{name: "findings", shape: loose},
	{name: "worked", shape: texts},
	{name: "failed", shape: texts},
	{name: "rules", shape: texts},
	{name: "checks", shape: objects, fields: []field{
		{name: "command", shape: text, required: true},
		{name: "when", shape: date},
	}},
	{name: "commands", shape: objects, fields: []field{
		{name: "command", shape: text, required: true},
		{name: "times", shape: count},
		{name: "when", shape: date},
		{name: "failed", shape: truth},
	}},
	{name: "read", shape: texts},
	{name: "sittings", shape: objects, fields: []field{
		{name: "date", shape: date},
		{name: "title", shape: text},
		{name: "files", shape: texts},
		{name: "commits", shape: texts},
		{name: "session_id", shape: text},
	}},
	{name: "resolved", shape: texts},
	{name: "since", shape: text},
	{name: "test", shape: text},
	{name: "git", shape: object, fields: []field{{name: "branch", shape: text},
		{name: "commit", shape: text}, {name: "remote", shape: text}, {name: "pr_ready", shape: truth}}},
	{name: "files", shape: object, fields: []field{{name: "created", shape: texts},
		{name: "modified", shape: texts}, {name: "deleted", shape: texts}}},
	{name: "related_beads", shape: texts},
	{name: "files_to_review", shape: objects, fields: noted},
	{name: "continuation_prompt", shape: text},
	{name: "final_solutions", shape: objects, fields: []field{
		{name: "problem", shape: text, required: true},
		{name: "solution", shape: text, required: true},
		{name: "rationale", shape: text},
	}},
	{name: "final_decisions", shape: objects, fields: []field{
		{name: "decision", shape: text, required: true},
		{name: "rationale", shape: text},
		{name: "alternatives_considered", shape: loose},
		{name: "why_this", shape: text},
	}},
	{name: "artifacts_produced", shape: objects, fields: noted},
	{name: "metadata", shape: anything},
}

func isFront(key string) bool { return fieldNamed(front, key).name != "" }

// meant is what the text at a path of keys means by the schema.
func meant(path []string) yamldoc.Shape {
	if isFront(path[0]) && len(path) == 1 {
		return yamldoc.OneWord
	}
	f := fieldNamed(body, path[0])
	for _, key := range path[1:] {
		if f.shape == textMap || f.shape == loose {
			f = field{shape: text}
		} else {
			f = fieldNamed(f.fields, key)
		}
	}
	if f.shape == nil {
		return yamldoc.Whatever
	}
	return f.shape.written
}
