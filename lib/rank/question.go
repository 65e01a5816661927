package rank

import (
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

// A Question is a text as a person or a prompt asks it, taken apart once.
type Question struct {
	words   []word
	weights []float64      // of the terms of all words, each once
	at      map[uint32]int // where in weights, by their hashes
	common  *common
	phrases [][]int // the terms of each quoted phrase
}

// common has a bit for the end of each term's hash: most terms of a document are not in the question, which it tells
// without a look into a map.
type common [1 << 14 / 8]byte

func (c *common) add(hash uint32)      { c[hash&0x3fff>>3] |= 1 << (hash & 7) }
func (c *common) has(hash uint32) bool { return c[hash&0x3fff>>3]&(1<<(hash&7)) != 0 }

// A word is met by its whole term or by all of its parts.
type word struct {
	Span
	whole int // in weights
	parts []int
}

// A Span is a part of a text, in bytes.
type Span struct{ From, To int }

const (
	maxQuestion = 64 << 10 // bytes of a question that are read
	nameWeight  = 1.3      // of terms in it: names, identifiers and quotations are meant as written
	wholeWeight = 1.5
)

// Ask reads a question. Its stop words do not count.
func Ask(text string) Question { return ask(text, false) }

// AskOf reads a request about code: the words that most of them have do not count, nor single numbers.
func AskOf(text string) Question { return ask(text, true) }

func ask(text string, about bool) Question {
	text = fence.Head(text, maxQuestion)
	q := Question{at: map[uint32]int{}, common: new(common)}
	start := true // of a sentence, where a capital means nothing
	last := 0
	scan(text, nil, func(c chunk) {
		start = start || strings.ContainsAny(text[min(last, c.from):c.from], ".!?:\n")
		if c.weight == nameWeight && start {
			c.weight = 1
		}
		common := about && (everyday()[strings.ToLower(text[c.from:c.to])] || everyday()[c.whole+"-"])
		// "2 and 4, please" picks from a list.
		common = common || about && c.to-c.from < 3 && strings.Trim(text[c.from:c.to], "0123456789") == ""
		if last, start = c.to, false; c.whole == "" || common {
			return
		}
		w := word{Span: Span{c.from, c.to}, whole: q.add(c.whole, max(c.weight, 1))}
		w.parts = each.Of(c.parts, func(p string) int { return q.add(p, 0.6) })
		q.words = append(q.words, w)
	})
	for _, quoted := range quotedIn(text) {
		var phrase []int
		for _, w := range q.words {
			if w.From >= quoted.From && w.To <= quoted.To {
				q.weights[w.whole] = max(q.weights[w.whole], 1.5)
				phrase = append(phrase, w.whole)
			}
		}
		if len(phrase) > 1 {
			q.phrases = append(q.phrases, phrase)
		}
	}
	return q
}

// add enters a term, of which the greatest weight counts.
func (q *Question) add(term string, weight float64) int {
	h := hash(term)
	at, ok := q.at[h]
	if !ok {
		at = len(q.weights)
		q.at[h] = at
		q.common.add(h)
		q.weights = append(q.weights, weight)
	}
	q.weights[at] = max(q.weights[at], weight)
	return at
}

// Empty reports whether the question holds no word that could find anything.
func (q Question) Empty() bool { return len(q.words) == 0 }

// quotedIn are the texts between quotation marks of one line.
func quotedIn(text string) (spans []Span) {
	for _, marks := range [...][2]string{{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}, {"`", "`"}} {
		for at := 0; ; {
			before, rest, opens := strings.Cut(text[at:], marks[0])
			quoted, _, closes := strings.Cut(rest, marks[1])
			if !opens || !closes {
				break
			}
			from := at + len(before) + len(marks[0])
			at = from + len(quoted) + len(marks[1])
			if !strings.Contains(quoted, "\n") {
				spans = append(spans, Span{from, from + len(quoted)})
			}
		}
	}
	return spans
}

// Marks are the words of a text that the question asks for.
func (q Question) Marks(text string) (spans []Span) {
	scan(text, nil, func(c chunk) {
		asked := func(term string) bool {
			_, is := q.at[hash(term)]
			return is
		}
		switch n := len(spans); {
		case !asked(c.whole) && !slices.ContainsFunc(c.parts, asked):
		case n > 0 && spans[n-1].To >= c.from:
			spans[n-1].To = c.to
		default:
			spans = append(spans, Span{c.from, c.to})
		}
	})
	return spans
}

// Excerpt is the part of a text, of at most so many bytes, that answers the question best.
func (q Question) Excerpt(text string, most int) Span {
	if len(text) <= most {
		return Span{0, len(text)}
	}
	marks := q.Marks(text)
	best, held, next := 0, 0, 0
	for i, m := range marks {
		for next < len(marks) && marks[next].To <= m.From+most*3/4 {
			next++
		}
		if next-i > held {
			best, held = m.From, next-i
		}
	}
	from := max(0, min(best-most/4, len(text)-most))
	to := from + most
	if cut := strings.IndexAny(text[from:], " \n\t"); from > 0 && cut >= 0 && cut < most/4 {
		from += cut + 1
	}
	if cut := strings.LastIndexAny(text[from:to], " \n\t"); to < len(text) && cut > most/2 {
		to = from + cut
	}
	for from < to && !utf8.RuneStart(text[from]) {
		from++
	}
	for to > from && to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	return Span{from, to}
}
