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
		k.random && (!isKeyLike(v) || !isDense(v) && !isRandom(v)), k.weak && !isStrong(v),
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
	for _, p := range table().lists["pointer"] {
		if len(v) > len(p) && foldPrefix(v, p) {
			return p != "!" || isWord(v[1:])
		}
	}
	return len(v) > 1 && (v[0] == ':' || v[0] == '@') && isIdentifier(v[1:]) && !hasDigit(v)
}
