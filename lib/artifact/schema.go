package artifact

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/yamldoc"
)

// A shape is what a key may hold: all that is particular to one is here.
type shape struct {
	allowed string                  // as a fault says it; of an object the names of its keys follow
	written yamldoc.Shape           // what is meant by YAML that was written by hand
	tag     string                  // of the YAML node
	takes   func(value string) bool // of a scalar; nil for any
	schema  jsonObject              // of a JSON Schema; of an object and of one of several values it is made
}

type jsonObject = map[string]any

var (
	text = &shape{"a non-empty string", yamldoc.OneText, "!!str", func(s string) bool { return !blank(s) },
		jsonObject{"type": "string", "pattern": notBlank}}
	date = &shape{`a date or date-time in quotes, such as "2026-01-13" or "2026-01-13T15:30:00Z"`, yamldoc.OneWord,
		"!!str", writtenDate, jsonObject{"type": "string", "pattern": aDate,
			"anyOf": []jsonObject{{"format": "date"}, {"format": "date-time"}}}}
	// name is that of a session folder.
	name = &shape{"a name of 1 to 100 characters without /, \\, control characters, or a . or - in front, " +
		"and not a device's on Windows", yamldoc.OneWord, "!!str", SafeName,
		jsonObject{"type": "string", "pattern": aName, "maxLength": maxSession}}
	texts = &shape{"a list of strings", yamldoc.Texts, "!!seq", nil,
		jsonObject{"type": "array", "items": jsonObject{"type": "string"}}}
	textMap = &shape{"a mapping of names to strings", yamldoc.Whatever, "!!map", nil,
		jsonObject{"type": "object", "additionalProperties": jsonObject{"type": "string"}}}
	loose = &shape{"a string, a list of strings or a mapping of strings", yamldoc.Texts, "", nil,
		jsonObject{"anyOf": []jsonObject{text.schema, texts.schema, textMap.schema}}}
	object   = &shape{"a mapping ", yamldoc.Whatever, "!!map", nil, nil}
	objects  = &shape{"a list of ", yamldoc.Whatever, "!!seq", nil, nil}
	anything = &shape{"a mapping", yamldoc.Whatever, "!!map", nil, jsonObject{"type": "object"}}
	truth    = &shape{"true or false", yamldoc.OneWord, "!!bool", nil, jsonObject{"type": "boolean"}}
	count    = &shape{"a whole number, 0 or more", yamldoc.OneWord, "!!int",
		func(s string) bool { _, err := strconv.ParseUint(s, 10, 32); return err == nil },
		jsonObject{"type": "integer", "minimum": 0, "maximum": math.MaxUint32}}
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
	about  string   // one line for the published schema
}

// front and body are the keys of an artifact, in order. Others are allowed everywhere.
var front = []field{
	{name: "schema_version", shape: text, required: true, values: []string{SchemaVersion},
		about: "the version of this schema"},
	{name: "mode", shape: text, required: true, values: []string{Checkpoint, Handoff, Finalize},
		about: "what the file was saved for"},
	{name: "date", shape: date, required: true, about: "when it was saved, in UTC"},
	{name: "session", shape: name, required: true, about: "the line of work; the name of the folder"},
	{name: "outcome", shape: text, required: true,
		values: []string{"SUCCEEDED", "PARTIAL_PLUS", "PARTIAL_MINUS", "FAILED"}, about: "how far the work came"},
	{name: "primary_bead", shape: text, required: true, unless: Checkpoint, about: "the issue worked on, or none"},
	{name: "session_id", shape: text, about: "the Claude Code session"},
	{name: "agent_id", shape: text, about: "the agent inside that session"},
	{name: "root_span_id", shape: text, about: "the trace's root span"},
	{name: "turn_span_id", shape: text, about: "the trace's span of the turn"},
}

// fieldNamed is the field of that name, the zero one for none.
func fieldNamed(fields []field, name string) field {
	return each.First(fields, func(f field) bool { return f.name == name })
}

// Values are what a key of the front matter may hold, nil for anything.
func Values(key string) []string { return slices.Clone(fieldNamed(front, key).values) }

var body = []field{
	{name: "goal", shape: text, required: true, about: "what the work is for, in one line"},
	{name: "now", shape: text, required: true, about: "the state of the work, in one line"},
	{name: "done_this_session", shape: objects, fields: []field{
		{name: "task", shape: text, required: true, about: "what was done"},
		{name: "files", shape: texts, always: true, about: "the files it touched"},
	}, about: "what was finished"},
	{name: "next", shape: texts, about: "the open steps, in order"},
	{name: "blockers", shape: texts, about: "what blocks the work"},
	{name: "questions", shape: texts, about: "what is not decided"},
	{name: "decisions", shape: textMap, about: "what was decided, with the reason"},
	{name: "findings", shape: loose, about: "what was learned"},
	{name: "worked", shape: texts, about: "what worked"},
	{name: "failed", shape: texts, about: "what was tried and did not work"},
	{name: "rules", shape: texts, about: "what the user said about how to work, in the user's words"},
	{name: "checks", shape: objects, fields: []field{
		{name: "command", shape: text, required: true, about: "a build, test, lint or run command that succeeded"},
		{name: "when", shape: date, about: "when it did last"},
	}, about: "the commands that show whether it works"},
	{name: "commands", shape: objects, fields: []field{
		{name: "command", shape: text, required: true, about: "a command used again, in its last form"},
		{name: "times", shape: count, about: "how often one of its kind was run"},
		{name: "when", shape: date, about: "when it was run last"},
		{name: "failed", shape: truth, about: "whether it failed then"},
	}, about: "the commands that the session uses"},
	{name: "read", shape: texts, about: "the files that the session uses and did not change"},
	{name: "sittings", shape: objects, fields: []field{
		{name: "date", shape: date, about: "when the sitting was saved last"},
		{name: "title", shape: text, about: "what it was about"},
		{name: "files", shape: texts, about: "the files it changed"},
		{name: "commits", shape: texts, about: "the commits it made"},
		{name: "session_id", shape: text, about: "its Claude Code session"},
	}, about: "the last sittings of a line that only hooks saved"},
	{name: "resolved", shape: texts, about: "texts of other lists, or names of decisions, that no longer hold"},
	{name: "since", shape: text, about: "where a hook found the work after the written now"},
	{name: "test", shape: text, about: "the command that shows whether it works"},
	{name: "git", shape: object, fields: []field{
		{name: "branch", shape: text, about: "the branch"},
		{name: "commit", shape: text, about: "the commit"},
		{name: "remote", shape: text, about: "the remote"},
		{name: "pr_ready", shape: truth, about: "whether it can be reviewed"},
	}, about: "the repository"},
	{name: "files", shape: object, fields: []field{
		{name: "created", shape: texts, about: "new files"},
		{name: "modified", shape: texts, about: "changed files"},
		{name: "deleted", shape: texts, about: "deleted files"},
	}, about: "the files of the work"},
	{name: "related_beads", shape: texts, about: "other issues that matter"},
	{name: "files_to_review", shape: objects, fields: []field{
		{name: "path", shape: text, required: true, about: "the file"},
		{name: "note", shape: text, about: "why to look at it"},
	}, about: "what the next person should read"},
	{name: "continuation_prompt", shape: text, about: "what the next session is told"},
	{name: "final_solutions", shape: objects, fields: []field{
		{name: "problem", shape: text, required: true, about: "what was wrong"},
		{name: "solution", shape: text, required: true, about: "what solved it"},
		{name: "rationale", shape: text, about: "why"},
	}, about: "what was solved and how"},
	{name: "final_decisions", shape: objects, fields: []field{
		{name: "decision", shape: text, required: true, about: "what was decided"},
		{name: "rationale", shape: text, about: "why"},
		{name: "alternatives_considered", shape: loose, about: "what else was looked at"},
		{name: "why_this", shape: text, about: "what settled it"},
	}, about: "the decisions that stay"},
	{name: "artifacts_produced", shape: objects, fields: []field{
		{name: "path", shape: text, required: true, about: "the file"},
		{name: "note", shape: text, about: "what it is"},
	}, about: "what came out of the work"},
	{name: "metadata", shape: anything, about: "facts about the saving itself"},
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
