package prompt

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
)

// compiled are the lists of phrases.txt as a program reads them without taking them apart (phrases_test.go).
//
//go:generate go test -run TestPhrasesAreCompiled -update .
//go:embed phrases.bin
var compiled string

// phrases are one list of phrases.txt.
type phrases struct {
	all string // "|" behind each phrase, as the file has them, those that accents were taken off behind theirs
	// By a hash of their first word or dense character: from which to which of ats each has its own, where they begin;
	// in numbers of two bytes, the lower one first.
	ends, ats string
}

// slots is how many numbers of four bytes compiled begins with: by a hash of their names where lists begin, 0 for none;
// a slot that is taken is passed over. A list is what sizes its parts have, its name, a space, and these.
const slots = 1 << 10

// phrasesOf is the list of that name, an empty one for none.
func phrasesOf(name string) phrases {
	number := func(b string) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 | int(b[3])<<24 }
	for slot := slotOf(name); ; slot = (slot + 1) % slots {
		at := number(compiled[4*slot:][:4])
		if at == 0 {
			return phrases{}
		}
		sizes, rest := compiled[at:][:12], compiled[at+12:]
		if rest[:len(name)] == name && rest[len(name)] == ' ' {
			rest = rest[len(name)+1:]
			all, ends := number(sizes), number(sizes[4:])
			return phrases{rest[:all], rest[all:][:ends], rest[all+ends:][:number(sizes[8:])]}
		}
	}
}

// isListed says whether a word is a phrase of some list.
func isListed(w string) bool { return strings.Contains(compiled, "|"+w+"|") }

// slotOf is the hash of a list's name.
func slotOf(name string) int {
	return (len(name)*293 + int(name[0])*163 + int(name[len(name)/2])*263 + int(name[len(name)-1])*361) % slots
}

// contains reports whether one of the phrases of a list is such a one.
func contains(list string, is func(phrase string) bool) bool {
	for phrase := range strings.SplitSeq(strings.TrimSuffix(list, "|"), "|") {
		if is(phrase) {
			return true
		}
	}
	return false
}

// is reports whether words are one of the phrases.
func (p phrases) is(w string) bool { return w != "" && p.startOf(w, hash(w)) == len(w) }

// hash is the hash of the first word or character of a text.
func hash(s string) uint32 {
	if s != "" && s[0] >= utf8.RuneSelf && unspaced(s) {
		_, size := utf8.DecodeRuneInString(s)
		s = s[:size]
	}
	h := uint32(2166136261) // FNV-1a
	for i := 0; i < len(s) && s[i] != ' '; i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>16
}

// startOf is the length of the longest phrase that s, of that hash, begins with, of whole words where spaces part them.
func (p phrases) startOf(s string, hash uint32) (longest int) {
	number := func(b string) int { return int(b[0]) | int(b[1])<<8 }
	h := int(hash) & (len(p.ends)/2 - 2)
	for from, to := number(p.ends[2*h:][:2]), number(p.ends[2*h+2:][:2]); from < to; from++ { // in most none
		phrase, n := p.all[number(p.ats[2*from:][:2]):], 0
		for n < len(s) && s[n] == phrase[n] && s[n] != '|' {
			n++
		}
		if phrase[n] == '|' && n > longest && (n == len(s) || s[n] == ' ' || unspaced(s)) {
			longest = n
		}
	}
	return longest
}

const maxPhrase = 96 // bytes of a phrase

// end is the length of the longest phrase of the lists that words end in.
func end(w string, names ...string) int {
	_, n := first(w[max(0, len(w)-maxPhrase):], names, true)
	return n
}

func ends(words string, names ...string) bool { return end(words, names...) > 0 }

// has reports whether a phrase of the lists is among words, whole, or in a script without spaces inside of one.
func has(words string, names ...string) bool { _, n := first(words, names, false); return n > 0 }

// first is where the first phrase of the lists, or that ends words, is among these, and how long the longest one there
// is, 0 for none.
func first(words string, names []string, ends bool) (at, n int) {
	lists := make([]phrases, 0, 24)
	for _, name := range names {
		lists = append(lists, phrasesOf(name))
	}
	for i := range len(words) {
		if i > 0 && words[i-1] != ' ' && (words[i] < utf8.RuneSelf || !unspaced(words[i:])) {
			continue
		}
		h := hash(words[i:])
		for _, p := range lists {
			if longest := p.startOf(words[i:], h); !ends || i+longest == len(words) {
				n = max(n, longest)
			}
		}
		if n > 0 {
			return i, n
		}
	}
	return 0, 0
}

// begins reports whether words, as bareWords gives them, begin with a phrase of the lists.
func begins(words string, names ...string) bool { return start(words, names...) > 0 }

// around is what words have before and behind the first phrase of the lists.
func around(words string, names ...string) (before, after string, found bool) {
	i, n := first(words, names, false)
	if n == 0 {
		return words, "", false
	}
	return strings.TrimSpace(words[:i]), strings.TrimSpace(words[i+n:]), true
}

// strip is words without the phrases of the lists.
func strip(words string, names ...string) string {
	for before, after, is := around(words, names...); is; before, after, is = around(words, names...) {
		words = strings.TrimSpace(before + " " + after)
	}
	return words
}

// hasEnding reports whether a word ends in one of the endings of that name.
func hasEnding(word, name string) bool {
	return contains(phrasesOf(name).all, func(end string) bool { return strings.HasSuffix(word, end) })
}

// start is the length of the longest phrase of the lists that s begins with.
func start(s string, names ...string) (longest int) {
	h := hash(s)
	for _, name := range names {
		longest = max(longest, phrasesOf(name).startOf(s, h))
	}
	return longest
}

// trimStart is s without the phrase of the lists that it begins with, trimEnd without the one that it ends in.
func trimStart(s string, names ...string) string { return strings.TrimSpace(s[start(s, names...):]) }

func trimEnd(s string, names ...string) string { return strings.TrimSpace(s[:len(s)-end(s, names...)]) }

// past is what of s is behind all phrases of the lists and fillers that it begins with.
func past(s string, names ...string) string {
	rest, _ := consume(s, names...)
	return rest
}

// consume takes phrases of the lists (found) and fillers off the beginning of s until none fits, the longest first.
func consume(s string, names ...string) (rest string, found bool) {
	fillers := phrasesOf("fillers")
	for s != "" {
		phrase, filler := start(s, names...), fillers.startOf(s, hash(s))
		if phrase == 0 && filler == 0 {
			return s, found
		}
		found = found || phrase >= filler
		s = strings.TrimSpace(s[max(phrase, filler):])
	}
	return "", found
}

// only says whether s is no more than phrases of the lists and fillers.
func only(s string, names ...string) bool {
	rest, found := consume(s, names...)
	return found && rest == ""
}

const (
	clauseMarks = ",;:，；：、—–" // between clauses
	digits      = "0123456789"
)

func clausesOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(clauseMarks, r) })
}

// clauseWords are the words of each clause.
func clauseWords(s string) []string { return each.Of(clausesOf(s), bareWords) }

// allClauses are the clauses of all sentences of a text.
func allClauses(text string) []string { return clausesOf(strings.Join(Sentences(text), ",")) }

// isNumber says whether a word has digits only.
func isNumber(w string) bool { return strings.Trim(w, digits) == "" }

func hasDigits(w string) bool { return strings.ContainsAny(w, digits) }

// ordersOf are the clauses of a sentence, of which an order behind "and" is one: "skip the test and retry the upload",
// and none what only refuses the thing before it ("css: forget it"), or ends in how that is ("it stays, as it is").
func ordersOf(s string) (all []string) {
	fields := strings.Fields(s)
	for ands, i := phrasesOf("ands"), 1; i < len(fields)-2; i++ {
		if ands.is(strings.ToLower(fields[i])) && begins(bareWords(fields[i+2]), "articles") &&
			!begins(strings.ToLower(fields[i+1]), "articles", "links", "ways", "nots", "pointers") {
			fields[i] = ","
		}
	}
	for _, clause := range clausesOf(strings.Join(fields, " ")) {
		if last := len(all) - 1; last >= 0 { // as in most sentences none is
			w := bareWords(clause)
			if phrasesOf("asWas").is(w) || only(w, "noes", "discards", "nots", "needs") && isThing(all[last]) {
				all[last] += clause
				continue
			}
		}
		all = append(all, clause)
	}
	return all
}

// isThing says whether a clause is no more than what a thing is called: "the css".
func isThing(clause string) bool {
	w := past(bareWords(clause), "courtesies", "agrees", "articles", "greetings", "joints")
	return w != "" && strings.Count(w, " ") < 3 && !has(w, "copulas", "nots", "reasons") &&
		!isOrder(w, "things", "goesOn") && !begins(w, "skips", "throws")
}

// words is s in lower case without punctuation, a space around each word, also where scripts meet: "E2E用例".
// A comma, semicolon, colon or dash between words stays as ",", because a clause begins there.
func words(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte(' ')
	gap, inside := true, false
	for s != "" {
		n := 0
		for n < len(s) && ('a' <= s[n] && s[n] <= 'z' || '0' <= s[n] && s[n] <= '9') {
			n++
		}
		if n > 0 { // as most of a text, ten times as fast
			if !gap && inside {
				b.WriteByte(' ')
			}
			b.WriteString(s[:n])
			gap, inside, s = false, false, s[n:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		s, r = s[size:], unicode.ToLower(r)
		letter := unicode.IsLetter(r) || unicode.IsDigit(r) || r > unicode.MaxLatin1 && unicode.IsMark(r)
		if !gap && (!letter || denseRune(r) != inside) {
			b.WriteByte(' ')
		}
		switch gap, inside = !letter, denseRune(r); {
		case letter && r < utf8.RuneSelf:
			b.WriteByte(byte(r))
		case letter:
			b.WriteRune(r)
		case r != ' ' && strings.ContainsRune(clauseMarks, r):
			b.WriteString(", ")
		}
	}
	if !gap {
		b.WriteByte(' ')
	}
	return b.String()
}

// bareWords is words without the spaces around all of it.
func bareWords(s string) string { return strings.TrimSpace(words(s)) }

// firstWords is the first n words of w.
func firstWords(w string, n int) string {
	fields := strings.Fields(w)
	return strings.Join(fields[:min(n, len(fields))], " ")
}

// unspaced says whether a text begins in a script without spaces, dense whether it holds any.
func unspaced(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return denseRune(r)
}

func dense(s string) bool { return strings.ContainsFunc(s, denseRune) }

func denseRune(r rune) bool {
	return r >= '\u2e80' && // which most are not
		(r >= '一' && r <= '\u9fff' || unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) || r == 'ー')
}

// unshared are the characters of a word that are in a text beside none that is beside them in the word.
func unshared(word, text string) (rest string) {
	runes, before := []rune(word), false
	for i, r := range runes {
		after := i+1 < len(runes) && strings.Contains(text, string(runes[i:i+2]))
		if !before && !after {
			rest += string(r)
		}
		before = after
	}
	return rest
}

// slight says whether a character means little by itself: Japanese endings, and Chinese words of grammar or of doing.
func slight(r rune) bool {
	return unicode.Is(unicode.Hiragana, r) || strings.ContainsRune("的了给把在将让和与及也都已会能要应该吧吗呢加补做改写修弄成再先请", r)
}

// isOrder says whether words begin with an order, or with a phrase of more lists.
func isOrder(w string, more ...string) bool {
	return begins(w, append(more, "orders", "efforts", "makes", "brings")...)
}

// asking is what of a sentence is behind words of courtesy, agreement and the like.
func asking(w string) string { return past(w, "courtesies", "joints", "agrees", "greetings") }

// isBan says whether words begin with a ban.
func isBan(w string) bool { return begins(w, "bans", "nots", "nevers", "unwanted") }
