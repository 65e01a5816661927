package fence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSequence bounds an escape sequence that carries text, in bytes. A longer
// one loses its introducer only.
const maxSequence = 4096

// sequence measures the control sequence (ECMA-48) that s begins with, 0 if
// there is none. One that is cut off goes as far as it goes.
func sequence(s string) int {
	switch {
	case s[0] == 0x1b:
		if len(s) == 1 {
			return 1
		}
		return 1 + escape(s[1:])
	case strings.HasPrefix(s, "\u009b"):
		return 2 + control(s[2:])
	case strings.HasPrefix(s, "\u009d"), strings.HasPrefix(s, "\u0090"),
		strings.HasPrefix(s, "\u0098"), strings.HasPrefix(s, "\u009e"), strings.HasPrefix(s, "\u009f"):
		return 2 + stringEnd(s[2:])
	}
	return 0
}

// escape measures what follows ESC.
func escape(s string) int {
	switch c := s[0]; {
	case c == '[':
		return 1 + control(s[1:])
	case c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_':
		return 1 + stringEnd(s[1:])
	case c >= 0x20 && c <= 0x2f:
		n := 1
		for n < len(s) && n < 16 && s[n] >= 0x20 && s[n] <= 0x2f {
			n++
		}
		if n < len(s) && s[n] >= 0x30 && s[n] <= 0x7e {
			n++
		}
		return n
	case c >= 0x30 && c <= 0x7e:
		return 1
	}
	return 0
}

// control measures the parameters, intermediates and final byte of a CSI.
func control(s string) int {
	n := 0
	for n < len(s) && n < maxSequence && s[n] >= 0x20 && s[n] <= 0x3f {
		n++
	}
	if n < len(s) && s[n] >= 0x40 && s[n] <= 0x7e {
		n++
	}
	return n
}

// stringEnd measures a control string to its terminator, BEL or ST. One without
// a terminator on its line is not removed: it would take the text with it.
func stringEnd(s string) int {
	for n := 0; n < len(s) && n < maxSequence; n++ {
		switch {
		case s[n] == 0x07:
			return n + 1
		case s[n] == 0x1b:
			if n+1 < len(s) && s[n+1] == '\\' {
				return n + 2
			}
			return 0
		case strings.HasPrefix(s[n:], "\u009c"):
			return n + 2
		case s[n] == '\n', s[n] == 0xc2 && n+1 < len(s) && s[n+1] >= 0x80 && s[n+1] <= 0x9f:
			return 0
		}
	}
	return 0
}

// isControl reports whether r is a control character or a line separator.
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

// Screen keeps the text of a file from drawing on a terminal, character for
// character: what controls it or cannot be seen becomes a space; tabs and line
// ends stay.
func Screen(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && r != '\r' && (isControl(r) || dropped(r)) {
			return ' '
		}
		return r
	}, s)
}

// joins reports whether r belongs to the character before it.
func joins(r rune) bool {
	return r >= 0x300 && (unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) || r == 0x200d || r >= 0x1f3fb && r <= 0x1f3ff)
}

// startsName reports whether s begins as the name of a tag can.
func startsName(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || r == '_' || r == ':'
}
