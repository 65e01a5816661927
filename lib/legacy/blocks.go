package legacy

import "strings"

// The kinds of a block.
const (
	paragraph = iota
	listItem
	head // of a table
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

// fences tells for each line whether it is one of a fenced block. A fence closes
// at the next bare line of at least as many of the same sign.
func fences(lines []string) []bool {
	inside := make([]bool, len(lines))
	open, length := byte(0), 0
	for i, l := range lines {
		sign, n := fenceOf(l)
		inside[i] = open != 0 || n > 0
		switch {
		case open == 0 && n > 0:
			open, length = sign, n
		case open != 0 && sign == open && n >= length && strings.Trim(l, " \t"+string(sign)) == "":
			open = 0
		}
	}
	return inside
}

// fenceOf is the sign and length of a line that opens or closes a fenced block.
func fenceOf(line string) (sign byte, n int) {
	s := strings.TrimLeft(line, " \t")
	rest := strings.TrimLeft(s, "`")
	if s != "" && s[0] == '~' {
		rest = strings.TrimLeft(s, "~")
	}
	if n = len(s) - len(rest); n < 3 || s[0] == '`' && strings.Contains(rest, "`") {
		return 0, 0
	}
	return s[0], n
}

// blocks takes the lines of a section apart.
func blocks(lines []string) []block {
	var all []block
	fenced := fences(lines)
	for i := 0; i < len(lines); {
		line, end := lines[i], i+1
		_, isItem := marker(line)
		name, value, isNamed := keyLine(line)
		switch {
		case fenced[i]:
			for end < len(lines) && fenced[end] {
				end++
			}
			all = append(all, block{kind: code, text: strings.Join(lines[i:end], "\n")})
		case strings.TrimSpace(line) == "" || isRule(line):
		case isTable(lines, i):
			for end < len(lines) && strings.Contains(lines[end], "|") {
				end++
			}
			all = append(all, table(lines[i:end])...)
		case isItem:
			var b block
			b, end = item(lines, fenced, i)
			all = append(all, b)
		default:
			for end < len(lines) && !begins(lines, fenced, end) {
				end++
			}
			b := block{text: strings.Join(lines[i:end], "\n")}
			if isNamed {
				b = block{kind: named, name: name, text: strings.Join(append([]string{value}, lines[i+1:end]...), "\n")}
			} else {
				b.box, b.text = checkbox(b.text)
			}
			all = append(all, b)
		}
		i = end
	}
	return all
}

// begins reports whether a line ends the block above it.
func begins(lines []string, fenced []bool, i int) bool {
	_, isItem := marker(lines[i])
	_, _, isNamed := keyLine(lines[i])
	return isItem || isNamed || strings.TrimSpace(lines[i]) == "" || isRule(lines[i]) || isRow(lines[i]) || fenced[i]
}

// item reads the list item at line i with all that is indented below it, and
// returns the line after it.
func item(lines []string, fenced []bool, i int) (block, int) {
	n, _ := marker(lines[i])
	base := column(lines[i])
	b := block{kind: listItem}
	b.box, b.text = checkbox(lines[i][n:])
	var below []string
	end := i + 1
	for next := end; next < len(lines); next++ {
		empty := strings.TrimSpace(lines[next]) == ""
		if !empty && column(lines[next]) <= base && (next > end || begins(lines, fenced, next)) {
			break
		}
		if !empty {
			below = append(below, lines[end:next+1]...)
			end = next + 1
		}
	}
	if len(below) > 0 {
		b.text += "\n" + strings.Join(dedent(below), "\n")
	}
	return b, end
}

// marker is how many bytes of a line are a list marker with the space around it.
func marker(line string) (int, bool) {
	s := strings.TrimLeft(line, " \t")
	n := len(line) - len(s)
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	switch {
	case digits > 0 && digits < 10 && len(s) > digits+1 &&
		strings.IndexByte(".)", s[digits]) >= 0 && strings.IndexByte(" \t", s[digits+1]) >= 0:
		return n + digits + 2, true
	case isRule(line):
		return 0, false
	}
	for _, m := range []string{"- ", "* ", "+ ", "• ", "-\t", "*\t"} {
		if strings.HasPrefix(s, m) {
			return n + len(m), true
		}
	}
	return 0, false
}

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

// dedent takes the white space off that all lines have in front.
func dedent(lines []string) []string {
	least := -1
	for _, l := range lines {
		if n := len(l) - len(strings.TrimLeft(l, " \t")); strings.TrimSpace(l) != "" && (least < 0 || n < least) {
			least = n
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l[min(max(least, 0), len(l)):]
	}
	return out
}

// checkbox takes "[x] " off the start of a text.
func checkbox(s string) (rune, string) {
	inside, rest, ok := strings.Cut(strings.TrimLeft(s, " \t"), "]")
	signs := []rune(inside)
	if !ok || len(signs) != 2 || signs[0] != '[' || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, s
	}
	if r := signs[1]; r < 0x80 && !strings.ContainsRune(" xX-~>./!", r) {
		return 0, s
	}
	return signs[1], strings.TrimLeft(rest, " \t")
}

// checked reports whether the sign in a checkbox means done.
func checked(box rune) bool { return box != 0 && strings.ContainsRune("xX✓✔✅", box) }

func isRow(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "|") }

// isTable reports whether a table starts at line i.
func isTable(lines []string, i int) bool {
	return isRow(lines[i]) || i+1 < len(lines) && isDivider(lines[i+1]) && strings.Contains(lines[i], "|")
}

// isDivider reports whether a line is the one between a table's head and its
// rows.
func isDivider(line string) bool {
	s := strings.TrimSpace(line)
	return strings.Contains(s, "-") && strings.Contains(s, "|") && strings.Trim(s, "|-: \t") == ""
}

// table is the head of a table and its rows; each further column follows its
// head.
func table(lines []string) []block {
	var all []block
	var heads []string
	if len(lines) > 1 && isDivider(lines[1]) {
		heads = cells(lines[0])
		all = append(all, block{kind: head, text: strings.Join(heads, " | ")})
		lines = lines[2:]
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
		if !isDivider(l) {
			all = append(all, b)
		}
	}
	return all
}

// cells splits a row at its bars, but not at an escaped one.
func cells(line string) []string {
	const bar = "\x00"
	s := strings.ReplaceAll(strings.TrimSpace(line), `\|`, bar)
	out := strings.Split(strings.Trim(s, "|"), "|")
	for i, c := range out {
		out[i] = strings.ReplaceAll(strings.TrimSpace(c), bar, "|")
	}
	return out
}

// isRule reports whether a line only divides.
func isRule(line string) bool {
	s := strings.ReplaceAll(strings.TrimSpace(line), " ", "")
	return len(s) >= 3 && strings.IndexByte("-*_=", s[0]) >= 0 && strings.Trim(s, s[:1]) == ""
}

// keyLine takes a line "**Name:** value" or "**Name**: value" apart.
func keyLine(line string) (name, value string, ok bool) {
	rest, bold := strings.CutPrefix(strings.TrimSpace(line), "**")
	name, value, ok = strings.Cut(rest, "**")
	if !bold || !ok {
		return "", "", false
	}
	if short, colon := strings.CutSuffix(name, ":"); colon {
		name = short
	} else if value, ok = strings.CutPrefix(value, ":"); !ok {
		return "", "", false
	}
	name = strings.TrimSpace(name)
	return name, strings.TrimSpace(value), name != "" && len(name) <= 60
}

// plainKeyLine is keyLine for a line "Name: value" with a name that is known.
func plainKeyLine(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ":")
	if !ok || strings.TrimSpace(value) == "" || name != strings.TrimLeft(name, " \t") {
		return "", "", false
	}
	m, known := find(facts, canonical(name))
	return name, strings.TrimSpace(value), known && m.to != "" && m.to != "now" && m.to != "test"
}
