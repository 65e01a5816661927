package prompt

import "testing"

func TestOneStepForADayIsBesideWhatWasLeft(t *testing.T) {
	for answer, want := range map[string]bool{
		"The fare is in.\n\nFor tomorrow: show it on the page.": true,
		"Fixed.\n\n**For Monday:** the lock in `store.go`.":     true,
		"Der Preis steht.\n\nMorgen: die Seite dazu":            true,
		"Fertig gerechnet.\n\nFür Montag:\n- die Seite dazu":    true,
		"O valor entrou.\n\nPara amanhã: expor o valor":         true,
		"O valor entrou.\n\nPara segunda: o botão que trava":    true,
		"Le prix est là.\n\nPour demain : la page":              true,
		"El precio está.\n\nPara mañana: la página":             true,
		"Il prezzo c'è.\n\nPer domani: la pagina":               true,
		"Цена готова.\n\nНа завтра: страница":                   true,
		"价格好了。\n\n明天：页面":                                        true,
		"値段は入った。\n\n明日：ページ":                                     true,
		// Near misses.
		"In.\n\nFor tomorrow:\n- the page\n- the docs":                       false,
		"In.\n\nStill open: the page":                                        false,
		"Nothing else is open.\n\nFor tomorrow: the page":                    false,
		"Steht.\n\nNoch offen: die Seite":                                    false,
		"Der Preis steht. Sonst ist nichts offen.\n\nMorgen: die Seite dazu": false,
		"Le prix est là.\n\nReste à faire : la page":                         false,
		"O valor entrou.\n\nPróximo passo: a página":                         false,
		"El precio está.\n\nPara mañana:\n1. la página\n2. la prueba":        false,
		"Il prezzo c'è.\n\nAncora da fare: la pagina":                        false,
		"Цена готова.\n\nОсталось: страница":                                 false,
		"残り：ページ":                                                             false,
	} {
		if list := ListOf(answer)(); list.Adds() != want {
			t.Errorf("%q, which leaves %q, adds: %v", answer, list.Steps, !want)
		}
	}
}
