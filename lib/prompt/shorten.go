package prompt

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

const (
	between  = " … " // between the pieces of a shortened prompt
	maxWhole = 4000  // characters of a prompt that are kept
	maxBegin = 3000  // of the beginning of a longer one
)

// Whole is a prompt as it is kept: of one that is too long the beginning, then the user's own sentences that direct.
func Whole(text string) string {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(strings.ReplaceAll(head(text), "\r\n", "\n"), "\r", "\n")) {
		line = strings.TrimRightFunc(strings.ReplaceAll(line, "\t", "  "), unicode.IsSpace)
		if line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	whole := strings.TrimSpace(strings.Join(lines, "\n"))
	if utf8.RuneCountInString(whole) <= maxWhole {
		return whole
	}
	kept := atWord(whole, maxBegin) + "\n…"
	room, begin := maxWhole-utf8.RuneCountInString(kept), row(kept)
	for _, p := range byWorth(piecesOf(text)) {
		n := utf8.RuneCountInString(p.text) + 1
		if n <= room && p.after < lastPieces && !strings.Contains(begin, p.text) {
			kept, begin, room = kept+"\n"+p.text, begin+" "+p.text, room-n
		}
	}
	return kept
}

// A piece is a sentence of a prompt as it is written, on one row.
type piece struct {
	text  string
	told  string // its beginning
	after int    // how late it is told: 0 the user's own that direct or ask, 1 other own ones, 2 and 3 pasted ones
}

const lastPieces = 3

func piecesOf(text string) (all []*piece) {
	mine := each.Set(each.Of(strings.Split(ownWords(text), "\n"), row))
	for line := range strings.Lines(head(text)) {
		after := lastPieces
		if mine[row(line)] {
			after = 1
		}
		for _, s := range sentences(line) {
			p := &piece{text: s, after: after}
			if has(words(s), "directing") || asks(s) {
				p.after--
			}
			all = append(all, p)
		}
	}
	return all
}

func byWorth(pieces []*piece) []*piece {
	return slices.SortedStableFunc(slices.Values(pieces), func(a, b *piece) int { return a.after - b.after })
}

// Shorten is a prompt on one row of at most so many characters: of a longer one its beginning, and pieces in their
// order, the user's own that direct or ask rather than others, those rather than what was pasted.
func Shorten(text string, most int) string {
	if whole := row(head(text)); utf8.RuneCountInString(whole) <= most && len(text) <= maxRead {
		return whole
	}
	pieces, room, told := piecesOf(text), most-1, 0
	// tell tells at most so many characters of a piece, but no beginning that says nothing.
	tell := func(p *piece, limit int) {
		const least = 20
		had, cost := utf8.RuneCountInString(p.told), 0
		if had == 0 && told > 0 {
			cost = utf8.RuneCountInString(between)
		}
		text := atWord(p.text, min(limit, had+room-cost))
		if n := utf8.RuneCountInString(text); n > had && (n >= least || text == p.text) {
			p.told, told, room = text, told+n-had, room-(n-had+cost)
		}
	}
	each, begin := max(130, most/4), min(104, most/3) // of one directing sentence
	for _, p := range pieces {
		if told < begin {
			tell(p, each)
		}
	}
	for _, p := range byWorth(pieces) {
		tell(p, each)
	}
	var all strings.Builder
	open := false // something is left out
	for _, p := range pieces {
		tell(p, most) // what is left goes to those that are cut
		switch {
		case p.told == "" || all.Len() == 0:
		case open:
			all.WriteString(between)
		default:
			all.WriteByte(' ')
		}
		all.WriteString(p.told)
		open = p.told != p.text
	}
	if open {
		all.WriteString("…")
	}
	return all.String()
}

// Cut is a step of at most so many characters, with its last clause where that is dated: "the cname… again friday".
func Cut(step string, most int) string {
	if len(step) <= most || !Dated(step) {
		return fence.Line(step, most)
	}
	all := clausesOf(step)
	end := row(all[len(all)-1])
	for len(end) > most/2 { // "goes away on Monday"
		_, rest, _ := strings.Cut(end, " ")
		if !Dated(rest) {
			break
		}
		end = rest
	}
	end = " " + shortened(end, most/2)
	return fence.Line(step, most-len(end)) + end
}

// Dated reports whether the last clause of a step says until when it waits, or for whom.
func Dated(step string) bool {
	w := append([]string{""}, clauseWords(step)...)
	last := w[len(w)-1]
	return has(last, "laters", "days", "weekdays", "longSpans", "waitsFor", "weWait") || answers(last)
}

// maxSmall is the most bytes of a prompt that may only say what is to be done next, or ask.
const maxSmall = 120

// Weighs reports whether a prompt says more than what to do at once, or asks: why, how much, how to work, what was
// decided, or what is put off or waits.
func Weighs(text string) bool {
	w := clauseless(text)
	number := func(s string) bool { return hasDigits(s) && (strings.ContainsAny(s, ".,%") || !isNumber(s)) }
	return len(text) > maxSmall || has(w, "directing", "reasons", "contrasts", "deciders", "takers", "strong") ||
		slices.ContainsFunc(strings.Fields(strings.TrimRight(text, ".!?")), number) ||
		len(PutsOff(text)) > 0 || len(heard(row(text))) > 0
}
