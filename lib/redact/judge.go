package redact

import "strings"

// answers are words that say something about a secret instead of being one.
var answers = []string{
	"required", "optional", "none", "null", "nil", "true", "false", "undefined", "unset", "empty",
	"expired", "expires", "changed", "invalid", "missing", "valid", "unknown", "disabled", "enabled",
	"rejected", "accepted", "revoked", "rotated", "unchanged", "absent", "present", "unauthorized",
	"forbidden", "denied", "failed", "wrong", "incorrect", "mismatch", "ok", "yes", "no", "n/a", "na",
	"inherit", "include", "omit", "auto", "ask", "prompt", "hidden", "masked", "redacted", "stored",
	"encrypted", "hashed", "set", "found", "given", "provided", "not", "is", "was", "are", "the", "a",
	"an", "to", "for", "and", "or", "if", "when", "in", "on", "of", "from", "with", "as", "at", "by",
	"this", "that", "it", "its", "your", "my", "our", "their", "must", "should", "can", "may", "will",
	"see", "use", "new", "await", "return", "self", "this", "flag", "option", "instead", "which",
	"bearer", "basic", "digest", "void", "never", "unlimited",
}

// typeWords are names of types, as in token: string.
var typeWords = []string{
	"string", "str", "int", "integer", "number", "bool", "boolean", "object", "any", "bytes", "byte",
	"[]byte", "text", "varchar", "char", "uuid", "float", "array", "list", "dict", "map", "optional[str]",
	"string?", "string[]", "&str", "&string", "*string", "option<string>", "secretstr", "securestring",
	"interface{}", "unknown", "std::string", "field",
}

// nouns are parts of identifiers that hold a secret, as in token: accessToken.
var nouns = []string{
	"passw", "token", "secret", "apikey", "api_key", "credential", "config", "value", "param", "input",
	"option", "setting", "service", "provider", "type", "field",
}

// isSecret decides whether v, the value of a key that names a secret, is one.
func isSecret(v string, c context) bool {
	if !isLiteral(v) || isMarker(v) {
		return false
	}
	bare := strings.TrimRight(v, ".,:;!?)")
	switch {
	case oneOf(bare, answers), oneOf(v, typeWords):
		return false
	case isPath(v), isPointer(v):
		return false
	case c.name.weak && !isStrong(v), c.name.dense && !isKeyLike(v):
		return false
	case c.name.kind == "token" && isPort(v) && len(v) < 6:
		return false // a count
	case c.quoted:
		return true
	case isCall(v), v == c.key:
		return false
	}
	return isBareSecret(v, bare, c)
}

// isBareSecret decides for a literal without quotes.
func isBareSecret(v, bare string, c context) bool {
	switch c.join {
	case joinStrict:
		return !isMember(v)
	case joinSpaced:
		return !isMember(v) && (hasDigit(v) || !isName(v) || !hasNoun(v))
	case joinCode:
		return isStrong(v) && !isMember(v) && !(isName(v) && hasNoun(v))
	case joinTight:
		return isStrong(v) && !isMember(v)
	}
	if isMember(v) || isName(bare) && hasNoun(bare) && !hasDigit(bare) {
		return false
	}
	if c.prose {
		return isStrong(v) && bare != "" && !isWord(bare)
	}
	return len(bare) > 2
}

// isLiteral reports whether v could be a secret at all: no placeholder for one,
// and not made of references, between which nothing looks like a secret.
func isLiteral(v string) bool {
	v = strings.TrimSpace(v)
	if v == "" || isPlaceholder(v) {
		return false
	}
	refs, from := 0, 0
	for i := 0; i < len(v); {
		n := 0
		if i == 0 || !isAlnum(v[i-1]) {
			n = reference(v[i:])
		}
		if n == 0 {
			i++
			continue
		}
		if isStrong(v[from:i]) {
			return true
		}
		refs++
		i += n
		from = i
	}
	return refs == 0 || isStrong(v[from:])
}

// reference measures the reference to a variable, substitution or template that
// v begins with; one that does not close goes to the end.
func reference(v string) int {
	switch {
	case strings.HasPrefix(v, "${{"), strings.HasPrefix(v, "{{"):
		return closing(v, "}}")
	case strings.HasPrefix(v, "${"), strings.HasPrefix(v, "#{"):
		return closing(v, "}")
	case strings.HasPrefix(v, "$("):
		return closing(v, ")")
	case v[0] == '`':
		return 1 + closing(v[1:], "`")
	case v[0] == '$':
		if len(v) == 1 || isDigit(v[1]) || !isIdent(v[1]) {
			return 0
		}
		name := strings.TrimPrefix(v[1:], "env:")
		end := identEnd(name)
		if !isVariable(name[:end]) {
			return 0
		}
		return len(v) - len(name) + end
	case v[0] == '{', v[0] == '%', v[0] == '<':
		n := 1 + identEnd(v[1:])
		if n > 1 && n < len(v) && !(v[0] == '<' && hasDigit(v[:n])) && !(v[0] == '{' && n > 12 && isMixed(v[1:n])) && (v[n] == '}' || v[n] == '%' || v[n] == '>') {
			return n + 1
		}
	}
	return 0
}

// isVariable tells the name of a variable from a password that begins with a
// dollar sign: digits occur only in names in capitals.
func isVariable(name string) bool {
	return !hasDigit(name) || strings.ToUpper(name) == name
}

func closing(v, mark string) int {
	if at := strings.Index(v, mark); at >= 0 {
		return at + len(mark)
	}
	return len(v)
}

func identEnd(v string) int {
	n := 0
	for n < len(v) && n < maxKey && (isIdent(v[n]) || v[n] == '-' && n > 0) {
		n++
	}
	return n
}

// isPlaceholder reports whether v is in the place of a secret.
func isPlaceholder(v string) bool {
	if v[0] == '<' && !hasDigit(v) || foldPrefix(v, "your-") || foldPrefix(v, "your_") || foldPrefix(v, "your ") {
		return true
	}
	if v[0] == '%' && len(v) <= 3 || v == "{}" || v == "[]" || v == "{" || v == "[" || v == "|" || v == "|-" || v == ">-" || v == `\` {
		return true
	}
	for i := 0; i < len(v); {
		switch {
		case strings.IndexByte("xX*.?_-#", v[i]) >= 0:
			i++
		case strings.HasPrefix(v[i:], "…"), strings.HasPrefix(v[i:], "•"):
			i += len("…")
		default:
			return oneOf(v, []string{"placeholder", "example", "todo", "tbd", "replace-me", "replace_me", "redacted"})
		}
	}
	return true
}
