package prompt

import (
	_ "embed"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/rank"
)

//go:embed phrases.txt
var phraseFile string

// phrases are one list of phrases.txt, parsed at its first use.
type phrases struct {
	text  string // of the file, "|" between the phrases
	read  sync.Once
	all   []string
	dense []string // of scripts that put no spaces between words
	// The others by a hash of their first word: the number of the last such phrase, from 1 on,
	// and of each the one before, since a map takes several times as long to make.
	last, before []uint16
}

// lists are the lists of phrases.txt by name, and the triggers: a sentence without one of these is no rule.
var lists = sync.OnceValue(func() map[string]*phrases {
	triggers := &phrases{}
	all := map[string]*phrases{"triggers": triggers}
	for part := range strings.SplitSeq(strings.ReplaceAll(phraseFile, "\r", ""), "\n\n") {
		part = strings.TrimSpace(part)
		for strings.HasPrefix(part, "#") {
			_, part, _ = strings.Cut(part, "\n")
		}
		name, text, _ := strings.Cut(part, ":\n")
		all[name] = &phrases{text: text}
		if slices.Contains([]string{"always", "strong", "minds", "bans", "scopes", "onlys"}, name) {
			triggers.text += text + "|"
		}
	}
	return all
})

// phrasesOf are the phrases of that name.
func phrasesOf(name string) *phrases { return lists()[name] }

// apart is the list, parsed.
func (p *phrases) apart() *phrases {
	p.read.Do(func() {
		n := strings.Count(p.text, "|") + 1
		p.all, p.before = make([]string, 0, n+n/4), make([]uint16, 1, n+n/4+1)
		p.last = make([]uint16, 1<<bits.Len(uint(n)))
		add := func(phrase string) {
			last := new(uint16)
			if p.all = append(p.all, phrase); unspaced(phrase) {
				p.dense = append(p.dense, phrase)
			} else {
				last = p.lastOf(phrase)
			}
			p.before, *last = append(p.before, *last), uint16(len(p.all))
		}
		for phrase := range strings.SplitSeq(strings.Trim(p.text, "|"), "|") {
			phrase = strings.TrimSpace(phrase)
			add(phrase)
			const accented = "\xc3" // the first byte of the letters from à to ÿ
			if len(phrase) > 6 && strings.Contains(phrase, accented) && !strings.ContainsAny(phrase, "äöü") &&
				!strings.HasSuffix(phrase, "é") { // without its accent it would be another word
				add(rank.Unaccented(phrase)) // as who types in a hurry writes it
			}
		}
	})
	return p
}

// lastOf is the number of the last phrase that begins with the first word of s.
func (p *phrases) lastOf(s string) *uint16 {
	h := uint32(2166136261) // FNV-1a
	for i := 0; i < len(s) && s[i] != ' '; i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return &p.last[(h^h>>16)&uint32(len(p.last)-1)]
}

// start is the length of the longest phrase that s begins with, whole words only.
func (p *phrases) start(s string) (longest int) {
	for i := *p.apart().lastOf(s); i > 0; i = p.before[i] {
		if phrase := p.all[i-1]; strings.HasPrefix(s, phrase) && (len(s) == len(phrase) || s[len(phrase)] == ' ') {
			longest = max(longest, len(phrase))
		}
	}
	for _, phrase := range p.dense {
		if strings.HasPrefix(s, phrase) {
			longest = max(longest, len(phrase))
		}
	}
	return longest
}

// in reports whether a phrase is among words, whole, or in a script without spaces inside of one.
func (p *phrases) in(words string) bool {
	for rest := strings.TrimLeft(words, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		if p.start(rest) > 0 {
			return true
		}
		_, rest, _ = strings.Cut(rest, " ")
	}
	among := func(phrase string) bool { return strings.Contains(words, phrase) }
	return dense(words) && slices.ContainsFunc(p.apart().dense, among)
}

// end is the length of the longest phrase that words end in.
func (p *phrases) end(words string) (longest int) {
	for _, phrase := range p.apart().all {
		before, found := strings.CutSuffix(words, phrase)
		if found && (before == "" || before[len(before)-1] == ' ' || unspaced(phrase)) {
			longest = max(longest, len(phrase))
		}
	}
	return longest
}

// has reports whether a phrase of the lists is among words, begins whether words begin with one.
func has(words string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return phrasesOf(name).in(words) })
}

func begins(words string, names ...string) bool { return start(words, names...) > 0 }

// hasEnding reports whether a word ends in one of the endings of that name.
func hasEnding(word, name string) bool {
	is := func(end string) bool { return strings.HasSuffix(word, end) }
	return slices.ContainsFunc(phrasesOf(name).apart().all, is)
}

// start is the length of the longest phrase of the lists that s begins with.
func start(s string, names ...string) (longest int) {
	for _, name := range names {
		longest = max(longest, phrasesOf(name).start(s))
	}
	return longest
}

// consume takes phrases of the lists and fillers off the beginning of s until none
// fits, the longest first. found says that one of the phrases was among them.
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

const clauseMarks = ",;:，；：、—–" // between clauses

func clausesOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(clauseMarks, r) })
}

// words is s in lower case without punctuation, its words apart by one space and a space around all of it.
// A comma, semicolon, colon or dash between words stays as ",", because a clause begins there.
func words(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte(' ')
	gap := true
	for _, r := range strings.ToLower(s) {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		if !letter && !gap {
			b.WriteByte(' ')
		}
		switch gap = !letter; {
		case letter:
			b.WriteRune(r)
		case strings.ContainsRune(clauseMarks, r):
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
	return r > unicode.MaxLatin1 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
