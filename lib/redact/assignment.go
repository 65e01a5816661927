package redact

import "strings"

// keyRef is a key's name in the text.
type keyRef struct {
	name       name
	text       string
	start, end int
	quoted     bool
}

// assignment redacts the value of the key whose name ends at end, and returns
// where to go on.
func (sc *scanner) assignment(end int) int {
	at, how := sc.join(end)
	if how == joinNone {
		return end
	}
	k := sc.keyAt(end)
	if how <= joinCode && k.name.kind == "" && isOf("answer", k.text) {
		k = sc.typedKey(k)
	}
	if option := k.text[0] == '-'; option && sc.cmd == cmdCurl && strings.HasSuffix(k.text, "user") {
		return sc.userInfo(at, end)
	}
	switch at, how = sc.known(k, at, how); {
	case how == joinNone:
		return end
	case k.name.kind != "":
	case how > joinColon && k.text != "variable" || !sc.paired(&k, at):
		return end
	}
	return max(end, sc.value(k, at, how))
}

// signs join a name to a value; of two that fit, the longer is first.
var signs = []struct {
	text string
	how  join
}{
	{"=>", joinSpaced}, {"===", joinCode}, {"==", joinCode}, {"!==", joinCode}, {"!=", joinCode},
	{":::=", joinCode}, {"::=", joinCode}, {":=", joinCode},
	{"??=", joinStrict}, {"||=", joinStrict}, {"?=", joinStrict}, {"+=", joinStrict}, {".=", joinStrict},
	{"=", joinStrict}, {"＝", joinStrict}, {":", joinColon}, {"：", joinColon},
	{",", joinCall}, {">", joinElement}, {"(", joinNamed},
}

// join reads what joins the name that ends at end to a value, and where that
// begins.
func (sc *scanner) join(end int) (at int, how join) {
	s := sc.s
	if end == len(s) || s[end] < 0x80 && !isCopula(s[:end]) && strings.IndexByte(" :=\"'`\\,])>(*\t!?+.|", s[end]) < 0 {
		return end, joinNone
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
	if at == len(s) {
		return end, joinNone
	}
	for _, sign := range signs {
		if isAlnum(s[at]) || isQuote(s[at]) || !strings.HasPrefix(s[at:], sign.text) {
			continue
		}
		after := at + len(sign.text)
		rest := s[after:]
		switch {
		case sign.how == joinStrict && (at > tight || rest != "" && isBlank(rest[0])):
			return after, joinSpaced
		case sign.text == ":" && (strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "//")),
			sign.how == joinCall && !quoted, sign.how != joinCall && sign.how >= joinNamed && at > end,
			sign.how == joinNamed && (rest == "" || !isQuote(rest[0])):
			return end, joinNone
		case sign.how == joinColon || sign.how == joinCall:
			after += len(rest) - len(strings.TrimPrefix(rest, "**")) // **API key:** …
			if quoted {
				after = skip(s, after)
			} else if sign.text == ":" && after < len(s) && !isSpace(s[after]) {
				return after, joinCode
			}
		}
		return after, sign.how
	}
	switch {
	case isCopula(s[:end]):
		return at, joinCode
	case at > tight && !quoted:
		return sc.blank(end, at)
	}
	return end, joinNone
}

// skip moves from i over white space.
func skip(s string, i int) int {
	from := i
	for i < len(s) && i-from < maxKey && isSpace(s[i]) {
		i++
	}
	return i
}

// quoteAfter returns the end of the quote, escaped or not, that is at i, or i.
func quoteAfter(s string, i int) int {
	at := i
	for at < len(s) && s[at] == '\\' && at-i < maxEscapes {
		at++
	}
	if at == len(s) || !isQuote(s[at]) {
		return i
	}
	return at + 1
}

// blank says how a name that ends at end is joined to what follows it after
// blanks, at.
func (sc *scanner) blank(end, at int) (int, join) {
	s := sc.s
	switch {
	case end-sc.option < maxKey && !strings.ContainsAny(s[sc.option:end], " \t\n"), end <= sc.taker:
		return at, joinOption
	case isQuote(s[at]):
		return at, joinNamed
	}
	for _, word := range table().copulas {
		after := at + len(word)
		switch {
		case s[at] != word[0] || !strings.HasPrefix(s[at:], word) || after == len(s):
		case s[after] == ':':
			return after + 1, joinColon
		case isBlank(s[after]):
			return after, joinIs
		}
	}
	if strings.HasSuffix(s[:end], "password") {
		return at, joinOption // login NAME password PASSWORD
	}
	return end, joinNone
}

// isCopula reports whether s ends in a word for "is" of a language without blanks.
func isCopula[T string | []byte](s T) bool {
	return len(s) > 2 && s[len(s)-1] >= 0x80 && strings.Contains("是 为 は 는 은", string(s[len(s)-3:]))
}

// known says what the join is now that the key is known, and where the value
// begins.
func (sc *scanner) known(k keyRef, at int, how join) (int, join) {
	s, option := sc.s, k.text[0] == '-'
	switch {
	case how >= joinNamed && k.name.weak:
		return at, joinNone
	case how == joinElement:
		at = skip(s, at)
		if k.start > 0 && s[k.start-1] == '<' && strings.HasPrefix(s[skip(s, sc.literalAt(at).end):], "<") {
			return at, joinStrict
		}
		return at, joinNone
	case how == joinCall && !sc.literalAt(at).quoted:
		return at, joinNone
	case how == joinCall && (option || sets(s, k.start-1)):
		return at, joinStrict
	case how == joinCall:
		return at, joinNamed
	case (how == joinNamed || how == joinIs) && s[at] == '\'' && k.name.kind == kindPassword && isUpperCase(k.text):
		return at, joinStrict // SQL: PASSWORD 'x', PASSWORD('x'), IDENTIFIED BY 'x'
	case how != joinOption:
		return at, how
	case option && s[at] != '-', !option && sc.cmd == cmdEnv && isUpperCase(k.text):
		return at, joinStrict
	case option, k.end > sc.taker && k.name.kind != kindPassword:
		return at, joinNone
	}
	for s[at] == '-' && at+1 < len(s) { // --body, before the value
		for at+1 < len(s) && !isSpace(s[at]) {
			at++
		}
	}
	return at, joinSet
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
	if k.name.kind == kindSignature && start > 0 && (s[start-1] == '&' || s[start-1] == '?') {
		k.name.weak = false
	}
	return k
}

// typedKey reads the key of a declaration whose type is read: password: str = …,
// var token string = ….
func (sc *scanner) typedKey(typ keyRef) keyRef {
	end := typ.start
	for end > sc.last && typ.start-end < 8 && strings.IndexByte("&*?[]: ", sc.s[end-1]) >= 0 {
		end--
	}
	if end == typ.start || end <= sc.last || !inName(sc.s[end-1]) {
		return typ
	}
	return sc.keyAt(end)
}

// maxNested is the length up to which a value without quotes that is not a secret
// is searched for further keys, in bytes.
const maxNested = 128

// value redacts the value that starts at or after at if it is a secret, and
// returns where to go on.
func (sc *scanner) value(k keyRef, at int, how join) int {
	if at <= sc.skip && at < len(sc.s) && !isSpace(sc.s[at]) && !isQuote(sc.s[at]) {
		return at
	}
	if k.name.kind == kindAuthorization {
		return sc.authorization(at)
	}
	if how == joinColon {
		at = blockScalar(sc.s, at)
	}
	lit := sc.literalAt(at)
	if how == joinColon && !lit.quoted && k.name.line {
		lit.end, lit.prose = sc.lineEnd(lit.start), false
	}
	return sc.decide(k, lit, how)
}

// decide redacts the literal if it is a secret, and returns where to go on.
func (sc *scanner) decide(k keyRef, lit literal, how join) int {
	text := sc.s[lit.start:lit.end]
	if text == "" || strings.Contains(text, "-----BEGIN") || lit.start <= sc.skip && !lit.quoted {
		return lit.start
	}
	if how == joinColon || how == joinCode {
		// Lists and mappings are judged one by one; the quote of "token:", x
		// closes a string that ends in the key.
		list := !lit.quoted && strings.IndexByte("{[", text[0]) >= 0 && !isMarker(text)
		closes := lit.quoted && !k.quoted && strings.IndexByte(",);]} +", text[0]) >= 0
		if list || closes && !isKeyLike(strings.TrimPrefix(text, "+")) {
			return lit.start
		}
	}
	command := lit.start > 0 && sc.s[lit.start-1] == '`' && strings.Contains(text, " ")
	if command || !isSecret(text, k, lit, how) {
		if len(text) > maxNested {
			sc.skip = lit.end
		}
		return lit.start
	}
	return sc.add(sc.kindOf(lit.start, lit.end, k.name.kind), lit.start, lit.end)
}
