package prompt

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// A table is a list of phrases as it is looked up: single words, phrases of
// several, and words of scripts without spaces.
type table struct {
	words    map[string]begun // by the word that a phrase begins with
	unspaced []string
}

// begun is what begins with a word: the word alone, and phrases, with a space around
// each.
type begun struct {
	alone   bool
	phrases []string
}

// compile makes a table of lists of phrases, "|" between them.
func compile(lists ...string) *table {
	t := &table{words: map[string]begun{}}
	for _, list := range lists {
		for p := range strings.SplitSeq(list, "|") {
			switch p = strings.TrimSpace(p); {
			case p == "":
			case unspaced(p):
				t.unspaced = append(t.unspaced, p)
			default:
				first, _, more := strings.Cut(p, " ")
				b := t.words[first]
				if more {
					b.phrases = append(b.phrases, " "+p+" ")
				} else {
					b.alone = true
				}
				t.words[first] = b
			}
		}
	}
	return t
}

// in reports whether one of the phrases is among the words of w, as words
// writes them.
func (t *table) in(w string) bool {
	for rest := w; rest != ""; {
		from := strings.TrimLeft(rest, " ")
		at := len(rest) - len(from)
		word, _, _ := strings.Cut(from, " ")
		b := t.words[word]
		if b.alone {
			return true
		}
		for _, p := range b.phrases {
			if at > 0 && strings.HasPrefix(rest[at-1:], p) {
				return true
			}
		}
		rest = from[len(word):]
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
			lists = append(lists, t.always, t.strong, t.minds, t.bans)
		}
		return compile(lists...)
	})
)
