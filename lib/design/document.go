package design

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
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

// parts are the sections that a technical design needs, with the words of which one
// is in their heading of the second level.
var parts = []struct{ name, words string }{
	{"acceptance criteria", "acceptance|success|testing|tests|test|verification|critères"},
	{"implementation", "implementation|architecture|components|approach|structure|layers|model"},
	{"interface", "interface|interfaces|api|contract|contracts|endpoints|commands"},
}

// inspect reads what a document says of itself: its headings, its Status line, and
// what is below the headings of the second level. What is quoted is text.
func inspect(rel string, k Kind, b []byte) Document {
	d := Document{Path: rel, Kind: k, Titles: []string{}, Missing: []string{}, text: b}
	counted := regexp.MustCompile(docKinds[k].counted)
	headings := regexp.MustCompile(`^(#{1,6})(?:\s+(.*?))?[\s#]*$`)
	toCome := regexp.MustCompile(`\bTB` + `D\b|\bTO` + `DO\b|\?\?\?`)
	var filled []string // the headings of the second level with a text below them
	section, quote, unfinished := "", "", false
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		heading := headings.FindStringSubmatch(line)
		switch title := counted.FindStringSubmatch(line); {
		case line == "":
			continue
		case quote != "":
			if strings.HasPrefix(line, quote) {
				quote = ""
			}
		case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"), strings.HasPrefix(line, `"""`):
			quote = line[:3]
		default:
			if len(title) == 2 {
				d.Titles = append(d.Titles, strings.Trim(title[1], " #"))
			}
			if heading != nil {
				d.heading = cmp.Or(d.heading, heading[2])
				switch len(heading[1]) {
				case 1:
					section = ""
				case 2:
					section = heading[2]
				}
				continue
			}
			if status, ok := strings.CutPrefix(line, "**Status:**"); ok {
				d.Status = cmp.Or(d.Status, strings.TrimSpace(status))
			}
			unfinished = unfinished || toCome.MatchString(line)
		}
		if !slices.Contains(filled, section) {
			filled = append(filled, section)
		}
	}
	if k != TDD {
		return d
	}
	for _, p := range parts {
		named := regexp.MustCompile(`(?i)(?:^|\W)(?:` + p.words + `)(?:\W|$)`).MatchString
		if !slices.ContainsFunc(filled, named) {
			d.Missing = append(d.Missing, p.name)
		}
	}
	if unfinished {
		d.Missing = append(d.Missing, "what is marked as still to come")
	}
	return d
}

// documents are a session's files that are there, by their kind.
type documents map[Kind][]Document

// look reads the documents of a session; writing is one that is about to be written.
func (x *Session) look(writing file) {
	x.docs = documents{}
	for _, k := range Kinds {
		for _, p := range x.places(k) {
			b, err := writing.content, error(nil)
			if b == nil || p != writing.path {
				b, err = x.read(p)
			}
			if err == nil || errors.Is(err, durable.ErrTooLarge) {
				x.docs[k] = append(x.docs[k], inspect(p, k, b))
			}
		}
	}
	for _, p := range x.listed(tickets) { // of which nothing is read
		if x.IsFile(p) {
			x.docs[tickets] = append(x.docs[tickets], inspect(p, tickets, nil))
		}
	}
}

// places are where a document of a kind may be: where the session says, then where
// one usually is, unless what is there is of an earlier design.
func (x *Session) places(k Kind) []string {
	all := x.listed(k)
	for _, p := range usual(x.Feature, k) {
		if !slices.Contains(all, p) && !slices.Contains(x.superseded(), p) {
			all = append(all, p)
		}
	}
	return all
}

// usual are where a document of a feature usually is, the first one before the
// others; decisions and tickets have no such place.
func usual(feature string, k Kind) []string {
	own := Dir + "/" + feature + docKinds[k].suffix
	switch k {
	case ADR, tickets:
		return nil
	case TDD:
		return []string{docsDir + "/" + feature + ".md", own}
	}
	return []string{own}
}

// usual is where a document of a feature goes: where the session says, else its
// usual place.
func (x *Session) usual(k Kind) string {
	if listed := x.listed(k); len(listed) > 0 && record.IsLocal(listed[0]) {
		return listed[0]
	}
	return usual(x.Feature, k)[0]
}

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

// of are the documents of stages, or their tickets.
func (d documents) of(roles ...Role) []Document {
	all := []Document{}
	for _, role := range roles {
		for _, k := range kindsOf(role) {
			all = append(all, d[k]...)
		}
	}
	return all
}

func paths(all []Document) (rels []string) {
	for _, d := range all {
		rels = append(rels, d.Path)
	}
	return rels
}

// counted is how many rules, alternatives or scenarios there are: the session's
// word, else the document's.
func (x *Session) counted(k Kind) int {
	if n, ok := x.at(x.table.holder(k), docKinds[k].countKey).Whole(maxCount); ok {
		return n
	}
	d, _ := x.docs.first(k)
	return len(d.Titles)
}

// approved reports whether the user approved what a stage made.
func (x *Session) approved(st Stage) bool {
	d, _ := x.docs.first(Rules)
	return x.at(st.checkpoint(), keyApproved).True() || st.Role == Extract && d.approved()
}

// awaitsChoice reports whether alternatives wait for the user's choice. Where a
// technical design is written and no alternatives were ever saved, as in a
// session that was rebuilt, the choice was made.
func (x *Session) awaitsChoice() bool {
	saved := x.doc.Get("checkpoints", x.table.alternatives()).Exists() && !x.doc.Get("rebuilt_at").Exists()
	return x.counted(Analysis) > 0 && x.chosen().None() && (saved || len(x.docs[TDD]) == 0)
}

// offered reports whether an alternative can have been chosen, and in words which
// can: one that is named by its number or letter exists. What is said in words is
// not judged.
func (x *Session) offered(chosen record.Value) (can bool, which string) {
	most, word := x.counted(Analysis), strings.ToUpper(chosen.Says())
	n, err := strconv.Atoi(word)
	if len(word) == 1 && word >= "A" && word <= "Z" {
		n, err = int(word[0]-'A')+1, nil
	}
	can = chosen.None() || most == 0 || err != nil || n >= 1 && n <= most
	return can, fmt.Sprintf("one of %d alternatives", most)
}
