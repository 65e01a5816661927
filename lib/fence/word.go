package fence

import (
	"path/filepath"
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
