package prompt

import "testing"

func TestAHeadingMaySayOfWhatSomethingIsLeft(t *testing.T) {
	for head, want := range map[string]bool{
		"Left from yesterday:": true, "## Remaining from Friday": true, "**Left of the plan**": true, "**Offen aus der Übergabe**": true,
		"Offen laut Plan:": true, "**Reste du plan**": true, "**Reste de la passation**": true, "**Queda del plan de Marta**": true,
		"**Pendiente de ayer**": true, "**Resta do plano**": true, "**Manca dalla lista di Ugo**": true, "**Осталось с понедельника**": true,
		"**上周剩余**": true, "**計画の残り**": true, "**月曜の残り**": true,
		"**Left of the logo**": false, "**Left sidebar of the page**": false, "**Open from the menu**": false, "**Left of the plan view**": false,
		"**Falta de memoria**": false, "**Reste du calcul**": false, "**Resta de importes**": false, "**Moved left of the plan**": false,
		"**計画の変更点**": false, "**Was left of the plan**": false,
	} {
		if steps, _ := Left("The parser reads rows.\n\n" + head + "\n1. a cache for `rows.go`\n2. the docs"); (len(steps) == 2) != want {
			t.Errorf("%q leads to %q", head, steps)
		}
	}
}

// A sentence that only says when is no step: it takes the wish before it, and nothing that is refused.
func TestASentenceThatOnlySaysWhenTakesWhatIsBeforeIt(t *testing.T) {
	for text, whole := range map[string]bool{
		"the metrics would be nice. maybe some other day.": true, "ein Dark Mode wäre nett. vielleicht ein andermal.": true,
		"il faudrait un export. peut-être plus tard": true, "estaria bien un modo oscuro. quizas otro dia": true,
		"um modo escuro seria bom. talvez depois": true,
		"nah no metrics, maybe some other day.":   false, "no metrics. maybe later.": false, "nah. maybe some other day": false,
		"nein, keine Metriken, vielleicht ein andermal": false, "non, pas de métriques, peut-être un autre jour": false,
		"no, nada de metricas, quizas otro dia": false, "no, niente metriche, magari un altro giorno": false,
		"нет, никаких метрик, может потом": false, "commit it. maybe later": false, "the tests pass. later.": false,
	} {
		if steps := PutsOff(text); whole && (len(steps) != 1 || steps[0] != text) || !whole && len(steps) > 0 {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
}
