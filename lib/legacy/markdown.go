package legacy

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"holdfast/lib/artifact"
	"holdfast/lib/yamldoc"
)

// signs are what a line of Markdown is known by.
type signs struct{ heading, item, box, named, rule, fence, divider *regexp.Regexp }

var sign = sync.OnceValue(func() signs {
	return signs{
		heading: regexp.MustCompile(`^(#{1,6})[ \t]+(.*?[^ \t#])[ \t]*(?:[ \t]#+[ \t]*)?$`),
		item:    regexp.MustCompile(`^[ \t]*(?:[-*+•]|[0-9]{1,9}[.)])[ \t](.*)$`),
		box:     regexp.MustCompile(`^[ \t]*\[([ xX~>./!-]|[^\x00-\x7f])\](?:[ \t]+|$)`),
		named:   regexp.MustCompile(`^[ \t]*\*\*[ \t]*([^* \t][^*]{0,59}?)(?::\*\*|\*\*:)[ \t]*(.*?)[ \t]*$`),
		rule:    regexp.MustCompile(`^[ \t]*(?:-[- ]*-[- ]*-|\*[* ]*\*[* ]*\*|_[_ ]*_[_ ]*_|=[= ]*=[= ]*=)[ \t]*$`),
		fence:   regexp.MustCompile("^[ \t]*(```+|~~~+)[^`]*$"),
		divider: regexp.MustCompile(`^[ \t:-]*(?:\|[ \t:-]*)+$`),
	}
})

// A section is a heading with the lines below it, up to the next heading.
type section struct {
	level   int // 0 before the first heading
	heading string
	lines   []string
}

// sections splits Markdown at its headings. A heading inside a fenced block,
// or inside a prompt between two lines "---", is text.
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

// between is what is between two lines "---", of which the first is the next line
// that is not empty, and the number of lines up to the second.
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

// readMarkdown takes a Markdown file, with or without front matter, apart.
func (w *work) readMarkdown(text string) {
	lines := strings.Split(text, "\n")
	if front, n := between(lines); n > 0 && strings.HasPrefix(text, "---") {
		w.readDocuments("\n"+strings.Join(front, "\n"), true)
		lines = lines[n:]
	}
	var above []section // those that the next one may be in
	for _, s := range sections(lines) {
		for len(above) > 0 && above[len(above)-1].level >= s.level {
			above = above[:len(above)-1]
		}
		w.readSection(s, above)
		if s.level > 1 {
			above = append(above, s)
		}
	}
}

// readSection reads a section; parents are those that it is in, the
// outermost first, without the file's title.
func (w *work) readSection(s section, parents []section) {
	to, prefix := meaningOf(s.heading), ""
	if len(parents) > 0 && to == "" {
		if above := meaningOf(parents[len(parents)-1].heading); above != "" && strings.Contains(deep, above) {
			to, prefix = above, s.heading+": "
		}
	}
	all := blocks(s.lines)
	switch {
	case s.level == 1 && w.heading == "":
		w.heading = s.heading
		w.readFacts(all)
	case s.level == 0 || to == toFacts:
		w.readFacts(all)
	case to == "":
		path := ""
		for _, p := range parents {
			path += p.heading + " / "
		}
		w.keep(path+s.heading, strings.Join(s.lines, "\n"))
		w.readFacts(all)
	case to == toPrompt:
		w.readPrompt(s.lines, all)
	default:
		for i, b := range all {
			if prefix != "" && b.kind == listItem {
				b.text = prefix + b.text
			}
			leads := i+1 < len(all) && all[i+1].kind != paragraph && strings.HasSuffix(b.text, ":")
			if b.kind != paragraph || !leads || to == toNow || to == toGoal {
				w.readBlock(b, to)
			}
		}
	}
}

// readFacts takes in what blocks say of the file.
func (w *work) readFacts(all []block) {
	for _, b := range all {
		w.open = w.open || b.box == ' '
		switch b.kind {
		case named:
			w.hear(b.name, b.text)
		case listItem:
			if m := sign().named.FindStringSubmatch(b.text); m != nil {
				w.hear(m[1], m[2])
			}
		case paragraph:
			for line := range strings.SplitSeq(b.text, "\n") {
				name, value, _ := strings.Cut(line, ":")
				if to := find("facts", canonical(name)); to != "now" && to != "test" {
					w.hear(name, value)
				}
			}
		}
	}
}

// readBlock puts one block where the section's meaning says. What fits nowhere is
// left to keepTheRest.
func (w *work) readBlock(b block, to string) {
	switch {
	case b.kind == code && to != toNow:
	case b.kind == row:
		w.place(to, b.name, b.text, 0)
	case to == toState:
		w.readState(b)
	case b.kind == named:
		w.place(to, "", "**"+b.name+":** "+b.text, 0)
	case !isNothing(b.text):
		w.place(to, "", b.text, b.box)
	}
}

// readState reads an item of a ledger's State: "Done:", "Now: …", "Next: …", each
// with items below.
func (w *work) readState(b block) {
	label, rest, _ := strings.Cut(b.text, ":")
	to := meaningOf(strings.Trim(label, "* "))
	if to == "" || to == toState || b.kind != listItem {
		return
	}
	first, below, _ := strings.Cut(strings.TrimPrefix(rest, "**"), "\n")
	for _, inner := range blocks(append([]string{strings.TrimSpace(first)}, strings.Split(below, "\n")...)) {
		w.readBlock(inner, to)
	}
}

// place puts an item under the meaning to. A checkbox has the last word on
// whether it is done.
func (w *work) place(to, name, text string, box rune) {
	whole := strings.TrimSpace(text)
	if name != "" {
		whole = strings.TrimSuffix(name+": "+whole, ": ")
	}
	checked := strings.ContainsRune("xX✓✔✅", box)
	switch {
	case whole == "":
		return
	case to == toDone && box == ' ', to == toNext && !checked:
		to, w.open = toNext, true
	case to == toNext:
		to = toDone
	case to == toProgress:
		w.progress = append(w.progress, artifact.TrimLines(whole))
		w.open = w.open || !checked && !isFinished(whole)
		return
	case to == toNow || to == toGoal:
		w.said[to] = strings.TrimSpace(w.said[to] + "\n" + whole)
		return
	case to == toEither && strings.HasSuffix(whole, "?"):
		to = toQuestions
	case to == toEither:
		to = toBlockers
	case to == toRelated:
		whole, _, _ = strings.Cut(strings.TrimLeft(whole, "*` "), " ")
		whole = strings.Trim(whole, "*`:,")
		if !strings.ContainsAny(whole, "-.0123456789") || !artifactName(whole) {
			return
		}
	}
	if how, ok := strings.CutPrefix(to, inFiles); ok {
		if name != "" && text != "" {
			whole = name + " - " + text
		}
		m := yamldoc.Map()
		yamldoc.Set(m, how, yamldoc.List(yamldoc.String(artifact.TrimLines(unspan(whole)))))
		w.add("files", m)
		return
	}
	w.add(to, yamldoc.String(whole))
}

// unspan takes the marks of a code span off the start of a text.
func unspan(s string) string {
	rest, marked := strings.CutPrefix(s, "`")
	if span, after, ok := strings.Cut(rest, "`"); marked && ok && span != "" {
		return span + after
	}
	return s
}

// readPrompt reads what the next session is to know: between two lines "---", in
// a fenced block, or as it is.
func (w *work) readPrompt(lines []string, all []block) {
	if inside, n := between(lines); n > 0 {
		lines = inside
	} else if len(all) == 1 && all[0].kind == code {
		lines = slices.DeleteFunc(strings.Split(all[0].text, "\n"), sign().fence.MatchString)
	}
	if text := artifact.TrimLines(strings.Join(lines, "\n")); text != "" {
		w.add(toPrompt, yamldoc.String(text))
	}
}

// The kinds of a block.
const (
	paragraph = iota
	listItem
	row
	code // a fenced block
	named
)

// A block is one thing in a section.
type block struct {
	kind int
	name string // before the colon, or in the first column
	text string // of a list item without its marker, with all below it
	box  rune   // in a checkbox, 0 without one
}

// blocks takes the lines of a section apart.
func blocks(lines []string) (all []block) {
	for len(lines) > 0 {
		line, n := lines[0], max(fenced(lines), 1)
		item, key := sign().item.FindStringSubmatch(line), sign().named.FindStringSubmatch(line)
		switch {
		case fenced(lines) > 0:
			all = append(all, block{kind: code, text: strings.Join(lines[:n], "\n")})
		case strings.TrimSpace(line) == "" || sign().rule.MatchString(line):
		case isRow(line) || len(lines) > 1 && sign().divider.MatchString(lines[1]) && strings.Contains(line, "|"):
			for n < len(lines) && strings.Contains(lines[n], "|") {
				n++
			}
			all = append(all, rows(lines[:n])...)
		case item != nil:
			n = itemLength(lines)
			text := strings.Join(append(item[1:], dedent(lines[1:n])...), "\n")
			all = append(all, unboxed(block{kind: listItem, text: text}))
		default:
			for n < len(lines) && !begins(lines[n]) {
				n++
			}
			b := block{text: strings.Join(lines[:n], "\n")}
			if key != nil {
				b = block{kind: named, name: key[1], text: strings.Join(append(key[2:], lines[1:n]...), "\n")}
			}
			all = append(all, unboxed(b))
		}
		lines = lines[n:]
	}
	return all
}

// begins reports whether a line ends the block above it.
func begins(line string) bool {
	s := sign()
	return strings.TrimSpace(line) == "" || isRow(line) || s.item.MatchString(line) || s.named.MatchString(line) ||
		s.rule.MatchString(line) || s.fence.MatchString(line)
}

// itemLength is how many lines belong to the list item that is the first of them:
// those that are indented, and those right below that begin nothing.
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

// dedent takes the white space off that all lines have in front.
func dedent(lines []string) []string {
	margin := -1
	for _, l := range lines {
		if text := strings.TrimLeft(l, " \t"); text != "" && (margin < 0 || len(l)-len(text) < margin) {
			margin = len(l) - len(text)
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l[min(max(margin, 0), len(l)):]
	}
	return out
}

// unboxed takes "[x] " off the start of a block's text.
func unboxed(b block) block {
	if m := sign().box.FindStringSubmatch(b.text); m != nil && b.kind != named {
		b.box, b.text = []rune(m[1])[0], b.text[len(m[0]):]
	}
	return b
}

func isRow(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "|") }

// rows are the rows of a table; each further column follows its head.
func rows(lines []string) (all []block) {
	var heads []string
	if len(lines) > 1 && sign().divider.MatchString(lines[1]) {
		heads, lines = cells(lines[0]), lines[2:]
	}
	for _, l := range lines {
		b := block{kind: row}
		var more []string
		for i, c := range cells(l) {
			switch {
			case c == "" || c == "-" || c == "—":
			case i == 0:
				b.name = c
			case i == 1:
				b.text = c
			case i < len(heads) && heads[i] != "":
				more = append(more, heads[i]+": "+c)
			default:
				more = append(more, c)
			}
		}
		if len(more) > 0 {
			b.text = strings.TrimSpace(b.text + " (" + strings.Join(more, "; ") + ")")
		}
		if !sign().divider.MatchString(l) {
			all = append(all, b)
		}
	}
	return all
}

// cells splits a row at its bars, but not at an escaped one.
func cells(line string) []string {
	const bar = "\x00"
	s := strings.ReplaceAll(strings.TrimSpace(line), `\|`, bar)
	out := strings.Split(strings.TrimSuffix(strings.TrimPrefix(s, "|"), "|"), "|")
	for i, c := range out {
		out[i] = strings.ReplaceAll(strings.TrimSpace(c), bar, "|")
	}
	return out
}
