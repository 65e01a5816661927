package redact

import (
	"regexp"
	"strings"
	"sync"
)

// blocks are the parts of a private key in PEM, OpenSSH, SSH's own or PGP armour after the dashes that it begins with:
// the line of its header, what shows that a key follows (after line breaks, real or as \n, quotes, prefixes of a diff
// and line numbers a long run of base64, an armour header, or the end of a cut text), and the line that ends it.
var blocks = sync.OnceValue(func() (b struct{ head, material, end *regexp.Regexp }) {
	const line = `[^\n-]{0,60}PRIVATE KEY( BLOCK)? ?-+`
	b.head = regexp.MustCompile(`^ ?BEGIN ` + line)
	const run = `([A-Za-z0-9+/-]{16}|[A-Za-z0-9+/-]+$|[A-Za-z0-9+/-]{5,}:)`
	b.material = regexp.MustCompile(`^[ \t\r\n\\nr"'+>|,#*0-9-]*` + run)
	b.end = regexp.MustCompile(`---- ?END ` + line)
	return b
})

// keyBlock redacts the private key whose dashes are at [i,run). Without an end line it goes
// to the end of the text. A header that no key follows, as in code that looks for one, stays.
func (sc *scanner) keyBlock(i, run int) int {
	rest := sc.s[run:]
	if !strings.HasPrefix(strings.TrimPrefix(rest, " "), "BEGIN ") {
		return run
	}
	head := blocks().head.FindString(rest[:min(len(rest), 128)])
	rest = rest[len(head):]
	if head == "" || !blocks().material.MatchString(rest[:min(len(rest), 128)]) {
		return run
	}
	if end := blocks().end.FindStringIndex(rest); end != nil {
		return sc.add(kindPrivateKey, i, run+len(head)+end[1])
	}
	return sc.add(kindPrivateKey, i, len(sc.s))
}
