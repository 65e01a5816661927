package fence

import (
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
	i := strings.IndexByte(s, '\n')
	if i < 0 {
		i = strings.IndexAny(s, " \t")
	}
	if i < 0 {
		return ""
	}
	return strings.Clone(s[i+1:])
}

// Short is s of at most so many UTF-16 units, 0 = no limit, ending in "…" where something was cut.
func Short(s string, most int) string {
	if most <= 0 || Units(s) <= most {
		return s
	}
	return strings.TrimRight(Cut(s, most-1), " ") + "…"
}
