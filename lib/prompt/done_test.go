package prompt

import (
	"strings"
	"testing"
)

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
		{"fix: no setState after dispose in PixSheet", "`setState` after dispose in PixSheet (low prio)", true},
		{"fix: no crash after dispose", "the crash after a reload", false},
		{"fix: no crash after dispose", "add a test of the crash after dispose", false},
		{"fix: no test of the parser", "test of the parser", false},
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
		{"`check` lists stations without samples, which completes phase 3.", "check lists stations without samples", true},
		{"`check` lists stations, without samples is still to come.", "check lists stations without samples", false},
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

func TestAStepIsNotDoneByWhatIsDoneBesideIt(t *testing.T) {
	for _, c := range []struct{ step, yes, no string }{
		{"写测试", "测试写好了。", "测试全部通过了。"}, {"add tests", "The tests are added.", "All tests pass."},
		{"Tests ergänzen", "Die Tests sind ergänzt.", "Alle Tests laufen durch."}, {"ajouter les tests", "Ajouter les tests : c'est fait.", "Tous les tests passent."},
		{"run the tests", "All tests pass.", "I looked at the tests."},
		{"加缓存", "缓存已添加。", "更新了缓存的文档。"}, {"加缓存", "加上了缓存和文档。", "删除了缓存日志。"},
		{"the cache", "The cache is added, the docs too.", "I updated the docs of the cache."}, {"the cache", "Added the cache and a test.", "The cache test is fixed."},
		{"der Cache", "Der Cache ist eingebaut.", "Die Doku vom Cache ist aktualisiert, fertig."}, {"le cache", "Le cache est ajouté.", "La documentation du cache est corrigée."},
		{"la tabla", "La tabla está creada.", "El nombre de la tabla está corregido."}, {"a tabela", "A tabela foi criada.", "Alterado o nome da tabela."},
		{"la ricerca", "La ricerca è completata.", "Ho corretto il commento della ricerca, fatto."}, {"кэш", "Кэш готов.", "Документация кэша готова."},
		{"検索", "検索が完了しました。", "検索のコメントを修正しました。"}, {"the docs of the cache", "I updated the docs of the cache.", "The cache is fixed."},
		{"E2E用例", "更新了 E2E 用例，完成。", "更新了 E2E 文档。"}, {"E2E 用例", "E2E用例写好了。", "用例写好了。"},
	} {
		for answer, want := range map[string]bool{c.yes: true, c.no: false} {
			if TurnOf("", []string{answer}, nil).Done(StepOf(c.step)) != want {
				t.Errorf("%q says of %q: %v", answer, c.step, !want)
			}
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
		{"Move the sizes of boats into an enum (tomorrow)", "The boats' sizes now live in the enum.", "The boats' sizes in the enum are now documented."},
		{"Extract the tides into a table", "The tides now come from a table.", "The tides are now read from the web."},
		{"Größen der Boote in ein Enum auslagern", "Die Größen der Boote liegen jetzt im Enum.", "Die Größen der Boote prüft jetzt ein Test."},
		{"Document the sizes in the enum", "The sizes in the enum are documented.", "The sizes now live in the enum."},
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

func TestAQuestionIsDoneWhereWhoWasAskedAnswers(t *testing.T) {
	for asked, want := range map[string]bool{
		"Henrik has answered: suspect values are left out. Change the mean.": true,
		"Henrik dit : on les laisse de côté":                                 true,
		"the test says that flags are lost":                                  false,
		"I met Henrik. go on with the flags":                                 false,
	} {
		step := StepOf("Should a flagged value count in the test? I will ask Henrik tomorrow.")
		if got := TurnOf(asked, []string{"OK."}, nil).Done(step); got != want {
			t.Errorf("%q ends the question: %v", asked, got)
		}
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
		{"now the year", "The test of the year is written.", "", "a test of the year, there the days begin at 1", true},
		{"now the rows", "Rows are counted.", "", "Count the rows, so that we see when it is full. yes, but not today", true},
		{"now the rows", "Old rows are dropped.", "", "Drop old rows would be enough", true},
		{"", "", "The feed gives up after 2 s per try", "a limit per try of the feed, a slow server hangs right now", false},
		{"", "", "Limit of 2 s per try of the feed", "a limit per try of the feed, a slow server hangs right now", true},
		{"", "", "Zeitlimit von 2 s pro Versuch", "Zeitlimit pro Versuch: derzeit hängt ein langsamer Server", true},
		{"", "", "Zeitlimit von 2 s pro Versuch", "Zeitlimit pro Versuch: Test mit langsamem Server", false},
		{"", "Die Fälle sind auf `@Table` umgestellt.", "", "Fälle auf `@Table` umstellen", true},
		{"", "占位图做好了：没有数据时会显示。", "", "没有数据时显示占位图", true},
		{"", "没有数据时显示错误提示，做好了。", "", "没有数据时显示占位图", false},
		{"", "没有数据时显示占位符，做好了。", "", "没有数据时显示占位图", false},
		{"", "前端的校验加好了。", "", "前端校验", true},
		{"", "后端校验加好了。", "", "前端校验", false},
		{"", "`/stats` 的缓存加好了。", "", "给 `/stats` 加缓存", true},
		{"", "`/stats` 的测试加好了。", "", "给 `/stats` 加缓存", false},
		{"", "データがないときのプレースホルダーの表示を追加しました。", "", "データがないときにプレースホルダーを表示する", true},
		{"", "データがないときのエラー表示を追加しました。", "", "データがないときにプレースホルダーを表示する", false},
		{"", "", "", refuse, false},
		{"a", "b", "c", "", false},
	} {
		if got := TurnOf(c.asked, []string{c.answer}, []string{c.commit}).Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q, %q, %q say of %q: %v", c.asked, c.answer, c.commit, c.step, got)
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

func TestWhatIsInCodeNamesAStepHoweverShort(t *testing.T) {
	step := StepOf("A `--dry-run` that only counts")
	if !TurnOf("A dry run is unnecessary. Count it.", nil, nil).Done(step) || TurnOf("A long run is unnecessary.", nil, nil).Done(step) {
		t.Error("it is not what was dropped")
	}
}

func TestACommitOfWhichNoSessionTellsDoesAStep(t *testing.T) {
	const week = "Add GET /api/week with the same data as the page, minutes as integers"
	for _, c := range []struct {
		subject, step string
		want          bool
	}{
		{"web: add /api/week", week, true},
		{"report: add --json", "Add `--json` to `report`", true},
		{"feat(store): implement LockFile", "Add `LockFile`, so that two processes wait", true},
		{"docs: document --since", "Document `--since`, with an example", true},
		{"rename parse_date to parseDay", "Rename `parse_date` to `parseDay`", true},
		{"Add a totals row at the bottom (#41)", "a totals row at the bottom", true},
		{"report: --json ergänzen", "`--json` für report ergänzen", true},
		{"ajouter /api/week", "Ajouter GET /api/week avec les mêmes données", true},
		{"web: add /api/semana", "Añadir /api/semana con los mismos datos", true},
		{"добавить /api/week", "Добавить GET /api/week с теми же данными", true},
		{"parse.go: fix typo", "Fix the crash in `parse.go`", false},
		{"store: add Lock", "Add a test for `Lock`", false},
		{"web: add a test for /api/week", week, false},
		{"web: add /api/week", "Add /api/week pagination", false},
		{"web: add --json", "Add `--json` to `report`", false},
		{"web: add --json", "Add `--json` to the export command", false},
		{`Revert "web: add /api/week"`, week, false},
		{"wip: add /api/week", week, false},
		{"TODO: document the export", "document the export", false},
		{"Add search page header", "add the search page", false},
		{"web: remove /api/week", week, false},
		{"add /api/week without totals", "Add GET /api/week with totals", false},
		{"fix invoice export", "Add the invoice export as CSV", false},
		{"json: fix export of dates", "add a JSON export", false},
		{"fix totals row", "Test the totals row", false},
		{"add totals row test", "a totals row", false},
		{"web: /api/week vorbereiten", "GET /api/week ergänzen", false},
		{"préparer /api/week", "Ajouter GET /api/week", false},
		{"Converter in src/b.ts", "Step 2: Converter in `src/b.ts`", true},
	} {
		if got := StepOf(c.step).DoneBy(c.subject); got != c.want {
			t.Errorf("%q does %q: %v", c.subject, c.step, got)
		}
	}
}

func TestWhatIsDoneIsSaidBesideWhatIsNot(t *testing.T) {
	for _, c := range []struct{ did, open, step string }{
		{"The BOM is added", "the permission check is left out as you said", "add the BOM"},
		{"Added the retries of the upload", "I did not do the permission check, as you said", "add the retries of the upload"},
		{"Retries of the upload are added", "but the cache isn't done", "retries of the upload"},
		{"Der BOM ist eingebaut", "die Rechteprüfung mache ich wie gesagt nicht", "BOM einbauen"},
		{"Les reprises de l'envoi sont ajoutées", "le contrôle des droits n'est pas fait", "reprises de l'envoi"},
		{"Los reintentos del envío están agregados", "el control de permisos no lo hice", "reintentos del envío"},
		{"Повторы загрузки добавлены", "проверка прав не сделана", "повторы загрузки"},
		{"BOMを追加しました", "権限チェックはまだです", "BOMを追加"}, {"上传重试已加上", "权限检查没有做", "上传重试"},
	} {
		done := func(answer string) bool { return TurnOf("", []string{answer}, nil).Done(StepOf(c.step)) }
		if !done(c.did+".") || !done(c.did+", "+c.open+".") {
			t.Errorf("%q does not end %q, alone %t", c.did+", "+c.open, c.step, done(c.did+"."))
		}
		if TurnOf("", []string{c.did + ", " + c.open + "."}, nil).Done(StepOf(c.open)) {
			t.Errorf("%q ends what is open", c.did+", "+c.open)
		}
	}
	for _, answer := range []string{
		"The retries of the upload are added, but they do not wait yet", "The retries of the upload are added, but not tested",
		"The retries of the upload are added, still without a test", "The retries of the upload are added, but it fails",
		"Die Retries des Uploads sind eingebaut, aber sie warten noch nicht", "The retries of the upload are added, the third retry is missing",
		"As for the retries of the upload, the design is written, the code is not", "The retries of the upload are added, one case fails",
		"After the retries of the upload are added, the cache needs a flush", "The helper modifies the retries of the upload",
	} {
		if TurnOf("", []string{answer}, nil).Done(StepOf("add the retries of the upload")) {
			t.Errorf("%q ends them", answer)
		}
	}
	const both = "add the retries of the upload and the permission check"
	if TurnOf(both, []string{"The retries of the upload are added, the permission check is left out."}, nil).Done(StepOf(both)) {
		t.Error("what a prompt asks for fills what the answer says is open")
	}
}

func TestAStepForLaterEndsByWhatItIsWithoutWhen(t *testing.T) {
	step := StepOf("when all of this is done bump version to 0.4.0 and a changelog line")
	for said, done := range map[string]bool{
		"Bumped the version to 0.4.0 and added a changelog line.": true, "All of this is done.": false, "Bumped the version to 0.4.0.": false,
	} {
		if TurnOf("go on", []string{said}, nil).Done(step) != done {
			t.Errorf("%q: %t", said, !done)
		}
	}
}

func TestWhatIsPutOffEndsWithoutTheWordsThatPutItOff(t *testing.T) {
	for step, answer := range map[string]string{
		"docs next week": "Wrote the docs.", "the test can wait": "The test is written.", "the CI": "The CI is written.",
	} {
		if turn := TurnOf("and now that", []string{answer}, nil); !turn.Done(StepOf(step)) || turn.Done(StepOf("prune "+step)) {
			t.Errorf("%q is not what %q says", step, answer)
		}
	}
}

// What was put off or left in the words of every day ends when it is done.
func TestEverydayStepsEnd(t *testing.T) {
	for step, answer := range map[string]string{
		"Note: I haven't run the integration tests because docker isn't available": "The integration tests pass now.",
		"the frontend part is not started":                                         "I've built the frontend part.",
		"we'll need pagination eventually, skip it for now":                        "Added pagination to the list.",
		"remaining for next time: the docs and the changelog":                      "I've written the docs and the changelog.",
		"i'd rather do the retry logic tomorrow when bob is around":                "The retry logic is in.",
		"can you also make a note that we need to handle timezones at some point?": "Timezones are handled now.",
		"Hinweis: die Integrationstests konnte ich nicht ausführen":                "Die Integrationstests laufen jetzt durch.",
		"die Suche ist kaputt, schreib es auf die Liste":                           "Die Suche war kaputt, jetzt repariert.",
	} {
		turn := TurnOf("go on", []string{answer}, nil)
		if turn.Changes = true; !turn.Done(StepOf(step)) {
			t.Errorf("%q does not end %q", answer, step)
		}
		if other := TurnOf("go on", []string{"I've renamed the export."}, nil); other.Done(StepOf(step)) {
			t.Errorf("another work ends %q", step)
		}
	}
}

func TestNothingElseEndsAStep(t *testing.T) {
	for _, c := range []struct{ step, asked, answer string }{
		{"Merge the PR", "I merged main into the PR", ""},
		{"Deploy the worker", "Ana deployed the worker, right?", ""},
		{"Restart the server", "I ran `make run` to restart the server", ""},
		{"Run the backfill", "I ran the backfill, exit code 1", ""},
		{"Run the backfill", "I ran the backfill, rolled it back", ""},
		{"Run the backfill", "I ran the backfill. It hangs.", ""},
		{"Add the retry of the upload", "look at it", "I read it. No need for the retry of the upload, ok?"},
		{"Deploy the worker", "look at it", "Deployed the worker, ok?"},
		{"Write the release notes", "cut the release", "Released."},
		{"Tag the branch", "cut the branch and tag it", ""},
	} {
		turn, step := TurnOf(c.asked, []string{c.answer}, nil), StepOf(c.step)
		if turn.Done(step) || turn.Certain(step) {
			t.Errorf("%q is done by %q, %q", c.step, c.asked, c.answer)
		}
	}
	for _, asked := range []string{"I don't need the export", "Wir brauchen den Export nicht"} {
		if !TurnOf(asked, nil, nil).Done(StepOf("Write the export")) {
			t.Errorf("%q drops no step", asked)
		}
	}
}

func TestTheWorkOfATurnGrowsAsItsAnswerDoes(t *testing.T) {
	steps := make([]Step, 12)
	for i := range steps {
		steps[i] = StepOf("add the load test and the unit test and the smoke test of the report page and the login page")
	}
	for _, s := range []string{"Ruled out. ", "Ruled out. It fails. ", "- [x] a\n", "ok? ", "It stays as it is. "} {
		grows(t, "an answer of "+s, repeated(s), func(answer string) {
			turn := TurnOf("Add the load test of the report page", []string{answer}, nil)
			for _, s := range steps {
				turn.Done(s)
			}
		})
	}
}

func TestManyQuestionsAreReadInTime(t *testing.T) {
	text := strings.Repeat("Is it right that the export of the invoices is not there yet? ", 300)
	if n := testing.AllocsPerRun(1, func() { TurnOf("", []string{text}, nil) }); n > 60_000 {
		t.Errorf("%.0f allocations", n)
	}
}

func TestACommitThatListsWhatItBringsDoesEachOfThat(t *testing.T) {
	turn := TurnOf("finish it", nil, []string{"OPS-445: exporter, dashboard, alert on waiting clients"})
	for step, want := range map[string]bool{
		"Alert on waiting clients": true, "the exporter with its dashboard": true, "Load test in staging": false,
		"Write docs for the exporter": false, "Alert on full pools": false,
	} {
		if turn.Done(StepOf(step)) != want {
			t.Errorf("%q: %t", step, !want)
		}
	}
}

func TestAMergeDoesWhatWaitsForItsReview(t *testing.T) {
	for step, want := range map[string]bool{
		"PR #88 (pgbouncer) waits for Tomas' review": true, "PR #8 waits for Tomas' review": false,
		"Once #88 is merged, rebase the docs": false, "Answer Tomas on #88": false,
	} {
		for _, subject := range []string{"Merge pull request #88 from acme/pool", "OPS-445: a pool before the ledger (#88)"} {
			if StepOf(step).DoneBy(subject) != want {
				t.Errorf("%q by %q: %t", step, subject, !want)
			}
		}
	}
}
