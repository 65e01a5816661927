package prompt

import (
	"strings"
	"sync"
)

// A table is a list of phrases that is looked up often: those that begin with a
// word, and those of scripts without spaces under "".
type table map[string][]string

func compile(lists ...string) table {
	t := table{}
	for p := range strings.SplitSeq(strings.Join(lists, "|"), "|") {
		p = strings.TrimSpace(p)
		first, _, _ := strings.Cut(p, " ")
		if unspaced(p) {
			t[""] = append(t[""], p)
		} else if p != "" {
			t[first] = append(t[first], p+" ")
		}
	}
	return t
}

// in reports whether one of the phrases is among the words of w, as words
// writes them.
func (t table) in(w string) bool {
	for rest := strings.TrimLeft(w, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		first, _, _ := strings.Cut(rest, " ")
		for _, p := range t[first] {
			if strings.HasPrefix(rest, p) {
				return true
			}
		}
		rest = rest[len(first):]
	}
	for _, p := range t[""] {
		if strings.Contains(w, p) {
			return true
		}
	}
	return false
}

// The tables that every prompt is held to, made at their first use.
var (
	directs = sync.OnceValue(func() table { return compile(phrasesOf("directing")) })
	dones   = sync.OnceValue(func() table { return compile(phrasesOf("dones")) })
	undones = sync.OnceValue(func() table { return compile(phrasesOf("undones")) })

	triggers = sync.OnceValue(func() table {
		var lists []string
		for _, t := range tongues() {
			lists = append(lists, t.always, t.strong, t.minds, t.bans)
		}
		return compile(lists...)
	})
)
