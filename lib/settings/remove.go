package settings

import "holdfast/lib/jsondoc"

// Remove returns doc without the hooks of the wiring's programs, and without
// the groups, events and "hooks" object that held nothing else. Given before,
// the text as it was before Add, a container that was there stays, as empty
// as it was then; before may be nil, and counts as nil where it cannot be
// read. Where nothing is to be done the result is doc itself.
func (w Wiring) Remove(doc, before []byte) ([]byte, error) {
	d, err := w.read(doc)
	if err != nil {
		return nil, err
	}
	var old *document
	if before != nil {
		old, _ = w.read(before)
	}
	changes := d.cut(func(h hook) bool { return h.program != "" }, old)
	if len(changes) == 0 {
		return doc, nil
	}
	return jsondoc.Doc(doc).Apply(changes...), nil
}

// cut returns the changes that take the chosen hooks out, and the containers
// that are empty without them unless they were in old.
func (d *document) cut(drop func(hook) bool, old *document) []jsondoc.Change {
	var changes []jsondoc.Change
	var eventSpans []jsondoc.Span
	var goneEvents []bool
	for _, ev := range d.events {
		below, emptied := ev.cut(d.text, drop)
		if emptied {
			if inner, was := old.emptyEvent(ev.Key); was {
				below = []jsondoc.Change{{Span: jsondoc.Span{Start: ev.Value.Start + 1, End: ev.Value.End - 1}, With: inner}}
				emptied = false
			}
		}
		if !emptied {
			changes = append(changes, below...)
		}
		eventSpans = append(eventSpans, ev.Span)
		goneEvents = append(goneEvents, emptied)
	}
	if !all(goneEvents) {
		return append(changes, cuts(eventSpans, goneEvents)...)
	}
	if inner, was := old.emptyHooks(); was {
		return []jsondoc.Change{{Span: jsondoc.Span{Start: d.hooks.Value.Start + 1, End: d.hooks.Value.End - 1}, With: inner}}
	}
	return d.cutHooks(old)
}

// cutHooks takes the whole "hooks" member out of the root.
func (d *document) cutHooks(old *document) []jsondoc.Change {
	var spans []jsondoc.Span
	var gone []bool
	for m := range d.text.Members(d.root) {
		spans = append(spans, m.Span)
		gone = append(gone, m.Start == d.hooks.Start)
	}
	if !all(gone) {
		return cuts(spans, gone)
	}
	var inner []byte
	if old != nil {
		inner = old.text.Inner(old.root)
	}
	return []jsondoc.Change{{Span: jsondoc.Span{Start: d.root.Start + 1, End: d.root.End - 1}, With: inner}}
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

// emptyHooks returns what was inside "hooks" where that was empty, and
// whether there was a "hooks" at all. d may be nil.
func (d *document) emptyHooks() (inner []byte, was bool) {
	if d == nil || d.hooks == nil {
		return nil, false
	}
	return d.text.Inner(d.hooks.Value), true
}

// emptyEvent is [document.emptyHooks] for one event's array.
func (d *document) emptyEvent(name string) (inner []byte, was bool) {
	if d == nil {
		return nil, false
	}
	for _, ev := range d.events {
		if ev.Key == name {
			return d.text.Inner(ev.Value), true
		}
	}
	return nil, false
}
