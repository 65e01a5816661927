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

// Set puts a JSON value without white space at a path of keys; what is missing on the way,
// or is not an object, becomes one.
func (d Doc) Set(value string, path ...string) Doc {
	if m, ok := d.Find(path...); ok {
		newline, unit := d.layout()
		return d.Replace(m.Value, laidOut(value, newline, d.indent(m.Start), unit))
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
func (d Doc) Drop(container, child Span) Doc {
	all, gone := d.Children(container), child
	switch i := slices.IndexFunc(all, func(m Member) bool { return m.Span == child }); {
	case len(all) == 1:
		gone = Span{container.Start + 1, container.End - 1}
	case i+1 < len(all):
		gone.End = all[i+1].Start
	default:
		gone.Start = all[i-1].End
	}
	return d.Replace(gone, "")
}

// add puts a child behind the others of a container: on a line of its own where they are
// on several, else in their line.
func (d Doc) add(container Span, key, value string) Doc {
	newline, unit := d.layout()
	outer := d.indent(container.Start)
	at, indent, comma, after := Span{container.Start + 1, container.End - 1}, outer+unit, "", newline+outer
	if all := d.Children(container); len(all) > 0 {
		last := all[len(all)-1]
		at, indent, comma, after = Span{last.End, last.End}, d.indent(last.Start), ",", ""
		if !d.breaks(container.Start, last.Start) {
			newline = ""
		}
	}
	if newline == "" {
		return d.Replace(at, comma+key+value)
	}
	if key != "" {
		key += " "
	}
	return d.Replace(at, comma+newline+indent+key+laidOut(value, newline, indent, unit)+after)
}

// layout is how lines end and the white space of one level, as the root's first member
// has it: "" of a document in one line. An empty root says nothing and gets two spaces.
func (d Doc) layout() (newline, unit string) {
	newline, unit = "\n", "  "
	if bytes.Contains(d, []byte("\r\n")) {
		newline = "\r\n"
	}
	root := d.Root()
	if all := d.Children(root); len(all) > 0 && !d.breaks(root.Start, root.End) {
		return "", ""
	} else if len(all) > 0 && d.breaks(root.Start, all[0].Start) {
		unit = d.indent(all[0].Start)
	}
	return newline, unit
}

func (d Doc) breaks(from, to int) bool { return bytes.IndexByte(d[from:to], '\n') >= 0 }

// indent is the white space that the line of i starts with, bounded.
func (d Doc) indent(i int) string {
	line := d[bytes.LastIndexByte(d[:i], '\n')+1 : i]
	n := len(line) - len(bytes.TrimLeft(line, " \t"))
	return string(line[:min(n, 200)])
}

// laidOut is a value over several lines, all but the first behind indent.
func laidOut(value, newline, indent, unit string) string {
	if newline == "" {
		return value
	}
	var b bytes.Buffer
	_ = json.Indent(&b, []byte(value), indent, unit)
	return strings.ReplaceAll(b.String(), "\n", newline)
}
