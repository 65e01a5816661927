package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"
)

// Dumps is what Python prints for json.dumps(json.loads(v), sort_keys=True).
// Source: the Python documentation of module json, and Lib/json/encoder.py for
// which characters are escaped. Half of a surrogate pair counts as U+FFFD.
func (v Value) Dumps() string { return v.sorted(pythonNumber).String() }

// Alike reports whether two values say the same: the members of objects in
// whatever order, strings however they are escaped, numbers by their text.
func Alike(a, b Value) bool {
	asWritten := func(number string) string { return number }
	return a.sorted(asWritten).String() == b.sorted(asWritten).String()
}

// sorted is the value with all keys sorted by their code points, strings in ASCII,
// and numbers as number has them.
func (v Value) sorted(number func(string) string) Value {
	switch {
	case v.IsText():
		return v.inASCII()
	case v.IsNumber():
		return Value{text: number(v.text)}
	}
	order := make([]int, len(v.items))
	for i := range order {
		order[i] = i
	}
	if v.IsObject() {
		keys := make([]string, len(v.names)) // in UTF-8, which sorts as code points do
		for i, name := range v.names {
			keys[i] = name.Text()
		}
		slices.SortStableFunc(order, func(i, j int) int { return strings.Compare(keys[i], keys[j]) })
	}
	s := Value{text: v.text}
	for _, i := range order {
		if v.IsObject() {
			s.names = append(s.names, v.names[i].inASCII())
		}
		s.items = append(s.items, v.items[i].sorted(number))
	}
	return s
}

// inASCII is a string as Python writes it, with escapes for all that is not printable
// ASCII.
func (v Value) inASCII() Value {
	q, _ := jsontext.AppendQuote(nil, v.Text()) // Text is UTF-8
	var b []byte
	for _, r := range string(q) {
		if r <= '~' {
			b = append(b, byte(r))
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
	}
	return Value{text: string(b)}
}

// pythonNumber is a number as Python prints it after reading: an integer of any
// size as it is, everything else as the repr of a double.
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
