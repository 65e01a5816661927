package settings

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/tidwall/sjson"
)

// Add returns doc with every entry of the wiring in it, once. An entry that is
// there stays in its place, with what the user added to it, and is brought up
// to date; any other hook of the wiring's programs is taken out. Where nothing
// is to be done the result is doc itself.
//
// A timeout longer than the entry's is the user's and stays. A hook that
// shares its group with somebody else's under another matcher moves to a group
// of its own.
func (w Wiring) Add(doc []byte) ([]byte, error) {
	d, err := w.read(doc)
	if err != nil {
		return nil, err
	}
	kept := w.keep(d)
	out := doc
	if changes := d.cut(func(h hook) bool { return h.program != "" && !kept[h.start] }, nil); len(changes) > 0 {
		out = apply(doc, changes)
	}
	for _, e := range w.Entries {
		if out, err = w.addOne(out, e); err != nil {
			return nil, err
		}
	}
	return out, w.check(out)
}

// keep chooses for each entry the hook that stays, by its place in the text.
func (w Wiring) keep(d *document) map[int]bool {
	kept := map[int]bool{}
	for _, e := range w.Entries {
		if g, h := d.find(e); h >= 0 {
			kept[g.hooks[h].start] = true
		}
	}
	return kept
}

// find returns the first hook that can be the entry as it stands or by a
// change of what is the entry's alone; -1 where there is none.
func (d *document) find(e Entry) (group, int) {
	for _, ev := range d.events {
		if ev.key != e.Event {
			continue
		}
		for _, g := range ev.groups {
			for i, h := range g.hooks {
				if h.program == e.Program && (g.matcher == e.Matcher || len(g.hooks) == 1) {
					return g, i
				}
			}
		}
	}
	return group{}, -1
}

// addOne brings one entry up to date, or adds it at the end of its event.
func (w Wiring) addOne(doc []byte, e Entry) ([]byte, error) {
	d, err := w.read(doc)
	if err != nil {
		return nil, err
	}
	if g, h := d.find(e); h >= 0 {
		return w.update(d, g, h, e)
	}
	l := layoutOf(doc, d.root)
	compact := e.group()
	if d.hooks == nil {
		value := "{" + quote(e.Event) + ":[" + compact + "]}"
		return apply(doc, []change{l.insert(doc, d.root, "hooks", []byte(value))}), nil
	}
	for _, ev := range d.events {
		if ev.key == e.Event {
			return apply(doc, []change{l.insert(doc, ev.value, "", []byte(compact))}), nil
		}
	}
	return apply(doc, []change{l.insert(doc, d.hooks.value, e.Event, []byte("["+compact+"]"))}), nil
}

// group is the matcher group of a new entry, as compact JSON.
func (e Entry) group() string {
	g := `{"hooks":[{"type":"command","command":` + quote(e.Command) +
		`,"args":[],"timeout":` + strconv.Itoa(e.Timeout) + `}]}`
	if e.Matcher != "" {
		g = `{"matcher":` + quote(e.Matcher) + `,` + g[1:]
	}
	return g
}

// update changes in a hook that is there, and in a group that is its own, the
// values that are not as they should be.
func (w Wiring) update(d *document, g group, h int, e Entry) ([]byte, error) {
	groupPath := d.path(g)
	set := []assignment{}
	if g.matcher != e.Matcher {
		set = append(set, assignment{groupPath, "matcher", quote(e.Matcher)})
	}
	hookPath := groupPath + ".hooks." + strconv.Itoa(h)
	for _, want := range e.wants() {
		if !want.met(d.text, g.hooks[h].span) {
			set = append(set, assignment{hookPath, want.key, want.value})
		}
	}
	out := d.text
	var err error
	for _, a := range set {
		if out, err = w.assign(out, a); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// An assignment gives the object at path a value (JSON) under key.
type assignment struct{ path, key, value string }

// assign sets a value that is there by sjson, which replaces its text and
// nothing else. A missing key is added by hand: sjson knows no indentation.
// Paths are made of fixed names and numbers, never of what a document holds.
func (w Wiring) assign(doc []byte, a assignment) ([]byte, error) {
	d, err := w.read(doc)
	if err != nil {
		return nil, err
	}
	object, ok := d.at(a.path)
	if !ok {
		return nil, fmt.Errorf("setting %q: no such place", a.path)
	}
	for m := range members(doc, object) {
		if m.key == a.key {
			out, err := sjson.SetRawBytes(doc, a.path+"."+a.key, []byte(a.value))
			if err != nil {
				return nil, fmt.Errorf("setting %q: %w", a.path+"."+a.key, err)
			}
			return out, nil
		}
	}
	return apply(doc, []change{layoutOf(doc, d.root).insert(doc, object, a.key, []byte(a.value))}), nil
}

// path is the place of a group of the document, as sjson takes it.
func (d *document) path(g group) string {
	for _, ev := range d.events {
		for i := range ev.groups {
			if ev.groups[i].start == g.start {
				return "hooks." + ev.key + "." + strconv.Itoa(i)
			}
		}
	}
	return ""
}

// at finds the object at a path that [document.path] gave, or the hook below.
func (d *document) at(path string) (span, bool) {
	for _, ev := range d.events {
		for i, g := range ev.groups {
			p := "hooks." + ev.key + "." + strconv.Itoa(i)
			if p == path {
				return g.span, true
			}
			for j, h := range g.hooks {
				if p+".hooks."+strconv.Itoa(j) == path {
					return h.span, true
				}
			}
		}
	}
	return span{}, false
}

// A want is a value that a hook must have.
type want struct {
	key, value string
	fits       func(raw []byte) bool
}

func (e Entry) wants() []want {
	same := func(s string) func([]byte) bool {
		return func(raw []byte) bool { return text(raw) == s }
	}
	return []want{
		{"type", `"command"`, same("command")},
		{"command", quote(e.Command), same(e.Command)},
		{"args", "[]", func(raw []byte) bool {
			return raw[0] == '[' && len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0
		}},
		{"timeout", strconv.Itoa(e.Timeout), func(raw []byte) bool {
			n, err := strconv.ParseFloat(string(raw), 64)
			return err == nil && n >= float64(e.Timeout)
		}},
	}
}

func (n want) met(doc []byte, object span) bool {
	for m := range members(doc, object) {
		if m.key == n.key {
			return n.fits(m.value.of(doc))
		}
	}
	return false
}

// check makes sure that what was written is what was meant.
func (w Wiring) check(doc []byte) error {
	states, err := w.Inspect(doc)
	if err != nil {
		return fmt.Errorf("checking the edited text: %w", err)
	}
	current := 0
	for _, s := range states {
		if s.Current {
			current++
		}
	}
	if current != len(w.Entries) || len(states) != len(w.Entries) {
		return fmt.Errorf("checking the edited text: %d of %d hooks are as they should be", current, len(w.Entries))
	}
	return nil
}
