package prompt

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
)

// compiled are the lists of phrases.txt as a program reads them without taking them apart (compile_test.go).
//
//go:generate go test -run TestPhrasesAreCompiled -update .
//go:embed phrases.bin
var compiled string

// phrases are one list of phrases.txt.
type phrases struct {
	all string // "|" behind each phrase, as the file has them, those that accents were taken off behind theirs
	// By a hash of their first word or dense character: up to which of ats each has its own, where they begin.
	ends, ats numbers
}

// numbers are in two bytes each, the lower one first.
type numbers string

func (n numbers) at(i int) int { return int(n[2*i]) | int(n[2*i+1])<<8 }

// slots is how many numbers of four bytes compiled begins with: by a hash of their names where lists begin, 0 for none;
// a slot that is taken is passed over. A list is its name, a space, how many bytes its parts take, and these.
const slots = 1 << 10

// phrasesOf are the phrases of that name, or the triggers: a sentence without one of these is no rule.
func phrasesOf(name string) phrases {
	number := func(at int) int {
		b := compiled[at : at+4]
		return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 | int(b[3])<<24
	}
	for slot := slotOf(name); ; slot = (slot + 1) % slots {
		at := number(4 * slot)
		if at == 0 {
			return phrases{}
		}
		if at += len(name); compiled[at-len(name):at] != name || compiled[at] != ' ' {
			continue
		}
		all, ends, ats := number(at+1), number(at+5), number(at+9)
		parts := compiled[at+13:][:all+ends+ats]
		return phrases{parts[:all], numbers(parts[all:][:ends]), numbers(parts[all+ends:])}
	}
}

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
func (p phrases) is(words string) bool { return words != "" && p.start(words) == len(words) }

// hash is the hash of the first word or character of a text.
func hash(s string) uint32 {
	end := len(s)
	if r, size := utf8.DecodeRuneInString(s); denseRune(r) {
		end = size
	}
	h := uint32(2166136261) // FNV-1a
	for i := 0; i < end && s[i] != ' '; i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>16
}

// start is the length of the longest phrase that s begins with, whole words only where spaces part them.
func (p phrases) start(s string) int { return p.startOf(s, hash(s)) }

// startOf is start of a text with that hash.
func (p phrases) startOf(s string, hash uint32) (longest int) {
	h, from := int(hash)&(len(p.ends)/2-1), 0
	if h > 0 {
		from = p.ends.at(h - 1)
	}
	to := p.ends.at(h)
	if from == to { // as most
		return 0
	}
	inside := unspaced(s)
	for i := from; i < to; i++ {
		phrase, n := p.all[p.ats.at(i):], 0
		for n < len(s) && s[n] == phrase[n] && s[n] != '|' {
			n++
		}
		if phrase[n] == '|' && (inside || n == len(s) || s[n] == ' ') {
			longest = max(longest, n)
		}
	}
	return longest
}

const maxPhrase = 96 // bytes of a phrase

// end is the length of the longest phrase of the lists that words end in.
func end(words string, names ...string) (longest int) {
	from := max(0, len(words)-maxPhrase)
	for _, name := range names {
		p := phrasesOf(name)
		for i, r := range words[from:] {
			if i += from; (i == 0 || words[i-1] == ' ' || denseRune(r)) && p.is(words[i:]) {
				longest = max(longest, len(words)-i)
				break
			}
		}
	}
	return longest
}

func ends(words string, names ...string) bool { return end(words, names...) > 0 }

// has reports whether a phrase of the lists is among words, whole, or in a script without spaces inside of one; begins
// whether words begin with one.
func has(words string, names ...string) bool {
	var room [24]phrases
	lists := room[:0]
	for _, name := range names {
		lists = append(lists, phrasesOf(name))
	}
	for i, r := range words {
		if i > 0 && words[i-1] != ' ' && !denseRune(r) {
			continue
		}
		h := hash(words[i:])
		for _, p := range lists {
			if p.startOf(words[i:], h) > 0 {
				return true
			}
		}
	}
	return false
}

func begins(words string, names ...string) bool { return start(words, names...) > 0 }

// around is what words have before and behind the first phrase of the lists.
func around(words string, names ...string) (before, after string, found bool) {
	for i, r := range words {
		if i == 0 || words[i-1] == ' ' || denseRune(r) {
			if n := start(words[i:], names...); n > 0 {
				return strings.TrimSpace(words[:i]), strings.TrimSpace(words[i+n:]), true
			}
		}
	}
	return words, "", false
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
		phrase, filler := start(s, names...), fillers.start(s)
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
		!begins(w, "orders", "efforts", "things", "goesOn")
}

// words is s in lower case without punctuation, a space around each word, also where scripts meet: "E2E用例".
// A comma, semicolon, colon or dash between words stays as ",", because a clause begins there.
func words(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte(' ')
	gap, inside := true, false
	for _, r := range s {
		r = unicode.ToLower(r)
		letter := unicode.IsLetter(r) || unicode.IsDigit(r) || r > unicode.MaxLatin1 && unicode.IsMark(r)
		if !gap && (!letter || denseRune(r) != inside) {
			b.WriteByte(' ')
		}
		switch gap, inside = !letter, denseRune(r); {
		case letter && r < utf8.RuneSelf:
			b.WriteByte(byte(r)) // which is four times as fast
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

func denseRune(r rune) bool { return r >= '\u2e80' && isDense(r) } // which most are not

func isDense(r rune) bool {
	return r >= '一' && r <= '\u9fff' || unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) || r == 'ー'
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
