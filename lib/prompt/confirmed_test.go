package prompt

import "testing"

// What was to be checked with somebody is over once the user says that he confirmed it, where it was to be committed
// after that also the commit.
func TestAStepIsDoneOnceWhoWasToBeAskedConfirmedIt(t *testing.T) {
	const commit, none = "Price in the answer", ""
	for _, c := range []struct {
		asked, commit, step string
		want                bool
	}{
		{"sales confirmed the price. add the test and commit", commit, "Check the price with sales and commit `price.py`", true},
		{"sales is ok with it, commit", commit, "Check the price with sales and commit `price.py`", true},
		{"sales approved the price, go on", none, "Check the price with sales", true},
		{"vertrieb hat den preis bestätigt, mach den test und committe", commit, "Preis mit dem Vertrieb prüfen und `price.py` committen", true},
		{"der vertrieb hat ok gesagt. weiter", none, "Preis mit dem Vertrieb klären", true},
		{"les commerciaux ont confirmé le tarif, commite", commit, "Vérifier le tarif avec les commerciaux et commiter `price.py`", true},
		{"ventas confirmo el precio. commitea", commit, "Revisar el precio con ventas y hacer commit de `price.py`", true},
		{"o financeiro aprovou a taxa, pode commitar", commit, "Conferir a taxa com o financeiro e commitar `price.py`", true},
		{"financeiro confirmou. bora", none, "Validar a taxa com o financeiro", true},
		{"il commerciale ha confermato il prezzo, fai commit", commit, "Verificare il prezzo con il commerciale e fare commit", true},
		{"бухгалтерия подтвердила цену, закоммить", commit, "Проверить цену с бухгалтерией и закоммитить `price.py`", true},
		{"销售确认了价格，提交吧", commit, "跟销售确认价格，然后提交 `price.py`", true},

		{"sales has not confirmed the price yet. commit what there is", commit, "Check the price with sales and commit `price.py`", false},
		{"did sales confirm the price?", none, "Check the price with sales", false},
		{"when sales confirmed the price, commit", none, "Check the price with sales", false},
		{"marketing confirmed the price, commit", commit, "Check the price with sales and commit `price.py`", false},
		{"sales confirmed the price, don't commit yet", none, "Check the price with sales and commit `price.py`", false},
		{"add sales to the menu and commit", commit, "Check the price with sales and commit `price.py`", false},
		{"the customer confirmed the logo", none, "Align the header with the logo", false},
		{"vertrieb hat den preis noch nicht bestätigt, committe", commit, "Preis mit dem Vertrieb prüfen und `price.py` committen", false},
		{"sobald der vertrieb bestätigt hat, committen", none, "Preis mit dem Vertrieb prüfen", false},
		{"les commerciaux n'ont pas confirmé", none, "Vérifier le tarif avec les commerciaux", false},
		{"ventas todavia no confirmo el precio", none, "Revisar el precio con ventas", false},
		{"o financeiro ainda nao confirmou, commita assim", commit, "Conferir a taxa com o financeiro e commitar `price.py`", false},
		{"se o financeiro confirmar a gente commita", none, "Conferir a taxa com o financeiro", false},
		{"il commerciale non ha confermato", none, "Verificare il prezzo con il commerciale", false},
		{"бухгалтерия ещё не подтвердила", none, "Проверить цену с бухгалтерией", false},
		{"销售还没确认价格，先提交", commit, "跟销售确认价格，然后提交 `price.py`", false},
	} {
		commits := []string{c.commit}
		if c.commit == none {
			commits = nil
		}
		if got := TurnOf(c.asked, []string{"OK."}, commits).Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q ends %q: %v", c.asked, c.step, got)
		}
	}
}

// English "revise" and "probe" are orders, what is to work then not tested yet; "revise el …" is Spanish in a hurry.
func TestAnOrderToReviseTestsNothing(t *testing.T) {
	for text, want := range map[string]bool{
		"revise the export, it works": false, "revise the export so it works": false, "probe the export, it works then": false,
		"revise el export, funciona": true, "ya revise el export y funciona": true, "probe el export, anda": true,
		"revisé el export, funciona": true, "tested the export, works": true,
	} {
		if got := TurnOf(text, []string{"OK."}, nil).Done(StepOf("check the export")); got != want {
			t.Errorf("%q ends the check: %v", text, got)
		}
	}
}

// What is to be shown somewhere is done by what says that it is there, each part of a step by its own sentence.
func TestAStepIsDoneInItsParts(t *testing.T) {
	for _, c := range []struct {
		asked, answer, commit, step string
		want                        bool
	}{
		{"do the test, put it on the page in euros and commit", "All done:\n\n- `price in the answer and on the page`: test of `sum_cents`, value in euros", "price in the answer and on the page", "Test of `sum_cents` and show the price on the page", true},
		{"both, and commit", "Test of `sum_cents` written, committed.", "show price on the page", "Test of `sum_cents` and show the price on the page", true},
		{"mach den test, auf die seite damit in euro, und committe", "Alles erledigt:\n\n- Test für `sum_cents`, Wert in Euro auf der Seite", "Preis in Antwort und auf Seite", "Test für `sum_cents` und Preis auf der Seite anzeigen", true},
		{"fais le test, mets le sur la page et commite", "Fait :\n\n- test de `sum_cents`, valeur en euros sur la page", "prix dans la réponse et sur la page", "Test de `sum_cents` et afficher le prix sur la page", true},
		{"haz la prueba, ponlo en la pagina y commitea", "Todo listo:\n\n- prueba de `sum_cents`, valor en euros en la página", "precio en la respuesta y en la pagina", "Prueba de `sum_cents` y mostrar el precio en la página", true},
		{"escreve o teste, joga na tela em reais e commita", "Pronto:\n\n- teste de `sum_cents`, valor em reais na tela", "taxa na resposta e na tela", "Teste de `sum_cents` e exibir a taxa na tela", true},
		{"fai il test, mettilo nella pagina e fai commit", "Fatto:\n\n- test di `sum_cents`, valore in euro nella pagina", "prezzo nella risposta e nella pagina", "Test di `sum_cents` e mostrare il prezzo nella pagina", true},
		{"сделай тест, выведи на страницу и закоммить", "Готово:\n\n- тест `sum_cents`, рубли на странице", "тариф в ответе и на странице", "Тест `sum_cents` и показать тариф на странице", true},

		{"do the test and commit", "Done:\n\n- test of `sum_cents`", "test of sum_cents", "Test of `sum_cents` and show the price on the page", false},
		{"put it on the page and commit", "The page shows it in euros.", "price on the page", "Test of `sum_cents` and show the price on the page", false},
		{"do the test and commit", "Done:\n\n- test of `sum_cents`\n\nStill open: the price on the page.", "price in the answer", "Test of `sum_cents` and show the price on the page", false},
		{"mach den test und committe", "Test für `sum_cents` geschrieben.", "Test für sum_cents", "Test für `sum_cents` und Preis auf der Seite anzeigen", false},
		{"fais le test et commite", "Test de `sum_cents` écrit.", "test de sum_cents", "Test de `sum_cents` et afficher le prix sur la page", false},
		{"haz la prueba y commitea", "Prueba de `sum_cents` lista.", "prueba de sum_cents", "Prueba de `sum_cents` y mostrar el precio en la página", false},
		{"escreve o teste e commita", "Teste de `sum_cents` pronto, falta a tela.", "teste de sum_cents", "Teste de `sum_cents` e exibir a taxa na tela", false},
		{"fai il test e fai commit", "Test di `sum_cents` scritto.", "test di sum_cents", "Test di `sum_cents` e mostrare il prezzo nella pagina", false},
		{"rename the price on the page and commit", "Renamed.", "rename the page of the price", "show the price of a route on the page of the driver", false},
		{"hide the price on the page", "The price is hidden on the page now.", "hide the price on the page", "show the price on the page", false},
		{"take it out and commit", "Done.", "page without the price", "show the price on the page", false},
		{"fix the price on the page", "The test passes.", "fix the page with the price", "show the price on the page", false},
	} {
		turn := TurnOf(c.asked, []string{c.answer}, []string{c.commit})
		turn.Changes = true
		if got := turn.Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q, %q, %q say of %q: %v", c.asked, c.answer, c.commit, c.step, got)
		}
	}
}

func TestWhatSomebodySaidOfAnotherThingEndsNoStep(t *testing.T) {
	for said, step := range map[string]string{
		"staging says 502, look at the proxy":                      "Test the upload on staging",
		"firefox says the certificate is invalid, regenerate it":   "Test the login with Firefox",
		"sales said they will look at it tomorrow, fix the header": "Check the price with sales",
		"sales approved the logo, put it in":                       "Check the price with sales",
		"der vertrieb sagt, sie melden sich morgen. mach die doku": "Den Preis mit dem Vertrieb klären",
		"销售说明天回复，先写文档":                                             "跟销售确认价格",
		"anna confirmed the dates. add the menu first":             "Confirm the dates with Anna and add the holidays",
	} {
		if TurnOf(said, []string{"OK."}, nil).Done(StepOf(step)) {
			t.Errorf("%q ends %q", said, step)
		}
	}
	for _, said := range []string{"I asked anna, she said 5 euros", "hab anna gefragt, sie sagt 5", "le pregunté a ana, dice 5"} {
		if !TurnOf(said, []string{"OK."}, nil).Done(StepOf("What does it cost? ich frage anna, pregunto a ana")) {
			t.Errorf("%q answers nothing", said)
		}
	}
	for commit, step := range map[string]string{
		"fix: price on the page overflowed": "Show the price on the page", "Preis auf der Seite war falsch gerundet": "Preis auf der Seite anzeigen",
		"taxa na tela arredondada": "Exibir a taxa na tela", "tests in lib/x fixed": "Move the tests to lib/x",
	} {
		if TurnOf("", nil, []string{commit}).Done(StepOf(step)) {
			t.Errorf("the commit %q ends %q", commit, step)
		}
	}
}

func TestADayOfSomethingPutsNothingOff(t *testing.T) {
	for _, said := range []string{
		"finish the docs before friday", "mach die Doku bis Freitag", "termine la doc avant vendredi", "fix the job that runs monday",
		"fix the report from last friday", "fix what broke on friday", "arruma o bug que apareceu na sexta", "mach die Liste von Montag bis Freitag",
	} {
		if off := PutsOff(said); len(off) > 0 {
			t.Errorf("%q puts off %q", said, off)
		}
	}
	for question, reply := range map[string]string{
		"Should the week begin on Sunday or Monday?": "make it monday", "Auf welchen Tag soll der Bericht?": "mach montag",
	} {
		if off := PutOff(question, reply); off != "" {
			t.Errorf("%q puts off %q", reply, off)
		}
	}
	for _, lead := range []string{"Next steps before we merge, in this order:", "Still to do, until Friday, by me:", "Offen, bevor wir mergen, in dieser Reihenfolge:"} {
		if steps, says := Left("Done.\n\n" + lead + "\n- the docs of the API\n- the index of the table"); len(steps) != 2 || !says {
			t.Errorf("%q leads to %q", lead, steps)
		}
	}
}
