package redact

import (
	"bytes"
	"strings"
)

// maxKey is how much of a key's name counts, in bytes from its end.
const maxKey = 64

// classify says what a key's name names. The name may be in any case and style:
// DB_PASSWORD, dbPassword, db.password, db-password, PGPASSWORD, password2.
func classify(key string) name {
	var buf [2 * maxKey]byte
	if len(key) > maxKey {
		key = key[len(key)-maxKey:]
	}
	b := normalise(buf[:0], key)
	for range 2 {
		b = trimEnding(b)
	}
	if len(b) == 0 {
		return name{}
	}
	for _, r := range table().rules[b[len(b)-1]] {
		rest := len(b) - len(r.word)
		if rest < 0 || string(b[rest:]) != r.word || rest == 0 && r.name.part ||
			rest > 0 && r.whole && b[rest-1] != '_' {
			continue
		}
		found := *r.name
		switch r.word {
		case "key":
			if isOf("public-key", string(b[bytes.LastIndexByte(b[:rest-1], '_')+1:rest-1])) {
				continue
			}
		case "pass", "pw":
			if rest == 0 && strings.HasSuffix(key, "PASS") {
				continue // PASS: TestName
			}
			found.weak = rest == 0
		}
		return found
	}
	return name{}
}

// normalise appends key to b as lower-case words with one _ between them.
func normalise(b []byte, key string) []byte {
	for i := 0; i < len(key); i++ {
		if key[i] >= 0x80 {
			return append(b, strings.ToLower(key[i:])...)
		}
		c := key[i]
		if !isAlnum(c) {
			if len(b) > 0 && b[len(b)-1] != '_' {
				b = append(b, '_')
			}
			continue
		}
		if isUpper(c) {
			inner := i > 0 && isLower(key[i-1])
			acronym := i > 0 && isUpper(key[i-1]) && i+1 < len(key) && isLower(key[i+1])
			if inner || acronym {
				b = append(b, '_')
			}
			c |= 0x20
		}
		b = append(b, c)
	}
	return b
}

// trimEnding drops trailing digits, separators, and one word that is an ending.
func trimEnding(b []byte) []byte {
	for len(b) > 0 && (b[len(b)-1] == '_' || isDigit(b[len(b)-1])) {
		b = b[:len(b)-1]
	}
	if isCopula(b) {
		return b[:len(b)-len("是")]
	}
	if n := bytes.LastIndexByte(b, '_'); n > 0 && isOf("ending", string(b[n+1:])) {
		return b[:n]
	}
	return b
}
