package redact

import (
	"bytes"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed tables.txt
var tableFile string

const (
	kindPrivateKey    = "private-key"
	kindPassword      = "password"
	kindURLPassword   = "url-password"
	kindAuthorization = "authorization"
	kindToken         = "token"
)

// A name is what a key's name says about its value; kind is empty if that is no secret.
type name struct {
	kind   string
	weak   bool // only if the value is more than a word
	random bool // only if the value looks like a service's key
	phrase bool // the value may be several words
	line   bool // the value is the rest of the line
	part   bool // only at the end of a longer name
}

// A rule is a word that a key's name ends in, as a whole or as the end of a longer one. Or it is how a vendor's keys
// begin: what follows is a run of set of at least min bytes and, where max is not 0, at most max.
type rule struct {
	word  string
	whole bool
	next  int16 // of those with the same hash, 0 for the last
	*row
}

// A row is what a row of the table says of its words.
type row struct {
	name
	set      charset
	min, max int
	dense    bool
}

// tables are the rules as chains in one list, which is cheaper to make than a list for each hash.
type tables struct {
	all      []rule     // the first is none
	prefixes [256]int16 // by what their first two bytes hash to, the longer first
	names    [256]int16 // by their last byte
	lists    map[string][]string
}

var table = sync.OnceValue(func() *tables {
	t := &tables{all: make([]rule, 1, 512), lists: map[string][]string{}}
	for _, line := range slices.Backward(strings.Split(tableFile, "\n")) { // a chain begins with what was added last
		spec, words, _ := strings.Cut(line, ":")
		list, of, _ := strings.Cut(spec, " ")
		kind, of, _ := strings.Cut(of, " ")
		says := func(flag string) bool { return strings.Contains(of, flag) }
		n := name{kind, says("weak"), says("random"), says("phrase"), says("line"), says("part")}
		switch r := (&row{name: n, dense: says("dense")}); list {
		case "", "#":
		case "key":
			spec := strings.Fields(of)
			r.set = charset(slices.IndexFunc(charsets[:], func(set charsetOf) bool { return set.name == spec[0] }))
			r.min, _ = strconv.Atoi(spec[1])
			r.max, _ = strconv.Atoi(spec[2])
			for word := range strings.FieldsSeq(words) {
				t.add(&t.prefixes[hash(word[0], word[1])], rule{word: word, row: r}, len(word))
			}
		case "name":
			for word := range strings.FieldsSeq(words) {
				w := strings.TrimPrefix(word, "-")
				t.add(&t.names[w[len(w)-1]], rule{word: w, whole: w != word, row: r}, 0)
			}
		default:
			t.lists[list] = append(t.lists[list], strings.Fields(words)...)
		}
	}
	return t
})

// add adds a rule to a chain, behind those whose words are longer than a length that is not 0.
func (t *tables) add(at *int16, r rule, length int) {
	for length > 0 && *at > 0 && len(t.all[*at].word) > length {
		at = &t.all[*at].next
	}
	r.next, *at = *at, int16(len(t.all))
	t.all = append(t.all, r)
}

func hash(a, b byte) uint8 { return a*31 + b }

// isOf reports whether v, in any case, is one of the words that are listed under a name.
func isOf(list, v string) bool {
	return slices.ContainsFunc(table().lists[list], func(w string) bool {
		return len(w) == len(v) && strings.EqualFold(w, v)
	})
}

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
	t := table()
	for next := t.names[b[len(b)-1]]; next > 0; {
		r := &t.all[next]
		next = r.next
		rest := len(b) - len(r.word)
		if rest < 0 || string(b[rest:]) != r.word || rest == 0 && r.part ||
			rest > 0 && r.whole && b[rest-1] != '_' {
			continue
		}
		found := r.name
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
