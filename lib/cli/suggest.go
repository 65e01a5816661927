package cli

import (
	"slices"
	"strings"
)

// nearest returns the word of a list that a mistyped one most likely meant, ""
// where none is near: at most two letters apart, and one for short words; else
// the only one that begins with it.
func nearest(mistyped string, words []string) string {
	best, least := "", 3
	if len(mistyped) < 5 {
		least = 2
	}
	if len(mistyped) < 3 || len(mistyped) > 100 {
		return ""
	}
	for _, w := range words {
		if d := distance(mistyped, w); d > 0 && d < least {
			best, least = w, d
		}
	}
	begun := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return !strings.HasPrefix(w, mistyped) || w == mistyped
	})
	if best == "" && len(begun) == 1 {
		return begun[0]
	}
	return best
}

// distance is the number of letters to insert, remove, change or swap with the
// next one to make b of a (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	d := make([][]int, len(x)+1)
	for i := range d {
		d[i] = make([]int, len(y)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
			case x[i-1] == y[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = 1 + min(d[i-1][j], d[i][j-1], d[i-1][j-1])
				if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
					d[i][j] = min(d[i][j], 1+d[i-2][j-2])
				}
			}
		}
	}
	return d[len(x)][len(y)]
}
