package redact

import "strings"

type scanner struct {
	s      string
	out    strings.Builder                       // the text up to last, with markers
	kinds  []string                              // of what was redacted
	last   int                                   // the end of the last secret
	runs   [len(charsets)]struct{ from, to int } // the last of each set: hostile text asks often for one
	noDots int                                   // no token of parts with dots starts before this
	skip   int                                   // up to here a long value was read that is not a secret
	inner  bool                                  // whether what is read begins inside a word
	taker  int                                   // up to here a name takes what follows a blank: set NAME value
	column name                                  // what the head of a table's column says of it
	bars   int                                   // how many are before that column
	pair   pair
	cmd    command
}

func (sc *scanner) add(kind string, start, end int) int {
	sc.out.WriteString(sc.s[sc.last:start])
	sc.out.WriteString(marker(kind))
	if kind != kindPrivateKey { // of which one may be broken by a line break
		sc.out.WriteString(strings.Repeat("\n", strings.Count(sc.s[start:end], "\n")))
	}
	sc.kinds, sc.last = append(sc.kinds, kind), end
	return end
}

// run returns the end of the run of set that starts at i.
func (sc *scanner) run(set charset, i int) int {
	r := &sc.runs[set]
	if i >= r.from && i < r.to {
		return r.to
	}
	j := i
	for j < len(sc.s) && set.has(sc.s[j]) {
		j++
	}
	r.from, r.to = i, j
	return j
}

func (sc *scanner) scan() {
	s := sc.s
	for i := 0; i < len(s); {
		next := i + 1
		switch c := s[i]; {
		case isAlnum(c):
			next = sc.word(i)
		case c >= 0x80:
			next = sc.foreign(i)
		case c == '_':
			next = sc.ends(next)
		case c == ':' && strings.HasPrefix(s[i:], "://"):
			next = sc.url(i)
		case c == '-':
			next = sc.dash(i)
		case c == '@':
			next = sc.dataSource(i)
		case c == '[':
			next = max(next, markerAt(s, i))
		case c == '\n' && (i == 0 || s[i-1] != '\\'), c == ';', c == '&':
			sc.cmd = cmdNone
		case c == '|':
			next = sc.cell(next)
		}
		i = next
	}
}

// word reads the word of letters and digits at i and returns where to go on. A
// key may begin inside it, after an escape: \n, \u0022, %22, or a colour.
func (sc *scanner) word(i int) int {
	s, end, from, before := sc.s, sc.run(setAlnum, i), i, byte(' ')
	if i > 0 {
		before = s[i-1]
	}
	after := strings.TrimLeft(s[i:end], "0123456789")
	if strings.IndexByte("[;", before) >= 0 && strings.HasPrefix(after, "m") {
		from = end - len(after) + 1
	}
	escaped := from > i || strings.IndexByte("\\%", before) >= 0
	for at := from; at < end && (at == from || escaped && at-from < 6); at++ {
		sc.inner = at > i
		if kind, start, to := sc.match(at); kind != "" && (kind != kindToken || !escaped || at > i) {
			return sc.add(kind, start, to)
		}
	}
	if s[i:end] == "Private" && strings.HasPrefix(s[end:], "-Lines:") {
		return sc.lines(end)
	}
	return sc.ends(sc.program(i, end))
}

// foreign reads the letters at i that are not ASCII, up to a full-width colon or equals sign.
func (sc *scanner) foreign(i int) int {
	end := i
	for end < len(sc.s) && sc.s[end] >= 0x80 && !isWide(sc.s[end:]) {
		end++
	}
	if end == i {
		return i + len("：")
	}
	return sc.ends(end)
}

func isWide(s string) bool { return strings.HasPrefix(s, "：") || strings.HasPrefix(s, "＝") }

// ends looks for an assignment where a name ends at end, and returns where to go on.
func (sc *scanner) ends(end int) int {
	if s := sc.s; end < len(s) && inKey(s[end]) && !isWide(s[end:]) && !isCopula(s[:end]) {
		return end
	}
	return max(end, sc.assignment(end))
}
