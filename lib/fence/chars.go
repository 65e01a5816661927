package fence

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// sequence matches the control sequence (ECMA-48) that a text begins with. One that is cut off goes as far as it goes;
// a control string that no BEL or ST ends on its line loses its introducer only: it would take the text with it. A C1
// character stands for ESC and another one.
var sequence = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(?:\x1b\[|\x{9b})[ -?]*[@-~]?` + // parameters and a final byte
		`|(?:\x1b[\]PX^_]|[\x{90}\x{98}\x{9d}-\x{9f}])[^\x07\x1b\n\x{80}-\x{9f}]*(?:\x07|\x1b\\|\x{9c})` +
		`|\x1b[ -/]*[0-~]?|[\x{90}\x{98}\x{9d}-\x{9f}])`)
})

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
func Screen(s string) string { return escaped(s, "\n", "\t", "\r\n") }

// Shown is a value on a terminal, in one line, also where a model reads what a command printed: tags are harmless, what
// controls a terminal or cannot be seen, line breaks too, is escaped as in a Go string.
func Shown(s string) string { return untag(escaped(s)) }

// escaped escapes what draws or hides, but for what is kept.
func escaped(s string, kept ...string) string {
	if isPlain(s, "<") {
		return s
	}
	var b strings.Builder
	for i, n := 0, 0; i < len(s); i += n {
		var r rune
		r, n = utf8.DecodeRuneInString(s[i:])
		seen := (r != utf8.RuneError || n > 1) && !isControl(r) && (!dropped(r) || inEmoji(s[:i], r))
		if seen || slices.ContainsFunc(kept, func(k string) bool { return strings.HasPrefix(s[i:], k) }) {
			b.WriteString(s[i : i+n])
			continue
		}
		quoted := strconv.QuoteToASCII(s[i : i+n])
		b.WriteString(quoted[1 : len(quoted)-1])
	}
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
