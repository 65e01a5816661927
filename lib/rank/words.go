package rank

import (
	_ "embed"
	"strings"
	"sync"
)

var (
	// stopWords are the words that nearly every text of a language has. One that
	// names a thing in another language (war, hat, son, die, pour, main) is left
	// to be rare or not by itself.
	//go:embed stopwords.txt
	stopWords string
	// irregulars are forms that no ending tells, each with its base.
	//go:embed irregular.txt
	irregulars string
)

// known are the words that no rule decides on: "" for a stop word, else the base of
// an irregular form.
var known = sync.OnceValue(func() map[string]string {
	words, pairs := strings.Fields(stopWords), strings.Fields(irregulars)
	table := make(map[string]string, len(words)+len(pairs))
	for _, p := range pairs {
		form, base, _ := strings.Cut(p, ":")
		table[form] = base
	}
	for _, w := range words {
		table[w] = ""
	}
	return table
})

// stop reports whether a word, in lower case, is so common that it finds nothing.
func stop(word string) bool { return term(word) == "" }

// term is what a word, in lower case, is compared by, "" for a stop word.
func term(word string) string {
	base, ok := known()[word]
	switch {
	case !ok:
		return Stem(word)
	case base == "":
		return ""
	}
	return Stem(base)
}
