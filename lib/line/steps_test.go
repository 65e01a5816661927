package line

import "testing"

// What an answer listed ends by later work, but not while a command of the line fails.
func TestHowLongAStepIsTold(t *testing.T) {
	listed, loose := Item{Text: "the docs of the import", Listed: true}, Item{Text: "test_vat is still red.", Listed: true}
	red := []Item{{Text: "pytest -q: 1 failed"}}
	for name, c := range map[string]struct {
		state State
		step  Item
		want  int
	}{
		"listed": {State{}, listed, -4}, "by a sentence": {State{}, loose, -1},
		"listed, red":        {State{Blockers: red}, listed, 0},
		"by a sentence, red": {State{Blockers: red}, loose, 0},
		"the user's":         {State{}, Item{Text: "the docs of the import"}, 0},
		"the user's numbers": {State{}, Item{Text: "left are 4 6 9"}, -4},
	} {
		if got := c.state.lasts(c.step); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
