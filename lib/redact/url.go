package redact

import (
	"cmp"
	"strings"
)

// url redacts the password of scheme://user:password@host, whose colon is at i. It may hold slashes
// and at-signs unless what is before the first slash is a port.
func (sc *scanner) url(i int) int {
	s, start := sc.s, i+len("://")
	if i == 0 || !isAlnum(s[i-1]) {
		return start
	}
	u := s[start:min(len(s), start+2048)]
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
	return sc.login(kindURLPassword, start, start+max(0, strings.LastIndexByte(host, '@')))
}

// login redacts what is secret in [start,end), which is USER:PASSWORD, or a token in
// the user's place: https://TOKEN:x-oauth-basic@host. The colon of a marker is not its.
func (sc *scanner) login(kind string, start, end int) int {
	user, to := start, start
	for user < end && (sc.s[user] != ':' || strings.HasSuffix(sc.s[start:user+1], markerOpen)) {
		user++
	}
	known := sc.kindOf(start, user, "")
	alone := user == end-1 // curl -u KEY:
	if v := sc.s[start:user]; !isMarker(v) && (len(v) >= 20 && (known != "" || isDense(v)) || alone && isKeyLike(v)) {
		to = sc.add(cmp.Or(known, kindToken), start, user)
	}
	if user < end {
		to = max(to, sc.password(kind, user+1, end))
	}
	return to
}

// password redacts [start,end) where it can be a password, and returns where to go on.
func (sc *scanner) password(kind string, start, end int) int {
	if v := sc.s[start:end]; !isLiteral(v) || isMarker(v) || v == "x" || v == "x-oauth-basic" {
		return start
	}
	return sc.add(kind, start, end)
}

// dataSource redacts the password of user:password@tcp(host)/db, whose at-sign is at i.
func (sc *scanner) dataSource(i int) int {
	if at := sc.s[i:]; !strings.HasPrefix(at, "@tcp(") && !strings.HasPrefix(at, "@unix(") {
		return i + 1
	}
	start := max(sc.last, i-2*maxKey)
	start += strings.LastIndexAny(sc.s[start:i], " \t\r\n\"'`=") + 1
	return max(i+1, sc.login(kindURLPassword, start, i))
}
