package settings

import "holdfast/lib/jsondoc"

// Remove returns doc without the hooks of the wiring's programs, and without the
// groups, events and "hooks" object that are empty without them. Where nothing is
// to be done the result is doc itself.
func (w Wiring) Remove(doc []byte) ([]byte, error) {
	d, err := w.read(doc)
	if err != nil {
		return nil, err
	}
	changes := d.cut(func(h hook) bool { return h.program != "" })
	if len(changes) == 0 {
		return doc, nil
	}
	return jsondoc.Doc(doc).Apply(changes...), nil
}

// cut returns the changes that take the chosen hooks out, and the containers that
// are empty without them.
func (d *document) cut(drop func(hook) bool) []jsondoc.Change {
	var changes []jsondoc.Change
	var spans []jsondoc.Span
	var gone []bool
	for _, ev := range d.events {
		below, emptied := ev.cut(d.text, drop)
		if !emptied {
			changes = append(changes, below...)
		}
		spans = append(spans, ev.Span)
		gone = append(gone, emptied)
	}
	if !all(gone) {
		return append(changes, cuts(spans, gone)...)
	}
	spans, gone = nil, nil
	for m := range d.text.Members(d.root) {
		spans = append(spans, m.Span)
		gone = append(gone, m.Start == d.hooks.Start)
	}
	if !all(gone) {
		return cuts(spans, gone)
	}
	return []jsondoc.Change{{Span: jsondoc.Span{Start: d.root.Start + 1, End: d.root.End - 1}}}
}

// cut returns the changes within an event, or emptied where nothing of it
// would be left.
func (ev event) cut(doc jsondoc.Doc, drop func(hook) bool) (changes []jsondoc.Change, emptied bool) {
	var spans []jsondoc.Span
	var gone []bool
	for _, g := range ev.groups {
		var hookSpans []jsondoc.Span
		var goneHooks []bool
		for _, h := range g.hooks {
			hookSpans = append(hookSpans, h.Span)
			goneHooks = append(goneHooks, drop(h))
		}
		whole := all(goneHooks)
		if !whole {
			changes = append(changes, cuts(hookSpans, goneHooks)...)
		}
		spans = append(spans, g.Span)
		gone = append(gone, whole)
	}
	if all(gone) {
		return nil, true
	}
	return append(changes, cuts(spans, gone)...), false
}

// cuts takes the children that are gone out of a container that keeps others.
// One goes with the comma before it, or, before the first that stays, with the
// comma behind it; so what was added last goes without a trace.
func cuts(spans []jsondoc.Span, gone []bool) []jsondoc.Change {
	var out []jsondoc.Change
	kept := false
	for i, s := range spans {
		switch {
		case !gone[i]:
			kept = true
		case kept:
			out = append(out, jsondoc.Change{Span: jsondoc.Span{Start: spans[i-1].End, End: s.End}})
		default:
			out = append(out, jsondoc.Change{Span: jsondoc.Span{Start: s.Start, End: spans[i+1].Start}})
		}
	}
	return out
}

// all reports whether there is something and all of it is set.
func all(set []bool) bool {
	for _, s := range set {
		if !s {
			return false
		}
	}
	return len(set) > 0
}
