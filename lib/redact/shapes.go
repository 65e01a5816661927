package redact

import (
	"regexp"
	"strings"
	"sync"
)

// match finds the key that begins at i, by its prefix, else by its shape, which is the
// rule for all vendors that have no row; kind is empty where there is none.
func (sc *scanner) match(i int) (kind string, from, to int) {
	s, end := sc.s, 0 // of one that is broken
	if i+1 >= len(s) {
		return "", 0, 0
	}
	for w := first(prefixes, hash(s[i], s[i+1])); compiled[w] > 0; w = w.next() {
		if !strings.HasPrefix(s[i:], w.text()) {
			continue
		}
		v := w.row()
		from = i + len(w.text())
		if to = sc.run(v.set, from); to-from < v.min && to < len(s) && strings.IndexByte("*\r\n", s[to]) >= 0 {
			if at := v.broken(s, from, to); at > 0 {
				kind, end = v.kind, at
			}
		}
		if size := to - from; size < v.min || v.max > 0 && size > v.max || to < len(s) && isAlnum(s[to]) {
			continue
		}
		body := strings.TrimRight(s[from:to], ".")
		placeholder := strings.Trim(body, s[from:from+1]) == ""
		if to = from + len(body); placeholder || v.has(flagDense) && !isDense(body[:min(len(body), 64)]) {
			continue
		}
		for at, _ := rowBelow(s, to); isRandom(s[at:sc.run(v.set, at)]); at, _ = rowBelow(s, to) {
			end := sc.run(v.set, at)
			if after := strings.TrimLeft(s[end:], " \r"); after != "" && after[0] != '\n' {
				break
			}
			to = end // of a key that a terminal wrapped
		}
		if last := s[from-1]; last != '/' && last != '=' {
			from = i
		}
		return v.kind, from, to
	}
	if to = sc.dotted(i); to > 0 && strings.HasPrefix(s[i:], "eyJ") {
		return "jwt", i, to
	}
	if to = max(to, sc.opaque(i)); to > 0 {
		return kindToken, i, to
	}
	return kind, i, end
}

// broken measures a body that is broken once by a line break, or by the marks of what is bold, and that no words make.
func (v row) broken(s string, from, to int) (end int) {
	size, marks := to-from, 2
	for at := to; size > 2 && size < v.min && marks > 0; to = at {
		below, _ := rowBelow(s, to)
		rest, bold := strings.CutPrefix(s[to:], "**")
		if marks--; !bold && marks == 1 && below > to {
			rest, marks = s[below:], 0
		} else if !bold {
			return 0
		}
		for at = len(s) - len(rest); at < len(s) && v.set.has(s[at]); at++ {
			size++
		}
	}
	if size < v.min || v.max > 0 && size > v.max {
		return 0
	}
	body := strings.NewReplacer("*", "", "\r", "", "\n", "", " ", "").Replace(s[from:min(to, from+64)])
	if !isDense(body) {
		return 0
	}
	return to
}

// dotted measures three or more parts of base64url with dots between: a JSON web token, which begins
// with eyJ (RFC 7519), or what is long and has a part that no words make.
func (sc *scanner) dotted(i int) int {
	first := sc.run(setURL, i)
	if i < sc.noDots || first-i < 12 || first-i > 32 && sc.s[i] != 'e' || first == len(sc.s) || sc.s[first] != '.' {
		return 0
	}
	end := sc.run(setDotted, i)
	v := strings.TrimRight(sc.s[i:end], ".")
	parts := strings.SplitN(v, ".", 4)
	if len(parts) > 2 && (strings.HasPrefix(v, "eyJ") && len(parts[1]) > 3 ||
		len(v) >= 59 && (parts[1] == "atlasv1" || isRandom(parts[0]) || isRandom(parts[2]))) {
		return i + len(v)
	}
	sc.noDots = end
	return 0
}

// opaque measures the key at i by its look: a name, a sign (after a number a colon or a bar), and at
// least 20 letters and digits that no words make.
func (sc *scanner) opaque(i int) int {
	s, at, set := sc.s, sc.run(setAlnum, i), setURL
	before := strings.TrimRight(s[:i], "-") // but for the dashes of an option, to which it may be joined
	inside := before != "" && !sc.inner && (isIdent(s[i-1]) || strings.IndexByte("+/", s[i-1]) >= 0 ||
		s[i-1] == '-' && (isKey(before[len(before)-1]) || before[len(before)-1] == '/'))
	if inside || at == len(s) || at-i < 2 || at-i > 16 {
		return 0
	}
	switch s[at] {
	case '-', '_':
		if !isLetter(s[i]) || isOf("id", s[i:at]) {
			return 0
		}
	case ':', '|':
		if at-i < 8 || !isNumber(strings.TrimPrefix(s[i:at], "bot")) {
			return 0
		}
	case '~':
		set = setTilde // as in the client secret of an Azure application, abc8Q~…
	default:
		return 0
	}
	end := at + len(strings.TrimRight(s[at:sc.run(set, at+1)], "."))
	switch size := end - at; { // of a bot of Telegram, an app of Facebook, one of Azure
	case size == 36 && strings.HasPrefix(s[at:], ":A") && (s[at+2] == 'A' || isCased(s[at:end])),
		size == 28 && at-i > 14 && s[at] == '|' && isCased(s[at:end]),
		size >= 32 && size <= 35 && at-i == 5 && strings.HasPrefix(s[at-1:], "Q~") && isDigit(s[at-2]):
		return end
	}
	if end-i < 23 || end < len(s) && strings.IndexByte("+/", s[end]) >= 0 || !isRandom(s[at+1:end]) {
		return 0
	}
	return end
}

// kindOf returns the kind of the key that fits all of [start,end), else kind.
func (sc *scanner) kindOf(start, end int, kind string) string {
	if start >= end || !isAlnum(sc.s[start]) {
		return kind
	}
	if k, from, to := sc.match(start); k != "" && k != kindToken && from == start && to == end {
		return k
	}
	return kind
}

// lines redacts those of base64 that follow the name at end, as in a key file of PuTTY: Private-Lines: 2.
func (sc *scanner) lines(end int) int {
	lines := blocks().lines.FindStringSubmatchIndex(sc.s[end:min(len(sc.s), end+8<<10)])
	if lines == nil {
		return end
	}
	return sc.add(kindPrivateKey, end+lines[2], end+lines[3])
}

// tail redacts the lines of base64 before the end of a private key at [i,end), the beginning of which was cut off.
func (sc *scanner) tail(i, end int) int {
	s, start, found := sc.s, i, false
	for {
		to := sc.last + len(strings.TrimRight(s[sc.last:start], " \t\r\n>|+\"',"))
		if strings.HasSuffix(s[sc.last:to], `\n`) {
			to -= len(`\n`)
		}
		from := to
		for from > sc.last && (isAlnum(s[from-1]) || strings.IndexByte("+/=", s[from-1]) >= 0) {
			from--
		}
		if from > sc.last && from < to && isEscape(s, from-1) {
			from++
		}
		line := s[sc.last:from][strings.LastIndexByte(s[sc.last:from], '\n')+1:]
		line = line[max(0, strings.LastIndex(line, `\n`)+2*min(1, strings.Count(line, `\n`))):]
		long := to-from >= 16 && hasDigit(s[from:to])
		if from == to || !long && start < i || strings.Trim(line, " \t>|+-\"',`") != "" {
			break
		}
		start, found = from, found || long
	}
	if !found {
		return end
	}
	return sc.add(kindPrivateKey, start, end)
}

// blocks are the parts of a private key in PEM, OpenSSH, SSH's own or PGP armour after the dashes that it begins with:
// the line of its header, what shows that a key follows (after line breaks, real or as \n, quotes, prefixes of a diff
// and line numbers a long run of base64, an armour header, or the end of a cut text), and the line that ends it.
var blocks = sync.OnceValue(func() (b struct{ head, material, end, lines *regexp.Regexp }) {
	const line = `[^\n-]{0,60}PRIVATE KEY( BLOCK)? ?-+`
	b.head = regexp.MustCompile(`(?i)^ ?(BEGIN|END) ` + line)
	const run = `([A-Za-z0-9+/-]{16}|[A-Za-z0-9+/-]+$|[A-Za-z0-9+/-]{5,}:)`
	b.material = regexp.MustCompile(`^[ \t\r\n\\nr"'+>|,#*0-9-]*` + run)
	b.end = regexp.MustCompile(`(?i)---- ?END ` + line)
	const eol = `[ \t"',]*(?:\r?\n|\\n|$)`
	b.lines = regexp.MustCompile(`^-Lines: ?\d+` + eol + `((?:[ \t>|+"',]*[A-Za-z0-9+/]{2,}={0,2}` + eol + `)+)`)
	return b
})

// keyBlock redacts the private key whose dashes are at [i,run). Without an end line it goes
// to the end of the text. A header that no key follows, as in code that looks for one, stays.
func (sc *scanner) keyBlock(i, run int) int {
	rest := sc.s[run:]
	first, ends := strings.TrimPrefix(rest, " "), false
	if ends = foldPrefix(first, "END "); !ends && !foldPrefix(first, "BEGIN ") {
		return run
	}
	head := blocks().head.FindString(rest[:min(len(rest), 128)])
	if ends && head != "" {
		return sc.tail(i, run+len(head))
	}
	rest = rest[len(head):]
	if head == "" || !blocks().material.MatchString(rest[:min(len(rest), 128)]) {
		return run
	}
	if end := blocks().end.FindStringIndex(rest); end != nil {
		return sc.add(kindPrivateKey, i, run+len(head)+end[1])
	}
	return sc.add(kindPrivateKey, i, len(sc.s))
}
