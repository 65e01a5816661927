package transcript

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// maxDepth is the deepest nesting of a line that is decoded. The client's own
// records stay under 20.
const maxDepth = 200

// members calls visit for each member of the JSON object that data is, with
// the key as written between its quotes and the value as written, and reports
// whether data is one whole, valid object and nothing else. When it is not,
// visit has still seen the members that were complete before the fault.
func members(data []byte, visit func(key, value []byte)) bool {
	i := skipSpace(data, 0)
	if i >= len(data) || data[i] != '{' {
		return false
	}
	i = skipObject(data, i, 0, visit)
	return i >= 0 && skipSpace(data, i) == len(data)
}

// elements calls visit for each element of the JSON array that data is, which
// must be valid; anything else has no elements.
func elements(data []byte, visit func(value []byte)) {
	if len(data) > 0 && data[0] == '[' {
		skipArray(data, 0, 0, visit)
	}
}

// inner is the text between the quotes of a JSON string as written, escapes
// and all, and nil for any other value.
func inner(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' {
		return nil
	}
	return value[1 : len(value)-1]
}

// text is the decoded, valid UTF-8 of a JSON string, and empty for any other
// value.
func text(value []byte) string {
	if inner(value) == nil {
		return ""
	}
	return strings.ToValidUTF8(gjson.ParseBytes(value).String(), "\uFFFD")
}

// blank says whether a JSON value is no string, or one of white space. The first
// character tells nearly always.
func blank(value []byte) bool {
	if in := inner(value); len(in) > 0 && in[0] > ' ' && in[0] < utf8.RuneSelf && in[0] != '\\' {
		return false
	}
	return strings.TrimSpace(text(value)) == ""
}

// isObject says whether a JSON value is an object.
func isObject(value []byte) bool { return len(value) > 0 && value[0] == '{' }

// isTrue says whether a JSON value is the literal true.
func isTrue(value []byte) bool { return string(value) == "true" }

// skipSpace returns the index of the first byte at or after i that is not JSON
// white space.
func skipSpace(d []byte, i int) int {
	for i < len(d) && (d[i] == ' ' || d[i] == '\t' || d[i] == '\n' || d[i] == '\r') {
		i++
	}
	return i
}

// skipValue returns the index after the JSON value that starts at i, and -1
// when it is invalid, cut short, or nested too deeply (RFC 8259).
func skipValue(d []byte, i, depth int) int {
	if i >= len(d) {
		return -1
	}
	switch d[i] {
	case '"':
		return skipString(d, i)
	case '{':
		return skipObject(d, i, depth, nil)
	case '[':
		return skipArray(d, i, depth, nil)
	case 't':
		return skipWord(d, i, "true")
	case 'f':
		return skipWord(d, i, "false")
	case 'n':
		return skipWord(d, i, "null")
	}
	return skipNumber(d, i)
}

func skipObject(d []byte, i, depth int, visit func(key, value []byte)) int {
	if depth >= maxDepth {
		return -1
	}
	if i = skipSpace(d, i+1); i < len(d) && d[i] == '}' {
		return i + 1
	}
	for {
		key := i
		keyEnd, value, end, next, last := skipMember(d, i, depth)
		if next < 0 {
			return -1
		}
		if visit != nil {
			visit(d[key+1:keyEnd], d[value:end])
		}
		if last {
			return next
		}
		i = next
	}
}

// skipMember finds the places of the member whose key's opening quote is
// at i: the key's closing quote, the value and its end, and either the next
// member or, after the last one, what follows the object. next is -1 for a
// fault.
func skipMember(d []byte, i, depth int) (keyEnd, value, end, next int, last bool) {
	if i >= len(d) || d[i] != '"' {
		return 0, 0, 0, -1, false
	}
	if i = skipString(d, i); i < 0 {
		return 0, 0, 0, -1, false
	}
	keyEnd = i - 1
	if i = skipSpace(d, i); i >= len(d) || d[i] != ':' {
		return 0, 0, 0, -1, false
	}
	value = skipSpace(d, i+1)
	if end = skipValue(d, value, depth+1); end < 0 {
		return 0, 0, 0, -1, false
	}
	switch i = skipSpace(d, end); {
	case i < len(d) && d[i] == '}':
		return keyEnd, value, end, i + 1, true
	case i < len(d) && d[i] == ',':
		return keyEnd, value, end, skipSpace(d, i+1), false
	}
	return 0, 0, 0, -1, false
}

// member is the value, as written, of the first member of an object that has
// the name, and nil if there is none.
func member(object []byte, name string) []byte {
	if len(object) == 0 || object[0] != '{' {
		return nil
	}
	for i, last := skipSpace(object, 1), false; !last && i < len(object); {
		key := i
		var keyEnd, value, end int
		if keyEnd, value, end, i, last = skipMember(object, i, 0); i < 0 {
			return nil
		}
		if string(object[key+1:keyEnd]) == name {
			return object[value:end]
		}
	}
	return nil
}

func skipArray(d []byte, i, depth int, visit func(value []byte)) int {
	if depth >= maxDepth {
		return -1
	}
	if i = skipSpace(d, i+1); i < len(d) && d[i] == ']' {
		return i + 1
	}
	for {
		value := i
		if i = skipValue(d, i, depth+1); i < 0 {
			return -1
		}
		if visit != nil {
			visit(d[value:i])
		}
		if i = skipSpace(d, i); i >= len(d) {
			return -1
		}
		if d[i] == ']' {
			return i + 1
		}
		if d[i] != ',' {
			return -1
		}
		i = skipSpace(d, i+1)
	}
}

func skipWord(d []byte, i int, word string) int {
	if len(d)-i < len(word) || string(d[i:i+len(word)]) != word {
		return -1
	}
	return i + len(word)
}

func skipNumber(d []byte, i int) int {
	if d[i] == '-' {
		i++
	}
	first := i
	if i = skipDigits(d, i); i < 0 || (d[first] == '0' && i > first+1) {
		return -1
	}
	if i < len(d) && d[i] == '.' {
		if i = skipDigits(d, i+1); i < 0 {
			return -1
		}
	}
	if i < len(d) && (d[i] == 'e' || d[i] == 'E') {
		if i++; i < len(d) && (d[i] == '+' || d[i] == '-') {
			i++
		}
		i = skipDigits(d, i)
	}
	return i
}

func skipDigits(d []byte, i int) int {
	first := i
	for i < len(d) && d[i] >= '0' && d[i] <= '9' {
		i++
	}
	if i == first {
		return -1
	}
	return i
}

// shortString is how much of a string is held to RFC 8259 to the letter. Most
// bytes of a transcript are inside longer ones: files and outputs.
const shortString = 512

// skipString returns the index after the string whose opening quote is at
// i, looking at eight bytes at once for the next quote, backslash or control
// character. Beyond shortString it leaps from quote to quote: NUL bytes, which
// a crash leaves, still count, and a wrong escape shows when it is decoded.
func skipString(d []byte, i int) int {
	first := i + 1
	for i = first; ; {
		if i-first > shortString {
			return leapString(d, i, first)
		}
		for i+8 <= len(d) && i-first <= shortString {
			m := stops(binary.LittleEndian.Uint64(d[i:]))
			if m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
			i += 8
		}
		if i >= len(d) {
			return -1
		}
		switch c := d[i]; {
		case c == '"':
			return i + 1
		case c == '\\':
			if i = skipEscape(d, i); i < 0 {
				return -1
			}
		case c < 0x20:
			return -1
		default:
			i++
		}
	}
}

// leapString goes on with skipString at i, where no escape is cut, in a string
// whose first byte is at first.
func leapString(d []byte, i, first int) int {
	start := i
	for ; ; i++ {
		next := bytes.IndexByte(d[i:], '"')
		if next < 0 {
			return -1
		}
		i += next
		slashes := i
		for slashes > start && d[slashes-1] == '\\' {
			slashes--
		}
		if (i-slashes)%2 == 0 {
			break
		}
	}
	if bytes.IndexByte(d[first:i], 0) >= 0 {
		return -1
	}
	return i + 1
}

// stops marks the high bit of bytes in w that are a quote, a backslash or
// below 0x20. The lowest mark is exact; those above it may be false.
func stops(w uint64) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	quote := w ^ (ones * '"')
	slash := w ^ (ones * '\\')
	return ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*0x20)&^w) & highs
}

func skipEscape(d []byte, i int) int {
	if i+1 >= len(d) {
		return -1
	}
	switch d[i+1] {
	case 'n', '"', '\\', 't', 'r', '/', 'b', 'f':
		return i + 2
	case 'u':
	default:
		return -1
	}
	if i+6 > len(d) {
		return -1
	}
	for _, c := range d[i+2 : i+6] {
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
			return -1
		}
	}
	return i + 6
}
