// Package settings edits the text of Claude Code's settings.json: it adds
// hooks, brings them up to date and takes them out again. What it does not
// change stays byte for byte, and what it adds looks like the rest: the same
// indentation, line ends and spacing. It reads and writes no files.
//
// A document that is not strict JSON, or whose hooks have another shape than
// Claude Code's, is refused with an error that wraps [ErrRefused].
//
// Remove takes out what Add put in; a file that nothing else changed gets its
// earlier bytes back from a copy, not from here. Add after Add changes nothing.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"holdfast/lib/jsondoc"
)

// MaxSize is how many bytes a document may have.
const MaxSize = 8 << 20

// ErrRefused is wrapped by the error for a document that must not be edited.
var ErrRefused = errors.New("it is left as it is")

// An Entry is one hook of the wiring, in exec form without arguments.
type Entry struct {
	Event   string // such as "PostToolUse"; ASCII letters only
	Matcher string // the tools; "" is all
	Program string // the program's name, as [Wiring.Program] returns it
	Command string // the program's absolute path
	Timeout int    // seconds
}

// A Wiring is the hooks that a document is to hold, each event and program at
// most once.
type Wiring struct {
	Entries []Entry
	// Program names the program of ours that a hook's command runs; "" for
	// a foreign command.
	Program func(command string) string
}

// A State is one hook in a document that runs a program of the wiring.
type State struct {
	Event   string
	Program string
	Command string
	// Current says that it is the wiring's entry for its event and program. One with
	// a longer timeout or more keys, which are the user's, is current too.
	Current bool
	within  []level // from its group's list to the root
}

// A level is a container and what of it holds a hook, or is it.
type level struct{ container, child jsondoc.Span }

// Inspect returns the hooks of the wiring's programs in the document's order.
func (w Wiring) Inspect(doc jsondoc.Doc) ([]State, error) {
	if err := valid(doc); err != nil {
		return nil, err
	}
	all, ok := doc.Find("hooks")
	if !ok {
		return nil, nil
	}
	if doc[all.Value.Start] != '{' {
		return nil, refuse("%q is not an object", "hooks")
	}
	var found []State
	for event := range doc.Members(all.Value) {
		if doc[event.Value.Start] != '[' {
			return nil, refuse("%q is not an array", "hooks."+event.Key)
		}
		for group := range doc.Elements(event.Value) {
			states, ok := w.inGroup(doc, event.Key, group)
			if !ok {
				return nil, refuse("a group of %q contains no array %q", "hooks."+event.Key, "hooks")
			}
			for _, s := range states {
				s.within = append(s.within,
					level{event.Value, group}, level{all.Value, event.Span}, level{doc.Root(), all.Span})
				found = append(found, s)
			}
		}
	}
	return found, nil
}

// inGroup returns the hooks of ours in a group: a matcher and a list of hooks.
func (w Wiring) inGroup(doc jsondoc.Doc, event string, group jsondoc.Span) (found []State, ok bool) {
	matcher := gjson.ParseBytes(group.Of(doc)).Get("matcher").String()
	for m := range doc.Members(group) {
		if m.Key != "hooks" {
			continue
		}
		ok = doc[m.Value.Start] == '['
		for span := range doc.Elements(m.Value) {
			hook := gjson.ParseBytes(span.Of(doc))
			s := State{Event: event, Command: hook.Get("command").Str, within: []level{{m.Value, span}}}
			if s.Program = w.Program(s.Command); s.Program != "" {
				s.Current = w.wants(s, strings.TrimPrefix(matcher, "*"), hook)
				found = append(found, s)
			}
		}
	}
	return found, ok
}

// wants reports whether a hook is an entry of the wiring.
func (w Wiring) wants(s State, matcher string, hook gjson.Result) bool {
	args, timeout := hook.Get("args"), hook.Get("timeout")
	return slices.ContainsFunc(w.Entries, func(e Entry) bool {
		return e.Event == s.Event && e.Program == s.Program && e.Command == s.Command && e.Matcher == matcher &&
			hook.Get("type").Str == "command" && args.IsArray() && len(args.Array()) == 0 &&
			timeout.Type == gjson.Number && timeout.Num >= float64(e.Timeout)
	})
}

// Add returns doc with every entry of the wiring in it, once: what is current stays
// in its place, any other hook of the wiring's programs is taken out, and what is
// missing is added at the end of its event.
func (w Wiring) Add(doc jsondoc.Doc) ([]byte, error) {
	doc, err := w.without(doc, func(states []State, i int) bool {
		first := slices.IndexFunc(states, func(s State) bool {
			return s.Current && s.Event == states[i].Event && s.Program == states[i].Program
		})
		return i != first
	})
	if err != nil {
		return nil, err
	}
	states, err := w.Inspect(doc)
	for _, e := range w.Entries {
		if !slices.ContainsFunc(states, func(s State) bool { return s.Event == e.Event && s.Program == e.Program }) {
			doc = doc.Append(e.group(), "hooks", e.Event)
		}
	}
	return doc, err
}

// group is an entry as JSON, in a group of its own.
func (e Entry) group() string {
	group := `{"hooks":[{"type":"command","command":` + jsondoc.Quote(e.Command) +
		`,"args":[],"timeout":` + strconv.Itoa(e.Timeout) + `}]}`
	if e.Matcher != "" {
		group = `{"matcher":` + jsondoc.Quote(e.Matcher) + `,` + group[1:]
	}
	return group
}

// Remove returns doc without the hooks of the wiring's programs, and without the
// groups, events and "hooks" object that are empty without them.
func (w Wiring) Remove(doc jsondoc.Doc) ([]byte, error) {
	return w.without(doc, func([]State, int) bool { return true })
}

// without takes those hooks of the wiring's programs out that are to be dropped, one
// after the other, and each container that holds nothing else.
func (w Wiring) without(doc jsondoc.Doc, drop func(states []State, i int) bool) (jsondoc.Doc, error) {
	for {
		states, err := w.Inspect(doc)
		if err != nil {
			return nil, err
		}
		i := 0
		for i < len(states) && !drop(states, i) {
			i++
		}
		if i == len(states) {
			return doc, nil
		}
		within := states[i].within
		for len(within) > 1 && doc.Count(within[0].container) == 1 {
			within = within[1:]
		}
		doc = doc.Apply(doc.Drop(within[0].container, within[0].child))
	}
}

// valid reports why doc is not strict JSON with an object as its root.
func valid(doc jsondoc.Doc) error {
	switch err := doc.Check(); {
	case len(doc) > MaxSize:
		return refuse("%d bytes are too many, at most %d", len(doc), MaxSize)
	case bytes.HasPrefix(doc, []byte("\ufeff")):
		return refuse("not strict JSON: it starts with a byte-order mark")
	case len(bytes.TrimSpace(doc)) == 0:
		return refuse("not strict JSON: it is empty")
	case err != nil:
		return refuse("%v (comments and commas before a bracket are not allowed)", err)
	case !doc.IsObject():
		return refuse("the root is not an object")
	}
	return nil
}

func refuse(format string, a ...any) error {
	return fmt.Errorf("%s; %w", fmt.Sprintf(format, a...), ErrRefused)
}

// Switches are the settings beside the hooks that decide whether they run.
type Switches struct {
	HooksDisabled bool     // disableAllHooks
	Plugins       []string // names in enabledPlugins that are true, "name@marketplace"
	Sandboxed     bool     // sandbox.enabled
	AllowWrite    []string // sandbox.filesystem.allowWrite
}

// ReadSwitches reads them from a document that Inspect takes; a key that is missing
// or of another type counts as not set.
func ReadSwitches(doc jsondoc.Doc) (s Switches) {
	root := gjson.ParseBytes(doc)
	s.HooksDisabled = root.Get("disableAllHooks").Type == gjson.True
	s.Sandboxed = root.Get("sandbox.enabled").Type == gjson.True
	root.Get("enabledPlugins").ForEach(func(name, on gjson.Result) bool {
		if on.Type == gjson.True {
			s.Plugins = append(s.Plugins, name.Str)
		}
		return true
	})
	for _, path := range root.Get("sandbox.filesystem.allowWrite").Array() {
		s.AllowWrite = append(s.AllowWrite, path.Str)
	}
	return s
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
