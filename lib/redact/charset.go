package redact

// charset names a set of bytes that the body of a key is made of.
type charset uint8

const (
	setAlnum     charset = iota // A-Z a-z 0-9
	setUpper                    // A-Z 0-9
	setHex                      // 0-9 a-f A-F
	setURL                      // base64url: alnum - _
	setBase64                   // alnum + / = - _
	setDotted                   // base64url and dots
	setOpaque                   // what RFC 6750 allows in a bearer token
	setAzure                    // alnum - _ . ~
	setPath                     // what a path of a webhook is made of
	setUpperDash                // A-Z 0-9 -
	setHexDash                  // 0-9 a-f A-F -
	setCount                    // how many there are
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

func (cs charset) has(c byte) bool {
	switch cs {
	case setUpper:
		return isUpper(c) || isDigit(c)
	case setHex:
		return isHex(c)
	case setURL:
		return isAlnum(c) || c == '-' || c == '_'
	case setBase64:
		return isAlnum(c) || c == '+' || c == '/' || c == '=' || c == '-' || c == '_'
	case setDotted:
		return isAlnum(c) || c == '-' || c == '_' || c == '.'
	case setOpaque:
		return isAlnum(c) || c == '-' || c == '_' || c == '.' || c == '~' || c == '+' || c == '/' || c == '='
	case setAzure:
		return isAlnum(c) || c == '-' || c == '_' || c == '.' || c == '~'
	case setPath:
		return isAlnum(c) || c == '-' || c == '_' || c == '/' || c == '@'
	case setUpperDash:
		return isUpper(c) || isDigit(c) || c == '-'
	case setHexDash:
		return isHex(c) || c == '-'
	}
	return isAlnum(c)
}

// foldEqual reports whether s equals the lower-case ASCII word.
func foldEqual(s, word string) bool {
	return len(s) == len(word) && foldPrefix(s, word)
}

// foldPrefix reports whether s begins with the lower-case ASCII word in any case.
func foldPrefix(s, word string) bool {
	if len(s) < len(word) {
		return false
	}
	for i := 0; i < len(word); i++ {
		c := s[i]
		if isUpper(c) {
			c |= 0x20
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

// oneOf reports whether s is one of the lower-case words, in any case.
func oneOf(s string, words []string) bool {
	for _, w := range words {
		if foldEqual(s, w) {
			return true
		}
	}
	return false
}
