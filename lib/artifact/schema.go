package artifact

import (
	"slices"

	"holdfast/lib/yamldoc"
)

// shape is what a key may have.
type shape int

const (
	text     shape = iota // a non-empty string
	date                  // an ISO 8601 date or date-time
	name                  // the name of a session folder
	texts                 // a list of strings
	textMap               // a mapping of names to strings
	loose                 // a string, a list of strings or a mapping of strings
	object                // a mapping with the given fields
	objects               // a list of such mappings
	truth                 // true or false
	count                 // a whole number, 0 or more
	anything              // a mapping of anything
)

// A field is one key of the schema.
type field struct {
	name     string
	shape    shape
	required bool
	// unless names the mode in which a required key may be missing.
	unless string
	// always says that a writer adds an empty list where it is missing.
	always bool
	values []string // for text: the allowed values, nil for any
	fields []field  // for object and objects
	about  string   // one line for the published schema
}

// front and body are the schema of an artifact: its keys, their order and their
// shapes. Other keys are allowed everywhere.
var front = []field{
	{name: "schema_version", shape: text, required: true, values: []string{SchemaVersion},
		about: "the version of this schema"},
	{name: "mode", shape: text, required: true, values: []string{Checkpoint, Handoff, Finalize},
		about: "what the file was saved for"},
	{name: "date", shape: date, required: true, about: "when it was saved, in UTC"},
	{name: "session", shape: name, required: true, about: "the line of work; the name of the folder"},
	{name: "outcome", shape: text, required: true,
		values: []string{"SUCCEEDED", "PARTIAL_PLUS", "PARTIAL_MINUS", "FAILED"}, about: "how far the work came"},
	{name: "primary_bead", shape: text, required: true, unless: Checkpoint,
		about: "the issue worked on, none where no tracker is used"},
	{name: "session_id", shape: text, about: "the Claude Code session"},
	{name: "agent_id", shape: text, about: "the agent inside that session"},
	{name: "root_span_id", shape: text, about: "the trace's root span"},
	{name: "turn_span_id", shape: text, about: "the trace's span of the turn"},
}

// Values are what a key of the front matter may hold, nil for anything.
func Values(key string) []string {
	for _, f := range front {
		if f.name == key {
			return slices.Clone(f.values)
		}
	}
	return nil
}

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
		{name: "command", shape: text, required: true,
			about: "a command that the session uses again, in its last form"},
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
	{name: "resolved", shape: texts,
		about: "steps, rules, questions, blockers, checks, or names of decisions, that no longer hold"},
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

func isFront(key string) bool {
	return slices.ContainsFunc(front, func(f field) bool { return f.name == key })
}

// meant is what the text at a path of keys means by the schema.
func meant(path []string) yamldoc.Shape {
	fields, more := front, body
	for i, key := range path {
		named := func(f field) bool { return f.name == key }
		at := slices.IndexFunc(fields, named)
		if at < 0 {
			fields, more = more, nil
			at = slices.IndexFunc(fields, named)
		}
		if at < 0 {
			return yamldoc.Shape{}
		}
		f := fields[at]
		switch rest := len(path) - 1 - i; {
		case rest == 0:
			return f.meant(i == 0 && isFront(key))
		case rest == 1 && (f.shape == textMap || f.shape == loose):
			return yamldoc.Shape{Text: true}
		}
		fields, more = f.fields, nil
	}
	return yamldoc.Shape{}
}

func (f field) meant(inFront bool) yamldoc.Shape {
	switch f.shape {
	case date, name, truth, count:
		return yamldoc.Shape{Token: true}
	case text:
		return yamldoc.Shape{Text: !inFront, Token: inFront}
	case texts, loose:
		return yamldoc.Shape{Items: true}
	}
	return yamldoc.Shape{}
}
