package fence

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSequence bounds an escape sequence that carries text, in bytes. A longer
// one loses its introducer only.
const maxSequence = 4096

// sequence measures the control sequence (ECMA-48) that s begins with, 0 if
// it does not begin with one. One that is cut off goes as far as it goes.
func sequence(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	kind := byte(r - 0x40) // a C1 character stands for ESC and this one
	switch {
	case r == 0x1b && (len(s) == 1 || s[1] < 0x20 || s[1] > 0x7e):
		return 1
	case r == 0x1b:
		n, kind = 2, s[1]
	case r < 0x80 || r > 0x9f:
		return 0
	}
	switch {
	case kind == '[': // parameters and intermediates, then a final byte
		return n + within(s[n:], 0x40)
	case strings.IndexByte("]PX^_", kind) >= 0:
		return n + stringEnd(s[n:])
	case r != 0x1b:
		return 0
	case kind < 0x30:
		return n + within(s[n:], 0x30)
	}
	return n
}

// within measures bytes below a final one, and that.
func within(s string, final byte) int {
	n := 0
	for n < min(len(s), maxSequence) && s[n] >= 0x20 && s[n] < final {
		n++
	}
	if n < len(s) && s[n] >= final && s[n] <= 0x7e {
		n++
	}
	return n
}

// stringEnd measures a control string to its terminator, BEL or ST. One without
// a terminator on its line is not removed: it would take the text with it.
func stringEnd(s string) int {
	n := strings.IndexFunc(s[:min(len(s), maxSequence)], func(r rune) bool {
		return r == 0x07 || r == 0x1b || r == '\n' || r >= 0x80 && r <= 0x9f
	})
	switch {
	case n < 0:
		return 0
	case s[n] == 0x07:
		return n + 1
	case strings.HasPrefix(s[n:], "\x1b\\"), strings.HasPrefix(s[n:], "\u009c"):
		return n + 2
	}
	return 0
}

func isControl(r rune) bool {
	return r < 0x20 || r >= 0x7f && r <= 0x9f || r == 0x2028 || r == 0x2029
}

// dropped reports whether r is bidirectional, of no width, or a tag character:
// text that a reader does not see but a model reads.
func dropped(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5,
		r >= 0x180b && r <= 0x180f, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e,
		r >= 0x2060 && r <= 0x206f, r == 0x3164, r >= 0xfe00 && r <= 0xfe0f, r == 0xfeff, r == 0xffa0,
		r >= 0xfff9 && r <= 0xfffb, r >= 0x1d173 && r <= 0x1d17a, r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}

// Screen keeps the text of a file from drawing on a terminal: what controls it
// or cannot be seen is escaped as in a Go string; tabs and line ends stay.
func Screen(s string) string {
	return escaped(s, func(rest string) bool {
		return rest[0] == '\n' || rest[0] == '\t' || strings.HasPrefix(rest, "\r\n")
	})
}

// Shown is a value on a terminal, in one line, also where a model reads what a
// command printed: tags are harmless, what controls a terminal or cannot be
// seen, line breaks too, is escaped as in a Go string.
func Shown(s string) string { return untag(escaped(s, func(string) bool { return false })) }

// escaped escapes what draws or hides, but for what keeps says at its place.
func escaped(s string, keeps func(rest string) bool) string {
	var b strings.Builder
	from := 0
	for i, r := range s {
		bad := r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd")
		if !bad && !isControl(r) && (!dropped(r) || inEmoji(s[:i], r)) || keeps(s[i:]) {
			continue
		}
		b.WriteString(s[from:i])
		n := utf8.RuneLen(r)
		if bad {
			n = 1
		}
		quoted := strconv.QuoteToASCII(s[i : i+n])
		b.WriteString(quoted[1 : len(quoted)-1])
		from = i + n
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

// inEmoji reports whether r, a joiner or the sign for a coloured form, follows
// an emoji: there it is part of what is seen.
func inEmoji(before string, r rune) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	return (r == 0x200d || r == 0xfe0f) && (unicode.In(last, unicode.So, unicode.Sk) || last == 0xfe0f)
}

func startsName(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || r == '_' || r == ':'
}
