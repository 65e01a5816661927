package redact

import "strings"

// A link is what joins a key to its value. Each needs more of the value than those
// before it.
type link uint8

const (
	linkTight  link = iota // KEY=value, --key value, <key>value</key>, set("key", "value"): any literal
	linkSpaced             // key = value, key => value: no name of code
	linkLoose              // key: value: quoted, or a lone word
	linkCode               // key := value, key:value, set KEY value: quoted, or more than letters
	linkIs                 // key is value: the same after a password, else as below
	linkNamed              // key("value"), key "value", f("key", "value"): quoted, and like a service's key
	linkNone

	// What these are depends on the key.
	linkBlank   // --key value, set KEY value
	linkCall    // "key", "value"
	linkElement // <key>value</key>
)

// keyRef is a key's name in the text.
type keyRef struct {
	name
	text       string
	start, end int
	quoted     bool
}

// assignment redacts the value of the key whose name ends at end, and returns
// where to go on.
func (sc *scanner) assignment(end int) int {
	at, how := sc.link(end)
	if how == linkNone {
		return end
	}
	k := sc.keyAt(end)
	if how <= linkCode && k.kind == "" && isOf("answer", k.text) { // a type: password: str = …, var token string = …
		before := len(strings.TrimRight(sc.s[:k.start], "&*?[]: "))
		if before < k.start && before > sc.last {
			k = sc.keyAt(before)
		}
	}
	switch {
	case k.text == "":
		return end
	case sc.cmd == cmdCurl && k.text[0] == '-' && strings.HasSuffix(k.text, "user"):
		return sc.userInfo(at, end)
	case k.kind == "" && (how > linkCode && k.text != "variable" || !sc.paired(&k, at)):
		return end
	}
	if at, how = sc.resolve(k, at, how); how == linkNone {
		return end
	}
	return max(end, sc.value(k, at, how))
}

// signs join a name to a value; of two that fit, the longer is first.
var signs = []struct {
	text string
	how  link
}{
	{"=>", linkSpaced}, {"===", linkCode}, {"==", linkCode}, {"!==", linkCode}, {"!=", linkCode},
	{":::=", linkCode}, {"::=", linkCode}, {":=", linkCode},
	{"??=", linkTight}, {"||=", linkTight}, {"?=", linkTight}, {"+=", linkTight}, {".=", linkTight},
	{"=", linkTight}, {"＝", linkTight}, {":", linkLoose}, {"：", linkLoose},
}

// link reads what joins the name that ends at end to a value, and where that
// begins.
func (sc *scanner) link(end int) (at int, how link) {
	s := sc.s
	copula := isCopula(s[:end])
	if end == len(s) || s[end] < 0x80 && !copula && strings.IndexByte(" :=\"'`\\,])>(*\t!?+.|", s[end]) < 0 {
		return end, linkNone
	}
	at = quoteAfter(s, end)
	quoted := at > end
	for n := 0; n < 2 && at < len(s) && (s[at] == ']' || s[at] == '*'); n++ {
		at++ // x["token"] = …, **Token**: …
	}
	tight := at
	for at < len(s) && at-tight < 16 && (isBlank(s[at]) || quoted && isSpace(s[at])) {
		at++
	}
	switch {
	case at == len(s):
		return end, linkNone
	case s[at] == ',' && quoted:
		return skip(s, at+1), linkCall
	case s[at] == '>' && at == end:
		return at + 1, linkElement
	case s[at] == '(' && at == end && at+1 < len(s) && isQuote(s[at+1]):
		return at + 1, linkNamed
	}
	for _, sign := range signs {
		if isAlnum(s[at]) || isQuote(s[at]) || !strings.HasPrefix(s[at:], sign.text) {
			continue
		}
		how, after := sign.how, at+len(sign.text)
		switch rest := s[after:]; {
		case how == linkTight && (at > tight || rest != "" && isBlank(rest[0])):
			return after, linkSpaced
		case sign.text == ":" && (strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "//")):
			return end, linkNone
		case how == linkLoose:
			after += len(rest) - len(strings.TrimPrefix(rest, "**")) // **API key:** …
			if quoted {
				after = skip(s, after)
			} else if sign.text == ":" && after < len(s) && !isSpace(s[after]) {
				how = linkCode
			}
		}
		return after, how
	}
	switch {
	case copula:
		return at, linkCode
	case at > tight && !quoted:
		return sc.blank(end, at)
	}
	return end, linkNone
}

// blank says how a name that ends at end is joined to what follows it after
// blanks, at.
func (sc *scanner) blank(end, at int) (int, link) {
	s := sc.s
	switch {
	case end <= sc.taker:
		return at, linkBlank
	case isQuote(s[at]):
		return at, linkNamed
	}
	for _, word := range table().copulas {
		rest, ok := strings.CutPrefix(s[at:], word)
		switch {
		case s[at] != word[0], !ok, rest == "":
		case rest[0] == ':': // the password is: …
			return len(s) - len(rest) + 1, linkLoose
		case isBlank(rest[0]):
			return len(s) - len(rest) + 1, linkIs
		}
	}
	if strings.HasSuffix(s[:end], "password") || strings.EqualFold(s[max(0, end-6):end], "bearer") {
		return at, linkBlank // login NAME password PASSWORD, Bearer TOKEN
	}
	return end, linkNone
}

// isCopula reports whether s ends in a word for "is" of a language without blanks.
func isCopula[T string | []byte](s T) bool {
	return len(s) > 2 && s[len(s)-1] >= 0x80 && strings.Contains("是 为 は 는 은", string(s[len(s)-3:]))
}

// resolve says what the link is now that the key is known, and where the value
// begins.
func (sc *scanner) resolve(k keyRef, at int, how link) (int, link) {
	s, option := sc.s, k.text[0] == '-'
	switch how {
	case linkElement:
		at = skip(s, at)
		if k.start == 0 || s[k.start-1] != '<' || !strings.HasPrefix(s[skip(s, sc.literalAt(at).end):], "<") {
			return at, linkNone
		}
		return at, linkTight
	case linkCall:
		if how = linkNamed; !sc.literalAt(at).quoted {
			return at, linkNone
		}
		if option || sets(s, k.start-1) {
			return at, linkTight
		}
	case linkBlank:
		switch {
		case option && s[at] != '-', !option && sc.cmd == cmdEnv && isUpperCase(k.text):
			return at, linkTight
		case option, k.end > sc.taker && k.kind != kindPassword && k.kind != kindAuthorization:
			return at, linkNone
		}
		for s[at] == '-' && at+1 < len(s) { // --body, before the value
			for at+1 < len(s) && !isSpace(s[at]) {
				at++
			}
		}
		return at, linkCode
	}
	switch {
	case how == linkNamed && k.weak:
		return at, linkNone
	case how == linkNamed && s[at] == '\'' && k.kind == kindPassword && isUpperCase(k.text):
		return at, linkTight // SQL: PASSWORD 'x', PASSWORD('x'), IDENTIFIED BY 'x'
	}
	return at, how
}

// sets reports whether the string whose quote is at i is the first argument
// of a function that sets something.
func sets(s string, i int) bool {
	before, ok := strings.CutSuffix(s[max(0, i-maxKey):max(0, i)], "(")
	before = strings.ToLower(before[strings.LastIndexAny(before, " \t\n=;,()")+1:])
	for w := range strings.FieldsSeq(table().lists["setter"]) {
		if ok && strings.Contains(before, w) {
			return true
		}
	}
	return false
}

// keyAt reads the key that ends at end.
func (sc *scanner) keyAt(end int) keyRef {
	s, start := sc.s, end
	for start > sc.last && end-start < maxKey && (isKey(s[start-1]) || s[start-1] >= 0x80) {
		start--
	}
	if start > 0 && end-start > 1 && isEscape(s, start-1) {
		start++
	}
	k := keyRef{text: s[start:end], start: start, end: end, quoted: quoteAfter(s, end) > end}
	before := s[max(sc.last, start-maxKey):start]
	if strings.EqualFold(k.text, "by") && strings.Contains(strings.ToLower(before), "identified ") {
		k.name, k.text = classify("password"), "IDENTIFIED BY"
		return k
	}
	if strings.EqualFold(k.text, "key") && strings.HasSuffix(before, " ") { // API key: …
		at := len(strings.TrimRight(before[:len(before)-1], letters))
		if at += start - len(before); at == 0 || s[at-1] != '<' { // <add key="…"
			k.start, k.text = at, s[at:end]
		}
	}
	k.name = classify(k.text)
	if k.kind == kindSignature && start > 0 && (s[start-1] == '&' || s[start-1] == '?') {
		k.weak = false
	}
	return k
}

// maxNested is the length up to which a value without quotes that is not a secret
// is searched for further keys, in bytes.
const maxNested = 128

// value redacts the value that starts at or after at if it is a secret, and
// returns where to go on.
func (sc *scanner) value(k keyRef, at int, how link) int {
	if at <= sc.skip && at < len(sc.s) && !isSpace(sc.s[at]) && !isQuote(sc.s[at]) {
		return at
	}
	if how == linkLoose {
		at = blockScalar(sc.s, at)
	}
	lit := sc.literalAt(at)
	switch {
	case k.kind == kindAuthorization && k.line:
		lit, how = sc.credential(lit), linkSpaced
	case how == linkLoose && !lit.quoted && k.line:
		lit.end, lit.prose = lineEnd(sc.s, lit.start), false
	}
	return sc.decide(k, lit, how)
}

// decide redacts the literal if it is a secret, and returns where to go on.
func (sc *scanner) decide(k keyRef, lit literal, how link) int {
	text := sc.s[lit.start:lit.end]
	if text == "" || strings.Contains(text, "-----BEGIN") || lit.start <= sc.skip && !lit.quoted {
		return lit.start
	}
	command := lit.start > 0 && sc.s[lit.start-1] == '`' && strings.Contains(text, " ")
	if command || !isSecret(text, k, lit, how) {
		if len(text) > maxNested {
			sc.skip = lit.end
		}
		return lit.start
	}
	return sc.add(sc.kindOf(lit.start, lit.end, k.kind), lit.start, lit.end)
}
