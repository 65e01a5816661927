package jsondoc

import (
	"bytes"
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
// missing on the way, or is not an object, becomes one. A value that is there
// already stays as it is written.
func (d Doc) Set(value []byte, path ...string) Doc {
	if m, ok := d.Find(path...); ok && same(m.Value.Of(d), value) {
		return d
	}
	return d.put(value, true, path)
}

// SetRaw is Set for a value that keeps its own layout.
func (d Doc) SetRaw(value string, path ...string) Doc { return d.put([]byte(value), false, path) }

func (d Doc) put(value []byte, lay bool, path []string) Doc {
	if m, ok := d.Find(path...); ok {
		return d.replace(m, value, lay)
	}
	parent, key := path[:len(path)-1], path[len(path)-1]
	object := d.Root()
	if len(parent) > 0 {
		m, ok := d.Find(parent...)
		inner := []byte("{" + Quote(key) + ":" + string(value) + "}")
		if !ok {
			return d.put(inner, true, parent)
		}
		if object = m.Value; !d.opens(object, '{') {
			return d.replace(m, inner, true)
		}
	}
	if !d.opens(object, '{') {
		return d
	}
	return d.Apply(d.insert(object, key, value, lay))
}

func (d Doc) replace(m Member, value []byte, lay bool) Doc {
	if l := d.layout(); lay {
		value = l.write(value, d.lineIndent(m.Start), l.lines)
	}
	return d.Apply(Change{m.Value, value})
}

// Insert is the change that adds a last child to a container: key and value in an
// object, value alone (key "") in an array, laid out as the document is.
func (d Doc) Insert(container Span, key string, value []byte) Change {
	return d.insert(container, key, value, true)
}

// Append adds a value at the end of the array at the path, laid out as its
// elements are. What is missing there, or null, becomes an array of one; any
// other value leaves the document as it is.
func (d Doc) Append(value string, path ...string) Doc {
	m, ok := d.Find(path...)
	if !ok || string(m.Value.Of(d)) == "null" {
		return d.SetRaw(List(value), path...)
	}
	if !d.opens(m.Value, '[') {
		return d
	}
	return d.Apply(d.insert(m.Value, "", []byte(value), false))
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

// Drop is the change that takes a child out of a container, with its comma.
func (d Doc) Drop(container, child Span) Change {
	spans := d.children(container)
	i := slices.IndexFunc(spans, func(s Span) bool { return s.Start == child.Start })
	switch {
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
	all := slices.Collect(d.Elements(container))
	for m := range d.Members(container) {
		all = append(all, m.Span)
	}
	return all
}

// Inner is the white space inside an empty container; nil for one that holds
// something.
func (d Doc) Inner(container Span) []byte {
	inner := Span{container.Start + 1, container.End - 1}.Of(d)
	if len(bytes.TrimSpace(inner)) > 0 {
		return nil
	}
	return inner
}
