package prompt

import (
	"strings"
	"testing"
)

// leaves checks which steps, joined by "|", each answer leaves; "-" where it says nothing of it, not even loosely.
func leavesSteps(t *testing.T, cases map[string]string) {
	t.Helper()
	for answer, want := range cases {
		steps, says := Left(answer)
		got := strings.Join(steps, "|")
		if !says && got == "" {
			got = "-"
		}
		if got != want {
			t.Errorf("%q leaves %q, want %q", answer, got, want)
		}
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

func TestAChoiceIsAskedForWithoutAQuestionMark(t *testing.T) {
	menu := "There are two ways:\n1) cache the page\n2) cache the query\n\n"
	for last, asks := range map[string]bool{
		"Tell me which of these to take and I'll build it.": true, "Please let me know which you'd like.": true,
		"Sag mir, welchen ich nehmen soll.": true, "Dis-moi lequel tu préfères.": true, "Dime cuál prefieres y lo hago.": true,
		"Me diga qual você prefere.": true, "Dimmi quale preferisci.": true, "Скажи, какой вариант взять.": true, "请告诉我选哪一个。": true,
		"Let me know if anything is unclear.": false, "I will tell you which is faster.": false, "It tells me which rows changed.": false,
	} {
		if got := Asked(menu+last) != ""; got != asks {
			t.Errorf("%q asks: %v", last, got)
		}
	}
	kept := KeepAsked(strings.Repeat("The page is slow because each row is read anew. ", 12)+"\n\n"+menu+"Tell me which to take.", 300)
	if !strings.HasSuffix(kept, "Tell me which to take. 1: cache the page; 2: cache the query") {
		t.Errorf("the choice is cut: %q", kept)
	}
	_, said, ok := Decided(menu+"Tell me which to take.", "2")
	if !ok || said != "2: cache the query" {
		t.Errorf("a choice is not decided: %q", said)
	}
}

func TestAQuestionWhetherToGoOnWithSomeWorkIsAsked(t *testing.T) {
	for answer, asks := range map[string]bool{
		"The parser is in. Shall I continue with the writer?":                 true,
		"**Next step**: should I proceed with the cleanup of the old tables?": true,
		"C'est fait. Voulez-vous que je continue avec la page des tarifs ?":   true,
		"Listo. ¿Quieres que continúo con la migración?":                      true,
		"Fatto. Vuoi che continuo con la pagina dei prezzi?":                  true,
		"Shall I continue?": false, "Should I proceed?": false, "Soll ich fortfahren?": false,
		"Is there anything else you'd like me to help you with?": false,
		"What would you like to do with the rest of the day?":    false,
	} {
		if got := Asked(answer) != ""; got != asks {
			t.Errorf("%q asks: %v", answer, got)
		}
	}
}

func TestWhatIsToBeSaidInSomeCaseIsNotAsked(t *testing.T) {
	for _, s := range []string{
		"Tell me which browser you use if it still breaks.", "Let me know your preference, otherwise I keep it.",
		"Sag mir welche Version du nutzt, falls es noch hakt.", "Dime cuál es el error si vuelve a pasar.",
		"Dimmi quale errore vedi se si ripete.",
	} {
		if got := Asked("It is done.\n\n" + s); got != "" {
			t.Errorf("%q asks %q", s, got)
		}
	}
}

func TestAnOfferIsTakenByConsentAlone(t *testing.T) {
	const answer = "It is done. Would you like me to push the branch and open a pull request?"
	for reply, want := range map[string]string{
		"y": "push the branch and open a pull request", "do it": "push the branch and open a pull request",
		"next task": "", "try again": "",
	} {
		if got := Taken(answer, reply); got != want {
			t.Errorf("%q takes %q, want %q", reply, got, want)
		}
	}
}

func TestWhatAProgramDoesWithoutTheUserIsNoRule(t *testing.T) {
	for _, s := range []string{
		"senza la mia conferma il popup non si chiude, sistemalo", "sem minha confirmação nada é apagado no app, corrige",
	} {
		if got := Rules(s); len(got) > 0 {
			t.Errorf("%q lays down %q", s, got)
		}
	}
}

func TestAStepIsLeftThoughTheLineThenAsksWhetherToGoOn(t *testing.T) {
	leavesSteps(t, map[string]string{
		"Committed. Next: the mail client. Shall I go on?":                          "the mail client.",
		"Next: the mail client and the opt-in. OK?":                                 "the mail client and the opt-in.",
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
