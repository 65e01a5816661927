package legacy

import "strings"

// The kinds of a block.
const (
	paragraph = iota
	listItem
	table
	fenced
	field
)

// A block is one thing in a section.
type block struct {
	kind  int
	name  string     // of a field
	text  string     // of a list item without its marker, with all below it
	box   rune       // in a list item's checkbox, 0 if there is no such one
	depth int        // of a list item: the columns before its marker
	head  []string   // of a table, nil where it has none
	rows  [][]string // of a table
}

// blocks takes the lines of a section apart.
func blocks(lines []string) []block {
	var all []block
	p := newPage(lines)
	for i := 0; i < len(lines); {
		line := lines[i]
		if strings.TrimSpace(line) == "" || isRule(line) {
			i++
			continue
		}
		var b block
		var next int
		if p.starts(i) {
			next = p.ends[i]
			b = block{kind: fenced, text: strings.Join(lines[i:next], "\n")}
		} else if end, ok := tableEnd(lines, i); ok {
			b, next = readTable(lines[i:end]), end
		} else if _, ok := marker(line); ok {
			b, next = p.readItem(i)
		} else if name, value, ok := keyLine(line); ok {
			next = p.paragraphEnd(i)
			b = block{kind: field, name: name, text: strings.Join(append([]string{value}, lines[i+1:next]...), "\n")}
		} else {
			next = p.paragraphEnd(i)
			b = block{kind: paragraph, text: strings.Join(lines[i:next], "\n")}
			b.box, b.text = checkbox(b.text)
		}
		all = append(all, b)
		i = next
	}
	return all
}

// paragraphEnd is the line after the paragraph that starts at line i.
func (p page) paragraphEnd(i int) int {
	lines := p.lines
	for i++; i < len(lines); i++ {
		_, item := marker(lines[i])
		_, _, named := keyLine(lines[i])
		if item || named || strings.TrimSpace(lines[i]) == "" || isRule(lines[i]) || isRow(lines[i]) || p.starts(i) {
			break
		}
	}
	return i
}

// marker tells how many bytes of a line are a list marker with the space
// around it.
func marker(line string) (int, bool) {
	n := indent(line)
	s := line[n:]
	if number, _, ok := ordinal(s); ok {
		return n + len(number) + 2, true
	}
	for _, m := range []string{"- ", "* ", "+ ", "• ", "-\t", "*\t"} {
		if strings.HasPrefix(s, m) && !isRule(line) {
			return n + len(m), true
		}
	}
	return 0, false
}

// indent is how many bytes of white space a line starts with.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// column is where the text of a line starts, a tab reaching to the next fourth
// column.
func column(line string) int {
	c := 0
	for _, r := range line {
		switch r {
		case ' ':
			c++
		case '\t':
			c += 4 - c%4
		default:
			return c
		}
	}
	return c
}

// readItem reads the list item at line i with all that is indented below it,
// and tells the line after it.
func (p page) readItem(i int) (block, int) {
	lines := p.lines
	n, _ := marker(lines[i])
	base := column(lines[i])
	b := block{kind: listItem, depth: base}
	b.box, b.text = checkbox(lines[i][n:])
	var below []string
	for i++; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) == "" {
			next := i
			for next < len(lines) && strings.TrimSpace(lines[next]) == "" {
				next++
			}
			if next == len(lines) || column(lines[next]) <= base {
				break
			}
			below = append(below, lines[i:next]...)
			i = next - 1
			continue
		}
		if column(lines[i]) <= base {
			_, item := marker(lines[i])
			_, _, named := keyLine(lines[i])
			if item || named || isRule(lines[i]) || isRow(lines[i]) || p.starts(i) {
				break
			}
		}
		below = append(below, lines[i])
	}
	if len(below) > 0 {
		b.text += "\n" + strings.Join(dedent(below), "\n")
	}
	return b, i
}

// dedent takes the white space off that all lines have in front.
func dedent(lines []string) []string {
	least := -1
	for _, l := range lines {
		if n := indent(l); strings.TrimSpace(l) != "" && (least < 0 || n < least) {
			least = n
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		if len(l) >= least && least > 0 {
			l = l[least:]
		}
		out[i] = l
	}
	return out
}

// checkbox takes "[x] " off the start of a text.
func checkbox(s string) (rune, string) {
	t := strings.TrimLeft(s, " \t")
	if !strings.HasPrefix(t, "[") {
		return 0, s
	}
	inside, rest, ok := strings.Cut(t[1:], "]")
	signs := []rune(inside)
	if !ok || len(signs) != 1 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, s
	}
	if r := signs[0]; r < 0x80 && !strings.ContainsRune(" xX-~>./!", r) {
		return 0, s
	}
	return signs[0], strings.TrimLeft(rest, " \t")
}

// checked reports whether the sign in a checkbox means done.
func checked(box rune) bool {
	return box == 'x' || box == 'X' || box == '✓' || box == '✔' || box == '✅'
}

func isRow(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "|") }

// tableEnd is the line after the table that starts at line i.
func tableEnd(lines []string, i int) (int, bool) {
	if !isRow(lines[i]) && (i+1 == len(lines) || !isDivider(lines[i+1]) || !strings.Contains(lines[i], "|")) {
		return i, false
	}
	for i++; i < len(lines) && strings.Contains(lines[i], "|") && strings.TrimSpace(lines[i]) != ""; i++ {
	}
	return i, true
}

// isDivider reports whether a line is the one between a table's head and its
// rows.
func isDivider(line string) bool {
	s := strings.TrimSpace(line)
	return strings.Contains(s, "-") && strings.Contains(s, "|") && strings.Trim(s, "|-: \t") == ""
}

func readTable(lines []string) block {
	b := block{kind: table, text: strings.Join(lines, "\n")}
	for i, l := range lines {
		switch {
		case isDivider(l):
			if i == 1 && len(b.rows) == 1 {
				b.head, b.rows = b.rows[0], nil
			}
		default:
			b.rows = append(b.rows, cells(l))
		}
	}
	return b
}

// cells splits a row at its bars; not at "\|", nor inside a code span.
func cells(line string) []string {
	s := strings.TrimSpace(line)
	s = strings.TrimPrefix(s, "|")
	var out []string
	var cell strings.Builder
	code := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == '|':
			i++
			cell.WriteByte('|')
		case s[i] == '`':
			code = !code && strings.Contains(s[i+1:], "`")
			cell.WriteByte(s[i])
		case s[i] == '|' && !code:
			out = append(out, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteByte(s[i])
		}
	}
	if last := strings.TrimSpace(cell.String()); last != "" {
		out = append(out, last)
	}
	return out
}

// rowText is a row as a name and the rest of it, each further column after its
// head.
func rowText(head, row []string) (name, text string) {
	var more []string
	for i, c := range row {
		switch {
		case c == "" || c == "-" || c == "—":
		case i == 0:
			name = c
		case i == 1:
			text = c
		case i < len(head) && head[i] != "":
			more = append(more, head[i]+": "+c)
		default:
			more = append(more, c)
		}
	}
	if len(more) > 0 {
		text = strings.TrimSpace(text + " (" + strings.Join(more, "; ") + ")")
	}
	return name, text
}
