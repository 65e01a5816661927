package legacy

import (
	"strings"

	"holdfast/lib/yamldoc"
)

// readMarkdown takes a Markdown file, with or without front matter, apart.
func (w *work) readMarkdown(text string) {
	lines := strings.Split(text, "\n")
	if end := frontEnd(lines); end > 0 {
		w.readFront(lines[1:end])
		lines = lines[end+1:]
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

// frontEnd is the line that closes the front matter, 0 where it does not exist.
func frontEnd(lines []string) int {
	if lines[0] != "---" {
		return 0
	}
	for i := 1; i < len(lines); i++ {
		if strings.TrimRight(lines[i], " \t") == "---" {
			return i
		}
	}
	return 0
}

// readSection reads a section; parents are those that it is in, the
// outermost first, without the file's title.
func (w *work) readSection(s section, parents []section) {
	switch {
	case s.level == 0:
		w.readFields("", blocks(s.lines), true)
		return
	case s.level == 1 && w.heading == "":
		w.heading = s.heading
		yamldoc.Set(w.meta, "legacy_title", yamldoc.String(s.heading))
		w.readFields("", blocks(s.lines), true)
		return
	}
	to, ok := meaning(s.heading)
	prefix := ""
	if !ok && len(parents) > 0 {
		if t, known := meaning(parents[len(parents)-1].heading); known && inherits(t) {
			to, ok, prefix = t, true, s.heading+": "
		}
	}
	path := s.heading
	for i := len(parents) - 1; i >= 0; i-- {
		path = parents[i].heading + " / " + path
	}
	if !ok {
		w.readFree(path, s)
		return
	}
	if to == toFields {
		w.went(s.heading, "fields")
		w.readFields(s.heading, blocks(s.lines), false)
		return
	}
	w.readKnown(s, to, prefix)
}

// readFields reads lines "**Name:** value"; what else is there is kept
// under heading.
func (w *work) readFields(heading string, all []block, plain bool) {
	var rest []string
	for _, b := range all {
		switch {
		case b.kind == field:
			w.field(b.name, b.text)
		case b.kind == listItem:
			item := strings.TrimSpace(b.text)
			if name, value, ok := keyLine(item); ok && !strings.Contains(item, "\n") {
				w.field(name, value)
			} else {
				rest = append(rest, asText(b))
			}
		case plain && b.kind == paragraph:
			var others []string
			for line := range strings.SplitSeq(b.text, "\n") {
				if name, value, ok := plainKeyLine(line); ok {
					w.field(name, value)
				} else {
					others = append(others, line)
				}
			}
			rest = append(rest, strings.Join(others, "\n"))
		default:
			rest = append(rest, asText(b))
		}
	}
	if text := trimLines(strings.Join(rest, "\n")); text != "" {
		w.section(heading, text)
	}
}

// readFree keeps a section that has no meaning here as it is, and takes in
// what its lines say.
func (w *work) readFree(path string, s section) {
	w.section(path, strings.Join(s.lines, "\n"))
	for _, b := range blocks(s.lines) {
		switch {
		case b.kind == field:
			w.hear(b.name, b.text)
		case b.kind == listItem && b.box == ' ':
			w.open = true
		case b.kind == paragraph && w.task == "" && canonical(s.heading) == "task summary":
			w.task = b.text
		case b.kind == paragraph:
			for line := range strings.SplitSeq(b.text, "\n") {
				if name, value, ok := plainKeyLine(line); ok {
					w.hear(name, value)
				}
			}
		}
	}
}

// readKnown reads a section that becomes a key. What fits no key there is kept
// under the section's heading.
func (w *work) readKnown(s section, to, prefix string) {
	noted := to
	if to == toPrompt {
		w.went(s.heading, noted)
		w.readPrompt(s)
		return
	}
	all := blocks(s.lines)
	var rest []string
	for i, b := range all {
		if b.kind == table && b.head != nil {
			noted += " (" + strings.Join(b.head, " | ") + ")"
		}
		if prefix != "" && b.kind == listItem {
			b.text = prefix + b.text
		}
		if !w.readBlock(b, to, i+1 < len(all) && all[i+1].kind != paragraph) {
			rest = append(rest, asText(b))
		}
	}
	w.went(s.heading, noted)
	if text := trimLines(strings.Join(rest, "\n")); text != "" {
		w.section(s.heading, text)
	}
}

// readBlock puts one block where the section's meaning says; false where it
// has no place there. leads says that something other than text follows.
func (w *work) readBlock(b block, to string, leads bool) bool {
	switch b.kind {
	case fenced:
		if to != toNow {
			return false
		}
	case table:
		if b.head == nil && len(b.rows) == 0 {
			return false
		}
		if to == toRelated {
			for _, row := range b.rows {
				w.related(row)
			}
			return false
		}
		for _, row := range b.rows {
			if name, text := rowText(b.head, row); name != "" || text != "" {
				w.place(to, name, text, 0)
			}
		}
		return true
	case field:
		b.text = "**" + b.name + ":** " + b.text
	case paragraph:
		if leads && strings.HasSuffix(strings.TrimSpace(b.text), ":") && to != toNow && to != toGoal {
			return false
		}
	}
	if to == toState {
		return b.kind == listItem && w.state(b)
	}
	if to == toRelated {
		w.related([]string{b.text})
		return false
	}
	if isNothing(b.text) {
		return false
	}
	name, text := "", b.text
	if to == toDecisions {
		name, text = splitReason(b.text)
	}
	w.place(to, name, text, b.box)
	return true
}

// place puts an item under the meaning to. A checkbox has the last word on
// whether it is done.
func (w *work) place(to, name, text string, box rune) {
	whole := text
	if name != "" {
		whole = strings.TrimSuffix(name+": "+text, ": ")
	}
	switch to {
	case toDone:
		if box == ' ' {
			w.remains(whole)
		} else {
			w.finished(whole, nil)
		}
	case toNext:
		if checked(box) {
			w.finished(whole, nil)
		} else {
			w.remains(whole)
		}
	case toProgress:
		w.progress = append(w.progress, trimLines(whole))
		w.open = w.open || !checked(box) && !isFinished(whole)
	case toNow:
		w.nows = append(w.nows, whole)
	case toGoal:
		w.goals = append(w.goals, whole)
	case toDecisions:
		w.decided(name, text)
	case toEither:
		if strings.HasSuffix(strings.TrimSpace(whole), "?") {
			w.item(toQuestions, whole)
		} else {
			w.item(toBlockers, whole)
		}
	case toModified, toCreated, toDeleted:
		w.changed(strings.TrimPrefix(to, "files."), name, text)
	case toState:
		w.section("state", whole)
	default:
		w.item(to, whole)
	}
}

// changed places a file; a table's note may say that it is new or gone.
func (w *work) changed(how, name, text string) {
	if name == "" {
		w.file(how, unspan(text))
		return
	}
	if how == "modified" {
		switch verb, _, _ := strings.Cut(canonical(text), " "); verb {
		case "new", "created":
			how = "created"
		case "deleted":
			how = "deleted"
		}
	}
	if text != "" {
		text = " - " + text
	}
	w.file(how, unspan(name)+text)
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

// related takes the id from a row or an item; the rest stays in the
// section's text.
func (w *work) related(row []string) {
	if len(row) == 0 {
		return
	}
	id, _ := splitBead(unspan(strings.Trim(strings.TrimSpace(row[0]), "*")))
	id = strings.Trim(id, "*`:")
	if strings.ContainsAny(id, "-.0123456789") && artifactName(id) {
		w.item(toRelated, id)
	}
}

// state reads an item of a ledger's State: "Done:", "Now: …", "Next: …", each
// with items below.
func (w *work) state(b block) bool {
	label, rest, ok := strings.Cut(b.text, ":")
	if !ok {
		return false
	}
	to, known := meaning(strings.Trim(label, "* "))
	if !known || to == toState {
		return false
	}
	first, below, _ := strings.Cut(strings.TrimPrefix(rest, "**"), "\n")
	w.went(strings.Trim(label, "* "), to)
	if box, text := checkbox(strings.TrimSpace(first)); !isNothing(text) {
		w.place(to, "", text, box)
	} else if text != "" {
		w.section(label, text)
	}
	var left []string
	for _, inner := range blocks(strings.Split(below, "\n")) {
		if !w.readBlock(inner, to, false) {
			left = append(left, asText(inner))
		}
	}
	if len(left) > 0 {
		w.section(label, strings.Join(left, "\n"))
	}
	return true
}

// readPrompt reads what the next session is to know: between two lines "---", in
// a fenced block, or as it is.
func (w *work) readPrompt(s section) {
	text := trimLines(strings.Join(s.lines, "\n"))
	rest := ""
	if end := promptEnd(s.lines, 0); end > 0 {
		inside := trimLines(strings.Join(s.lines[:end], "\n"))
		_, inside, _ = strings.Cut(inside, "\n")
		if i := strings.LastIndexByte(inside, '\n'); i >= 0 {
			inside = inside[:i]
		} else {
			inside = ""
		}
		text, rest = trimLines(inside), trimLines(strings.Join(s.lines[end:], "\n"))
	} else if all := blocks(s.lines); len(all) == 1 && all[0].kind == fenced {
		lines := strings.Split(all[0].text, "\n")
		text = trimLines(strings.Join(lines[1:len(lines)-1], "\n"))
	}
	if text != "" {
		w.prompts = append(w.prompts, text)
	}
	if rest != "" {
		w.section(s.heading, rest)
	}
}

// splitReason takes "what - why" or "what: why" apart.
func splitReason(s string) (name, text string) {
	first, below, more := strings.Cut(s, "\n")
	code := false
	for i := 0; i < len(first); i++ {
		if first[i] == '`' {
			code = !code
		}
		if code || i == 0 {
			continue
		}
		for _, sep := range []string{": ", " - ", " – ", " — ", " → "} {
			if strings.HasPrefix(first[i:], sep) {
				name, text = first[:i], first[i+len(sep):]
				if more {
					text += "\n" + below
				}
				return strings.TrimSpace(strings.Trim(name, "*")), strings.TrimPrefix(text, "** ")
			}
		}
	}
	return "", s
}

// asText is a block as it was, near enough: for what is kept as text.
func asText(b block) string {
	switch b.kind {
	case listItem:
		box := ""
		if b.box != 0 {
			box = "[" + string(b.box) + "] "
		}
		return "- " + box + strings.ReplaceAll(b.text, "\n", "\n  ")
	case field:
		return "**" + b.name + ":** " + b.text
	}
	if b.box != 0 {
		return "[" + string(b.box) + "] " + b.text
	}
	return b.text
}
