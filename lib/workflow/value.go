package workflow

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"holdfast/lib/jsondoc"
)

// maxDepth is how deep lists and objects may be nested.
const maxDepth = 500

// errSyntax is the cause of every failure to read JSON.
var errSyntax = jsondoc.ErrSyntax

// A kind is a JSON type.
type kind byte

const (
	null kind = iota
	boolean
	number
	text
	list
	object
)

// A value is JSON as it is written: the text of numbers and strings is kept, so
// that what was read is written again without loss.
type value struct {
	kind    kind
	raw     string // of a scalar: its source text
	items   []value
	members []member // of an object: no name twice, in the order of the file
}

// A member is one name of an object with its value. The name is in UTF-8, with
// lone surrogates as three bytes each, so that its bytes sort as its code points.
type member struct {
	raw   string // the name as it is written, with its quotes
	name  string
	value value
}

// get is the member of that name, or a null.
func (v value) get(name string) value {
	for _, m := range v.members {
		if m.name == name {
			return m.value
		}
	}
	return value{}
}

// set puts a member in its place, or at the end where it is new.
func (v *value) set(m member) {
	for i := range v.members {
		if v.members[i].name == m.name {
			v.members[i].value = m.value
			return
		}
	}
	v.members = append(v.members, m)
}

// remove takes the member of that name away and reports whether it was there.
func (v *value) remove(name string) bool {
	before := len(v.members)
	v.members = slices.DeleteFunc(v.members, func(m member) bool { return m.name == name })
	return len(v.members) < before
}

func (v *value) put(name string, is value) {
	v.set(member{raw: jsondoc.Quote(name), name: name, value: is})
}

// clone copies what set changes.
func (v value) clone() value {
	v.members = append([]member(nil), v.members...)
	v.items = append([]value(nil), v.items...)
	return v
}

// same reports whether two values say the same: the members of objects in
// whatever order, strings however they are escaped, numbers by their text.
func (v value) same(o value) bool {
	switch {
	case v.kind != o.kind || len(v.items) != len(o.items) || len(v.members) != len(o.members):
		return false
	case v.kind == text:
		return v.text() == o.text()
	case v.kind < list:
		return v.scalar(false) == o.scalar(false)
	}
	for i := range v.items {
		if !v.items[i].same(o.items[i]) {
			return false
		}
	}
	var at index
	for _, m := range v.members {
		i := at.find(o.members, m.name)
		if i < 0 || !o.members[i].value.same(m.value) {
			return false
		}
	}
	return true
}

func textValue(s string) value { return value{kind: text, raw: jsondoc.Quote(s)} }

func intValue(n int) value { return value{kind: number, raw: fmt.Sprint(n)} }

// text is what a string says, "" for any other value.
func (v value) text() string {
	if v.kind != text {
		return ""
	}
	s, _ := unquote(v.raw)
	return s
}

// An index finds members by name: a map, once there are too many to look through.
type index struct{ names map[string]int }

const fewMembers = 24

// find is where the name stands among members, which only grow between calls,
// or -1.
func (x *index) find(members []member, name string) int {
	if len(members) <= fewMembers {
		for i := range members {
			if members[i].name == name {
				return i
			}
		}
		return -1
	}
	if x.names == nil {
		x.names = map[string]int{}
	}
	for i := len(x.names); i < len(members); i++ {
		x.names[members[i].name] = i
	}
	if i, ok := x.names[name]; ok {
		return i
	}
	return -1
}

// unquote is what a JSON string says, as the engines' Python reads it: lone
// surrogates are kept, which no JSON package does. A byte that is no UTF-8 becomes
// U+FFFD.
func unquote(raw string) (string, bool) {
	body := raw[1 : len(raw)-1]
	if strings.IndexByte(body, '\\') < 0 && utf8.ValidString(body) {
		return body, true
	}
	b := make([]byte, 0, len(body))
	for i := 0; i < len(body); {
		if body[i] != '\\' {
			r, n := utf8.DecodeRuneInString(body[i:])
			b = utf8.AppendRune(b, r)
			i += n
			continue
		}
		if i+1 >= len(body) {
			return "", false
		}
		if k := strings.IndexByte(`"\/bfnrt`, body[i+1]); k >= 0 {
			b = append(b, "\"\\/\b\f\n\r\t"[k])
			i += 2
			continue
		}
		high, ok := escape(body[i:])
		if !ok {
			return "", false
		}
		i += 6
		if low, ok := escape(body[i:]); ok {
			if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
				b = utf8.AppendRune(b, r)
				i += 6
				continue
			}
		}
		b = appendCodePoint(b, high)
	}
	return string(b), true
}

// escape is the UTF-16 unit of a \uXXXX that s begins with.
func escape(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range []byte(s[2:6]) {
		d := strings.IndexByte("0123456789abcdef", c)
		if d < 0 {
			d = strings.IndexByte("0123456789ABCDEF", c)
		}
		if d < 0 {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}

// appendCodePoint is utf8.AppendRune that keeps lone surrogates.
func appendCodePoint(b []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(b, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0xbf, 0x80|byte(r)&0x3f)
	}
	return utf8.AppendRune(b, r)
}

// compact writes a value in one line. Where strict is set, what JSON does not
// know is written as null.
func (v value) compact(b *strings.Builder, strict bool) {
	switch v.kind {
	case list:
		b.WriteByte('[')
		for i, item := range v.items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.compact(b, strict)
		}
		b.WriteByte(']')
	case object:
		b.WriteByte('{')
		for i, m := range v.members {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(m.raw)
			b.WriteByte(':')
			m.value.compact(b, strict)
		}
		b.WriteByte('}')
	default:
		b.WriteString(v.scalar(strict))
	}
}

func (v value) scalar(strict bool) string {
	if v.kind == null || strict && v.kind == number && strings.ContainsAny(v.raw, "NI") {
		return "null"
	}
	return v.raw
}

// indented writes a value over several lines, as people read it.
func (v value) indented(b *strings.Builder, margin string) {
	inner := margin + "  "
	open, end, n := "[", "]", len(v.items)
	if v.kind == object {
		open, end, n = "{", "}", len(v.members)
	}
	if v.kind < list || n == 0 {
		v.compact(b, false)
		return
	}
	b.WriteString(open)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n" + inner)
		if v.kind == list {
			v.items[i].indented(b, inner)
			continue
		}
		b.WriteString(v.members[i].raw + ": ")
		v.members[i].value.indented(b, inner)
	}
	b.WriteString("\n" + margin + end)
}

func (v value) String() string {
	var b strings.Builder
	v.compact(&b, false)
	return b.String()
}
