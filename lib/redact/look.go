package redact

import "strings"

// look counts the signs of a value, of its first 256 bytes.
type look struct {
	size, upper, lower, digits, hexes int
	symbols                           int // that passwords have and names do not
	turns                             int // from letter to digit or back, and from a small letter to a capital
	flips                             int // from a small letter to a capital or back
	stretch                           int // the longest run of letters and digits with a digit
}

func lookAt(v string) look {
	v = v[:min(len(v), 256)]
	l := look{size: len(v)}
	run, digit, before := 0, false, byte('-')
	for i := range len(v) {
		c := v[i]
		if isAlnum(c) && isAlnum(before) && (isDigit(c) != isDigit(before) || isUpper(c) && isLower(before)) {
			l.turns++
		}
		if isUpper(c) != isUpper(before) {
			l.flips++
		}
		if isHex(c) {
			l.hexes++
		}
		switch {
		case isUpper(c):
			l.upper++
		case isLower(c):
			l.lower++
		case isDigit(c):
			l.digits++
		case strings.IndexByte("!@#$^&*+=~", c) >= 0 || c >= 0x80:
			l.symbols++
		}
		if run, digit, before = run+1, digit || isDigit(c), c; !isAlnum(c) {
			run, digit = 0, false
		} else if digit {
			l.stretch = max(l.stretch, run)
		}
	}
	return l
}

// isStrong reports whether v by itself looks like a secret: at least six bytes
// of letters mixed with digits or symbols, eight digits, or a long mixed word.
func isStrong(v string) bool {
	l := lookAt(v)
	switch {
	case l.size < 6:
		return false
	case l.upper+l.lower == 0:
		return l.digits >= 8
	case l.digits > 0 || l.symbols > 0:
		return true
	}
	return l.size >= 20 && l.upper > 1 && l.lower > 1 && !strings.ContainsAny(v, " .")
}

// isDense reports whether no name is written as v: 16 letters and digits in a row with a
// digit among them, or letters whose case changes all the time.
func isDense(v string) bool {
	l := lookAt(v)
	return l.stretch >= 16 || l.scrambled()
}

func (l look) scrambled() bool { return l.upper >= 6 && l.lower >= 6 && 5*l.flips >= 2*l.size }

// isRandom reports whether no words make v: at least 20 letters and digits that change
// as often as they do by chance, and are no hexadecimal number.
func isRandom(v string) bool {
	l := lookAt(v)
	return l.size >= 20 && l.upper+l.lower+l.digits >= l.size*7/8 &&
		(l.scrambled() || l.digits > 1 && l.hexes < l.size*3/4 && 4*l.turns >= l.size)
}

// isKeyLike reports whether v may be a service's key: at least 14 bytes of
// letters and digits and what joins them, and no commit id, checksum or UUID.
func isKeyLike(v string) bool {
	l := lookAt(v)
	other := func(c rune) bool { return c >= 0x80 || !setOpaque.has(byte(c)) && c != ':' }
	return l.size >= 14 && (l.digits > 0 || l.scrambled()) && !isSum(v) && !strings.ContainsFunc(v, other)
}

func isSum(v string) bool {
	return len(v) >= 32 && (strings.Trim(v, "0123456789abcdef-") == "" ||
		v[8] == '-' && strings.Trim(v, "0123456789ABCDEF-") == "")
}

func hasDigit(v string) bool { return strings.ContainsAny(v, "0123456789") }

func isNumber(v string) bool { return strings.Trim(v, "0123456789") == "" }

func isIdentifier(v string) bool {
	return v != "" && !isDigit(v[0]) && strings.Trim(v, letters+"0123456789_") == ""
}

func isWord(v string) bool {
	return !strings.ContainsAny(v, "0123456789!\"#$%&()*+,.:;<=>?@[\\]^_`{|}~ \t\n")
}

// holds reports whether v has a word of a list in it, in any case.
func holds(list, v string) bool {
	for _, n := range table().lists[list] {
		for i := range len(v) {
			if foldPrefix(v[i:], n) {
				return true
			}
		}
	}
	return false
}

// codeNames are the signs of names in code and of what joins them.
const codeNames = letters + "0123456789_.:->?"

// isCode reports whether v begins as a call, an index or a composite in code, os.Getenv("X"),
// args[0], []byte(x), Token{}, or is the path of a member, cfg.Token.
func isCode(v string) bool {
	v = strings.TrimPrefix(strings.TrimLeft(v, "&*!"), "[]")
	if n := strings.IndexAny(v, "([{"); n > 0 {
		return strings.Trim(v[:n], codeNames) == "" && !hasDigit(v[:n])
	}
	v = strings.TrimRight(v, ";,")
	first, last := strings.IndexAny(v, ".:->?"), strings.LastIndexAny(v, ".:>")+1
	return first > 0 && last > 0 && last < len(v) && !isDigit(v[0]) && strings.Trim(v, codeNames) == "" &&
		(isOf("root", v[:first]) && !isDense(v[last:]) || holds("noun", v[last:]) && !isDense(v))
}
