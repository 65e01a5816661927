package transcript

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// values are the members of a JSON object, or the elements of an array, gone through
// without decoding them: most of a transcript's bytes are in files and outputs that
// nobody asks for. They tell what is cut off from what is whole, and take a wrong
// number or escape as it is.
type values struct {
	data  []byte
	whole bool // the end was reached, and nothing is behind it
}

// each yields the values as written, with their names without quotes in an object;
// it ends where one is not complete.
func (v *values) each(yield func(key, value []byte) bool) {
	d := v.data
	i := skipSpace(d, 0)
	if i == len(d) || d[i] != '{' && d[i] != '[' {
		return
	}
	named, end := d[i] == '{', d[i]+2 // in ASCII a closing bracket follows its opening one at that distance
	for i = skipSpace(d, i+1); i < len(d) && d[i] != end; {
		var key []byte
		if named {
			colon := skipValue(d, i)
			if colon < 0 || d[i] != '"' {
				return
			}
			key, colon = d[i+1:colon-1], skipSpace(d, colon)
			if colon == len(d) || d[colon] != ':' {
				return
			}
			i = skipSpace(d, colon+1)
		}
		after := skipValue(d, i)
		if after < 0 || !yield(key, d[i:after]) {
			return
		}
		if i = skipSpace(d, after); i < len(d) && d[i] == ',' {
			i = skipSpace(d, i+1)
		}
	}
	v.whole = i < len(d) && skipSpace(d, i+1) == len(d)
}

// member is the value, as written, of the member of an object under names, each in
// the one before it, and nil if there is none.
func member(data []byte, names ...string) []byte {
	for _, name := range names {
		var found []byte
		for key, value := range (&values{data: data}).each {
			if string(key) == name {
				found = value
				break
			}
		}
		data = found
	}
	return data
}

// elements are the values, as written, of a JSON array; anything else has none.
func elements(d []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		if len(d) > 0 && d[0] == '[' {
			(&values{data: d}).each(func(_, value []byte) bool { return yield(value) })
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

// is says whether the member of an object is a string that is written so.
func is(data []byte, name, value string) bool { return string(inner(member(data, name))) == value }

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
// where there is none or it is cut off.
func skipValue(d []byte, i int) int {
	for depth := 0; i < len(d); {
		switch c := d[i]; {
		case c == '"':
			if i = skipString(d, i); i < 0 {
				return -1
			}
		case c == '{' || c == '[':
			depth++
			i++
		case c == '}' || c == ']':
			depth--
			i++
		case depth > 0:
			i++
			continue
		default:
			n := bytes.IndexAny(d[i:], ",]} \t\r\n")
			if n < 1 {
				return -1
			}
			return i + n
		}
		switch {
		case depth < 0: // it begins with a closing bracket
			return -1
		case depth == 0:
			return i
		}
	}
	return -1
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
