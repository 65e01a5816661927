package prompt

import "testing"

// How many are left says not which.
func TestACountNamesNothing(t *testing.T) {
	readRows(t, `
yes left are 4 6 9
yes only 4 is left
yes #4 is left
yes il reste 4 et 6
no great, 5 left
no 10 to go
no 404 left
no ok 2 left
no 还剩3
no noch 5 offen`, func(s string) bool { return len(Remaining(s, nil)) > 0 })
}

func TestOfNumbersThoseThatAnAnswerTellsOfAreNotLeft(t *testing.T) {
	for _, c := range [][3]string{
		{"left are 4 6 9", "4 is answered.", "left are 6 9"},
		{"il reste 4, 6 et 9", "La 4 est faite.", "il reste 6 et 9"},
		{"left are 4 6 9", "4 is not answered yet.", ""},
		{"left are 4 6 9", "Shall I answer 4?", ""},
		{"left are 4 6 9", "All 46 tests pass.", ""},
	} {
		if got := Rest(c[0], []string{c[1]}); got != c[2] {
			t.Errorf("%q leaves %q of %q", c[1], got, c[0])
		}
	}
}
