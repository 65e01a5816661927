package redact

import "strings"

// charset names a set of bytes that the body of a key is made of.
type charset uint8

const (
	setAlnum  charset = iota
	setURL            // base64url
	setDotted         // base64url and dots
	setTilde          // base64url, dots and tildes
	setOpaque         // what RFC 6750 allows in a bearer token
)

// charsets are what the tables call the sets, and what they hold besides letters and digits.
var charsets = [...]struct{ name, extra string }{
	{"alnum", ""}, {"url", "-_"}, {"dotted", "-_."}, {"tilde", "-_.~"}, {"opaque", "-_.~+/="},
	{"base64", "+/=-_"}, {"path", "-_/@"},
}

func isLower(c byte) bool  { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool  { return c >= 'A' && c <= 'Z' }
func isLetter(c byte) bool { return isLower(c | 0x20) }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isAlnum(c byte) bool  { return isLetter(c) || isDigit(c) }
func isHex(c byte) bool    { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
func isSpace(c byte) bool  { return c == ' ' || c >= '\t' && c <= '\r' }
func isBlank(c byte) bool  { return c == ' ' || c == '\t' }
func isQuote(c byte) bool  { return c == '"' || c == '\'' || c == '`' }
func isIdent(c byte) bool  { return isAlnum(c) || c == '_' }
func isKey(c byte) bool    { return isIdent(c) || c == '-' || c == '.' }
func inName(c byte) bool   { return isIdent(c) || c >= 0x80 }
func inKey(c byte) bool    { return isKey(c) || c >= 0x80 }

// skip moves from i over bytes of a kind, at most as many as count of a name.
func skip(s string, i int, of func(c byte) bool) int {
	from := i
	for i < len(s) && i-from < maxKey && of(s[i]) {
		i++
	}
	return i
}

func (cs charset) has(c byte) bool {
	return isAlnum(c) || strings.IndexByte(charsets[cs].extra, c) >= 0
}

func foldPrefix(s, word string) bool {
	return len(s) >= len(word) && strings.EqualFold(s[:len(word)], word)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func isUpperCase(v string) bool { return !strings.ContainsAny(v, letters[:26]) }

// isEscape reports whether a line break, tab or quote is written at i as in JSON.
func isEscape(s string, i int) bool {
	return s[i] == '\\' && i+1 < len(s) && strings.IndexByte("nrt\"'", s[i+1]) >= 0
}
