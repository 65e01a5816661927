package legacy

import (
	_ "embed" // the tables
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/yamldoc"
)

type signs struct{ heading, item, box, named, rule, fence, divider, aside *regexp.Regexp }

var sign = sync.OnceValue(func() signs {
	return signs{
		heading: regexp.MustCompile(`^(#{1,6})[ \t]+(.*?[^ \t#])[ \t]*(?:[ \t]#+[ \t]*)?$`),
		item:    regexp.MustCompile(`^[ \t]*(?:[-*+•]|[0-9]{1,9}[.)])[ \t](.*)$`),
		box:     regexp.MustCompile(`^[ \t]*\[([ xX~>./!-]|[^\x00-\x7f])\](?:[ \t]+|$)`),
		named:   regexp.MustCompile(`^[ \t]*\*\*[ \t]*([^* \t][^*]{0,59}?)(?::\*\*|\*\*:)[ \t]*(.*?)[ \t]*$`),
		rule:    regexp.MustCompile(`^[ \t]*(?:-[- ]*-[- ]*-|\*[* ]*\*[* ]*\*|_[_ ]*_[_ ]*_|=[= ]*=[= ]*=)[ \t]*$`),
		fence:   regexp.MustCompile("^[ \t]*(```+|~~~+)[^`]*$"),
		divider: regexp.MustCompile(`^[ \t:-]*(?:\|[ \t:-]*)+$`),
		aside:   regexp.MustCompile(`\((?:[^()]|\([^()]*\))*\)?`),
	}
})

// readMarkdown takes a Markdown file apart. A section may have the meaning of the list around it.
func (w *work) readMarkdown(text string) {
	lines := strings.Split(text, "\n")
	if front, n := between(lines); n > 0 && strings.HasPrefix(text, "---") {
		w.readDocuments("\n"+strings.Join(front, "\n"), true)
		lines = lines[n:]
	}
	var meanings [7]string // of the sections that the next one is in, by level
	for _, s := range sections(lines) {
		to := meaningOf(s.heading)
		for above := s.level - 1; above > 1 && to == "" && strings.Contains(lists, meanings[above]); above-- {
			to = meanings[above]
		}
		clear(meanings[s.level:])
		meanings[s.level] = to
		if s.level == 1 && w.said["title"] == "" {
			w.said["title"], to = s.heading, toFacts
		}
		if s.level == 0 {
			to = toFacts
		}
		w.readSection(s, to)
	}
}

type section struct {
	level   int // 0 before the first heading
	heading string
	lines   []string
}

// sections splits Markdown at its headings, but for those in a fenced block or a prompt.
func sections(lines []string) []section {
	all := []section{{}}
	for len(lines) > 0 {
		n := max(fenced(lines), 1)
		if m := sign().heading.FindStringSubmatch(lines[0]); n == 1 && m != nil {
			all = append(all, section{level: len(m[1]), heading: m[2]})
			lines = lines[1:]
			if n = 0; meaningOf(m[2]) == toPrompt {
				_, n = between(lines)
			}
		}
		at := &all[len(all)-1]
		at.lines = append(at.lines, lines[:n]...)
		lines = lines[n:]
	}
	return all
}

// fenced is how many of the lines are the fenced block that they begin with.
func fenced(lines []string) int {
	m := sign().fence.FindStringSubmatch(lines[0])
	if m == nil {
		return 0
	}
	for i, l := range lines[1:] {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, m[1]) && strings.Trim(l, m[1][:1]) == "" {
			return i + 2
		}
	}
	return len(lines)
}

// between is what is between two lines "---", the first on top, and the lines up to the second.
func between(lines []string) (inside []string, n int) {
	start := -1
	for i, l := range lines {
		switch s := strings.TrimSpace(l); {
		case len(s) >= 3 && strings.Trim(s, "-") == "" && start >= 0:
			return lines[start+1 : i], i + 1
		case len(s) >= 3 && strings.Trim(s, "-") == "":
			start = i
		case start < 0 && s != "":
			return nil, 0
		}
	}
	return nil, 0
}

func (w *work) readSection(s section, to string) {
	switch to {
	case toPrompt: // between two lines "---", in a fenced block, or the lines as they are
		lines := strings.Split(artifact.TrimLines(strings.Join(s.lines, "\n")), "\n")
		if inside, n := between(s.lines); n > 0 {
			lines = inside
		} else if fenced(lines) == len(lines) {
			lines = lines[1:max(len(lines)-1, 1)]
		}
		if text := artifact.TrimLines(strings.Join(lines, "\n")); text != "" {
			w.add(toPrompt, yamldoc.String(text))
		}
		return
	case "":
		w.keep(s.heading, strings.Join(s.lines, "\n"))
	}
	for _, it := range items(s.lines) {
		switch {
		case to == "" || to == toFacts:
			w.open = w.open || it.box == ' '
			w.hear(it.name, it.text)
		case to == toState: // "Done:", "Now: …", "Next: …", each with items below
			if inner := meaningOf(it.name); inner != toState {
				for _, below := range items(strings.Split(it.text, "\n")) {
					w.place(inner, below)
				}
			}
		case it.isLead && to != "now" && to != "goal" || isNothing(it.text) && it.name == "":
		default:
			w.place(to, it)
		}
	}
}

// place puts an item under the meaning to. A checkbox has the last word on what is done.
func (w *work) place(to string, it item) {
	whole := strings.TrimSuffix(strings.TrimPrefix(it.name+": "+strings.TrimSpace(it.text), ": "), ": ")
	checked := strings.ContainsRune("xX✓✔✅", it.box)
	switch {
	case to == "" || whole == "":
		return
	case to == toDone && it.box == ' ', to == toNext && !checked:
		to, w.open = toNext, true
	case to == toNext:
		to = toDone
	case to == "in progress":
		w.progress = append(w.progress, artifact.TrimLines(whole))
		w.open = w.open || !checked
		return
	case to == "now" || to == "goal":
		w.said[to] = strings.TrimSpace(w.said[to] + "\n" + whole)
		return
	case to == toEither && strings.HasSuffix(whole, "?"):
		to = "questions"
	case to == toEither:
		to = "blockers"
	case to == "related_beads":
		if whole, _ = splitBead(whole); artifact.FolderName(whole) != whole {
			return
		}
	}
	if how, ok := strings.CutPrefix(to, inFiles); ok {
		if it.name != "" && it.text != "" {
			whole = it.name + " - " + it.text
		}
		m := yamldoc.Map()
		yamldoc.Set(m, how, yamldoc.List(yamldoc.String(artifact.TrimLines(strings.ReplaceAll(whole, "`", "")))))
		w.add("files", m)
		return
	}
	w.add(to, yamldoc.String(whole))
}

// An item is an item of a list, a row of a table, a paragraph or a named text.
type item struct {
	name   string // before the colon, or in the first column
	text   string // without its marker, with all below it
	box    rune   // in a checkbox, 0 without one
	isLead bool   // a paragraph that ends in a colon: what it announces counts
}

// items are what the lines of a section hold, without fenced blocks.
func items(lines []string) (all []item) {
	for len(lines) > 0 {
		line, n := lines[0], max(fenced(lines), 1)
		listed := sign().item.FindStringSubmatch(line)
		switch {
		case fenced(lines) > 0 || strings.TrimSpace(line) == "" || sign().rule.MatchString(line):
		case isRow(line) && len(lines) > 1 && sign().divider.MatchString(lines[1]):
			n = 2 // the head
		case isRow(line):
			all = append(all, row(line))
		case listed != nil:
			n = itemLength(lines)
			all = append(all, newItem(strings.Join(append(listed[1:], lines[1:n]...), "\n")))
		default:
			for n < len(lines) && !begins(lines[n]) {
				n++
			}
			it := newItem(strings.Join(lines[:n], "\n"))
			it.isLead = it.name == "" && strings.HasSuffix(it.text, ":")
			all = append(all, it)
		}
		lines = lines[n:]
	}
	return all
}

// newItem takes the box and the name off the start of a text.
func newItem(text string) (it item) {
	if m := sign().box.FindStringSubmatch(text); m != nil {
		it.box, text = []rune(m[1])[0], text[len(m[0]):]
	}
	first, below, _ := strings.Cut(text, "\n")
	if name, value, ok := named(first); ok {
		it.name, text = name, strings.TrimSuffix(value+"\n"+below, "\n")
	}
	it.text = text
	return it
}

// named takes a line "**Name:** text" apart, and "Name: text" of a name with a meaning.
func named(line string) (name, text string, ok bool) {
	if m := sign().named.FindStringSubmatch(line); m != nil {
		return m[1], m[2], true
	}
	name, text, ok = strings.Cut(line, ":")
	return name, strings.TrimSpace(text), ok && (find("facts", canonical(name)) != "" || meaningOf(name) != "")
}

// begins reports whether a line ends the text above it.
func begins(line string) bool {
	s := sign()
	_, _, isNamed := named(line)
	return isNamed || strings.TrimSpace(line) == "" || isRow(line) || s.item.MatchString(line) ||
		s.rule.MatchString(line) || s.fence.MatchString(line)
}

func itemLength(lines []string) int {
	base, n := column(lines[0]), 1
	for i := 1; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) == "" {
			continue
		}
		if column(lines[i]) <= base && (i > n || begins(lines[i])) {
			break
		}
		n = i + 1
	}
	return n
}

// column is where the text of a line starts, a tab counting as four columns.
func column(line string) int {
	space := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return len(space) + 3*strings.Count(space, "\t")
}

func isRow(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "|") }

// row is a row of a table: its first column is the name, the others are the text.
func row(line string) item {
	const bar = "\x00" // for one that is escaped
	s := strings.ReplaceAll(strings.TrimSpace(line), `\|`, bar)
	cells := each.Of(strings.Split(strings.Trim(s, "|"), "|"), func(c string) string {
		return strings.ReplaceAll(strings.TrimSpace(c), bar, "|")
	})
	rest := slices.DeleteFunc(cells[1:], func(c string) bool { return strings.Trim(c, "-—") == "" })
	return item{name: cells[0], text: strings.Join(rest, "; ")}
}

// What a section or label becomes: a key of the body, or one of the words below.
const (
	toDone     = "done_this_session"
	toNext     = "next"
	toFindings = "findings"
	toEither   = "blockers, questions"
	toPrompt   = "continuation_prompt"
	toState    = "state"
	toFacts    = "facts"
	inFiles    = "files."
)

// lists are the meanings that a section gives to those in it that have none.
const lists = toDone + toNext + toFindings + toEither + "decisions" + inFiles + "modified" + inFiles + "created"

//go:embed sections.txt
var sectionsText string

// tables are those of sections.txt by name: sections, facts (named texts that decide something),
// outcomes, which are statuses too, and what says that there is nothing.
var tables = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	var table map[string]string
	for line := range strings.Lines(sectionsText) {
		switch to, names, isRow := strings.Cut(strings.TrimSpace(line), ": "); {
		case strings.HasPrefix(to, "["):
			table = map[string]string{}
			all[strings.Trim(to, "[]")] = table
		case isRow && table != nil:
			for name := range strings.SplitSeq(names, "|") {
				table[name] = to
			}
		}
	}
	return all
})

func find(table, name string) string { return tables()[table][name] }

// meaningOf is what a section with this heading becomes, whose suffix does not count.
func meaningOf(heading string) string {
	to := find("sections", canonical(heading))
	for _, sep := range []string{" - ", " – ", " — ", ": "} {
		if i := strings.Index(heading, sep); i > 0 && to == "" {
			to = find("sections", canonical(heading[:i]))
		}
	}
	return to
}

// canonical is a name in lower case without what is in parentheses and signs.
func canonical(s string) string {
	named := strings.FieldsFunc(sign().aside.ReplaceAllString(strings.ToLower(s), ""), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(named, " ")
}

func isNothing(s string) bool {
	c := canonical(s)
	return c == "" || find("nothing", c) != ""
}
