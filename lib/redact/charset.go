package redact

import "strings"

// charset names a set of bytes that the body of a key is made of.
type charset uint8

const (
	setAlnum  charset = iota // A-Z a-z 0-9
	setURL                   // base64url: alnum - _
	setBase64                // alnum + / = - _
	setDotted                // base64url and dots
	setTilde                 // base64url, dots and tildes
	setOpaque                // what RFC 6750 allows in a bearer token
	setPath                  // what a path of a webhook is made of
	setCount                 // how many there are
)

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

// setNames are what the tables call the sets.
var setNames = [setCount]string{"alnum", "url", "base64", "dotted", "tilde", "opaque", "path"}

// extra is what a set holds besides letters and digits.
var extra = [setCount]string{
	setURL: "-_", setBase64: "+/=-_", setDotted: "-_.", setTilde: "-_.~", setOpaque: "-_.~+/=", setPath: "-_/@",
}

func (cs charset) has(c byte) bool {
	return isAlnum(c) || strings.IndexByte(extra[cs], c) >= 0
}

// foldPrefix reports whether s begins with word in any case.
func foldPrefix(s, word string) bool {
	return len(s) >= len(word) && strings.EqualFold(s[:len(word)], word)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// isUpperCase reports whether v has no small letter.
func isUpperCase(v string) bool { return !strings.ContainsAny(v, letters[:26]) }

// isEscape reports whether a line break, a tab or a quote is written at i as in
// JSON.
func isEscape(s string, i int) bool {
	return s[i] == '\\' && i+1 < len(s) && strings.IndexByte("nrt\"'", s[i+1]) >= 0
}
