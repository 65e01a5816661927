package redact

import (
	"bytes"
	_ "embed"
	"strings"
)

// compiled is tables.txt as a program reads it without taking it apart (compile_test.go): the indexes, the rows, and
// words, those of an index with the same hash one behind the other and a 0 behind the last.
//
//go:generate go test -run TestTablesAreCompiled -update .
//go:embed tables.bin
var compiled string

// An index says for each hash where its words begin.
const (
	prefixes = 2 * 256 * iota // how a vendor's keys begin, by their first two bytes, the longer first
	names                     // what the name of a key ends in, by its last byte
	lists                     // what is listed, by the name of its list and its first byte
	rows                      // no index: the first row
)

const (
	kindPrivateKey    = "private-key"
	kindPassword      = "password"
	kindURLPassword   = "url-password"
	kindAuthorization = "authorization"
	kindToken         = "token"
)

// A name is what a key's name says about its value; kind is empty if that is no secret.
type name struct {
	kind string
	flags
}

// flags are what a row of the table says besides.
type flags uint8

const (
	flagWeak   flags = 1 << iota // only if the value is more than a word
	flagRandom                   // only if the value looks like a service's key
	flagPhrase                   // the value may be several words
	flagLine                     // the value is the rest of the line
	flagPart                     // only at the end of a longer name
	flagWhole                    // not as the end of a longer word
	flagDense                    // only if no words make what follows a prefix
)

func (f flags) has(flag flags) bool { return f&flag > 0 }

// A row is what a row of the table says of its words: of a prefix also that what follows is a run of set of at least
// min bytes and, where max is not 0, at most max.
type row struct {
	name
	set      charset
	min, max int
}

const rowSize = 6 // where its kind is, flags, set, min, max

// A word is where one is in compiled: its size, the number of its row or the hash of its list, the word.
type word int

func wordAt(at int) word { return word(compiled[at]) | word(compiled[at+1])<<8 }

// first is the first word with a hash in an index, next the one behind w; there is none where its size is 0.
func first(index int, hash uint8) word { return wordAt(index + 2*int(hash)) }

func (w word) next() word   { return w + 2 + word(compiled[w]) }
func (w word) text() string { return compiled[w+2 : w.next()] }

func (w word) row() row {
	at := rows + rowSize*int(compiled[w+1])
	kind, of := wordAt(at).text(), compiled[at+2:at+rowSize]
	return row{name{kind, flags(of[0])}, charset(of[1]), int(of[2]), int(of[3])}
}

func hash(a, b byte) uint8 { return a*31 + b }

// start is the length of the longest word under the name of a list that s begins with, in any case.
func start(list, s string) (longest int) {
	if s == "" {
		return 0
	}
	of := hash(list[0], list[1])
	for w := first(lists, hash(of, s[0]|0x20)); compiled[w] > 0; w = w.next() {
		if compiled[w+1] == of && foldPrefix(s, w.text()) {
			longest = max(longest, len(w.text()))
		}
	}
	return longest
}

// isOf reports whether v, in any case, is one of the words that are listed under a name.
func isOf(list, v string) bool { return v != "" && start(list, v) == len(v) }

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
	for w := first(names, b[len(b)-1]); compiled[w] > 0; w = w.next() {
		rest := len(b) - len(w.text())
		if rest < 0 || string(b[rest:]) != w.text() {
			continue
		}
		r := w.row()
		switch short := rest == 0 && (w.text() == "pass" || w.text() == "pw"); {
		case rest == 0 && r.has(flagPart), rest > 0 && r.has(flagWhole) && b[rest-1] != '_',
			w.text() == "key" && isOf("public-key", string(b[bytes.LastIndexByte(b[:rest-1], '_')+1:rest-1])),
			short && strings.HasSuffix(key, "PASS"): // PASS: TestName
			continue
		case short:
			r.flags |= flagWeak
		}
		return r.name
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
