package redact

import "strings"

// literal is a value in the text: bytes [start,end), without its quotes.
type literal struct {
	start, end int
	quoted     bool
	prose      bool
}

// maxEscapes is how many backslashes before a quote are told apart: JSON in a
// JSON string has one, in that again three.
const maxEscapes = 7

// literalAt reads the value at or after i.
func (sc *scanner) literalAt(i int) literal {
	s, from := sc.s, i
	for i < len(s) && i-from < 64 && isBlank(s[i]) {
		i++
	}
	q := i
	if q+1 < len(s) && strings.IndexByte("bfrLu@$", s[q]) >= 0 && (s[q+1] == '"' || s[q+1] == '\'') {
		q++ // b"…", r'…', $'…'
	}
	escapes := 0
	for q < len(s) && s[q] == '\\' && escapes < maxEscapes {
		q++
		escapes++
	}
	if q < len(s) && isQuote(s[q]) {
		return quoted(s, q, escapes)
	}
	return unquoted(s, i)
}

// quoted reads the value whose opening quote is at q after so many
// backslashes. It ends at the same quote with no more of them, or at the end of
// the line.
func quoted(s string, q, escapes int) literal {
	quote, start := s[q], q+1
	if quote == '"' && escapes == 0 && strings.HasPrefix(s[start:], `""`) {
		start += 2 // """…"""
	}
	run, j := 0, start
	for ; j < len(s) && s[j] != '\n' && s[j] != '\r'; j++ {
		if s[j] == '\\' {
			run++
			continue
		}
		if s[j] == quote {
			closes := run <= escapes
			if escapes == 0 {
				closes = run%2 == 0 || quote != '"'
			}
			more := continued(s, j, quote)
			if closes && more == 0 {
				return literal{start: start, end: j - min(run, escapes), quoted: true}
			}
			if closes {
				j += more
			}
		}
		run = 0
	}
	return literal{start: start, end: j, quoted: true}
}

// continued measures what follows the quote at i where it does not close the
// value: a doubled quote, or one as a shell writes it between two strings.
func continued(s string, i int, quote byte) int {
	switch {
	case quote != '\'':
		return 0
	case strings.HasPrefix(s[i:], `'\''`):
		return 3
	case strings.HasPrefix(s[i:], `''`):
		return 1
	}
	return 0
}

// unquoted reads the value that starts at i and has no quotes.
func unquoted(s string, i int) literal {
	j, depth := i, 0
	for ; j < len(s); j++ {
		c := s[j]
		if c <= ' ' || c == 0x7f {
			break
		}
		switch c {
		case '(', '[', '{':
			depth++
			continue
		case ')', ']', '}':
			if depth > 0 {
				depth--
				continue
			}
		case '\\':
			if j+1 < len(s) && strings.IndexByte("nrt\"'", s[j+1]) >= 0 {
				return literal{start: i, end: trimEnd(s, i, j)}
			}
			continue
		case '<':
			if j == i {
				continue
			}
		}
		if strings.IndexByte("\"'`&|;,<>)]}", c) >= 0 && stops(s, j) && !(c == '>' && s[i] == '<') {
			break
		}
	}
	end := trimEnd(s, i, j)
	return literal{start: i, end: end, prose: wordFollows(s, j)}
}

// trimEnd drops the punctuation of a sentence from the end of [i,j).
func trimEnd(s string, i, j int) int {
	for j > i+1 && strings.IndexByte(".,:;", s[j-1]) >= 0 {
		j--
	}
	return j
}

// stops reports whether the sign at j ends a value without quotes, rather than
// being part of it: nothing of the value can follow.
func stops(s string, j int) bool {
	c := s[j]
	if c == '<' || c == '>' || c == '|' || j+1 == len(s) {
		return true
	}
	next := s[j+1]
	if next <= ' ' || strings.IndexByte("\"'`&|;,<>)]}:\\", next) >= 0 {
		return true
	}
	if c != '&' && c != ';' && c != ',' {
		return false
	}
	k := j + 1
	for k < len(s) && k-j < maxKey && (isKey(s[k]) || s[k] == '%' || s[k] == '[') {
		k++
	}
	return k > j+1 && k < len(s) && (s[k] == '=' || s[k] == ':' || s[k] == ']')
}

// wordFollows reports whether a word follows on the line after i.
func wordFollows(s string, i int) bool {
	if i < len(s) && (s[i] == ',' || s[i] == ';') {
		i++
	}
	from := i
	for i < len(s) && i-from < 64 && isBlank(s[i]) {
		i++
	}
	if i == from || i == len(s) || !isLetter(s[i]) {
		return false
	}
	// The next key of a flow mapping or a further KEY=value is not prose.
	j := i
	for j < len(s) && j-i < maxKey && isKey(s[j]) {
		j++
	}
	return j == len(s) || s[j] != '=' && s[j] != ':'
}
