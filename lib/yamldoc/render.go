package yamldoc

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// longestKey is how many bytes a key may have: the library reads one of 1024 before
// its colon.
const longestKey = 1000

// Render returns the documents as YAML, each after a line "---", without comments.
// Lists and mappings are written line by line. Reading the result gives the same
// values. The library's own emitter takes a hook several times as long, and what it
// makes must be read back, since it does not keep every value.
func Render(documents ...*Node) ([]byte, error) {
	r := renderer{}
	for i, d := range documents {
		r.text = append(r.text, "---\n"...)
		if i > 0 {
			r.text = append(r.text, '\n')
		}
		r.document(d)
	}
	switch {
	case len(documents) > maxDocuments:
		r.err = fmt.Errorf("%d documents, at most %d", len(documents), maxDocuments)
	case r.err == nil && len(r.text) > maxBytes:
		r.err = fmt.Errorf("%d bytes, at most %d", len(r.text), maxBytes)
	}
	if r.err != nil {
		return nil, fmt.Errorf("rendering YAML: %w", r.err)
	}
	return r.text, nil
}

type renderer struct {
	text []byte
	err  error
}

func (r *renderer) fail(format string, values ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, values...)
	}
}

func (r *renderer) document(n *Node) {
	switch {
	case n.Kind == Scalar && n.ShortTag() == "!!null":
		r.fail("a document of nothing")
	case n.Kind == Scalar:
		r.text = append(append(r.text, r.line(n)...), '\n')
	case len(n.Content) == 0:
		r.empty(n)
	default:
		r.collection(n, 0, 0)
	}
}

// collection writes what a mapping or sequence holds at the column, line by line; the
// first line is indented already.
func (r *renderer) collection(n *Node, column, depth int) {
	step := r.step(n, depth)
	for i := 0; step > 0 && i < len(n.Content); i += step {
		if i > 0 {
			r.indent(column)
		}
		if step == 1 {
			r.text = append(r.text, '-')
			r.value(n.Content[i], column, depth, true)
		} else {
			r.pair(n.Content[i], n.Content[i+1], column, depth)
		}
	}
}

// step is how many nodes an entry of a mapping or sequence takes, 0 for what is
// neither.
func (r *renderer) step(n *Node, depth int) int {
	switch {
	case depth > maxDepth:
		r.fail("nested too deeply: %w", ErrUnsupported)
		return 0
	case n.Kind == Mapping && n.ShortTag() == "!!map" && len(n.Content)%2 == 0:
		return 2
	case n.Kind == Sequence && n.ShortTag() == "!!seq":
		return 1
	}
	r.fail("a value that is neither a text, a list nor a mapping")
	return 0
}

// empty writes a mapping or sequence that holds nothing.
func (r *renderer) empty(n *Node) {
	if r.step(n, 0) == 2 {
		r.text = append(r.text, "{}\n"...)
	} else {
		r.text = append(r.text, "[]\n"...)
	}
}

func (r *renderer) indent(column int) {
	for range column {
		r.text = append(r.text, ' ')
	}
}

// pair writes a key and its value; a key that is long or not a text after "? ".
func (r *renderer) pair(key, value *Node, column, depth int) {
	if key.Kind == Scalar {
		if text := r.line(key); len(text) <= longestKey {
			r.text = append(append(r.text, text...), ':')
			r.value(value, column, depth, false)
			return
		}
	}
	r.text = append(r.text, '?')
	r.value(key, column, depth, true)
	r.indent(column)
	r.text = append(r.text, ':')
	r.value(value, column, depth, true)
}

// value writes what follows a mark at the column: on its line, where beside says so
// or it takes no more.
func (r *renderer) value(n *Node, column, depth int, beside bool) {
	const step = 2
	switch {
	case n.Kind == Scalar && n.Style != DoubleQuoted && n.ShortTag() == "!!str" &&
		(isLiteral(n.Value) || beside && isSaid(n.Value)):
		r.text = append(r.text, " |"...)
		text, ended := strings.CutSuffix(n.Value, "\n")
		if !ended {
			r.text = append(r.text, '-')
		}
		for line := range strings.SplitSeq(text, "\n") {
			r.text = append(r.text, '\n')
			if line != "" {
				r.indent(column + step)
				r.text = append(r.text, line...)
			}
		}
		r.text = append(r.text, '\n')
	case n.Kind == Scalar:
		r.text = append(append(append(r.text, ' '), r.line(n)...), '\n')
	case len(n.Content) == 0:
		r.text = append(r.text, ' ')
		r.empty(n)
	case beside:
		r.text = append(r.text, ' ')
		r.collection(n, column+step, depth+1)
	default:
		r.text = append(r.text, '\n')
		r.indent(column + step)
		r.collection(n, column+step, depth+1)
	}
}

// line is a scalar on one line.
func (r *renderer) line(n *Node) string {
	tag, value := n.ShortTag(), n.Value
	switch {
	case !utf8.ValidString(value):
		r.fail("a text that is not valid UTF-8")
	case tag == "!!null" && value == "":
		return "null"
	case tag != "!!str":
		if !fitsPlain(value) || plainTag(value) != tag {
			r.fail("%q is not of the kind %s", value, tag)
		}
	case n.Style == DoubleQuoted || value == "" || !isShown(value):
		return quote(value)
	case !fitsPlain(value):
		return "'" + strings.ReplaceAll(value, "'", "''") + "'"
	case ambiguous(value) || plainTag(value) != tag:
		return quote(value)
	}
	return value
}

// plainTag is what the library takes a text without quotes for. It tries each that
// begins with a digit as a number, which takes it long: of session ids there are
// hundreds.
func plainTag(s string) string {
	const dashes = 3 // of a date with a zone; numbers have two at most
	if strings.Count(s, "-") > dashes {
		return "!!str"
	}
	return (&Node{Kind: yaml.ScalarNode, Value: s}).ShortTag()
}

// fitsPlain reports whether a text on one line, of characters that are shown, may be
// written without quotes.
func fitsPlain(s string) bool {
	if s == "" || isMarker(s) {
		return false
	}
	return s[0] != ' ' && s[len(s)-1] != ' ' && isPlain(s)
}

// isShown reports whether all characters of a text on one line are shown as
// themselves, and are no break of a line for YAML.
func isShown(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r == '\t' || r == '\n' || isHidden(r) })
}

// isHidden reports whether a character is to be escaped: YAML forbids it, ends the
// line there, or nobody sees it.
func isHidden(r rune) bool {
	switch {
	case r < ' ':
		return r != '\t' && r != '\n'
	case r < 0x7f:
		return false
	case r <= 0x9f || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff:
		return true
	}
	return r > 0xffff && !unicode.IsGraphic(r)
}

// isLiteral reports whether a text is written line by line, after "|": it has several,
// begins with none that is indented, and none ends in white space.
func isLiteral(s string) bool {
	text := strings.TrimSuffix(s, "\n")
	switch {
	case text == "" || !strings.Contains(s, "\n") || strings.IndexByte(" \t\n", text[0]) >= 0:
		return false
	case strings.HasSuffix(text, "\n") || strings.Contains(s+"\n", " \n") || strings.Contains(s+"\n", "\t\n"):
		return false
	}
	return utf8.ValidString(s) && !strings.ContainsFunc(s, isHidden)
}

// isSaid reports whether a text on one line is an item whose apostrophes quotes would
// double: it is found as it was said.
func isSaid(s string) bool {
	return strings.Contains(s, "'") && !fitsPlain(s) && strings.TrimSpace(s) == s && isShown(s)
}

// quote is a text in double quotes. Source: YAML 1.2, 5.7.
func quote(s string) string {
	b := append(make([]byte, 0, len(s)+2), '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\r':
			b = append(b, `\r`...)
		case !isHidden(r):
			b = utf8.AppendRune(b, r)
		case r <= 0xff:
			b = fmt.Appendf(b, `\x%02X`, r)
		case r <= 0xffff:
			b = fmt.Appendf(b, `\u%04X`, r)
		default:
			b = fmt.Appendf(b, `\U%08X`, r)
		}
	}
	return string(append(b, '"'))
}

// ambiguous reports whether readers of YAML 1.1 take a text without quotes for a
// truth value, a number of base 60 or a date. Source: yaml.org/type/bool.html,
// int.html.
func ambiguous(s string) bool {
	if len(s) <= len("off") {
		switch strings.ToLower(s) {
		case "y", "n", "yes", "no", "on", "off", "<<", "=":
			return true
		}
	}
	if len(s) >= len("2026-1-1") && strings.Trim(s[:4], "0123456789") == "" && s[4] == '-' {
		return true // what begins like a date
	}
	return strings.Contains(s, ":") && strings.Trim(s, "0123456789:_.+-") == ""
}
