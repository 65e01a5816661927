package yamldoc

import (
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
// scalars and flow collections stay what they are. A JSON object is read as
// JSON. An error quotes the line.
func ParseWritten(b []byte, schema Schema) (documents []*Node, repairs []Repair, err error) {
	if n, ok := parseJSON(b); ok {
		return []*Node{n}, nil, check(n, 0)
	}
	if len(b) > maxBytes || !utf8.Valid(b) {
		documents, err = Parse(b)
		return documents, nil, err
	}
	w := newWritten(b, schema)
	w.run()
	if len(w.repairs) > 0 {
		b = []byte(strings.Join(w.out, "\n"))
	}
	documents, err = Parse(b)
	if err != nil {
		return nil, nil, w.quoting(err)
	}
	return documents, w.repairs, nil
}

// quoting adds the line that cannot be read. The library names the line where
// the surrounding list or mapping begins, so one that was seen to be odd counts.
func (w *written) quoting(err error) error {
	var line int
	if _, failed := fmt.Sscanf(err.Error(), "parsing YAML: line %d:", &line); failed == nil && w.odd > 0 {
		_, cause, _ := strings.Cut(err.Error(), fmt.Sprintf(": line %d: ", line))
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
	anchors map[string]bool // names after "&" and after "*"
	aliases map[string]bool
	ahead   int // how many lines may still be looked at ahead of their turn
	again   int // how many bytes may still be looked at more than once
	odd     int // the first line that is neither a key nor an item nor part of one
}

// A level is a key of a block mapping that what follows may belong to.
type level struct {
	column int
	path   []string
	inner  int // the column of the keys below it, -1 before the first
}

// A line is one without its indentation and trailing white space.
type line struct {
	text   string
	indent int // a tab counts as two columns
}

func newWritten(b []byte, schema Schema) *written {
	lines := strings.Split(strings.TrimPrefix(string(b), "\ufeff"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	w := &written{schema: schema, lines: lines, ahead: 4*len(lines) + 100, again: len(b) + 1<<20}
	w.open = []level{{column: -1, inner: -1}}
	w.anchors, w.aliases = names(b, '&'), names(b, '*')
	return w
}

// names are the words that follow a mark.
func names(b []byte, mark byte) map[string]bool {
	found := map[string]bool{}
	for i, c := range b {
		if c == mark {
			if n := len(word(string(b[i+1 : min(len(b), i+65)]))); n > 0 {
				found[string(b[i+1:i+1+n])] = true
			}
		}
	}
	return found
}

// word is the longest beginning of s that may be the name of an anchor.
func word(s string) string {
	rest := strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
	return s[:len(s)-len(rest)]
}

func (w *written) line(i int) line {
	text := strings.TrimLeft(w.lines[i], " \t")
	indent := 0
	for _, c := range w.lines[i][:len(w.lines[i])-len(text)] {
		indent++
		if c == '\t' {
			indent++
		}
	}
	return line{text: strings.TrimRight(text, " \t"), indent: indent}
}

func (w *written) run() {
	for w.at < len(w.lines) {
		l := w.line(w.at)
		switch {
		case l.text == "" || l.text[0] == '#':
			w.keep(1)
		case isMarker(w.lines[w.at]):
			w.open = []level{{column: -1, inner: -1}}
			w.keep(1)
		default:
			w.entry(l)
		}
	}
}

// isMarker reports whether a line begins or ends a document.
func isMarker(raw string) bool {
	for _, mark := range []string{"---", "..."} {
		if rest, ok := strings.CutPrefix(raw, mark); ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			return true
		}
	}
	return false
}

// keep writes n lines as they are, but for tabs as indentation.
func (w *written) keep(n int) {
	for range n {
		raw := w.lines[w.at]
		l := w.line(w.at)
		if indent := len(raw) - len(strings.TrimLeft(raw, " \t")); l.text != "" && strings.Contains(raw[:indent], "\t") {
			w.emit(strings.Repeat(" ", l.indent) + raw[indent:])
			continue
		}
		w.emit(raw)
	}
}

// emit writes the next line as text.
func (w *written) emit(text string) {
	if raw := w.lines[w.at]; text != raw && text != strings.TrimRight(raw, " \t") {
		w.repairs = append(w.repairs, Repair{Line: w.at + 1, Text: quotable(raw)})
	}
	w.out = append(w.out, text)
	w.at++
}

// drop writes n empty lines for as many whose text was written before.
func (w *written) drop(n int) {
	for range n {
		w.out = append(w.out, "")
		w.at++
	}
}

// top is the innermost key that is open, or the document.
func (w *written) top() *level { return &w.open[len(w.open)-1] }

// close ends the keys that begin at the column or right of it.
func (w *written) close(column int) {
	for w.top().column >= column {
		w.open = w.open[:len(w.open)-1]
	}
}

// strange notes the next line as one that cannot be read.
func (w *written) strange() {
	if w.odd == 0 {
		w.odd = w.at + 1
	}
}

// entry writes a line that begins an item, a key or both, and all that belongs
// to its value.
func (w *written) entry(l line) {
	prefix, rest, column := strings.Repeat(" ", l.indent), l.text, l.indent
	v := value{parent: -1}
	for isDash(rest) {
		w.close(column + 1)
		w.top().inner = -1
		after := strings.TrimLeft(rest[1:], " \t")
		gap := rest[1 : len(rest)-len(after)]
		if strings.Contains(gap, "\t") {
			gap = " "
		}
		v.item, v.parent = true, column
		prefix, rest, column = prefix+"-"+gap, after, column+1+len(gap)
		if w.schema(w.top().path).Items && !(rest != "" && w.structured(rest, column, w.at+1)) {
			v.shape = Shape{Text: true}
			w.value(prefix, rest, v)
			return
		}
	}
	if rest == "" {
		w.value(prefix, rest, v)
		return
	}
	key, name, text, ok := splitKey(rest)
	switch {
	case ok:
		w.close(column)
		if above := w.top(); above.inner < 0 {
			above.inner = column
		} else if above.inner != column {
			w.strange()
		}
		path := append(slices.Clone(w.top().path), name)
		w.open = append(w.open, level{column, path, -1})
		if before := rest[:len(rest)-len(text)]; strings.HasPrefix(before, key) && !strings.Contains(before, "\t") {
			prefix += before
		} else {
			prefix += key + ": "
		}
		w.value(prefix, text, value{parent: column, shape: w.schema(path)})
	case v.item || rest[0] == '[' || rest[0] == '{':
		w.value(prefix, rest, v)
	default:
		w.strange()
		w.keep(1)
	}
}

func isDash(s string) bool {
	return s == "-" || strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "-\t")
}

// splitKey takes "key: text" apart: the key as it is to be written, its name,
// and the text.
func splitKey(s string) (key, name, text string, ok bool) {
	const most = 1000 // the library's bound of a key on one line is 1024
	end := -1
	switch {
	case s[0] == '"' || s[0] == '\'':
		if n := quoteEnd(s); n > 0 {
			if rest := strings.TrimLeft(s[n:], " \t"); rest != "" && rest[0] == ':' {
				end = len(s) - len(rest)
			}
		}
		if end < 0 || end+1 < len(s) && s[end+1] != ' ' && s[end+1] != '\t' {
			return "", "", "", false
		}
	case s[0] == '[' || s[0] == '{' || strings.ContainsRune("?|>*&!%", rune(s[0])) && (len(s) == 1 || s[1] == ' '):
		return "", "", "", false
	default:
		end = colon(s)
	}
	if end < 1 || end > most {
		return "", "", "", false
	}
	key = strings.TrimRight(s[:end], " \t")
	text = strings.TrimLeft(s[end+1:], " \t")
	name = key
	switch {
	case key == "":
		return "", "", "", false
	case key[0] == '"' || key[0] == '\'':
		name = key[1 : len(key)-1]
	case !isPlain([]string{key}):
		key = quote(key)
	}
	return key, name, text, true
}

// colon is the index of the first ":" that ends a key, -1 for none.
func colon(s string) int {
	for i := range len(s) {
		if s[i] == ':' && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\t') {
			return i
		}
	}
	return -1
}

// structured reports whether an item of a list of texts is a mapping all the
// same: two keys below each other. next is the line after the item's first.
func (w *written) structured(rest string, column, next int) bool {
	if !isField(rest) {
		return false
	}
	for ; next < len(w.lines) && w.ahead > 0; next++ {
		w.ahead--
		if l := w.line(next); l.text != "" {
			return l.indent == column && isField(l.text)
		}
	}
	return false
}

// isField reports whether a line begins with a name as programs give them, and
// a colon.
func isField(s string) bool {
	name := word(s)
	return name != "" && colon(s) == len(name)
}
