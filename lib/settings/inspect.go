package settings

import (
	"strings"

	"github.com/tidwall/gjson"

	"holdfast/lib/jsondoc"
)

// A State is one hook in a document that runs a program of the wiring.
type State struct {
	Event   string
	Program string
	Command string
	// Current says that it is the wiring's entry for its event and program,
	// as Add would leave it.
	Current bool
}

// Inspect returns the hooks of the wiring's programs in the document's order.
func (w Wiring) Inspect(doc jsondoc.Doc) ([]State, error) {
	d, err := w.read(doc)
	if err != nil {
		return nil, err
	}
	var found []State
	for _, ev := range d.events {
		for _, g := range ev.groups {
			for _, h := range g.hooks {
				if h.program == "" {
					continue
				}
				found = append(found, State{ev.Key, h.program, h.command, w.current(d.text, ev.Key, g, h)})
			}
		}
	}
	return found, nil
}

func (w Wiring) current(doc jsondoc.Doc, event string, g group, h hook) bool {
	for _, e := range w.Entries {
		if e.Event != event || e.Program != h.program {
			continue
		}
		if g.matcher != e.Matcher {
			return false
		}
		for _, n := range e.wants() {
			if !n.met(doc, h.Span) {
				return false
			}
		}
		return true
	}
	return false
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
	var s Switches
	if err := valid(doc); err != nil {
		return s, err
	}
	root := gjson.ParseBytes(doc)
	if !root.IsObject() {
		return s, refuse("the root is not an object")
	}
	s.HooksDisabled = root.Get("disableAllHooks").Type == gjson.True
	s.Sandboxed = root.Get("sandbox.enabled").Type == gjson.True
	if plugins := root.Get("enabledPlugins"); plugins.IsObject() {
		plugins.ForEach(func(name, on gjson.Result) bool {
			if on.Type == gjson.True {
				s.Plugins = append(s.Plugins, name.String())
			}
			return true
		})
	}
	if allow := root.Get("sandbox.filesystem.allowWrite"); allow.IsArray() {
		allow.ForEach(func(_, path gjson.Result) bool {
			if path.Type == gjson.String {
				s.AllowWrite = append(s.AllowWrite, path.String())
			}
			return true
		})
	}
	return s, nil
}

// Plugin returns the enabled plugin of the given name, with its marketplace,
// or "".
func (s Switches) Plugin(name string) string {
	for _, p := range s.Plugins {
		if p == name || strings.HasPrefix(p, name+"@") {
			return p
		}
	}
	return ""
}
