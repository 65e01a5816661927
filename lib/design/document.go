package design

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/record"
)

// A Document is what one file of a design says of itself.
type Document struct {
	Path    string   `json:"path"`
	Kind    Kind     `json:"kind"`
	Status  string   `json:"status"`  // of its Status line, "" where it has none
	Titles  []string `json:"titles"`  // its rules, alternatives or scenarios, by its kind
	Missing []string `json:"missing"` // the sections that a technical design lacks or left empty
	heading string   // its first
}

func (d Document) approved() bool { return strings.EqualFold(d.Status, "Approved") }

func (d Document) about() string {
	var all []string
	if d.Status != "" {
		all = append(all, "Status: "+d.Status)
	}
	if kind := docKinds[d.Kind]; kind.countKey != "" {
		all = append(all, fmt.Sprintf("%ss: %d", kind.noun, len(d.Titles)))
	}
	return strings.Join(all, "; ")
}

// parts are the sections that a technical design needs, with words of their headings.
var parts = []struct{ name, words string }{
	{"acceptance criteria", "acceptance|success|testing|tests|test|verification|critères"},
	{"implementation", "implementation|architecture|components|approach|structure|layers|model"},
	{"interface", "interface|interfaces|api|contract|contracts|endpoints|commands"},
}

// inspect reads what a document says of itself: its headings, its Status line, and
// what is below the headings of the second level. What is quoted is text.
func inspect(rel string, k Kind, b []byte) Document {
	d := Document{Path: rel, Kind: k, Titles: []string{}, Missing: []string{}}
	counted := regexp.MustCompile(docKinds[k].counted)
	filled := map[string]bool{} // the headings of the second level with a text below them
	section, quote, unfinished := "", "", false
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		level, heading := headingOf(line)
		title := counted.FindStringSubmatch(line)
		switch {
		case line == "":
			continue
		case quote != "":
			if strings.HasPrefix(line, quote) {
				quote = ""
			}
		case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"), strings.HasPrefix(line, `"""`):
			quote = line[:3]
		case level > 0:
			d.heading = cmp.Or(d.heading, heading)
			switch level {
			case 1:
				section = ""
			case 2:
				section = heading
			}
		default:
			if status, ok := strings.CutPrefix(line, "**Status:**"); ok {
				d.Status = cmp.Or(d.Status, strings.TrimSpace(status))
			}
			unfinished = unfinished || strings.Contains(line, "???") || strings.Contains(line, "TB"+"D") ||
				strings.Contains(line, "TO"+"DO")
		}
		filled[section] = filled[section] || level == 0 || quote != ""
		if quote == "" && len(title) == 2 {
			d.Titles = append(d.Titles, strings.Trim(title[1], " #"))
		}
	}
	if k != TDD {
		return d
	}
	for _, p := range parts {
		named, has := regexp.MustCompile(`(?i)(?:^|\W)(?:`+p.words+`)(?:\W|$)`), false
		for section, text := range filled {
			has = has || text && named.MatchString(section)
		}
		if !has {
			d.Missing = append(d.Missing, p.name)
		}
	}
	if unfinished {
		d.Missing = append(d.Missing, "what is marked as still to come")
	}
	return d
}

// headingOf is the level of a heading of Markdown and its text; 0 of any other line.
func headingOf(line string) (level int, text string) {
	text = strings.TrimLeft(line, "#")
	level = len(line) - len(text)
	if level > 6 || level > 0 && strings.TrimLeft(text, " \t") == text && text != "" {
		return 0, ""
	}
	return level, strings.Trim(text, "# \t")
}

func (x *Session) first(k Kind) (d Document, there bool) {
	return append(x.docs[k], Document{})[0], len(x.docs[k]) > 0
}

func (x *Session) of(st Stage) []Document {
	made := each.If(kinds, func(k Kind) ([]Document, bool) { return x.docs[k], k.stage() == st.Makes })
	return append([]Document{}, slices.Concat(made...)...)
}

// look reads the documents of a session, and the one that is about to be written as it will be.
func (x *Session) look() {
	x.docs = map[Kind][]Document{}
	for _, k := range kinds {
		for _, p := range x.places(k) {
			var b []byte
			var err error
			switch {
			case p == x.writing.path && x.writing.content != nil:
				b = x.writing.content
			case k != Tickets:
				b, err = x.read(p)
			case !x.IsFile(p):
				continue
			}
			if err == nil || errors.Is(err, durable.ErrTooLarge) {
				x.docs[k] = append(x.docs[k], inspect(p, k, b))
			}
		}
	}
}

func (s Store) read(rel string) ([]byte, error) { return durable.In(s.Root, rel).Read(maxContent) }

// listed are the paths in the project that the session names for a kind, each once.
func (x *Session) listed(k Kind) []string {
	kind := docKinds[k]
	at, noted := x.doc.Get("artifacts", kind.key), x.at(x.table.holder(k), kind.fileKey)
	local := func(p string) (string, bool) { return p, record.IsLocal(p) }
	all := each.Once(each.If(slices.Concat(at.Texts(), noted.Texts()), local))
	if kind.dir == "" {
		all = each.Head(all, 1)
	}
	return all
}

// places are where a document of a kind may be: where the session says, then where one
// usually is. A new one goes to the first. That of an earlier design stays where it is.
func (x *Session) places(k Kind) []string {
	all := x.listed(k)
	if main := docsDir + "/" + x.Feature + ".md"; k == TDD && !slices.Contains(x.superseded(), main) {
		all = append(all, main)
	}
	if suffix := docKinds[k].suffix; suffix != "" {
		all = append(all, Dir+"/"+x.Feature+suffix)
	}
	return each.Once(all)
}

func (x *Session) name(k Kind, rel string) {
	kind, holder := docKinds[k], x.table.holder(k)
	for _, way := range [][]string{{"artifacts", kind.key}, {"checkpoints", holder, kind.fileKey}} {
		switch {
		case way[1] == "": // the table lacks its stage
		case kind.dir != "":
			x.doc = x.doc.AddingOnce(rel, way...)
		default:
			x.set(rel, way...)
		}
	}
	if k == Tickets {
		x.count()
	}
}

// counted is how many rules, alternatives or scenarios the session says, else the document.
func (x *Session) counted(k Kind) int {
	if n, ok := x.at(x.table.holder(k), docKinds[k].countKey).Whole(maxCount); ok {
		return n
	}
	d, _ := x.first(k)
	return len(d.Titles)
}
