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
	kindJWT           = "jwt"
	kindToken         = "token"
)

// A prefix is how a vendor's keys begin: what follows it is a run of set of at least
// min bytes and, where max is not 0, at most max.
type prefix struct {
	text, kind string
	set        charset
	min, max   int
	dense      bool
}

// A name is what a key's name says about its value; kind is empty if that is no secret.
type name struct {
	kind   string
	weak   bool // only if the value is more than a word
	random bool // only if the value looks like a service's key
	phrase bool // the value may be several words
	line   bool // the value is the rest of the line
	part   bool // only at the end of a longer name
}

// A rule is a word that a key's name ends in, as a whole or as the end of a longer one.
type rule struct {
	word  string
	whole bool
	name  *name
}

type tables struct {
	prefixes [256][]prefix // by what their first two bytes hash to, the longer first
	rules    [256][]rule   // by their last byte
	lists    map[string][]string
}

var table = sync.OnceValue(func() *tables {
	t := &tables{lists: map[string][]string{}}
	for line := range strings.Lines(tableFile) {
		spec, words, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		switch list, of, _ := strings.Cut(spec, " "); list {
		case "", "#":
		case "key":
			spec := strings.Fields(of)
			p := prefix{kind: spec[0], dense: slices.Contains(spec, "dense")}
			for i, set := range charsets {
				if set.name == spec[1] {
					p.set = charset(i)
				}
			}
			p.min, _ = strconv.Atoi(spec[2])
			p.max, _ = strconv.Atoi(spec[3])
			for p.text = range strings.FieldsSeq(words) {
				at := hash(p.text[0], p.text[1])
				t.prefixes[at] = append(t.prefixes[at], p)
			}
		case "name":
			kind, flags, _ := strings.Cut(of, " ")
			says := func(flag string) bool { return slices.Contains(strings.Fields(flags), flag) }
			n := &name{kind, says("weak"), says("random"), says("phrase"), says("line"), says("part")}
			for word := range strings.FieldsSeq(words) {
				w := strings.TrimPrefix(word, "-")
				last := w[len(w)-1]
				t.rules[last] = append(t.rules[last], rule{w, w != word, n})
			}
		default:
			t.lists[list] = append(t.lists[list], strings.Fields(words)...)
		}
	}
	for _, list := range t.prefixes {
		slices.SortStableFunc(list, func(a, b prefix) int { return len(b.text) - len(a.text) })
	}
	return t
})

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
