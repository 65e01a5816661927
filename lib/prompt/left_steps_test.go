package prompt

import (
	"strings"
	"testing"
)

// leavesSteps checks what each answer leaves.
func leavesSteps(t *testing.T, cases map[string]string) {
	t.Helper()
	for answer, want := range cases {
		checkLeft(t, answer, want)
	}
}

func TestWhatWouldBeLeftIsLeft(t *testing.T) {
	leavesSteps(t, map[string]string{
		"The parser is in. The only remaining work would be to tag the release and publish it.": "to tag the release and publish it",
		"The only remaining piece is to rename the flag.":                                       "to rename the flag",
		"It runs. What's left would be the manual page.":                                        "the manual page",
		"The remaining step would be to bump the version.":                                      "to bump the version",
		"Läuft. Das Einzige, was noch fehlt, wäre das Handbuch.":                                "das Handbuch",
		"C'est prêt. La seule chose qui manque serait la notice.":                               "la notice",
		"Le seul point ouvert est de renommer l'option.":                                        "de renommer l'option",
		"Pronto. A única coisa que falta seria o manual.":                                       "o manual",
		"Fatto. L'unica cosa che manca sarebbe il manuale.":                                     "il manuale",
		"The remaining tests are the slow ones.":                                                "-",
		"The remaining warning is harmless, the one of the linter.":                             "-",
		"The only problem would be the old clients.":                                            "-",
		"The next call is to the cache.":                                                        "-",
		"The next page would be the one with the prices.":                                       "-",
	})
}

// An item that only leads to its parts is the step; they are how it is done.
func TestAnItemThatLeadsToItsPartsIsAStep(t *testing.T) {
	leavesSteps(t, map[string]string{
		"## Next steps\n\n1. **Set up alerts** (10 minutes):\n   - Add a channel\n   - Choose who is called\n2. Announce it": "Set up alerts (10 minutes)|Announce it",
		"Noch offen:\n1. Export umbauen:\n   - Kopfzeile\n   - Summen\n2. Doku":                                              "Export umbauen|Doku",
		"Reste à faire :\n1. Migrer la base :\n   - sauvegarder\n2. La doc":                                                  "Migrer la base|La doc",
		"Próximos pasos:\n1. Migrar los datos:\n   - copia\n   - script\n2. borrar la tabla":                                 "Migrar los datos|borrar la tabla",
		"接下来：\n1. 迁移数据：\n   - 备份\n2. 更新文档":                                                                                   "迁移数据|更新文档",
		"## Next steps\n- the index\n- Two can wait, now or later:":                                                          "the index",
	})
}

func TestAStepIsLeftThoughTheLineThenAsksWhetherToGoOn(t *testing.T) {
	leavesSteps(t, map[string]string{
		"Committed. Next: the mail client. Shall I go on?":                          "the mail client.",
		"Next: the mail client and the opt-in. OK?":                                 "the mail client|the opt-in.",
		"Erledigt. Als Nächstes: der Export der Rechnungen. Soll ich weitermachen?": "der Export der Rechnungen.",
		"Ensuite : le client SMS. Je continue ?":                                    "le client SMS.",
		"Siguiente: el cliente de correo. ¿Sigo?":                                   "el cliente de correo.",
		"Prossimo passo: la pagina dei prezzi. Vado avanti?":                        "la pagina dei prezzi.",
		"Дальше: экспорт в CSV. Продолжать?":                                        "экспорт в CSV.",
		"下一步：导出 CSV。要继续吗？":                                                          "导出 CSV。",
		"Open: Redis or Postgres. Which one do you want?":                           "-",
		"Offen: CSV oder JSON. Was willst du?":                                      "-",
		"Next: shall I do the client? Or the docs?":                                 "-",
		"Note: the client is done. Shall I go on?":                                  "-",
		"Remaining: nothing. Shall I commit?":                                       "",
		"Done: the client. Shall I go on?":                                          "-",
	})
}

func TestWhatNamesNoWorkIsNoStep(t *testing.T) {
	for answer, want := range map[string]string{
		"Next: your call. Anything else?": "", "Next: I'm done here. Anything else?": "", "Next: that was all. Anything else?": "",
		"Next: http://localhost:3000. Shall I open it?": "", "Next: 3 of 5 done. Continue?": "", "Todo: empty. Continue?": "",
		"Als Nächstes: du entscheidest. Soll ich warten?": "", "Als Nächstes: 3 von 5 fertig. Weiter?": "", "Offen: leer. Weiter?": "",
		"Ensuite : à vous de choisir. J'attends ?": "", "Reste : plus rien. Je continue ?": "", "Siguiente: nada más. ¿Sigo?": "",
		"Próximo: você decide. Continuo?": "", "Resta: più niente. Continuo?": "", "Осталось: ничего больше. Продолжить?": "",
		"剩下：没有了。继续吗？": "", "残り：もうありません。続けますか？": "",
		"Next: your call log on the profile page. Continue?":          "your call log on the profile page.",
		"Next: fix `http://localhost` in the config. Shall I?":        "fix `http://localhost` in the config.",
		"Next: the empty state of the list. Continue?":                "the empty state of the list.",
		"Als Nächstes: der leere Zustand der Liste. Weiter?":          "der leere Zustand der Liste.",
		"Next: 2 of the 5 routes need a test. Continue?":              "2 of the 5 routes need a test.",
		"Ensuite : la page vide. Je continue ?":                       "la page vide.",
		"Siguiente: la tabla vacía. ¿Sigo?":                           "la tabla vacía.",
		"Next: the page that says \"nothing more\". Shall I do that?": "the page that says \"nothing more\".",
	} {
		if steps, _ := Left(answer); strings.Join(steps, "; ") != want {
			t.Errorf("%q leaves %q", answer, steps)
		}
	}
	for _, step := range []string{"see above", "the list above", "siehe oben", "voir ci-dessus", "ver arriba", "vedi sopra", "см. выше", "见上文"} {
		if !PointsBack(step) {
			t.Errorf("%q names work", step)
		}
	}
}

func TestWhatWasLeftAndIsDoneByTheNextSentenceIsNotLeft(t *testing.T) {
	leavesSteps(t, map[string]string{
		"Committed. Il restait `nav` de l'essai mobile. Retiré, commité.":                    "-",
		"Il restait un vieux import. Supprimé.":                                              "-",
		"What was left was the old flag. Removed it.":                                        "-",
		"Offen war noch der Test für leere Listen. Ergänzt.":                                 "-",
		"Quedaba por revisar el pie. Hecho.":                                                 "-",
		"Осталось поправить тест. Сделал.":                                                   "-",
		"What was left was the docs page. I did not get to it.":                              "the docs page",
		"What is left is the load test. Done so far: the parser.":                            "the load test",
		"What is left is the load test. Added the parser and its two tests for empty files.": "the load test",
		"Il restait la page contact. Je la fais demain.":                                     "la page contact",
	})
}

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

func TestABulletThatOnlyNamesThoseBelowItIsNoStep(t *testing.T) {
	for answer, want := range map[string]string{
		"**Remaining:**\n- **Template**\n  - a totals row\n  - an empty day\n- **CSS**: none yet":   "a totals row|an empty day|CSS: none yet",
		"**Remaining:**\n- **Stale locks**\n    - one blocks each write\n- **API**\n    - its page": "one blocks each write|its page",
		"Left:\n- Template:\n\t- a row\n\t- a column":                                               "a row|a column",
		"还没做：\n- **模板**\n  - 底部的合计行\n- 样式表":                                                         "底部的合计行|样式表",
		"Next steps:\n1. **Migration**\n   - add a column\n2. **API**\n   - its page":               "Migration|API",
		"Next steps:\n- Add the config file and read it\n  - its path\n- the docs":                  "Add the config file and read it|the docs",
		"- ✅ Parser\n  - reads all\n- ⬜ Printer\n  - of tables":                                     "Printer",
	} {
		if steps, _ := Left(answer); strings.Join(steps, "|") != want {
			t.Errorf("%q leaves %q", answer, steps)
		}
	}
}

func TestWhatIsQuotedOrBelowAStepIsNoStep(t *testing.T) {
	for answer, want := range map[string]string{
		"Next steps:\n\n> - an old point\n\n- write the export":                      "write the export",
		"Wie Mira schrieb:\n> Noch offen:\n> - die Doku\n\nDas ist fertig.":          "",
		"Le mail dit :\n> Reste à faire :\n> - la doc\n\nC'est corrigé.":             "",
		"El correo decía:\n> Próximos pasos:\n> 1. migrar los datos\n\nYa está.":     "",
		"引用：\n> 下一步：\n> - 写测试\n\n已经做了。":                                              "",
		"Next steps:\n- Write the export\n  - with the header\n- Drop the column":    "Write the export|Drop the column",
		"Next steps:\n* Write the export\n\t* with the header\n* Drop the column":    "Write the export|Drop the column",
		"Noch offen:\n- Export schreiben\n  1. mit Kopfzeile\n- Spalte löschen":      "Export schreiben|Spalte löschen",
		"Ancora da fare:\n- scrivere l'export\n  - con l'intestazione\n- la colonna": "scrivere l'export|la colonna",
		"Falta:\n- escrever o export\n  - com o cabeçalho\n- tirar a coluna":         "escrever o export|tirar a coluna",
		"残り：\n- エクスポートを書く\n  - ヘッダー付き\n- 列を消す":                                       "エクスポートを書く|列を消す",
		"Still open:\n- the docs\n\n> **Deferred:** 9\n\nWhat now?":                  "", // the last list counts
		// Near misses.
		"- Next steps:\n  - write the export\n  - drop the column":        "write the export|drop the column",
		"- Done: parser\n- Still open:\n    - the writer\n    - the docs": "the writer|the docs",
		"Remaining:\n- check `a > b`\n- > 3 retries":                      "check `a > b`|> 3 retries",
		"Noch offen:\n - der Export\n - die Doku":                         "der Export|die Doku",
		"Reste à faire :\n 9. la doc\n10. les tests":                      "la doc|les tests",
		"Falta:\n- o aviso\n - a conta":                                   "o aviso|a conta",
	} {
		if steps, _ := Left(answer); strings.Join(steps, "|") != want {
			t.Errorf("%q leaves %q", answer, steps)
		}
	}
}

func TestThingsInOneRowAreStepsEach(t *testing.T) {
	for answer, want := range map[string]string{
		"Offen: Knopf im Web, Mail an den Verleiher (morgen), E2E-Test":         "Knopf im Web|Mail an den Verleiher (morgen)|E2E-Test",
		"- ⏳ **Offen:** Knopf im Web, Mail an den Verleiher (morgen), E2E-Test": "Knopf im Web|Mail an den Verleiher (morgen)|E2E-Test",
		"Still open: load test, docs of the flags, and the release notes":       "load test|docs of the flags|the release notes",
		"Open: name of the flag (ask Ana, #401), docs, what an empty row means": "name of the flag (ask Ana, #401)|docs|what an empty row means",
		"Left: tag the release, update the docs, mail the users":                "tag the release|update the docs|mail the users",
		"Pendiente: el botón, el correo al cliente, la documentación":           "el botón|el correo al cliente|la documentación",
		"Reste à faire : le bouton, le mail au client, la doc":                  "le bouton|le mail au client|la doc",
		"Осталось: кнопка в вебе, письмо клиенту, документация":                 "кнопка в вебе|письмо клиенту|документация",
		"还剩：导出按钮、权限检查、压测脚本":                                                     "导出按钮|权限检查|压测脚本",
		"残り：ボタン、メール送信、ドキュメント":                                                   "ボタン|メール送信|ドキュメント",
		"Still open: the load test, on staging, with 200 users":                 "the load test, on staging, with 200 users",
		"Still open: the load test, which fails on CI, since it is slow":        "the load test, which fails on CI, since it is slow",
		"Still open: the load test (200 users, staging, at night)":              "the load test (200 users, staging, at night)",
		"Still open: the load test, 200 users":                                  "the load test, 200 users",
	} {
		if steps, _ := Left(answer); strings.Join(steps, "|") != want {
			t.Errorf("%q leaves %q", answer, steps)
		}
	}
}

func TestWhatIsNoStepOfItsOwnIsNotLeft(t *testing.T) {
	for _, answer := range []string{
		"Next: your call. Anything else?", "Todo: empty. Continue?", "Siguiente: nada más. ¿Sigo?", "剩下：没有了。继续吗？",
		"Next: http://localhost:3000. Shall I open it?", "Next: see above. Continue?",
	} {
		if steps, _ := Left(answer); len(steps) > 0 {
			t.Errorf("%q: %q", answer, steps)
		}
	}
	for _, answer := range []string{"Next: the empty state. Continue?", "Next: your call log. Continue?"} {
		if steps, _ := Left(answer); len(steps) != 1 {
			t.Errorf("%q: %q", answer, steps)
		}
	}
}

func TestWhatIsNextStaysAmongWhatIsLeft(t *testing.T) {
	for answer, want := range map[string]string{
		"改好了。\n\n## 剩余工作\n- ⬜ **死锁重试**：MySQL 1213 时自动重试\n- ⬜ **压测脚本**：并发 200\n\n下一步：死锁重试。":                                              "死锁重试：MySQL 1213 时自动重试|压测脚本：并发 200",
		"Done.\n\n## Remaining\n- **Deadlock retry**: on MySQL 1213\n- **Load test**: `scripts/bench.sh`\n\nNext step: deadlock retry.": "Deadlock retry: on MySQL 1213|Load test: `scripts/bench.sh`",
		"Done.\n\n**Remaining:**\n1. Deadlock retry\n2. Load test\n\n**Next:** the deadlock retry":                                      "Deadlock retry|Load test",
		"対応しました。\n\n## 残作業\n- ⬜ デッドロックの再試行\n- ⬜ 負荷試験スクリプト\n\n次のステップ: デッドロックの再試行":                                                        "デッドロックの再試行|負荷試験スクリプト",
		"Fertig.\n\n## Noch offen\n- Deadlock-Retry\n- Lasttest `scripts/bench.sh`\n\nNächster Schritt: Deadlock-Retry.":                "Deadlock-Retry|Lasttest `scripts/bench.sh`",
		"Fait.\n\n## Reste à faire\n- Retry sur deadlock\n- Test de charge\n\nProchaine étape : retry sur deadlock.":                    "Retry sur deadlock|Test de charge",
		"Hecho.\n\n## Pendiente\n- Reintento de deadlock\n- Prueba de carga\n\nSiguiente paso: la prueba de carga.":                     "Reintento de deadlock|Prueba de carga",
		"Feito.\n\n## Falta\n- Retry de deadlock\n- Teste de carga\n\nPróximo passo: retry de deadlock.":                                "Retry de deadlock|Teste de carga",
		"Fatto.\n\n## Da fare\n- Retry dei deadlock\n- Test di carico\n\nProssimo passo: test di carico.":                               "Retry dei deadlock|Test di carico",
		"Готово.\n\n## Осталось\n- Повтор при блокировке\n- Нагрузочный тест\n\nСледующий шаг: нагрузочный тест.":                       "Повтор при блокировке|Нагрузочный тест",
		"Done.\n\n## Remaining\n- Deadlock retry\n- Load test\n\nNext: write the docs for the API.":                                     "Deadlock retry|Load test|write the docs for the API.",
		"Done.\n\n## Still open\n- Deadlock retry\n- Load test\n\nNext I would start with the load test.":                               "Deadlock retry|Load test",
		"Done.\n\n## Remaining\n- Deadlock retry\n- Load test\n\nNext step: deadlock retry. Shall I go on?":                             "Deadlock retry|Load test",
		"Done.\n\n## Next steps\n- Deadlock retry\n- Load test\n\nRemaining: only the load test.":                                       "only the load test.",
		"Done.\n\n- [x] Lock\n- [ ] Retry on deadlock\n- [ ] Load test\n\nNext: retry on deadlock":                                      "Retry on deadlock|Load test",
		"Was left from last time:\n- Deadlock retry\n- Load test\n\nBoth are done. Next: the docs page":                                 "the docs page",
		"Done.\n\nRemaining: deadlock retry; load test\n\nNext: deadlock retry":                                                         "deadlock retry|load test",
		"Done.\n\n## Remaining\n- Deadlock retry\n- Load test\n\nNothing else is left.":                                                 "Deadlock retry|Load test",
	} {
		if steps, _ := Left(answer); strings.Join(steps, "|") != want {
			t.Errorf("left of %q is %q, want %q", answer, strings.Join(steps, "|"), want)
		}
	}
}

// Sentences as people type them every day, a line each, and near misses.
const (
	everydayLeft = `
Done. All tests pass. I didn't touch the CLI yet — that's the next step.
All unit tests pass. Note: I haven't run the integration tests because docker isn't available.
Alles gebaut. Hinweis: die Integrationstests konnte ich nicht ausführen, Docker fehlt.
Tout compile. Je n'ai pas pu lancer les tests d'intégration parce que docker manque.
Todo compila. No pude ejecutar los tests de integración porque falta docker.
Tudo compila. Não consegui rodar os testes de integração porque falta o docker.
Compila tutto. Non sono riuscito a eseguire i test di integrazione perché manca docker.
Всё собирается. Не смог запустить интеграционные тесты, потому что нет докера.
Everything compiles. Before merging, you'll want to run the migration on staging.
The API part is complete; the frontend part is not started.
I've fixed the crash. The root cause in "pool.go" is not addressed yet.
The build is green. The lint warnings in "old.js" are still there.`
	nothingLeft = `
The socket is still open.
It fell back to a mode without tools, so the weather tool couldn't run properly.
The old code could not run two jobs at once, so I added a queue.
I didn't touch the CLI.
Everything is committed; I could run all tests.`
)

// What an answer could not check, did not start or leaves as it is is left.
func TestEverydayAnswersLeave(t *testing.T) {
	everyday(t, "leaves", everydayLeft, nothingLeft, func(text string) []string {
		steps, _ := Left(text)
		return steps
	})
}
