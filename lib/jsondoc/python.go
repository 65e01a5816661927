package jsondoc

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// What Python's json writes and JSON does not know, and in a Doc the numbers out
// of range, which nobody writes, that stand for it.
const (
	notANumber, notANumberHere = "NaN", "1e+9990000770001"
	infinity, infinityHere     = "Infinity", "1e+9990000770002"
)

// FromPython is a document as Python's json writes it: also with NaN and
// infinities.
func FromPython(text []byte) Doc {
	d := Doc(text)
	if d.Check() == nil {
		return d
	}
	var b []byte
	inString := false
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch {
		case inString && text[i] == '\\' && len(rest) > 1:
			b = append(b, text[i])
			i++
		case text[i] == '"':
			inString = !inString
		case !inString && bytes.HasPrefix(rest, []byte(notANumber)):
			b = append(b, notANumberHere...)
			i += len(notANumber) - 1
			continue
		case !inString && bytes.HasPrefix(rest, []byte(infinity)):
			b = append(b, infinityHere...)
			i += len(infinity) - 1
			continue
		}
		b = append(b, text[i])
	}
	if python := Doc(b); python.Check() == nil {
		return python
	}
	return d
}

// ToPython is the text of which FromPython makes the document.
func (d Doc) ToPython() []byte {
	return []byte(strings.NewReplacer(notANumberHere, notANumber, infinityHere, infinity).Replace(string(d)))
}

// WithoutPython has null for what JSON does not know.
func (d Doc) WithoutPython() []byte {
	return []byte(strings.NewReplacer(notANumberHere, "null", "-"+infinityHere, "null", infinityHere, "null").Replace(string(d)))
}

// Dumps is what Python prints for json.dumps(json.loads(d), sort_keys=True).
// Source: the Python documentation of module json, and Lib/json/encoder.py for
// which characters are escaped.
func (d Doc) Dumps() string { return d.sorted(pythonNumber) }

// Alike reports whether two documents say the same: the members of objects in
// whatever order, strings however they are escaped, numbers by their text.
func Alike(a, b Doc) bool {
	asWritten := func(number string) string { return number }
	return a.sorted(asWritten) == b.sorted(asWritten)
}

// A part is a value as it is printed, with its key in an object.
type part struct {
	key  []rune
	text string
}

// sorted prints a document in one form, numbers as number has them.
func (d Doc) sorted(number func(string) string) string {
	type container struct {
		key   []rune
		parts []part
	}
	open := []container{{}}
	for e := range d.Events() {
		last := len(open) - 1
		done := part{codePoints(e.Name.Of(d)), string(e.Value.Of(d))}
		switch e.Kind {
		case '{', '[':
			open = append(open, container{key: done.key})
			continue
		case '}', ']':
			done = part{open[last].key, join(open[last].parts, e.Kind)}
			open = open[:last]
			last--
		case '"':
			done.text = pythonText(codePoints([]byte(done.text)))
		case '0':
			done.text = number(done.text)
		}
		open[last].parts = append(open[last].parts, done)
	}
	if len(open[0].parts) == 0 {
		return ""
	}
	return open[0].parts[0].text
}

// join prints a list, or an object with its keys sorted; of equal keys the last
// counts.
func join(parts []part, end byte) string {
	texts := make([]string, 0, len(parts))
	if end == ']' {
		for _, p := range parts {
			texts = append(texts, p.text)
		}
		return List(texts...)
	}
	slices.SortStableFunc(parts, func(a, b part) int { return slices.Compare(a.key, b.key) })
	for i, p := range parts {
		if i+1 == len(parts) || !slices.Equal(p.key, parts[i+1].key) {
			texts = append(texts, pythonText(p.key)+": "+p.text)
		}
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

// codePoints are those of a string literal as Python has them: half of a
// surrogate pair without the other stays. A byte that is not UTF-8 is U+FFFD.
func codePoints(literal []byte) []rune {
	if len(literal) < 2 {
		return nil
	}
	s := string(literal[1 : len(literal)-1])
	all := make([]rune, 0, len(s))
	for s != "" {
		if high, ok := unit(s); ok {
			s = s[6:]
			if low, ok := unit(s); ok && utf16.DecodeRune(high, low) != utf8.RuneError {
				high, s = utf16.DecodeRune(high, low), s[6:]
			}
			all = append(all, high)
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		if r == '\\' && len(s) > 1 {
			r, n = rune(s[1]), 2
			if i := strings.IndexByte("bfnrt", s[1]); i >= 0 {
				r = rune("\b\f\n\r\t"[i])
			}
		}
		all, s = append(all, r), s[n:]
	}
	return all
}

// unit is the UTF-16 unit of an escape that s begins with.
func unit(s string) (rune, bool) {
	if len(s) < 6 || s[:2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}

func pythonText(s []rune) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch i := strings.IndexRune("\b\f\n\r\t\"\\", r); {
		case i >= 0:
			b.WriteByte('\\')
			b.WriteByte(`bfnrt"\`[i])
		case r >= ' ' && r <= '~':
			b.WriteByte(byte(r))
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// pythonNumber is a number as Python prints it after reading: an integer of any
// size as it is, everything else as the repr of a double.
func pythonNumber(raw string) string {
	switch strings.TrimPrefix(raw, "-") {
	case notANumberHere:
		return notANumber
	case "0":
		return "0"
	}
	if !strings.ContainsAny(raw, ".eE") {
		return raw
	}
	f, _ := strconv.ParseFloat(raw, 64) // out of range gives an infinity, as in Python
	text := strconv.FormatFloat(f, 'e', -1, 64)
	_, e, finite := strings.Cut(text, "e")
	if !finite {
		return strings.TrimPrefix(strings.Replace(text, "Inf", infinity, 1), "+")
	}
	if n, _ := strconv.Atoi(e); n < -4 || n >= 16 {
		return text
	}
	plain := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(plain, ".") {
		plain += ".0"
	}
	return plain
}
