package settings

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"holdfast/lib/jsondoc"
)

// A State is one hook in a document that runs a program of the wiring.
type State struct {
	Event   string
	Program string
	Command string
	// Current says that it is the wiring's entry for its event and program.
	Current bool
}

// Inspect returns the hooks of the wiring's programs in the document's order.
func (w Wiring) Inspect(doc jsondoc.Doc) ([]State, error) {
	hooks, err := w.read(doc)
	var found []State
	for _, h := range hooks {
		if h.program != "" {
			found = append(found, State{h.event, h.program, h.command, w.current(h)})
		}
	}
	return found, err
}

func (w Wiring) current(h hook) bool {
	for _, e := range w.Entries {
		if e.Event == h.event && e.Program == h.program {
			return h.matcher == e.Matcher && len(e.missing(h)) == 0
		}
	}
	return false
}

// A setting is a key of a hook with its value as JSON.
type setting struct{ key, value string }

// missing are what an entry wants of a hook and is not there. A timeout that is longer
// is the user's and stays.
func (e Entry) missing(h hook) (want []setting) {
	add := func(met bool, key, value string) {
		if !met {
			want = append(want, setting{key, value})
		}
	}
	args, timeout := h.value.Get("args"), h.value.Get("timeout")
	add(h.value.Get("type").Str == "command", "type", `"command"`)
	add(h.command == e.Command, "command", jsondoc.Quote(e.Command))
	add(args.IsArray() && len(args.Array()) == 0, "args", "[]")
	add(timeout.Type == gjson.Number && timeout.Num >= float64(e.Timeout), "timeout", strconv.Itoa(e.Timeout))
	return want
}

// Add returns doc with every entry of the wiring in it, once. An entry that is
// there stays in its place, with what the user added to it, and is brought up
// to date; any other hook of the wiring's programs is taken out. Where nothing
// is to be done the result is doc itself. A hook that shares its group with a foreign
// one under another matcher moves to a group of its own.
func (w Wiring) Add(doc jsondoc.Doc) ([]byte, error) {
	doc, err := w.without(doc, func(doc jsondoc.Doc, hooks []hook, h hook) bool {
		return !slices.ContainsFunc(w.Entries, func(e Entry) bool {
			kept, ok := e.find(doc, hooks)
			return ok && kept.Start == h.Start
		})
	})
	if err != nil {
		return nil, err
	}
	for _, e := range w.Entries {
		hooks, err := w.read(doc)
		if err != nil {
			return nil, err
		}
		if h, ok := e.find(doc, hooks); ok {
			doc = e.update(doc, h)
		} else {
			doc = e.add(doc)
		}
	}
	states, err := w.Inspect(doc)
	if err == nil && (len(states) != len(w.Entries) || slices.ContainsFunc(states, func(s State) bool { return !s.Current })) {
		err = errors.New("checking the edited text: the hooks are not as they should be")
	}
	return doc, err
}

// find is the first hook that can be the entry as it is or by a change of what is
// the entry's alone.
func (e Entry) find(doc jsondoc.Doc, hooks []hook) (hook, bool) {
	for _, h := range hooks {
		if h.event == e.Event && h.program == e.Program && (h.matcher == e.Matcher || doc.Count(h.within[0].container) == 1) {
			return h, true
		}
	}
	return hook{}, false
}

// update changes in a hook, and in a group that is its own, the values that are not as
// they should be.
func (e Entry) update(doc jsondoc.Doc, h hook) jsondoc.Doc {
	var changes []jsondoc.Change
	assign := func(object jsondoc.Span, key, value string) {
		for m := range doc.Members(object) {
			if m.Key == key {
				changes = append(changes, jsondoc.Change{Span: m.Value, With: []byte(value)})
				return
			}
		}
		changes = append(changes, doc.Insert(object, key, []byte(value)))
	}
	if h.matcher != e.Matcher {
		assign(h.within[1].child, "matcher", jsondoc.Quote(e.Matcher))
	}
	for _, want := range e.missing(h) {
		assign(h.Span, want.key, want.value)
	}
	if len(changes) == 0 {
		return doc
	}
	return doc.Apply(changes...)
}

// add adds an entry at the end of its event.
func (e Entry) add(doc jsondoc.Doc) jsondoc.Doc {
	group := `{"hooks":[{"type":"command","command":` + jsondoc.Quote(e.Command) + `,"args":[],"timeout":` + strconv.Itoa(e.Timeout) + `}]}`
	if e.Matcher != "" {
		group = `{"matcher":` + jsondoc.Quote(e.Matcher) + `,` + group[1:]
	}
	if event, ok := doc.Find("hooks", e.Event); ok {
		return doc.Apply(doc.Insert(event.Value, "", []byte(group)))
	}
	return doc.Set([]byte("["+group+"]"), "hooks", e.Event)
}

// Remove returns doc without the hooks of the wiring's programs, and without the
// groups, events and "hooks" object that are empty without them. Where nothing is
// to be done the result is doc itself.
func (w Wiring) Remove(doc jsondoc.Doc) ([]byte, error) {
	return w.without(doc, func(jsondoc.Doc, []hook, hook) bool { return true })
}

// without takes those hooks of the wiring's programs out that are to be dropped, one
// after the other, and each container that holds nothing else.
func (w Wiring) without(doc jsondoc.Doc, drop func(doc jsondoc.Doc, all []hook, h hook) bool) (jsondoc.Doc, error) {
	for {
		hooks, err := w.read(doc)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(hooks, func(h hook) bool { return h.program != "" && drop(doc, hooks, h) })
		if i < 0 {
			return doc, nil
		}
		change := jsondoc.Change{Span: jsondoc.Span{Start: doc.Root().Start + 1, End: doc.Root().End - 1}}
		for _, l := range slices.Backward(hooks[i].within) {
			if doc.Count(l.container) > 1 {
				change = doc.Drop(l.container, l.child)
			}
		}
		doc = doc.Apply(change)
	}
}

// Switches are the settings beside the hooks that decide whether they run.
type Switches struct {
	HooksDisabled bool     // disableAllHooks
	Plugins       []string // names in enabledPlugins that are true, "name@marketplace"
	Sandboxed     bool     // sandbox.enabled
	AllowWrite    []string // sandbox.filesystem.allowWrite
}

// ReadSwitches reads them from a document; a key that is missing or of another
// type counts as not set. The document must be strict JSON with an object as
// root, else the error wraps [ErrRefused].
func ReadSwitches(doc jsondoc.Doc) (Switches, error) {
	if err := valid(doc); err != nil {
		return Switches{}, err
	}
	root := gjson.ParseBytes(doc)
	s := Switches{HooksDisabled: root.Get("disableAllHooks").Type == gjson.True, Sandboxed: root.Get("sandbox.enabled").Type == gjson.True}
	if plugins := root.Get("enabledPlugins"); plugins.IsObject() {
		for name, on := range plugins.Map() {
			if on.Type == gjson.True {
				s.Plugins = append(s.Plugins, name)
			}
		}
	}
	for _, path := range root.Get("sandbox.filesystem.allowWrite").Array() {
		if path.Type == gjson.String {
			s.AllowWrite = append(s.AllowWrite, path.Str)
		}
	}
	return s, nil
}

// Plugin returns the enabled plugin of the given name, with its marketplace, or "". A
// release names the plugin of each system after it: name-linux-amd64.
func (s Switches) Plugin(name string) string {
	for _, p := range s.Plugins {
		own, _, _ := strings.Cut(p, "@")
		system, of := strings.CutPrefix(own, name+"-")
		if own == name || of && strings.Count(system, "-") == 1 {
			return p
		}
	}
	return ""
}
