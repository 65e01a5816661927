package redact

import "strings"

// url redacts the password of scheme://user:password@host, whose colon is
// at i. User and host stay. The password may hold slashes and at-signs as long
// as what is before the first slash is not a port.
func (sc *scanner) url(i int) int {
	s := sc.s
	start := i + len("://")
	if i == 0 || !isAlnum(s[i-1]) {
		return start
	}
	colon, slash, at := -1, -1, -1
	j := start
	for ; j < len(s) && !endsURL(s, j); j++ {
		switch s[j] {
		case '[':
			j = max(j, markerAt(s, j)-1)
		case ':':
			if colon < 0 && slash < 0 {
				colon = j
			}
		case '/', '?', '#':
			if slash < 0 && at >= 0 {
				j = len(s) - 1 // the authority is complete
				continue
			}
			if slash < 0 {
				slash = j
			}
		case '@':
			at = j
		}
	}
	if at < 0 || slash >= 0 && (colon < 0 || isPort(s[colon+1:slash])) {
		return start
	}
	if colon < 0 || colon > at {
		return sc.urlToken(start, at)
	}
	if start < colon && isAlnum(s[start]) {
		if kind, from, to := sc.match(start); kind != "" && to <= colon {
			sc.add(kind, from, to)
		}
	}
	if password := s[colon+1 : at]; !isLiteral(password) || isMarker(password) {
		return max(start, sc.last)
	}
	return sc.add(kindURLPassword, colon+1, at)
}

// urlToken redacts a user name that is a token: https://TOKEN@host.
func (sc *scanner) urlToken(start, at int) int {
	user := sc.s[start:at]
	if isMarker(user) || len(user) < 20 || !isDense(user) {
		return start
	}
	return sc.add(sc.kindOf(start, at, "token"), start, at)
}

// endsURL reports whether s[i] cannot be in a URL: a space, a quote, or the
// colon of another URL, whose text must not be read twice.
func endsURL(s string, i int) bool {
	switch c := s[i]; c {
	case '"', '\'', '`', '<', '>', '|':
		return true
	case '\\':
		return i+1 < len(s) && strings.IndexByte("nrt\"'\\", s[i+1]) >= 0
	case ':':
		return strings.HasPrefix(s[i:], "://")
	default:
		return c <= ' ' || c == 0x7f
	}
}

func isPort(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}
