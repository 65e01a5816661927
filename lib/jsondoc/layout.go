package jsondoc

import (
	"bytes"
	"encoding/json"
	"slices"
)

// maxIndent bounds how much of a line's indentation is repeated.
const maxIndent = 200

// A layout is how a document is written.
type layout struct {
	lines   bool   // values are on lines of their own
	newline string // "\n" or "\r\n"
	unit    string // one level of indentation
	space   string // after a colon, and after a comma within a line
}

// layout reads the layout from the root's first member; an empty root says
// nothing and gets two spaces.
func (d Doc) layout() layout {
	l := layout{newline: "\n", unit: "  ", space: " "}
	if i := bytes.IndexByte(d, '\n'); i > 0 && d[i-1] == '\r' {
		l.newline = "\r\n"
	}
	root := d.Root()
	for m := range d.Members(root) {
		l.lines = bytes.IndexByte(root.Of(d), '\n') >= 0
		if indent, own := d.ownLine(m.Start); own {
			l.unit = indent
		}
		if d[m.Value.Start-1] == ':' {
			l.space = ""
		}
		return l
	}
	l.lines = true
	return l
}

// ownLine returns the white space between the start of i's line and i, and
// whether there is nothing else.
func (d Doc) ownLine(i int) (string, bool) {
	start := i
	for start > 0 && (d[start-1] == ' ' || d[start-1] == '\t') {
		start--
	}
	return string(d[start:min(i, start+maxIndent)]), start > 0 && d[start-1] == '\n'
}

// lineIndent returns the white space that i's line starts with.
func (d Doc) lineIndent(i int) string {
	start := bytes.LastIndexByte(d[:i], '\n') + 1
	end := start
	for end < i && end < start+maxIndent && (d[end] == ' ' || d[end] == '\t') {
		end++
	}
	return string(d[start:end])
}

// write lays a value out: over several lines, all but the first with prefix, or
// in one.
func (l layout) write(value []byte, prefix string, block bool) []byte {
	var b bytes.Buffer
	if block {
		if json.Indent(&b, value, prefix, l.unit) != nil {
			return value
		}
		return bytes.ReplaceAll(b.Bytes(), []byte("\n"), []byte(l.newline))
	}
	if json.Compact(&b, value) != nil || l.space == "" {
		return b.Bytes()
	}
	compact := bytes.Clone(b.Bytes())
	b.Reset()
	if json.Indent(&b, compact, "", "") != nil {
		return compact
	}
	// Strings hold no raw line breaks, so each one is of the layout.
	out := bytes.ReplaceAll(b.Bytes(), []byte(",\n"), []byte(", "))
	return bytes.ReplaceAll(out, []byte("\n"), nil)
}

// insert is Insert; the value keeps its own layout unless lay is set.
func (d Doc) insert(container Span, key string, value []byte, lay bool) Change {
	l := d.layout()
	write := func(prefix string, block bool) []byte {
		var b []byte
		if key != "" || d.opens(container, '{') {
			b = append(b, Quote(key)+":"...)
			if block || l.space != "" {
				b = append(b, ' ')
			}
		}
		if lay {
			return append(b, l.write(value, prefix, block)...)
		}
		return append(b, value...)
	}
	kids := d.children(container)
	if len(kids) == 0 {
		return d.fill(l, container, write)
	}
	last := kids[len(kids)-1]
	at := Span{last.End, last.End}
	prefix, own := d.ownLine(last.Start)
	if own {
		return Change{at, slices.Concat([]byte(","+l.newline+prefix), write(prefix, true))}
	}
	between := []byte("," + l.space)
	if n := len(kids); n > 1 {
		between = d[kids[n-2].End:last.Start]
	}
	block := bytes.IndexByte(last.Of(d), '\n') >= 0
	return Change{at, slices.Concat(between, write(d.lineIndent(last.Start), block))}
}

// fill is the change that gives an empty container its first child; the white
// space in it stays behind that.
func (d Doc) fill(l layout, container Span, write func(string, bool) []byte) Change {
	at := Span{container.Start + 1, container.Start + 1}
	if !l.lines {
		return Change{at, write("", false)}
	}
	outer := d.lineIndent(container.Start)
	prefix := outer + l.unit
	tail := l.newline + outer
	if bytes.IndexByte(d.Inner(container), '\n') >= 0 {
		tail = ""
	}
	return Change{at, slices.Concat([]byte(l.newline+prefix), write(prefix, true), []byte(tail))}
}
