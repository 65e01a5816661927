package fence

import (
	"path/filepath"
	"slices"
	"strings"
)

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
