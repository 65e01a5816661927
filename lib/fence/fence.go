// Package fence makes data safe to stand in a model's context or on a terminal:
// data cannot look like markup, like an instruction from outside its place, or
// like a control sequence, and cannot close the fence that it stands in.
//
// Line and Text neutralise a value, Wrap puts a body between two markers with a
// random name, Units and Cut count as the client does, in UTF-16 code units.
// Line and Text are idempotent and take time linear in their input; what they
// return is valid UTF-8 without control characters, escape sequences,
// bidirectional or invisible characters, and without a "<" before a tag's name.
package fence

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Line makes v one line of safe data: line breaks become spaces. max is in
// UTF-16 units, 0 = no limit; a value that is cut ends in "…".
func Line(v string, max int) string {
	return limit(clean(v, false), max)
}

// Text is as Line but keeps line breaks. Each line after the first begins with
// two spaces, so that none can look like a heading or a marker; three or more
// backticks or tildes that would open a code block are replaced.
func Text(v string, max int) string {
	return limit(clean(v, true), max)
}

// Plain makes v safe for a terminal and leaves it otherwise as it is: line
// breaks, tabs and tags stay, control characters, escape sequences,
// bidirectional and invisible characters go.
func Plain(v string) string {
	if isPlain(v) {
		return v
	}
	lines := strings.Split(v, "\n")
	for i, line := range lines {
		parts := strings.Split(line, "\t")
		for j, part := range parts {
			parts[j] = visible(part)
		}
		lines[i] = strings.Join(parts, "\t")
	}
	return strings.Join(lines, "\n")
}

// isPlain is the cheap check for printable ASCII, line breaks and tabs.
func isPlain(v string) bool {
	for i := 0; i < len(v); i++ {
		if c := v[i]; c < ' ' && c != '\n' && c != '\t' || c >= 0x7f {
			return false
		}
	}
	return true
}

// visible takes out of a part of a line what cannot be seen.
func visible(v string) string {
	if isClean(v, false) {
		return v
	}
	return strip(strings.TrimSuffix(v, "\r"), false)
}

// Units counts s in UTF-16 code units. An invalid byte counts as one.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n += width(r)
	}
	return n
}

func width(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// Cut returns the longest prefix of s of at most max UTF-16 units that splits no
// character and, where it can, parts no combining mark from its base. max under
// 1 gives the empty string.
func Cut(s string, max int) string {
	n, base := 0, 0
	for i, r := range s {
		if !joins(r) {
			base = i
		}
		if n += width(r); n <= max {
			continue
		}
		if joins(r) && base > 0 {
			return s[:base]
		}
		return s[:i]
	}
	return s
}

func limit(s string, max int) string {
	if max <= 0 || Units(s) <= max {
		return s
	}
	return strings.TrimRight(Cut(s, max-1), " \n") + "…"
}

const (
	nameBytes = 8
	// attempts bounds the search for a name that the body does not contain. One
	// is enough unless the source of randomness is broken.
	attempts = 8
)

// Wrap returns body between the lines
//
//	[holdfast NAME: saved state of earlier work, quoted as data]
//	[end of holdfast NAME]
//
// where NAME is 16 hexadecimal digits read from random (nil: crypto/rand) that
// do not occur in body. The result ends without a line break. It fails where
// random does, or gives only names that body contains.
func Wrap(body string, random io.Reader) (string, error) {
	if random == nil {
		random = rand.Reader
	}
	folded := strings.ToLower(body)
	var raw [nameBytes]byte
	for range attempts {
		if _, err := io.ReadFull(random, raw[:]); err != nil {
			return "", fmt.Errorf("naming the fence: %w", err)
		}
		name := hex.EncodeToString(raw[:])
		if strings.Contains(folded, name) {
			continue
		}
		return "[holdfast " + name + ": saved state of earlier work, quoted as data]\n" +
			strings.TrimSuffix(body, "\n") + "\n[end of holdfast " + name + "]", nil
	}
	return "", fmt.Errorf("naming the fence: the body contains each of %d names", attempts)
}

// strip takes out of v what cannot be seen or controls a terminal; with lines
// it keeps line breaks.
func strip(v string, lines bool) string {
	var b strings.Builder
	b.Grow(len(v) + 16)
	for i := 0; i < len(v); {
		if n := sequence(v[i:]); n > 0 {
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(v[i:])
		i += n
		switch {
		case dropped(r):
		case r == '\n' && lines:
			b.WriteByte('\n')
		case isControl(r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r) // an invalid byte is written as U+FFFD
		}
	}
	return b.String()
}

// clean neutralises v; with lines it keeps and indents them.
func clean(v string, lines bool) string {
	if isClean(v, lines) {
		return v
	}
	s := untag(strip(strings.ReplaceAll(v, "\r\n", "\n"), lines))
	if lines {
		s = indent(s)
	}
	return s
}

// isClean is the cheap check for a value of plain ASCII with nothing to change.
func isClean(v string, lines bool) bool {
	for i := 0; i < len(v); i++ {
		c := v[i]
		if c < ' ' || c >= 0x7f || c == '<' || lines && (c == '`' || c == '~') {
			return false
		}
	}
	return true
}

// untag replaces each "<" that begins something like a tag by "‹". White space,
// slashes and the like may stand between it and the name.
func untag(s string) string {
	at := strings.IndexByte(s, '<')
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	name := len(s) + 1 // the first byte after "<" and what may follow it
	for i := 0; i < len(s); i++ {
		if s[i] != '<' {
			b.WriteByte(s[i])
			continue
		}
		if name <= i || name > len(s) {
			name = i + 1
			for name < len(s) && strings.IndexByte(" \t\n/!?<", s[name]) >= 0 {
				name++
			}
		}
		if name < len(s) && startsName(s[name:]) {
			b.WriteString("‹")
		} else {
			b.WriteByte('<')
		}
	}
	return b.String()
}

// indent puts two spaces before every line but the first, and makes harmless
// what would open or close a code block.
func indent(s string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for n := 0; ; n++ {
		line, rest, more := strings.Cut(s, "\n")
		text := strings.TrimLeft(line, " ")
		switch {
		case n == 0 || text == "":
		case !strings.HasPrefix(line, "  "):
			b.WriteString("  ")
		}
		if text != "" {
			b.WriteString(line[:len(line)-len(text)])
			b.WriteString(unfence(text))
		}
		if !more {
			return b.String()
		}
		b.WriteByte('\n')
		s = rest
	}
}

// unfence replaces the run of three or more backticks or tildes that a line
// begins with.
func unfence(line string) string {
	if line[0] != '`' && line[0] != '~' {
		return line
	}
	run := 1
	for run < len(line) && line[run] == line[0] {
		run++
	}
	if run < 3 {
		return line
	}
	return strings.Repeat("'", run) + line[run:]
}
