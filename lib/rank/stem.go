package rank

import (
	"strings"
	"unicode/utf8"
)

// stem brings the forms of a word, in lower case, together: number, case and
// tense, by their endings. What is left need not be a word. One set of rules is
// held to all languages of an alphabet: a question may mix them, and which one a
// short text is in cannot be known.
func stem(word string) string {
	if len(word) < 3 || len(word) > maxTerm {
		return word
	}
	if first, _ := utf8.DecodeRuneInString(word); first >= 0x0400 && first < 0x0530 {
		return stemCyrillic(word)
	}
	word = plainLatin(word)
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return word // a number, a version, another alphabet
		}
	}
	return vowelOff(endingOff(pluralOff(word)))
}

// pluralOff takes off the s of a plural.
func pluralOff(w string) string {
	n := len(w)
	switch {
	case n > 4 && strings.HasSuffix(w, "ies"):
		return w[:n-3] + "y"
	case n > 4 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "xes")),
		n > 4 && (strings.HasSuffix(w, "shes") || strings.HasSuffix(w, "ches")):
		return w[:n-2]
	case n > 3 && w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i':
		return w[:n-1]
	}
	return w
}

// endingOff takes off -ing, -ed, -ied, and the -en and -n of longer German words.
func endingOff(w string) string {
	n := len(w)
	switch {
	case strings.HasSuffix(w, "ied") && n > 4:
		return w[:n-3] + "y"
	case strings.HasSuffix(w, "ing") && n > 5 && vowelIn(w[:n-3]):
		return single(w[:n-3])
	case strings.HasSuffix(w, "ed") && n > 4 && w[n-3] != 'e' && vowelIn(w[:n-2]):
		return single(w[:n-2])
	case strings.HasSuffix(w, "en") && n > 6:
		return w[:n-2]
	case strings.HasSuffix(w, "ern") && n > 6, strings.HasSuffix(w, "eln") && n > 6:
		return w[:n-1]
	}
	return w
}

func vowelIn(w string) bool {
	for i := range len(w) {
		if strings.IndexByte("aeiouy", w[i]) >= 0 {
			return true
		}
	}
	return false
}

// single is running without its second n; l and s are doubled in stems too.
func single(w string) string {
	if n := len(w); n > 3 && w[n-1] == w[n-2] && !strings.ContainsRune("lsz", rune(w[n-1])) {
		return w[:n-1]
	}
	return w
}

// vowelOff takes off the vowel that ends a word: caches and caching, errore and
// errori, schema and schemas meet.
func vowelOff(w string) string {
	n := len(w)
	switch {
	case n > 3 && w[n-1] == 'e':
		return w[:n-1]
	case n > 4 && strings.IndexByte("aio", w[n-1]) >= 0:
		return w[:n-1]
	case n > 3 && w[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(w[n-2])):
		return w[:n-1] + "i"
	}
	return w
}

// latin are letters with accents of the languages known here, and how they are
// written without.
var latin = [...][2]string{
	{"áàâäãåā", "a"}, {"éèêëē", "e"}, {"íìîïī", "i"}, {"óòôöõō", "o"}, {"úùûüū", "u"},
	{"ç", "c"}, {"ñ", "n"}, {"ß", "ss"}, {"œ", "oe"},
}

// plainLatin writes a word without accents.
func plainLatin(w string) string {
	if strings.IndexFunc(w, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return w
	}
	if before, ok := strings.CutSuffix(w, "ões"); ok {
		w = before + "ao"
	}
	var b strings.Builder
	for _, r := range w {
		plain := string(r)
		for _, l := range latin {
			if r >= utf8.RuneSelf && strings.ContainsRune(l[0], r) {
				plain = l[1]
			}
		}
		b.WriteString(plain)
	}
	return b.String()
}

// cyrillicEndings are those of nouns, adjectives and verbs, the longer first.
var cyrillicEndings = [...]string{
	"иями", "ются", "ится", "ется", "ённых", "енных", "ость", "ости",
	"ами", "ями", "ого", "его", "ому", "ему", "ыми", "ими", "ией", "иях", "иям", "ует", "уют", "ают", "яют",
	"ать", "ять", "ить", "еть", "ешь", "ишь", "ала", "ила", "али", "или", "ало", "ило",
	"ов", "ев", "ей", "ой", "ий", "ый", "ая", "яя", "ое", "ее", "ые", "ие", "ия", "ию", "ии",
	"ам", "ям", "ом", "ем", "ах", "ях", "ую", "юю", "ет", "ит", "ут", "ют", "ят", "ал", "ил", "ть",
	"а", "я", "о", "е", "ё", "ы", "и", "у", "ю", "ь", "й",
}

func stemCyrillic(w string) string {
	const least = 4 * 2 // bytes of what must be left
	w = strings.ReplaceAll(w, "ё", "е")
	for _, e := range cyrillicEndings {
		if len(w)-len(e) >= least && strings.HasSuffix(w, e) {
			return w[:len(w)-len(e)]
		}
	}
	return w
}
