package legacy

import (
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/yamldoc"
)

// A section is a heading of a Markdown file with the lines below it, up to the
// next heading of any level.
type section struct {
	level   int // 0 before the first heading
	heading string
	lines   []string
}

// sections splits Markdown at its headings. A heading inside a fenced block,
// or inside a prompt between two lines "---", is text.
func sections(lines []string) []section {
	all := []section{{}}
	fenced := fences(lines)
	for i := 0; i < len(lines); i++ {
		level, heading := headingOf(lines[i])
		at := &all[len(all)-1]
		if level == 0 || fenced[i] {
			at.lines = append(at.lines, lines[i])
			continue
		}
		s := section{level: level, heading: heading}
		if m, _ := meaningOf(heading); m.to == toPrompt {
			end := promptEnd(lines, i+1)
			s.lines = slices.Clone(lines[i+1 : end])
			i = end - 1
		}
		all = append(all, s)
	}
	return all
}

// headingOf is the level and text of a heading line, level 0 for any other.
func headingOf(line string) (int, string) {
	rest := strings.TrimLeft(line, "#")
	n := len(line) - len(rest)
	if n == 0 || n > 6 || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	text := strings.TrimSpace(rest)
	if trimmed := strings.TrimRight(text, "#"); strings.HasSuffix(trimmed, " ") {
		text = strings.TrimSpace(trimmed)
	}
	if text == "" {
		return 0, ""
	}
	return n, text
}

// promptEnd is the line after the second "---" of a prompt whose first is the
// next line that is not empty; i where there are no two.
func promptEnd(lines []string, i int) int {
	seen := 0
	for j := i; j < len(lines); j++ {
		s := strings.TrimSpace(lines[j])
		switch {
		case len(s) >= 3 && strings.Trim(s, "-") == "":
			if seen++; seen == 2 {
				return j + 1
			}
		case seen == 0 && s != "":
			return i
		}
	}
	return i
}

// readMarkdown takes a Markdown file, with or without front matter, apart.
func (w *work) readMarkdown(text string) {
	lines := strings.Split(text, "\n")
	if lines[0] == "---" {
		end := slices.IndexFunc(lines[1:], func(l string) bool { return strings.TrimRight(l, " \t") == "---" })
		if end >= 0 {
			w.readDocuments("\n"+strings.Join(lines[1:end+1], "\n"), true)
			lines = lines[end+2:]
		}
	}
	var above []section // the sections that the next one may be in
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
	m, known := meaningOf(s.heading)
	prefix, path := "", s.heading
	if len(parents) > 0 && !known {
		if above, ok := meaningOf(parents[len(parents)-1].heading); ok && above.deep {
			m, known, prefix = above, true, s.heading+": "
		}
	}
	for _, p := range slices.Backward(parents) {
		path = p.heading + " / " + path
	}
	switch {
	case s.level == 1 && w.heading == "":
		w.heading = s.heading
		yamldoc.Set(w.meta, "legacy_title", yamldoc.String(s.heading))
		w.readFacts(s.lines, true)
	case s.level == 0:
		w.readFacts(s.lines, true)
	case !known:
		w.keep(path, strings.Join(s.lines, "\n"))
		w.readFacts(s.lines, false)
	case m.to == toFields:
		w.went(s.heading, m.to)
		w.readFacts(s.lines, true)
	default:
		w.readKnown(s, m.to, prefix)
	}
}

// readFacts takes in what the lines of a section say of the file. The facts of a
// section that is kept whole only count: they are not kept again.
func (w *work) readFacts(lines []string, keep bool) {
	fact := func(name, value string, ok bool) {
		if ok && keep {
			w.field(name, value)
		} else if ok {
			w.hear(name, value)
		}
	}
	for _, b := range blocks(lines) {
		switch b.kind {
		case named:
			fact(b.name, b.text, true)
		case listItem:
			name, value, ok := keyLine(b.text)
			fact(name, value, ok && keep && !strings.Contains(b.text, "\n"))
			w.open = w.open || b.box == ' '
		case paragraph:
			for line := range strings.SplitSeq(b.text, "\n") {
				fact(plainKeyLine(line))
			}
		}
	}
}

// readKnown reads a section that becomes a key. Lines that fit no key there are
// left to keepTheRest.
func (w *work) readKnown(s section, to, prefix string) {
	all := blocks(s.lines)
	noted := to
	for _, b := range all {
		if b.kind == head {
			noted += " (" + b.text + ")"
		}
	}
	w.went(s.heading, noted)
	switch to {
	case toPrompt:
		w.readPrompt(s, all)
		return
	case toRelated:
		w.keep(s.heading, strings.Join(s.lines, "\n"))
	}
	for i, b := range all {
		if prefix != "" && b.kind == listItem {
			b.text = prefix + b.text
		}
		lead := i+1 < len(all) && all[i+1].kind != paragraph
		w.readBlock(b, to, lead)
	}
}

// readBlock puts one block where the section's meaning says. Lead says that it
// may only lead to a list.
func (w *work) readBlock(b block, to string, lead bool) {
	text := b.text
	switch b.kind {
	case head:
		return
	case code:
		if to != toNow {
			return
		}
	case row:
		w.place(to, b.name, b.text, 0)
		return
	case named:
		text = "**" + b.name + ":** " + b.text
	case paragraph:
		if lead && strings.HasSuffix(strings.TrimSpace(text), ":") && to != toNow && to != toGoal {
			return
		}
	}
	switch {
	case to == toState:
		w.readState(b)
	case to == toRelated || !isNothing(text):
		w.place(to, "", text, b.box)
	}
}

// readState reads an item of a ledger's State: "Done:", "Now: …", "Next: …", each
// with items below.
func (w *work) readState(b block) {
	label, rest, ok := strings.Cut(b.text, ":")
	label = strings.Trim(label, "* ")
	m, known := meaningOf(label)
	if !ok || !known || m.to == toState || b.kind != listItem {
		return
	}
	first, below, _ := strings.Cut(strings.TrimPrefix(rest, "**"), "\n")
	w.went(label, m.to)
	if box, text := checkbox(strings.TrimSpace(first)); !isNothing(text) {
		w.place(m.to, "", text, box)
	}
	for _, inner := range blocks(strings.Split(below, "\n")) {
		w.readBlock(inner, m.to, false)
	}
}

// place puts an item under the meaning to. A checkbox has the last word on
// whether it is done.
func (w *work) place(to, name, text string, box rune) {
	whole := strings.TrimSpace(text)
	if name != "" {
		whole = strings.TrimSuffix(name+": "+whole, ": ")
	}
	if whole == "" {
		return
	}
	switch to {
	case toDone, toNext:
		if box == ' ' || to == toNext && !checked(box) {
			to, w.open = toNext, true
		} else {
			to = toDone
		}
	case toProgress:
		w.progress = append(w.progress, artifact.TrimLines(whole))
		w.open = w.open || !checked(box) && !isFinished(whole)
		return
	case toNow:
		w.nows = append(w.nows, whole)
		return
	case toGoal:
		w.goals = append(w.goals, whole)
		return
	case toEither:
		to = toBlockers
		if strings.HasSuffix(whole, "?") {
			to = toQuestions
		}
	case toModified, toCreated, toDeleted:
		w.addFile(to, name, text)
		return
	case toRelated:
		if name == "" {
			name = whole
		}
		id, _ := splitBead(unspan(strings.Trim(strings.TrimSpace(name), "*")))
		if id = strings.Trim(id, "*`:"); !strings.ContainsAny(id, "-.0123456789") || !artifactName(id) {
			return
		}
		whole = id
	}
	w.add(to, yamldoc.String(whole))
}

// addFile adds a file; a table's note may say that it is new or gone.
func (w *work) addFile(to, name, text string) {
	how := strings.TrimPrefix(to, "files.")
	if name == "" {
		name, text = text, ""
	}
	switch verb, _, _ := strings.Cut(canonical(text), " "); {
	case how == "modified" && (verb == "new" || verb == "created"):
		how = "created"
	case how == "modified" && verb == "deleted":
		how = "deleted"
	}
	if text != "" {
		text = " - " + text
	}
	m := yamldoc.Map()
	yamldoc.Set(m, how, yamldoc.List(yamldoc.String(artifact.TrimLines(unspan(name)+text))))
	w.add("files", m)
}

// unspan takes the marks of a code span off the start of a text.
func unspan(s string) string {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "`"); ok {
		if span, after, ok := strings.Cut(rest, "`"); ok && span != "" {
			return span + after
		}
	}
	return s
}

// readPrompt reads what the next session is to know: between two lines "---", in
// a fenced block, or as it is.
func (w *work) readPrompt(s section, all []block) {
	lines := s.lines
	if end := promptEnd(lines, 0); end > 0 {
		start := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) != "" })
		lines = lines[start+1 : end-1]
	} else if len(all) == 1 && all[0].kind == code {
		lines = strings.Split(all[0].text, "\n")
		lines = lines[1:max(1, len(lines)-1)]
	}
	if text := artifact.TrimLines(strings.Join(lines, "\n")); text != "" {
		w.add(toPrompt, yamldoc.String(text))
	}
}
