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
	var before, last []int
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before, last, row = last, row, make([]int, len(y)+1)
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(y)]
}
