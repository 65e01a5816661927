// Package settings edits the text of Claude Code's settings.json: it adds hooks, brings
// them up to date and takes them out again. What it does not change stays byte for byte.
//
// A document that is not strict JSON, or whose hooks have another shape than
// Claude Code's, is refused with an error that wraps [ErrRefused].
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
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

// A Wiring is the hooks that a document is to hold, each event and program once at most.
type Wiring struct {
	Entries []Entry
	// Program names the program of ours that a command runs; "" for a foreign one.
	Program func(command string) string
}

// A State is one hook in a document that runs a program of the wiring.
type State struct {
	Event, Program, Command string
	// Current says that it is the first that the wiring wants for its event and program.
	// One with a longer timeout or more keys, which are the user's, is current too.
	Current bool
	within  []jsondoc.Member // the root, "hooks", its event, its group with the list, the hook
}

// Inspect returns the hooks of the wiring's programs in the document's order.
func (w Wiring) Inspect(doc jsondoc.Doc) (found []State, err error) {
	if err := valid(doc); err != nil {
		return nil, err
	}
	all, ok := doc.Find("hooks")
	if ok && !doc.Opens(all.Value, '{') {
		return nil, refuse("%q is not an object", "hooks")
	}
	for _, event := range doc.Children(all.Value) {
		if !doc.Opens(event.Value, '[') {
			return nil, refuse("%q is not an array", "hooks."+event.Key)
		}
		for _, group := range doc.Children(event.Value) {
			list, _ := doc.Member(group.Value, "hooks")
			if !doc.Opens(list.Value, '[') {
				return nil, refuse("a group of %q contains no array %q", "hooks."+event.Key, "hooks")
			}
			matcher := gjson.GetBytes(group.Of(doc), "matcher").String()
			for _, hook := range doc.Children(list.Value) {
				as := gjson.ParseBytes(hook.Of(doc))
				s := State{Event: event.Key, Command: as.Get("command").Str, within: []jsondoc.Member{
					{Value: doc.Root()}, all, event, {Span: group.Span, Value: list.Value}, hook}}
				if s.Program = w.Program(s.Command); s.Program != "" {
					s.Current = w.wants(s, strings.TrimPrefix(matcher, "*"), as) && !current(found, s.Event, s.Program)
					found = append(found, s)
				}
			}
		}
	}
	return found, nil
}

func (w Wiring) wants(s State, matcher string, hook gjson.Result) bool {
	args, timeout := hook.Get("args"), hook.Get("timeout")
	return slices.ContainsFunc(w.Entries, func(e Entry) bool {
		return e.Event == s.Event && e.Program == s.Program && e.Command == s.Command && e.Matcher == matcher &&
			hook.Get("type").Str == "command" && args.IsArray() && len(args.Array()) == 0 &&
			timeout.Type == gjson.Number && timeout.Num >= float64(e.Timeout)
	})
}

func current(states []State, event, program string) bool {
	return slices.ContainsFunc(states, func(s State) bool {
		return s.Current && s.Event == event && s.Program == program
	})
}

// Add returns doc with every entry of the wiring in it, once: what is current stays in its place, any other hook of the
// wiring's programs is taken out, and what is missing is added at the end of its event.
func (w Wiring) Add(doc jsondoc.Doc) ([]byte, error) {
	doc, err := w.without(doc, func(s State) bool { return !s.Current })
	if err != nil {
		return nil, err
	}
	states, err := w.Inspect(doc)
	for _, e := range w.Entries {
		if current(states, e.Event, e.Program) {
			continue
		}
		group := fmt.Sprintf(`{"hooks":[{"type":"command","command":%s,"args":[],"timeout":%d}]}`,
			jsondoc.Quote(e.Command), e.Timeout)
		if e.Matcher != "" {
			group = `{"matcher":` + jsondoc.Quote(e.Matcher) + `,` + group[1:]
		}
		doc = doc.Append(group, "hooks", e.Event)
	}
	return doc, err
}

// Remove returns doc without the hooks of the wiring's programs, and without the
// groups, events and "hooks" object that are empty without them.
func (w Wiring) Remove(doc jsondoc.Doc) ([]byte, error) {
	return w.without(doc, func(State) bool { return true })
}

// without takes those hooks of the wiring's programs out that are to be dropped, one
// after the other, and each container that holds nothing else.
func (w Wiring) without(doc jsondoc.Doc, drop func(State) bool) (jsondoc.Doc, error) {
	for {
		states, err := w.Inspect(doc)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(states, drop)
		if i < 0 {
			return doc, nil
		}
		within, at := states[i].within, 4
		for at > 1 && len(doc.Children(within[at-1].Value)) == 1 {
			at--
		}
		doc = doc.Drop(within[at-1].Value, within[at].Span)
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
	case !doc.Opens(doc.Root(), '{'):
		return refuse("the root is not an object")
	}
	return nil
}

func refuse(format string, a ...any) error {
	return fmt.Errorf("%s; %w", fmt.Sprintf(format, a...), ErrRefused)
}
