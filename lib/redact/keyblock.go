package redact

import "strings"

const privateKey = "PRIVATE KEY"

// keyBlock redacts a private key in PEM, OpenSSH or PGP armour whose dashes
// are at [i,run). Without an end line it goes to the end of the text. A header that
// no key follows, as in code that looks for one, stays.
func (sc *scanner) keyBlock(i, run int) int {
	s := sc.s
	if head := armour(s, run, "BEGIN "); head > 0 && hasMaterial(s, head) {
		for at := head; ; {
			n := strings.Index(s[at:], "END ")
			if n < 0 {
				return sc.add(kindPrivateKey, i, len(s))
			}
			at += n
			if end := armour(s, at, "END "); end > 0 && strings.HasSuffix(strings.TrimSuffix(s[head:at], " "), "----") {
				return sc.add(kindPrivateKey, i, end)
			}
			at += len("END ")
		}
	}
	return run
}

// armour returns the end of the line of armour of a private key whose label
// starts at i with verb, or 0.
func armour(s string, i int, verb string) int {
	label := strings.TrimPrefix(s[i:min(len(s), i+80)], " ") // SSH's own format has blanks
	at := strings.Index(label, privateKey)
	if at < 0 || !strings.HasPrefix(label, verb) || strings.ContainsAny(label[:at], "\n-") {
		return 0
	}
	rest := s[i+strings.Index(s[i:], privateKey)+len(privateKey):]
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, " BLOCK"), " ")
	after := strings.TrimLeft(rest, "-")
	if len(after) == len(rest) {
		return 0
	}
	return len(s) - len(after)
}

// hasMaterial reports whether a key follows the header that ends at i: after
// line breaks (real or as \n), quotes, prefixes of a diff and line numbers,
// comes a long run of base64, an armour header, or the end of a cut text.
func hasMaterial(s string, i int) bool {
	window := s[i:min(len(s), i+128)]
	rest := strings.TrimLeft(window, " \t\r\n\\nr\"'+->|,#*0123456789")
	n := 0
	for n < len(rest) && (isAlnum(rest[n]) || strings.IndexByte("+/-", rest[n]) >= 0) {
		n++
	}
	return n >= 16 || n > 0 && n == len(rest) || n > 4 && rest[n] == ':'
}
