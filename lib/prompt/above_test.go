package prompt

import "testing"

func TestAStepPointsToAListBefore(t *testing.T) {
	for step, want := range map[string]bool{
		"the two open hypotheses above.": true, "the above": true, "all of the above": true, "die beiden Punkte von oben": true,
		"les deux hypothèses ci-dessus": true, "las dos de arriba": true, "as duas hipóteses acima": true, "i due punti di sopra": true,
		"две гипотезы выше": true, "上面的两个假设": true, "上記の二つ": true,
		"the header above the table": false, "move the header above": false, "two rows above 100": false,
		"the typo in the line above": false, "die Leiste oben im Kopf": false, "上面板的边框": false,
	} {
		if PointsBack(step) != want {
			t.Errorf("%q points back: %t", step, !want)
		}
	}
}

func TestBoxesAreOpenWhateverIsAboveThem(t *testing.T) {
	for answer, want := range map[string]string{
		"Looked at it.\n\n**Candidates**\n\n- [ ] the clock\n- [ ] the cache": "the clock|the cache",
		"Looked at it.\n\n- [ ] the clock\n- [x] the cache":                   "the clock",
		"This is in `docs/todo.md`:\n\n- [ ] the clock":                       "-",
		"```\n- [ ] the clock\n```\n> - [ ] the cache":                        "-",
		"- [ ] the clock\n- [ ] the cache\n\nNot done yet: the two above.":    "the clock|the cache",
	} {
		checkLeft(t, answer, want)
	}
}
