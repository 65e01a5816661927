package prompt

import (
	"strings"
	"testing"
	"time"
)

// What is seen, and praise, tell nothing of the work.
const rowsSees = `
yes Now I see the problem.
yes Ah! I see the actual cause.
yes I see what's happening.
yes Okay, now I understand how the cache works.
yes I have all the context I need. Let me draft the design.
yes Now I have enough to write the spec.
yes I have a clear picture of the module now.
yes Perfect! Now I understand the flow. Let me update the parser.
yes Interesting! Let me dig into the scheduler.
yes I found the issue. Let me fix it.
yes Found it! Let me patch the loop.
yes Ah, jetzt verstehe ich das Problem.
yes Jetzt sehe ich, woran es liegt.
yes Ah, je vois le vrai problème.
yes J'ai tout ce qu'il me faut. Je vais écrire le plan.
yes Je comprends maintenant.
yes Ya veo el problema.
yes Ahora entiendo cómo funciona. Voy a corregirlo.
yes Tengo todo lo que necesito.
yes Agora entendi o problema.
yes Tenho tudo o que preciso. Vou escrever o plano.
yes Ora capisco il problema.
yes Теперь понятно, в чём дело.
yes Теперь я понимаю проблему.
yes 我明白问题了。
yes 现在我了解了整个流程。
yes なるほど、原因が分かりました。
yes 必要な情報が揃いました。
no I see two ways: a lock or a queue.
no I see that the index is missing.
no I found the issue: the clock is read twice.
no I found the issue and fixed it.
no Now I see why: the env var is not exported.
no I understand, the old route stays until May.
no I have added the header to all calls.
no Found it, the retry ignored the deadline.
no I have everything in place and the tests pass.
no Now I have both numbers: 41 ms and 12 ms.
no Jetzt sehe ich, dass der Index fehlt.
no Jetzt habe ich den Header eingebaut.
no Je vois que le test est trop lent.
no Ya veo que falta el índice.
no Agora o teste passa.
no Ora il test passa.
no Теперь тесты зелёные.
no 现在测试都通过了。
no 原因が分かりました: ロックが二重です。
no Now the build is green.
yes Great work, Ana!
yes Excellent question!
yes Perfect choice!
yes Welcome back, Tom!
yes Tolle Arbeit, Jan!
yes Super Frage!
yes Bravo, Claire !
yes ¡Buen trabajo, Luis!
yes Ótimo trabalho!
yes Ottimo lavoro!
yes Отличная работа!
yes 太好了！
yes 素晴らしいです！
yes **You're absolutely right!**
no The parser is done!
no Great work, Ana.
no All 41 tests pass!
no Story 3.2 is complete!
no Fertig: der Index ist angelegt!
no Le parseur est terminé !
no O índice está pronto!
no La migrazione è completata!
no Миграция готова!
no 测试都通过了！
no 完了しました！
`

func TestAnAnswerOnlySeesOrPraises(t *testing.T) {
	readRows(t, rowsSees, func(s string) bool { return Told(s) == "" })
}

func TestAnAnswerIsToldWithoutWhatItAnnouncesLast(t *testing.T) {
	for answer, want := range map[string]string{
		"Rebase done. Let me verify the suite.":                         "Rebase done.",
		"The cap is in. Now I'll write the test.":                       "The cap is in.",
		"Fixed in `a.go`.\n\nLet me know if it helps.":                  "Fixed in `a.go`.\n\nLet me know if it helps.",
		"Merged both.\n- one\n- two\nNow let me run the linter:":        "Merged both.\n- one\n- two",
		"Der Cap ist drin. Ich prüfe jetzt die Tests.":                  "Der Cap ist drin.",
		"Le cache est vidé. Je vais lancer les tests.":                  "Le cache est vidé.",
		"El índice está creado. Voy a revisar las pruebas.":             "El índice está creado.",
		"Индекс создан. Сейчас проверю тесты.":                          "Индекс создан.",
		"测试通过。让我再看看日志。":                                                 "测试通过。",
		"The flag is gone. Shall I push?":                               "The flag is gone. Shall I push?",
		"Let me look at the state first. The index is missing.":         "The index is missing.",
		"Perfect! Done.\n\nI moved the cap to `a.go`.":                  "I moved the cap to `a.go`.",
		"対応完了。\n\nトップページの動画を差し替えました。":                                   "トップページの動画を差し替えました。",
		"Pushed. The tag is v2.":                                        "Pushed. The tag is v2.",
		"Perfect! Done.":                                                "Perfect! Done.",
		"It is closed. I'll look at the pool again before the release.": "It is closed. I'll look at the pool again before the release.",
		"Fixed. Let me look at the tests before I commit.":              "Fixed.",
	} {
		if got := Told(answer); got != want {
			t.Errorf("%q: %q", answer, got)
		}
	}
}

func TestWhatOnlyLeadsToASummaryIsNotTold(t *testing.T) {
	for answer, want := range map[string]string{
		"All done. Here's a summary of what was implemented:\n\n**Step 1** - removed it": "Step 1 - removed it",
		"All tests pass.\n\n## Summary\n\nAdded x to y.":                                 "All tests pass.\n\n\n\nAdded x to y.",
		"Fertig. Hier ist eine Zusammenfassung der Änderungen:\n- `x` weg":               "Fertig. \n- `x` weg",
		"完了しました。変更点：\n- a を b に":                                                         "a を b に",
		"Done. Here's a summary of changes made to `a.go`:\n- b":                         "Here's a summary of changes made to `a.go`:\n- b",
		"Done. These changes failed:\n- a":                                               "These changes failed:\n- a", // its words say more
		"Done. Changes I could not make:\n- a":                                           "Changes I could not make:\n- a",
		"Done. Overview of what is still broken:\n- a":                                   "Overview of what is still broken:\n- a",
		"Fertig. Offene Änderungen:\n- a":                                                "Fertig. Offene Änderungen:\n- a",
		"The summary is still missing:":                                                  "The summary is still missing:",
		"The summary page shows totals now.":                                             "The summary page shows totals now.",
	} {
		if got := Unmarked(Told(answer)); got != want {
			t.Errorf("%q is told as %q", answer, got)
		}
	}
}

func TestManyMarksAreReadInTime(t *testing.T) {
	start := time.Now()
	if Told(strings.Repeat("```\n", 3000) + "always use tabs"); time.Since(start) > time.Second {
		t.Errorf("read in %s", time.Since(start))
	}
}
