package workflow

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deep lists and objects may be nested.
const maxDepth = 500

// errSyntax is the cause of every failure to read JSON.
var errSyntax = errors.New("not valid JSON")

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

func (v *value) put(name string, is value) {
	v.set(member{raw: quote(name), name: name, value: is})
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

func textValue(s string) value { return value{kind: text, raw: quote(s)} }

func intValue(n int) value { return value{kind: number, raw: fmt.Sprint(n)} }

// text is what a string says, "" for any other value.
func (v value) text() string {
	if v.kind != text {
		return ""
	}
	s, _ := unquote(v.raw)
	return s
}

// quote writes a string of UTF-8 as JSON.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// parse reads one JSON document. Where lenient is set, it also takes what
// Python's json writes and JSON does not know (NaN, Infinity, -Infinity), a
// byte-order mark, and text that is not UTF-8.
func parse(s string, lenient bool) (value, error) {
	if lenient {
		s = strings.TrimPrefix(s, "\ufeff")
	} else if !utf8.ValidString(s) {
		return value{}, fmt.Errorf("%w: not UTF-8", errSyntax)
	}
	p := parser{s: s, lenient: lenient}
	v, err := p.value(0)
	if err != nil {
		return value{}, err
	}
	p.space()
	if p.i < len(s) {
		return value{}, p.fault("more follows the value")
	}
	return v, nil
}

type parser struct {
	s       string
	i       int
	lenient bool
}

func (p *parser) fault(what string) error {
	line := 1 + strings.Count(p.s[:min(p.i, len(p.s))], "\n")
	return fmt.Errorf("%w: line %d: %s", errSyntax, line, what)
}

func (p *parser) space() {
	for p.i < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.i]) >= 0 {
		p.i++
	}
}

func (p *parser) take(word string) bool {
	if strings.HasPrefix(p.s[p.i:], word) {
		p.i += len(word)
		return true
	}
	return false
}

func (p *parser) value(depth int) (value, error) {
	if depth > maxDepth {
		return value{}, p.fault("nested too deeply")
	}
	p.space()
	if p.i >= len(p.s) {
		return value{}, p.fault("it ends too early")
	}
	switch c := p.s[p.i]; {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.list(depth)
	case c == '"':
		raw, _, err := p.text()
		return value{kind: text, raw: raw}, err
	case p.take("null"):
		return value{raw: "null"}, nil
	case p.take("true"):
		return value{kind: boolean, raw: "true"}, nil
	case p.take("false"):
		return value{kind: boolean, raw: "false"}, nil
	}
	if p.lenient {
		for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
			if p.take(word) {
				return value{kind: number, raw: word}, nil
			}
		}
	}
	return p.number()
}

func (p *parser) digits() int {
	from := p.i
	for p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
		p.i++
	}
	return p.i - from
}

func (p *parser) number() (value, error) {
	from := p.i
	p.take("-")
	first := p.i
	if n := p.digits(); n == 0 || n > 1 && p.s[first] == '0' {
		return value{}, p.fault("no value")
	}
	if p.take(".") && p.digits() == 0 {
		return value{}, p.fault("a number without its digits")
	}
	if p.take("e") || p.take("E") {
		if !p.take("+") {
			p.take("-")
		}
		if p.digits() == 0 {
			return value{}, p.fault("a number without its digits")
		}
	}
	return value{kind: number, raw: p.s[from:p.i]}, nil
}

// text reads a string: its source with the quotes, and what it says.
func (p *parser) text() (raw, says string, err error) {
	from := p.i
	for p.i++; p.i < len(p.s); p.i++ {
		switch c := p.s[p.i]; {
		case c == '\\':
			p.i++
		case c == '"':
			p.i++
			raw = p.s[from:p.i]
			says, ok := unquote(raw)
			if !ok {
				return "", "", p.fault("an unknown escape")
			}
			return raw, says, nil
		case c < ' ':
			return "", "", p.fault("a control character in a string")
		}
	}
	return "", "", p.fault("a string without its end")
}

func (p *parser) list(depth int) (value, error) {
	v := value{kind: list}
	p.i++
	p.space()
	if p.take("]") {
		return v, nil
	}
	for {
		item, err := p.value(depth + 1)
		if err != nil {
			return value{}, err
		}
		v.items = append(v.items, item)
		p.space()
		if p.take("]") {
			return v, nil
		}
		if !p.take(",") {
			return value{}, p.fault("a list without its end")
		}
	}
}

func (p *parser) object(depth int) (value, error) {
	v := value{kind: object}
	var at index
	p.i++
	p.space()
	if p.take("}") {
		return v, nil
	}
	for {
		p.space()
		if p.i >= len(p.s) || p.s[p.i] != '"' {
			return value{}, p.fault("an object without a name")
		}
		raw, name, err := p.text()
		if err != nil {
			return value{}, err
		}
		p.space()
		if !p.take(":") {
			return value{}, p.fault("a name without a value")
		}
		is, err := p.value(depth + 1)
		if err != nil {
			return value{}, err
		}
		if i := at.find(v.members, name); i >= 0 {
			v.members[i].value = is
		} else {
			v.members = append(v.members, member{raw: raw, name: name, value: is})
		}
		p.space()
		if p.take("}") {
			return v, nil
		}
		if !p.take(",") {
			return value{}, p.fault("an object without its end")
		}
	}
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

// unquote is what a JSON string says. A byte that is no UTF-8 becomes U+FFFD.
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
	open, close, n := "[", "]", len(v.items)
	if v.kind == object {
		open, close, n = "{", "}", len(v.members)
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
	b.WriteString("\n" + margin + close)
}

func (v value) String() string {
	var b strings.Builder
	v.compact(&b, false)
	return b.String()
}
