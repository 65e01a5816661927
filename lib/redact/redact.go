// Package redact replaces secrets in text by markers of the form
// "[redacted:KIND]". It is the only redactor: whatever is stored, injected or
// logged passes through it.
//
// The contract: a secret that is missed is worse than a harmless word that is
// replaced, but commit ids, UUIDs and checksums stay, as do references
// ($PASS, ${TOKEN}, os.Getenv("X")), placeholders (<your-token>) and answers
// (required, none, expired). Redacting twice changes nothing more. Valid UTF-8
// stays valid; line breaks stay except inside a key block. The time is linear
// in the length of the text, and text without a secret costs no allocation.
//
// What counts as the value of a secret key depends on what joins them:
//
//   - KEY=value and --key value: any literal;
//   - key = value: any literal that is not clearly an identifier of code;
//   - key := value, key == value: a quoted literal, or one that mixes letters
//     with digits;
//   - key: value: a quoted literal, a value that is more than letters, or a
//     lone word; a word that further words follow is prose;
//   - key("value"), key "value", key is value: what looks like a service's key.
package redact

import (
	"strings"

	"holdfast/lib/fence"
)

// passes bounds how often the output is scanned again. A second scan finds
// nothing but for hostile input, where a marker can join what was apart.
const passes = 4

// Text returns s with every secret replaced by "[redacted:KIND]", and the
// kinds found, in their order in s, one entry a secret. If there is no secret, it
// returns s itself and nil.
func Text(s string) (string, []string) {
	return seen(s, text)
}

// seen redacts s, and what is left without what cannot be seen: control
// sequences and invisible characters can be inside a secret and are lost on
// the way to a terminal or a model. Where more is found without them, they go.
func seen(s string, redact func(string) (string, []string)) (string, []string) {
	clean, kinds := redact(s)
	if visible := fence.Plain(clean); visible != clean {
		if c, more := redact(visible); more != nil {
			return c, append(kinds, more...)
		}
	}
	return clean, kinds
}

func text(s string) (string, []string) {
	if plain(s) {
		return s, nil
	}
	var kinds []string
	for range passes {
		sc := scanner{s: s, heads: prefixes()}
		sc.scan()
		if len(sc.spans) == 0 {
			break
		}
		s = sc.assemble()
		for _, sp := range sc.spans {
			kinds = append(kinds, sp.kind)
		}
	}
	return s, kinds
}

// Value redacts the value of a named key. Where key names a secret and value
// looks like one, the whole value is replaced; otherwise it is as Text.
func Value(key, value string) (string, []string) {
	name := classify(key)
	if name.kind == "" {
		return Text(value)
	}
	return seen(value, func(v string) (string, []string) { return named(key, v, name) })
}

// named redacts the value of a key that names a secret.
func named(key, value string, name name) (string, []string) {
	if kind := wholeKind(key, value, name); kind != "" {
		return marker(kind), []string{kind}
	}
	clean, kinds := text(value)
	if kinds == nil {
		return value, nil
	}
	if kind := wholeKind(key, clean, name); kind != "" {
		return marker(kind), []string{kind}
	}
	return clean, kinds
}

// wholeKind returns the kind of value as a whole, empty where it is not a secret.
func wholeKind(key, value string, name name) string {
	v := strings.TrimSpace(value)
	if name.kind == kindAuthorization {
		v = credential(v)
	}
	if strings.ContainsAny(v, " \t\n") && !name.phrase || strings.Contains(v, "-----BEGIN") {
		return ""
	}
	if !isSecret(v, context{name: name, key: key, join: joinStrict, quoted: true}) {
		return ""
	}
	sc := scanner{s: v, heads: prefixes()}
	return sc.kindOf(0, len(v), name.kind)
}

// plain is the cheap first check: whether s can hold no anchor at all. Every
// rule needs a digit, a joining sign, or a run of at least 16 letters.
func plain(s string) bool {
	letters := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isLetter(c):
			if letters++; letters >= 16 {
				return false
			}
		case isDigit(c), c == '-', c == '_', c == '=', c == ':', c == '>':
			return false
		default:
			letters = 0
		}
	}
	return true
}

const markerOpen = "[redacted:"

func marker(kind string) string { return markerOpen + kind + "]" }

// markerAt returns the end of the marker that starts at i, or i.
func markerAt(s string, i int) int {
	if !strings.HasPrefix(s[i:], markerOpen) {
		return i
	}
	j := i + len(markerOpen)
	for j < len(s) && j-i < 48 && (s[j] >= 'a' && s[j] <= 'z' || s[j] == '-') {
		j++
	}
	if j == i+len(markerOpen) || j >= len(s) || s[j] != ']' {
		return i
	}
	return j + 1
}

// assemble writes the text with each span replaced by its marker.
func (sc *scanner) assemble() string {
	var b strings.Builder
	b.Grow(len(sc.s) + 16)
	from := 0
	for _, sp := range sc.spans {
		b.WriteString(sc.s[from:sp.start])
		b.WriteString(markerOpen)
		b.WriteString(sp.kind)
		b.WriteByte(']')
		from = sp.end
	}
	b.WriteString(sc.s[from:])
	return b.String()
}
