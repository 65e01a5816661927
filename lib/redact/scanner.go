package redact

import "strings"

// span is one secret: bytes [start,end) of the text.
type span struct {
	start, end int
	kind       string
}

// command is the program whose arguments are being read, where it takes a
// password in a way of its own.
type command uint8

const (
	cmdNone command = iota
	cmdCurl
	cmdMySQL // -pPASSWORD
	cmdTool  // logs in: docker login -p PASSWORD
	cmdP     // -p PASSWORD
	cmdA     // -a PASSWORD
	cmdW     // -w PASSWORD
)

// scanner reads a text once, from anchor to anchor: the start of a word, a sign
// that joins key and value, a dash.
type scanner struct {
	s     string
	spans []span
	last  int // the end of the last span
	// runs remembers for each set the last run that was measured. Hostile text
	// asks for the end of the same run from many starts.
	runs  [setCount]struct{ from, to int }
	line  struct{ from, to int }
	noJWT int // no JWT starts before this
	skip  int // up to here a long value was read that is not a secret
	cmd   command
	heads *heads
	pair  pair
	kube  kube
	baked int // up to here cookies were read
}

func (sc *scanner) add(kind string, start, end int) int {
	sc.spans = append(sc.spans, span{start, end, kind})
	sc.last = end
	return end
}

// run returns the end of the run of set that starts at i.
func (sc *scanner) run(set charset, i int) int {
	r := &sc.runs[set]
	if i >= r.from && i < r.to {
		return r.to
	}
	j := i
	for j < len(sc.s) && set.has(sc.s[j]) {
		j++
	}
	r.from, r.to = i, j
	return j
}

func (sc *scanner) scan() {
	s := sc.s
	for i := 0; i < len(s); {
		next := i + 1
		switch c := s[i]; {
		case isAlnum(c):
			next = sc.word(i)
		case c == '=':
			next = sc.equals(i)
		case c == ':':
			next = sc.colon(i)
		case c == '-':
			next = sc.dash(i)
		case c == '~':
			next = sc.tilde(i)
		case c == '>':
			next = sc.element(i)
		case c == ',':
			next = sc.comma(i)
		case isQuote(c):
			next = sc.quote(i)
		case c == '[':
			next = max(next, markerAt(s, i))
		case c == '\n':
			if i == 0 || s[i-1] != '\\' {
				sc.cmd = cmdNone
			}
		case c == '|', c == ';':
			sc.cmd = cmdNone
		}
		i = next
	}
}

// word tries the rules at the start of a word and returns where to go on: the
// end of what was found, or of the word. A word may start inside a run of
// letters: after \n, \t, \u0022, %22 or a colour sequence.
func (sc *scanner) word(i int) int {
	if end := sc.key(i); end > i {
		return end
	}
	end := sc.run(setAlnum, i)
	if at := sc.innerStart(i, end); at > i {
		if to := sc.key(at); to > at {
			return to
		}
	}
	switch sc.s[i:end] {
	case "set", "setx", "setenv":
		return sc.setting(end)
	case "is":
		return sc.is(i, end)
	case "variable":
		return sc.variable(end)
	case "SecureString": // ConvertTo-SecureString "…"
		return max(end, sc.named(keyRef{name: password}, end))
	}
	sc.program(sc.s[i:end])
	return end
}

// innerStart returns where the word begins that follows an escape at i-1.
func (sc *scanner) innerStart(i, end int) int {
	s := sc.s
	if i == 0 {
		return i
	}
	at := i
	switch s[i-1] {
	case '\\':
		switch s[i] {
		case 'n', 't', 'r', 'b', 'f', 'a', 'v', 'e':
			at = i + 1
		case 'u':
			at = i + 5
		case 'x':
			at = i + 3
		}
	case '%':
		if i+1 < len(s) && isHex(s[i]) && isHex(s[i+1]) {
			at = i + 2
		}
	case '[', ';':
		j := i
		for j < end && isDigit(s[j]) {
			j++
		}
		if j < end && s[j] == 'm' {
			at = j + 1
		}
	}
	if at >= end {
		return i
	}
	return at
}

func (sc *scanner) program(word string) {
	switch word {
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
	}
}

// key redacts the key or header that begins at i, and returns its end, or i.
func (sc *scanner) key(i int) int {
	s := sc.s
	kind, from, to := sc.match(i)
	if kind != "" {
		return sc.add(kind, from, to)
	}
	switch s[i] {
	case 'B', 'b':
		return sc.bearer(i)
	case 'P':
		return sc.putty(i)
	case 'm', 'd':
		return sc.netrc(i)
	}
	return i
}

// match finds the rule whose key begins at i; kind is empty where it does not exist.
func (sc *scanner) match(i int) (kind string, from, to int) {
	s := sc.s
	if i+1 == len(s) {
		return "", 0, 0
	}
	for _, r := range sc.heads[headOf(s[i], s[i+1])] {
		if !strings.HasPrefix(s[i:], r.text) {
			continue
		}
		from = i + len(r.text)
		to = sc.run(r.set, from)
		if size := to - from; size < r.min || r.max > 0 && size > r.max {
			continue
		}
		if to < len(s) && isAlnum(s[to]) || r.flags&dense != 0 && !isDense(s[from:to]) && !isScrambled(s[from:to]) || fewSigns(s[from:to]) ||
			r.flags&lone != 0 && inBase64(s, i, to) {
			continue
		}
		for s[to-1] == '.' {
			to--
		}
		if r.flags&keepPrefix == 0 {
			from = i
		}
		return r.kind, from, to
	}
	return sc.shape(i)
}

// inBase64 reports whether [i,to) is a part of longer base64.
func inBase64(s string, i, to int) bool {
	joins := func(c byte) bool { return c == '+' || c == '/' }
	return i > 1 && joins(s[i-1]) && isAlnum(s[i-2]) && !strings.HasSuffix(s[:i], "://") || to < len(s) && joins(s[to])
}

// shape finds the keys that are known by their shape rather than by a prefix.
func (sc *scanner) shape(i int) (kind string, from, to int) {
	switch c := sc.s[i]; {
	case c == 'e':
		kind, to = kindJWT, sc.jwt(i)
	case isDigit(c):
		kind, to = kindTelegram, sc.telegram(i)
		if to == 0 {
			kind, to = kindFacebook, sc.appToken(i)
		}
	case c == 'b' && i+3 < len(sc.s) && sc.s[i:i+3] == "bot" && isDigit(sc.s[i+3]):
		kind, to = kindTelegram, sc.telegram(i+3)
	case c == 'M' || c == 'N' || c == 'O':
		kind, to = kindDiscord, sc.discord(i)
	}
	if to == 0 && isAlnum(sc.s[i]) {
		kind, to = kindTerraform, sc.terraform(i)
	}
	if to == 0 {
		return "", 0, 0
	}
	return kind, i, to
}

// telegram measures the token of a bot: its number, a colon, A and 34 signs.
func (sc *scanner) telegram(i int) int {
	s, a := sc.s, sc.run(setAlnum, i)
	if a-i < 5 || a-i > 16 || a+1 >= len(s) || s[a] != ':' || !isPort(s[i:a]) || s[a+1] != 'A' && (a-i < 8 || a-i > 10) {
		return 0
	}
	return sc.part(a+1, 35, 35)
}

// appToken measures an app's number, a bar and its secret.
func (sc *scanner) appToken(i int) int {
	s, a := sc.s, sc.run(setAlnum, i)
	if a-i < 15 || a-i > 16 || a == len(s) || s[a] != '|' || !isPort(s[i:a]) {
		return 0
	}
	return sc.part(a+1, 27, 40)
}

// discord measures three parts with dots between them.
func (sc *scanner) discord(i int) int {
	s, a := sc.s, sc.run(setURL, i)
	if a-i < 23 || a-i > 28 || a == len(s) || s[a] != '.' {
		return 0
	}
	b := sc.part(a+1, 6, 6)
	if b == 0 || b == len(s) || s[b] != '.' {
		return 0
	}
	return sc.part(b+1, 27, 64)
}

// part returns the end of the base64url at i if it has lo to hi bytes, else 0.
func (sc *scanner) part(i, lo, hi int) int {
	j := i
	for j < len(sc.s) && j-i <= hi && setURL.has(sc.s[j]) {
		j++
	}
	if j-i < lo || j-i > hi {
		return 0
	}
	return j
}

// terraform measures xxxxxxxxxxxxxx.atlasv1.yyyy…
func (sc *scanner) terraform(i int) int {
	const middle = ".atlasv1."
	a := sc.run(setAlnum, i)
	if a-i != 14 || !strings.HasPrefix(sc.s[a:], middle) {
		return 0
	}
	from := a + len(middle)
	if to := sc.run(setBase64, from); to-from >= 60 {
		return to
	}
	return 0
}

// jwt measures the three to five base64url parts of a JSON web token; the
// first decodes to an object, so it begins with eyJ (RFC 7519).
func (sc *scanner) jwt(i int) int {
	s := sc.s
	if i < sc.noJWT || !strings.HasPrefix(s[i:], "eyJ") {
		return 0
	}
	first := sc.run(setURL, i)
	if first-i < 12 {
		return 0
	}
	end, count := first, 1
	for count < 5 && end < len(s) && s[end] == '.' {
		j := end + 1
		for j < len(s) && setURL.has(s[j]) {
			j++
		}
		if count == 1 && j-end-1 < 4 {
			break
		}
		end = j
		count++
	}
	if count < 3 {
		sc.noJWT = first
		return 0
	}
	for s[end-1] == '.' {
		end--
	}
	return end
}

// tilde finds the client secret of an Azure application by its middle, "8Q~".
func (sc *scanner) tilde(i int) int {
	s := sc.s
	from := i - 5
	if from < sc.last || s[i-1] != 'Q' || !isDigit(s[i-2]) {
		return i + 1
	}
	for j := from; j < i-2; j++ {
		if !setAzure.has(s[j]) {
			return i + 1
		}
	}
	to := sc.run(setAzure, i+1)
	if size := to - i - 1; size < 31 || size > 40 || strings.Contains(sc.s[i+1:to], "Q~") {
		return i + 1
	}
	for s[to-1] == '.' {
		to--
	}
	return sc.add(kindAzure, from, to)
}

// kindOf returns the kind of the rule that fits all of [start,end), else kind.
func (sc *scanner) kindOf(start, end int, kind string) string {
	if start >= end || !isAlnum(sc.s[start]) {
		return kind
	}
	if k, from, to := sc.match(start); k != "" && from == start && to == end {
		return k
	}
	return kind
}

// maxDense is how far into a value isDense looks, in bytes.
const maxDense = 64

// isDense reports whether s has a stretch of at least 16 letters and digits
// with a digit among them.
func isDense(s string) bool {
	size, digits := 0, 0
	s = s[:min(len(s), maxDense)]
	for i := 0; i < len(s); i++ {
		if !isAlnum(s[i]) {
			size, digits = 0, 0
			continue
		}
		size++
		if isDigit(s[i]) {
			digits++
		}
		if size >= 16 && digits > 0 {
			return true
		}
	}
	return false
}
