package redact

import "strings"

// pair is a name that was given as a value: name: X_TOKEN. A value: that follows is its.
type pair struct {
	name  name
	until int
}

// maxPair is how far after its name the value of a pair may be, in bytes.
const maxPair = 200

// paired handles both halves of name="X_TOKEN" value="…". It reports whether the value
// at or after at belongs to a name that was read before, and gives k that name.
func (sc *scanner) paired(k *keyRef, at int) bool {
	switch {
	case isOf("value", k.text) && sc.pair.until >= at:
		k.name, sc.pair = sc.pair.name, pair{}
		return k.name.kind != ""
	case isOf("named", k.text):
		from := skip(sc.s, at, isSpace)
		text := strings.TrimLeft(sc.s[from:min(len(sc.s), from+2*maxKey)], "\\\"'")
		if n := strings.IndexAny(text, " \t\r\n\\\"',;<>"); n >= 0 {
			text = text[:n]
		}
		sc.pair = pair{classify(text), from + len(text) + maxPair}
		if sc.pair.name.kind == kindAuthorization {
			sc.pair = pair{}
		}
	}
	return false
}

// blockScalar moves from i over | or >, as YAML begins several lines, to their text.
func blockScalar(s string, i int) int {
	rest := strings.TrimLeft(s[i:min(len(s), i+maxKey)], " \t")
	if rest == "" || rest[0] != '|' && rest[0] != '>' {
		return i
	}
	after := strings.TrimLeft(rest[1:], "+-0123456789 \t\r")
	if after == "" || after[0] != '\n' {
		return i
	}
	return skip(s, min(len(s), i+maxKey)-len(after), isSpace)
}
