package redact

import "strings"

const privateKey = "PRIVATE KEY"

// keyBlock redacts a private key in PEM, OpenSSH or PGP armour whose dashes
// are at [i,run). Without an end line it goes to the end of the text. A
// header that no key follows, as in code that looks for one, stays.
func (sc *scanner) keyBlock(i, run int) int {
	s := sc.s
	label := strings.TrimPrefix(s[run:min(len(s), run+64)], " ")
	switch {
	case strings.HasPrefix(label, "BEGIN "):
		head, ok := headerEnd(s, run)
		if !ok || !hasMaterial(s, head) {
			return run
		}
		return sc.add(kindPrivateKey, i, blockEnd(s, head))
	case strings.HasPrefix(label, "END "):
		// The tail of a block whose beginning was cut away.
		end, ok := headerEnd(s, run)
		start := sc.tailStart(i)
		if !ok || i-start < 16 {
			return run
		}
		return sc.add(kindPrivateKey, start, end)
	}
	return run
}

// headerEnd returns the end of the armour line whose label starts at i, where
// that label names a private key.
func headerEnd(s string, i int) (int, bool) {
	label := s[i:min(len(s), i+80)]
	at := strings.Index(label, privateKey)
	if at < 0 || strings.ContainsAny(label[:at], "\n-") {
		return i, false
	}
	end := i + at + len(privateKey)
	end += len(s[end:]) - len(strings.TrimPrefix(s[end:], " BLOCK"))
	// SSH's own format has a space before the dashes.
	if strings.HasPrefix(s[end:], " -") {
		end++
	}
	dashes := end
	for end < len(s) && s[end] == '-' {
		end++
	}
	return end, end > dashes
}

// hasMaterial reports whether a key follows the header that ends at i: after
// line breaks (real or as \n), quotes, prefixes of a diff and line numbers,
// comes a long run of base64, an armour header, or the end of a cut text.
func hasMaterial(s string, i int) bool {
	start := i
	for i < len(s) && i-start < 64 {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && (s[i+1] == 'n' || s[i+1] == 'r'):
			i += 2
		case isSpace(c), isDigit(c), strings.IndexByte("\"'+->|,#*\\", c) >= 0:
			i++
		default:
			j := i
			for j < len(s) && j-i < 64 && (isAlnum(s[j]) || s[j] == '+' || s[j] == '/' || s[j] == '-') {
				j++
			}
			return j-i >= 16 || j == len(s) || j > i+4 && s[j] == ':'
		}
	}
	return false
}

// blockEnd returns the end of the block whose header ends at i.
func blockEnd(s string, i int) int {
	for {
		at := strings.Index(s[i:], "END ")
		if at < 0 {
			return len(s)
		}
		i += at
		if i >= 4 && strings.HasSuffix(strings.TrimSuffix(s[i-5:i], " "), "----") {
			if end, ok := headerEnd(s, i); ok {
				return end
			}
		}
		i += len("END ")
	}
}

// tailStart walks back from i over lines of base64, not into an earlier span.
func (sc *scanner) tailStart(i int) int {
	s := sc.s
	start := i
	for start > sc.last {
		c := s[start-1]
		if !isAlnum(c) && c != '+' && c != '/' && c != '=' && c != '\n' && c != '\r' && c != '\\' {
			break
		}
		start--
	}
	for start < i {
		size := strings.IndexAny(s[start:i], "\r\n\\")
		if size < 0 || size >= 32 {
			break
		}
		start += size + 1 // no line of a key, but a word before it
	}
	return start
}

// putty redacts a private key in the format of PuTTY, to the line of its
// checksum or, without one, to the end of the text.
func (sc *scanner) putty(i int) int {
	const head, mac = "PuTTY-User-Key-File-", "Private-MAC:"
	s := sc.s
	if !strings.HasPrefix(s[i:], head) {
		return i
	}
	at := i + len(head)
	if at+1 >= len(s) || !isDigit(s[at]) || s[at+1] != ':' {
		return i
	}
	end := strings.Index(s[at:], mac)
	if end < 0 {
		return sc.add(kindPrivateKey, i, len(s))
	}
	end += at + len(mac)
	for end < len(s) && isBlank(s[end]) {
		end++
	}
	return sc.add(kindPrivateKey, i, sc.run(setHex, end))
}
