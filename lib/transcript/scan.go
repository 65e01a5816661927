package transcript

import (
	"bytes"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// An object goes through a JSON object member by member, without decoding it: most
// of a transcript's bytes are in files and outputs that nobody asks for. It tells
// what is cut off from what is whole, and takes a wrong number or escape as it is.
type object struct {
	key, value []byte // of the member that next came to, as written; the key without quotes
	whole      bool   // the end was reached, and nothing is behind it

	data []byte
	at   int
}

// next goes on to the next member; false at the end and where one is not complete.
func (o *object) next() bool {
	d := o.data
	i := skipSpace(d, o.at)
	if i >= len(d) || o.at == 0 && d[i] != '{' {
		return false
	}
	if d[i] == '{' || d[i] == ',' {
		i = skipSpace(d, i+1)
	}
	if i < len(d) && d[i] == '}' {
		o.whole = skipSpace(d, i+1) == len(d)
		return false
	}
	if i >= len(d) || d[i] != '"' {
		return false
	}
	keyEnd := skipString(d, i)
	if keyEnd < 0 {
		return false
	}
	o.key = d[i+1 : keyEnd-1]
	colon := skipSpace(d, keyEnd)
	if colon >= len(d) || d[colon] != ':' {
		return false
	}
	value := skipSpace(d, colon+1)
	if o.at = skipValue(d, value); o.at < 0 {
		return false
	}
	o.value = d[value:o.at]
	return true
}

// member is the value, as written, of the first member of an object that has
// the name, and nil if there is none.
func member(data []byte, name string) []byte {
	for o := (object{data: data}); o.next(); {
		if string(o.key) == name {
			return o.value
		}
	}
	return nil
}

// elements are the values, as written, of a JSON array; anything else has none.
func elements(d []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if len(d) == 0 || d[0] != '[' {
			return
		}
		for i := skipSpace(d, 1); i < len(d) && d[i] != ']'; {
			end := skipValue(d, i)
			if end < 0 || !yield(d[i:end]) {
				return
			}
			if i = skipSpace(d, end); i < len(d) && d[i] == ',' {
				i = skipSpace(d, i+1)
			}
		}
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

// scalar is an id as text: the client writes strings, but a number will do.
func scalar(value []byte) string {
	if len(value) > 0 && (value[0] == '-' || value[0] >= '0' && value[0] <= '9') {
		return string(value)
	}
	return text(value)
}

// blank says whether a JSON value is no string, or one of white space. The first
// character tells nearly always.
func blank(value []byte) bool {
	if in := inner(value); len(in) > 0 && in[0] > ' ' && in[0] < utf8.RuneSelf && in[0] != '\\' {
		return false
	}
	return strings.TrimSpace(text(value)) == ""
}

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
// where it is cut off.
func skipValue(d []byte, i int) int {
	from := i
	for depth := 0; i < len(d); {
		switch d[i] {
		case '"':
			if i = skipString(d, i); i < 0 {
				return -1
			}
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		default:
			if depth == 0 {
				n := bytes.IndexAny(d[i:], ",]} \t\r\n")
				if n < 1 {
					return -1
				}
				return i + n
			}
			i++
		}
		if depth <= 0 {
			break
		}
	}
	if i == from || i > len(d) || d[from] == '}' || d[from] == ']' {
		return -1
	}
	return i
}

// skipString returns the index after the string whose opening quote is at i, -1
// where it does not end.
func skipString(d []byte, i int) int {
	for start := i + 1; ; {
		next := bytes.IndexByte(d[i+1:], '"')
		if next < 0 {
			return -1
		}
		i += next + 1
		slashes := i
		for slashes > start && d[slashes-1] == '\\' {
			slashes--
		}
		if (i-slashes)%2 == 0 {
			return i + 1
		}
	}
}
