package yamldoc

import (
	"errors"
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
// scalars and what is in brackets stay what they are; in brackets a " #" outside
// quotes is refused. A JSON object is read as JSON. An error quotes the line.
func ParseWritten(b []byte, schema Schema) (documents []*Node, repairs []Repair, err error) {
	if n, ok := parseJSON(b); ok {
		return []*Node{n}, nil, check(n, 0)
	}
	if len(b) > maxBytes || !utf8.Valid(b) {
		documents, err = Parse(b)
		return documents, nil, err
	}
	lines := strings.Split(strings.TrimPrefix(string(b), "\ufeff"), "\n")
	w := written{schema: schema, lines: lines, open: []level{{column: -1}}}
	for i, l := range w.lines {
		w.lines[i] = strings.TrimSuffix(l, "\r")
	}
	for w.at < len(w.lines) {
		w.entry()
	}
	if len(w.repairs) > 0 {
		b = []byte(strings.Join(w.out, "\n"))
	}
	if documents, err = Parse(b); err == nil && w.comment {
		err = errors.New("a \" #\" in brackets starts a comment: put the item in quotes")
	}
	if err != nil {
		return nil, nil, w.quoting(err)
	}
	return documents, w.repairs, nil
}

// quoting adds the line that cannot be read. The library names the line where the
// surrounding list or mapping begins, so one that was seen to be odd comes first.
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
	odd     int  // the first line that cannot be read as a key, an item or a part of one
	comment bool // it may be a comment in brackets
}

// A level is a key of a block mapping that what follows may belong to.
type level struct {
	column int
	path   []string
}

// top is the innermost key that a line at the column belongs to.
func (w *written) top(column int) level {
	for w.open[len(w.open)-1].column >= column {
		w.open = w.open[:len(w.open)-1]
	}
	return w.open[len(w.open)-1]
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

// next is the next line after this one that is not empty and no comment, with its
// number.
func (w *written) next() (text string, indent, i int) {
	for i = w.at + 1; i < len(w.lines); i++ {
		if text, indent = w.line(i); text != "" && !isComment(text) {
			return text, indent, i
		}
	}
	return "", -1, i
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
	if isMarker(w.lines[w.at]) {
		w.open = []level{{column: -1}}
		w.keep()
		return
	}
	if rest == "" || rest[0] == '#' {
		w.keep()
		return
	}
	prefix, parent, isItem := strings.Repeat(" ", column), -1, false
	for isMark(rest) {
		above := w.top(column + 1)
		after := strings.TrimLeft(rest[1:], " \t")
		gap := strings.Repeat(" ", len(rest)-1-len(after))
		isItem, parent = true, column
		prefix, rest, column = prefix+rest[:1]+gap, after, column+1+len(gap)
		if w.schema(above.path).Items && !w.isObject(rest, column) {
			w.value(prefix, rest, parent, Shape{Text: true}, true)
			return
		}
	}
	key, name, text, ok := splitKey(rest)
	above := w.top(column)
	switch {
	case ok:
		path := append(slices.Clone(above.path), name)
		w.open = append(w.open, level{column, path})
		if before := rest[:len(rest)-len(text)]; strings.HasPrefix(before, key) && !strings.Contains(before, "\t") {
			key = before
		} else {
			key += ": "
		}
		w.value(prefix+key, text, column, w.schema(path), false)
	case isItem || rest[0] == '[' || rest[0] == '{':
		w.value(prefix, rest, parent, Shape{}, isItem)
	case above.column >= 0: // the text of the key above, on a line of its own
		w.value(prefix, rest, above.column, Shape{}, false)
	default:
		w.strange()
		w.keep()
	}
}

// isObject reports whether an item of a list of texts is a mapping all the same: two
// keys below each other.
func (w *written) isObject(rest string, column int) bool {
	text, indent, _ := w.next()
	return isField(rest) && indent == column && isField(text)
}

// strange notes the next line as one that cannot be read.
func (w *written) strange() {
	if w.odd == 0 {
		w.odd = w.at + 1
	}
}

// value writes a value that begins on the next line, after prefix: what is
// indented more than parent belongs to it.
func (w *written) value(prefix, text string, parent int, shape Shape, isItem bool) {
	switch {
	case text == "":
		w.below(prefix, parent, shape)
	case text[0] == '#' && !shape.Text && !isItem && isComment(text), shape.Token && isToken(text):
		w.emit(prefix + text)
	case isBlock(text):
		w.block(prefix+text, parent)
	case text[0] == '"' || text[0] == '\'':
		whole := w.whole(text, parent)
		w.marked(prefix, whole, quoteEnd(whole), parent, false)
	case (text[0] == '[' || text[0] == '{') && !(isItem && shape.Text):
		whole := w.whole(text, parent)
		end, comment := bracketEnd(whole)
		if end == 0 && !isItem {
			end = len(whole) // it is refused
			w.strange()
		}
		w.marked(prefix, whole, end, parent, comment)
	default:
		w.text(prefix, text, parent)
	}
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

// marked writes a value in quotes or brackets as it is. Where more follows its end, or
// it has none, it is a text.
func (w *written) marked(prefix, whole string, end, parent int, comment bool) {
	first, _, _ := strings.Cut(whole, "\n")
	tail, _, _ := strings.Cut(whole[end:], "\n")
	if trimmed := strings.TrimLeft(tail, " \t"); end == 0 || trimmed != "" && (trimmed[0] != '#' || trimmed == tail) {
		w.text(prefix, first, parent)
		return
	}
	if comment {
		w.strange()
		w.comment = true
	}
	w.emit(prefix + first)
	for range strings.Count(whole[:end], "\n") {
		w.keep()
	}
}

// below writes a key or mark without a text of its own; what follows may be its
// text.
func (w *written) below(prefix string, parent int, shape Shape) {
	text, indent, at := w.next()
	w.emit(strings.TrimRight(prefix, " \t"))
	if !shape.Text || indent <= parent || isMark(text) || isMarker(w.lines[at]) {
		return
	}
	for w.at < at {
		w.keep()
	}
	if !w.isObject(text, indent) {
		w.value(strings.Repeat(" ", indent), text, parent, shape, false)
	}
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
	if plain {
		w.emit(prefix + text)
		for range lines - 1 {
			w.keep()
		}
		return
	}
	w.emit(prefix + quote(string(folded)))
	for range lines - 1 { // whose text was written before
		w.out = append(w.out, "")
		w.at++
	}
}
