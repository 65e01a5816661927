package yamldoc

import (
	"strings"
)

// A value is what is known of one before its text is looked at.
type value struct {
	parent int  // the column of its key or dash: what is indented more belongs to it
	item   bool // of a list, not of a key
	shape  Shape
}

// value writes a value that begins on the next line, after prefix.
func (w *written) value(prefix, text string, v value) {
	switch {
	case text == "":
		w.below(prefix, v)
	case text[0] == '#':
		w.hash(prefix, text, v)
	case isBlock(text):
		w.block(prefix, text, v)
	case text[0] == '"' || text[0] == '\'':
		w.quoted(prefix, text, v)
	case text[0] == '[' || text[0] == '{':
		w.flow(prefix, text, v)
	case w.isMachinery(text):
		w.strange()
		w.emit(prefix + text)
	case v.shape.Token && isToken(text):
		w.emit(prefix + text)
	default:
		w.text(prefix, text, v)
	}
}

// below writes a key or dash without a text of its own; what follows may be its
// text.
func (w *written) below(prefix string, v value) {
	next, ok := w.next(v.parent)
	l := line{}
	if ok {
		l = w.line(next)
		isKey := false
		if !isDash(l.text) {
			_, _, _, isKey = splitKey(l.text)
		}
		ok = !isDash(l.text) && !w.longKey(next, l) && (!isKey || v.shape.Text && !w.structured(l.text, l.indent, next+1))
	}
	w.emit(strings.TrimRight(prefix, " \t"))
	if ok {
		w.keep(next - w.at)
		w.value(strings.Repeat(" ", l.indent), l.text, v)
	}
}

// longKey reports whether a line is a key that is written after "? ", as Render does
// with one of more than longestKey bytes, and ": text" is on the next line.
func (w *written) longKey(i int, l line) bool {
	if !strings.HasPrefix(l.text, "? ") || i+1 == len(w.lines) {
		return false
	}
	value := w.line(i + 1)
	return value.indent == l.indent && (value.text == ":" || strings.HasPrefix(value.text, ": "))
}

// next is the line after this one that holds something and is indented more
// than parent.
func (w *written) next(parent int) (int, bool) {
	for i := w.at + 1; i < len(w.lines) && w.ahead > 0; i++ {
		w.ahead--
		if l := w.line(i); l.text != "" && l.text[0] != '#' {
			return i, l.indent > parent && !isMarker(w.lines[i])
		}
	}
	return 0, false
}

// hash writes what begins with "#": a comment where something else is the value
// or the shape wants more than one text, else the text.
func (w *written) hash(prefix, text string, v value) {
	next, below := w.next(v.parent)
	if !below && !v.item && next > 0 {
		l := w.line(next)
		below = l.indent == v.parent && isDash(l.text)
	}
	if below || !v.shape.Text && !v.item && isComment(text) {
		w.emit(prefix + text)
		return
	}
	w.text(prefix, text, v)
}

// isComment reports whether a line is one, and not a text that begins with a
// number such as #42.
func isComment(s string) bool {
	return s[0] == '#' && (len(s) == 1 || strings.ContainsRune(" \t#!", rune(s[1])))
}

// isBlock reports whether a text is the header of a block scalar.
func isBlock(s string) bool {
	if s[0] != '|' && s[0] != '>' {
		return false
	}
	header, comment, _ := strings.Cut(s[1:], " ")
	comment = strings.TrimLeft(comment, " \t")
	sign := len(header) - len(strings.Trim(header, "+-"))
	digit := len(header) - len(strings.Trim(header, "123456789"))
	return sign <= 1 && digit <= 1 && sign+digit == len(header) && (comment == "" || comment[0] == '#')
}

// block writes a block scalar: the header and all that is indented more.
func (w *written) block(prefix, header string, v value) {
	next, ok := w.next(v.parent)
	if first := w.at + 1; first < len(w.lines) {
		if l := w.line(first); l.text != "" && l.indent > v.parent { // it may look like a comment
			next, ok = first, true
		}
	}
	if !ok && v.item {
		w.text(prefix, header, v)
		return
	}
	w.emit(prefix + header)
	margin := ""
	if ok {
		raw := w.lines[next]
		margin = raw[:len(raw)-len(strings.TrimLeft(raw, " \t"))]
	}
	for w.at < len(w.lines) {
		l, raw := w.line(w.at), w.lines[w.at]
		if l.text != "" && l.indent <= v.parent {
			return
		}
		if rest, cut := strings.CutPrefix(raw, margin); cut && strings.Contains(margin, "\t") {
			raw = strings.ReplaceAll(margin, "\t", "  ") + rest
		}
		w.emit(raw)
	}
}

// isMachinery reports whether a text is what YAML has anchors, aliases and tags
// for, and not a text that begins like one. It is refused later.
func (w *written) isMachinery(s string) bool {
	name := word(s[1:])
	rest := s[1+len(name):]
	ends := rest == "" || rest[0] == ' ' || rest[0] == '\t'
	switch s[0] {
	case '*':
		return ends && strings.TrimSpace(rest) == "" && w.anchors[name]
	case '&':
		return ends && w.aliases[name]
	case '!':
		return strings.HasPrefix(s, "!<") || len(s) > 2 && s[1] == '!' && word(s[2:3]) != ""
	}
	return false
}

// isToken reports whether a text is one word and a comment.
func isToken(s string) bool {
	first, rest, _ := strings.Cut(strings.ReplaceAll(s, "\t", " "), " ")
	rest = strings.TrimLeft(rest, " ")
	return rest != "" && rest[0] == '#' && isComment(rest) && isPlain([]string{first})
}

// quoted writes a value in quotes as it is. Where more follows the quotes, or
// they never end, they belong to a text.
func (w *written) quoted(prefix, text string, v value) {
	lines, rest := 1, ""
	end := quoteEnd(text)
	if end > 0 {
		rest = text[end:]
	} else {
		lines, rest = w.until(text, v.parent, quoteEnd)
	}
	if lines == 0 || !isTail(rest) {
		w.text(prefix, text, v)
		return
	}
	if lines == 1 && text[0] == '"' {
		text = escaped(text[:end]) + rest
	}
	w.emit(prefix + text)
	w.keep(lines - 1)
}

// isTail reports whether only a comment follows.
func isTail(s string) bool {
	t := strings.TrimLeft(s, " \t")
	return t == "" || t[0] == '#' && len(t) < len(s)
}

// until finds, with end, the end of a text that goes on below: the number of
// lines, 0 where it has no end, and what follows on the last one.
func (w *written) until(text string, parent int, end func(string) int) (lines int, rest string) {
	var all strings.Builder
	all.WriteString(text)
	for i := w.at + 1; i < len(w.lines) && w.ahead > 0 && w.again > 0; i++ {
		w.ahead--
		l := w.line(i)
		if l.text != "" && l.indent <= parent && !closesFlow(text, l, parent) || isMarker(w.lines[i]) {
			break
		}
		all.WriteString("\n" + l.text)
		if !mayEnd(text[0], l.text) {
			continue
		}
		w.again -= all.Len()
		if n := end(all.String()); n > 0 {
			return i - w.at + 1, all.String()[n:]
		}
	}
	return 0, ""
}

// mayEnd spares a look at all lines again for each that has no closing mark.
func mayEnd(open byte, line string) bool {
	switch open {
	case '[':
		open = ']'
	case '{':
		open = '}'
	}
	return strings.IndexByte(line, open) >= 0
}

// closesFlow reports whether a line ends a flow collection at its key's column.
func closesFlow(text string, l line, parent int) bool {
	return l.indent == parent && (text[0] == '[' && l.text[0] == ']' || text[0] == '{' && l.text[0] == '}')
}

// quoteEnd is the length of the quoted text that s begins with, 0 where its
// quote is not closed.
func quoteEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && s[0] == '"':
			i++
		case s[i] != s[0]:
		case s[0] == '\'' && i+1 < len(s) && s[i+1] == '\'':
			i++
		default:
			return i + 1
		}
	}
	return 0
}

// escaped doubles each backslash of a text in double quotes that begins no
// escape, as in "C:\dir" and "\d+".
func escaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteByte(s[i])
		if s[i] != '\\' || i+1 == len(s) {
			continue
		}
		if isEscape(s[i+1:]) {
			i++
		} else {
			b.WriteByte('\\')
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func isEscape(s string) bool {
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	if digits > 0 {
		return len(s) > digits && strings.Trim(s[1:1+digits], "0123456789abcdefABCDEF") == ""
	}
	return strings.IndexByte("0abt\tnvfre \"/\\N_LP", s[0]) >= 0
}

// text writes a text without quotes and what is indented below it, in quotes
// where YAML would read something else.
func (w *written) text(prefix, text string, v value) {
	parts, plain, lines, blank := []string{text}, true, 1, 0
	var folded strings.Builder
	folded.WriteString(text)
	for i := w.at + 1; i < len(w.lines); i++ {
		l := w.line(i)
		if l.text == "" {
			blank++
			continue
		}
		if l.indent <= v.parent || isMarker(w.lines[i]) {
			break
		}
		if isComment(l.text) {
			if w.ahead--; w.ahead < 0 {
				break
			}
			continue
		}
		plain = plain && i == w.at+lines+blank
		switch {
		case blank > 0:
			folded.WriteString(strings.Repeat("\n", blank))
		case isDash(l.text) || strings.HasPrefix(l.text, "* "):
			folded.WriteByte('\n')
		default:
			folded.WriteByte(' ')
		}
		folded.WriteString(l.text)
		parts, lines, blank = append(parts, l.text), i-w.at+1, 0
	}
	if plain && isPlain(parts) {
		w.emit(prefix + text)
		w.keep(lines - 1)
		return
	}
	w.emit(prefix + quote(folded.String()))
	w.drop(lines - 1)
}

// isPlain reports whether YAML takes the lines of a text for that text.
func isPlain(lines []string) bool {
	if !beginsPlain(lines[0]) {
		return false
	}
	for i, l := range lines {
		if !staysPlain(l) || strings.Contains(l, "\t#") || strings.ContainsAny(l, otherBreaks) || i > 0 && l[0] == '#' {
			return false
		}
	}
	return true
}

// beginsPlain reports whether a text begins with no mark of YAML.
func beginsPlain(s string) bool {
	if strings.IndexByte("?:-", s[0]) >= 0 {
		return len(s) > 1 && s[1] != ' ' && s[1] != '\t'
	}
	return strings.IndexByte(",[]{}#&*!|>'\"%@`", s[0]) < 0
}

// staysPlain reports whether a line holds no mark that ends a text.
func staysPlain(s string) bool { return colon(s) < 0 && !strings.Contains(s, " #") }

// otherBreaks are what YAML takes for the end of a line, and the mark of byte
// order, which it skips.
const otherBreaks = "\r\u0085\u2028\u2029\ufeff"
