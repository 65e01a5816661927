package design

import (
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/fence"
)

// A Document is what one file of a design says of itself.
type Document struct {
	Path   string `json:"path"`
	Kind   Kind   `json:"kind,omitempty"` // "" for a ticket
	Status string `json:"status"`         // of its Status line, "" where it has none
	// Titles are its rules, alternatives or scenarios, by its kind.
	Titles []string `json:"titles"`
	// Missing are the sections that a technical design lacks or left empty.
	Missing []string `json:"missing"`
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
	var parts []string
	if d.Status != "" {
		parts = append(parts, "Status: "+d.Status)
	}
	if noun := docKinds[d.Kind].noun; noun != "" {
		parts = append(parts, fmt.Sprintf("%ss: %d", noun, len(d.Titles)))
	}
	if len(d.Missing) > 0 {
		parts = append(parts, "lacks: "+strings.Join(d.Missing, ", "))
	}
	if parts == nil {
		return ""
	}
	return " (" + fence.Line(strings.Join(parts, "; "), 0) + ")"
}

// A section is a heading with what is below it.
type section struct {
	level int
	title string
	body  bool // there is text below it, subsections included
}

// outline reads Markdown: its sections, its Status line, and whether it holds a
// placeholder. Code blocks are text.
func outline(b []byte) (sections []section, status string, unfinished bool) {
	fence := ""
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, " \t\r\n")
		bare := strings.TrimLeft(line, " ")
		switch {
		case fence != "":
			if strings.HasPrefix(bare, fence) {
				fence = ""
			}
		case strings.HasPrefix(bare, "```"), strings.HasPrefix(bare, "~~~"):
			fence = bare[:3]
		case strings.HasPrefix(line, "#"):
			level := len(line) - len(strings.TrimLeft(line, "#"))
			if level > 6 || len(line) > level && line[level] != ' ' && line[level] != '\t' {
				break
			}
			mark(sections, level-1)
			sections = append(sections, section{level: level, title: strings.Trim(line[level:], " \t#")})
			continue
		case status == "" && strings.HasPrefix(bare, "**Status:**"):
			status = strings.TrimSpace(strings.TrimPrefix(bare, "**Status:**"))
		}
		if bare != "" {
			mark(sections, 6)
			unfinished = unfinished || fence == "" && placeholder(bare)
		}
	}
	return sections, status, unfinished
}

// mark notes that there is text below the last section, and below those that
// hold it; level is the deepest that is marked.
func mark(sections []section, level int) {
	at := 7
	for i := len(sections) - 1; i >= 0 && at > 1; i-- {
		if sections[i].level < at {
			at = sections[i].level
			if at <= level {
				sections[i].body = true
			}
		}
	}
}

// placeholder reports whether a line says that something is still to come.
func placeholder(line string) bool {
	for _, w := range words(line) {
		if w == "TB"+"D" || w == "TO"+"DO" {
			return true
		}
	}
	return strings.Contains(line, "???")
}

func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r > 0x7f)
	})
}

// parts are the sections that a technical design needs, with the words that
// name them at the second level.
var parts = []struct {
	name  string
	words []string
}{
	{"acceptance criteria", []string{"acceptance", "success", "testing", "tests", "test", "verification", "critères"}},
	{"implementation", []string{"implementation", "architecture", "components", "approach", "structure", "layers", "model"}},
	{"interface", []string{"interface", "interfaces", "api", "contract", "contracts", "endpoints", "commands"}},
}

// missing are the parts that a technical design lacks.
func missing(sections []section, unfinished bool) []string {
	var lacks []string
	for _, p := range parts {
		there := slices.ContainsFunc(sections, func(s section) bool {
			return s.level == 2 && s.body && slices.ContainsFunc(words(strings.ToLower(s.title)), func(w string) bool { return slices.Contains(p.words, w) })
		})
		if !there {
			lacks = append(lacks, p.name)
		}
	}
	if unfinished {
		lacks = append(lacks, "what is marked as still to come")
	}
	return lacks
}

// inspect reads what a document says of itself.
func inspect(rel string, k Kind, b []byte) Document {
	d := Document{Path: rel, Kind: k, Titles: []string{}, Missing: []string{}, text: b}
	if k == BDD {
		d.Titles = scenarios(b)
		return d
	}
	sections, status, unfinished := outline(b)
	d.Status = status
	for _, s := range sections {
		if k == Rules && numbered(s, "rule", "règle") || k == Analysis && numbered(s, "alternative", "option", "approach") {
			d.Titles = append(d.Titles, s.title)
		}
	}
	if k == TDD {
		d.Missing = append(d.Missing, missing(sections, unfinished)...)
	}
	return d
}

// numbered reports whether a section is one of many: its title begins with a
// word and a number or letter, as in "Rule 3: …" or "Option B".
func numbered(s section, names ...string) bool {
	w := words(strings.ToLower(s.title))
	for len(w) > 0 && strings.Trim(w[0], "0123456789") == "" {
		w = w[1:] // a heading's own number
	}
	if s.level < 2 || len(w) < 2 || !slices.Contains(names, w[0]) {
		return false
	}
	return strings.Trim(w[1], "0123456789") == "" || len(w[1]) == 1
}

// scenarios are the titles of a Gherkin file's scenarios.
func scenarios(b []byte) []string {
	titles := []string{}
	quoted := ""
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, `"""`) || strings.HasPrefix(line, "```") {
			switch quoted {
			case "":
				quoted = line[:3]
			case line[:3]:
				quoted = ""
			}
			continue
		}
		for _, word := range []string{"Scenario:", "Scenario Outline:", "Scenario Template:", "Example:", "Scénario:", "Plan du scénario:", "Plan du Scénario:"} {
			if rest, ok := strings.CutPrefix(line, word); ok && quoted == "" {
				titles = append(titles, strings.TrimSpace(rest))
			}
		}
	}
	return titles
}

// heading is the first heading of a Markdown text, "" where it has none.
func heading(b []byte) string {
	sections, _, _ := outline(b)
	if len(sections) == 0 {
		return ""
	}
	return sections[0].title
}
