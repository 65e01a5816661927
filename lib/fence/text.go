package fence

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Count is a number with its noun: "1 file", "2 files".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
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

// Size is a number of bytes as a person reads it.
func Size(n int64) string {
	size, unit := float64(n), "B"
	for _, larger := range []string{"kB", "MB", "GB"} {
		if size >= 1000 {
			size, unit = size/1000, larger
		}
	}
	if unit == "B" {
		return strconv.FormatInt(n, 10) + " B"
	}
	return strconv.FormatFloat(size, 'f', 1, 64) + " " + unit
}

// Head is the beginning of s, of at most so many bytes, at a whole character.
func Head(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "")
}

// Ends cuts s to its beginning and its end, a quarter: beside a paste a user says what it is.
func Ends(s string, limit int) string {
	const gap = "\n…\n"
	if len(s) <= limit {
		return s
	}
	tail := Tail(s, limit/4)
	return Head(s, limit-len(gap)-len(tail)) + gap + tail
}

// Tail keeps the end of s from a whole line or word on: half a word may be half a secret.
func Tail(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	s = s[len(s)-limit:]
	for _, apart := range []string{"\n", " \t"} {
		if i := strings.IndexAny(s, apart); i >= 0 {
			return strings.Clone(s[i+1:])
		}
	}
	return ""
}

// Short is s of at most so many UTF-16 units, 0 = no limit, ending in "…" where something was cut.
func Short(s string, most int) string {
	if most <= 0 || Units(s) <= most {
		return s
	}
	return strings.TrimRight(Cut(s, most-1), " ") + "…"
}

// Word returns s as one word of a POSIX shell, for a command that is shown to be
// typed: as it is where that is safe, else in single quotes.
func Word(s string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+-,"
	if s != "" && strings.Trim(filepath.ToSlash(s), plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// typable is a value as one word of a command that is shown. One that nobody can type is left out: without
// what draws or hides in it, it could be the name of something else.
func typable(value string) string {
	if Line(value, 0) != value || Shown(value) != value {
		value = "…"
	}
	return Word(value)
}

// Typed is a command that is shown to be copied: the words of form, of which a value takes the place of each %s. In
// form, what follows a flag is its value, and arguments come first. A value that looks like a flag is put behind "--"
// with all that is not a flag.
func Typed(form Words, values ...string) string {
	var command, flags, args []string
	literal, valued := false, false
	for _, word := range strings.Fields(string(form)) {
		isFlag, isValue := strings.HasPrefix(word, "-"), valued
		before, after, given := strings.Cut(word, "%s")
		if given {
			literal = literal || !isValue && before == "" && strings.HasPrefix(values[0], "-")
			word, values = before+typable(values[0])+after, values[1:]
		}
		valued = isFlag && !given
		switch {
		case word == "--":
			literal, valued = true, false
		case isFlag || isValue:
			flags = append(flags, word)
		case !given && len(args) == 0 && len(flags) == 0:
			command = append(command, word)
		default:
			args = append(args, word)
		}
	}
	if literal {
		return strings.Join(slices.Concat(command, flags, []string{"--"}, args), " ")
	}
	return strings.Join(slices.Concat(command, args, flags), " ")
}
