// Package settings edits the text of Claude Code's settings.json: it adds
// hooks, brings them up to date and takes them out again. What it does not
// change stays byte for byte, and what it adds looks like the rest: the same
// indentation, line ends and spacing. It reads and writes no files.
//
// A document that is not strict JSON, or whose hooks have another shape than
// Claude Code's, is refused with an error that wraps [ErrRefused].
//
// For every acceptable document x that holds no hook of the wiring, Remove
// undoes Add to the byte, given x again; without x it does so unless Add had
// to fill an empty object or array of x. Add after Add changes nothing.
package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

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

// A document is the text with what Claude Code reads as hooks.
type document struct {
	text   jsondoc.Doc
	root   jsondoc.Span
	hooks  *jsondoc.Member // nil where the root has none
	events []event
}

type event struct {
	jsondoc.Member
	groups []group
}

type group struct {
	jsondoc.Span
	matcher string       // "" is all
	list    jsondoc.Span // the value of its "hooks"
	hooks   []hook
}

type hook struct {
	jsondoc.Span
	program string // of ours, else ""
	command string
}

// read checks and opens a document.
func (w Wiring) read(doc jsondoc.Doc) (*document, error) {
	if err := valid(doc); err != nil {
		return nil, err
	}
	d := &document{text: doc, root: doc.Root()}
	if !doc.IsObject() {
		return nil, refuse("the root is %s, not an object", kind(doc, d.root))
	}
	for m := range doc.Members(d.root) {
		if m.Key != "hooks" {
			continue
		}
		if d.hooks != nil {
			return nil, refuse("the key %q occurs twice", "hooks")
		}
		d.hooks = &m
	}
	if d.hooks == nil {
		return d, nil
	}
	if doc[d.hooks.Value.Start] != '{' {
		return nil, refuse("%q is %s, not an object", "hooks", kind(doc, d.hooks.Value))
	}
	seen := map[string]bool{}
	for m := range doc.Members(d.hooks.Value) {
		if seen[m.Key] {
			return nil, refuse("the key %q occurs twice in %q", m.Key, "hooks")
		}
		seen[m.Key] = true
		e, err := w.readEvent(doc, m)
		if err != nil {
			return nil, err
		}
		d.events = append(d.events, e)
	}
	return d, nil
}

func (w Wiring) readEvent(doc jsondoc.Doc, m jsondoc.Member) (event, error) {
	e := event{Member: m}
	if doc[m.Value.Start] != '[' {
		return e, refuse("%q is %s, not an array", "hooks."+m.Key, kind(doc, m.Value))
	}
	for s := range doc.Elements(m.Value) {
		at := fmt.Sprintf("hooks.%s[%d]", m.Key, len(e.groups))
		if doc[s.Start] != '{' {
			return e, refuse("%q is %s, not an object", at, kind(doc, s))
		}
		g, err := w.readGroup(doc, s, at)
		if err != nil {
			return e, err
		}
		e.groups = append(e.groups, g)
	}
	return e, nil
}

func (w Wiring) readGroup(doc jsondoc.Doc, s jsondoc.Span, at string) (group, error) {
	g := group{Span: s}
	seen := map[string]bool{}
	for m := range doc.Members(s) {
		if m.Key != "hooks" && m.Key != "matcher" {
			continue
		}
		if seen[m.Key] {
			return g, refuse("the key %q occurs twice in %q", m.Key, at)
		}
		seen[m.Key] = true
		if m.Key == "matcher" {
			g.matcher = matcher(doc, m.Value)
			continue
		}
		g.list = m.Value
	}
	if !seen["hooks"] || doc[g.list.Start] != '[' {
		return g, refuse("%q contains no array %q", at, "hooks")
	}
	for h := range doc.Elements(g.list) {
		read, err := w.readHook(doc, h, at)
		if err != nil {
			return g, err
		}
		g.hooks = append(g.hooks, read)
	}
	return g, nil
}

func (w Wiring) readHook(doc jsondoc.Doc, s jsondoc.Span, at string) (hook, error) {
	h := hook{Span: s}
	if doc[s.Start] != '{' {
		return h, nil
	}
	seen := map[string]bool{}
	for m := range doc.Members(s) {
		switch m.Key {
		case "type", "command", "args", "timeout":
		default:
			continue
		}
		if seen[m.Key] {
			return h, refuse("the key %q occurs twice in a hook of %q", m.Key, at)
		}
		seen[m.Key] = true
		if m.Key == "command" {
			h.command = jsondoc.Text(m.Value.Of(doc))
			h.program = w.Program(h.command)
		}
	}
	return h, nil
}

// matcher is a group's matcher as text, with every spelling of "all" as "". A
// value that is not text matches nothing of ours.
func matcher(doc jsondoc.Doc, value jsondoc.Span) string {
	if doc[value.Start] != '"' {
		return string(value.Of(doc))
	}
	if s := jsondoc.Text(value.Of(doc)); s != "*" {
		return s
	}
	return ""
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
