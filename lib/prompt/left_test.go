package prompt

import (
	"slices"
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
		"Deux choses : le cache est vidé.":                  "-",
		"4: the port":                                       "-",
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
		"Je dois encore écrire la doc.":                                                            "écrire la doc",
		"Il reste les dates, et le test.":                                                          "les dates|le test",
		"Restent **les dates** et **le test** avec le fichier.":                                    "les dates et le test avec le fichier",
		"Ich muss noch die Doku schreiben.":                                                        "die Doku schreiben",
		"Das letzte offene Stück ist der Ablauf nach zwei Stunden.":                                "der Ablauf nach zwei Stunden",
		"Der Export geht, der Fuß fehlt noch.":                                                     "Der Export geht, der Fuß fehlt noch",
		"Faltan las fechas y la prueba.":                                                           "las fechas y la prueba",
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
		"Only the importer is left now.":                                                  "Only the importer is left now",
		"The importer is the only piece missing.":                                         "The importer is the only piece missing",
		"There are a few follow-ups:\n- docs":                                             "docs",
		"Not covered: the retries.":                                                       "the retries.",
		"Die Tests sind noch nicht geschrieben.":                                          "Die Tests sind noch nicht geschrieben",
		"Les tests ne sont pas encore écrits.":                                            "Les tests ne sont pas encore écrits",
		"Falta engancharla en el menú.":                                                   "engancharla en el menú",
		"Ainda não escrevi a documentação.":                                               "Ainda não escrevi a documentação",
		"La pagina non è ancora tradotta.":                                                "La pagina non è ancora tradotta",
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

func TestAStepIsDoneWhereACommitSaysSo(t *testing.T) {
	for _, c := range []struct {
		text, step string
		want       bool
	}{
		{"Write the backfill of cents", "write the backfill", true},
		{"Add tests for the invoice export", "Add tests for invoice exports", true},
		{"Fix the login", "Write the backfill", false},
		{"Update docs", "Update the docs of the export and the import", false},
		{"tests", "tests", false},
		{"Offers, quiet hours, accepting", "accepting an offer and passing it on after two hours", false},
	} {
		if got := SaysDone(c.text, StepOf(c.step)); got != c.want {
			t.Errorf("%q says of %q: %v", c.text, c.step, got)
		}
	}
}

func TestAStepIsDoneWhereAnAnswerSaysSo(t *testing.T) {
	for _, c := range []struct {
		answer, step string
		want         bool
	}{
		{"The totals are done, all tests pass.", "the totals", true},
		{"I changed a lot. The header and the totals work now.", "the totals", true},
		{"Die Summen sind fertig.", "die Summen", true},
		{"合計が完了しました。", "合計", true},
		{"The totals are not done yet.", "the totals", false},
		{"When the totals are done, the export works.", "the totals", false},
		{"Are the totals done?", "the totals", false},
		{"The header is done. The totals come next.", "the totals", false},
		{"The totals of invoices are done.", "the totals of the yearly report", false},
		{"Done.", "the totals", false},
		{"**I added the link from pages/index.md.**", "the link from pages/index.md", true},
		{"The link from pages/index.md is added.", "the link from pages/index.md", true},
		{"Single lines of an order can be refunded now, with a test.", "refund single lines of an order", true},
		{"Used codes are refused.", "refuse used codes", true},
		{"All 14 tests pass.", "I have not run the tests yet.", true},
		{"Ich habe den Link aus dem Index ergänzt.", "den Link aus dem Index", true},
		{"J'ai ajouté le lien de l'index.", "le lien de l'index", true},
		{"Añadí el enlace del índice.", "el enlace del índice", true},
		{"Adicionei a ligação do índice.", "a ligação do índice", true},
		{"Ho aggiunto la pagina indice.", "la pagina indice", true},
		{"Я добавил ссылку из индекса.", "ссылку из индекса", true},
		{"索引里的链接已添加。", "索引里的链接", true},
		{"リンクを追加しました。", "リンク", true},
		{"Still open: the link from pages/index.md.", "the link from pages/index.md", false},
		{"I added the header. Next: the link from pages/index.md.", "the link from pages/index.md", false},
		{"I have not added the link from pages/index.md.", "the link from pages/index.md", false},
		{"I will now add the link from pages/index.md.", "the link from pages/index.md", false},
		{"Now I look at the link from pages/index.md.", "the link from pages/index.md", false},
		{"Shall I say that the link from pages/index.md is added?", "the link from pages/index.md", false},
		{"I looked at the link from pages/index.md and added a note.", "the link from pages/index.md", false},
		{"The test for deleted rows reads the table.", "test for deleted rows", false},
		{"Single lines of an order should be refunded.", "refund single lines of an order", false},
		{"Der Link aus dem Index soll noch ergänzt werden.", "den Link aus dem Index", false},
		{"The added totals remain.", "the totals", false},
		{"The tests fail.", "I have not run the tests yet.", false},
		{"You asked for the docs to be updated.", "update the docs", false},
		{"To update the docs, run make docs, which works now.", "update the docs", false},
	} {
		if got := TurnOf("", []string{c.answer}, nil).Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q says of %q: %v", c.answer, c.step, got)
		}
	}
}

func TestWhereFilesChangedAStepIsDoneThatIsThere(t *testing.T) {
	for _, c := range []struct{ step, yes, no string }{
		{"the error responses", "The error responses are defined under `components`.", "The error responses are needed by every client."},
		{"the error responses", "I defined the error responses.", "I noticed the error responses while at it."},
		{"the error responses", "The error responses are in.", "The error responses are in the handler."},
		{"the error responses", "The error responses and the schema were described.", "Once the error responses are defined, clients can retry."},
		{"the request schema", "The request schema is there too.", "The request schema is based on the body."},
		{"the request schema", "It's validated now: the request schema is there.", "A shared request schema would help."},
		{"die Fehler der Antworten", "Die Fehler der Antworten sind definiert.", "Die Fehler der Antworten sind nicht definiert."},
		{"les réponses d'erreur", "Les réponses d'erreur sont définies.", "Les réponses d'erreur sont utilisées par le client."},
		{"las respuestas de error", "Las respuestas de error están definidas.", "Las respuestas de error están en el código."},
		{"as respostas de erro", "As respostas de erro foram definidas.", "As respostas de erro foram usadas."},
		{"le risposte di errore", "Le risposte di errore sono definite.", "Le risposte di errore sono nel codice."},
		{"схему ошибок", "Схему ошибок теперь определена.", "Схему ошибок видно в коде."},
		{"错误响应", "错误响应已定义。", "错误响应在哪个文件里。"},
		{"エラー応答", "エラー応答が定義されました。", "エラー応答を見ています。"},
	} {
		for answer, want := range map[string]bool{c.yes: true, c.no: false} {
			turn := TurnOf("", []string{answer}, nil)
			if turn.Changes = true; turn.Done(StepOf(c.step)) != want {
				t.Errorf("%q says of %q: %v", answer, c.step, !want)
			}
		}
	}
	if TurnOf("", []string{"The error responses are returned as text."}, nil).Done(StepOf("the error responses")) {
		t.Error("what is told where nothing changed is as it was")
	}
	turn := TurnOf("", []string{"The table is shown to guests."}, nil)
	if turn.Changes = true; turn.Done(StepOf("the table")) {
		t.Error("of a single word it is too little")
	}
}

func TestAStepIsDoneByASitting(t *testing.T) {
	const refuse, commit = "A code that was used must be refused in `redeem.py`", "Refuse used vouchers with a notice"
	for _, c := range []struct {
		asked, answer, commit, step string
		want                        bool
	}{
		{"refuse codes that were used already", "A used code now gives a notice, with a test.", commit, refuse, true},
		{"refund single lines of an order", "Done, with a test.", "Refund single lines", "refund single lines of an order", true},
		{"bau die Ablehnung benutzter Codes", "Benutzte Codes geben jetzt eine Meldung.", "", "Ablehnung benutzter Codes mit Meldung", true},
		{"ajoute le refus des codes utilisés", "Les codes utilisés donnent maintenant un message.", "", "refus des codes utilisés avec message", true},
		{"добавь отказ для старого кода", "Отказ для старого кода теперь даёт сообщение.", "", "отказ для старого кода: сообщение", true},
		{"refuse codes that were used already", "Still open: used codes.", "", refuse, false},
		{"refuse codes that were used already", "I have not refused used codes.", "", refuse, false},
		{"should used codes be refused in redeem.py?", "A used code now gives a notice.", commit, refuse, false},
		{"refuse codes that were used already", "The header is added.", "Add the header", refuse, false},
		{"refund single lines of an order", "Single lines can be refunded now.", "Refund single lines", "document the refund of single lines", false},
		{"refund single lines of an order", "Single lines can be refunded now.", "Refund single lines", "refund of single lines: tests", false},
		{"refund single lines", "Single lines can be refunded now.", "Refund lines", "show refunds in the yearly report", false},
		{"rename the export command to dump", "Renamed the export command in cli.go and updated the tests of it.", "rename export command", "update the docs of the export command", false},
		{"rename the export command to dump", "Renamed the export command in cli.go, updated the tests and the docs of it.", "", "update the docs of the export command", true},
		{"rename the export of invoices, orders and refunds", "Renamed the export of invoices, orders and refunds, updated tests.", "", "update the docs of the export of invoices, orders and refunds", false},
		{"", "", "", refuse, false},
		{"a", "b", "c", "", false},
	} {
		if got := TurnOf(c.asked, []string{c.answer}, []string{c.commit}).Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q, %q, %q say of %q: %v", c.asked, c.answer, c.commit, c.step, got)
		}
	}
}

func TestAPromptAsksForACommitAmongOthers(t *testing.T) {
	for text, want := range map[string]bool{
		"later, i have a call. commit as wip": true, "commit. btw the phone number is outdated": true, "muss weg, committe das so": true,
		"je dois filer, pousse le tout": true, "shall I commit it?": false, "the commit message is too long": false, "why did it commit twice?": false,
		"fix the login of guests": false, "show who made the last commit": false,
	} {
		if got := Commits(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestALongAnswerSaysInItsFirstAndLastSentencesWhatIsDone(t *testing.T) {
	filler := strings.Repeat("The module reads pairs of keys and values. ", 200)
	for answer, want := range map[string]bool{
		"The totals are done. " + filler:                           true,
		filler + "The totals are done.":                            true,
		filler + "The totals are done. " + filler:                  false, // bounded
		strings.Repeat("not ", 3000) + "The totals are done.":      false, // one sentence
		strings.Repeat("x", 2*maxTold) + ".\nThe totals are done.": true,
	} {
		if got := TurnOf("", []string{answer}, nil).Done(StepOf("the totals")); got != want {
			t.Errorf("%d bytes from %.30q: %v", len(answer), answer, got)
		}
	}
}

func TestWhatWasPastedIsNotTheUsersOwn(t *testing.T) {
	paste := `<pasted_content id="b797">` + "\nSpecification of the export\nAlways write UTF-8.\nNever write a header.\n" + `</pasted_content id="b797">`
	for name, c := range map[string]struct{ text, goal string }{
		"after it":  {paste + "\nbuild this export for invoices", "build this export for invoices"},
		"before it": {"build this export for invoices:\n" + paste, "build this export for invoices"},
		"nested":    {"<pasted_content id=\"1\">a <pasted_content id=\"2\">b</pasted_content id=\"2\"> always c</pasted_content id=\"1\">\nbuild this export for invoices", "build this export for invoices"},
		"unclosed":  {"build this export for invoices\n<pasted_content id=\"1\">never do this\nand never that", "build this export for invoices"},
		"alone":     {paste, "Specification of the export"},
		"stray end": {"build this </pasted_content id=\"1\"> export for invoices", "build this export for invoices"},
		"in words":  {"why does pasted_content not render in the page", "why does pasted_content not render in the page"},
	} {
		if got := Goal(slices.Values([]string{c.text})); got != c.goal {
			t.Errorf("%s: the goal is %q, want %q", name, got, c.goal)
		}
		if got := Rules(c.text); len(got) > 0 {
			t.Errorf("%s: rules are %q", name, got)
		}
	}
}

func TestAGoalNamesSomething(t *testing.T) {
	for _, c := range []struct {
		want    string
		prompts []string
	}{
		{"fix the login of guests", []string{"c", "8", "q", "A, B", "fix the login of guests"}},
		{"fix the login of guests", []string{"can you please fix the login of guests"}},
		{"fix the login of guests", []string{"ok now fix the login of guests"}},
		{"rename the column everywhere", []string{"fix lint", "rename the column everywhere"}},
		{"fix lint", []string{"fix lint", "ok"}},
		{"round the rates of loans", []string{"commit only the date fix, not the csv", "round the rates of loans"}},
		{"merge both parsers into one", []string{"merge both parsers into one", "round the rates of loans"}},
		{"move the tickets of the sprint", []string{"do you have access to linear?", "move the tickets of the sprint"}},
		{"ok", nil},
		{"/review pull request 12", []string{"/init", "/review pull request 12"}},
	} {
		want := c.want
		if c.prompts == nil {
			want = ""
		}
		if got := Goal(slices.Values(c.prompts)); got != want {
			t.Errorf("goal of %q is %q, want %q", c.prompts, got, want)
		}
	}
}

func TestAPromptIsKeptWhole(t *testing.T) {
	text := "Build this:  \n\n\n\n- a\tb\n" + strings.Repeat("word ", 700)
	got := Whole(text)
	if !strings.HasPrefix(got, "Build this:\n\n- a  b\nword word") || row(got) != row(text) {
		t.Errorf("it became %.60q", got)
	}
	long := strings.Repeat("The export reads each row. ", 200) + "Never change the schema. The colour is blue."
	got = Whole(long)
	if n := len([]rune(got)); n > maxWhole || n < maxBegin || !strings.Contains(got, "Never change the schema.") || !strings.Contains(got, "The colour is blue.") {
		t.Errorf("%d characters, ending in %q", n, got[len(got)-80:])
	}
}

func TestASectionOfTheClientsSummaryEndsWhereTheNextBegins(t *testing.T) {
	for name, c := range map[string]struct{ summary, intent, pending, failed string }{
		"plain":                {"1. Primary Request and Intent:\n   Refund lines.\n2. Key Technical Concepts:\n   - python\n4. Errors and fixes:\n   - a: b\n5. Problem Solving:\n   done\n7. Pending Tasks:\n   - docs\n8. Current Work:\n   x", "Refund lines.", "docs", "a: b"},
		"text beside headings": {"1. Primary Request and Intent: Refund lines.\n2. Key Technical Concepts: python\n3. Files and Code Sections: refund.py\n4. Errors and fixes:\n- a: b\n5. Problem Solving: done\n6. All user messages: refund lines\n7. Pending Tasks:\n- docs\n8. Current Work: x", "Refund lines.", "docs", "a: b"},
		"bold headings":        {"**1. Primary Request and Intent:** Refund lines.\n**2. Key Technical Concepts:** python\n**4. Errors and fixes:**\n- a: b\n**5. Problem Solving:** done", "Refund lines.", "", "a: b"},
		"marked headings":      {"## Primary Request and Intent\nRefund lines.\n## Key Technical Concepts: python\n## Pending Tasks\n1. docs\n2. index: link it\n### Current Work\nx", "Refund lines.", "docs|index: link it", ""},
		"a numbered list":      {"4. Errors and fixes:\n1. **A**: b\n2. **C**: d\n3. e: f\n4. g: h\n5. **I**: j\n5. Problem Solving: k\n7. Pending Tasks:\n1. docs\n2. index: link it", "", "docs|index: link it", "A: b|C: d|e: f|g: h|I: j"},
	} {
		pending, _, failed := Summed(c.summary)
		if got := []string{Intent(c.summary), strings.Join(pending, "|"), strings.Join(failed, "|")}; !slices.Equal(got, []string{c.intent, c.pending, c.failed}) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestWhatIsThrownAwayLeavesNothing(t *testing.T) {
	for text, want := range map[string]bool{
		"hm no, forget it. throw that away": true, "revert it please": true, "vergiss es": true,
		"throw an error where the file is missing": false, "undo the last commit of the branch": false,
		"nah, stdout is enuf, undo all that and do stdout": true, "nah undo all that": true, "laisse tomber, on fera du html": true,
		"deshaz todo eso": true, "scrap all that": true, "nee, mach das alles rückgängig und nimm html": true, "не, нет, отмени всё": true,
		"não, desfaz tudo isso": true, "no, annulla tutto e usa html": true, "全部撤销": true, "全部元に戻して": true,
		"don't undo all that": false, "drop that column": false, "no deshagas todo eso": false, "ne défais pas tout ça": false,
		"the undo all button is broken": false, "why did you scrap all that?": false, "forget the cache, it is fine": false,
		"ok, revert that": true, "算了，不做了": true, "no, please undo it and use a map": true,
		"don't throw it away yet": false, "how do I undo it?": false, "go on, we can revert it later": false,
	} {
		if got := Discards(text); got != want {
			t.Errorf("%q discards: %t", text, got)
		}
	}
}

func TestTwoStarsInCodeAreNoBold(t *testing.T) {
	if got := Unmarked("**Done**: retries wait 2**i seconds, **bold** too"); got != "Done: retries wait 2**i seconds, bold too" {
		t.Errorf("got %q", got)
	}
}

func TestWhatIsAskedInsteadComesAfterTheWordsThatThrowAway(t *testing.T) {
	for text, want := range map[string]string{
		"discard that, log to stdout instead":      "log to stdout instead",
		"laisse tomber, on fera du html":           "on fera du html",
		"that is wrong, undo it":                   "",
		"revert that and commit":                   "",
		"forget it. Please use the other library.": "use the other library",
		"log to stdout instead":                    "",
		"nah undo all that, do html":               "do html",
	} {
		if got := Instead(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
