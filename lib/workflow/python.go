package workflow

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// checkpointID is the first 6 hex digits of the SHA-256 over
// "run:step:variables", with the variables as Python prints them.
func checkpointID(run string, step int, variables value) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:", run, step)
	if variables.kind == null {
		variables.kind = object
	}
	variables.python(&b)
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:])[:6]
}

// python writes a value as json.dumps(json.loads(value), sort_keys=True) does.
// Source: the Python documentation of module json, and Lib/json/encoder.py for
// which characters are escaped.
func (v value) python(b *strings.Builder) {
	switch v.kind {
	case number:
		b.WriteString(pythonNumber(v.raw))
	case text:
		says, _ := unquote(v.raw)
		pythonText(b, says)
	case list:
		b.WriteByte('[')
		for i, item := range v.items {
			if i > 0 {
				b.WriteString(", ")
			}
			item.python(b)
		}
		b.WriteByte(']')
	case object:
		sorted := slices.Clone(v.members)
		slices.SortFunc(sorted, func(x, y member) int { return strings.Compare(x.name, y.name) })
		b.WriteByte('{')
		for i, m := range sorted {
			if i > 0 {
				b.WriteString(", ")
			}
			pythonText(b, m.name)
			b.WriteString(": ")
			m.value.python(b)
		}
		b.WriteByte('}')
	default:
		b.WriteString(v.scalar(false))
	}
}

// pythonNumber is a number's text as Python prints it after reading: an integer
// of any size as it is, everything else as the repr of a double.
func pythonNumber(raw string) string {
	switch {
	case raw == "-0":
		return "0"
	case strings.ContainsAny(raw, "NI"), !strings.ContainsAny(raw, ".eE"):
		return raw
	}
	f, _ := strconv.ParseFloat(raw, 64) // out of range gives an infinity, as in Python
	switch text := strconv.FormatFloat(f, 'e', -1, 64); {
	case text == "+Inf":
		return "Infinity"
	case text == "-Inf":
		return "-Infinity"
	default:
		_, e, _ := strings.Cut(text, "e")
		if n, _ := strconv.Atoi(e); n < -4 || n >= 16 {
			return text
		}
	}
	plain := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(plain, ".") {
		plain += ".0"
	}
	return plain
}

func pythonText(b *strings.Builder, s string) {
	b.WriteByte('"')
	for i := 0; i < len(s); {
		r, n := codePoint(s[i:])
		i += n
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteByte(byte(r))
		case strings.IndexByte("\b\f\n\r\t", byte(r)) >= 0 && r < ' ':
			b.WriteByte('\\')
			b.WriteByte("bfnrt"[strings.IndexByte("\b\f\n\r\t", byte(r))])
		case r >= ' ' && r <= '~':
			b.WriteByte(byte(r))
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
}

// codePoint is utf8.DecodeRuneInString that knows lone surrogates.
func codePoint(s string) (rune, int) {
	if len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf && s[2]&0xc0 == 0x80 {
		return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), 3
	}
	return utf8.DecodeRuneInString(s)
}
