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
	for i := range len(key) {
		c := key[i]
		switch {
		case c >= 0x80:
			return append(b, strings.ToLower(key[i:])...)
		case !isAlnum(c) && (len(b) == 0 || b[len(b)-1] == '_'):
		case !isAlnum(c):
			b = append(b, '_')
		case !isUpper(c):
			b = append(b, c)
		case i > 0 && (isLower(key[i-1]) || isUpper(key[i-1]) && i+1 < len(key) && isLower(key[i+1])):
			b = append(b, '_', c|0x20)
		default:
			b = append(b, c|0x20)
		}
	}
	return b
}

// trimEnding drops trailing digits, separators, and one word that is an ending.
func trimEnding(b []byte) []byte {
	b = bytes.TrimRight(b, "_0123456789")
	if isCopula(b) {
		return b[:len(b)-len("是")]
	}
	if n := bytes.LastIndexByte(b, '_'); n > 0 && isOf("ending", string(b[n+1:])) {
		return bytes.TrimSuffix(b[:n], []byte("_do_not"))
	}
	return b
}
