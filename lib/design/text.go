package design

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// A text is the bytes of a JSON document whose root is an object. It is edited
// in place: what an edit does not name stays byte for byte, and what it adds
// looks like the rest. Every method takes a path of keys, none of which is
// interpreted. Of a key that stands twice the last one counts, as it does for
// most readers.
type text []byte

// A member is a key with its value in an object, as offsets into the text.
type member struct {
	key              string
	keyStart, keyEnd int // with the quotes
	start, end       int // the value
}

// members lists the members of the object that opens at offset open, and the
// offset of the brace that closes it.
func (t text) members(open int) (list []member, closing int) {
	at := t.space(open + 1)
	for t[at] == '"' {
		m := t.member(at)
		m.key = decodeKey(t[m.keyStart:m.keyEnd])
		list = append(list, m)
		if at = t.space(m.end); t[at] == ',' {
			at = t.space(at + 1)
		}
	}
	return list, at
}

// top are the members of the root, of a key that stands twice the last.
func (t text) top() map[string]member {
	list, _ := t.members(t.space(0))
	all := make(map[string]member, len(list))
	for _, m := range list {
		all[m.key] = m
	}
	return all
}

// member is the one whose key begins at at, without the key itself.
func (t text) member(at int) member {
	m := member{keyStart: at, keyEnd: t.value(at)}
	m.start = t.space(t.space(m.keyEnd) + 1) // past the colon
	m.end = t.value(m.start)
	return m
}

// hasKey reports whether a member has that key, however it is written.
func (t text) hasKey(m member, key string) bool {
	quoted := t[m.keyStart:m.keyEnd]
	if bytes.IndexByte(quoted, '\\') < 0 && utf8.Valid(quoted) {
		return string(quoted[1:len(quoted)-1]) == key
	}
	return decodeKey(quoted) == key
}

func decodeKey(quoted []byte) string {
	var key string
	if err := json.Unmarshal(quoted, &key); err != nil {
		return string(quoted)
	}
	return key
}

// space is the first offset from at on that holds no white space.
func (t text) space(at int) int {
	for at < len(t) && strings.IndexByte(" \t\r\n", t[at]) >= 0 {
		at++
	}
	return at
}

// value is the offset after the value that begins at at.
func (t text) value(at int) int {
	depth := 0
	for ; at < len(t); at++ {
		switch t[at] {
		case '"':
			for at++; t[at] != '"'; at++ {
				if t[at] == '\\' {
					at++
				}
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth == 0 && t.ends(at+1) {
				return at + 1
			}
			continue
		}
		if depth == 0 {
			return at + 1
		}
	}
	return at
}

// ends reports whether a number or name is over at at.
func (t text) ends(at int) bool {
	if at >= len(t) {
		return true
	}
	switch t[at] {
	case ',', '}', ']', ' ', '\t', '\r', '\n':
		return true
	}
	return false
}

// find returns the member at the path.
func (t text) find(path ...string) (member, bool) { return t.findIn(t.space(0), path) }

// findIn is find for a path that begins in the object that opens at offset open.
func (t text) findIn(open int, path []string) (member, bool) {
	var found member
	for _, key := range path {
		if t[open] != '{' {
			return member{}, false
		}
		ok := false
		for at := t.space(open + 1); t[at] == '"'; {
			m := t.member(at)
			if t.hasKey(m, key) {
				found, ok = m, true
			}
			if at = t.space(m.end); t[at] == ',' {
				at = t.space(at + 1)
			}
		}
		if !ok {
			return member{}, false
		}
		open = found.start
	}
	return found, len(path) > 0
}

// raw is the value at the path as it stands, nil where there is none.
func (t text) raw(path ...string) []byte {
	m, ok := t.find(path...)
	if !ok {
		return nil
	}
	return t[m.start:m.end]
}

// set puts a JSON value at the path; what is missing on the way, or is no
// object, becomes one. A value that is there already stays as it is written.
func (t text) set(value []byte, path ...string) text {
	if m, ok := t.find(path...); ok {
		if sameJSON(t[m.start:m.end], value) {
			return t
		}
		return t.splice(m.start, m.end, t.layout().format(value, t.lineIndent(m.keyStart)))
	}
	parent := path[:len(path)-1]
	open := t.space(0)
	if len(parent) > 0 {
		m, ok := t.find(parent...)
		if !ok {
			return t.set(object(path[len(path)-1], value), parent...)
		}
		if open = m.start; t[open] != '{' {
			return t.splice(m.start, m.end, t.layout().format(object(path[len(path)-1], value), t.lineIndent(m.keyStart)))
		}
	}
	return t.insert(open, path[len(path)-1], value)
}

func object(key string, value []byte) []byte {
	return append(append(append([]byte("{"), quote(key)...), ':'), append(bytes.Clone(value), '}')...)
}

// insert adds a member at the end of the object that opens at open.
func (t text) insert(open int, key string, value []byte) text {
	list, closing := t.members(open)
	l := t.layout()
	if len(list) == 0 {
		indent := t.lineIndent(open)
		return t.splice(open, closing+1, l.format(object(key, value), indent))
	}
	first, last := list[0], list[len(list)-1]
	before := string(t[open+1 : first.keyStart])
	colon := string(t[first.keyEnd:first.start])
	added := "," + before + string(quote(key)) + colon
	if strings.Contains(before, "\n") {
		added += string(l.format(value, before[strings.LastIndexByte(before, '\n')+1:]))
	} else {
		added += string(layout{}.format(value, ""))
	}
	return t.splice(last.end, last.end, []byte(added))
}

// unset takes the member at the path away, with its comma.
func (t text) unset(path ...string) text {
	m, ok := t.find(path...)
	if !ok {
		return t
	}
	open := t.space(0)
	if len(path) > 1 {
		parent, _ := t.find(path[:len(path)-1]...)
		open = parent.start
	}
	list, _ := t.members(open)
	for i, x := range list {
		if x.keyStart != m.keyStart {
			continue
		}
		switch {
		case i+1 < len(list):
			return t.splice(x.keyStart, list[i+1].keyStart, nil)
		case i > 0:
			return t.splice(list[i-1].end, x.end, nil)
		}
		return t.splice(x.keyStart, x.end, nil)
	}
	return t
}

func (t text) splice(from, to int, with []byte) text {
	out := make(text, 0, len(t)-(to-from)+len(with))
	return append(append(append(out, t[:from]...), with...), t[to:]...)
}

// lineIndent is the white space that begins the line of offset at.
func (t text) lineIndent(at int) string {
	start := bytes.LastIndexByte(t[:at], '\n') + 1
	return string(t[start:min(t.blank(start), at)])
}

func (t text) blank(at int) int {
	for at < len(t) && (t[at] == ' ' || t[at] == '\t') {
		at++
	}
	return at
}

// A layout is how a document is written: unit is one step of indentation, ""
// for all on one line.
type layout struct {
	unit string
	crlf bool
}

func (t text) layout() layout {
	open := t.space(0)
	list, _ := t.members(open)
	if len(list) == 0 {
		return layout{unit: "  "}
	}
	before := t[open+1 : list[0].keyStart]
	i := bytes.LastIndexByte(before, '\n')
	if i < 0 {
		return layout{}
	}
	unit := string(before[i+1:])
	if unit == "" {
		unit = "  "
	}
	return layout{unit: unit, crlf: bytes.Contains(before, []byte("\r\n"))}
}

// format writes a valid JSON value in the layout; its first line stands where
// the indentation is indent.
func (l layout) format(value []byte, indent string) []byte {
	var b bytes.Buffer
	if l.unit == "" {
		if json.Compact(&b, value) != nil {
			return value
		}
		return b.Bytes()
	}
	if json.Indent(&b, value, indent, l.unit) != nil {
		return value
	}
	if l.crlf {
		return bytes.ReplaceAll(b.Bytes(), []byte("\n"), []byte("\r\n"))
	}
	return b.Bytes()
}

// sameJSON reports whether two values differ in white space at most.
func sameJSON(a, b []byte) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// quote is s as a JSON string, with "<", ">" and "&" as they are.
func quote(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return []byte(`""`)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// list is values as a JSON array.
func list(values [][]byte) []byte {
	return append(append([]byte("["), bytes.Join(values, []byte(","))...), ']')
}

// quoteAll is a JSON array of strings.
func quoteAll(values []string) []byte {
	var all [][]byte
	for _, v := range values {
		all = append(all, quote(v))
	}
	return list(all)
}
