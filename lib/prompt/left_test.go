package prompt

import (
	"strings"
	"testing"
)

func TestWhatAnAnswerSaysIsLeft(t *testing.T) {
	for _, c := range []struct {
		answer string
		want   string // joined by "|"; "-" where the answer says nothing of it
	}{
		{"Done with the parser.\n\nStill open: the writer; tests for both", "the writer|tests for both"},
		{"The schema is in.\n\n## Next steps\n\n1. Write the backfill\n2. Drop the column\n   - after a backup\n\nTell me when to go on.", "Write the backfill|Drop the column"},
		{"**Remaining:**\n- [ ] docs\n- [x] tests\n- release notes", "docs|release notes"},
		{"**Open items for the header:**\n- `[ ]` [Patch] Remove the old size\n- `[ ]` [Patch] Add a next `size: 36px` for phones", "[Patch] Remove the old size|[Patch] Add a next `size: 36px` for phones"},
		{"Left: 1. the index 2. the cache 3) the docs", "the index|the cache|the docs"},
		{"Left: 1. move to Go 3. 2. the docs 3. the index", "move to Go 3.|the docs|the index"},
		{"Left: (1) 2 of the 3) tests (2) the docs", "2 of the 3) tests|the docs"},
		{"Left: 1. retries (2 of them) 2. the docs", "retries (2 of them)|the docs"},
		{"Left: 2. the docs 4. the index", "the docs|the index"}, {"Left: run the job on staging, and a test.", "run the job on staging|a test."}, {"Left: move the check, and the error with it.", "move the check, and the error with it."},
		{"Remaining: no steps.", ""},
		{"Offen: nix", ""},
		{"No queda nada más que la documentación.", "la documentación"},
		{"Non resta altro che la doc.", "la doc"},
		{"Next: run the migration on staging.", "run the migration on staging."},
		{"Written. Still open: the tests. Next: read the header.", "the tests|read the header."},
		{"TODO:\n* fix `a.go`\n* fix b\n\nOther text\n- not a step", "fix `a.go`|fix b"},
		{"What's left to do:\n\n1. one\n\n2. two", "one|two"},
		{"### Not done yet\nThe export of old invoices.", "The export of old invoices."},
		{"Noch offen:\n- Tests für den Export\n- Doku", "Tests für den Export|Doku"},
		{"Reste à faire :\n- la doc\n- les tests", "la doc|les tests"},
		{"Próximos pasos:\n1. migrar los datos\n2. borrar la tabla", "migrar los datos|borrar la tabla"},
		{"Próximos passos:\n- migrar os dados", "migrar os dados"},
		{"Ancora da fare: i test", "i test"},
		{"Осталось сделать:\n- миграция\n- тесты", "миграция|тесты"},
		{"下一步：\n1. 写测试\n2. 更新文档", "写测试|更新文档"},
		{"残り：テストを書く", "テストを書く"},
		{"Pages are counted. Still open: the cover; the index", "the cover|the index"},
		{"It fails at noon. I looked at it. Next: fix the clock.", "fix the clock."},
		{"Pushed. Left:\n1. the index\n2. the docs", "the index|the docs"},
		{"It is in. The next test fails: it needs a database", "-"},
		{"Remaining: none", ""},
		{"Left to do: nothing - all green.", ""},
		{"Left to do: nothing. All green.", ""},
		{"Noch offen: nichts - alles grün.", ""},
		{"剩下：没有。全部通过。", ""},
		{"Left to do: nothing - but for the docs", "nothing - but for the docs"},
		{"Left: 9 (in `deferred.md`)", ""},
		{"## Next steps\n- the index\n- Two can wait, now or later:", "the index"},
		{"Everything builds. All done, nothing left to do.", ""},
		{"Committed.", "-"},
		{"Next.js config: uses the app router", "-"},
		{"The next test fails: it needs a database", "-"},
		{"I fixed the parser: it dropped the last line.\n- a\n- b", "-"},
		{"```\nTODO: not mine\n```\nok", "-"},
		{"", "-"},
		{"Next up: **PR 91**?", "-"},
		{"I did not get to:\n- the docs\n- the index", "the docs|the index"},
		{"What I would do next:\n1. the docs\n2. the index", "the docs|the index"},
		{"Nicht geschafft:\n- Doku", "Doku"},
		{"Je n'ai pas eu le temps :\n- la doc", "la doc"},
		{"Left for next time: the export", "the export"},
		{"What's still missing: the export.", "the export."},
		{"What remains is unclear.", "-"},
		{"The fallback is in. What is left is the load test.", "the load test"},
		{"Committed the parser. Next I'd apply it in invoice.total. All tests pass.", "apply it in invoice.total"},
		{"Fertig. Offen sind noch: alle Tags auflisten.", "alle Tags auflisten."},
		{"C'est fait. Il reste à écrire la documentation.", "écrire la documentation"},
		{"The export works. I did not get to the docs.", "the docs"},
		{"Then I would be done.", "-"},
		{"Next I would like to know: with or without tax?", "-"},
		{"The remaining work is done.", "-"},
		{"The criteria:\n\n- The demo prompts a next step: a pilot, or a request\n- It shows the data", "-"},
		{"Done:\n- What is still open: the export", "the export"},
		{"Left: a toggle, and the contrast of the buttons", "a toggle|the contrast of the buttons"},
		{"Noch offen: die Tests, die Doku und der Export", "die Tests|die Doku und der Export"},
		{"The library part is complete; what's left is the page.", "the page"},
		{"Done. Left: a test; the docs", "a test|the docs"},
		{"Left: the exporter, a small one", "the exporter, a small one"},
		{"Left: the paths of a, b and c", "the paths of a, b and c"},
		{"The next test is flaky on CI.", "-"},
		{"The open file is closed at the end.", "-"},
	} {
		checkLeft(t, c.answer, c.want)
	}
}

func TestWhatALeadOrANumberOfStepsLists(t *testing.T) {
	for answer, want := range map[string]string{
		"Es ist da.\n\nEs fehlen noch:\n- GitHub Actions\n- JSON": "GitHub Actions|JSON",
		"Offen bleiben:\n- Tests\n- Doku":                         "Tests|Doku",
		"Il manque encore :\n- la doc\n- les tests":               "la doc|les tests",
		"Aún quedan pendientes:\n- la doc":                        "la doc",
		"Ainda falta fazer:\n- os testes":                         "os testes",
		"Ancora mancano:\n- i test":                               "i test",
		"Ещё не хватает:\n- тестов":                               "тестов",
		"还缺：\n- 测试":                                               "测试",
		"足りないもの：\n- テスト":                                          "テスト",
		"The mail is in. Two steps are left: refuse a country without a rate, and the VAT on shipping.": "refuse a country without a rate, and the VAT on shipping.",
		"Zwei Schritte fehlen noch: das Land ohne Satz ablehnen, und die Steuer auf den Versand":        "das Land ohne Satz ablehnen|die Steuer auf den Versand",
		"Il reste deux étapes : les tests":                  "les tests",
		"Quedan tres pasos: las pruebas":                    "las pruebas",
		"Осталось два шага: тесты":                          "тесты",
		"Im Test fehlen: a und b":                           "-",
		"Three things changed: the parser, and the writer.": "-",
		"Two tests fail: a and b.":                          "-",
		"It is in the docs.\n\n### Action items\n\n| # | Item | Owner |\n| --- | --- | --- |\n| 1 | the pool | you |": "the pool: you",
		"Deux choses : le cache est vidé.": "-",
		"4: the port":                      "-",
	} {
		checkLeft(t, answer, want)
	}
}

func TestASentenceSaysWhatIsLeft(t *testing.T) {
	for answer, want := range map[string]string{
		"`queue.py` has `join()`.\n\nI still need to call it from `cancel()`, and write the mail.": "call it from `cancel()`, and write the mail",
		"Accepting works.\n\nThe last open piece is the two-hour expiry.":                          "the two-hour expiry",
		"The only thing that is missing is the index.":                                             "-",
		"Two of three are out: what remains is the admin page.":                                    "the admin page",
		"Two loose ends: the stale lock; the docs":                                                 "the stale lock|the docs",
		"What I haven't done: the print style":                                                     "the print style",
		"Not fixed yet: `total()` counts cancelled rows":                                           "`total()` counts cancelled rows",
		"The page is out, `stats.js` is still unchecked.":                                          "The page is out, `stats.js` is still unchecked",
		"Left:\n- the page\n- `stats.js` is still unchecked\n- the docs":                           "the page|`stats.js` is still unchecked|the docs",
		"C'est fait. Il me reste les tests.":                                                       "les tests",
		"Parsing is done, next are the table and the endpoint.":                                    "the table|the endpoint",
		"Das Parsen geht, als Nächstes wäre der Import dran.":                                      "der Import dran",
		"解析完成了，下一步是导入。":                                                                            "导入。",
		"The only remaining change is updating the comment.":                                       "updating the comment",
		"The last step is slower.":                                                                 "-",
		"The only remaining test is failing on CI.":                                                "-",
		"Dernier morceau : le pied de page.":                                                       "le pied de page.",
		"La última pieza es el pie de página.":                                                     "el pie de página",
		"Restent ensuite les relances et la fiche.":                                                "les relances|la fiche",
		"Je dois encore écrire la doc.":                                                            "écrire la doc",
		"Il reste les dates, et le test.":                                                          "les dates|le test",
		"Restent **les dates** et **le test** avec le fichier.":                                    "les dates|le test avec le fichier",
		"Ich muss noch die Doku schreiben.":                                                        "die Doku schreiben",
		"Das letzte offene Stück ist der Ablauf nach zwei Stunden.":                                "der Ablauf nach zwei Stunden",
		"Der Export geht, der Fuß fehlt noch.":                                                     "Der Export geht, der Fuß fehlt noch",
		"Faltan las fechas y la prueba.":                                                           "las fechas|la prueba",
		"Ainda preciso escrever os testes.":                                                        "escrever os testes",
		"L'unica cosa che manca è la doc.":                                                         "la doc",
		"Мне ещё нужно написать тесты.":                                                            "написать тесты",
		"我还需要写测试。":                                                                                 "写测试。",
		"The errors are not returned, that is still missing.":                                      "-",
		"Restent **accept** et **refuse**.":                                                        "accept et refuse",
		"Restent en cache pendant cinq minutes.":                                                   "-",
		"Quedan guardados en la base de datos.":                                                    "-",
		"Faltan permisos para leer el archivo.":                                                    "-",
		"We still have to support Python 3.8 here.":                                                "-",
		"I haven't done anything to it: the tests were red before.":                                "-",
		"The socket is still open.":                                                                "-",
		"Only untracked files remain.":                                                             "-",
		"The last item is the default.":                                                            "-",
		"The left one is the default.":                                                             "-",
		"If the table is still missing, run make.":                                                 "-",
		"Is the header still missing?":                                                             "-",
		"Il reste valide pendant deux heures.":                                                     "-",
		"Il reste en mémoire.":                                                                     "-",
		"The missing value is counted as zero.":                                                    "-",
		"The only open connection is closed on exit.":                                              "-",
		"I need to look at the log.":                                                               "-",
		"The last step is slow.":                                                                   "-",
		"Pending: the state of a new order is a row: one":                                          "the state of a new order is a row: one",
	} {
		checkLeft(t, answer, want)
	}
}

func TestASentenceSaysWhatIsNotDone(t *testing.T) {
	for answer, want := range map[string]string{
		"Plan:\n\n- [x] schema\n- [ ] migration\n- [x] model\n\n### Later on\n- [ ] docs": "migration|docs",
		"## Test plan\n- [x] run the tests\n- [ ] open the page":                          "-",
		"- [ ] I have read the guide\n- [ ] I have tests":                                 "-",
		"Parsing works; error handling is still missing.":                                 "error handling is still missing",
		"Writing isn't implemented yet. The docs still need updating.":                    "Writing isn't implemented yet|The docs still need updating",
		"Left:\n- the page\n\nThe page isn't styled yet.":                                 "the page",
		"The page isn't styled yet.\n\nTwo. Three. Four. Five. Six.\n\nAll tests pass.":   "-", // far from the end
		"I've left the export for a separate change.":                                     "I've left the export for a separate change",
		"Now only the icon is left.":                                                      "the icon",
		"Only the importer is left now.":                                                  "Only the importer is left now",
		"The importer is the only piece missing.":                                         "The importer is the only piece missing",
		"There are a few follow-ups:\n- docs":                                             "docs",
		"Not covered: the retries.":                                                       "the retries.",
		"Die Tests sind noch nicht geschrieben.":                                          "Die Tests sind noch nicht geschrieben",
		"Les tests ne sont pas encore écrits.":                                            "Les tests ne sont pas encore écrits",
		"Falta engancharla en el menú.":                                                   "engancharla en el menú",
		"Ainda não escrevi a documentação.":                                               "Ainda não escrevi a documentação",
		"La pagina non è ancora tradotta.":                                                "La pagina non è ancora tradotta",
		"6 pass. What's left on this branch is `quote()` with points.":                    "`quote()` with points",
		"Do que combinamos na terça restam o aviso e a conta.":                            "o aviso|a conta",
		"You're on main; the stash isn't applied yet.":                                    "-",
		"Осталось написать тесты.":                                                        "написать тесты",
		"文档还没更新。":                                                                         "文档还没更新",
		"ドキュメントはまだ更新していません。":                                                              "ドキュメントはまだ更新していません",
		"The header isn't set yet when the handler runs.":                                 "-",
		"It isn't styled yet.":                                                            "-",
		"You haven't told me the port yet.":                                               "-",
		"I haven't seen that error yet.":                                                  "-",
		"Nothing is pushed yet.":                                                          "-",
		"No errors so far.":                                                               "-",
		"Is the page not styled yet?":                                                     "-",
		"I haven't changed the public API.":                                               "-",
		"It still passes on Go 1.22.":                                                     "-",
		"I left the old helper in place for now.":                                         "-",
		"Only three rows are left in the table.":                                          "-",
		"Der Wert ist noch nicht gesetzt, deshalb der Fehler.":                            "-",
		"Si le fichier n'existe pas encore, il est créé.":                                 "-",
		"Falta permiso para leer el archivo.":                                             "-",
		"O valor ainda não existe quando a página abre.":                                  "-",
		"Resta tutto nel database.":                                                       "-",
		"Осталось без изменений.":                                                         "-",
		"打开页面时值还没设置。":                                                                     "-",
		"ファイルがまだない場合は作成します。":                                                              "-",
	} {
		checkLeft(t, answer, want)
	}
}

func TestMarksAndHeadingsTellWhatIsLeft(t *testing.T) {
	for _, c := range [][2]string{
		{"Remaining backlog: the export and the import", "the export|the import"},
		{"Offene Aufgaben: Tests", "Tests"},
		{"Three things were open: the docs; the index", "the docs|the index"},
		{"Gefehlt haben noch die Aktion und die Prüfung.", "die Aktion|die Prüfung"},
		{"Quedaba por hacer la página.", "hacer la página"},
		{"Faltaba una coma en el archivo.", "-"},
		{"## Status\n\n| part | state |\n| --- | --- |\n| queue | done |\n| quiet hours | ✅ |\n| accepting an offer | **open** |\n| mail | ❌ |", "accepting an offer|mail"},
		{"| Aufgabe | Stand |\n|---|---|\n| Export | erledigt |\n| Import | offen |", "Import"},
		{"| part | status |\n|---|---|\n| queue | done |\n| mail | ❌ deferred |", "-"},
		{"| # | part | status |\n|---|---|---|\n| 1 | queue | done |\n| 2 | mail | open |", "mail"},
		{"| status | part |\n|---|---|\n| ✅ | queue |\n| | case |\n| ⬜ | mail ⚠️ |", "mail ⚠️"},
		{"**Still open**\n\n| part | why |\n|---|---|\n| docs | old |\n| 2 | **index** |\n\nTell me.", "docs: old|index"},
		{"Remaining work:\n\n| thing | why |\n|---|---|\n| load test | no data yet |\n| docs | |", "load test: no data yet|docs"},
		{"Remaining work:\n\nthing | why\n--- | ---\nload test | no data yet\ndocs | old\n\nAll green.", "load test: no data yet|docs: old"},
		{"Remaining work:\n\n| thing | why |\n|---|---|\n| nothing | - |", ""},
		{"Remaining work: none\n\nthing | why\n--- | ---\nload test | took 3 s", ""},
		{"How long it took:\n\nthing | why\n--- | ---\nload test | 3 s", "-"},
		{"part | status\n--- | ---\nqueue | done\nmail | open", "mail"},
		{"Still open:\n- pipe `a | b`\n\nDone.", "pipe `a | b`"},
		{"Noch offen:\n| # | Aufgabe |\n|--:|:--|\n| 1 | Export |", "Export"},
		{"Still open: the docs\n\n| part | lines |\n|---|---|\n| queue | 12 |", "the docs"},
		{"Still open:\n- `a | b`\n- `|c`\n\n| part | lines |\n|---|---|\n| queue | 12 |", "`a | b`|`|c`"},
		{"Done.\n\nNext steps:\n\nNone, all is done.", ""},
		{"Still open: nothing, except the docs", "nothing, except the docs"},
		{"| order | status |\n|---|---|\n| 17 | pending |\n| 18 | shipped |", "-"},
		{"| case | before | after |\n|---|---|---|\n| orphaned | error ❌ | reset ✅ |\n| active | error ❌ | error ❌ |", "-"},
		{"1. ✅ Schema\n2. ~~Backfill~~\n3. Drop the column\n4. **Docs**\n\nTests pass.", "Drop the column|Docs"},
		{"## Phase 1: schema ✅\nThe table.\n\n## Phase 2: backfill\n- the command", "Phase 2: backfill|the command"},
		{"## Schritt 1 ✅\n\n## Schritt 2\n\nLäuft.", "Schritt 2"},
		{"1. ✅ All tests pass\n2. ✅ Lint\n\nHow it works:\n\n1. read\n2. write", "-"},
		{"1. ✅ Added a\n2. Fixed b", "-"},
		{"## Phase 1: roles\n- a guard\n\n## Phase 2: list\n- a page", "-"},
		{"- ✅ schema\n- ⏳ backfill\n- ⬜ docs", "backfill|docs"},
		{"## Test plan\n- ⬜ run the tests", "-"},
		{"It works.\n\n### What comes next\n- the docs\n- the index", "the docs|the index"},
		{"### Was als Nächstes kommt\n- Doku\n- Index", "Doku|Index"},
		{"### Pour la suite\n- la doc\n- l'index", "la doc|l'index"},
		{"Pour la suite il faudra :\n- la doc\n- l'index", "la doc|l'index"},
		{"### Lo que sigue\n- la documentación", "la documentación"},
		{"### O que vem a seguir\n- a documentação", "a documentação"},
		{"### Cosa viene dopo\n- la documentazione", "la documentazione"},
		{"### Что дальше\n- документация", "документация"},
		{"### 接下来要做的\n- 文档", "文档"},
		{"### 次にやること\n- 文書", "文書"},
		{"## Next steps\n\nTo finish this, we need:\n\n1. the docs\n2. the index", "the docs|the index"},
		{"## Next steps\n\nIt is ready. What is below is optional:\n\n1. a\n2. b", ""},
		{"## When the command is still needed\n\nIn these cases:\n\n1. a crash\n2. a reset", "-"},
		{"- `next`: the next node\n- `pending`: the orders that wait", "-"},
		{"Two things are missing before it can ship: a limit, and the docs", "a limit|the docs"},
		{"Zwei Dinge fehlen noch, bevor es raus kann: ein Limit, und die Doku", "ein Limit, und die Doku"},
		{"Il manque deux choses avant la livraison : une limite, et la doc", "une limite|la doc"},
		{"Faltan dos cosas antes de publicar: un límite, y la doc", "un límite|la doc"},
		{"Faltam duas coisas antes de publicar: um limite, e a documentação", "um limite|a documentação"},
		{"Mancano due cose prima della pubblicazione: un limite, e la doc", "un limite|la doc"},
		{"Не хватает двух вещей перед выпуском: лимита; документации", "лимита|документации"},
		{"Two things happen before it ships: a build, and the tests", "-"},
	} {
		checkLeft(t, c[0], c[1])
	}
}

func TestAnEndOfASentenceSaysWhatIsNotDone(t *testing.T) {
	for answer, want := range map[string]string{
		"There are no tests for this on purpose.":                  "-",
		"Tests für das Menü gibt es noch nicht, bewusst.":          "-",
		"`send()` posts an alert. It isn't wired up yet.":          "-",
		"Done. There's no test for the router yet.":                "There's no test for the router yet",
		"Es läuft. Es gibt noch keinen Test dafür.":                "Es gibt noch keinen Test dafür",
		"`sort()` est pure. Elle n'est pas encore testée.":         "-",
		"The cache is in, it is not tested yet.":                   "-",
		"The endpoint isn't there yet.":                            "The endpoint isn't there yet",
		"The import command would be next.":                        "The import command would be next",
		"The webhook and its retries are what's left of the plan.": "The webhook and its retries are what's left of the plan",
		"The CSV itself is the next piece.":                        "The CSV itself is the next piece",
		"No handler uses the cache yet.":                           "No handler uses the cache yet",
		"I left the export out for now.":                           "I left the export out for now",
		"Everything except the export is done.":                    "Everything except the export is done",
		"That completes the plan except for the legal links.":      "That completes the plan except for the legal links",
		"Der Plan ist fertig, außer den Tests.":                    "Der Plan ist fertig, außer den Tests",
		"The plan is good but slow.":                               "-",
		"That completes the form.":                                 "-",
		"Nothing is left except the docs.":                         "Nothing is left except the docs",
		"Es ist nichts mehr offen außer der Doku.":                 "Es ist nichts mehr offen außer der Doku",
		"Ничего не осталось, кроме документации.":                  "Ничего не осталось, кроме документации",
		"All done, but the server is slow.":                        "-",
		"Der Endpunkt ist noch nicht da.":                          "Der Endpunkt ist noch nicht da",
		"Im Formular fehlt noch das Datum.":                        "Im Formular fehlt noch das Datum",
		"Den Export habe ich vorerst ausgelassen.":                 "Den Export habe ich vorerst ausgelassen",
		"Alles außer dem Export ist fertig.":                       "Alles außer dem Export ist fertig",
		"Le point d'entrée n'est pas encore là.":                   "Le point d'entrée n'est pas encore là",
		"L'import viendra ensuite.":                                "L'import viendra ensuite",
		"Les relances sont ce qui reste.":                          "Les relances sont ce qui reste",
		"Tout est fait sauf l'export.":                             "Tout est fait sauf l'export",
		"El endpoint todavía no está.":                             "El endpoint todavía no está",
		"Los reintentos son lo que queda.":                         "Los reintentos son lo que queda",
		"Todo está hecho menos la exportación.":                    "Todo está hecho menos la exportación",
		"Os testes são o que falta.":                               "Os testes são o que falta",
		"Tudo está feito menos a exportação.":                      "Tudo está feito menos a exportação",
		"L'endpoint non c'è ancora.":                               "L'endpoint non c'è ancora",
		"I tentativi sono quello che manca.":                       "I tentativi sono quello che manca",
		"Tutto è fatto tranne l'esportazione.":                     "Tutto è fatto tranne l'esportazione",
		"Эндпоинта ещё нет.":                                       "Эндпоинта ещё нет",
		"Всё готово, кроме экспорта.":                              "Всё готово, кроме экспорта",
		"接口还没有。":                                                   "接口还没有",
		"エンドポイントはまだありません。":                                         "エンドポイントはまだありません",
		"エクスポート以外はすべて完了しました。":                                      "エクスポート以外はすべて完了しました",
		"Pas encore de test, et pas encore commité.":               "Pas encore de test, et pas encore commité",
		"If the file isn't there yet, it is created.":              "-",
		"Si le fichier n'est pas encore là, il est créé.":          "-",
		"Si el archivo todavía no está, se crea.":                  "-",
		"Se il file non c'è ancora, viene creato.":                 "-",
		"Если файла ещё нет, он создаётся.":                        "-",
		"如果接口还没有，就会创建。":                                            "-",
		"I left the old helper out of the commit.":                 "-",
		"Everything except the header is cached.":                  "-",
		"Alles außer dem Kopf wird zwischengespeichert.":           "-",
		"The button is next to the field.":                         "-",
		"The folder works, next.":                                  "-",
		"The import is not committed yet.":                         "-",
	} {
		checkLeft(t, answer, want)
	}
}

func TestWhatIsLeftForWhenIsLeft(t *testing.T) {
	for answer, want := range map[string]string{
		"One connection now. `COPY` is left for after the audit.": "`COPY` is left for after the audit", "The header fits. The footer stays for after the release.": "The footer stays for after the release",
		"Fixed. The cache is left for the next release.": "The cache is left for the next release", "`COPY` bleibt für nach dem Audit.": "`COPY` bleibt für nach dem Audit", "Готово. `COPY` остаётся на потом.": "`COPY` остаётся на потом",
		"The button is blue. The icon is left for the designer.": "", "He left for the day.": "", "The job waits for the next tick.": "",
		"A gap is left for the next column.": "", "Space is left for the next item in the row.": "",
	} {
		steps, says := Left(answer)
		if got := strings.Join(steps, "|"); got != want || says {
			t.Errorf("%q leaves %q", answer, got)
		}
	}
}

func TestAStepOfSomebodyElseIsNotOurs(t *testing.T) {
	for answer, want := range map[string]string{
		"Left:\n- the docs\n- Ana will do the migration":                                                       "the docs",
		"Left: docs/flags.md should be written by somebody who knows them, which is Henrik, not us; the index": "the index",
		"Noch offen:\n- die Doku\n- Ana übernimmt die Migration":                                               "die Doku",
		"Reste à faire :\n- la doc\n- Ana s'occupe de la migration":                                            "la doc",
		"Próximos pasos:\n- la doc\n- Ana se encarga de la migración":                                          "la doc",
		"Ancora da fare:\n- la doc\n- la migrazione, quella di Ana, non noi":                                   "la doc",
		"Осталось сделать:\n- документация\n- Анна сделает миграцию":                                           "документация",
		"Left: warn when an order was changed by somebody else":                                                "warn when an order was changed by somebody else",
		"Left: the docs; the migration will be done by Ana":                                                    "the docs",
		"Left: the migration has to be done by Friday":                                                         "the migration has to be done by Friday",
		"Left: We will do the migration":                                                                       "We will do the migration",
		"Left: Tests will follow":                                                                              "Tests will follow", "The table is in, all done; next is the index.": "the index",
		"Left: I will do the docs; CI is doing the build twice, fix that": "I will do the docs|CI is doing the build twice, fix that",
	} {
		checkLeft(t, answer, want)
	}
}

// checkLeft checks which steps, joined by "|", an answer leaves; "-" where it says nothing of it, not even loosely.
func checkLeft(t *testing.T, answer, want string) {
	t.Helper()
	steps, says := Left(answer)
	got := strings.Join(steps, "|")
	if !says && got == "" {
		got = "-"
	}
	if got != want {
		t.Errorf("left of %q is %q, want %q", answer, got, want)
	}
}

func TestWhatIsLeftMayFollowACheer(t *testing.T) {
	for answer, want := range map[string]int{
		"Congrats! 🎉 Two things are left:\n\n1. the docs\n2. the cron": 2,
		"Super! Noch offen:\n- die Doku":                               1,
		"Done! Next: write the docs":                                   1,
		"Nice! It works: the cron ran":                                 0,
	} {
		if steps, _ := Left(answer); len(steps) != want {
			t.Errorf("%q leaves %q", answer, steps)
		}
	}
}

func TestAStepWaits(t *testing.T) {
	for text, want := range map[string]bool{
		"island fares (waiting for Petra)": true, "Inselzuschläge (wartet auf Petra)": true,
		"тариф островов (ждём Петю)": true, "bulky fares": false, "the wait in the queue": false,
	} {
		if got := Waits(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestTheWorkGrowsAsTheTextDoes(t *testing.T) {
	left := func(s string) { Left(s) }
	for _, s := range []string{"1. a1 ", "a1; ", "Fix it. ", "Next: a. ", "add a, and ", "x? "} {
		grows(t, "a line of steps of "+s, func(n int) string { return "Next steps: " + repeated(s)(n) }, left)
	}
}
