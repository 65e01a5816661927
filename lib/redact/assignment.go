package redact

import "strings"

// join is what is between a key and its value.
type join uint8

const (
	joinStrict join = iota // KEY=value, --key value
	joinSpaced             // key = value, key => value
	joinCode               // key := value, key == value
	joinColon              // key: value
	joinTight              // key:value
)

// context is what is known of a value besides its text.
type context struct {
	name   name
	key    string
	join   join
	quoted bool
	// prose: a further word follows on the line.
	prose bool
}

// maxNested is the length up to which a value without quotes that is not a secret
// is searched for further keys, in bytes.
const maxNested = 128

// keyRef is a key found before a joining sign.
type keyRef struct {
	name   name
	text   string
	start  int
	spaced bool
	quoted bool
}

// keyBefore reads the key that ends before the joining sign at i; ok is false
// where it names no secret.
func (sc *scanner) keyBefore(i int) (k keyRef, ok bool) {
	s, end := sc.s, i
	for end > 0 && i-end < 16 && isBlank(s[end-1]) {
		end--
	}
	k.spaced = end < i
	if end > 0 && s[end-1] == ']' {
		end--
	}
	for n := 0; n < 2 && end > 0 && s[end-1] == '*'; n++ {
		end-- // **Token**: …
	}
	if end > 0 && isQuote(s[end-1]) {
		k.quoted = true
		end--
		for end > 0 && i-end < 32 && s[end-1] == '\\' {
			end--
		}
	}
	if end <= sc.last || !isIdent(s[end-1]) {
		return k, false
	}
	start := end
	for start > sc.last && end-start < maxKey && isKey(s[start-1]) {
		start--
	}
	if start > 0 && s[start-1] == '\\' && end-start > 1 && strings.IndexByte("nrt", s[start]) >= 0 {
		start++
	}
	if foldEqual(s[start:end], "key") && start-sc.last > 3 && s[start-1] == ' ' { // API key: …
		for n := start - 1; n > sc.last && start-n < 16 && isLetter(s[n-1]); n-- {
			if at := n - 1; oneOf(s[at:start-1], keyWords) && (at == 0 || !isIdent(s[at-1])) {
				start = at
				break
			}
		}
	}
	k.text, k.start = strings.TrimPrefix(s[start:end], "-D"), start
	if k.name = classify(k.text); (k.name.kind == "" || k.name.weak) && start < sc.kube.until {
		k.name = secret
	}
	return k, k.name.kind != ""
}

// keyWords are what comes before "key" in prose where the key is a secret.
var keyWords = []string{"api", "access", "secret", "private", "master", "encryption", "signing", "license", "app"}

// equals handles the sign = at i and its kin ==, ===, =>, := and ?=.
func (sc *scanner) equals(i int) int {
	s, op, at, how := sc.s, i, i+1, joinStrict
	for at < len(s) && at-i < 3 && (s[at] == '=' || s[at] == '>') {
		how = joinCode
		at++
	}
	if how == joinCode && s[at-1] == '>' {
		how = joinSpaced
	}
	for op > 0 && i-op < 3 && strings.IndexByte(":!?+.|", s[op-1]) >= 0 {
		if s[op-1] == ':' || s[op-1] == '!' {
			how = joinCode
		}
		op--
	}
	k, ok := sc.keyBefore(op)
	if !ok && !sc.paired(&k, at) {
		k, ok = sc.typedKey(op)
		if !ok {
			return at
		}
	}
	if how == joinStrict && (k.spaced || at < len(s) && isBlank(s[at])) {
		how = joinSpaced
	}
	return sc.value(k, at, how)
}

// typedKey reads the key of a declaration with a type before the sign at i:
// password: str = …, var token string = ….
func (sc *scanner) typedKey(i int) (keyRef, bool) {
	s, end := sc.s, i
	for end > 0 && i-end < 4 && s[end-1] == ' ' {
		end--
	}
	start := end
	for start > sc.last && end-start < 24 && (isKey(s[start-1]) || strings.IndexByte("&*?<>[]", s[start-1]) >= 0) {
		start--
	}
	if end == i || start == end || start == 0 || !oneOf(s[start:end], typeWords) {
		return keyRef{}, false
	}
	if s[start-1] == ' ' {
		start--
	}
	if start > 0 && s[start-1] == ':' {
		start--
	}
	return sc.keyBefore(start)
}

// colon handles the sign : at i.
func (sc *scanner) colon(i int) int {
	s := sc.s
	rest := s[i+1:]
	switch {
	case strings.HasPrefix(rest, "//"):
		return sc.url(i)
	case strings.HasPrefix(rest, "="):
		return i + 1 // the sign = looks back over it
	case strings.HasPrefix(rest, ":"):
		return i + 2
	}
	k, ok := sc.keyBefore(i)
	if !ok && !sc.paired(&k, i+1) {
		sc.kubeData(k, i)
		return i + 1
	}
	if strings.HasPrefix(rest, "**") {
		i, rest = i+2, rest[2:] // **API key:** …
	}
	at, how := i+1, joinColon
	if rest != "" && !isSpace(rest[0]) && !k.quoted {
		how = joinTight
	}
	if k.quoted {
		for at < len(s) && at-i < 64 && isSpace(s[at]) {
			at++
		}
	}
	return sc.value(k, at, how)
}

// comma handles the comma at i between a key in quotes and its value, as in
// setProperty("key", "value"): a literal where the function's name says that it
// sets, else one that looks like a secret.
func (sc *scanner) comma(i int) int {
	s := sc.s
	if i == 0 || !isQuote(s[i-1]) {
		return i + 1
	}
	k, ok := sc.keyBefore(i)
	if !ok || !k.quoted || k.start == 0 || !isQuote(s[k.start-1]) {
		return i + 1
	}
	set := sets(s, k.start-1)
	if k.name.kind == kindAuthorization || k.name.kind == kindCookie {
		if !set {
			return i + 1
		}
		return max(i+1, sc.value(k, i+1, joinColon))
	}
	at := i + 1
	for at < len(s) && at-i < 64 && isSpace(s[at]) {
		at++
	}
	lit := sc.literalAt(at)
	text := s[lit.start:lit.end]
	if !lit.quoted || strings.Contains(text, " ") || !set && !(len(text) >= 12 && hasDigit(text) && isStrong(text)) {
		return i + 1
	}
	return sc.decide(k, lit, joinStrict)
}

// quote handles the quote at i that opens the only argument of a call, or is
// behind a name alone: .token("…"), #define API_KEY "…", PASSWORD '…'. What it
// holds must look like a service's key.
func (sc *scanner) quote(i int) int {
	s, before := sc.s, i
	if i == 0 || s[i-1] != '(' && !isBlank(s[i-1]) {
		return i + 1
	}
	if s[i-1] == '(' {
		before--
	}
	k, ok := sc.keyBefore(before)
	if !ok || k.quoted || k.name.weak || k.name.kind == kindCookie || k.name.kind == kindAuthorization {
		return i + 1
	}
	return sc.named(k, i)
}

// is handles the word that ends at end: the token is "…".
func (sc *scanner) is(i, end int) int {
	if k, ok := sc.keyBefore(i); ok && k.spaced && !k.name.weak {
		return max(end, sc.named(k, end))
	}
	return end
}

// named redacts what is at or after i if it looks like a service's key.
func (sc *scanner) named(k keyRef, i int) int {
	lit := sc.literalAt(i)
	text := sc.s[lit.start:lit.end]
	if !isKeyLike(text) || !lit.quoted && !isDense(text) || isPath(text) || isUUID(text) {
		return i + 1
	}
	return max(i+1, sc.decide(k, lit, joinStrict))
}

// setters are in the names of functions that set something.
var setters = []string{"set", "put", "define", "add", "append", "header", "export", "prop"}

// sets reports whether the string whose quote is at i is the first argument
// of a function that sets something.
func sets(s string, i int) bool {
	if i == 0 || s[i-1] != '(' {
		return false
	}
	end := i - 1
	start := end
	for start > 0 && end-start < maxKey && isIdent(s[start-1]) {
		start--
	}
	for at := start; at < end; at++ {
		for _, w := range setters {
			if foldPrefix(s[at:end], w) {
				return true
			}
		}
	}
	return false
}

// element handles <key>value</key>, whose > is at i.
func (sc *scanner) element(i int) int {
	k, ok := sc.keyBefore(i)
	if !ok || k.quoted || k.spaced || k.start == 0 || sc.s[k.start-1] != '<' {
		return i + 1
	}
	start := i + 1
	for start < len(sc.s) && start-i < maxKey && isSpace(sc.s[start]) {
		start++
	}
	end := start
	for end < len(sc.s) && sc.s[end] != '<' && sc.s[end] != '\n' {
		end++
	}
	at := end
	for at < len(sc.s) && at-end < maxKey && isSpace(sc.s[at]) {
		at++
	}
	if at == len(sc.s) || sc.s[at] != '<' {
		return i + 1
	}
	return sc.decide(k, literal{start: start, end: end, quoted: true}, joinStrict)
}

// value handles the value that starts at or after at.
func (sc *scanner) value(k keyRef, at int, how join) int {
	switch k.name.kind {
	case kindAuthorization:
		return sc.authorization(at)
	case kindCookie:
		if how < joinColon && !sc.literalAt(at).quoted {
			return at
		}
		return sc.cookies(at)
	}
	if at <= sc.skip && at < len(sc.s) && !isSpace(sc.s[at]) && !isQuote(sc.s[at]) {
		return at
	}
	lit := sc.literalAt(at)
	if !lit.quoted && how == joinColon && k.name.phrase && sc.ownsLine(k.start) && isPhraseKey(k.text) {
		lit.end, lit.prose = sc.lineEnd(lit.start), false
	}
	if how == joinColon && !lit.quoted && lit.start == lit.end {
		return sc.block(k, lit.start)
	}
	return sc.decide(k, lit, how)
}

// decide redacts the literal if it is a secret, and returns where to go on.
func (sc *scanner) decide(k keyRef, lit literal, how join) int {
	text := sc.s[lit.start:lit.end]
	if strings.Contains(text, "-----BEGIN") || lit.start <= sc.skip && !lit.quoted {
		return lit.start
	}
	if how >= joinColon && closesKey(k, lit, text) {
		return lit.start
	}
	if lit.start > 0 && sc.s[lit.start-1] == '`' && strings.Contains(text, " ") {
		return lit.start // a command's output
	}
	c := context{name: k.name, key: k.text, join: how, quoted: lit.quoted, prose: lit.prose}
	if !isSecret(text, c) {
		if len(text) > maxNested {
			sc.skip = lit.end
		}
		return lit.start
	}
	return sc.add(sc.kindOf(lit.start, lit.end, k.name.kind), lit.start, lit.end)
}

// closesKey reports whether what was read after a colon is not a value: the
// quote closes a string that ends in the key, as in "token:", x; or the value is
// a list or a mapping, whose members are judged one by one.
func closesKey(k keyRef, lit literal, text string) bool {
	if text == "" || !lit.quoted {
		return text == "" || strings.IndexByte("{[", text[0]) >= 0 && !isMarker(text)
	}
	if text[0] == '+' && len(text) >= 14 && (isMixed(text) || isDense(text)) && !strings.ContainsAny(text, " ()\"'.") && text[len(text)-1] != '+' {
		return false // base64
	}
	return !k.quoted && strings.IndexByte(",);]} +", text[0]) >= 0
}

// isPhraseKey reports whether the value of the key is usually several words.
func isPhraseKey(key string) bool {
	for _, w := range []string{"passphrase", "mnemonic", "phrase"} {
		if len(key) >= len(w) && foldEqual(key[len(key)-len(w):], w) {
			return true
		}
	}
	return false
}

// ownsLine reports whether the key at i is the first word on its line.
func (sc *scanner) ownsLine(i int) bool {
	for n := 0; i > 0 && n < 32; n++ {
		switch sc.s[i-1] {
		case '\n':
			return true
		case ' ', '\t', '-':
			i--
		default:
			return false
		}
	}
	return i == 0
}

// lineEnd returns the end of the line of i, or of the string or comment that it
// is in, without trailing blanks.
func (sc *scanner) lineEnd(i int) int {
	end := sc.line.to
	if i < sc.line.from || i > end {
		end = len(sc.s)
		if n := strings.IndexAny(sc.s[i:], "\r\n\"'`#\\"); n >= 0 {
			end = i + n
		}
		sc.line.from, sc.line.to = i, end
	}
	for end > i && isBlank(sc.s[end-1]) {
		end--
	}
	return end
}
