package yamldoc

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// LongestKey is how many bytes a key may have as it is written: readers look no further.
const LongestKey = 1000

// KeyLength is how many bytes a key has as it is written.
func KeyLength(key *Node) int { return len(line(key)) }

// Render returns the documents as YAML that reads back as the same values. The library's own emitter
// takes a hook several times as long, and loses some.
func Render(documents ...*Node) (b []byte) {
	for i, d := range documents {
		if b = append(b, "---\n"...); i > 0 {
			b = append(b, '\n')
		}
		b = node(b, d, 0)
	}
	return b
}

// node writes a node at the column; its first line is indented already.
func node(b []byte, n *Node, column int) []byte {
	if isLine(n) {
		return append(append(b, line(n)...), '\n')
	}
	for i, c := range n.Content {
		isKey := n.Kind == Mapping && i%2 == 0
		if i > 0 && (isKey || n.Kind == Sequence) {
			b = append(b, strings.Repeat(" ", column)...)
		}
		switch {
		case isKey:
			b = append(b, line(c)...)
		case n.Kind == Mapping:
			b = value(append(b, ':'), c, column, false)
		default:
			b = value(append(b, '-'), c, column, true)
		}
	}
	return b
}

// value writes what follows a mark at the column: on its line, if beside says so.
func value(b []byte, n *Node, column int, beside bool) []byte {
	const step = 2
	switch {
	case n.Kind == Scalar && n.ShortTag() == "!!str" && isLiteral(n.Value):
		b = append(b, " |"...)
		text, ended := strings.CutSuffix(n.Value, "\n")
		if !ended {
			b = append(b, '-')
		}
		for line := range strings.SplitSeq(text, "\n") {
			if b = append(b, '\n'); line != "" {
				b = append(append(b, strings.Repeat(" ", column+step)...), line...)
			}
		}
		return append(b, '\n')
	case beside || isLine(n):
		return node(append(b, ' '), n, column+step)
	}
	return node(append(b, "\n"+strings.Repeat(" ", column+step)...), n, column+step)
}

func isLine(n *Node) bool { return n.Kind == Scalar || len(n.Content) == 0 }

// line is a scalar, or a list or mapping that holds nothing, on one line.
func line(n *Node) string {
	tag, value := n.ShortTag(), n.Value
	isPlain := n.Style != DoubleQuoted && fitsPlain(value) && !ambiguous(value) && plainTag(value) == tag
	switch {
	case n.Kind == Mapping:
		return "{}"
	case n.Kind == Sequence:
		return "[]"
	case tag == "!!null" && value == "":
		return "null"
	case tag != "!!str" || isPlain:
		return value
	}
	return strconv.Quote(value) // whose escapes YAML has
}

// plainTag is what the library takes a text without quotes for; of session ids it takes long.
func plainTag(s string) string {
	if strings.Count(s, "-") > 3 { // as in a date with a zone; numbers have two at most
		return "!!str"
	}
	return (&Node{Kind: yaml.ScalarNode, Value: s}).ShortTag()
}

// fitsPlain reports whether YAML takes a text without quotes for that text, on one line.
func fitsPlain(s string) bool {
	return s != "" && !isMarker(s) && s[0] != ' ' && s[len(s)-1] != ' ' && isPlain(s) &&
		!strings.ContainsFunc(s, func(r rune) bool { return r == '\t' || r == '\n' || isHidden(r) })
}

// isHidden reports whether YAML forbids a character or ends the line there, or nobody sees it.
func isHidden(r rune) bool {
	if r < 0x7f {
		return r < ' ' && r != '\t' && r != '\n'
	}
	return r <= 0x9f || r > 0xffff && !unicode.IsGraphic(r) || strings.ContainsRune("\u2028\u2029\ufeff\ufffe\uffff", r)
}

// isLiteral reports whether a text is written line by line, after "|".
func isLiteral(s string) bool {
	text := strings.TrimSuffix(s, "\n")
	return text != "" && strings.Contains(s, "\n") && strings.IndexByte(" \t\n", text[0]) < 0 &&
		!strings.HasSuffix(text, "\n") && !strings.Contains(s+"\n", " \n") && !strings.Contains(s+"\n", "\t\n") &&
		utf8.ValidString(s) && !strings.ContainsFunc(s, isHidden)
}

// ambiguous reports whether YAML 1.1 may take a text for a truth value, a number or a time.
func ambiguous(s string) bool {
	switch strings.ToLower(s[:min(len(s), len("off")+1)]) {
	case "y", "n", "yes", "no", "on", "off", "<<", "=":
		return true
	}
	return strings.Trim(s, "0123456789:_.+-TtZz ") == ""
}
