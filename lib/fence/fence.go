// Package fence makes data safe for a model's context or on a terminal: data cannot look like markup, like an
// instruction from outside its place, or like a control sequence, and cannot close the fence that it is in. Texts are
// counted as the client does, in UTF-16 code units.
package fence

import (
	"crypto/rand"
	"encoding/hex"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"holdfast/lib/each"
)

// Line makes v one line of safe data, valid UTF-8 without control and invisible characters, escape sequences and tags;
// line breaks become spaces. It is idempotent. most is in UTF-16 units, 0 = no limit; a value that is cut ends in "…".
func Line(v string, most int) string { return Short(clean(v), most) }

// Plain makes v safe for a terminal and leaves it otherwise as it is: line breaks, tabs and tags stay, control
// characters, escape sequences, bidirectional and invisible characters go.
func Plain(v string) string {
	if isPlain(v, "\n\t<") {
		return v
	}
	return strip(strings.ReplaceAll(v, "\r\n", "\n"), "\n\t")
}

// isPlain is the cheap check for printable ASCII without "<", and what else is let through.
func isPlain(v, but string) bool {
	for i := 0; i < len(v); i++ {
		if c := v[i]; (c < ' ' || c >= 0x7f || c == '<') && strings.IndexByte(but, c) < 0 {
			return false
		}
	}
	return true
}

// Units counts s in UTF-16 code units. An invalid byte counts as one.
func Units(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// Cut returns the longest prefix of s of at most so many UTF-16 units that splits no
// character. most under 1 gives the empty string.
func Cut(s string, most int) string {
	n := 0
	for i, r := range s {
		if n += utf16.RuneLen(r); n > most {
			return s[:i]
		}
	}
	return s
}

// Wrap returns body between the lines
//
//	[holdfast NAME: TITLE]
//	[end of holdfast NAME]
//
// where NAME is 16 random hexadecimal digits that do not occur in body, whose lines
// are neutralised. The result ends without a line break.
func Wrap(title Words, body string) Context {
	body = strings.Join(each.Of(strings.Split(strings.TrimSuffix(body, "\n"), "\n"), clean), "\n")
	name := ""
	for strings.Contains(strings.ToLower(body), name) {
		var raw [8]byte
		_, _ = rand.Read(raw[:]) // which never fails
		name = hex.EncodeToString(raw[:])
	}
	return Context{"[holdfast " + name + ": " + string(title) + "]\n" + body + "\n[end of holdfast " + name + "]"}
}

// strip takes out of v what cannot be seen or controls a terminal; line breaks
// and other controls become spaces, but for those that are kept.
func strip(v, keep string) string {
	var b strings.Builder
	b.Grow(len(v) + 16)
	for v != "" {
		r, n := utf8.DecodeRuneInString(v)
		whole := 0
		if r == 0x1b || r >= 0x80 && r <= 0x9f {
			whole = len(sequence().FindString(v))
		}
		v = v[max(n, whole):]
		switch {
		case whole > 0, dropped(r):
		case isControl(r) && !strings.ContainsRune(keep, r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r) // an invalid byte is written as U+FFFD
		}
	}
	return b.String()
}

func clean(v string) string {
	if isPlain(v, "") {
		return v
	}
	return untag(strip(strings.ReplaceAll(v, "\r\n", "\n"), ""))
}

// untag replaces each "<" that begins something like a tag by "‹". White space,
// slashes and the like may be between it and the name.
func untag(s string) string {
	pieces := strings.Split(s, "<")
	named := false
	for i := len(pieces) - 1; i > 0; i-- {
		rest := strings.TrimLeft(pieces[i], " \t\n/!?")
		if named = startsName(rest) || rest == "" && named; named {
			pieces[i] = "‹" + pieces[i]
		} else {
			pieces[i] = "<" + pieces[i]
		}
	}
	return strings.Join(pieces, "")
}
