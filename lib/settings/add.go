package settings

import (
	"bytes"
	"fmt"
	"strconv"

	"holdfast/lib/jsondoc"
)

// Add returns doc with every entry of the wiring in it, once. An entry that is
// there stays in its place, with what the user added to it, and is brought up
// to date; any other hook of the wiring's programs is taken out. Where nothing
// is to be done the result is doc itself.
//
// A timeout longer than the entry's is the user's and stays. A hook that
// shares its group with a foreign one under another matcher moves to a group
// of its own.
func (w Wiring) Add(doc jsondoc.Doc) ([]byte, error) {
	d, err := w.read(doc)
	if err != nil {
		return nil, err
	}
	kept := w.keep(d)
	out := doc
	if changes := d.cut(func(h hook) bool { return h.program != "" && !kept[h.Start] }); len(changes) > 0 {
		out = doc.Apply(changes...)
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
			kept[g.hooks[h].Start] = true
		}
	}
	return kept
}

// find returns the first hook that can be the entry as it is or by a
// change of what is the entry's alone; -1 where it does not exist.
func (d *document) find(e Entry) (group, int) {
	for _, ev := range d.events {
		if ev.Key != e.Event {
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
func (w Wiring) addOne(doc jsondoc.Doc, e Entry) ([]byte, error) {
	d, err := w.read(doc)
	if err != nil {
		return nil, err
	}
	if g, h := d.find(e); h >= 0 {
		return w.update(d, g, h, e)
	}
	compact := e.group()
	if d.hooks == nil {
		value := "{" + jsondoc.Quote(e.Event) + ":[" + compact + "]}"
		return doc.Apply(doc.Insert(d.root, "hooks", []byte(value))), nil
	}
	for _, ev := range d.events {
		if ev.Key == e.Event {
			return doc.Apply(doc.Insert(ev.Value, "", []byte(compact))), nil
		}
	}
	return doc.Apply(doc.Insert(d.hooks.Value, e.Event, []byte("["+compact+"]"))), nil
}

// group is the matcher group of a new entry, as compact JSON.
func (e Entry) group() string {
	g := `{"hooks":[{"type":"command","command":` + jsondoc.Quote(e.Command) +
		`,"args":[],"timeout":` + strconv.Itoa(e.Timeout) + `}]}`
	if e.Matcher != "" {
		g = `{"matcher":` + jsondoc.Quote(e.Matcher) + `,` + g[1:]
	}
	return g
}

// update changes in a hook that is there, and in a group that is its own, the
// values that are not as they should be.
func (w Wiring) update(d *document, g group, h int, e Entry) ([]byte, error) {
	var changes []jsondoc.Change
	assign := func(object jsondoc.Span, key, value string) {
		for m := range d.text.Members(object) {
			if m.Key == key {
				changes = append(changes, jsondoc.Change{Span: m.Value, With: []byte(value)})
				return
			}
		}
		changes = append(changes, d.text.Insert(object, key, []byte(value)))
	}
	if g.matcher != e.Matcher {
		assign(g.Span, "matcher", jsondoc.Quote(e.Matcher))
	}
	for _, want := range e.wants() {
		if !want.met(d.text, g.hooks[h].Span) {
			assign(g.hooks[h].Span, want.key, want.value)
		}
	}
	if len(changes) == 0 {
		return d.text, nil
	}
	return d.text.Apply(changes...), nil
}

// A want is a value that a hook must have.
type want struct {
	key, value string
	fits       func(raw []byte) bool
}

func (e Entry) wants() []want {
	same := func(s string) func([]byte) bool {
		return func(raw []byte) bool { return jsondoc.Text(raw) == s }
	}
	return []want{
		{"type", `"command"`, same("command")},
		{"command", jsondoc.Quote(e.Command), same(e.Command)},
		{"args", "[]", func(raw []byte) bool {
			return raw[0] == '[' && len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0
		}},
		{"timeout", strconv.Itoa(e.Timeout), func(raw []byte) bool {
			n, err := strconv.ParseFloat(string(raw), 64)
			return err == nil && n >= float64(e.Timeout)
		}},
	}
}

func (n want) met(doc jsondoc.Doc, object jsondoc.Span) bool {
	for m := range doc.Members(object) {
		if m.Key == n.key {
			return n.fits(m.Value.Of(doc))
		}
	}
	return false
}

// check makes sure that what was written is what was meant.
func (w Wiring) check(doc jsondoc.Doc) error {
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
