package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Dumps is what Python prints for json.dumps(json.loads(v), sort_keys=True).
// Source: the Python documentation of module json, and Lib/json/encoder.py for
// which characters are escaped.
func (v Value) Dumps() string { return v.sorted(pythonNumber).String() }

// Alike reports whether two values say the same: the members of objects in
// whatever order, strings however they are escaped, numbers by their text.
func Alike(a, b Value) bool {
	asWritten := func(number string) string { return number }
	return a.sorted(asWritten).String() == b.sorted(asWritten).String()
}

// sorted is the value with all keys sorted by their code points, strings as
// Python escapes them, and numbers as number has them.
func (v Value) sorted(number func(string) string) Value {
	switch {
	case v.IsText():
		return Value{text: pythonText(codePoints(v.text))}
	case v.IsNumber():
		return Value{text: number(v.text)}
	case v.in == nil:
		return v
	}
	type member struct {
		key  []rune
		item Value
	}
	var all []member
	for i, x := range v.in.items {
		m := member{item: x.sorted(number)}
		if v.IsObject() {
			m.key = codePoints(v.in.names[i].text)
		}
		all = append(all, m)
	}
	slices.SortStableFunc(all, func(a, b member) int { return slices.Compare(a.key, b.key) }) // a list stays
	c := container{}
	if v.IsObject() {
		c.names = []name{}
	}
	for _, m := range all {
		if v.IsObject() {
			c.names = append(c.names, name{text: pythonText(m.key)})
		}
		c.items = append(c.items, m.item)
	}
	return Value{in: &c}
}

// codePoints are those of a string literal as Python has them: half of a
// surrogate pair without the other stays. A byte that is not UTF-8 is U+FFFD.
func codePoints(literal string) []rune {
	s := literal[1 : len(literal)-1]
	all := make([]rune, 0, len(s))
	for s != "" {
		if high, ok := unit(s); ok {
			s = s[6:]
			if low, ok := unit(s); ok && utf16.DecodeRune(high, low) != utf8.RuneError {
				high, s = utf16.DecodeRune(high, low), s[6:]
			}
			all = append(all, high)
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		if r == '\\' && len(s) > 1 {
			r, n = rune(s[1]), 2
			if i := strings.IndexByte("bfnrt", s[1]); i >= 0 {
				r = rune("\b\f\n\r\t"[i])
			}
		}
		all, s = append(all, r), s[n:]
	}
	return all
}

// unit is the UTF-16 unit of an escape that s begins with.
func unit(s string) (rune, bool) {
	if len(s) < 6 || s[:2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}

func pythonText(s []rune) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch i := strings.IndexRune("\b\f\n\r\t\"\\", r); {
		case i >= 0:
			b.WriteByte('\\')
			b.WriteByte(`bfnrt"\`[i])
		case r >= ' ' && r <= '~':
			b.WriteByte(byte(r))
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// pythonNumber is a number as Python prints it after reading: an integer of any
// size as it is, everything else as the repr of a double.
func pythonNumber(raw string) string {
	switch {
	case raw == "-0":
		return "0"
	case !strings.ContainsAny(raw, ".eE"):
		return raw
	}
	f, _ := strconv.ParseFloat(raw, 64) // out of range gives an infinity, as in Python
	text := strconv.FormatFloat(f, 'e', -1, 64)
	_, e, finite := strings.Cut(text, "e")
	if !finite {
		return strings.TrimPrefix(strings.Replace(text, "Inf", "Infinity", 1), "+")
	}
	if n, _ := strconv.Atoi(e); n < -4 || n >= 16 {
		return text
	}
	plain := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(plain, ".") {
		plain += ".0"
	}
	return plain
}
