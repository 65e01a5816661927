package rank

import (
	"cmp"
	"strings"
	"sync"
	"unicode/utf8"

	"holdfast/lib/each"
)

// stem brings the forms of a word, in lower case, together: number, case and tense, by their endings or a list of those
// that no ending tells. What is left need not be a word. One set of rules is held to all languages of an alphabet: a
// question may mix them, and which one a short text is in cannot be known.
func stem(word string) string {
	if base := known()[word]; base != "" {
		word = base
	}
	if len(word) < 3 || len(word) > maxTerm {
		return word
	}
	if first, _ := utf8.DecodeRuneInString(word); first >= 0x0400 && first < 0x0530 {
		return stemCyrillic(word)
	}
	forms := verbs
	plain := Unaccented(word)
	if plain != word && strings.ContainsAny(word, "äöüß") {
		forms = german
	}
	word = plain
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return word // a number, a version, another alphabet
	}
	for _, step := range [...][]ending{plurals, forms, vowels} {
		word = cut(word, step)
	}
	if apart, of, is := strings.Cut(word, "ge"); is && len(of) > 2 && strings.Contains(particles, "|"+apart+"|") {
		word = apart + strings.TrimSuffix(strings.TrimSuffix(of, "t"), "e") // umgestellt, ausgerichtet
	}
	return word
}

// particles are those before the "ge" of German participles.
const particles = "|ab|an|auf|aus|bei|durch|ein|fest|frei|heraus|hinzu|los|mit|nach|raus|rein|um|vor|weg|zu|zuruck|"

// An ending of words of at least so many letters, and what is put in its place.
type ending struct {
	end, put string
	least    int
}

// The first ending of a step that a word has counts: that of a plural, then -ing, -ed and the -en and -n of longer
// German words, then the vowel by which caches and caching, errore and errori, schema and schemas differ.
var (
	plurals = []ending{
		{"ies", "y", 5}, {"sses", "ss", 5}, {"xes", "x", 5}, {"shes", "sh", 5}, {"ches", "ch", 5},
		{"ss", "ss", 0}, {"us", "us", 0}, {"is", "is", 0}, {"s", "", 4},
	}
	verbs = []ending{
		{"ied", "y", 5}, {"eed", "eed", 0}, {"ing", "", 6}, {"ed", "", 5},
		{"en", "", 7}, {"ern", "er", 7}, {"eln", "el", 7},
	}
	// german is for words that no other language here has: shorter ones, and what ends in -t.
	german = []ending{
		{"ern", "er", 6}, {"eln", "el", 6}, {"iger", "ig", 6}, {"aten", "at", 6}, {"ten", "", 8}, {"te", "", 7},
		{"en", "", 5}, {"em", "", 6}, {"sst", "ss", 5}, {"st", "", 6}, {"et", "", 6}, {"at", "at", 0}, {"t", "", 4},
	}
	vowels = []ending{
		{"e", "", 4}, {"a", "", 5}, {"i", "", 5}, {"o", "", 5},
		{"ay", "ay", 0}, {"ey", "ey", 0}, {"iy", "iy", 0}, {"oy", "oy", 0}, {"uy", "uy", 0}, {"y", "i", 4},
	}
)

// cut takes off the first of the endings that a word has.
func cut(w string, endings []ending) string {
	for _, e := range endings {
		rest, has := strings.CutSuffix(w, e.end)
		if !has || len(w) < e.least {
			continue
		}
		if n := len(rest); e.end == "ing" || e.end == "ed" {
			switch {
			case !strings.ContainsAny(rest, "aeiouy"):
				return w
			case n > 3 && rest[n-1] == rest[n-2] && !strings.ContainsRune("lsz", rune(rest[n-1])):
				return rest[:n-1] // running without its second n; l and s are doubled in stems too
			}
		}
		return rest + e.put
	}
	return w
}

// unaccented are the letters from à to ÿ without accents, "-" for one that stays.
const unaccented = "aaaaaa-ceeeeiiii-nooooo--uuuu---"

// Unaccented writes a word in lower case without the accents of the languages known here.
func Unaccented(w string) string {
	if strings.IndexFunc(w, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return w
	}
	if before, ok := strings.CutSuffix(w, "ões"); ok {
		w = before + "ao"
	}
	b := make([]byte, 0, len(w))
	for _, r := range w {
		switch {
		case r >= 'à' && r <= 'ÿ' && unaccented[r-'à'] != '-':
			b = append(b, unaccented[r-'à'])
		case r == 'ß':
			b = append(b, "ss"...)
		case r == 'œ':
			b = append(b, "oe"...)
		default:
			if i := strings.IndexRune("āēīōū", r); r <= 'ū' && i >= 0 {
				r = rune("aeiou"[i/2])
			}
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}

func stemCyrillic(w string) string {
	const least = 4 * 2 // bytes of what must be left
	w = strings.ReplaceAll(w, "ё", "е")
	for e := range strings.FieldsSeq(cyrillicEndings) {
		if len(w)-len(e) >= least && strings.HasSuffix(w, e) {
			return w[:len(w)-len(e)]
		}
	}
	return w
}

// Root is the stem of a word without the ending of a verb, of any person, time or mood: "colleghi" and "collegare" of
// "collega", "añadiremos" of "añade", "подключишь" of "подключи". It joins nouns to verbs: for texts on the same work.
func Root(word string) string {
	base, root, least := cmp.Or(known()[word], word), stem(word), 4 // letters that must be left
	plain := strings.TrimSuffix(strings.ReplaceAll(Unaccented(base), "ё", "е"), "s")
	if plain != "" && plain[0] >= utf8.RuneSelf {
		least = 8
	}
	for n := 2; n < 15 && n <= len(plain)-least; n++ {
		left := len(plain) - n
		nouns := strings.Contains(" est ire ", " "+plain[left:]+" ") && left < 5 || plain[:left] == "form" // "request"
		if verbEndings()[plain[left:]] && !nouns {
			root = plain[:left] // of the longest
		}
	}
	if strings.HasSuffix(root, "gh") || strings.HasSuffix(root, "ch") {
		return root[:len(root)-1] // before i and e in Italian
	}
	return root
}

var verbEndings = sync.OnceValue(func() map[string]bool { return each.Set(strings.Fields(verbEndingList)) })
