package prompt

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// A table is a list of phrases as it is looked up: single words, phrases of
// several, and words of scripts without spaces.
type table struct {
	words    map[string]bool
	phrases  []string // with a space around each
	unspaced []string
}

// compile makes a table of lists of phrases, "|" between them.
func compile(lists ...string) *table {
	t := &table{words: map[string]bool{}}
	for _, list := range lists {
		for p := range strings.SplitSeq(list, "|") {
			switch p = strings.TrimSpace(p); {
			case p == "":
			case unspaced(p):
				t.unspaced = append(t.unspaced, p)
			case strings.Contains(p, " "):
				t.phrases = append(t.phrases, " "+p+" ")
			default:
				t.words[p] = true
			}
		}
	}
	return t
}

// in reports whether one of the phrases is among the words of w, as words
// writes them.
func (t *table) in(w string) bool {
	for word := range strings.FieldsSeq(w) {
		if t.words[word] {
			return true
		}
	}
	for _, p := range t.phrases {
		if strings.Contains(w, p) {
			return true
		}
	}
	if len(t.unspaced) > 0 && strings.ContainsFunc(w, func(r rune) bool { return r >= utf8.RuneSelf }) {
		for _, p := range t.unspaced {
			if strings.Contains(w, p) {
				return true
			}
		}
	}
	return false
}

// The tables that every prompt is held to, made at their first use.
var (
	directs  = sync.OnceValue(func() *table { return compile(directing) })
	triggers = sync.OnceValue(func() *table {
		var lists []string
		for _, t := range tongues {
			lists = append(lists, t.always, t.strong)
		}
		return compile(lists...)
	})
)
