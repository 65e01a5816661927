package settings

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// maxIndent bounds how much of a line's indentation is repeated.
const maxIndent = 200

// A layout is how a document is written.
type layout struct {
	lines   bool   // values stand on lines of their own
	newline string // "\n" or "\r\n"
	unit    string // one level of indentation
	space   string // after a colon, and after a comma within a line
}

// layoutOf reads the layout from the root's first member; an empty root says
// nothing and gets two spaces.
func layoutOf(doc []byte, root span) layout {
	l := layout{newline: "\n", unit: "  ", space: " "}
	if i := bytes.IndexByte(doc, '\n'); i > 0 && doc[i-1] == '\r' {
		l.newline = "\r\n"
	}
	for m := range members(doc, root) {
		l.lines = bytes.IndexByte(root.of(doc), '\n') >= 0
		if indent, own := ownLine(doc, m.start); own {
			l.unit = indent
		}
		if m.value.start > 0 && doc[m.value.start-1] == ':' {
			l.space = ""
		}
		return l
	}
	l.lines = true
	return l
}

// ownLine returns the white space between the start of i's line and i, and
// whether there is nothing else.
func ownLine(doc []byte, i int) (string, bool) {
	start := i
	for start > 0 && (doc[start-1] == ' ' || doc[start-1] == '\t') {
		start--
	}
	return string(doc[start:min(i, start+maxIndent)]), start > 0 && doc[start-1] == '\n'
}

// lineIndent returns the white space that i's line starts with.
func lineIndent(doc []byte, i int) string {
	start := bytes.LastIndexByte(doc[:i], '\n') + 1
	end := start
	for end < i && end < start+maxIndent && (doc[end] == ' ' || doc[end] == '\t') {
		end++
	}
	return string(doc[start:end])
}

// block is compact JSON written over several lines, all but the first with
// prefix. Strings hold no raw line breaks, so each one in the result is ours.
func (l layout) block(compact []byte, prefix string) []byte {
	var b bytes.Buffer
	if json.Indent(&b, compact, prefix, l.unit) != nil {
		return compact
	}
	out := b.Bytes()
	if l.newline != "\n" {
		out = bytes.ReplaceAll(out, []byte("\n"), []byte(l.newline))
	}
	return out
}

// inline is compact JSON written in one line.
func (l layout) inline(compact []byte) []byte {
	if l.space == "" {
		return compact
	}
	var b bytes.Buffer
	if json.Indent(&b, compact, "", "") != nil {
		return compact
	}
	out := bytes.ReplaceAll(b.Bytes(), []byte(",\n"), []byte(", "))
	return bytes.ReplaceAll(out, []byte("\n"), nil)
}

// A change replaces what stands at its span.
type change struct {
	span
	with []byte
}

// insert is the change that adds a last child to a container: key and value in
// an object, value alone (key "") in an array. Value is compact JSON.
func (l layout) insert(doc []byte, container span, key string, value []byte) change {
	write := func(prefix string, block bool) []byte {
		var b []byte
		if key != "" {
			b = append(b, quote(key)+":"+l.colonSpace(block)...)
		}
		if block {
			return append(b, l.block(value, prefix)...)
		}
		return append(b, l.inline(value)...)
	}
	kids := children(doc, container)
	if len(kids) == 0 {
		return l.fill(doc, container, write)
	}
	last := kids[len(kids)-1]
	at := span{last.end, last.end}
	if prefix, own := ownLine(doc, last.start); own {
		return change{at, slices.Concat([]byte(","+l.newline+prefix), write(prefix, true))}
	}
	block := bytes.IndexByte(last.of(doc), '\n') >= 0
	return change{at, slices.Concat([]byte(","+l.space), write(lineIndent(doc, last.start), block))}
}

// fill is the change that gives an empty container its first child.
func (l layout) fill(doc []byte, container span, write func(string, bool) []byte) change {
	inner := span{container.start + 1, container.end - 1}
	if !l.lines {
		return change{inner, write("", false)}
	}
	outer := lineIndent(doc, container.start)
	prefix := outer + l.unit
	return change{inner, slices.Concat(
		[]byte(l.newline+prefix), write(prefix, true), []byte(l.newline+outer))}
}

func (l layout) colonSpace(block bool) string {
	if block {
		return " "
	}
	return l.space
}

// apply makes changes that do not overlap.
func apply(doc []byte, changes []change) []byte {
	slices.SortFunc(changes, func(a, b change) int { return a.start - b.start })
	var out []byte
	at := 0
	for _, c := range changes {
		out = append(out, doc[at:c.start]...)
		out = append(out, c.with...)
		at = c.end
	}
	return append(out, doc[at:]...)
}

// quote is s as a JSON string that keeps <, > and & as they are.
func quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
