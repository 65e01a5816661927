package rank

import (
	_ "embed"
	"strings"
	"sync"

	"holdfast/lib/each"
)

var (
	// stopWords are the words that nearly every text of a language has. One that names a thing in another language
	// (war, hat, son, die, pour, main) is left to be rare or not by itself.
	//go:embed stopwords.txt
	stopWords string
	// irregulars are forms that no ending tells, each with its base.
	//go:embed irregular.txt
	irregulars string
	// everydayWords are those of most requests about code: English ones, an empty
	// line, and those of other languages in their forms.
	//go:embed everyday.txt
	everydayWords string
	// cyrillicEndings are those of nouns, adjectives and verbs, the longer first.
	//go:embed endings.txt
	cyrillicEndings string
)

// everyday are those words: English ones by their base and a hyphen, all others as
// they are written, as their bases may be those of English words.
var everyday = sync.OnceValue(func() map[string]bool {
	english, others, _ := strings.Cut(everydayWords, "\n\n")
	words := each.Set(strings.Fields(others))
	for w := range strings.FieldsSeq(english) {
		words[term(w)+"-"] = true
	}
	return words
})

// known are words without a rule: "" for a stop word, else the base of an irregular form.
var known = sync.OnceValue(func() map[string]string {
	table := make(map[string]string, strings.Count(stopWords, " ")+strings.Count(irregulars, " "))
	for p := range strings.FieldsSeq(irregulars) {
		form, base, _ := strings.Cut(p, ":")
		table[form] = base
	}
	for w := range strings.FieldsSeq(stopWords) {
		table[w] = ""
	}
	return table
})

// term is what a word, in lower case, is compared by, "" for a stop word.
func term(word string) string {
	base, ok := known()[word]
	if !ok {
		base = word
	}
	return Stem(base)
}
