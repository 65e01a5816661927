// Package legacy knows what earlier tools wrote where artifacts are written today.
//
// [Read] makes a document of today's schema of a file. It never fails and loses no word: the tables of sections.txt say
// what becomes which key, every other line goes under metadata.legacy_sections as it is.
//
// A [Migration] plans, writes a manifest in the machine folder, which never changes, then
// the new files one by one, and reads each back. Each names the bytes it was made of, so
// the next run or undo goes on with one that was cut short. Nothing is overwritten.
package legacy

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/yamldoc"
)

// Legacy is a file of an earlier generation as it was read.
type Legacy struct {
	Path       string            // relative to the project root, with "/"
	Generation string            // "1" to "6"
	Document   artifact.Document // what it says today; valid, but for a date that nothing tells
	Why        []string          // how mode, outcome, bead, date and the rest were decided
	Problems   []string          // what was wrong with it, with the line where there is one
	Empty      bool              // it carries no goal and nothing else worth an artifact
}

type work struct {
	Legacy
	zone  *time.Location
	parts map[string][]*yamldoc.Node // of the keys of the body that the schema knows
	meta  *yamldoc.Node
	kept  *yamldoc.Node // the sections without a key of their own

	said     map[string]string // what the file says of itself, by the names of facts
	progress []string          // items under a heading like "In Progress"
	open     bool              // a box or an item says that work remains
}

// keptSections is the key of metadata for what has no other.
const keptSections = "legacy_sections"

// Read reads the bytes b of the file at rel; times without a zone are of the given one.
func Read(rel string, b []byte, zone *time.Location) Legacy {
	generation, ok := Recognise(rel)
	if !ok {
		generation = Plain
	}
	w := &work{
		Legacy: Legacy{
			Path: strings.ToValidUTF8(rel, "\ufffd"), Generation: generation, Document: artifact.NewDocument(),
		},
		zone: zone, parts: map[string][]*yamldoc.Node{}, meta: yamldoc.Map(), kept: yamldoc.List(),
		said: map[string]string{},
	}
	if !utf8.Valid(b) {
		w.problem(0, "not valid UTF-8; the invalid bytes were replaced")
	}
	text := strings.ToValidUTF8(strings.TrimPrefix(string(b), "\ufeff"), "\ufffd")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if !hasWord(text) {
		w.problem(0, "the file is empty")
		w.Empty = true
	}
	if artifact.IsYAML(rel) {
		w.readDocuments(text, false)
	} else {
		w.readMarkdown(text)
	}
	for _, key := range slices.Sorted(maps.Keys(w.parts)) {
		if value, _ := artifact.Fit(key, w.parts[key]); value != nil {
			yamldoc.Set(w.Document.Body, key, value)
		}
	}
	w.decide()
	w.keepTheRest(text)
	w.Path = rel
	return w.Legacy
}

// Schema is the schema_version and the mode that a YAML file says it has.
func Schema(b []byte) (version, mode string) {
	d := artifact.Head(b)
	return d.Text("schema_version"), d.Text("mode")
}

// Unified reports whether a YAML file has a schema_version 1 and a mode.
func Unified(b []byte) bool {
	version, mode := Schema(b)
	return (version == "1" || strings.HasPrefix(version, "1.")) && isMode(mode)
}

func isMode(s string) bool { return slices.Contains(artifact.Values("mode"), s) }

// add keeps a value for a key of the body; in the end it gets the key's shape.
func (w *work) add(key string, value *yamldoc.Node) {
	w.parts[key] = append(w.parts[key], artifact.Items(key, value)...)
}

// keep keeps a text that has no key of its own.
func (w *work) keep(heading, text string) {
	m := yamldoc.Map()
	set(m, "heading", heading, "text", artifact.TrimLines(text))
	w.kept.Content = append(w.kept.Content, m)
}

// hear takes from a named text what decides something: the first of a name counts.
func (w *work) hear(name, value string) {
	to := find("facts", canonical(name))
	value = strings.TrimSpace(value)
	switch {
	case to == "" || value == "" || w.said[to] != "":
	case to == "mode" && !isMode(value):
	case strings.HasSuffix(to, "_id"):
		yamldoc.Set(w.Document.Front, to, yamldoc.String(value))
	default:
		w.said[to] = value
	}
}

// problem notes what is wrong; line counts from 1, 0 is the file as a whole.
func (w *work) problem(line int, what string) {
	if line > 0 {
		what = fmt.Sprintf("line %d: %s", line, what)
	}
	const most = 50
	if len(w.Problems) < most {
		w.Problems = append(w.Problems, what)
	}
}

func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return !(unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_')
	})
}

func hasWord(s string) bool { return len(words(s)) > 0 }

func count(n *yamldoc.Node, in map[string]int) {
	for _, word := range words(n.Value) {
		in[word]++
	}
	for _, c := range n.Content {
		count(c, in)
	}
}

// keepTheRest keeps the lines of the original whose words are not all in the document.
func (w *work) keepTheRest(text string) {
	have := map[string]int{}
	for _, n := range []*yamldoc.Node{w.Document.Front, w.Document.Body, w.meta, w.kept} {
		count(n, have)
	}
	var rest []string
	for line := range strings.SplitSeq(text, "\n") {
		content, short := line, false
		if m := sign().item.FindStringSubmatch(line); m != nil {
			content = m[1][len(sign().box.FindString(m[1])):]
		}
		for _, mark := range words(line[:len(line)-len(content)]) { // of an item: a number, the sign in a box
			short = short || have[mark] == 0
			have[mark] = max(have[mark], 1)
		}
		for _, word := range words(content) {
			have[word]--
			short = short || have[word] < 0
		}
		if short {
			rest = append(rest, line)
		}
	}
	if len(rest) > 0 {
		w.keep("Lines that have no other place", strings.Join(rest, "\n"))
	}
	if len(w.kept.Content) > 0 {
		yamldoc.Set(w.meta, keptSections, w.kept)
	}
	yamldoc.Set(w.Document.Body, "metadata", w.meta)
}

// readDocuments reads YAML as an artifact is read; front says that it is front matter.
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

// readKey reads one key of a document. In front matter an unknown one is a fact about the file.
func (w *work) readKey(key string, value *yamldoc.Node, front bool) {
	isFact := find("facts", canonical(key)) != ""
	_, known := artifact.Fit(key, nil)
	switch {
	case key == "metadata":
		for inner, v := range yamldoc.Pairs(value) {
			switch inner.Value {
			case "git_branch":
				w.hear("branch", artifact.Inline(v))
			case keptSections, artifact.OriginalSum: // which an earlier migration wrote
			default:
				w.further(w.meta, inner.Value, v)
			}
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

// further keeps a key that the schema does not name in the mapping to.
func (w *work) further(to *yamldoc.Node, key string, value *yamldoc.Node) {
	if yamldoc.Get(to, key) != nil {
		w.problem(value.Line, key+" occurs twice")
		return
	}
	to.Content = append(to.Content, yamldoc.String(key), value)
}
