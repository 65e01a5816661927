// Package fence makes data safe for a model's context or on a terminal:
// data cannot look like markup, like an instruction from outside its place, or
// like a control sequence, and cannot close the fence that it is in.
//
// Line neutralises a value, Wrap puts a body between two markers with a random
// name, Units and Cut count as the client does, in UTF-16 code units. Line is
// idempotent and takes time linear in its input; what it returns is valid UTF-8
// without control characters, escape sequences, bidirectional or invisible
// characters, and without a "<" before a tag's name.
package fence

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Line makes v one line of safe data: line breaks become spaces. most is in
// UTF-16 units, 0 = no limit; a value that is cut ends in "…".
func Line(v string, most int) string {
	return limit(clean(v), most)
}

// Count is a number with its noun: "1 file", "2 files".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Ago is the time from then to now in words, such as "12 min ago".
func Ago(now, then time.Time) string {
	d := now.Sub(then)
	switch {
	case then.IsZero():
		return "at an unknown time"
	case d < -time.Minute:
		return "in the future"
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return strconv.Itoa(int(d.Minutes())) + " min ago"
	case d < 48*time.Hour:
		return strconv.Itoa(int(d.Hours())) + " h ago"
	}
	return strconv.Itoa(int(d.Hours()/24)) + " days ago"
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
	if isClean(v) {
		return v
	}
	return strip(strings.TrimSuffix(v, "\r"))
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

// Cut returns the longest prefix of s of at most so many UTF-16 units that splits no
// character and, where it can, parts no combining mark from its base. most under
// 1 gives the empty string.
func Cut(s string, most int) string {
	n, base := 0, 0
	for i, r := range s {
		if !joins(r) {
			base = i
		}
		if n += width(r); n <= most {
			continue
		}
		if joins(r) && base > 0 {
			return s[:base]
		}
		return s[:i]
	}
	return s
}

// Short is s of at most so many characters, ending in "…" where something was cut.
func Short(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}

func limit(s string, most int) string {
	if most <= 0 || Units(s) <= most {
		return s
	}
	return strings.TrimRight(Cut(s, most-1), " ") + "…"
}

const (
	nameBytes = 8
	// attempts bounds the search for a name that the body does not contain. One
	// is enough unless the source of randomness is broken.
	attempts = 8
)

// Wrap returns body between the lines
//
//	[holdfast NAME: TITLE]
//	[end of holdfast NAME]
//
// where NAME is 16 hexadecimal digits read from random (nil: crypto/rand) that
// do not occur in body, whose lines are neutralised. The result ends without a
// line break. It fails where random does, or gives only names that body contains.
func Wrap(title Words, body string, random io.Reader) (Context, error) {
	if random == nil {
		random = rand.Reader
	}
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	for i, l := range lines {
		lines[i] = clean(l)
	}
	body = strings.Join(lines, "\n")
	folded := strings.ToLower(body)
	var raw [nameBytes]byte
	for range attempts {
		if _, err := io.ReadFull(random, raw[:]); err != nil {
			return Context{}, fmt.Errorf("naming the fence: %w", err)
		}
		name := hex.EncodeToString(raw[:])
		if strings.Contains(folded, name) {
			continue
		}
		return Context{"[holdfast " + name + ": " + string(title) + "]\n" + body + "\n[end of holdfast " + name + "]"}, nil
	}
	return Context{}, fmt.Errorf("naming the fence: the body contains each of %d names", attempts)
}

// strip takes out of v what cannot be seen or controls a terminal; line breaks
// and other controls become spaces.
func strip(v string) string {
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
		case isControl(r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r) // an invalid byte is written as U+FFFD
		}
	}
	return b.String()
}

// clean neutralises v.
func clean(v string) string {
	if isClean(v) {
		return v
	}
	return untag(strip(strings.ReplaceAll(v, "\r\n", "\n")))
}

// isClean is the cheap check for a value of plain ASCII with nothing to change.
func isClean(v string) bool {
	for i := 0; i < len(v); i++ {
		c := v[i]
		if c < ' ' || c >= 0x7f || c == '<' {
			return false
		}
	}
	return true
}

// untag replaces each "<" that begins something like a tag by "‹". White space,
// slashes and the like may be between it and the name.
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
