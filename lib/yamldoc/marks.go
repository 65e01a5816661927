package yamldoc

import (
	"strconv"
	"strings"
)

// isMarker reports whether a line begins or ends a document.
func isMarker(raw string) bool {
	for _, mark := range []string{"---", "..."} {
		if rest, ok := strings.CutPrefix(raw, mark); ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			return true
		}
	}
	return false
}

// isMark reports whether a line begins with the mark of an item, of a long key or
// of its value.
func isMark(s string) bool {
	return s != "" && strings.IndexByte("-?:", s[0]) >= 0 && (len(s) == 1 || s[1] == ' ' || s[1] == '\t')
}

// isComment reports whether a line is one, and not a text that begins with a
// number such as #42.
func isComment(s string) bool {
	return s[0] == '#' && (len(s) == 1 || strings.ContainsRune(" \t#!", rune(s[1])))
}

// isToken reports whether a text is one word and a comment.
func isToken(s string) bool {
	first, rest, _ := strings.Cut(strings.ReplaceAll(s, "\t", " "), " ")
	rest = strings.TrimLeft(rest, " ")
	return rest != "" && isComment(rest) && isPlain(first)
}

// isBlock reports whether a text is the header of a block scalar.
func isBlock(s string) bool {
	header, comment, _ := strings.Cut(s[1:], " ")
	comment = strings.TrimLeft(comment, " \t")
	return (s[0] == '|' || s[0] == '>') && len(header) <= 2 && strings.Trim(header, "+-123456789") == "" &&
		(comment == "" || comment[0] == '#')
}

// splitKey takes "key: text" apart: what is written before the text, the key's name,
// and the text.
func splitKey(s string) (before, name, text string, ok bool) {
	const most = 1000 // the library's bound of a key on one line is 1024
	end := colon(s)
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		n := new(nest).end(s)
		rest := strings.TrimLeft(s[n:], " \t")
		if end = len(s) - len(rest); n == 0 || colon(rest) != 0 {
			end = -1
		}
	}
	if end < 1 || end > most || s[0] == '[' || s[0] == '{' {
		return "", "", "", false
	}
	text = strings.TrimLeft(s[end+1:], " \t")
	before = strings.ReplaceAll(s[:len(s)-len(text)], "\t", " ")
	name = strings.TrimRight(s[:end], " \t")
	if name[0] == '"' || name[0] == '\'' {
		name = name[1 : len(name)-1]
	} else if !isPlain(name) {
		before = strconv.Quote(name) + ": "
	}
	return before, name, text, true
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

// A nest is how far a value in quotes or brackets is read.
type nest struct {
	quote  byte // that is open, 0 for none
	depth  int  // how many brackets are open
	before byte // the last character that is not white space
}

// end reads on in a line and returns where the value ends there: 0 where it goes on,
// -1 where a "#" in brackets starts a comment.
func (n *nest) end(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case n.quote == '"' && c == '\\', n.quote == '\'' && strings.HasPrefix(s[i:], "''"):
			i++
		case n.quote != 0:
			if c == n.quote {
				n.quote = 0
			}
		case (c == '"' || c == '\'') && strings.IndexByte("\x00[{,:", n.before) >= 0:
			n.quote = c
		case c == '#' && (i == 0 || s[i-1] == ' ' || s[i-1] == '\t'):
			return -1
		case c == '[' || c == '{':
			n.depth++
		case c == ']' || c == '}':
			n.depth--
		}
		if n.quote == 0 && n.depth == 0 {
			return i + 1
		}
		if i < len(s) && s[i] != ' ' && s[i] != '\t' {
			n.before = s[i]
		}
	}
	return 0
}

// isPlain reports whether YAML takes a line of text for that text.
func isPlain(s string) bool {
	return !isMark(s) && strings.IndexByte(",[]{}#&*!|>'\"%@`", s[0]) < 0 && staysPlain(s)
}

// staysPlain reports whether a line holds nothing that ends a text or a line, and
// no mark of byte order, which YAML skips.
func staysPlain(s string) bool {
	return colon(s) < 0 && !strings.Contains(s, " #") && !strings.Contains(s, "\t#") &&
		!strings.ContainsAny(s, "\r\u0085\u2028\u2029\ufeff")
}
