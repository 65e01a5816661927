package yamldoc

import "strings"

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

// isField reports whether a line begins with a name as programs give them, and
// a colon.
func isField(s string) bool {
	rest := strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
	return rest != s && colon(s) == len(s)-len(rest)
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

// splitKey takes "key: text" apart: the key as it is to be written, its name,
// and the text.
func splitKey(s string) (key, name, text string, ok bool) {
	const most = 1000 // the library's bound of a key on one line is 1024
	if s == "" {
		return "", "", "", false
	}
	end := colon(s)
	switch s[0] {
	case '"', '\'':
		n := quoteEnd(s)
		rest := strings.TrimLeft(s[n:], " \t")
		if end = len(s) - len(rest); n == 0 || colon(rest) != 0 {
			return "", "", "", false
		}
	case '[', '{':
		return "", "", "", false
	}
	if end < 1 || end > most {
		return "", "", "", false
	}
	key = strings.TrimRight(s[:end], " \t")
	text = strings.TrimLeft(s[end+1:], " \t")
	name = key
	if key[0] == '"' || key[0] == '\'' {
		name = key[1 : len(key)-1]
	} else if !isPlain(key) {
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

// bracketEnd is where a list or mapping in brackets closes in s, 0 where it does not;
// comment reports a " #" in it that YAML may take for a comment.
func bracketEnd(s string) (end int, comment bool) {
	depth, before := 0, byte(',') // the last character that is no space
	for i := 0; i < len(s); i++ {
		c, n := s[i], 1
		switch {
		case (c == '"' || c == '\'') && strings.IndexByte("[{,:", before) >= 0:
			n = max(quoteEnd(s[i:]), 1)
		case c == '#' && i > 0 && strings.IndexByte(" \t\n", s[i-1]) >= 0:
			comment = true
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1, comment
			}
		}
		if i += n - 1; strings.IndexByte(" \t\n", c) < 0 {
			before = c
		}
	}
	return 0, comment
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
