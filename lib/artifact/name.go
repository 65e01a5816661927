package artifact

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	maxTitle   = 60  // characters of a short title
	maxSession = 100 // characters of a session folder's name; bytes of one that we make
	minuteForm = "2006-01-02_15-04"
)

// AutoTitle is the title that belongs to the pre-compact hook.
const AutoTitle = "auto"

// SafeName reports whether s can be the name of a session folder: 1 to 100
// characters, no separator, no control character, no "." or "-" in front. File systems
// count a name in bytes, and Windows keeps some for devices.
func SafeName(s string) bool {
	const most = 255
	if s == "" || utf8.RuneCountInString(s) > maxSession || len(s) > most || !utf8.ValidString(s) ||
		s[0] == '.' || s[0] == '-' || isDevice(s) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r == '/' || r == '\\' || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	})
}

// FolderName makes a session folder's name of the parts that are not empty:
// runs outside [A-Za-z0-9._-] become "-", at most 100 bytes. The last part is
// kept whole. A name that Windows keeps for a device gets "line-" in front.
func FolderName(parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p = strings.TrimLeft(fold(p, isNameByte), ".-"); p != "" {
			kept = append(kept, p)
		}
	}
	if len(kept) == 0 {
		return "work"
	}
	last := kept[len(kept)-1]
	head := strings.Join(kept[:len(kept)-1], "-")
	if room := maxSession - 1 - len(last); len(head) > room {
		head = strings.TrimRight(head[:max(room, 0)], "-")
	}
	switch {
	case head == "" && isDevice(last):
		return "line-" + last
	case head == "":
		return last[:min(len(last), maxSession)]
	}
	return head + "-" + last
}

// isDevice reports whether Windows takes a name, whatever its ending, for a device: a
// project that holds such a folder cannot be checked out there.
func isDevice(name string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	if slices.Contains([]string{"con", "prn", "aux", "nul"}, stem) {
		return true
	}
	number, numbered := strings.CutPrefix(strings.Replace(stem, "lpt", "com", 1), "com")
	return numbered && len(number) == 1 && number >= "1" && number <= "9"
}

// Slug is a short title: lower case, runs outside [a-z0-9] turned to "-", at
// most 60 characters; "work" where nothing is left.
func Slug(s string) string {
	s = fold(strings.ToLower(s), func(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' })
	if len(s) > maxTitle {
		s = strings.TrimRight(s[:maxTitle], "-")
	}
	if s == "" {
		return "work"
	}
	return s
}

func fold(s string, keep func(byte) bool) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if keep(s[i]) {
			b.WriteByte(s[i])
		} else if b.Len() > 0 && b.String()[b.Len()-1] != '-' {
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}

func isNameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '.' || b == '_' || b == '-'
}

// shortTitle is the title of a file: the given one, else the session without
// its bead in front. One that looks like the hook's gets "x-" in front.
func shortTitle(given, session, bead string) string {
	title := given
	if title == "" {
		title = session
		if rest := strings.TrimPrefix(session, bead); bead != "" && rest != session {
			if rest = strings.Trim(rest, "- "); rest != "" {
				title = rest
			}
		}
	}
	slug := Slug(title)
	if isAuto(slug) {
		slug = Slug("x-" + slug)
	}
	return slug
}

func isAuto(title string) bool {
	rest, ok := strings.CutPrefix(title, AutoTitle)
	if !ok || rest == "" {
		return ok
	}
	_, err := strconv.Atoi(strings.TrimPrefix(rest, "-"))
	return rest[0] == '-' && err == nil
}

// AutoName reports whether a path is one that a hook gives to what it saves.
func AutoName(rel string) bool {
	_, title, mode, ok := splitName(path.Base(rel))
	return ok && mode == Checkpoint && isAuto(title)
}

// NameOf is what the name of an artifact's file tells: the minute and the mode.
func NameOf(rel string) (minute time.Time, mode string, ok bool) {
	minute, _, mode, ok = splitName(path.Base(rel))
	return minute, mode, ok
}

// splitName takes a file's name apart; ok is false for one that no writer of
// this format made.
func splitName(file string) (minute time.Time, title, mode string, ok bool) {
	base, isYAML := strings.CutSuffix(file, ".yaml")
	if !isYAML || len(base) < len(minuteForm)+1 {
		return time.Time{}, "", "", false
	}
	minute, err := time.Parse(minuteForm, base[:len(minuteForm)])
	if err != nil || base[len(minuteForm)] != '_' {
		return time.Time{}, "", "", false
	}
	rest := base[len(minuteForm)+1:]
	title = rest
	if i := strings.LastIndexByte(rest, '_'); i >= 0 {
		title, mode = rest[:i], rest[i+1:]
	}
	return minute, title, mode, true
}

func sessionOf(rel string) string { return path.Base(path.Dir(rel)) }
