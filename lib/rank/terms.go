// Package rank puts texts in the order in which they answer a question: BM25 over the words of documents
// and of their passages, with stop words and word forms of nine languages, identifiers whole and in parts,
// and CJK by pairs of characters. Its functions are pure; a document is packed once and ranked many times.
package rank

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
)

const maxTerm = 160 // bytes of the longest term: what is longer is a blob

// A chunk is a word as it is written, and the terms that it gives.
type chunk struct {
	from, to int
	whole    string   // "" for a stop word
	parts    []string // of an identifier
	weight   float64  // of the whole in a question, where it is more than 1
}

// scan calls visit with each chunk of text. known, which may be nil, are those met before: most come again.
func scan(text string, known map[string]chunk, visit func(chunk)) {
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case unspaced(r):
			i = scanPairs(text, i, visit)
		case wordRune(r), r == '#' && i+1 < len(text) && digit(text[i+1]):
			end, joined := chunkEnd(text, i)
			c, ok := known[text[i:end]]
			if !ok {
				c.take(text[i:end], joined)
				if known != nil {
					known[text[i:end]] = c
				}
			}
			if c.from, c.to = i, end; elided(text[i:end], text[end:]) {
				c = chunk{from: i, to: end}
			}
			visit(c)
			i = end
		default:
			i += size
		}
	}
}

// elided reports whether a word is the beginning of the next one, as French and Italian
// write it: c'est, d'accord, dell'ordine.
func elided(word, rest string) bool {
	const longer = "|all|bell|coll|dall|dell|jusqu|lorsqu|nell|puisqu|qu|quell|quelqu|quest|quoiqu|sull|un|"
	after := strings.TrimPrefix(strings.TrimPrefix(rest, "'"), "’")
	next, _ := utf8.DecodeRuneInString(after)
	return len(after) < len(rest) && wordRune(next) &&
		(len(word) == 1 && !digit(word[0]) || strings.Contains(longer, "|"+strings.ToLower(word)+"|"))
}

// wordRune reports whether a word of an alphabet may hold r.
func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !unspaced(r)
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// unspaced reports whether r is of a script written without spaces.
func unspaced(r rune) bool {
	return r >= 0x0e00 && (r <= 0x0eff || // Thai, Lao
		r >= 0x1780 && r <= 0x17ff || // Khmer
		r >= 0x3040 && r <= 0x30ff || r >= 0x3400 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 || // kana, Han, Hangul
		r >= 0xf900 && r <= 0xfaff || r >= 0x20000 && r <= 0x3ffff)
}

// chunkEnd is where the chunk that begins at from ends, and whether it holds more
// than letters and digits. A mark that joins counts only between two of them.
func chunkEnd(text string, from int) (end int, joined bool) {
	i := from
	if text[i] == '#' {
		i, joined = i+1, true
	}
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !wordRune(r) {
			if !strings.ContainsRune("_-./\\", r) {
				break
			}
			if next, _ := utf8.DecodeRuneInString(text[i+size:]); !wordRune(next) && !(next == '_' && r != '-') {
				break
			}
			joined = true
		}
		i += size
	}
	return i, joined
}

func (c *chunk) take(word string, joined bool) {
	if len(word) > maxTerm {
		return
	}
	var room [8]string // for the parts of most
	lower, parted := strings.ToLower(word), func(w string) bool { return len(humps(room[:0], w)) > 1 }
	if !joined && !parted(word) {
		c.whole = term(lower)
		if first, _ := utf8.DecodeRuneInString(word); strings.ContainsAny(word, "0123456789") {
			c.weight = wholeWeight
		} else if unicode.IsUpper(first) {
			c.weight = nameWeight
		}
		return
	}
	if c.whole, c.weight, c.parts = lower, wholeWeight, make([]string, 0, 8); !joined {
		c.whole = stem(lower)
	}
	for segment := range strings.FieldsFuncSeq(word, func(r rune) bool { return r == '/' || r == '\\' }) {
		if len(segment) < len(word) && (strings.ContainsAny(segment, "._-#") || parted(segment)) {
			c.parts = append(c.parts, strings.ToLower(segment))
		}
		joins := func(r rune) bool { return strings.ContainsRune("_-.#", r) }
		for piece := range strings.FieldsFuncSeq(segment, joins) {
			for _, part := range humps(room[:0], piece) {
				if part = term(strings.ToLower(part)); part != "" {
					c.parts = append(c.parts, part)
				}
			}
		}
	}
}

// humps adds to parts those of a word that is written like getUserName or HTTPServer.
func humps(parts []string, word string) []string {
	upper := func(b byte) bool { return b >= 'A' && b <= 'Z' }
	lower := func(b byte) bool { return b >= 'a' && b <= 'z' }
	from := 0
	for i := 1; i < len(word); i++ {
		before := word[i-1]
		ends := upper(before) && i+1 < len(word) && lower(word[i+1])
		if upper(word[i]) && (lower(before) || digit(before) || ends) {
			parts, from = append(parts, word[from:i]), i
		}
	}
	return append(parts, word[from:])
}

// scanPairs visits each pair of neighbours of a run without spaces, and a character that is alone.
func scanPairs(text string, from int, visit func(chunk)) int {
	before, i, n := from, from, 0
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !unspaced(r) {
			break
		}
		if n++; n > 1 && term(text[before:i+size]) != "" {
			visit(chunk{from: before, to: i + size, whole: text[before : i+size]})
		}
		before, i = i, i+size
	}
	if n == 1 && term(text[from:i]) != "" {
		visit(chunk{from: from, to: i, whole: text[from:i]})
	}
	return i
}

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
	// verbEndingList are those of verbs, without English ones, and few that nouns have, too ("exporter").
	//go:embed verbendings.txt
	verbEndingList string
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

// Irregular reports whether a word is a form of another, or of itself, that no ending tells.
func Irregular(word string) bool { return known()[word] != "" }

// term is what a word, in lower case, is compared by, "" for a stop word.
func term(word string) string {
	if base, ok := known()[word]; ok && base == "" {
		return ""
	}
	return stem(word)
}
