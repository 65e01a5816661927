package artifact

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
)

const (
	maxSession = 100 // characters of a session folder's name; bytes of one that we make
	minuteForm = "2006-01-02_15-04"
)

// AutoTitle is the title that belongs to the pre-compact hook.
const AutoTitle = "auto"

// SafeName reports whether s can be a session folder: 1 to 100 characters, no separator, no
// control character, no "." or "-" in front, no name of a device on Windows.
func SafeName(s string) bool {
	if s == "" || utf8.RuneCountInString(s) > maxSession || len(s) > 255 || !utf8.ValidString(s) ||
		s[0] == '.' || s[0] == '-' || isDevice(s) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r == '/' || r == '\\' || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	})
}

// FolderName makes a session folder's name, of at most 100 bytes, of the parts that are not
// empty: runs outside [A-Za-z0-9._-] become "-". The last part is kept whole.
func FolderName(parts ...string) string {
	kept := each.Some(parts, func(p string) string { return strings.TrimLeft(dashed(p, "A-Za-z0-9._-"), ".-") })
	if len(kept) == 0 {
		return "work"
	}
	last := kept[len(kept)-1]
	head := strings.Join(kept[:len(kept)-1], "-")
	head = strings.TrimRight(head[:max(0, min(len(head), maxSession-1-len(last)))], "-")
	switch {
	case head == "" && isDevice(last):
		return "line-" + last
	case head == "":
		return last[:min(len(last), maxSession)]
	}
	return head + "-" + last
}

// isDevice reports whether Windows takes a name, whatever its ending, for a device.
func isDevice(name string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	return slices.ContainsFunc([]string{"con", "prn", "aux", "nul", "com[1-9]", "lpt[1-9]"}, func(device string) bool {
		is, _ := path.Match(device, stem)
		return is
	})
}

// Slug is a short title: lower case, runs outside [a-z0-9] turned to "-", at most 60 characters.
func Slug(s string) string {
	s = dashed(strings.ToLower(s), "a-z0-9")
	return cmp.Or(strings.TrimRight(s[:min(len(s), 60)], "-"), "work") // characters of a short title
}

// dashed turns runs outside a class of characters, with a "-" before them, to "-", which is at no end.
func dashed(s, class string) string {
	return strings.Trim(regexp.MustCompile("-?[^"+class+"]+").ReplaceAllString(s, "-"), "-")
}

// shortTitle is the given title, else the session without its bead, and never the hook's own.
func shortTitle(given, session, bead string) string {
	slug := Slug(cmp.Or(given, strings.Trim(strings.TrimPrefix(session, bead), "- "), session))
	if isAuto(slug) {
		slug = Slug("x-" + slug)
	}
	return slug
}

func isAuto(title string) bool {
	number, numbered := strings.CutPrefix(title, AutoTitle+"-")
	_, err := strconv.Atoi(number)
	return title == AutoTitle || numbered && err == nil
}

// AutoName reports whether a path is one that a hook gives to what it saves.
func AutoName(rel string) bool {
	_, title, mode, ok := NameOf(rel)
	return ok && mode == Checkpoint && isAuto(title)
}

// NameOf takes the name of a file apart; ok is false for one of another form.
func NameOf(rel string) (minute time.Time, title, mode string, ok bool) {
	base, isYAML := strings.CutSuffix(path.Base(rel), ".yaml")
	day, rest, _ := strings.Cut(base, "_")
	hour, title, titled := strings.Cut(rest, "_")
	minute, err := time.Parse(minuteForm, day+"_"+hour)
	if err != nil || !isYAML || !titled {
		return time.Time{}, "", "", false
	}
	if at := strings.LastIndexByte(title, '_'); at >= 0 {
		title, mode = title[:at], title[at+1:]
	}
	return minute, title, mode, true
}
