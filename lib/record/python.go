package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Dumps is what Python prints for json.dumps(json.loads(v), sort_keys=True). Source: the Python documentation of module
// json, and Lib/json/encoder.py for which characters are escaped. Half of a surrogate pair counts as U+FFFD.
func (v Value) Dumps() string { return v.sorted(pythonNumber).String() }

// Alike reports whether two values say the same, in whatever order, numbers by their text.
func Alike(a, b Value) bool {
	asWritten := func(number string) string { return number }
	return a.sorted(asWritten).String() == b.sorted(asWritten).String()
}

// sorted has all keys sorted by their code points, strings in ASCII, and numbers as number.
func (v Value) sorted(number func(string) string) Value {
	switch {
	case v.IsText():
		return Value{text: inASCII(v.text)}
	case v.IsNumber():
		return Value{text: number(v.text)}
	}
	in := slices.Clone(v.in)
	// UTF-8 sorts as code points do; a list has no names, and stays in its order.
	slices.SortStableFunc(in, func(a, b member) int { return strings.Compare(unquote(a.name), unquote(b.name)) })
	for i, m := range in {
		if in[i].Value = m.sorted(number); m.name != "" {
			in[i].name = inASCII(m.name)
		}
	}
	return Value{v.text, in}
}

// inASCII is a string as Python writes it, with escapes for all but printable ASCII.
func inASCII(text string) string {
	var b []byte
	for _, r := range quote(unquote(text)) {
		if r <= '~' {
			b = append(b, byte(r))
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
	}
	return string(b)
}

// pythonNumber is a number as Python prints it: integers as they are, else a double's repr.
func pythonNumber(raw string) string {
	switch {
	case raw == "-0":
		return "0"
	case !strings.ContainsAny(raw, ".eE"):
		return raw
	}
	f, _ := strconv.ParseFloat(raw, 64) // out of range gives an infinity, as in Python
	text := strconv.FormatFloat(f, 'e', -1, 64)
	_, e, finite := strings.Cut(text, "e")
	if !finite {
		return strings.TrimPrefix(strings.Replace(text, "Inf", "Infinity", 1), "+")
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
