package yamldoc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"holdfast/lib/fence"
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

// ParseWritten reads what people and models write by hand. In a value or list item without quotes, " #", ": ", a tab
// and a special character at its start belong to the text: unusual are the lines where YAML would read something else.
// Quotes without an end, and brackets with a comment in them, are text. A JSON object is read as JSON. An error quotes
// the first line that cannot be read; what the others say is returned all the same.
func ParseWritten(b []byte, schema Schema) (documents []*Node, unusual []int, err error) {
	if len(b) > maxBytes {
		return nil, nil, fmt.Errorf("parsing YAML: %d bytes, at most %d", len(b), maxBytes)
	}
	// YAML would not read every escape of a JSON object.
	if object := bytes.TrimSpace(b); bytes.HasPrefix(object, []byte("{")) && json.Valid(object) {
		if n := fromJSON(gjson.ParseBytes(object)); isSimple(n, 0) {
			return []*Node{n}, nil, nil
		}
	}
	r := reader{schema: schema, raw: strings.Split(strings.TrimPrefix(string(b), "\ufeff"), "\n")}
	for i, l := range r.raw {
		switch {
		case !utf8.ValidString(l):
			r.fail(i, "not valid UTF-8")
		case strings.ContainsFunc(l, func(c rune) bool { return c < ' ' && c != '\t' && c != '\r' || c == 0x7f }):
			r.fail(i, "a control character")
		}
		r.raw[i] = strings.ToValidUTF8(strings.TrimSuffix(l, "\r"), "\ufffd")
	}
	r.lines = slices.Clone(r.raw)
	for r.at < len(r.lines) {
		if isMarker(r.lines[r.at]) { // what is behind it on its line is the document's
			r.lines[r.at] = "   " + r.lines[r.at][len("---"):]
		}
		if n := r.value(level{column: -1}); n.Tag != "!!null" {
			documents = append(documents, n)
		}
	}
	return documents, r.unusual, r.err
}

// A reader reads blocks line by line; the library reads quotes, brackets and block scalars.
type reader struct {
	schema  Schema
	raw     []string // the lines as they were, without line ends
	lines   []string // those, with spaces in the place of marks that were read
	at      int      // the line that is next
	asked   int      // how often the library was
	unusual []int
	err     error
}

// A level is a key or mark, to which belongs what is indented more, and to a key its list.
type level struct {
	column int
	item   bool
	path   []string // of keys
	shape  Shape
	depth  int
}

func (r *reader) fail(line int, cause string) {
	if r.err == nil {
		quoted := fence.Short(strings.TrimSpace(r.raw[line]), 100)
		r.err = fmt.Errorf("parsing YAML: line %d: %s: %q", line+1, cause, quoted)
	}
}

// line is line i without white space at its ends; a tab counts as two columns.
func (r *reader) line(i int) (text string, column int) {
	raw := r.lines[i]
	text = strings.TrimLeft(raw, " \t")
	column = len(raw) - len(text)
	column += strings.Count(raw[:column], "\t")
	return strings.TrimRight(text, " \t"), column
}

// next is the next line that holds something; ok is false where it is not of the level.
func (r *reader) next(of level) (text string, column int, ok bool) {
	for ; r.at < len(r.lines) && !isMarker(r.lines[r.at]); r.at++ {
		if text, column = r.line(r.at); text != "" && text[0] != '#' {
			return text, column, column > of.column || column == of.column && !of.item && isMark(text, "-")
		}
	}
	return "", 0, false
}

func (r *reader) value(of level) *Node {
	text, column, ok := r.next(of)
	if !ok {
		return &Node{Kind: Scalar, Tag: "!!null"}
	}
	_, _, isKey := splitKey(text)
	isBracket := text[0] == '[' || text[0] == '{'
	switch {
	case of.depth >= maxDepth:
		r.fail(r.at, "nested too deeply")
	case isMark(text, "-"):
		return r.list(of)
	case of.shape == OneText || of.shape == itemText:
	case isKey, of.column < 0 && !isBracket:
		return r.mapping(of, column)
	}
	return r.scalar(text, of)
}

func (r *reader) list(of level) *Node {
	n := List()
	for n.Line = r.at + 1; ; {
		text, column, ok := r.next(of)
		switch {
		case !ok:
			return n
		case !isMark(text, "-"):
			r.fail(r.at, "not an item of the list above")
			r.at++
		default:
			item := level{column: column, item: true, path: of.path, depth: of.depth + 1}
			if of.shape == Texts {
				item.shape = itemText
			}
			n.Content = append(n.Content, r.after(text[1:], item))
		}
	}
}

// mapping reads a mapping whose first key is at a column.
func (r *reader) mapping(of level, first int) *Node {
	m := Map()
	for m.Line = r.at + 1; ; {
		text, column, ok := r.next(of)
		if !ok {
			return m
		}
		name, rest, isKey := splitKey(text)
		if !isKey || column > first {
			r.fail(r.at, "not a mapping of keys or a part of one")
			r.at++
			continue
		}
		inside := level{column: column, path: slices.Concat(of.path, []string{name}), depth: of.depth + 1}
		inside.shape = r.schema(inside.path)
		m.Content = append(m.Content, String(name), r.after(rest, inside))
	}
}

// after reads what follows a key or mark on its line, and below it.
func (r *reader) after(rest string, of level) *Node {
	rest = strings.TrimLeft(rest, " \t")
	switch text, column := r.line(r.at); {
	case rest == "", !of.item && rest[0] == '#' && of.shape != OneText && isComment(rest):
		r.at++
	case !of.item || of.shape == itemText || rest[0] == '#':
		return r.scalar(rest, of)
	default:
		r.lines[r.at] = strings.Repeat(" ", column+len(text)-len(rest)) + rest
	}
	return r.value(of)
}

// end is where the lines of a scalar end, without empty ones at the end.
func (r *reader) end(of level) int {
	end := r.at + 1
	for i := end; i < len(r.lines) && !isMarker(r.lines[i]); i++ {
		if text, column := r.line(i); text != "" && column <= of.column {
			break
		} else if text != "" {
			end = i + 1
		}
	}
	return end
}

func (r *reader) scalar(text string, of level) (n *Node) {
	line, end := r.at, r.end(of)
	isBracket := strings.IndexByte("[{", text[0]) >= 0 && of.shape != itemText
	switch {
	case isBlock(text), isBracket, text[0] == '"' || text[0] == '\'':
		n = r.closed(text, of, end, isBracket)
	case of.shape == OneWord && end == r.at+1:
		text = word(text)
	}
	if n == nil {
		n = r.text(text, end)
	}
	n.Line = line + 1
	return n
}

// closed reads a block scalar, or a value in quotes or brackets; nil for what only begins so.
func (r *reader) closed(text string, of level, end int, isBracket bool) *Node {
	if unquoted, ok := unquote(text); ok && end == r.at+1 {
		r.at = end
		return String(unquoted)
	}
	if isBracket && strings.ContainsAny(text[len(text)-1:], "[{,") {
		end = r.closing(end)
	}
	var lines []string
	margin := ""
	for _, raw := range r.lines[r.at+1 : end] {
		l := strings.TrimLeft(raw, " \t")
		if l != "" && margin == "" {
			margin = raw[:len(raw)-len(l)]
		}
		if rest, cut := strings.CutPrefix(raw, margin); cut {
			l = rest
		}
		lines = append(lines, l)
	}
	if whole := strings.Join(lines, "\n"); whole != "" && (text == "|" || text == "|-") {
		r.at = end
		return String(whole + strings.Repeat("\n", len("|-")-len(text)))
	}
	margin = strings.ReplaceAll(margin, "\t", "  ")
	b := []byte(strings.Repeat(" ", max(of.column, 0)) + "k: " + text + "\n")
	for _, l := range lines {
		b = append(append(append(b, margin...), l...), '\n')
	}
	const most = 20_000 // hostile text has a bracket in each line
	if r.asked++; r.asked > most {
		return nil
	}
	if n := library(b, of.depth); n != nil {
		r.at = end
		return n
	}
	if isBracket && !of.item && !bytes.ContainsAny(b, "]}") {
		r.fail(r.at, "did not find expected ',' or ']'")
	}
	return nil
}

// closing is where a value in brackets ends whose parts are not indented.
func (r *reader) closing(end int) int {
	for ; end < len(r.lines) && !isMarker(r.lines[end]); end++ {
		l, _ := r.line(end)
		_, _, isKey := splitKey(l)
		switch {
		case isKey || isMark(l, "-"):
			return end
		case strings.TrimLeft(l, "]}") != l:
			return end + 1
		}
	}
	return end
}

// text reads a text without quotes and what is indented below it: items stay lines.
func (r *reader) text(text string, end int) *Node {
	n := &Node{Kind: Scalar, Tag: "!!str"}
	line, plain, blank, folded := r.at+1, isPlain(text), 0, []byte(text)
	for r.at++; r.at < end; r.at++ {
		l, _ := r.line(r.at)
		switch {
		case l == "":
			blank++
			continue
		case isComment(l):
			continue
		case blank > 0:
			folded = append(folded, strings.Repeat("\n", blank)...)
		case isMark(l, "-?:") || strings.HasPrefix(l, "* "):
			folded = append(folded, '\n')
		default:
			folded = append(folded, ' ')
		}
		folded, blank = append(folded, l...), 0
		plain = plain && l[0] != '#' && staysPlain(l)
	}
	if n.Value = string(folded); !plain {
		r.unusual = append(r.unusual, line)
	} else if n.Value == text {
		n.Tag = plainTag(text)
	}
	return n
}
