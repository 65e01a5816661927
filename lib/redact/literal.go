package redact

import "strings"

// literal is a value in the text: bytes [start,end), without its quotes.
type literal struct {
	start, end int
	quoted     bool
	prose      bool // a further word follows on the line
}

func (sc *scanner) literalAt(i int) literal {
	s := sc.s
	i = skip(s, i, isBlank)
	for _, tag := range []string{"!vault ", "!!str ", "!!binary "} { // of YAML
		if strings.HasPrefix(s[i:], tag) {
			i += len(tag)
		}
	}
	q := i
	if q+1 < len(s) && strings.IndexByte("bfrLu@$", s[q]) >= 0 && (s[q+1] == '"' || s[q+1] == '\'') {
		q++ // b"…", r'…', $'…'
	}
	if end := quoteAfter(s, q); end > q {
		return quoted(s, end-1, end-1-q)
	}
	return unquoted(s, i)
}

// quoted reads the value whose opening quote is at q after so many backslashes. It ends
// at the same quote with no more of them, or with the line.
func quoted(s string, q, escapes int) literal {
	quote, start := s[q], q+1
	if quote == '"' && escapes == 0 && strings.HasPrefix(s[start:], `""`) {
		start += 2 // """…"""
	}
	run, j := 0, start
	for ; j < len(s) && s[j] != '\n' && s[j] != '\r'; j++ {
		switch {
		case s[j] == '\\':
			run++
			continue
		case s[j] != quote || run > escapes && (escapes > 0 || quote == '"' && run%2 > 0): // within
		case quote == '\'' && strings.HasPrefix(s[j:], `'\''`): // a quote, as a shell writes it
			j += 3
		case quote == '\'' && strings.HasPrefix(s[j:], `''`): // a quote, as SQL and YAML write it
			j++
		default:
			return literal{start: start, end: j - min(run, escapes), quoted: true}
		}
		run = 0
	}
	return literal{start: start, end: j, quoted: true}
}

// unquoted reads the value at i that has no quotes. Brackets in it are its own.
func unquoted(s string, i int) literal {
	j, depth := i, 0
	for ; j < len(s) && s[j] > ' ' && s[j] != 0x7f && !isEscape(s, j); j++ {
		switch c := s[j]; {
		case strings.IndexByte("([{", c) >= 0:
			depth++
			continue
		case strings.IndexByte(")]}", c) >= 0 && depth > 0:
			depth--
			continue
		case c == '<' && j == i, c == '>' && s[i] == '<':
			continue
		}
		if strings.IndexByte("\"'`&|;,<>)]}", s[j]) >= 0 && ends(s, j) {
			break
		}
	}
	end := i + len(strings.TrimRight(s[i:j], ".,:;")) // without the punctuation of a sentence
	return literal{start: i, end: end, prose: wordFollows(s, j)}
}

// ends reports whether the sign at i ends a value without quotes, rather than being
// part of it: nothing of the value can follow, or the next key does.
func ends(s string, i int) bool {
	if strings.IndexByte("<>|", s[i]) >= 0 || i+1 == len(s) ||
		strings.IndexByte(" \t\r\n\"'`&|;,<>)]}:\\", s[i+1]) >= 0 {
		return true
	}
	j := skip(s, i+1, func(c byte) bool { return isKey(c) || c == '%' || c == '[' })
	return strings.IndexByte("&;,", s[i]) >= 0 && j > i+1 && j < len(s) && strings.IndexByte("=:]", s[j]) >= 0
}

// wordFollows reports whether a word that is not the next key follows on the line after i.
func wordFollows(s string, i int) bool {
	rest := s[i:min(len(s), i+2*maxKey)]
	after := strings.TrimLeft(rest, ",; \t")
	if after == "" || !isLetter(after[0]) || !isBlank(s[i+len(rest)-len(after)-1]) {
		return false
	}
	word := strings.TrimLeft(after, letters+"0123456789_-.")
	return word == "" || word[0] != '=' && word[0] != ':'
}

// maxLine is how much of the rest of a line can be the value of a key, in bytes.
const maxLine = 512

// maxCell is how far the cells of a row of a table, and the words of a command, are looked at.
const maxCell = 200

// lineEnd returns the end of the line, string or comment of i, without trailing blanks.
func lineEnd(s string, i int) int {
	line := s[i:min(len(s), i+maxLine)]
	if n := strings.IndexAny(line, "\r\n\"'`#\\"); n >= 0 {
		line = line[:n]
	}
	return i + len(strings.TrimRight(line, " \t"))
}

// quoteAfter returns the end of the quote that is at i, escaped or not, as in nested JSON, or i.
func quoteAfter(s string, i int) int {
	escapes := s[i:min(len(s), i+7)]
	at := i + len(escapes) - len(strings.TrimLeft(escapes, `\`))
	if at == len(s) || !isQuote(s[at]) {
		return i
	}
	return at + 1
}
