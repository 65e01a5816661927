package redact

import (
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
	kindSignature     = "signature"
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

var table = sync.OnceValue(readTables)

func readTables() *tables {
	t := &tables{lists: map[string][]string{}}
	for line := range strings.Lines(tableFile) {
		spec, words, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		switch list, of, _ := strings.Cut(spec, " "); list {
		case "", "#":
		case "key":
			t.addPrefixes(strings.Fields(of), words)
		case "name":
			t.addRules(strings.Fields(of), words)
		default:
			t.lists[list] = append(t.lists[list], strings.Fields(words)...)
		}
	}
	for _, list := range t.prefixes {
		slices.SortStableFunc(list, func(a, b prefix) int { return len(b.text) - len(a.text) })
	}
	return t
}

func (t *tables) addPrefixes(spec []string, texts string) {
	p := prefix{kind: spec[0], dense: slices.Contains(spec, "dense")}
	for i, set := range charsets {
		if set.name == spec[1] {
			p.set = charset(i)
		}
	}
	p.min, _ = strconv.Atoi(spec[2])
	p.max, _ = strconv.Atoi(spec[3])
	for p.text = range strings.FieldsSeq(texts) {
		at := hash(p.text[0], p.text[1])
		t.prefixes[at] = append(t.prefixes[at], p)
	}
}

func (t *tables) addRules(spec []string, words string) {
	says := func(flag string) bool { return slices.Contains(spec[1:], flag) }
	n := &name{spec[0], says("weak"), says("random"), says("phrase"), says("line"), says("part")}
	for word := range strings.FieldsSeq(words) {
		w := strings.TrimPrefix(word, "-")
		last := w[len(w)-1]
		t.rules[last] = append(t.rules[last], rule{w, w != word, n})
	}
}

func hash(a, b byte) uint8 { return a*31 + b }

// isOf reports whether v, in any case, is one of the words that are listed under a name.
func isOf(list, v string) bool {
	return slices.ContainsFunc(table().lists[list], func(w string) bool {
		return len(w) == len(v) && strings.EqualFold(w, v)
	})
}
