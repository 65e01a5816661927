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
	"encoding/json"
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

// A Wiring is the hooks that a document is to hold, each event and program at
// most once.
type Wiring struct {
	Entries []Entry
	// Program names the program of ours that a hook's command runs; "" for
	// a foreign command.
	Program func(command string) string
}

// A hook is one that Claude Code reads in a document.
type hook struct {
	jsondoc.Span
	event, matcher string // "" is every tool
	program        string // of ours, else ""
	command        string
	value          gjson.Result
	within         []level // from its group's list to the root
}

// A level is a container and what of it holds a hook, or is it.
type level struct{ container, child jsondoc.Span }

// read checks a document and lists its hooks.
func (w Wiring) read(doc jsondoc.Doc) (hooks []hook, err error) {
	if err := valid(doc); err != nil {
		return nil, err
	}
	root := doc.Root()
	if err := once(doc, root, "the settings", "hooks"); err != nil {
		return nil, err
	}
	all, ok := doc.Find("hooks")
	if !ok {
		return nil, nil
	}
	if doc[all.Value.Start] != '{' {
		return nil, refuse("%q is %s, not an object", "hooks", kind(doc, all.Value))
	}
	if err := once(doc, all.Value, "hooks"); err != nil {
		return nil, err
	}
	for event := range doc.Members(all.Value) {
		if doc[event.Value.Start] != '[' {
			return nil, refuse("%q is %s, not an array", "hooks."+event.Key, kind(doc, event.Value))
		}
		n := 0
		for group := range doc.Elements(event.Value) {
			at := fmt.Sprintf("hooks.%s[%d]", event.Key, n)
			n++
			found, err := w.readGroup(doc, group, at)
			if err != nil {
				return nil, err
			}
			for _, h := range found {
				h.event = event.Key
				h.within = append(h.within, level{event.Value, group}, level{all.Value, event.Span}, level{root, all.Span})
				hooks = append(hooks, h)
			}
		}
	}
	return hooks, nil
}

func (w Wiring) readGroup(doc jsondoc.Doc, group jsondoc.Span, at string) (hooks []hook, err error) {
	if doc[group.Start] != '{' {
		return nil, refuse("%q is %s, not an object", at, kind(doc, group))
	}
	if err := once(doc, group, at, "hooks", "matcher"); err != nil {
		return nil, err
	}
	value := gjson.ParseBytes(group.Of(doc))
	matcher := value.Get("matcher").String()
	if matcher == "*" {
		matcher = ""
	}
	var list jsondoc.Span
	for m := range doc.Members(group) {
		if m.Key == "hooks" {
			list = m.Value
		}
	}
	if list.End == 0 || doc[list.Start] != '[' {
		return nil, refuse("%q contains no array %q", at, "hooks")
	}
	for s := range doc.Elements(list) {
		h := hook{Span: s, matcher: matcher, value: gjson.ParseBytes(s.Of(doc)), within: []level{{list, s}}}
		if err := once(doc, s, "a hook of "+at, "type", "command", "args", "timeout"); err != nil {
			return nil, err
		}
		if h.command = h.value.Get("command").Str; h.command != "" {
			h.program = w.Program(h.command)
		}
		hooks = append(hooks, h)
	}
	return hooks, nil
}

// once refuses an object in which a key occurs twice: one of some keys, or any.
func once(doc jsondoc.Doc, object jsondoc.Span, where string, keys ...string) error {
	seen := map[string]bool{}
	for m := range doc.Members(object) {
		if seen[m.Key] && (len(keys) == 0 || slices.Contains(keys, m.Key)) {
			return refuse("the key %q occurs twice in %q", m.Key, where)
		}
		seen[m.Key] = true
	}
	return nil
}

// valid reports why doc is not strict JSON, with the line where that shows.
func valid(doc jsondoc.Doc) error {
	if len(doc) > MaxSize {
		return refuse("%d bytes are too many, at most %d", len(doc), MaxSize)
	}
	if bytes.HasPrefix(doc, []byte("\xef\xbb\xbf")) {
		return refuse("not strict JSON: it starts with a byte-order mark")
	}
	if len(bytes.TrimSpace(doc)) == 0 {
		return refuse("not strict JSON: it is empty")
	}
	if json.Valid(doc) {
		if !doc.IsObject() {
			return refuse("the root is %s, not an object", kind(doc, doc.Root()))
		}
		return nil
	}
	var raw json.RawMessage
	err := json.Unmarshal(doc, &raw)
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return refuse("not strict JSON: %v", err)
	}
	before := doc[:min(max(int(syntax.Offset)-1, 0), len(doc))]
	line := bytes.Count(before, []byte("\n")) + 1
	why := strings.TrimPrefix(syntax.Error(), "json: ")
	if at := doc[len(before):]; len(at) > 0 && (at[0] == '/' || at[0] == '#') {
		why += " (a comment?)"
	} else if len(at) > 0 && (at[0] == '}' || at[0] == ']') {
		why += " (a comma too many?)"
	}
	return refuse("not strict JSON: line %d: %s", line, why)
}

func refuse(format string, a ...any) error {
	return fmt.Errorf("%s; %w", fmt.Sprintf(format, a...), ErrRefused)
}

// kind names a value's type for an error.
func kind(doc jsondoc.Doc, value jsondoc.Span) string {
	switch doc[value.Start] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}
