package prompt

import (
	"strings"
	"testing"
)

// The user says that the step before "=>" is done.
const userDid = `
deploy to staging => deployed to staging this morning, all good
remove the feature flag => i already dropped the feature flag
update the README => README is done, i did it in the train
support CSV export => we dont need csv export anymore
support CSV export => forget csv export, customer cancelled
add dark mode => no dark mode, design said no
fix the flaky login test => login test is fixed, was my local clock
write tests for the parser => i wrote the parser tests yesterday
README aktualisieren => readme hab ich schon aktualisiert
CSV Export bauen => csv export brauchen wir nicht mehr
удалить старый эндпоинт => старый эндпоинт я уже удалил
deploy to staging => ok staging is deployed
add dark mode => dark mode is done and merged
Logging einbauen => logging ist eingebaut, weiter mit dem rest
remove the legacy importer => i deleted the legacy importer
remove the legacy importer => the legacy importer is gone, next is the exporter
get rid of the debug flag => i deleted the debug flag
add a search field => search field is done, not a big deal
add a search field => good news: the search field is done
add a search field => i added the search field on friday
fix the header overflow => header overflow is fixed, i need you for the footer
die Temp-Dateien löschen => die temp dateien sind weg
supprimer l'ancien import => l'ancien import est supprimé
удалить старый импорт => старый импорт удалён
删除旧的导入 => 旧的导入已经删除了
update the roadmap => roadmap is updated, but not the FAQ
rotate the certificates => the certificates are rotated, without any outage
write the release notes => release notes are written, i think we can ship
archive the old tickets => old tickets are archived, could be fewer next time
rename the queue => ops: the queue is renamed
deploy to staging => deployed to staging, prod is still open
das Handbuch schreiben => das Handbuch ist geschrieben, aber nicht die FAQ
das Zertifikat erneuern => das Zertifikat ist erneuert, kann man so lassen
actualizar el manual => el manual está actualizado
enviar la factura => la factura está enviada, creo que pagan el lunes
atualizar o manual => o manual está atualizado, sem imagens
pubblicare il pacchetto => il pacchetto è pubblicato, ma non la pagina
обновить инструкцию => инструкция обновлена, без скриншотов
更新手册 => 手册已经更新了，但网站还没更新
renew the domain => renewed the domain
send the contract => contract is sent
ask Lena about the colors => i asked lena about the colors
`

// The user asks, orders, plans or tells of something else.
const userDidNot = `
deploy to staging => staging is down again, why?
deploy to staging => deploy it to staging now
run the migration on staging => why did the migration fail on staging?
remove the feature flag => is the feature flag removed already?
remove the feature flag => remove the feature flag after the release
open a pull request => dont open the pull request yet
merge the hotfix into main => can we merge the hotfix into main today?
ask Maria about the discount => what did maria say about the discount?
update the README => look at the README first
support CSV export => csv export is the most important thing
add dark mode => dark mode looks broken in safari
fix the flaky login test => login test failed again
write tests for the parser => the parser is slow
den alten Endpunkt entfernen => der alte endpunkt wird noch benutzt
README aktualisieren => readme noch aktualisieren
Tests für den Import schreiben => import ist kaputt
ajouter un index sur orders => il manque encore l'index sur orders
удалить старый эндпоинт => старый эндпоинт ещё нужен
更新 README => 先看看 README
add dark mode => mach dark mode fertig
add dark mode => get dark mode done today
add dark mode => finish dark mode first
add dark mode => i want dark mode done by friday
add dark mode => dark mode done?
add dark mode => dark mode is not done yet
remove the feature flag => make sure the feature flag is removed
remove the feature flag => check that the feature flag is removed
remove the feature flag => the removed feature flag is still in the docs
merge the hotfix into main => when the hotfix is merged into main, tag it
deploy to staging => after you deployed to staging, ping me
deploy to staging => look why the deployed version on staging differs
deploy to staging => deploy to staging once merged
deploy to staging => is it deployed to staging
write tests for the parser => tests for the parser are written by tom next week
write tests for the parser => the parser tests should be done by tomorrow
README aktualisieren => mach die readme fertig
README aktualisieren => die readme muss aktualisiert werden
Tests für den Import schreiben => sind die import tests fertig?
ajouter un index sur orders => finis l'index sur orders
ajouter un index sur orders => l'index sur orders doit être ajouté
desplegar en staging => termina lo de staging y despliega
удалить старый эндпоинт => старый эндпоинт должен быть удалён
更新 README => 完成 README 更新
READMEを更新する => READMEの更新を終わらせて
write tests for the parser => i deleted the parser tests, they were garbage
update the README => the readme is deleted
fix the login test => i deleted the login test
README aktualisieren => readme ist gelöscht
mettre à jour le README => j'ai supprimé le readme
actualizar el README => he borrado el readme
обновить README => я удалил readme
add dark mode => dark mode was removed, put it back
add dark mode => dark mode was done and reverted
remove the old endpoint => the old endpoint is gone, restore it
supprimer l'ancien import => l'ancien import est supprimé, remets le
删除旧的导入 => 旧的导入已经删除了，恢复它
add dark mode => dark mode is done, but not for the settings
add dark mode => dark mode is done for the web, not the app
add dark mode => dark mode is done for me, tom needs it too
add dark mode => dark mode is merged into dev, not main
добавить поиск => поиск готов, но не для мобильных
add dark mode => dark mode is done on friday
add dark mode => dark mode can be done in css only
remove the old endpoint => the old endpoint is done for
add dark mode => dark mode was done in the old app
add dark mode => dark mode war schon mal fertig
update the README => i think i updated the readme, not sure
add dark mode => changelog entry: dark mode is done
add dark mode => the headline reads: dark mode is done
ajouter le champ de recherche => note de version : champ de recherche ajouté
update the roadmap => the roadmap is updated, i think
update the roadmap => i think the roadmap is updated
rename the queue => the queue is renamed, but not on prod
rename the queue => title: the queue is renamed
rename the queue => the queue is renamed without the eu one
translate the invoices => invoices are translated, polish is open
ask Lena about the colors => i asked lena about the fonts
das Zertifikat erneuern => das Zertifikat wird erneuert
ask Lena about the colors => lena asked about the colors
`

func TestTheUserSaysThatAStepIsDone(t *testing.T) {
	for rows, want := range map[string]bool{userDid: true, userDidNot: false} {
		for row := range strings.SplitSeq(strings.TrimSpace(rows), "\n") {
			text, prompt, _ := strings.Cut(row, " => ")
			turn, step := TurnOf(prompt, []string{"OK."}, nil), StepOf(text)
			if got := turn.Done(step) || turn.Certain(step); got != want {
				t.Errorf("%q ends %q: %v", prompt, text, got)
			}
		}
	}
}

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

		{"empty row -> error. do that one now", "An empty row is an error now; committed.", "error on an empty row", "what an empty row means", true},
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

func TestAShortClauseAsksForOneStep(t *testing.T) {
	list := []Step{StepOf("a metric of the queue"), StepOf("Timeout per try, a slow server hangs right now"), StepOf("Javadoc")}
	for asked, want := range map[string]bool{
		"ok, the timeout then. leave out the Javadoc, nobody reads it": true,
		"do the timeout quickly, 2 seconds":                            true,
		"Timeout mach noch schnell":                                    true,
		"den Timeout bauen":                                            true,
		"build the timeout":                                            true,
		"do the metric. not the timeout":                               false,
		"do the metric. the timeout tomorrow":                          false,
		"do the metric. the timeout is too short":                      false,
	} {
		turn := TurnOf(asked, []string{"It gives up now."}, nil)
		if turn.Changes = true; turn.TakesUp(list, 1) != want {
			t.Errorf("%q takes the timeout up: %t", asked, !want)
		}
	}
}

func TestAClauseTakesTheStepThatItCallsByItsLabel(t *testing.T) {
	for _, c := range []struct {
		asked, answer string
		want          bool
	}{
		{"faz o BOM. o streaming deixa pra depois", "Feito: o CSV agora começa com o BOM UTF-8.", true},
		{"hace el BOM", "Hecho, commiteado.", true}, {"dale, solo el BOM", "Hecho.", true}, {"el BOM nomas", "Listo.", true},
		{"haceme el BOM ahora", "✅ El CSV no empieza más sin los tres bytes.", true}, {"dale con el BOM", "Listo.", true},
		{"do the BOM. leave streaming for later", "Done: Excel opens it right.", true}, {"the BOM, yes", "Done.", true},
		{"let's do the BOM first", "Excel opens it right now.", true}, {"BOM please", "Done, committed.", true},
		{"mach das BOM", "Fertig, Excel zeigt die Umlaute.", true}, {"nur das BOM bitte", "Fertig.", true},
		{"juste le BOM stp", "C'est fait.", true}, {"facciamo il BOM", "Fatto.", true}, {"сделай BOM", "Готово.", true},
		{"先做BOM", "好了，已提交。", true}, {"BOMをやって", "完了しました。", true},
		{"faz o BOM", "Não consegui: o BOM ainda não aparece.", false}, {"hace un test del BOM", "Hecho.", false},
		{"do the BOM", "I started on it. The BOM is not in the file yet.", false}, {"test the BOM", "Done.", false},
		{"do the BOM", "Done: the header, but not the BOM.", false}, {"do the BOM", "", false},
		{"o BOM não", "Combinado.", false}, {"el BOM mañana", "Dale.", false}, {"not the BOM", "Fine.", false},
		{"the BOM is what broke it, look at the header", "Fixed the header.", false}, {"das BOM nicht", "Gut.", false},
		{"what does the BOM do?", "It tells the encoding.", false}, {"do the docs of the BOM", "Done.", false},
		{"do the streaming", "Done.", false}, {"troca o nome", "Feito.", false},
	} {
		turn := TurnOf(c.asked, []string{c.answer}, nil)
		turn.Changes = true
		if turn.TakesUp([]Step{StepOf("BOM UTF-8: Excel needs it"), StepOf("Streaming: all rows are in memory")}, 0) != c.want {
			t.Errorf("%q, %q takes it up: %t", c.asked, c.answer, !c.want)
		}
	}
	turn := TurnOf("do the BOM", []string{"Done."}, nil)
	turn.Changes = true
	for _, step := range []string{"docs of the BOM", "Test: the BOM is read"} {
		if turn.TakesUp([]Step{StepOf(step), StepOf("Streaming")}, 0) {
			t.Errorf("it is not %q", step)
		}
	}
}

func TestWhatADoneSentenceSaysOfAConditionIsNotOpen(t *testing.T) {
	step := StepOf("Turn the worker off in the test profile (`outbox.enabled=false`)")
	for answer, want := range map[string]bool{
		"✅ The worker starts only if `outbox.enabled` is not `false`, the test profile turns it off.": true,
		"Hecho: the worker is not on in the test profile unless `outbox.enabled` is set.":             true,
		"The worker in the test profile is not turned off.":                                           false,
		"Done: the README, not the worker in the test profile.":                                       false,
	} {
		turn := TurnOf("do 2", []string{answer}, nil)
		turn.Changes, turn.Picks = true, []string{step.text}
		if turn.TakesUp([]Step{StepOf("README"), step}, 1) != want {
			t.Errorf("%q ends it: %t", answer, !want)
		}
	}
}

func TestStepsAreDoneByTheirNumberWhereTheirFilesChanged(t *testing.T) {
	list := []Step{StepOf("`pier.ts` keeps its socket"), StepOf("`Boats.vue` shows no wind"), StepOf("a note on `tide.md`")}
	for answer, want := range map[string]bool{
		"Both frontend steps are done and committed.": true,
		"Both are done.":                  true,
		"Beide Punkte sind erledigt.":     true,
		"Les deux points sont terminés.":  true,
		"Los dos puntos están rematados.": false, // of a word that no list has
		"Оба пункта готовы.":              true,
		"前端两项已完成并提交。":                     true,
		"両方完了しました。":                       true,
		"Both tests are done.":            false,
		"All three steps are done.":       false,
		"Both steps are not done yet.":    false,
		"Are both steps done?":            false,
		"两个接口都完成了。":                       false,
		"The steps are done.":             false,
	} {
		turn := TurnOf("close the frontend", []string{answer}, nil)
		turn.Changes, turn.Files = true, []string{"web/pier.ts", "web/Boats.vue", "web/app.css"}
		for i, step := range []bool{want, want, false} {
			if turn.TakesUp(list, i) != step {
				t.Errorf("%q ends step %d: %t", answer, i, !step)
			}
		}
	}
}

func TestATurnDoesTheStepThatItsPromptCallsSo(t *testing.T) {
	list := []Step{StepOf("a totals row at the bottom"), StepOf("days without entries are blank instead of `0:00`"),
		StepOf("Test of the cache"), StepOf("Ein Hinweis im Kopf der Liste"), StepOf("une limite des essais par heure")}
	for _, c := range []struct {
		asked, answer, commit string
		want                  int // the step, -1 for none
	}{
		{"back. totals row and the empty days now, one commit each", "", "web: add a totals row", 0},
		{"totals row and the empty days now", "The totals row is committed. Now the empty days.", "", 0},
		{"dann der Hinweis im Kopf", "Der Hinweis im Kopf ist eingebaut.", "", 3},
		{"la limite des essais, puis les noms", "", "ajouter la limite des essais", 4},
		{"totals row and the empty days now", "The totals row is not committed yet.", "", -1},
		{"totals row and the empty days now", "", "web: prepare the totals", -1},
		{"totals row and the empty days now", "", "web: test the totals", -1},
		{"totals row and the empty days now", "", "web: sum the week per project", -1},
		{"the empty days now", "", "web: add a totals row", -1},
		{"fix the cache", "The cache is fixed.", "", -1},
		{"Hinweis und Limit", "Der Hinweis ist noch offen.", "", -1},
		{"la limite", "J'ajoute la limite maintenant.", "", -1},
	} {
		var commits []string
		if c.commit != "" {
			commits = []string{c.commit}
		}
		turn := TurnOf(c.asked, []string{c.answer}, commits)
		for n := range list {
			if got := turn.Does(list, n); got != (n == c.want) {
				t.Errorf("%q, %q%s does %q: %v", c.asked, c.answer, c.commit, list[n].text, got)
			}
		}
	}
}

func TestADoneThingIsOpenThatIsNotWiredUpYet(t *testing.T) {
	for answer, want := range map[string]bool{
		"Done: export button is added, not wired up yet.": false, "Done: the export button is added, no docs yet.": true,
	} {
		turn := TurnOf("now the export button", []string{answer}, nil)
		turn.Changes = true
		if turn.TakesUp([]Step{StepOf("the export button"), StepOf("the docs")}, 0) != want {
			t.Errorf("%q takes it up: %t", answer, !want)
		}
	}
}

func TestAPromptTakesAStepWithAnotherAmount(t *testing.T) {
	list := []Step{StepOf("stop after a minute and say what to do"), StepOf("the mail to the shop")}
	for asked, want := range map[string]bool{
		"stop after 60s, then 'write us at hello@shop.de'": true, "stop after 60s": true,
		"poll every 60s": false, "retry 3 times, then log it": false, "the port is 8080": false,
	} {
		turn := TurnOf(asked, []string{"After 20 tries it shows the address. Pushed."}, []string{"return page: give up"})
		turn.Changes = true
		if got := turn.TakesUp(list, 0); got != want || turn.TakesUp(list, 1) {
			t.Errorf("%q takes it up: %v", asked, got)
		}
	}
}

func TestAClauseTakesUpTheStepThatItNames(t *testing.T) {
	list := []Step{StepOf("a check that both arguments are numbers"), StepOf("a test of the command line")}
	for asked, want := range map[string]bool{
		"the check yes, the test isn't worth it": true, "check": true, "the check is fine, write the docs": false, "yes": false, "and the check?": true, "do that thing with the check": true, "do that thing with the csv": false, "don't check the arguments yet": false,
	} {
		turn := TurnOf(asked, []string{"`zone a b` ends with status 2 now."}, nil)
		if turn.Changes = true; turn.TakesUp(list, 0) != want {
			t.Errorf("%q takes it up: %t", asked, !want)
		}
	}
}

func TestAShortPromptAnswersAProposalThatIsTheOnlyStep(t *testing.T) {
	limit := StepOf("the limit of mails: I'd suggest one an hour")
	for asked, list := range map[string][]Step{"one a day is enough. and commit": {limit}, "rename it": {limit, StepOf("the docs")}} {
		turn := TurnOf(asked, []string{"It sends one a day at most."}, nil)
		if turn.Changes = true; turn.TakesUp(list, 0) != (len(list) == 1) {
			t.Errorf("%q of %d steps", asked, len(list))
		}
	}
}

func TestAPromptAsksForNothingThatItPutsOffItself(t *testing.T) {
	step := StepOf("les photos arrivent plus tard")
	asked := TurnOf("ajoute une page galerie. les photos arrivent plus tard, placeholders gris", nil, nil)
	n, all := asked.Asked(step)
	if n > 0 || all || asked.AsksFor(step) || asked.Takes([]Step{step}, 0) {
		t.Error("it asks for what it puts off")
	}
	if asked := TurnOf("mets les photos qui arrivent", nil, nil); !asked.AsksFor(step) {
		t.Error("it does not ask for the step")
	}
}
