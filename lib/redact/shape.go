package redact

import "strings"

// isMarker reports whether v is markers of ours and nothing but punctuation.
func isMarker(v string) bool {
	end := markerAt(v, 0)
	if end == 0 {
		return false
	}
	for i := end; i < len(v); {
		switch next := markerAt(v, i); {
		case next > i:
			i = next
		case v[i] == '\\' && i+1 < len(v) && strings.IndexByte("nrt\"'", v[i+1]) >= 0:
			i += 2
		case isAlnum(v[i]) || v[i] >= 0x80:
			return false
		default:
			i++
		}
	}
	return true
}

// isStrong reports whether v by itself looks like a secret: at least six bytes
// of letters mixed with digits or signs, eight digits, or a long mixed word.
func isStrong(v string) bool {
	var upper, lower, digits, signs int
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case isUpper(c):
			upper++
		case isLower(c):
			lower++
		case isDigit(c):
			digits++
		case strings.IndexByte("!@#$^&*+=~", c) >= 0 || c >= 0x80:
			signs++
		}
	}
	letters := upper + lower
	switch {
	case len(v) < 6:
		return false
	case letters == 0:
		return digits >= 8
	case digits > 0 || signs > 0:
		return true
	}
	return len(v) >= 20 && upper > 1 && lower > 1 && !strings.ContainsAny(v, " .")
}

// isScrambled reports whether the case of v's letters changes as often as no
// words make it.
func isScrambled(v string) bool {
	v = v[:min(len(v), maxDense)]
	capitals, small, changes := 0, 0, 0
	for i := 0; i < len(v); i++ {
		switch {
		case isUpper(v[i]):
			capitals++
		case isLower(v[i]):
			small++
		}
		if i > 0 && isUpper(v[i]) != isUpper(v[i-1]) {
			changes++
		}
	}
	return capitals >= 6 && small >= 6 && 5*changes >= 2*len(v)
}

// isKeyLike reports whether v may be a service's key: at least 14 bytes of
// letters and digits and what joins them, and no commit id or checksum.
func isKeyLike(v string) bool {
	digits, letters, hexes := 0, 0, 0
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case isDigit(c):
			digits++
		case isLetter(c):
			letters++
		case !setBase64.has(c) && c != '.' && c != ':':
			return false
		}
		if isDigit(v[i]) || v[i] >= 'a' && v[i] <= 'f' {
			hexes++
		}
	}
	checksum := hexes == len(v) && (len(v) == 40 || len(v) == 64)
	long := len(v) >= 24 && isScrambled(v)
	return len(v) >= 14 && (digits > 0 || long) && letters > 1 && !checksum
}

// isUUID reports whether v has the form of a UUID.
func isUUID(v string) bool {
	return len(v) == 36 && v[8] == '-' && v[13] == '-' && v[18] == '-' && v[23] == '-' && strings.Trim(v, "0123456789abcdefABCDEF-") == ""
}

// isMixed reports whether v has a digit, a capital and a small letter.
func isMixed(v string) bool {
	return hasDigit(v) && strings.ToUpper(v) != v && strings.ToLower(v) != v
}

func hasDigit(v string) bool {
	for i := 0; i < len(v); i++ {
		if isDigit(v[i]) {
			return true
		}
	}
	return false
}

// isName reports whether v is one identifier.
func isName(v string) bool {
	for i := 0; i < len(v); i++ {
		if !isIdent(v[i]) || i == 0 && isDigit(v[i]) {
			return false
		}
	}
	return v != ""
}

// isWord reports whether v is a word of prose.
func isWord(v string) bool {
	for i := 0; i < len(v); i++ {
		if !isLetter(v[i]) && v[i] != '-' && v[i] != '\'' && v[i] != '/' && v[i] < 0x80 {
			return false
		}
	}
	return true
}

func hasNoun(v string) bool {
	for i := 0; i < len(v); i++ {
		for _, n := range nouns {
			if foldPrefix(v[i:], n) {
				return true
			}
		}
	}
	return false
}

// roots are what the path of a member begins with in code.
var roots = []string{
	"self", "this", "cfg", "config", "conf", "env", "os", "process", "settings", "args", "opts",
	"options", "ctx", "context", "req", "request", "params", "props", "state", "app", "user", "data",
	"input", "var", "local", "secrets", "vars", "module", "body", "session", "c", "s", "r", "e", "t", "p",
}

// isMember reports whether v is the path of a member in code: cfg.Token.
func isMember(v string) bool {
	v = strings.TrimRight(strings.TrimLeft(v, "&*!"), ";,")
	parts, start := 0, 0
	for i := 0; i <= len(v); i++ {
		if i < len(v) && isIdent(v[i]) {
			continue
		}
		if i == start || isDigit(v[start]) {
			return false
		}
		parts++
		if i == len(v) {
			break
		}
		switch {
		case v[i] == '.':
		case strings.HasPrefix(v[i:], "->"), strings.HasPrefix(v[i:], "::"), strings.HasPrefix(v[i:], "?."):
			i++
		default:
			return false
		}
		start = i + 1
	}
	if last := v[start:]; parts < 2 || len(last) >= 20 && isMixed(last) && isDense(last) {
		return false
	}
	first := v[:strings.IndexAny(v, ".-:?")]
	return oneOf(first, roots) || hasNoun(v[start:]) && !isDense(v)
}

// isCall reports whether v begins as a call, an index or a composite in code:
// os.Getenv("X"), args[0], []byte(x), Token{}.
func isCall(v string) bool {
	v = strings.TrimLeft(v, "&*!")
	v = strings.TrimPrefix(v, "[]")
	i := 0
	for i < len(v) && (isIdent(v[i]) || strings.IndexByte(".:->?", v[i]) >= 0) {
		if isDigit(v[i]) && (i == 0 || !hasNoun(v[:i])) {
			return false
		}
		i++
	}
	return i > 0 && i < len(v) && (v[i] == '(' || v[i] == '[' || v[i] == '{')
}

// isPath reports whether v is the path of a file, or a URL, whose secrets have
// rules of their own.
func isPath(v string) bool {
	if strings.Contains(v, "://") || strings.HasPrefix(v, "file:") {
		return true
	}
	if len(v) > 3 && isLetter(v[0]) && v[1] == ':' && v[2] == '\\' {
		return true
	}
	slashes := 0
	for i := 0; i < len(v); i++ {
		if v[i] == '/' {
			slashes++
		} else if !isKey(v[i]) && v[i] != '~' && v[i] != '@' {
			return false
		}
	}
	if slashes == 0 || isDense(v) {
		return false
	}
	if v[0] == '/' || v[0] == '~' || strings.HasPrefix(v, "./") || strings.HasPrefix(v, "../") {
		return true
	}
	dot := strings.LastIndexByte(v, '.')
	return dot > 0 && len(v)-dot <= 6 && strings.IndexByte(v[dot:], '/') < 0
}

// pointers begin values that say where a secret is kept.
var pointers = []string{
	"arn:", "vault:", "env:", "keyring:", "keychain:", "secretref:", "enc[", "!", "@microsoft.keyvault(",
	"ref+", "projects/", "secrets.", "ssm:",
}

// isPointer reports whether v says where the secret is kept, or is the named
// parameter of a query.
func isPointer(v string) bool {
	for _, p := range pointers {
		if len(v) > len(p) && foldPrefix(v, p) {
			return p != "!" || isWord(v[1:])
		}
	}
	return len(v) > 1 && (v[0] == ':' || v[0] == '@') && isName(v[1:]) && !hasDigit(v)
}
