package redact

import (
	"regexp"
	"strings"
	"sync"
)

// command is how the program that is read takes a password: its option, or one of these.
type command byte

const (
	cmdNone  command = 0
	cmdCurl  command = 'u' // -u user:PASSWORD
	cmdMySQL command = 1   // -pPASSWORD
	cmdTool  command = 2   // logs in: docker login -p PASSWORD
	cmdEnv   command = 3   // ENV NAME VALUE
)

// program notes what the word [i,end) makes of the rest of the line, and returns where to go on.
func (sc *scanner) program(i, end int) int {
	switch sc.s[i:end] {
	case "curl", "wget", "http", "xh":
		sc.cmd = cmdCurl
	case "mysql", "mysqldump", "mysqladmin", "mariadb", "mysqlimport":
		sc.cmd = cmdMySQL
	case "docker", "podman", "nerdctl", "buildah", "skopeo", "helm", "oras", "crane", "oc", "az":
		sc.cmd = cmdTool
	case "login":
		if sc.cmd == cmdTool {
			sc.cmd = 'p'
		}
	case "sshpass", "twine", "mongo", "mongosh", "mongodump", "mongorestore":
		sc.cmd = 'p'
	case "redis", "valkey":
		sc.cmd = 'a'
	case "ldapsearch", "ldapmodify", "ldapadd", "ldapwhoami":
		sc.cmd = 'w'
	case "ENV", "ARG":
		sc.cmd, sc.taker = cmdEnv, end+maxKey
	case "set", "setx", "setenv":
		sc.taker = end + maxKey
	case "echo", "printf", "htpasswd", "openssl":
		return sc.argument(i, end)
	}
	return end
}

// dash handles the dash at i: the armour of a key block, or an option.
func (sc *scanner) dash(i int) int {
	s := sc.s
	run := len(s) - len(strings.TrimLeft(s[i:], "-"))
	if run-i >= 4 {
		return sc.keyBlock(i, run)
	}
	if run == len(s) || !isLetter(s[run]) || i > 0 && (inName(s[i-1]) || s[i-1] == '.' || s[i-1] == ']') {
		return run
	}
	sc.taker = max(sc.taker, skip(s, run, inKey))
	if run-i == 1 && sc.cmd != cmdNone {
		return sc.short(run)
	}
	return run
}

// short redacts the password in the option of one letter at i: mysql -pPASSWORD.
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
		return max(i, sc.decide(keyRef{name: classify("password"), text: "-p"}, sc.literalAt(i+1), linkTight))
	}
	return i
}

// arguments are commands in which no option tells of a password: what is piped to a program that reads it from there,
// the last of htpasswd -b, and what openssl takes behind -k or pass:
var arguments = sync.OnceValue(func() *regexp.Regexp {
	const arg = `(\\*'[^'\n]*'|\\*"[^"\n]*"|[^\s'"\[|;&<>\x60]+)`
	return regexp.MustCompile(`^(?:echo|printf)(?: -\w+)* +` + arg + ` ?\| ?(?:(?:sudo )?(chpasswd)|` +
		`sudo (?:-\S+ )*(?:-\w*S|--stdin)\b|[^|;&\n]*(?:--password-|passwd --)stdin)|` +
		`^htpasswd (?:-\w+ )*-\w*b\w* (?:-\w+ )*(?:[^\s-]\S* ){1,2}` + arg + ` *(?:[|;&>\x60]|$)|` +
		`^openssl (?:(?:enc|aes\S*|des\S*) [^|;&\n]*?-k |[^|;&\n]*?-pass(?:in|out)? \\*["']?pass:)` + arg)
})

// argument redacts the password in an argument of the program [i,end).
func (sc *scanner) argument(i, end int) int {
	line, _, _ := strings.Cut(sc.s[i:min(len(sc.s), i+maxCell)], "\n")
	if !strings.Contains(line, " -") && !strings.Contains(line, "chpasswd") { // as most
		return end
	}
	if m := arguments().FindStringSubmatchIndex(line); m != nil {
		lit, redacts := sc.literalAt(i+max(m[2], m[6], m[8])), sc.password
		if m[4] > 0 {
			redacts = sc.login
		}
		redacts(kindPassword, lit.start, lit.end)
	}
	return max(end, sc.last)
}

// userInfo redacts the password of user:password at or after i, else returns back.
func (sc *scanner) userInfo(i, back int) int {
	lit := sc.literalAt(i)
	if lit.quoted && strings.HasPrefix(sc.s[min(lit.end+1, len(sc.s)):], ":") { // "user":"password"
		lit = sc.literalAt(lit.end + 2)
		return max(back, sc.password(kindPassword, lit.start, lit.end))
	}
	return max(back, sc.login(kindPassword, lit.start, lit.end))
}

// credential moves the value of an Authorization header over the scheme that comes
// before the credential; without one it must look like a secret itself, or is empty.
func (sc *scanner) credential(lit literal) literal {
	scheme, rest, _ := strings.Cut(sc.s[lit.start:lit.end], " ")
	next := lit
	if next.start = lit.end - len(strings.TrimLeft(rest, " ")); !lit.quoted {
		next = sc.literalAt(lit.end)
	}
	rest = sc.s[next.start:next.end]
	if !lit.quoted && strings.Contains(strings.TrimRight(rest, "="), "=") { // Credential=…, Signature=…
		next.end = max(next.end, lineEnd(sc.s, next.start))
	}
	if line := sc.s[next.start:min(len(sc.s), next.start+maxLine)]; strings.Count(rest, `"`)%2 > 0 { // response="…"
		line, _, _ = strings.Cut(line, "\n")
		next.end = max(next.end, next.start+strings.LastIndexByte(line, '"')+1)
	}
	if len(rest) >= 6 && isOf("scheme", scheme) || len(rest) >= 16 && isWord(scheme) && isKeyLike(rest) {
		return next
	}
	if !isStrong(sc.s[lit.start:lit.end]) {
		lit.end = lit.start
	}
	return lit
}
