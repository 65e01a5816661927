package transcript

import (
	"iter"
	"slices"
	"strings"
	"unsafe"

	"github.com/tidwall/gjson"
)

// A value is a JSON value as it is written in the file, "" for none, gone through without being decoded: most bytes
// are in files and outputs that nobody asks for. What is cut off is told from what is whole; a wrong number or
// escape is taken as it is. A mapped file goes away: what is kept of one is a copy, as text and scalar make it.
type value string

// view is bytes as a string, good as long as nobody writes to them.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// each calls yield with the members of an object, or with the elements of an array and no names, until
// yield says no or one is not complete. whole says that the end was reached, and that nothing is behind it.
func (v value) each(yield func(name string, of value) bool) (whole bool) {
	d := string(v)
	i := skipSpace(d, 0)
	if i == len(d) || d[i] != '{' && d[i] != '[' {
		return false
	}
	named, end := d[i] == '{', d[i]+2 // in ASCII a closing bracket follows its opening one at that distance
	for i = skipSpace(d, i+1); i < len(d) && d[i] != end; {
		name := ""
		if named {
			colon := skipValue(d, i)
			if colon < 0 || d[i] != '"' {
				return false
			}
			name, colon = d[i+1:colon-1], skipSpace(d, colon)
			if colon == len(d) || d[colon] != ':' {
				return false
			}
			i = skipSpace(d, colon+1)
		}
		after := skipValue(d, i)
		if after < 0 || !yield(name, value(d[i:after])) {
			return false
		}
		if i = skipSpace(d, after); i < len(d) && d[i] == ',' {
			i = skipSpace(d, i+1)
		}
	}
	return i < len(d) && skipSpace(d, i+1) == len(d)
}

// get is the member of an object under a name.
func (v value) get(name string) value {
	found, _, _ := v.pick(name)
	return found
}

// pick is get of up to three names in one pass.
func (v value) pick(names ...string) (a, b, c value) {
	var of [3]value
	left := len(names)
	v.each(func(n string, found value) bool {
		if i := slices.Index(names, n); i >= 0 && of[i] == "" {
			of[i] = found
			left--
		}
		return left > 0
	})
	return of[0], of[1], of[2]
}

// elements are those of an array; anything else has none.
func (v value) elements() iter.Seq[value] {
	return func(yield func(value) bool) {
		if strings.HasPrefix(string(v), "[") {
			v.each(func(_ string, of value) bool { return yield(of) })
		}
	}
}

// str is what is between the quotes of a string as written, "" for any other value.
func (v value) str() string {
	if len(v) < 2 || v[0] != '"' {
		return ""
	}
	return string(v[1 : len(v)-1])
}

// text is the decoded, valid UTF-8 of a string, and "" for any other value.
func (v value) text() string {
	return strings.Clone(strings.ToValidUTF8(gjson.Parse(string(v)).Str, "\uFFFD"))
}

// scalar is an id as text: the client writes strings, but a number will do.
func (v value) scalar() string {
	if v != "" && (v[0] == '-' || v[0] >= '0' && v[0] <= '9') {
		return strings.Clone(string(v))
	}
	return v.text()
}

// skipSpace returns the index of the first byte at or after i that is not JSON white space.
func skipSpace(d string, i int) int {
	for i < len(d) && (d[i] == ' ' || d[i] == '\t' || d[i] == '\n' || d[i] == '\r') {
		i++
	}
	return i
}

// skipValue returns the index after the JSON value that starts at i, -1 where it does not end.
func skipValue(d string, i int) int {
	if i < len(d) && d[i] != '"' && d[i] != '{' && d[i] != '[' {
		if n := strings.IndexAny(d[i:], ",]} \t\r\n"); n > 0 {
			return i + n
		}
		return -1
	}
	for depth := 0; i >= 0 && i < len(d); {
		switch d[i] {
		case '"':
			i = skipString(d, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		default:
			i++
			continue
		}
		if depth == 0 {
			return i
		}
	}
	return -1
}

// skipString is skipValue of a string.
func skipString(d string, i int) int {
	for start := i + 1; ; {
		next := strings.IndexByte(d[i+1:], '"')
		if next < 0 {
			return -1
		}
		i += next + 1
		if d[i-1] != '\\' || (i-start-len(strings.TrimRight(d[start:i], `\`)))%2 == 0 {
			return i + 1
		}
	}
}
