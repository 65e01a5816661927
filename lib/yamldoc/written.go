package yamldoc

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Shape is what a writer means by the text at a key.
type Shape struct {
	Text  bool // one text, also where it holds ": "
	Items bool // a list whose items are texts
	Token bool // one word, after which a comment may follow
}

// A Schema returns the shape at a path of keys; lists on the way do not count.
type Schema func(path []string) Shape

// A Repair is a line that was read as the text it holds and not by the rules of
// YAML, which would cut it, refuse it or take a part of it for structure.
type Repair struct {
	Line int
	Text string
}

// ParseWritten is Parse for what people and models write by hand. In a value or
// list item without quotes, " #", ": ", a tab and a special character at its
// start belong to the text. Comments on lines of their own, quoted values, block
// scalars and what is in brackets stay what they are. A JSON object is read as
// JSON. An error quotes the line.
func ParseWritten(b []byte, schema Schema) (documents []*Node, repairs []Repair, err error) {
	if n, ok := parseJSON(b); ok {
		return []*Node{n}, nil, check(n, 0)
	}
	if len(b) > maxBytes || !utf8.Valid(b) {
		documents, err = Parse(b)
		return documents, nil, err
	}
	w := written{schema: schema, lines: strings.Split(strings.TrimPrefix(string(b), "\ufeff"), "\n"), open: []level{{column: -1, inner: -1}}, anchors: map[string]bool{}}
	for _, part := range bytes.Split(b, []byte(" &"))[1:] {
		name, _, _ := strings.Cut(string(part[:min(len(part), 100)]), " ")
		w.anchors[strings.TrimSpace(name)] = true
	}
	for i, l := range w.lines {
		w.lines[i] = strings.TrimSuffix(l, "\r")
	}
	for w.at < len(w.lines) {
		w.entry()
	}
	if len(w.repairs) > 0 {
		b = []byte(strings.Join(w.out, "\n"))
	}
	if documents, err = Parse(b); err != nil {
		return nil, nil, w.quoting(err)
	}
	return documents, w.repairs, nil
}

// quoting adds the line that cannot be read. The library names the line where
// the surrounding list or mapping begins, so one that was seen to be odd counts.
func (w *written) quoting(err error) error {
	var line int
	cause := strings.TrimPrefix(err.Error(), "parsing YAML: ")
	if _, failed := fmt.Sscanf(cause, "line %d:", &line); failed == nil {
		_, cause, _ = strings.Cut(cause, ": ")
	}
	if w.odd > 0 {
		line, err = w.odd, fmt.Errorf("parsing YAML: line %d: %s", w.odd, cause)
	}
	if line < 1 || line > len(w.lines) {
		return err
	}
	return fmt.Errorf("%w: %q", err, quotable(w.lines[line-1]))
}

// quotable is a line as a message quotes it.
func quotable(line string) string {
	const most = 100
	line = strings.TrimSpace(line)
	if utf8.RuneCountInString(line) <= most {
		return line
	}
	return string([]rune(line)[:most-1]) + "…"
}

// written goes through the lines once and writes each again: as it is, or with
// its text in quotes where YAML would read something else.
type written struct {
	schema  Schema
	lines   []string // as they were, without line ends
	at      int      // the line that is next
	out     []string // the same number of lines
	repairs []Repair
	open    []level
	odd     int             // the first line that is neither a key nor an item nor part of one
	anchors map[string]bool // names after "&"
}

// A level is a key of a block mapping that what follows may belong to.
type level struct {
	column int
	path   []string
	inner  int // the column of the keys below it, -1 before the first
}

// line is line i without its indentation and trailing white space; a tab counts
// as two columns.
func (w *written) line(i int) (text string, indent int) {
	raw := w.lines[i]
	text = strings.TrimLeft(raw, " \t")
	indent = len(raw) - len(text)
	indent += strings.Count(raw[:indent], "\t")
	return strings.TrimRight(text, " \t"), indent
}

// next is the line from i on that is not empty and no comment; ok says that it
// is indented more than parent.
func (w *written) next(i, parent int) (text string, indent int, ok bool) {
	for ; i < len(w.lines); i++ {
		if text, indent = w.line(i); text != "" && !isComment(text) {
			return text, indent, indent > parent && !isMarker(w.lines[i])
		}
	}
	return "", 0, false
}

// whole is a text with the lines below that are indented more than parent, or
// close its bracket at that column.
func (w *written) whole(text string, parent int) string {
	parts := []string{text}
	for i := w.at + 1; i < len(w.lines); i++ {
		l, indent := w.line(i)
		closes := indent == parent && l != "" && (text[0] == '[' && l[0] == ']' || text[0] == '{' && l[0] == '}')
		if l != "" && indent <= parent && !closes || isMarker(w.lines[i]) {
			break
		}
		parts = append(parts, l)
	}
	return strings.Join(parts, "\n")
}

// emit writes the next line as text.
func (w *written) emit(text string) {
	if raw := w.lines[w.at]; text != raw && text != strings.TrimRight(raw, " \t") {
		w.repairs = append(w.repairs, Repair{Line: w.at + 1, Text: quotable(raw)})
	}
	w.out = append(w.out, text)
	w.at++
}

// keep writes the next line as it is, but for tabs as indentation.
func (w *written) keep() {
	raw := w.lines[w.at]
	text, indent := w.line(w.at)
	if rest := strings.TrimLeft(raw, " \t"); text != "" && strings.Contains(raw[:len(raw)-len(rest)], "\t") {
		raw = strings.Repeat(" ", indent) + rest
	}
	w.emit(raw)
}

// entry writes a line that begins an item, a key or both, and all that belongs
// to its value.
func (w *written) entry() {
	rest, column := w.line(w.at)
	if rest == "" || rest[0] == '#' {
		w.keep()
		return
	}
	if isMarker(w.lines[w.at]) {
		w.open = []level{{column: -1, inner: -1}}
		w.keep()
		return
	}
	prefix, parent, isItem := strings.Repeat(" ", column), -1, false
	for isMark(rest) {
		w.close(column + 1)
		w.open[len(w.open)-1].inner = -1
		after := strings.TrimLeft(rest[1:], " \t")
		gap := rest[1 : len(rest)-len(after)]
		if strings.Contains(gap, "\t") {
			gap = " "
		}
		isItem, parent = true, column
		prefix, rest, column = prefix+rest[:1]+gap, after, column+1+len(gap)
		if w.schema(w.path()).Items && !w.structured(rest, column) {
			w.value(prefix, rest, parent, Shape{Text: true}, true)
			return
		}
	}
	key, name, text, ok := splitKey(rest)
	switch {
	case ok:
		w.close(column)
		above := &w.open[len(w.open)-1]
		if above.inner >= 0 && above.inner != column {
			w.strange()
		}
		above.inner = column
		path := append(slices.Clone(above.path), name)
		w.open = append(w.open, level{column, path, -1})
		if before := rest[:len(rest)-len(text)]; strings.HasPrefix(before, key) && !strings.Contains(before, "\t") {
			key = before
		} else {
			key += ": "
		}
		w.value(prefix+key, text, column, w.schema(path), false)
	case isItem || rest[0] == '[' || rest[0] == '{':
		w.value(prefix, rest, parent, Shape{}, isItem)
	default:
		w.strange()
		w.keep()
	}
}

// strange notes the next line as one that cannot be read.
func (w *written) strange() {
	if w.odd == 0 {
		w.odd = w.at + 1
	}
}

func (w *written) path() []string { return w.open[len(w.open)-1].path }

// close ends the keys that begin at the column or right of it.
func (w *written) close(column int) {
	for w.open[len(w.open)-1].column >= column {
		w.open = w.open[:len(w.open)-1]
	}
}

// value writes a value that begins on the next line, after prefix: what is
// indented more than parent belongs to it.
func (w *written) value(prefix, text string, parent int, shape Shape, isItem bool) {
	switch {
	case text == "":
		w.below(prefix, parent, shape, isItem)
	case text[0] == '#' && !shape.Text && !isItem && isComment(text), shape.Token && isToken(text):
		w.emit(prefix + text)
	case isBlock(text) && !(isItem && strings.TrimSpace(w.whole(text, parent)) == text):
		w.block(prefix+text, parent)
	case text[0] == '"' || text[0] == '\'':
		whole := w.whole(text, parent)
		end := quoteEnd(whole)
		if text[0] == '"' && end > 0 && end <= len(text) {
			text = escaped(text[:end]) + text[end:]
		}
		w.marked(prefix, text, whole, end, parent)
	case (text[0] == '[' || text[0] == '{') && !(isItem && shape.Text):
		whole := w.whole(text, parent)
		end, cuts := flowEnd(whole)
		if cuts && end > 0 && w.quotedFlow(prefix, whole, end) {
			return
		}
		if end == 0 && !isItem {
			end = len(whole) // it is refused
			w.strange()
		}
		w.marked(prefix, text, whole, end, parent)
	case text[0] == '*' && w.anchors[text[1:]]: // it is refused
		w.strange()
		w.emit(prefix + text)
	default:
		w.text(prefix, text, parent)
	}
}

// quotedFlow writes a value in brackets on one line, with those of its texts in
// quotes that YAML would cut; false where more follows it.
func (w *written) quotedFlow(prefix, whole string, end int) bool {
	rest, _, _ := strings.Cut(whole[end:], "\n")
	if !isTail(rest) {
		return false
	}
	w.emit(prefix + quoteFlow(whole[:end]))
	w.drop(strings.Count(whole[:end], "\n"))
	return true
}

// drop writes n empty lines for as many whose text was written before.
func (w *written) drop(n int) {
	for range n {
		w.out = append(w.out, "")
		w.at++
	}
}

// marked writes a value in quotes or brackets as it is. Where more follows its
// end, or it has none, it is a text.
func (w *written) marked(prefix, text, whole string, end, parent int) {
	rest, _, _ := strings.Cut(whole[end:], "\n")
	if end == 0 || !isTail(rest) {
		w.text(prefix, text, parent)
		return
	}
	w.emit(prefix + text)
	for range strings.Count(whole[:end], "\n") {
		w.keep()
	}
}

// below writes a key or mark without a text of its own; what follows may be its
// text.
func (w *written) below(prefix string, parent int, shape Shape, isItem bool) {
	text, indent, ok := w.next(w.at+1, parent)
	w.emit(strings.TrimRight(prefix, " \t"))
	if !ok || isMark(text) {
		return
	}
	if _, _, _, isKey := splitKey(text); isKey && (!shape.Text || isField(text) && w.fieldBelow(text, indent)) {
		return
	}
	for {
		if now, _ := w.line(w.at); now == text {
			break
		}
		w.keep()
	}
	w.value(strings.Repeat(" ", indent), text, parent, shape, isItem)
}

// block writes a block scalar: the header and all that is indented more.
func (w *written) block(header string, parent int) {
	w.emit(header)
	margin := ""
	for w.at < len(w.lines) {
		raw := w.lines[w.at]
		text, indent := w.line(w.at)
		if text != "" && indent <= parent {
			return
		}
		if text != "" && margin == "" {
			margin = raw[:len(raw)-len(strings.TrimLeft(raw, " \t"))]
		}
		if rest, cut := strings.CutPrefix(raw, margin); cut && strings.Contains(margin, "\t") {
			raw = strings.ReplaceAll(margin, "\t", "  ") + rest
		}
		w.emit(raw)
	}
}

// text writes a text without quotes and what is indented below it, in quotes
// where YAML would read something else.
func (w *written) text(prefix, text string, parent int) {
	plain, lines, blank, last := isPlain(text), 1, 0, w.at
	folded := []byte(text)
	for i := w.at + 1; i < len(w.lines); i++ {
		l, indent := w.line(i)
		if l == "" {
			blank++
			continue
		}
		if indent <= parent || isMarker(w.lines[i]) {
			break
		}
		if isComment(l) {
			continue
		}
		plain = plain && i == last+1+blank && l[0] != '#' && staysPlain(l)
		switch {
		case blank > 0:
			folded = append(folded, strings.Repeat("\n", blank)...)
		case isMark(l) || strings.HasPrefix(l, "* "):
			folded = append(folded, '\n')
		default:
			folded = append(folded, ' ')
		}
		folded = append(folded, l...)
		lines, blank, last = i-w.at+1, 0, i
	}
	if !plain {
		w.emit(prefix + quote(string(folded)))
		w.drop(lines - 1)
		return
	}
	w.emit(prefix + text)
	for range lines - 1 {
		w.keep()
	}
}

// structured reports whether an item of a list of texts is a mapping all the
// same: two keys below each other.
func (w *written) structured(rest string, column int) bool {
	text, indent, _ := w.next(w.at+1, -1)
	return isField(rest) && indent == column && isField(text)
}

// fieldBelow is structured for a text that is on a line of its own.
func (w *written) fieldBelow(text string, column int) bool {
	for i := w.at; i < len(w.lines); i++ {
		if l, _ := w.line(i); l == text {
			next, indent, _ := w.next(i+1, -1)
			return indent == column && isField(next)
		}
	}
	return false
}
