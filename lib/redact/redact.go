// Package redact replaces secrets in text by markers of the form "[redacted:KIND]". It is the only
// redactor: whatever is stored, injected or logged passes through it.
//
// The contract: a secret that is missed is worse than a harmless word that is replaced, but commit ids, UUIDs and
// checksums stay, as do references ($PASS, ${TOKEN}, os.Getenv("X")), placeholders (<your-token>) and answers
// (required, none, expired). Redacting twice changes nothing more. Valid UTF-8 stays valid; line breaks stay except
// inside a key block. The time is linear in the length of the text, and text without a secret costs no allocation.
//
// A secret is found by how it begins or by the name of its key (both tables.txt), by its shape or as a block of a
// private key (shapes.go), or by what it belongs to: a URL (url.go), a header, an option or an argument of a program
// (commands.go). What counts as the value of a secret key depends on what joins them; see link in assignment.go.
package redact

import (
	"cmp"
	"strings"

	"holdfast/lib/fence"
)

// Text returns s with every secret replaced by "[redacted:KIND]".
func Text(s string) string {
	s, _ = seen(s, text)
	return s
}

// seen redacts s, and what is left of it without control sequences and invisible characters, which a
// secret may contain and a terminal or model does not see. Where that holds more, they go.
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
	var kinds []string
	for range 4 { // a marker can join what was apart
		sc := scanner{s: s}
		if sc.scan(); sc.kinds == nil {
			break
		}
		s, kinds = sc.out.String()+s[sc.last:], append(kinds, sc.kinds...)
	}
	return s, kinds
}

// Value redacts the value of a named key. Where key names a secret and value
// looks like one, the whole value is replaced; otherwise it is as Text.
func Value(key, value string) (string, []string) {
	k := keyRef{name: classify(key), text: key}
	return seen(value, func(v string) (string, []string) {
		clean, kinds := text(v)
		if kind := cmp.Or(k.whole(v), k.whole(clean)); kind != "" {
			return marker(kind), []string{kind}
		}
		return clean, kinds
	})
}

// whole returns the kind of the key's value as a whole, empty where it is not a secret.
func (k keyRef) whole(value string) string {
	v := strings.TrimSpace(value)
	sc, lit := scanner{s: v}, literal{end: len(v), quoted: true}
	if k.kind == kindAuthorization {
		lit = sc.credential(lit)
		v = v[lit.start:lit.end]
	}
	if k.kind == "" || v == "" || strings.ContainsAny(v, " \t\n") && !k.has(flagPhrase) ||
		strings.Contains(v, "-----BEGIN") || !isSecret(v, k, lit, linkTight) {
		return ""
	}
	return sc.kindOf(lit.start, lit.end, k.kind)
}

const markerOpen = "[redacted:"

func marker(kind string) string { return markerOpen + kind + "]" }

// markerAt returns the end of the marker that starts at i, or i.
func markerAt(s string, i int) int {
	rest, ok := strings.CutPrefix(s[i:], markerOpen)
	after := strings.TrimLeft(rest[:min(len(rest), 40)], letters[:26]+"-")
	if n := min(len(rest), 40) - len(after); ok && n > 0 && strings.HasPrefix(after, "]") {
		return i + len(markerOpen) + n + 1
	}
	return i
}

func isMarker(v string) bool { return v != "" && markerAt(v, 0) > 0 }
