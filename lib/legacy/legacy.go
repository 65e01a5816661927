// Package legacy knows what earlier tools wrote where artifacts are written
// today: Markdown checkpoints and handoffs, YAML without a schema, session
// events and ledgers.
//
// [Read] makes of a file a document of the present schema. It never fails and
// loses no word: a section without a meaning here goes under
// metadata.legacy_sections, and so does every line whose words are nowhere else.
// Files are recognised by path and name.
//
// A [Migration] makes artifacts of them. A run plans, writes a journal in the
// machine folder, then writes the new files one by one and reads each back.
// Nothing is overwritten, and originals stay where they are until they are asked
// to go: then they move into the machine folder, each after its new file was read
// back once more. The journal is there before the first new file, is only ever
// appended to, and each new file names the bytes it was made of, so a run that was
// cut short is continued by the next one: no file lost, none made twice.
package legacy

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/yamldoc"
)

// Legacy is a file of an earlier generation as it was read.
type Legacy struct {
	Path       string // relative to the project root, with "/"
	Generation string // "1" to "6"
	// Document is what the file says in the keys of today. It is valid but for
	// a date where the file and its name know none.
	Document artifact.Document
	Title    string   // a short title for the file's new name
	Why      []string // how mode, outcome, bead, date and the rest were decided
	Problems []string // what was wrong with it, with the line where there is one
	Empty    bool     // it carries no goal and nothing else worth an artifact
}

// Read reads the bytes b of the file at rel, a project-relative path. Times
// without a zone are taken as times of zone.
func Read(rel string, b []byte, zone *time.Location) Legacy {
	generation, ok := Recognise(rel)
	if !ok {
		generation = Plain
	}
	w := newWork(strings.ToValidUTF8(rel, "\ufffd"), generation, zone)
	text := w.clean(b)
	if !hasWord(text) {
		w.problem(0, "the file is empty")
		w.empty = true
	}
	if isYAML(rel) {
		w.readDocuments(text, false)
	} else {
		w.readMarkdown(text)
	}
	w.fit()
	w.decide()
	w.keepTheRest(text)
	return Legacy{
		Path:       rel,
		Generation: generation,
		Document:   artifact.Document{Front: w.front, Body: w.body},
		Title:      w.title,
		Why:        w.why,
		Problems:   w.problems,
		Empty:      w.empty,
	}
}

// clean makes valid text with "\n" between lines of the bytes.
func (w *work) clean(b []byte) string {
	s := strings.TrimPrefix(string(b), "\ufeff")
	if !utf8.ValidString(s) {
		w.problem(0, "not valid UTF-8; the invalid bytes were replaced")
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.ReplaceAll(s, "\r", "\n")
}

// Schema reads from the lines of a YAML file which schema_version and mode it
// says it has, "" where it names none.
func Schema(b []byte) (version, mode string) {
	d := artifact.Head(b)
	return d.Text("schema_version"), d.Text("mode")
}

// Unified reports whether the bytes of a YAML file say that they are of the
// present schema already: a schema_version 1 and a mode.
func Unified(b []byte) bool {
	version, mode := Schema(b)
	return (version == "1" || strings.HasPrefix(version, "1.")) && isMode(mode)
}

func isMode(s string) bool {
	return s == artifact.Checkpoint || s == artifact.Handoff || s == artifact.Finalize
}

// work is one file being read: what was found so far.
type work struct {
	rel        string
	generation string
	zone       *time.Location

	front, body, meta *yamldoc.Node
	parts             map[string][]*yamldoc.Node // of the keys of the body that the schema knows
	seen              map[string]bool            // keys of body and metadata that it does not know

	// What the file says of itself: facts by name, and what sections hold.
	said                                map[string]string
	heading, beadTitle                  string
	goals, nows                         []string
	progress                            []string // items under a heading like "In Progress"
	open                                bool     // a box or an item says that work remains
	fields, sections, headings, earlier *yamldoc.Node

	mode, bead, goal, now, session, title string // as decided

	why      []string
	problems []string
	empty    bool
}

func newWork(rel, generation string, zone *time.Location) *work {
	return &work{
		rel: rel, generation: generation, zone: zone,
		front: yamldoc.Map(), body: yamldoc.Map(), meta: yamldoc.Map(),
		parts: map[string][]*yamldoc.Node{}, seen: map[string]bool{}, said: map[string]string{},
		fields: yamldoc.List(), sections: yamldoc.List(), headings: yamldoc.List(), earlier: yamldoc.Map(),
	}
}

// add keeps a value for a key of the body; fit gives it its shape.
func (w *work) add(key string, value *yamldoc.Node) {
	w.parts[key] = append(w.parts[key], artifact.Items(key, value)...)
}

// fit puts what was found into the body, in the shapes that the schema wants.
func (w *work) fit() {
	for _, key := range slices.Sorted(maps.Keys(w.parts)) {
		if value, _ := artifact.Fit(key, w.parts[key]); value != nil {
			yamldoc.Set(w.body, key, value)
		}
	}
	if test := w.said["test"]; test != "" && yamldoc.Get(w.body, "test") == nil {
		yamldoc.Set(w.body, "test", yamldoc.String(test))
	}
}

// first reports whether a key is seen for the first time.
func (w *work) first(key string) bool {
	is := !w.seen[key]
	w.seen[key] = true
	return is
}

// keep keeps a text that has no key of its own.
func (w *work) keep(heading, text string) {
	m := yamldoc.Map()
	yamldoc.Set(m, "heading", yamldoc.String(heading))
	yamldoc.Set(m, "text", yamldoc.String(artifact.TrimLines(text)))
	w.sections.Content = append(w.sections.Content, m)
}

// went notes which key a heading of the original became.
func (w *work) went(heading, key string) {
	w.headings.Content = append(w.headings.Content, yamldoc.String(heading+": "+key))
}

// field keeps a named text of the original, a line "**Name:** value" or a key of
// its front matter, and takes in what it says.
func (w *work) field(name, value string) {
	w.fields.Content = append(w.fields.Content, yamldoc.String(strings.TrimSpace(name+": "+artifact.TrimLines(value))))
	w.hear(name, value)
}

// hear takes from a named text what decides something: the first of a name
// counts, and a section of that name before it.
func (w *work) hear(name, value string) {
	m, ok := find(facts, canonical(name))
	value = strings.TrimSpace(value)
	switch {
	case !ok || value == "" || w.said[m.to] != "":
	case m.to == "goal" && len(w.goals) > 0, m.to == "now" && len(w.nows) > 0:
	case m.to == "mode" && !isMode(value):
	case canonical(name) == "session name" && !artifactName(value):
	case strings.HasSuffix(m.to, "_id"):
		yamldoc.Set(w.front, m.to, yamldoc.String(value))
	default:
		w.said[m.to] = value
	}
}

func (w *work) because(format string, a ...any) {
	w.why = append(w.why, fmt.Sprintf(format, a...))
}

// problem notes what is wrong; line counts from 1, 0 is the file as a whole.
func (w *work) problem(line int, what string) {
	if line > 0 {
		what = fmt.Sprintf("line %d: %s", line, what)
	}
	const most = 50
	if len(w.problems) == most {
		what = "and more"
	}
	if len(w.problems) <= most {
		w.problems = append(w.problems, what)
	}
}
