package yamldoc

import "strings"

func isMarker(raw string) bool {
	rest := strings.TrimPrefix(strings.TrimPrefix(raw, "---"), "...")
	return len(raw)-len(rest) == 3 && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// isMark reports whether a line begins with one of the marks of YAML that a space follows.
func isMark(s, marks string) bool {
	return s != "" && strings.IndexByte(marks, s[0]) >= 0 && (len(s) == 1 || s[1] == ' ' || s[1] == '\t')
}

// isComment reports whether a line is one, and not a text such as "#42".
func isComment(s string) bool {
	return s[0] == '#' && (len(s) == 1 || strings.ContainsRune(" \t#!", rune(s[1])))
}

// word is the first word of a text that is one word and a comment, else all of it.
func word(s string) string {
	first, rest, _ := strings.Cut(strings.ReplaceAll(s, "\t", " "), " ")
	if rest = strings.TrimLeft(rest, " "); rest != "" && isComment(rest) && isPlain(first) {
		return first
	}
	return s
}

// isBlock reports whether a text is the header of a block scalar.
func isBlock(s string) bool {
	header, comment, _ := strings.Cut(s[1:], " ")
	comment = strings.TrimLeft(comment, " \t")
	return (s[0] == '|' || s[0] == '>') && len(header) <= 2 && strings.Trim(header, "+-123456789") == "" &&
		(comment == "" || comment[0] == '#')
}

func splitKey(s string) (name, text string, ok bool) {
	quoted := 0
	if strings.HasPrefix(s, `"`) || strings.HasPrefix(s, "'") {
		if quoted = quotes(s); quoted == 0 {
			return "", "", false
		}
	}
	end := colon(s[quoted:]) + quoted
	if end < max(quoted, 1) || s[0] == '[' || s[0] == '{' {
		return "", "", false
	}
	name, text = strings.TrimRight(s[:end], " \t"), strings.TrimLeft(s[end+1:], " \t")
	if quoted > 0 {
		name, ok = unquote(name)
		return name, text, ok
	}
	return name, text, true
}

// colon is the index of the first ":" that ends a key, -1 for none.
func colon(s string) int { return strings.Index(strings.ReplaceAll(s, "\t", " ")+" ", ": ") }

// quotes is how long the text in quotes is that s begins with, 0 where it has no end.
func quotes(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[0] == '"' && s[i] == '\\', s[0] == '\'' && strings.HasPrefix(s[i:], "''"):
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return 0
}

// unquote is the text that s holds in quotes; ok is false where s is not just that.
func unquote(s string) (text string, ok bool) {
	if s[0] != '"' && s[0] != '\'' || quotes(s) != len(s) {
		return "", false
	}
	switch inner := s[1 : len(s)-1]; {
	case s[0] == '\'':
		return strings.ReplaceAll(inner, "''", "'"), true
	case !strings.Contains(inner, `\`):
		return inner, true
	}
	if n := library([]byte("k: "+s), 0); n != nil {
		return n.Value, true
	}
	return "", false
}

// isPlain reports whether YAML takes a line of text for that text.
func isPlain(s string) bool {
	return !isMark(s, "-?:") && strings.IndexByte(",[]{}#&*!|>'\"%@`", s[0]) < 0 && staysPlain(s)
}

// staysPlain reports whether a line holds nothing that ends a text or that YAML skips.
func staysPlain(s string) bool {
	return colon(s) < 0 && !strings.Contains(s, " #") && !strings.Contains(s, "\t#") &&
		!strings.ContainsAny(s, "\r\u0085\u2028\u2029\ufeff")
}
