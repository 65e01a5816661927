package redact

import "strings"

// pair is the name that was given as a value: name: X_TOKEN, to which a value:
// that follows belongs.
type pair struct {
	name  name
	until int
}

// maxPair is how far after its name the value of a pair may be, in bytes.
const maxPair = 200

var nameKeys, valueKeys = []string{"name", "key", "id"}, []string{"value", "defaultvalue", "default"}

// paired handles both halves of name="X_TOKEN" value="…", in XML, YAML and
// JSON. It reports whether the value that starts at or after at belongs to a
// name that was read before, and gives k that name.
func (sc *scanner) paired(k *keyRef, at int) bool {
	switch {
	case oneOf(k.text, valueKeys):
		if sc.pair.until < at {
			return false
		}
		k.name, sc.pair = sc.pair.name, pair{}
		return true
	case oneOf(k.text, nameKeys):
		s, from := sc.s, at
		for from < len(s) && from-at < 16 && (isBlank(s[from]) || isQuote(s[from])) {
			from++
		}
		to := from
		for to < len(s) && to-from < maxKey && isKey(s[to]) {
			to++
		}
		sc.pair = pair{classify(s[from:to]), to + maxPair}
		if sc.pair.name.kind == "" || sc.pair.name.kind == kindAuthorization || sc.pair.name.kind == kindCookie {
			sc.pair = pair{}
		}
	}
	return false
}

// kube is what is known of Kubernetes' secrets: in the data of one, every value
// is a secret.
type kube struct {
	until    int // up to here a secret's data goes
	from, to int // the document that was looked at last
	secret   bool
}

// maxDocument bounds how much of a document is searched for its kind, in bytes.
const maxDocument = 64 << 10

// kubeData notes where the data of a Kubernetes secret ends, if the key before
// the colon at i begins it.
func (sc *scanner) kubeData(k keyRef, i int) {
	if k.text != "data" && k.text != "stringData" || !sc.isKubeSecret(i) {
		return
	}
	s, at := sc.s, i+1
	for at < len(s) && at-i < 64 && isSpace(s[at]) {
		at++
	}
	if at < len(s) && s[at] == '{' {
		sc.kube.until = at + max(0, strings.IndexByte(s[at:min(len(s), at+maxDocument)], '}'))
		return
	}
	depth := indent(s, k.start)
	for at = i + 1; at < len(s) && at-i < maxDocument; {
		end := at + strings.IndexByte(s[at:], '\n') + 1
		if end == at {
			end = len(s)
		}
		if line := strings.TrimSpace(s[at:end]); at > i+1 && line != "" && indent(s, at+len(s[at:end])-len(strings.TrimLeft(s[at:end], " \t"))) <= depth {
			break
		}
		at = end
	}
	sc.kube.until = at
}

// isKubeSecret reports whether the document of i is of the kind Secret.
func (sc *scanner) isKubeSecret(i int) bool {
	c := &sc.kube
	if i >= c.from && i < c.to {
		return c.secret
	}
	const line = "\n---"
	c.from = max(0, i-maxDocument)
	if n := strings.LastIndex(sc.s[c.from:i], line); n >= 0 {
		c.from += n
	}
	c.to = min(len(sc.s), i+maxDocument)
	if n := strings.Index(sc.s[i:c.to], line); n >= 0 {
		c.to = i + n
	}
	doc := sc.s[c.from:c.to]
	c.secret = false
	for !c.secret {
		n := strings.Index(doc, "kind")
		if n < 0 {
			break
		}
		doc = doc[n+len("kind"):]
		c.secret = foldPrefix(strings.TrimLeft(doc, "\"': \t"), "secret") && doc != "" && strings.IndexByte("\"':", doc[0]) >= 0
	}
	return c.secret
}

// indent is how many blanks are before i on its line, nothing else counting.
func indent(s string, i int) int {
	start := strings.LastIndexByte(s[max(0, i-maxKey):i], '\n') + 1 + max(0, i-maxKey)
	n := 0
	for start+n < i && isBlank(s[start+n]) {
		n++
	}
	return n
}

// maxScalar bounds a YAML scalar of several lines, in bytes.
const maxScalar = 16 << 10

// block redacts the lines of the scalar whose sign, | or >, is at i, of the
// key k: each that is one word, and any where the key's value may be several.
func (sc *scanner) block(k keyRef, i int) int {
	s, depth := sc.s, indent(sc.s, k.start)
	if i == len(s) || s[i] != '|' && s[i] != '>' {
		return i
	}
	at := i + 1
	for at < len(s) && at-i < 8 && strings.IndexByte("+-0123456789 \t\r", s[at]) >= 0 {
		at++
	}
	if at == len(s) || s[at] != '\n' {
		return i
	}
	for at++; at < len(s) && at-i < maxScalar; {
		end := len(s)
		if n := strings.IndexByte(s[at:], '\n'); n >= 0 {
			end = at + n
		}
		line := s[at:end]
		text := strings.TrimSpace(line)
		start := at + strings.Index(line, text)
		if text != "" && start-at <= depth || strings.Contains(text, "-----BEGIN") {
			break
		}
		c := context{name: k.name, key: k.text, join: joinColon, quoted: true}
		if text != "" && (k.name.phrase || !strings.Contains(text, " ")) && isSecret(text, c) {
			sc.add(sc.kindOf(start, start+len(text), k.name.kind), start, start+len(text))
		}
		at = end + 1
	}
	return max(i, sc.last)
}

// netrcWords are those of an entry of .netrc before the password.
var netrcWords = []string{"machine", "", "login", "", "password"}

// netrc redacts the password of an entry of .netrc that begins at i:
// machine HOST login USER password PASSWORD, over one line or several.
func (sc *scanner) netrc(i int) int {
	at := i
	for _, want := range netrcWords {
		from, to := nextWord(sc.s, at)
		if from == to || want != "" && sc.s[from:to] != want {
			return i
		}
		at = to
	}
	from, to := nextWord(sc.s, at)
	if end := sc.decide(keyRef{name: password}, literal{start: from, end: to, quoted: true}, joinStrict); end == to && end > from {
		return end
	}
	return i
}

// variable notes the name of variable "X_TOKEN" { default = "…" }, whose first
// word ends at i.
func (sc *scanner) variable(i int) int {
	from, to := nextWord(sc.s, i)
	if k := classify(strings.Trim(sc.s[from:to], `"`)); from < to && sc.s[from] == '"' && k.kind != "" {
		sc.pair = pair{k, to + maxPair}
	}
	return i
}

// setting redacts the value of set NAME VALUE, whose first word ends at i: an
// option may be between, and the value must look like a secret.
func (sc *scanner) setting(i int) int {
	from, to := nextWord(sc.s, i)
	if from < to && sc.s[from] == '-' {
		from, to = nextWord(sc.s, to)
	}
	k := keyRef{text: sc.s[from:to]}
	if n := strings.LastIndex(k.text, ":_"); n >= 0 {
		k.text = k.text[n+1:] // npm's //registry/:_authToken
	}
	if k.name = classify(k.text); k.name.kind == "" || k.name.weak || strings.ContainsAny(k.text, "=:(\"'") {
		return i
	}
	at := argument(sc.s, to)
	if at == to {
		return i
	}
	if option, end := nextWord(sc.s, at); sc.s[option] == '-' && isWord(sc.s[option:end]) {
		if at = argument(sc.s, end); at == end {
			return i // --body, before the value
		}
	}
	lit := sc.literalAt(at)
	if text := sc.s[lit.start:lit.end]; lit.prose || !isStrong(text) || !hasDigit(text) {
		return i
	}
	return max(i, sc.decide(k, lit, joinStrict))
}

// nextWord finds the next word at or after i, of at most 4 times maxKey bytes.
func nextWord(s string, i int) (from, to int) {
	from = i
	for from < len(s) && from-i < maxKey && isSpace(s[from]) {
		from++
	}
	to = from
	for to < len(s) && to-from < 4*maxKey && !isSpace(s[to]) {
		to++
	}
	return from, to
}

// cookies redacts the values of a Cookie or Set-Cookie header at or after i that
// look like secrets; the names stay.
func (sc *scanner) cookies(i int) int {
	if i < sc.baked {
		return i
	}
	lit := sc.literalAt(i)
	if !lit.quoted {
		lit.end = sc.lineEnd(lit.start)
	}
	found := false
	sc.baked = lit.end
	for at := lit.start; at < lit.end; {
		end := lit.end
		if n := strings.IndexByte(sc.s[at:lit.end], ';'); n >= 0 {
			end = at + n
		}
		if n := strings.IndexByte(sc.s[at:end], '='); n >= 0 {
			from := at + n + 1
			if v := sc.s[from:end]; len(v) >= 16 && hasDigit(v) && !strings.ContainsAny(v, " \t") && isLiteral(v) && !isMarker(v) {
				sc.add(sc.kindOf(from, end, kindCookie), from, end)
				found = true
			}
		}
		at = end + 1
	}
	if found {
		return sc.last
	}
	return max(i, lit.start)
}
