package redact

import "strings"

// A link joins a key to its value. Each needs more of the value than those before it.
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

type keyRef struct {
	name
	text   string
	start  int
	quoted bool
}

// assignment redacts the value of the key that ends at end, and returns where to go on.
func (sc *scanner) assignment(end int) int {
	at, how := sc.link(end)
	if how == linkNone {
		return end
	}
	k := sc.keyAt(end)
	if how <= linkCode && k.kind == "" && isOf("answer", k.text) { // a type: password: str = …, var token string = …
		k = sc.keyAt(max(sc.last, len(strings.TrimRight(sc.s[:k.start], "&*?[]: "))))
	}
	switch {
	case sc.cmd == cmdCurl && strings.HasPrefix(k.text, "-") && strings.HasSuffix(k.text, "user"):
		return sc.userInfo(at, end)
	case k.kind == "" && !sc.paired(&k, at):
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

// link reads what joins the name that ends at end to a value, and where that begins.
func (sc *scanner) link(end int) (at int, how link) {
	s := sc.s
	at = quoteAfter(s, end)
	quoted := at > end
	for n := 0; n < 2 && at < len(s) && (s[at] == ']' || s[at] == '*'); n++ {
		at++ // x["token"] = …, **Token**: …
	}
	tight := at
	for at < len(s) && at-tight < 16 && (isBlank(s[at]) || quoted && isSpace(s[at])) {
		at++
	}
	switch rest := s[at:]; {
	case rest == "":
		return end, linkNone
	case quoted && rest[0] == ',':
		return skip(s, at+1, isSpace), linkCall
	case at == end && rest[0] == '>':
		return at + 1, linkElement
	case at == end && len(rest) > 1 && rest[0] == '(' && isQuote(rest[1]):
		return at + 1, linkNamed
	}
	const begins = "=!:?|+.\xef" // of a text that most words are not before
	for i := 0; strings.IndexByte(begins, s[at]) >= 0 && i < len(signs); i++ {
		sign := &signs[i]
		if sign.text[0] != s[at] || !strings.HasPrefix(s[at:], sign.text) {
			continue
		}
		how, after := sign.how, at+len(sign.text)
		switch rest := s[after:]; {
		case how == linkTight && at > tight:
			how = linkSpaced
		case how == linkLoose && strings.HasPrefix(rest, "**"): // **API key:** …
			after += len("**")
		case how == linkLoose && quoted:
			after = skip(s, after, isSpace)
		case sign.text == ":" && rest != "" && !isSpace(rest[0]):
			how = linkCode
		}
		return after, how
	}
	switch {
	case isCopula(s[:end]):
		return at, linkCode
	case at > tight && !quoted && s[at] != '|':
		return sc.blank(end, at)
	}
	return end, linkNone
}

// blank says how the name that ends at end is joined to what follows blanks, at.
func (sc *scanner) blank(end, at int) (int, link) {
	s := sc.s
	switch {
	case end <= sc.taker:
		return at, linkBlank
	case isQuote(s[at]):
		return at, linkNamed
	}
	is := at + start("is", s[at:])
	switch word := s[at:is]; {
	case word == "" || is == len(s) || word != strings.ToLower(word):
	case s[is] == ':': // the password is: …
		return is + 1, linkLoose
	case isBlank(s[is]):
		return is + 1, linkIs
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

// resolve says what the link is of a known key, and where the value begins.
func (sc *scanner) resolve(k keyRef, at int, how link) (int, link) {
	s, option := sc.s, k.text[0] == '-'
	switch {
	case how == linkElement:
		at = skip(s, at, isSpace)
		if strings.HasSuffix(s[:k.start], "<") && strings.HasPrefix(s[skip(s, sc.literalAt(at).end, isSpace):], "<") {
			return at, linkTight
		}
		return at, linkNone
	case how == linkCall && !sc.literalAt(at).quoted:
		return at, linkNone
	case how == linkCall && (option || sets(s[max(0, k.start-maxKey):max(0, k.start-1)])):
		return at, linkTight
	case how == linkBlank && option && s[at] == '-':
		return at, linkNone
	case how == linkBlank && (option || sc.cmd == cmdEnv && isUpperCase(k.text)):
		return at, linkTight
	case how == linkBlank:
		for s[at] == '-' && at+1 < len(s) { // --body, before the value
			for at+1 < len(s) && !isSpace(s[at]) {
				at++
			}
		}
		return at, linkCode
	case (how == linkNamed || how == linkCall) && s[at] == '\'' && k.kind == kindPassword && isUpperCase(k.text),
		how == linkNamed && k.kind == kindPassword && sc.sets(k, at):
		return at, linkTight // SQL: PASSWORD 'x', PASSWORD('x'), IDENTIFIED BY 'x'; setPassword("x")
	case how == linkCall:
		return at, linkNamed
	}
	return at, how
}

// sets reports whether what is before a string calls a function that sets something.
func sets(before string) bool {
	name, ok := strings.CutSuffix(before, "(")
	return ok && holds("setter", name[strings.LastIndexAny(name, " \t\n=;,()")+1:])
}

func (sc *scanner) keyAt(end int) keyRef {
	s, start := sc.s, end
	for start > sc.last && end-start < maxKey && inKey(s[start-1]) {
		start--
	}
	if start > 0 && end-start > 1 && isEscape(s, start-1) {
		start++
	}
	k := keyRef{text: s[start:end], start: start, quoted: quoteAfter(s, end) > end}
	before := s[max(sc.last, start-maxKey):start]
	switch {
	case strings.EqualFold(k.text, "by") && holds("grant", before):
		k.name, k.text = classify("password"), "IDENTIFIED BY"
		return k
	case strings.EqualFold(k.text, "key") && strings.HasSuffix(before, " "): // API key: …
		at := start - len(before) + len(strings.TrimRight(before[:len(before)-1], letters))
		if !strings.HasSuffix(s[:at], "<") { // <add key="…"
			k.start, k.text = at, s[at:end]
		}
	}
	if k.name = classify(k.text); start > 0 && strings.IndexByte("&?", s[start-1]) >= 0 {
		k.flags &^= flagWeak
	}
	return k
}

// value redacts the value at or after at if it is a secret, and returns where to go on.
func (sc *scanner) value(k keyRef, at int, how link) int {
	if at <= sc.skip && at < len(sc.s) && !isSpace(sc.s[at]) && !isQuote(sc.s[at]) {
		return at
	}
	from := blockScalar(sc.s, at)
	below, joined := rowBelow(sc.s, from)
	if how > linkCode || k.has(flagLine) {
		below = from
	}
	lit := sc.literalAt(below)
	text, rest := sc.s[lit.start:lit.end], sc.s[lit.end:min(len(sc.s), lit.end+maxKey)]
	rest = strings.TrimLeft(rest, " \t\r*`\"'")
	switch {
	case below > from && !joined:
		lone := isBlank(sc.s[below-1]) && (rest == "" || rest[0] == '\n')
		if how = linkCode; !lone || strings.ContainsAny(text, "=:") || !isStrong(text) {
			return from
		}
	case k.kind == kindAuthorization && k.has(flagLine):
		lit, how = sc.credential(lit), linkSpaced
	case how == linkLoose && !lit.quoted && k.has(flagLine):
		lit.end, lit.prose = lineEnd(sc.s, lit.start), false
	}
	return sc.decide(k, lit, how)
}

// rowBelow moves from the end of a line at i to the text of the next one; joined is whether a shell joins the two.
func rowBelow(s string, i int) (at int, joined bool) {
	end := skip(s, i, isBlank)
	rest, joined := strings.CutPrefix(s[end:], "\\")
	rest = strings.TrimPrefix(rest, "\r")
	if rest == "" || rest[0] != '\n' {
		return i, false
	}
	return skip(s, len(s)-len(rest)+1, isBlank), joined
}

func (sc *scanner) decide(k keyRef, lit literal, how link) int {
	text := sc.s[lit.start:lit.end]
	command := strings.HasSuffix(sc.s[:lit.start], "`") && strings.Contains(text, " ")
	switch {
	case text == "" || strings.Contains(text, "-----BEGIN"):
	case !command && isSecret(text, k, lit, how):
		return sc.add(sc.kindOf(lit.start, lit.end, k.kind), lit.start, lit.end)
	case len(text) > 128: // a shorter one is searched for keys
		sc.skip = lit.end
	}
	return lit.start
}

// pair is a name that was given as a value: name: X_TOKEN. A value: that follows is its.
type pair struct {
	name  name
	until int // where its value begins at the latest
}

// sets reports whether a call sets a password, which has a digit as no label has: setPassword("hunter2").
func (sc *scanner) sets(k keyRef, at int) bool {
	lit := sc.literalAt(at)
	text := sc.s[lit.start:lit.end]
	name := k.text[1+strings.LastIndex(k.text, "."):]
	return start("setter", name) > 0 && hasDigit(text) && !strings.Contains(text, " ")
}

// paired handles both halves of name="X_TOKEN" value="…". It reports whether the value
// at or after at belongs to a name that was read before, and gives k that name.
func (sc *scanner) paired(k *keyRef, at int) bool {
	switch {
	case k.quoted && isOf("jwk", k.text) &&
		strings.Contains(sc.s[max(0, at-maxLine):min(len(sc.s), at+maxLine)], `"kty"`):
		k.name = name{kindPrivateKey, flagRandom}
		return true
	case isOf("value", k.text) && sc.pair.until >= at:
		k.name, sc.pair = sc.pair.name, pair{}
		return k.name.kind != ""
	case isOf("named", k.text):
		from := skip(sc.s, at, isSpace)
		text := strings.TrimLeft(sc.s[from:min(len(sc.s), from+2*maxKey)], "\\\"'")
		if n := strings.IndexAny(text, " \t\r\n\\\"',;<>"); n >= 0 {
			text = text[:n]
		}
		sc.pair = pair{classify(text), from + len(text) + 200}
	}
	return false
}

// blockScalar moves from i over | or >, as YAML begins several lines, to their text.
func blockScalar(s string, i int) int {
	rest := strings.TrimLeft(s[i:min(len(s), i+maxKey)], " \t")
	if rest == "" || rest[0] != '|' && rest[0] != '>' {
		return i
	}
	after := strings.TrimLeft(rest[1:], "+-0123456789 \t\r")
	if after == "" || after[0] != '\n' {
		return i
	}
	return skip(s, min(len(s), i+maxKey)-len(after), isSpace)
}

// cell redacts what is behind a bar of a table, one word with digits or signs, where the cell before it names a secret
// or the head of its column does, below which there is a rule: of a password what is no name ("min-8-chars"), of others
// what no words make.
func (sc *scanner) cell(i int) int {
	sc.cmd = cmdNone
	rest := sc.s[i:min(len(sc.s), i+maxCell)]
	v, _, closed := strings.Cut(rest, "|")
	v = strings.Trim(v, " \t*`")
	l := lookAt(v)
	_, below, _ := strings.Cut(rest, "\n")
	heads := rules(below) && (sc.column.kind == "" || !sc.under(i))
	if !heads && (!closed || l.lower+l.symbols < 3 || strings.ContainsAny(v, " \t\n") || !isStrong(v)) {
		return i
	}
	row := sc.s[max(0, i-maxCell) : i-1]
	row = row[strings.LastIndexByte(row, '\n')+1:]
	bars := strings.Count(row, "|")
	of := classify(strings.Trim(row[strings.LastIndexByte(row, '|')+1:], " \t*`"))
	if heads {
		if of.kind != "" || bars <= sc.bars {
			sc.column, sc.bars = of, bars
		}
		return i
	}
	if bars == 0 || of.kind == "" {
		if of = sc.column; bars+1 != sc.bars {
			return i
		}
	}
	named := l.upper == 0 && strings.ContainsAny(v, "-_/<")
	if of.kind == "" || documents(v) || of.kind == kindPassword && named ||
		of.kind != kindPassword && !isDense(v) && !isRandom(v) {
		return i
	}
	return sc.value(keyRef{name: of}, i, linkCode)
}

// rules reports whether a table's rule begins a text.
func rules(s string) bool { return strings.HasPrefix(strings.TrimLeft(s, "|: +>"), "--") }

// under reports whether the row of i is below another one of a table: the last, above a closing rule.
func (sc *scanner) under(i int) bool {
	above := strings.Split(sc.s[max(0, i-maxCell):i], "\n")
	n := len(above) - 2
	if n > 0 && rules(above[n]) {
		n--
	}
	return n >= 0 && strings.Contains(above[n], "|")
}

// documents reports whether a cell holds a type, a hash, a store, a file or a mail address: varchar255, Login2.tsx:42.
func documents(v string) bool {
	const digits = "0123456789"
	file, _, _ := strings.Cut(v, ":")
	_, host, _ := strings.Cut(v, "@")
	return isOf("type", strings.TrimRight(v, digits)) ||
		isOf("unit", strings.TrimLeft(strings.TrimLeft(v, letters), digits)) ||
		strings.Contains(file, ".") && isOf("file", file[1+strings.LastIndexByte(file, '.'):]) ||
		strings.Contains(host, ".") && strings.Trim(host, letters+"-.") == ""
}
