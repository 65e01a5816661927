package redact

import (
	"encoding/base64"
	"strings"
)

// match finds the key that begins at i; kind is empty where there is none.
func (sc *scanner) match(i int) (kind string, from, to int) {
	s := sc.s
	if i+1 >= len(s) {
		return "", 0, 0
	}
	for _, v := range sc.prefixes[hash(s[i], s[i+1])] {
		if !strings.HasPrefix(s[i:], v.text) {
			continue
		}
		from, to = i+len(v.text), sc.run(v.set, i+len(v.text))
		if size := to - from; size < v.min || v.max > 0 && size > v.max || to < len(s) && isAlnum(s[to]) {
			continue
		}
		l := lookAt(s[from:min(to, from+64)])
		if l.differ < 4 || v.needs&dense != 0 && !l.dense() || v.needs&lone != 0 && inBase64(s, i, to) {
			continue
		}
		for s[to-1] == '.' {
			to--
		}
		if last := v.text[len(v.text)-1]; last != '/' && last != '=' {
			from = i
		}
		return v.kind, from, to
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
	end, next := sc.run(setAlnum, i), byte(0)
	if end < len(sc.s) {
		next = sc.s[end]
	}
	switch c := sc.s[i]; {
	case c == 'e' && next != ' ':
		kind, to = kindJWT, sc.jwt(i)
	case c == 'L' && end-i > 20:
		kind, to = kindPrivateKey, sc.encodedKey(i)
	case next == ':' && (isDigit(c) || strings.HasPrefix(sc.s[i:], "bot")):
		kind, to = "telegram-token", sc.parts(end-len(strings.TrimPrefix(sc.s[i:end], "bot")), ":", 8, 10, 35, 35)
	case next == '|' && isDigit(c):
		kind, to = "facebook-token", sc.parts(i, "|", 15, 16, 27, 40)
	case c == 'M' || c == 'N' || c == 'O':
		if kind, to = "discord-token", sc.parts(i, ".", 23, 28, 6, 6); to > 0 {
			to = sc.parts(to-6, ".", 6, 6, 27, 64)
		}
	}
	if to == 0 && next == '.' && end-i == 14 {
		kind, to = "terraform-token", sc.parts(i, ".atlasv1.", 14, 14, 60, 80)
	}
	if to == 0 && (next == '-' || next == '_') && end-i >= 2 && end-i <= 16 {
		kind, to = kindToken, sc.opaque(i, end)
	}
	if to == 0 {
		return "", 0, 0
	}
	return kind, i, to
}

// parts measures two runs of base64url of so many bytes at i, with middle
// between them; the first is a number where middle is : or |.
func (sc *scanner) parts(i int, middle string, lo, hi, lo2, hi2 int) int {
	s, a := sc.s, sc.run(setURL, min(i, len(sc.s)))
	if a-i < lo || a-i > hi || !strings.HasPrefix(s[a:], middle) || middle[0] != '.' && !isNumber(s[i:a]) {
		return 0
	}
	from := a + len(middle)
	to := sc.run(setURL, from)
	if to-from < lo2 || to-from > hi2 {
		return 0
	}
	return to
}

// jwt measures the parts of a JSON web token, three or more of base64url; the
// first decodes to an object, so it begins with eyJ (RFC 7519).
func (sc *scanner) jwt(i int) int {
	if i < sc.noJWT || !strings.HasPrefix(sc.s[i:], "eyJ") {
		return 0
	}
	first, end := sc.run(setURL, i), sc.run(setDotted, i)
	rest := strings.TrimRight(sc.s[first:end], ".")
	if first-i < 12 || strings.Count(rest, ".") < 2 || strings.IndexByte(rest[1:], '.') < 4 {
		sc.noJWT = end
		return 0
	}
	return first + len(rest)
}

// encodedKey measures the base64 of a private key in armour, as Kubernetes and
// CI systems hold it.
func (sc *scanner) encodedKey(i int) int {
	const dashes = "LS0tLS1CRUdJTi" // -----BEGIN
	if !strings.HasPrefix(sc.s[i:], dashes) {
		return 0
	}
	end := sc.run(setBase64, i)
	head, _ := base64.RawStdEncoding.DecodeString(sc.s[i : i+min(end-i, 64)/4*4])
	if !strings.Contains(string(head), privateKey) {
		return 0
	}
	return end
}

// ids begin what vendors write as they write keys, and what is an id or a hash.
const ids = " toolu srvtoolu msg req call chatcmpl cmpl file run asst thread org proj resp step batch cus price " +
	"prod pi sub ch evt in seti pm txn si acct cs il re po di tr sha1 sha256 sha384 sha512 md5 h1 " +
	"user session agent id uid ftjobs dpl rs fc vs ws "

// opaque measures the key that begins at i by its look: a name, which ends at
// at, a sign, and at least 20 letters and digits that no words make. It is the
// rule for all vendors that have no row.
func (sc *scanner) opaque(i, at int) int {
	s, end := sc.s, sc.run(setURL, i)
	if end-i < 23 || !isLetter(s[i]) || i > 0 && !sc.inner && (isIdent(s[i-1]) || strings.IndexByte("-+/", s[i-1]) >= 0) ||
		end < len(s) && strings.IndexByte("+/", s[end]) >= 0 {
		return 0
	}
	if isOf(ids, s[i:at]) || !isRandom(s[at+1:end]) {
		return 0
	}
	return end
}

// tilde finds the client secret of an Azure application, whose ~ is at i, by its
// middle, "8Q~".
func (sc *scanner) tilde(i int) int {
	s, from := sc.s, i-5
	if from < sc.last || s[i-1] != 'Q' || !isDigit(s[i-2]) || strings.ContainsAny(s[from:i-2], " \t\n\"'`=:,;()<>") {
		return i + 1
	}
	to := sc.run(setOpaque, i+1)
	if size := to - i - 1; size < 31 || size > 40 || strings.Contains(s[i+1:to], "Q~") {
		return i + 1
	}
	for s[to-1] == '.' {
		to--
	}
	return sc.add("azure-secret", from, to)
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
