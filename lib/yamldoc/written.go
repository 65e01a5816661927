package yamldoc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Shape is what a writer means by what is at a key.
type Shape int

// The shapes of a [Schema].
const (
	Whatever Shape = iota
	OneText        // also where it holds ": "
	Texts          // a list of such texts
	OneWord        // after which a comment may follow
	itemText       // an item of a list of texts
)

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
// scalars and what is in brackets stay what they are; quotes without an end, and
// brackets with a comment in them, are text. A JSON object is read as JSON. An error
// quotes the line.
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
	if documents, err = Parse(b); err != nil {
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
	open    []level // what the next line may belong to, the outermost first
	odd     int     // the first line that cannot be read as a key, an item or a part of one
}

// A level is a key or the mark of an item: what is indented more belongs to it.
type level struct {
	column int
	path   []string // of keys
	shape  Shape
	item   bool
}

// above is the innermost level that a line at the column belongs to. A list may begin
// at the column of its key.
func (w *written) above(column int, isItem bool) level {
	for {
		last := w.open[len(w.open)-1]
		if last.column < column || last.column == column && isItem && !last.item {
			return last
		}
		w.open = w.open[:len(w.open)-1]
	}
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
		w.open = w.open[:1]
	}
	if rest == "" || rest[0] == '#' || isMarker(w.lines[w.at]) {
		w.keep()
		return
	}
	prefix := strings.Repeat(" ", column)
	for isMark(rest) {
		list := w.above(column, true)
		item := level{column: column, path: list.path, item: true}
		after := strings.TrimLeft(rest[1:], " \t")
		gap := len(rest) - 1 - len(after)
		prefix += rest[:1] + strings.Repeat(" ", gap)
		rest, column = after, column+1+gap
		if list.shape == Texts {
			item.shape = itemText
		}
		if w.open = append(w.open, item); item.shape == itemText {
			w.value(prefix, rest)
			return
		}
	}
	above := w.above(column, false)
	before, name, text, isKey := splitKey(rest)
	switch {
	case isKey && above.shape != OneText && above.shape != itemText:
		path := append(slices.Clone(above.path), name)
		w.open = append(w.open, level{column: column, path: path, shape: w.schema(path)})
		w.value(prefix+before, text)
	case above.column >= 0 || rest[0] == '[' || rest[0] == '{':
		w.value(prefix, rest) // of the mark before it, or the key or mark above
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

// value writes the value of the innermost level, which begins with text on the next
// line, after prefix.
func (w *written) value(prefix, text string) {
	of, lines := w.open[len(w.open)-1], 0
	switch {
	case text == "", of.shape == OneWord && isToken(text),
		text[0] == '#' && of.shape != OneText && !of.item && isComment(text):
		lines = 1
	case isBlock(text):
		w.block(prefix+text, of.column)
		return
	case strings.IndexByte(`"'`, text[0]) >= 0, strings.IndexByte("[{", text[0]) >= 0 && of.shape != itemText:
		lines = w.closed(text, of.column)
		if lines < 0 && !of.item && (text[0] == '[' || text[0] == '{') {
			w.strange()
			lines = -lines // as they are: the library says what is wrong
		}
	}
	if lines <= 0 {
		w.text(prefix, text, of.column)
		return
	}
	w.emit(strings.TrimRight(prefix+text, " \t"))
	for range lines - 1 {
		w.keep()
	}
}

// closed counts the lines of a value in quotes or brackets that begins with text on
// the next one: what is indented more than parent, or closes a bracket at that column.
// It is negative where the value has no end in them, and 0 where more than a comment
// follows it or brackets hold a comment.
func (w *written) closed(text string, parent int) int {
	var in nest
	for i := w.at; ; {
		end := in.end(text)
		if end > 0 {
			if rest := strings.TrimLeft(text[end:], " \t"); rest != "" && (rest[0] != '#' || rest == text[end:]) {
				return 0
			}
			return i - w.at + 1
		}
		if i++; end < 0 {
			return 0
		}
		if i == len(w.lines) || isMarker(w.lines[i]) {
			return w.at - i
		}
		var indent int
		text, indent = w.line(i)
		closes := indent == parent && strings.TrimLeft(text, "]}") != text
		if text != "" && indent <= parent && !closes {
			return w.at - i
		}
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
	w.emit(prefix + strconv.Quote(string(folded)))
	for range lines - 1 { // whose text was written before
		w.out = append(w.out, "")
		w.at++
	}
}
