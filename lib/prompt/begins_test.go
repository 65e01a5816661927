package prompt

import (
	"slices"
	"testing"
)

func TestASentenceThatOnlyMakesABranchGreetsOrPullsNamesNoWork(t *testing.T) {
	const tours, prices = "list the tours of a day with their guides", "add the prices to the page of the menu"
	for _, c := range [][2]string{
		{"branch feat/tours off main.", tours}, {"new branch feat/tours from main.", tours}, {"create a branch fix/tours.", tours},
		{"make a new branch feat/tours from master.", tours}, {"branch feat/tours.", tours},
		{"neuer branch feat/touren von main.", "zeig die touren eines tages mit den führern"},
		{"mach einen branch feat/touren von main.", "zeig die touren eines tages mit den führern"},
		{"branche feat/visites depuis main.", "liste les visites du jour avec leurs guides"},
		{"crée une branche feat/visites à partir de main.", "liste les visites du jour avec leurs guides"},
		{"rama feat/visitas desde main.", "lista las visitas del día con sus guías: a) por hora b) por guía"},
		{"crea la rama feat/visitas desde main.", "lista las visitas del día con sus guías"},
		{"cria o branch feat/visitas a partir da main.", "lista as visitas do dia com os guias"},
		{"nova branch feat/visitas.", "lista as visitas do dia com os guias"},
		{"ramo feat/visite da main.", "elenca le visite del giorno con le guide"},
		{"crea il branch feat/visite da main.", "elenca le visite del giorno con le guide"},
		{"ветка feat/tours от main.", "покажи туры дня с гидами"}, {"создай ветку feat/tours от main.", "покажи туры дня с гидами"},
		{"从main新建分支feat/tours。", "列出当天的行程和导游的名字"}, {"新建分支feat/tours。", "列出当天的行程和导游的名字"},
		{"mainからfeat/toursブランチを切って。", "その日のツアーをガイドと一覧にして"},
		{"feat/toursブランチを作って。", "その日のツアーをガイドと一覧にして"},
		{"morning, just pulled.", prices}, {"hi, i pulled main.", prices}, {"moin, hab gepullt.", "bau die preise in die seite der karte ein"},
		{"salut, j'ai pull.", "ajoute les prix à la page du menu"}, {"buenas, ya hice pull.", "añade los precios a la página del menú"},
		{"oi, já dei pull.", "adiciona os preços na página do cardápio"}, {"ciao, ho fatto pull.", "aggiungi i prezzi alla pagina del menu"},
		{"привет, спуллил.", "добавь цены на страницу меню"}, {"早，已经pull了。", "给菜单页加上所有的价格"},
		{"おはよう、pullした。", "メニューページに価格を追加して"},
	} {
		if got := Goal(slices.Values([]string{c[0] + " " + c[1]})); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
		if got := Goal(slices.Values([]string{c[0], c[1]})); got != c[1] {
			t.Errorf("%q, then: %q, want %q", c[0], got, c[1])
		}
	}
	for _, c := range []string{
		"go on with what priya left me", "go on w the red one", "mach weiter mit dem was priya mir hinterlassen hat",
		"sigue con lo que me dejó priya", "continue avec ce que priya m'a laissé", "continua com o que a priya deixou",
		"continua con quello che mi ha lasciato priya", "продолжай с тем что оставила прия",
	} {
		if got := Goal(slices.Values([]string{c, tours})); got != tours {
			t.Errorf("%q: %q", c, got)
		}
		if got := Goal(slices.Values([]string{c})); got != c {
			t.Errorf("%q alone: %q", c, got)
		}
	}
	for _, c := range []string{
		"branch protection for main is off.", "the branch selector is broken.", "create a branch picker in the header.", "branch coverage is low.",
		"new branch of the shop in lyon.", "pull the totals out of the loop.", "pull requests show no author.",
		"der branch-wähler ist kaputt.", "neue zweigstelle in lyon anlegen.", "la branche de config est cassée.", "rama de configuración mal cargada.",
		"crea una rama de menús en el árbol.", "cria um branch de preços na árvore.", "ветка комментариев не грузится.", "分支选择器坏了，修一下。",
		"ブランチ選択が壊れている、直して。", "从main新建分支feat/tours，再加上价格表。", "ブランチ一覧の画面を作って。", "从分支列表里去掉旧的。",
		"go on with the export of invoices to csv.", "branch feat/tours needs the totals.",
		"i pulled the prices into a table of its own, sort it.", "branch feat/tours off main and list the guides there.",
		"sigue con el informe de horas por guía.", "mach weiter mit der liste der führer.",
	} {
		if got := Goal(slices.Values([]string{c + " " + tours})); got == tours {
			t.Errorf("%q is lost", c)
		}
	}
}
