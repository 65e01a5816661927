package workflow

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"holdfast/lib/jsondoc"
)

// parse reads one JSON document. Where lenient is set, it also takes what
// Python's json writes and JSON does not know (NaN, Infinity, -Infinity), a
// byte-order mark, and text that is not UTF-8.
func parse(s string, lenient bool) (value, error) {
	if !lenient && (!utf8.ValidString(s) || strings.HasPrefix(s, "\ufeff")) {
		return value{}, fmt.Errorf("%w: not UTF-8 without a byte-order mark", errSyntax)
	}
	d := jsondoc.Doc(s)
	err := d.Check()
	if err != nil && lenient {
		if shielded := jsondoc.Doc(shield(s)); shielded.Check() == nil {
			d, err = shielded, nil
		}
	}
	if err != nil {
		return value{}, err
	}
	return build(d)
}

// shieldMark begins the string literal that stands for a number that JSON does
// not know.
const shieldMark = `"\u0000`

// shield turns the numbers that JSON does not know into string literals.
func shield(s string) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(s); {
		n := 1
		switch {
		case inString && s[i] == '\\':
			n = min(2, len(s)-i)
		case s[i] == '"':
			inString = !inString
		case !inString:
			for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
				if strings.HasPrefix(s[i:], word) {
					b.WriteString(shieldMark + word + `"`)
					i += len(word)
					n = 0
					break
				}
			}
		}
		b.WriteString(s[i : i+n])
		i += n
	}
	return b.String()
}

// A frame is a list or object that is being read, and the place of names in it.
type frame struct {
	value
	index
	name string // under which it goes into the one around it, with quotes
}

// build makes a value of a document that is valid.
func build(d jsondoc.Doc) (value, error) {
	frames := []frame{{value: value{kind: list}}}
	for e := range d.Events() {
		last := len(frames) - 1
		name, raw := string(e.Name.Of(d)), string(e.Value.Of(d))
		switch e.Kind {
		case '{', '[':
			if last > maxDepth {
				return value{}, fmt.Errorf("%w: nested too deeply", errSyntax)
			}
			begun := frame{value: value{kind: list}, name: name}
			if e.Kind == '{' {
				begun.kind = object
			}
			frames = append(frames, begun)
		case '}', ']':
			done := frames[last]
			frames = frames[:last]
			frames[last-1].add(done.name, done.value)
		default:
			frames[last].add(name, scalarOf(raw))
		}
	}
	return frames[0].items[0], nil
}

// add adds an item, or under its quoted name a member; of equal names the last
// counts.
func (f *frame) add(quoted string, v value) {
	if f.kind == list {
		f.items = append(f.items, v)
		return
	}
	name, _ := unquote(quoted)
	if i := f.find(f.members, name); i >= 0 {
		f.members[i].value = v
		return
	}
	f.members = append(f.members, member{raw: quoted, name: name, value: v})
}

func scalarOf(raw string) value {
	switch raw[0] {
	case '"':
		if word, is := strings.CutPrefix(raw, shieldMark); is {
			return value{kind: number, raw: strings.TrimSuffix(word, `"`)}
		}
		return value{kind: text, raw: raw}
	case 'n':
		return value{raw: raw}
	case 't', 'f':
		return value{kind: boolean, raw: raw}
	}
	return value{kind: number, raw: raw}
}
