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
	l := look{size: len(v)}
	run, digit := 0, false
	for i := 0; i < min(len(v), 256); i++ {
		c, before := v[i], byte('-')
		if i > 0 {
			before = v[i-1]
		}
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
		if !isAlnum(c) {
			run, digit = 0, false
			continue
		}
		run, digit = run+1, digit || isDigit(c)
		if digit {
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

// dense reports whether no name is written so: 16 letters and digits in a row
// with a digit among them, or letters whose case changes all the time.
func (l look) dense() bool { return l.stretch >= 16 || l.scrambled() }

func (l look) scrambled() bool {
	return l.upper >= 6 && l.lower >= 6 && 5*l.flips >= 2*min(l.size, 256)
}

func isDense(v string) bool { return lookAt(v).dense() }

// isRandom reports whether no words make v: at least 20 letters and digits that change
// as often as they do by chance, and are no hexadecimal number.
func isRandom(v string) bool {
	l := lookAt(v)
	size := min(l.size, 256)
	return size >= 20 && l.upper+l.lower+l.digits >= size*7/8 &&
		(l.scrambled() && size >= 24 || l.digits > 1 && l.hexes < size*3/4 && 4*l.turns >= size)
}

// isKeyLike reports whether v may be a service's key: at least 14 bytes of
// letters and digits and what joins them, and no commit id, checksum or UUID.
func isKeyLike(v string) bool {
	l := lookAt(v)
	if l.size < 14 || l.upper+l.lower < 2 || l.digits == 0 && (l.size < 24 || !l.scrambled()) || isSum(v) {
		return false
	}
	return strings.IndexFunc(v, func(c rune) bool {
		return c >= 0x80 || !setOpaque.has(byte(c)) && c != ':'
	}) < 0
}

// isSum reports whether v is a commit id, a checksum or a UUID.
func isSum(v string) bool {
	return len(v) >= 32 && (strings.Trim(v, "0123456789abcdef-") == "" ||
		v[8] == '-' && strings.Trim(v, "0123456789ABCDEF-") == "")
}

func hasDigit(v string) bool { return strings.ContainsAny(v, "0123456789") }

func isNumber(v string) bool { return strings.Trim(v, "0123456789") == "" }

// isIdentifier reports whether v is one name of code.
func isIdentifier(v string) bool {
	return v != "" && !isDigit(v[0]) && strings.Trim(v, letters+"0123456789_") == ""
}

// isWord reports whether v is a word of prose.
func isWord(v string) bool {
	return !strings.ContainsAny(v, "0123456789!\"#$%&()*+,.:;<=>?@[\\]^_`{|}~ \t\n")
}

// hasNoun reports whether a part of v says that it holds a secret, as in accessToken.
func hasNoun(v string) bool {
	for n := range strings.FieldsSeq(table().lists["noun"]) {
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

// isMember reports whether v is the path of a member in code: cfg.Token.
func isMember(v string) bool {
	v = strings.TrimRight(strings.TrimLeft(v, "&*!"), ";,")
	first, last := strings.IndexAny(v, ".:->?"), strings.LastIndexAny(v, ".:>")+1
	if first < 1 || last == 0 || last == len(v) || isDigit(v[0]) || strings.Trim(v, codeNames) != "" {
		return false
	}
	return isOf("root", v[:first]) && !isDense(v[last:]) || hasNoun(v[last:]) && !isDense(v)
}

// isCall reports whether v begins as a call, an index or a composite in code:
// os.Getenv("X"), args[0], []byte(x), Token{}.
func isCall(v string) bool {
	v = strings.TrimPrefix(strings.TrimLeft(v, "&*!"), "[]")
	n := strings.IndexAny(v, "([{")
	return n > 0 && strings.Trim(v[:n], codeNames) == "" &&
		(!hasDigit(v[:n]) || hasNoun(v[:n]) && !isDigit(v[0]))
}
