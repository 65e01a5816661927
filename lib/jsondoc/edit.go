package jsondoc

import (
	"bytes"
	"encoding/json"
	"slices"
)

// A Change replaces what is at its span.
type Change struct {
	Span
	With []byte
}

// Apply makes changes that do not overlap; those of one place in their order.
func (d Doc) Apply(changes ...Change) Doc {
	changes = slices.SortedStableFunc(slices.Values(changes), func(a, b Change) int { return a.Start - b.Start })
	var out Doc
	at := 0
	for _, c := range changes {
		out = append(append(out, d[at:c.Start]...), c.With...)
		at = c.End
	}
	return append(out, d[at:]...)
}

// Set puts a JSON value at a path of keys, laid out as the document is; what is
// missing on the way, or is not an object, becomes one.
func (d Doc) Set(value []byte, path ...string) Doc {
	if m, ok := d.Find(path...); ok {
		l := d.layout()
		return d.Apply(Change{m.Value, l.write(value, d.lineIndent(m.Start), l.lines)})
	}
	object, key := d.Root(), path[len(path)-1]
	if above := path[:len(path)-1]; len(above) > 0 {
		m, ok := d.Find(above...)
		if !ok || !d.opens(m.Value, '{') {
			return d.Set([]byte("{"+Quote(key)+":"+string(value)+"}"), above...)
		}
		object = m.Value
	}
	if !d.opens(object, '{') {
		return d
	}
	return d.Apply(d.Insert(object, key, value))
}

// Append adds a value at the end of the array at the path, laid out as its
// elements are. What is missing there, or null, becomes an array of one; any
// other value leaves the document as it is.
func (d Doc) Append(value string, path ...string) Doc {
	m, ok := d.Find(path...)
	switch {
	case ok && d.opens(m.Value, '['):
		return d.Apply(d.Insert(m.Value, "", []byte(value)))
	case ok && string(m.Value.Of(d)) != "null":
		return d
	}
	return d.Set([]byte("["+value+"]"), path...)
}

// Unset takes the member at the path away, with its comma.
func (d Doc) Unset(path ...string) Doc {
	m, ok := d.Find(path...)
	if !ok {
		return d
	}
	object := d.Root()
	if len(path) > 1 {
		parent, _ := d.Find(path[:len(path)-1]...)
		object = parent.Value
	}
	return d.Apply(d.Drop(object, m.Span))
}

// Drop is the change that takes a child out of a container, with its comma and the
// white space between the two; of the only child, all white space.
func (d Doc) Drop(container, child Span) Change {
	spans := d.children(container)
	i := slices.IndexFunc(spans, func(s Span) bool { return s.Start == child.Start })
	switch {
	case len(spans) == 1:
		child = Span{container.Start + 1, container.End - 1}
	case i+1 < len(spans):
		child.End = spans[i+1].Start
	case i > 0:
		child.Start = spans[i-1].End
	}
	return Change{Span: child}
}

// Count is how many members or elements a container has.
func (d Doc) Count(container Span) int { return len(d.children(container)) }

// children are the spans of the members or elements of a container.
func (d Doc) children(container Span) []Span {
	var all []Span
	for m := range d.each(container, d[container.Start]) {
		all = append(all, m.Span)
	}
	return all
}

// Insert is the change that adds a last child to a container: key and value in an
// object, value alone (key "") in an array, laid out as the children before it are.
func (d Doc) Insert(container Span, key string, value []byte) Change {
	l, outer := d.layout(), d.lineIndent(container.Start)
	at, block, indent := Span{container.Start + 1, container.End - 1}, l.lines, outer+l.unit
	before, after := "", ""
	if l.lines {
		before, after = l.newline+indent, l.newline+outer
	}
	if kids := d.children(container); len(kids) > 0 {
		last := kids[len(kids)-1]
		at, before, after = Span{last.End, last.End}, ","+l.space, ""
		if indent = d.lineIndent(last.Start); d.ownLine(last.Start) {
			block, before = true, ","+l.newline+indent
		} else {
			block = bytes.IndexByte(last.Of(d), '\n') >= 0
		}
	}
	name := ""
	if d.opens(container, '{') {
		name = Quote(key) + ":"
		if block || l.space != "" {
			name += " "
		}
	}
	return Change{at, slices.Concat([]byte(before+name), l.write(value, indent, block), []byte(after))}
}

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
	l := layout{lines: true, newline: "\n", unit: "  ", space: " "}
	if i := bytes.IndexByte(d, '\n'); i > 0 && d[i-1] == '\r' {
		l.newline = "\r\n"
	}
	root := d.Root()
	for m := range d.Members(root) {
		l.lines = bytes.IndexByte(root.Of(d), '\n') >= 0
		if d.ownLine(m.Start) {
			l.unit = d.lineIndent(m.Start)
		}
		if d[m.Value.Start-1] == ':' {
			l.space = ""
		}
		break
	}
	return l
}

// ownLine reports whether nothing but white space is before i in its line.
func (d Doc) ownLine(i int) bool {
	start := bytes.LastIndexByte(d[:i], '\n') + 1
	return start > 0 && len(bytes.Trim(d[start:i], " \t")) == 0
}

// maxIndent bounds how much of a line's indentation is repeated.
const maxIndent = 200

// lineIndent returns the white space that i's line starts with.
func (d Doc) lineIndent(i int) string {
	line := d[bytes.LastIndexByte(d[:i], '\n')+1 : i]
	indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	return string(indent[:min(len(indent), maxIndent)])
}

// write lays a value out: over several lines, all but the first with prefix, or
// in one, as a list of texts always is.
func (l layout) write(value []byte, prefix string, block bool) []byte {
	var b bytes.Buffer
	if block && bytes.IndexByte(value, '{') >= 0 {
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
