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

func TestALeadMaySayBesidesWhereItIsFrom(t *testing.T) {
	for answer, want := range map[string]string{
		"What is still missing, from what we said:\n1. paging\n2. export": "paging|export", "From what we said, what is still missing:\n1. paging\n2. export": "paging|export",
		"Offen, wie besprochen:\n- der Index": "der Index", "Ce qui reste, d'après ce qu'on a dit :\n1. pages\n2. export": "pages|export",
		"Lo que falta, según lo que hablamos:\n1. páginas": "páginas", "O que ainda falta, pelo que combinamos:\n1. páginas\n2. exportar": "páginas|exportar",
		"Falta, se nao me engano:\n- a doc": "a doc", "Quello che manca, da quanto detto:\n1. pagine": "pagine", "Осталось, если не ошибаюсь:\n- индекс": "индекс",
		"待办，按照约定：\n- 索引": "索引", "残りは、話した内容では：\n1. 索引": "索引", "Still open, as far as I can see:\n- paging": "paging",
		// of another thing, or not left
		"Next, as agreed, I changed:\n- a.go\n- b.go": "-", "Als nächstes, wie besprochen, habe ich geändert:\n- a": "-", "Luego, como quedamos, cambié:\n- a": "-", "As agreed, I changed:\n- a.go": "-",
		"What was missing, and is fixed now:\n1. paging": "-", "O que faltava, e foi corrigido:\n1. páginas": "-", "Missing values, by column:\n1. age": "-", "Судя по логу, упало:\n- a": "-", "按照你说的，改了：\n- a": "-",
	} {
		checkLeft(t, answer, want)
	}
}
