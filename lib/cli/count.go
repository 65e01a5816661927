package cli

import "strconv"

// Count is a number and a noun, in the plural where it must be: 1 file, 2
// files. The noun takes an s.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
