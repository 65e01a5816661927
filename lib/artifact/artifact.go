// Package artifact is the store of family A: one YAML file a saved state of
// work, thoughts/shared/handoffs/<session>/<minute>_<title>_<mode>.yaml.
//
// A file has two documents, front matter and body. Reading is lenient: it takes what real files look
// like and says what is wrong. Writing is strict: one function validates, redacts and writes for every
// mode, and what has faults is not written.
package artifact

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/rank"
	"holdfast/lib/yamldoc"
)

// Dir is the folder of the session folders, relative to the project root.
const Dir = "thoughts/shared/handoffs"

// SchemaVersion is the version that is written.
const SchemaVersion = "1.0.0"

// The modes of an artifact.
const (
	Checkpoint = "checkpoint"
	Handoff    = "handoff"
	Finalize   = "finalize"
)

// A Document is the content of an artifact: two mappings.
type Document struct {
	Front *yamldoc.Node
	Body  *yamldoc.Node
}

// NewDocument is an empty one.
func NewDocument() Document { return Document{Front: yamldoc.Map(), Body: yamldoc.Map()} }

// Render returns the document as the bytes of a file.
func (d Document) Render() []byte { return yamldoc.Render(d.Front, d.Body) }

// Part is the mapping where a key belongs.
func (d Document) Part(key string) *yamldoc.Node {
	if isFront(key) {
		return d.Front
	}
	return d.Body
}

// Text is the scalar at a dotted path of keys, in the document where the first belongs.
func (d Document) Text(path string) string {
	keys := strings.Split(path, ".")
	m := d.Part(keys[0])
	for _, k := range keys[:len(keys)-1] {
		m = yamldoc.Get(m, k)
	}
	return yamldoc.Text(m, keys[len(keys)-1])
}

// Lines is a value of the body as lines for a person, whatever its shape.
func (d Document) Lines(key string) []string { return lines(yamldoc.Get(d.Body, key)) }

func lines(n *yamldoc.Node) (out []string) {
	switch {
	case n == nil:
	case n.Kind == yamldoc.Sequence:
		out = slices.Concat(each.Of(n.Content, ItemLines)...)
	case n.Kind == yamldoc.Scalar && n.ShortTag() != "!!null" && strings.TrimSpace(n.Value) != "":
		out = append(out, n.Value)
	}
	for key, value := range yamldoc.Pairs(n) {
		out = append(out, key.Value+": "+strings.Join(lines(value), "; "))
	}
	return out
}

// ItemLines is one item of a list; an object with a leading text, as {task, files}, is one line.
func ItemLines(n *yamldoc.Node) []string {
	for _, leading := range []string{"task", "path", "decision", "problem", "command", "title"} {
		line := yamldoc.Text(n, leading)
		if line == "" {
			continue
		}
		for key, value := range yamldoc.Pairs(n) {
			if more := lines(value); key.Value != leading && len(more) > 0 {
				line += ": " + strings.Join(more, ", ")
			}
		}
		return []string{line}
	}
	return lines(n)
}

// Inline is a node as one text, with "; " between its items and pairs.
func Inline(n *yamldoc.Node) string { return TrimLines(strings.Join(ItemLines(n), "; ")) }

// TrimLines takes white space off the ends of all lines, and empty lines off both ends.
func TrimLines(s string) string {
	lines := each.Of(strings.Split(s, "\n"), func(l string) string { return strings.TrimRight(l, " \t") })
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// An Artifact is one file as it was read.
type Artifact struct {
	Path   string // relative to the project root, with "/"
	Sum    string // SHA-256 of the file's bytes, in hex
	Title  string // the short title in the file's name, "" for a foreign name
	Date   time.Time
	Faults []fault.Fault // what is wrong with it, by the schema
	Broken error         // why it is not an artifact at all; the rest is then a best effort
	Document
}

// Mode is checkpoint, handoff or finalize, or whatever the file says; Goal is what the work is for, Now its
// state, and SessionID the Claude Code session that saved it, "" where unknown.
func (a Artifact) Mode() string      { return a.Text("mode") }
func (a Artifact) Goal() string      { return a.Text("goal") }
func (a Artifact) Now() string       { return a.Text("now") }
func (a Artifact) SessionID() string { return a.Text("session_id") }

// Session is the line of work: the key, else the folder's name.
func (a Artifact) Session() string { return cmp.Or(a.Text("session"), path.Base(path.Dir(a.Path))) }

// Branch and Commit are those of git that it was saved on, "" where it names none.
func (a Artifact) Branch() string { return cmp.Or(a.Text("metadata.git_branch"), a.Text("git.branch")) }
func (a Artifact) Commit() string { return cmp.Or(a.Text("metadata.git_commit"), a.Text("git.commit")) }

// MetadataList is a list of the metadata, such as the prompts, or the files_changed by its line.
func (a Artifact) MetadataList(key string) []string {
	return lines(yamldoc.Get(yamldoc.Get(a.Body, "metadata"), key))
}

// Auto reports whether a hook saved it, and no person or model.
func (a Artifact) Auto() bool { return isAuto(a.Title) && a.Mode() == Checkpoint }

// Branches are those on which its session changed files, else the one it was saved on.
func (a Artifact) Branches() []string {
	if b := a.Branch(); b != "" && yamldoc.Get(yamldoc.Get(a.Body, "metadata"), "branches") == nil {
		return []string{b}
	}
	return a.MetadataList("branches")
}

// The keys of the metadata that name the earlier file that an artifact was made of.
const (
	MigratedFrom = "migrated_from"
	OriginalSum  = "original_sha256"
)

// A Text is a value of an artifact, or one item of a list with all that belongs to it.
type Text struct {
	Field string `json:"field"`
	Line  string `json:"line"`
}

// Texts are all that search looks at.
func (a Artifact) Texts() []Text {
	all := []Text{{"session", a.Session()}, {"title", a.Title}, {"bead", a.Text("primary_bead")}}
	for key, value := range yamldoc.Pairs(a.Body) {
		text := func(line string) Text { return Text{key.Value, strings.TrimSpace(line)} }
		all = append(all, each.Of(lines(value), text)...)
	}
	return slices.DeleteFunc(all, func(t Text) bool { return t.Line == "" })
}

// words are those texts, in which a word counts more under some keys than under others.
func (a Artifact) words() rank.Packed {
	weights := map[string]float64{
		"goal": 4, "now": 3, "decisions": 2, "rules": 2, "next": 2, "worked": 1.5, "failed": 1.5,
	}
	return rank.Pack(each.Of(a.Texts(), func(t Text) rank.Passage {
		return rank.Passage{Text: t.Line, Weight: cmp.Or(weights[t.Field], 1)}
	}))
}
