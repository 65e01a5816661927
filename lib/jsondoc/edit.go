package jsondoc

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Replace puts text in the place of a span.
func (d Doc) Replace(s Span, text string) Doc {
	return slices.Concat(d[:s.Start], []byte(text), d[s.End:])
}

// Set puts a JSON value at a path of keys; what is missing on the way, or is not an
// object, becomes one.
func (d Doc) Set(value string, path ...string) Doc {
	if m, ok := d.Find(path...); ok {
		return d.Replace(m.Value, d.layout().write(value, d.indent(m.Start)))
	}
	above, key := path[:len(path)-1], Quote(path[len(path)-1])
	if parent, ok := d.Find(above...); ok && d.Opens(parent.Value, '{') {
		return d.add(parent.Value, key+":", value)
	}
	return d.Set("{"+key+":"+value+"}", above...)
}

// Append adds a value at the end of the array at the path. What is missing there, or
// null, becomes an array of one; any other value leaves the document as it is.
func (d Doc) Append(value string, path ...string) Doc {
	m, ok := d.Find(path...)
	switch {
	case ok && d.Opens(m.Value, '['):
		return d.add(m.Value, "", value)
	case ok && string(m.Value.Of(d)) != "null":
		return d
	}
	return d.Set("["+value+"]", path...)
}

// Drop takes a child out of a container, with its comma and the white space between
// the two; with the only child, all white space.
func (d Doc) Drop(container Span, child Member) Doc {
	all, gone := d.Children(container), child.Span
	switch i := slices.Index(all, child); {
	case len(all) == 1:
		gone = Span{container.Start + 1, container.End - 1}
	case i+1 < len(all):
		gone.End = all[i+1].Start
	default:
		gone.Start = all[i-1].End
	}
	return d.Replace(gone, "")
}

// add puts a child behind the others of a container: on a line of its own where the
// last one is, else in its line.
func (d Doc) add(container Span, key, value string) Doc {
	l, outer := d.layout(), d.indent(container.Start)
	at, indent, comma, after := Span{container.Start + 1, container.End - 1}, outer+l.unit, "", l.newline+outer
	if all := d.Children(container); len(all) > 0 {
		last := all[len(all)-1]
		at, indent, comma, after = Span{last.End, last.End}, d.indent(last.Start), ",", ""
		if !d.ownLine(last.Start) {
			l = layout{}
		}
	}
	if l.newline == "" {
		return d.Replace(at, comma+key+l.write(value, ""))
	}
	if key != "" {
		key += " "
	}
	return d.Replace(at, comma+l.newline+indent+key+l.write(value, indent)+after)
}

// A layout is how a document is written; the zero one is in one line without spaces.
type layout struct {
	newline string // "\n" or "\r\n"
	unit    string // one level of indentation
}

// layout reads the layout from the root's first member; an empty root says nothing
// and gets two spaces.
func (d Doc) layout() layout {
	l, root := layout{"\n", "  "}, d.Root()
	if bytes.Contains(d, []byte("\r\n")) {
		l.newline = "\r\n"
	}
	all := d.Children(root)
	switch {
	case len(all) > 0 && !bytes.Contains(root.Of(d), []byte("\n")):
		return layout{}
	case len(all) > 0 && d.ownLine(all[0].Start):
		l.unit = d.indent(all[0].Start)
	}
	return l
}

// indent is the white space that the line of i starts with, bounded.
func (d Doc) indent(i int) string {
	line := d[bytes.LastIndexByte(d[:i], '\n')+1 : i]
	n := len(line) - len(bytes.TrimLeft(line, " \t"))
	return string(line[:min(n, 200)])
}

// ownLine reports whether nothing but white space is before i in its line.
func (d Doc) ownLine(i int) bool {
	start := bytes.LastIndexByte(d[:i], '\n') + 1
	return start > 0 && len(bytes.Trim(d[start:i], " \t")) == 0
}

// write lays a value out over several lines, all but the first with prefix, or in one.
func (l layout) write(value, prefix string) string {
	var b bytes.Buffer
	if l.newline == "" {
		_ = json.Compact(&b, []byte(value))
		return b.String()
	}
	_ = json.Indent(&b, []byte(value), prefix, l.unit)
	return strings.ReplaceAll(b.String(), "\n", l.newline)
}
