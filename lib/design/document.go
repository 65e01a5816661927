package design

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/record"
)

// A Document is what one file of a design says of itself.
type Document struct {
	Path   string `json:"path"`
	Kind   Kind   `json:"kind"`
	Status string `json:"status"` // of its Status line, "" where it has none
	// Titles are its rules, alternatives or scenarios, by its kind.
	Titles []string `json:"titles"`
	// Missing are the sections that a technical design lacks or left empty.
	Missing []string `json:"missing"`
	heading string   // its first
	text    []byte
}

// approved reports whether its Status line says so.
func (d Document) approved() bool { return strings.EqualFold(d.Status, "Approved") }

// draft reports whether its Status line says that it is not finished.
func (d Document) draft() bool {
	return strings.EqualFold(d.Status, "Draft") || strings.EqualFold(d.Status, "Under Review")
}

// about is in words what it says of itself.
func (d Document) about() string {
	var all []string
	if d.Status != "" {
		all = append(all, "Status: "+d.Status)
	}
	if noun := docKinds[d.Kind].noun; noun != "" {
		all = append(all, fmt.Sprintf("%ss: %d", noun, len(d.Titles)))
	}
	if len(d.Missing) > 0 {
		all = append(all, "lacks: "+strings.Join(d.Missing, ", "))
	}
	if all == nil {
		return ""
	}
	return " (" + fence.Line(strings.Join(all, "; "), 0) + ")"
}

// parts are the sections that a technical design needs, with the words that
// name them at the second level.
var parts = []struct {
	name  string
	words []string
}{
	{"acceptance criteria", []string{
		"acceptance", "success", "testing", "tests", "test", "verification", "critères"}},
	{"implementation", []string{
		"implementation", "architecture", "components", "approach", "structure", "layers", "model"}},
	{"interface", []string{"interface", "interfaces", "api", "contract", "contracts", "endpoints", "commands"}},
}

var scenarios = []string{
	"Scenario:", "Scenario Outline:", "Scenario Template:", "Example:",
	"Scénario:", "Plan du scénario:", "Plan du Scénario:",
}

// inspect reads what a document says of itself: its headings, its Status line, and
// what is below the headings of the second level. What is quoted is text.
func inspect(rel string, k Kind, b []byte) Document {
	d := Document{Path: rel, Kind: k, Titles: []string{}, Missing: []string{}, text: b}
	filled := make([]bool, len(parts)) // those with a text
	var section []string
	quote, unfinished := "", false
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		level, title := heading(line)
		switch {
		case quote != "":
			if strings.HasPrefix(line, quote) {
				quote = ""
			}
		case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"), strings.HasPrefix(line, `"""`):
			quote = line[:3]
		case level > 0:
			if d.heading == "" {
				d.heading = title
			}
			if level == 1 {
				section = nil
			} else if level == 2 {
				section = words(strings.ToLower(title))
			}
			if level > 1 && docKinds[k].counts(title) {
				d.Titles = append(d.Titles, title)
			}
			continue
		case d.Status == "" && strings.HasPrefix(line, "**Status:**"):
			d.Status = strings.TrimSpace(strings.TrimPrefix(line, "**Status:**"))
		case k == BDD:
			for _, word := range scenarios {
				if rest, ok := strings.CutPrefix(line, word); ok {
					d.Titles = append(d.Titles, strings.TrimSpace(rest))
				}
			}
		}
		for i, p := range parts {
			named := func(w string) bool { return slices.Contains(p.words, w) }
			filled[i] = filled[i] || line != "" && slices.ContainsFunc(section, named)
		}
		unfinished = unfinished || quote == "" && placeholder(line)
	}
	if k != TDD {
		return d
	}
	for i, p := range parts {
		if !filled[i] {
			d.Missing = append(d.Missing, p.name)
		}
	}
	if unfinished {
		d.Missing = append(d.Missing, "what is marked as still to come")
	}
	return d
}

// heading parts a line of Markdown into the level and text of its heading; level 0
// is none.
func heading(line string) (level int, title string) {
	title = strings.TrimLeft(line, "#")
	level = len(line) - len(title)
	if level > 6 || title != "" && title[0] != ' ' && title[0] != '\t' {
		return 0, ""
	}
	return level, strings.Trim(title, " \t#")
}

// counts reports whether a heading is one of many: it begins with a word of the
// kind and a number or letter, as in "Rule 3: …" or "Option B".
func (k docKind) counts(title string) bool {
	w := words(strings.ToLower(title))
	for len(w) > 0 && strings.Trim(w[0], "0123456789") == "" {
		w = w[1:] // a heading's own number
	}
	return len(w) > 1 && slices.Contains(k.words, w[0]) &&
		(strings.Trim(w[1], "0123456789") == "" || len(w[1]) == 1)
}

// placeholder reports whether a line says that something is still to come.
func placeholder(line string) bool {
	marks := func(w string) bool { return w == "TB"+"D" || w == "TO"+"DO" }
	return slices.ContainsFunc(words(line), marks) || strings.Contains(line, "???")
}

func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r <= 0x7f && !strings.ContainsRune(alphanumeric, r) })
}

// documents are a session's files that are there, by their kind.
type documents map[Kind][]Document

// A view is a session and what is on the disk beside it.
type view struct {
	Store
	Session
	docs documents
}

// view reads the documents of a session; writing is one that is about to be written.
func (s Store) view(x Session, writing file) view {
	docs := documents{}
	for _, k := range Kinds {
		for _, p := range candidates(x, k) {
			b, err := writing.content, error(nil)
			if b == nil || p != writing.path {
				b, err = s.read(p)
			}
			if err == nil || errors.Is(err, durable.ErrTooLarge) {
				docs[k] = append(docs[k], inspect(p, k, b))
			}
		}
	}
	for _, p := range x.listed(tickets) {
		if s.IsFile(p) {
			docs[tickets] = append(docs[tickets], inspect(p, tickets, nil))
		}
	}
	return view{s, x, docs}
}

// candidates are where a document of a kind may be: where the session says,
// then its usual places, unless what is there is of an earlier design.
func candidates(x Session, k Kind) []string {
	all := x.listed(k)
	earlier := append(x.superseded(), x.doc.Get(moving, "files").Texts()...)
	for _, p := range places(x.Feature, k) {
		if !slices.Contains(all, p) && !slices.Contains(earlier, p) {
			all = append(all, p)
		}
	}
	return all
}

// places are where a document of a feature usually is, the first one before the
// others; decisions have no such place.
func places(feature string, k Kind) []string {
	own := Dir + "/" + feature + docKinds[k].suffix
	switch k {
	case ADR:
		return nil
	case TDD:
		return []string{docsDir + "/" + feature + ".md", own}
	}
	return []string{own}
}

// read returns the file at rel, which no link leads to.
func (s Store) read(rel string) ([]byte, error) {
	if !record.IsLocal(rel) {
		return nil, fmt.Errorf("reading %q: not a path in the project: %w", rel, fs.ErrInvalid)
	}
	return durable.In(s.Root, rel).Read(maxContent)
}

// first is the document of a kind, the zero Document where there is none.
func (d documents) first(k Kind) (Document, bool) {
	if len(d[k]) == 0 {
		return Document{}, false
	}
	return d[k][0], true
}

// of are the documents of a stage, or its tickets.
func (d documents) of(role Role) []Document {
	all := []Document{}
	for _, k := range kindsOf(role) {
		all = append(all, d[k]...)
	}
	return all
}

// paths are their paths.
func (d documents) paths(role Role) []string {
	all := []string{}
	for _, doc := range d.of(role) {
		all = append(all, doc.Path)
	}
	return all
}

// counted is how many rules, alternatives or scenarios there are: the session's
// word, else the document's.
func (v view) counted(k Kind) int {
	if n, ok := v.at(v.table.holder(k), docKinds[k].countKey).Whole(1e6); ok {
		return n
	}
	d, _ := v.docs.first(k)
	return len(d.Titles)
}

// approved reports whether the user approved what a stage made.
func (v view) approved(st Stage) bool {
	d, _ := v.docs.first(Rules)
	return v.at(st.checkpoint(), keyApproved).True() || st.Role == Extract && d.approved()
}

// awaitsChoice reports whether alternatives wait for the user's choice. Where a
// technical design is written and no alternatives were ever saved, as in a
// session that was rebuilt, the choice was made.
func (v view) awaitsChoice() bool {
	saved := v.doc.Get("checkpoints", v.table.alternatives()).Exists() && !v.doc.Get("rebuilt_at").Exists()
	return v.counted(Analysis) > 0 && v.chosen().None() && (saved || len(v.docs[TDD]) == 0)
}
