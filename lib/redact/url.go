package redact

import "strings"

// url redacts the password of scheme://user:password@host, whose colon is
// at i. User and host stay. The password may hold slashes and at-signs as long
// as what is before the first slash is not a port.
func (sc *scanner) url(i int) int {
	s, start := sc.s, i+len("://")
	if i == 0 || !isAlnum(s[i-1]) {
		return start
	}
	u := s[start:min(len(s), start+maxURL)]
	u, _, _ = strings.Cut(u, "://")
	if n := strings.IndexAny(u, " \t\n\r\\\"'`<>|\x7f"); n >= 0 {
		u = u[:n]
	}
	host := u // and what is before it
	if slash := strings.IndexAny(u, "/?#"); slash >= 0 {
		if _, port, found := strings.Cut(u[:slash], ":"); strings.Contains(u[:slash], "@") || !found || isNumber(port) {
			host = u[:slash]
		}
	}
	at := strings.LastIndexByte(host, '@')
	if at < 0 {
		return start
	}
	colon := strings.IndexByte(u[:at], ':')
	if end := markerAt(u, 0); end > 0 {
		colon = end + strings.IndexByte(u[end:max(at, end)], ':')
	}
	if colon < 0 || colon < markerAt(u, 0) {
		return sc.urlToken(start, start+at)
	}
	user := sc.urlToken(start, start+colon) // https://TOKEN:x-oauth-basic@host
	password := u[colon+1 : at]
	if !isLiteral(password) || isMarker(password) || password == "x" || password == "x-oauth-basic" {
		return user
	}
	return sc.add(kindURLPassword, start+colon+1, start+at)
}

// urlToken redacts a user name that is a token: https://TOKEN@host.
func (sc *scanner) urlToken(start, end int) int {
	user := sc.s[start:end]
	if isMarker(user) || len(user) < 20 || !isDense(user) && sc.kindOf(start, end, "") == "" {
		return start
	}
	return sc.add(sc.kindOf(start, end, kindToken), start, end)
}

// dataSource redacts the password of user:password@tcp(host)/db, whose at-sign
// is at i.
func (sc *scanner) dataSource(i int) int {
	s, start := sc.s, i
	if !strings.HasPrefix(s[i:], "@tcp(") && !strings.HasPrefix(s[i:], "@unix(") {
		return i + 1
	}
	for start > sc.last && i-start < 2*maxKey && !isSpace(s[start-1]) && strings.IndexByte("\"'`=", s[start-1]) < 0 {
		start--
	}
	colon := strings.IndexByte(s[start:i], ':')
	if colon < 0 || !isLiteral(s[start+colon+1:i]) || isMarker(s[start+colon+1:i]) {
		return i + 1
	}
	return sc.add(kindURLPassword, start+colon+1, i)
}
