package redact

import "strings"

// schemes are the words that come before the credential of a header.
var schemes = []string{"bearer", "basic", "token", "digest", "negotiate", "apikey", "bot", "key", "ntlm", "splunk", "dpop", "api-token", "apitoken", "api-key", "genie-key", "sso-key", "klaviyo-api-key", "pve-api-token"}

// dash handles the dash at i: the armour of a key block, or an option that
// takes a secret.
func (sc *scanner) dash(i int) int {
	s, run := sc.s, i
	for run < len(s) && s[run] == '-' {
		run++
	}
	if run-i >= 4 {
		return sc.keyBlock(i, run)
	}
	if run == len(s) || !isLetter(s[run]) || i > 0 && (isIdent(s[i-1]) || s[i-1] == '.' || s[i-1] == ']') {
		return run
	}
	end := run
	for end < len(s) && (isIdent(s[end]) || s[end] == '-') && end-run < maxKey {
		end++
	}
	if run-i == 1 {
		if next := sc.short(run); next > run {
			return next
		}
	}
	at := argument(s, end)
	if sc.cmd == cmdCurl && at == end && at < len(s) && s[at] == '=' {
		at++
	}
	if at == end {
		return run
	}
	if sc.cmd == cmdCurl && run-i == 2 && (s[run:end] == "user" || s[run:end] == "proxy-user") {
		return sc.userInfo(at, run)
	}
	key := s[run:end]
	k := keyRef{name: classify(key), text: key}
	if k.name.kind == "" || k.name.weak || end-run < 4 || s[at] == '-' {
		return run
	}
	if sc.decide(k, sc.literalAt(at), joinStrict) == sc.last && sc.last > at {
		return sc.last
	}
	return run
}

// argument returns where the argument of the option that ends at i starts, or i
// where it has none on this line. In a list the two are strings of their own.
func argument(s string, i int) int {
	at := i
	if at+1 < len(s) && isQuote(s[at]) && s[at+1] == ',' {
		at += 2
	}
	if at < len(s) && at > i || at < len(s) && isBlank(s[at]) {
		for at < len(s) && at-i < 64 && isBlank(s[at]) {
			at++
		}
		if at < len(s) && s[at] != '\n' {
			return at
		}
	}
	return i
}

// short handles an option of one letter, at i, of the program that is being
// called: curl -u user:password, mysql -pPASSWORD, sshpass -p PASSWORD.
func (sc *scanner) short(i int) int {
	s, at := sc.s, i+1
	if at >= len(s) {
		return i
	}
	switch {
	case sc.cmd == cmdCurl && cluster(s, i) > i:
		return sc.short(cluster(s, i))
	case sc.cmd == cmdCurl && (s[i] == 'u' || s[i] == 'U'):
		if isBlank(s[at]) {
			at = argument(s, at)
		}
		return sc.userInfo(at, i)
	case sc.cmd == cmdCurl && s[i] == 'b' && isBlank(s[at]):
		return max(i, sc.cookies(at))
	case sc.cmd == cmdMySQL && s[i] == 'p' && !isSpace(s[at]),
		sc.cmd == cmdP && s[i] == 'p', sc.cmd == cmdA && s[i] == 'a', sc.cmd == cmdW && s[i] == 'w':
		if isBlank(s[at]) {
			at = argument(s, at)
		}
		k := keyRef{name: password, text: "-p"}
		if end := sc.decide(k, sc.literalAt(at), joinStrict); end == sc.last && end > at {
			return end
		}
	}
	return i
}

// cluster is where the last of several options of one letter is, if that is
// u and its argument follows: -su user:password. Otherwise it is i.
func cluster(s string, i int) int {
	n := i
	for n+1 < len(s) && n-i < 8 && isLetter(s[n+1]) {
		n++
	}
	if n+1 < len(s) && s[n] == 'u' && isBlank(s[n+1]) {
		return n
	}
	return i
}

// userWords stand for a password in an example.
var userWords = []string{"password", "pass", "token", "passwd", "pwd"}

// userInfo redacts the password of user:password at i, else returns back.
func (sc *scanner) userInfo(i, back int) int {
	if i >= len(sc.s) {
		return back
	}
	lit := sc.literalAt(i)
	user := sc.s[lit.start:lit.end]
	colon := strings.IndexByte(user, ':')
	switch after := lit.end + 1; {
	case colon < 0 && lit.quoted && after < len(sc.s) && sc.s[after] == ':':
		lit = sc.literalAt(after + 1) // "user":"password"
	case colon < 0:
		return back
	case colon == len(user)-1: // a key takes the user's place
		if lit.end--; colon < 12 || !isStrong(user[:colon]) {
			return back
		}
	default:
		lit.start += colon + 1
	}
	if v := sc.s[lit.start:lit.end]; !isLiteral(v) || isMarker(v) || oneOf(v, userWords) {
		return back
	}
	return sc.add(kindPassword, lit.start, lit.end)
}

// authorization redacts the credential of an Authorization header whose value
// starts at or after i. The scheme stays.
func (sc *scanner) authorization(i int) int {
	s := sc.s
	lit := sc.literalAt(i)
	if !lit.quoted {
		lit.end = sc.lineEnd(lit.start)
	}
	start, scheme := schemeEnd(s[lit.start:lit.end])
	start += lit.start
	if first, second, ok := strings.Cut(s[start:lit.end], " "); ok && !scheme && isWord(first) {
		second, _, _ = strings.Cut(second, " ") // a scheme of the service's own
		if scheme = len(second) >= 16 && isKeyLike(second); scheme {
			start += len(first) + 1
		}
	}
	if !lit.quoted && !scheme || strings.Contains(s[start:lit.end], "://") {
		lit.end = min(lit.end, unquoted(s, start).end)
	}
	if end := markerAt(s, start); end > start {
		return end
	}
	v := strings.TrimRight(s[start:lit.end], " ,;)}]")
	if n := strings.IndexByte(v, ' '); n >= 0 && !strings.Contains(v, "=") {
		v = v[:n]
	}
	if !isLiteral(v) || isMarker(v) || oneOf(v, answers) || oneOf(v, typeWords) || isCall(v) || isMember(v) {
		return max(i, start)
	}
	if scheme && len(v) < 6 || !scheme && !isStrong(v) || scheme && isWord(v) && hasNoun(v) {
		return max(i, start)
	}
	return sc.add(sc.kindOf(start, start+len(v), kindAuthorization), start, start+len(v))
}

// schemeEnd returns where the credential starts after the scheme that v begins
// with, and whether there is one.
func schemeEnd(v string) (int, bool) {
	n := 0
	for n < len(v) && n < 32 && (isAlnum(v[n]) || v[n] == '-') {
		n++
	}
	if n == len(v) || v[n] != ' ' || !oneOf(v[:n], schemes) && !foldPrefix(v[:n], "aws4-hmac") {
		return 0, false
	}
	for n < len(v) && v[n] == ' ' {
		n++
	}
	return n, true
}

// credential returns the value of an Authorization header without its scheme.
func credential(v string) string {
	n, _ := schemeEnd(v)
	return v[n:]
}

// bearer redacts "Bearer TOKEN" anywhere; a token has at least 16 bytes and a
// digit, so that prose about bearer tokens stays.
func (sc *scanner) bearer(i int) int {
	const word = "bearer "
	if !foldPrefix(sc.s[i:], word) {
		return i
	}
	from := i + len(word)
	to := sc.run(setOpaque, from)
	v := sc.s[from:to]
	if len(v) < 16 || !hasDigit(v) || isMember(v) || isPath(v) {
		return i
	}
	return sc.add(sc.kindOf(from, to, kindAuthorization), from, to)
}
