package prompt

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// directing are words of sentences that tell how to work, in all languages of
// the tables.
const directing = `don t|dont|do not|never|always|must|instead|should not|shouldn t|only|make sure|no need|not|unless|rather than|without|stop|avoid|isn t|doesn t|can t|cannot|won t|wouldn t|couldn t|
nicht|kein|keine|keinen|nie|niemals|immer|muss|müssen|musst|statt|stattdessen|nur|ohne|sondern|darf|
ne pas|n est pas|pas|jamais|toujours|doit|dois|devez|il faut|plutôt|seulement|uniquement|sans|ne|
no|nunca|siempre|debe|debes|en lugar de|en vez de|solo|sólo|solamente|sin|
não|sempre|jamais|deve|em vez de|ao invés|apenas|só|somente|sem|
non|mai|sempre|deve|devi|invece|solo|soltanto|senza|
не|никогда|всегда|должен|должна|должны|вместо|только|нельзя|нужно|надо|без|
不要|别|不能|不得|必须|永远|总是|始终|只|仅|而不是|务必|不是|
ないで|ではなく|必ず|常に|絶対|だけ|代わりに|べき|禁止|のみ|ません`

// isDirection reports whether a sentence tells how to work, or what not to do:
// don't, always, instead, only …
func isDirection(sentence string) bool { return directs().in(words(sentence)) }

const (
	between = " … " // between the pieces of a shortened prompt
	// shortBegin is how much of a prompt's beginning stays whatever else it
	// says, where there is room; shortSentence how much of one directing sentence.
	shortBegin    = 104
	shortSentence = 130
)

// maxWhole is how many characters of a prompt are kept, maxBegin of the beginning
// of a longer one.
const (
	maxWhole = 4000
	maxBegin = 3000
)

// Whole is a prompt as it is kept: its lines without white space around them that
// nobody sees. Of one over 4,000 characters it is the first 3,000, then the
// sentences of the user's own after that, those that direct first.
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
	room := maxWhole - utf8.RuneCountInString(kept)
	begin := row(kept)
	for _, s := range append(directions(text), Sentences(ownWords(text))...) {
		n := utf8.RuneCountInString(s) + 1
		if n > room || strings.Contains(begin, s) {
			continue
		}
		kept, begin, room = kept+"\n"+s, begin+" "+s, room-n
	}
	return kept
}

// Shorten is a prompt on one row of at most so many characters: of a longer one
// its beginning, then the sentences of the user's own, those first that direct or
// ask, then what was pasted. The pieces are verbatim, in their order.
func Shorten(text string, most int) string {
	whole := row(head(text))
	if utf8.RuneCountInString(whole) <= most && len(text) <= maxRead {
		return whole
	}
	c := cut{most: most, pieces: piecesOf(text)}
	least := min(max(shortBegin/2, min(shortBegin, most/3)), most)
	for i := 0; i < len(c.pieces) && c.size() < least; i++ {
		c.take(i)
	}
	for _, is := range []func(piece) bool{
		func(p piece) bool { return p.own && p.directs },
		func(p piece) bool { return p.own },
		func(p piece) bool { return p.directs },
		func(piece) bool { return true },
	} {
		for i, p := range c.pieces {
			if is(p) {
				c.take(i)
			}
		}
	}
	c.lengthen()
	return c.String()
}

// A piece is a sentence of a prompt as it is written, on one row.
type piece struct {
	text    string
	own     bool // not pasted
	directs bool // or asks
	apart   bool // white space is before it
	size    int  // characters
	told    int  // of them
}

func piecesOf(text string) []piece {
	mine := map[string]bool{}
	for line := range strings.Lines(ownWords(text)) {
		mine[row(line)] = true
	}
	var all []piece
	for line := range strings.Lines(head(text)) {
		own, apart := mine[row(line)], true
		for s := range sentences(line) {
			apart = apart || strings.TrimLeftFunc(s, unicode.IsSpace) != s
			if s = row(s); s != "" {
				all = append(all, piece{text: s, size: utf8.RuneCountInString(s), own: own, directs: isDirection(s) || strings.HasSuffix(s, "?"), apart: apart})
				apart = false
			}
		}
	}
	return all
}

// A cut is what is told of a prompt that is too long.
type cut struct {
	most   int
	pieces []piece
}

// take tells a piece, its beginning where it is long, if there is room.
func (c *cut) take(i int) {
	p := &c.pieces[i]
	if p.told > 0 {
		return
	}
	if p.told = min(p.size, max(shortSentence, c.most/4)); p.told < p.size {
		p.told = utf8.RuneCountInString(atWord(p.text, p.told))
	}
	if c.size() > c.most {
		p.told = 0
	}
}

// lengthen tells more of the pieces that are cut, and of those after a told one, as
// far as there is room.
func (c *cut) lengthen() {
	for i := range c.pieces {
		p := &c.pieces[i]
		had := p.told
		if had == 0 && i > 0 && c.pieces[i-1].told == 0 {
			continue
		}
		room := c.most - c.size() + had
		if had == 0 {
			room-- // the space before it
		}
		if p.told = p.size; p.told > room {
			p.told = utf8.RuneCountInString(atWord(p.text, room))
		}
		if p.told < max(had, leastPiece) && p.told < p.size || c.size() > c.most {
			p.told = had
		}
	}
}

// leastPiece is how many characters of a sentence say something.
const leastPiece = 4

// each visits what is told, with what is between the pieces, and reports whether the
// end is left out.
func (c *cut) each(visit func(before, text string, told int)) (open bool) {
	first := true
	for i := range c.pieces {
		p := &c.pieces[i]
		if p.told == 0 {
			open = true
			continue
		}
		before := ""
		switch {
		case first:
		case open:
			before = between
		case p.apart:
			before = " "
		}
		visit(before, p.text, p.told)
		first, open = false, p.told < p.size
	}
	return open
}

// size is how many characters are told.
func (c *cut) size() (n int) {
	if c.each(func(before, _ string, told int) { n += utf8.RuneCountInString(before) + told }) {
		n++
	}
	return n
}

func (c *cut) String() string {
	var b strings.Builder
	if c.each(func(before, text string, told int) { b.WriteString(before + atRune(text, told)) }) {
		b.WriteString("…")
	}
	return b.String()
}

// atRune is the first n characters of a text.
func atRune(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// directions are the sentences of a text that direct, those of the user's own
// lines before those that may be pasted.
func directions(text string) []string {
	var own, other []string
	mine := row(ownWords(text))
	for _, s := range Sentences(text) {
		switch {
		case !isDirection(s):
		case strings.Contains(mine, s):
			own = append(own, s)
		default:
			other = append(other, s)
		}
	}
	return append(own, other...)
}
