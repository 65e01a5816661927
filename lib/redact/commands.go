package redact

import (
	"slices"
	"strings"
)

// command is the program whose arguments are being read, where it takes a
// password in a way of its own: the letter of its option.
type command byte

const (
	cmdNone  command = 0
	cmdCurl  command = 'u' // -u user:PASSWORD
	cmdMySQL command = 1   // -pPASSWORD
	cmdTool  command = 2   // logs in: docker login -p PASSWORD
	cmdEnv   command = 3   // ENV NAME VALUE
	cmdP     command = 'p' // -p PASSWORD
	cmdA     command = 'a' // -a PASSWORD
	cmdW     command = 'w' // -w PASSWORD
)

// program notes what the word [i,end) makes of the rest of the line.
func (sc *scanner) program(i, end int) {
	switch sc.s[i:end] {
	case "curl", "wget", "http", "xh":
		sc.cmd = cmdCurl
	case "mysql", "mysqldump", "mysqladmin", "mariadb", "mysqlimport":
		sc.cmd = cmdMySQL
	case "docker", "podman", "nerdctl", "buildah", "skopeo", "helm", "oras", "crane", "oc", "az":
		sc.cmd = cmdTool
	case "login":
		if sc.cmd == cmdTool {
			sc.cmd = cmdP
		}
	case "sshpass", "twine", "mongo", "mongosh", "mongodump", "mongorestore":
		sc.cmd = cmdP
	case "redis", "valkey":
		sc.cmd = cmdA
	case "ldapsearch", "ldapmodify", "ldapadd", "ldapwhoami":
		sc.cmd = cmdW
	case "ENV", "ARG":
		sc.cmd, sc.taker = cmdEnv, end+maxKey
	case "set", "setx", "setenv":
		sc.taker = end + maxKey
	}
}

// dash handles the dash at i: the armour of a key block, or an option.
func (sc *scanner) dash(i int) int {
	s, run := sc.s, i
	for run < len(s) && s[run] == '-' {
		run++
	}
	if run-i >= 4 {
		return sc.keyBlock(i, run)
	}
	if run == len(s) || !isLetter(s[run]) || i > 0 && (inName(s[i-1]) || s[i-1] == '.' || s[i-1] == ']') {
		return run
	}
	sc.option = i
	if run-i == 1 && sc.cmd != cmdNone {
		return sc.short(run)
	}
	return run
}

// short redacts the password in the option of one letter at i: curl -u
// user:password, mysql -pPASSWORD, sshpass -p PASSWORD.
func (sc *scanner) short(i int) int {
	s, at := sc.s, i
	switch {
	case sc.cmd == cmdCurl:
		for at-i < 8 && at+1 < len(s) && isLetter(s[at]) && s[at]|0x20 != 'u' {
			at++ // -u may be the last of several
		}
		if s[at]|0x20 == 'u' && at+1 < len(s) && (at == i || isBlank(s[at+1])) {
			return sc.userInfo(at+1, i)
		}
	case i+1 < len(s) && (s[i] == byte(sc.cmd) || sc.cmd == cmdMySQL && s[i] == 'p' && !isSpace(s[i+1])):
		return max(i, sc.decide(keyRef{name: classify("password"), text: "-p"}, sc.literalAt(i+1), joinStrict))
	}
	return i
}

// userInfo redacts the password of user:password at or after i, else returns
// back.
func (sc *scanner) userInfo(i, back int) int {
	lit := sc.literalAt(i)
	user, v, two := strings.Cut(sc.s[lit.start:lit.end], ":")
	switch {
	case two && v == "" && isKeyLike(user): // a key takes the user's place
		lit.end--
		v = user
	case two:
		lit.start += len(user) + 1
	case lit.quoted && strings.HasPrefix(sc.s[min(lit.end+1, len(sc.s)):], ":"): // "user":"password"
		lit = sc.literalAt(lit.end + 2)
		v = sc.s[lit.start:lit.end]
	}
	if !isLiteral(v) || isMarker(v) || slices.Contains([]string{"password", "pass", "token", "passwd", "pwd"}, v) {
		return back
	}
	return sc.add(kindPassword, lit.start, lit.end)
}

// authorization redacts the credential of an Authorization header whose value
// starts at or after i. The scheme stays.
func (sc *scanner) authorization(i int) int {
	s, lit := sc.s, sc.literalAt(i)
	start, end := lit.start, lit.end
	if !lit.quoted {
		end = sc.lineEnd(start)
	}
	rest := credential(s[start:end])
	known := len(rest) < end-start
	start = end - len(rest)
	if !lit.quoted && !known || strings.Contains(s[start:end], "://") {
		end = min(end, unquoted(s, start).end)
	}
	v := strings.TrimRight(s[start:end], " ,;)}]")
	if before, _, two := strings.Cut(v, " "); two && !strings.Contains(v, "=") {
		v = before
	}
	if markerAt(s, start) > start || len(v) < 6 || !isLiteral(v) || isOf("answer", v) || isCall(v) || isMember(v) ||
		!known && !isStrong(v) || isWord(v) && hasNoun(v) {
		if lit.end-lit.start > maxNested {
			sc.skip = lit.end
		}
		return max(i, start)
	}
	return sc.add(sc.kindOf(start, start+len(v), kindAuthorization), start, start+len(v))
}

// credential returns the value of an Authorization header without its scheme.
func credential(v string) string {
	scheme, rest, _ := strings.Cut(v, " ")
	rest = strings.TrimLeft(rest, " ")
	first, _, _ := strings.Cut(rest, " ")
	if rest != "" && (isOf("scheme", scheme) || foldPrefix(scheme, "aws4-hmac") ||
		isWord(scheme) && len(first) >= 16 && isKeyLike(first)) {
		return rest
	}
	return v
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
