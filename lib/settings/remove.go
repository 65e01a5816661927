package settings

// Remove returns doc without the hooks of the wiring's programs, and without
// the groups, events and "hooks" object that held nothing else. Given before,
// the text as it was before Add, a container that stood there stays, as empty
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
	return apply(doc, changes), nil
}

// cut returns the changes that take the chosen hooks out, and the containers
// that are empty without them unless they stood in old.
func (d *document) cut(drop func(hook) bool, old *document) []change {
	var changes []change
	var eventSpans []span
	var goneEvents []bool
	for _, ev := range d.events {
		below, emptied := ev.cut(d.text, drop)
		if emptied {
			if inner, stood := old.emptyEvent(ev.key); stood {
				below = []change{{span{ev.value.start + 1, ev.value.end - 1}, inner}}
				emptied = false
			}
		}
		if !emptied {
			changes = append(changes, below...)
		}
		eventSpans = append(eventSpans, ev.span)
		goneEvents = append(goneEvents, emptied)
	}
	if !all(goneEvents) {
		return append(changes, cuts(eventSpans, goneEvents)...)
	}
	if inner, stood := old.emptyHooks(); stood {
		return []change{{span{d.hooks.value.start + 1, d.hooks.value.end - 1}, inner}}
	}
	return d.cutHooks(old)
}

// cutHooks takes the whole "hooks" member out of the root.
func (d *document) cutHooks(old *document) []change {
	var spans []span
	var gone []bool
	for m := range members(d.text, d.root) {
		spans = append(spans, m.span)
		gone = append(gone, m.start == d.hooks.start)
	}
	if !all(gone) {
		return cuts(spans, gone)
	}
	var inner []byte
	if old != nil {
		inner = emptyInner(old.text, old.root)
	}
	return []change{{span{d.root.start + 1, d.root.end - 1}, inner}}
}

// cut returns the changes within an event, or emptied where nothing of it
// would be left.
func (ev event) cut(doc []byte, drop func(hook) bool) (changes []change, emptied bool) {
	var spans []span
	var gone []bool
	for _, g := range ev.groups {
		var hookSpans []span
		var goneHooks []bool
		for _, h := range g.hooks {
			hookSpans = append(hookSpans, h.span)
			goneHooks = append(goneHooks, drop(h))
		}
		whole := all(goneHooks)
		if !whole {
			changes = append(changes, cuts(hookSpans, goneHooks)...)
		}
		spans = append(spans, g.span)
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
func cuts(spans []span, gone []bool) []change {
	var out []change
	kept := false
	for i, s := range spans {
		switch {
		case !gone[i]:
			kept = true
		case kept:
			out = append(out, change{span: span{spans[i-1].end, s.end}})
		default:
			out = append(out, change{span: span{s.start, spans[i+1].start}})
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

// emptyHooks returns what stood inside "hooks" where that was empty, and
// whether there was a "hooks" at all. d may be nil.
func (d *document) emptyHooks() (inner []byte, stood bool) {
	if d == nil || d.hooks == nil {
		return nil, false
	}
	return emptyInner(d.text, d.hooks.value), true
}

// emptyEvent is [document.emptyHooks] for one event's array.
func (d *document) emptyEvent(name string) (inner []byte, stood bool) {
	if d == nil {
		return nil, false
	}
	for _, ev := range d.events {
		if ev.key == name {
			return emptyInner(d.text, ev.value), true
		}
	}
	return nil, false
}

// emptyInner is the white space inside an empty container; nil for one that
// holds something.
func emptyInner(doc []byte, container span) []byte {
	if skipSpace(doc, container.start+1) != container.end-1 {
		return nil
	}
	return doc[container.start+1 : container.end-1]
}
