package redact

import "strings"

func isSecret(v string, k keyRef, lit literal, how link) bool {
	bare := strings.TrimRight(v, ".,:;!?)")
	coded := isIdentifier(bare) && holds("noun", bare) && !hasDigit(bare)
	// The quote of "token:", x closes a string that ends in the key.
	colon := how == linkLoose || how == linkCode
	closes := colon && lit.quoted && !k.quoted && strings.IndexByte(",);]} +", v[0]) >= 0
	switch {
	case !isLiteral(v), isMarker(v), isOf("answer", bare), isPath(v), isPointer(v),
		k.has(flagRandom) && (!isKeyLike(v) || !isDense(v) && !isRandom(v)), k.has(flagWeak) && !isStrong(v),
		k.kind == kindToken && isNumber(v) && len(v) < 6, // a count
		closes && !isKeyLike(v[1:]):
		return false
	case how >= linkIs && isKeyLike(v) && (lit.quoted || isDense(v)):
		return true
	case how == linkNamed:
		return false
	case lit.quoted:
		return true
	case isCode(v), v == k.text, colon && strings.IndexByte("{[", v[0]) >= 0, coded && how != linkTight:
		return false
	case how >= linkCode:
		return isStrong(v)
	case how == linkLoose && lit.prose:
		return isStrong(v) && !isWord(bare)
	}
	return how <= linkSpaced || len(bare) > 2
}

// isLiteral reports whether v could be a secret at all: no placeholder for one,
// and not made of references, between which nothing looks like a secret.
func isLiteral(v string) bool {
	v = strings.TrimSpace(v)
	if v == "" || isPlaceholder(v) {
		return false
	}
	refs, from := 0, 0
	for i := 0; i < len(v); i++ {
		if i > 0 && isAlnum(v[i-1]) {
			continue
		}
		if n := reference(v[i:]); n > 0 {
			if isStrong(v[from:i]) {
				return true
			}
			refs++
			from = i + n
			i = from - 1
		}
	}
	return refs == 0 || isStrong(v[from:])
}

// reference measures the reference to a variable, substitution or template that
// v begins with; one that does not close goes to the end.
func reference(v string) int {
	for _, pair := range [...][2]string{
		{"${{", "}}"}, {"{{", "}}"}, {"${", "}"}, {"#{", "}"}, {"$(", ")"}, {"`", "`"},
	} {
		if strings.HasPrefix(v, pair[0]) {
			inner, _, _ := strings.Cut(v[len(pair[0]):], pair[1])
			return min(len(v), len(pair[0])+len(inner)+len(pair[1]))
		}
	}
	switch {
	case v[0] == '$':
		end := nameEnd(v, 1+len(v[1:])-len(strings.TrimPrefix(v[1:], "env:")))
		// Digits are only in the names of variables in capitals; others are passwords.
		if end == 1 || isDigit(v[1]) || hasDigit(v[1:end]) && !isUpperCase(v[1:end]) {
			return 0
		}
		return end
	case v[0] == '{', v[0] == '%', v[0] == '<':
		n := nameEnd(v, 1)
		if n == 1 || n == len(v) || strings.IndexByte("}%>", v[n]) < 0 || v[0] == '<' && hasDigit(v[:n]) ||
			v[0] == '{' && isDense(v[1:n]) {
			return 0
		}
		return n + 1
	}
	return 0
}

// nameEnd returns the end of the name of letters, digits, _ and - at i.
func nameEnd(v string, i int) int {
	if strings.HasPrefix(v[i:], "-") {
		return i
	}
	return skip(v, i, func(c byte) bool { return isIdent(c) || c == '-' })
}

func isPlaceholder(v string) bool {
	return v[0] == '<' && !hasDigit(v) || v[0] == '%' && len(v) <= 3 ||
		foldPrefix(v, "your-") || foldPrefix(v, "your_") || foldPrefix(v, "your ") ||
		strings.Trim(v, "xX*.?_-#…•{}[]|>\\") == ""
}

// isPath reports whether v is a file's path, or a URL, whose secrets have their own rules.
func isPath(v string) bool {
	if strings.Contains(v, "://") || strings.HasPrefix(v, "file:") || strings.Index(v, `:\`) == 1 {
		return true
	}
	other := func(c rune) bool { return c >= 0x80 || !isKey(byte(c)) && strings.IndexByte("/~@", byte(c)) < 0 }
	if !strings.Contains(v, "/") || strings.ContainsFunc(v, other) || isDense(v) {
		return false
	}
	dot := strings.LastIndexByte(v, '.')
	return strings.IndexByte("/~.", v[0]) >= 0 || dot > 0 && len(v)-dot <= 6 && strings.IndexByte(v[dot:], '/') < 0
}

// isPointer reports whether v says where the secret is kept, or is a parameter of a query.
func isPointer(v string) bool {
	if n := start("pointer", v); n > 0 && n < len(v) {
		return v[:n] != "!" || isWord(v[1:])
	}
	return len(v) > 1 && (v[0] == ':' || v[0] == '@') && isIdentifier(v[1:]) && !hasDigit(v)
}

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

// isCased reports whether v mixes capitals and small letters.
func isCased(v string) bool { l := lookAt(v); return l.upper > 1 && l.lower > 1 }

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
	for i := range len(v) {
		if start(list, v[i:]) > 0 {
			return true
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
