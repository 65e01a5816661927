package prompt

import (
	"holdfast/lib/each"
	"strings"
	"testing"
)

func TestAPromptTakesStepsByNumber(t *testing.T) {
	for _, list := range []string{
		"Done.\n\n## Remaining\n\n1. the page is kept\n2. a wrong `status` should give 400\n3. dark theme",
		"Done.\n\n1. ✅ the filter\n\nStill open:\n- the page is kept\n- a wrong `status` should give 400\n- dark theme",
	} {
		answers := []string{list, "It is called status in the table."}
		for text, want := range map[string]string{
			"do 2 now": "2", "number 2 please": "2", "fix the second one now": "2", "2": "2", "2 now, 1 tomorrow": "2",
			"do 2 and 3": "2 3", "ok, 2 then. the first tomorrow": "2", "do all three": "1 2 3", "all of them please": "1 2 3",
			"mach mal die 2": "2", "Nummer 2 bitte noch": "2", "das zweite noch schnell": "2", "Punkt 2 mach noch": "2",
			"mach noch schnell die 2": "2", "mach alle drei": "1 2 3", "fais le 2": "2", "haz el 2 ahora": "2", "faz a 2 agora": "2",
			"do 2 right now on main": "2",
			"2 and 3 on staging":     "2 3", "2 on page 3": "", "fai il 2": "2", "сделай 2": "2", "第2个现在改一下": "2", "第二个现在做": "2", "先做第2点": "2", "2 做一下": "2",
			"做2和3": "2 3", "第2个": "2", "2番目": "2", "hace el 2": "2", "haceme el 2": "2", "el 2 dale": "2", "el segundo dale": "2",
			"make it 2": "", "raise it to 2 please": "", "noch 2": "", "2 more": "", "2 is fine": "", "do 4": "", "do 2 later": "",
			"not 2": "", "2 nein": "", "what about 2?": "", "the timeout 2 now": "", "add 2 tests": "", "do both": "", "3 seconds": "",
			"the second row is wrong": "", "in 2 steps": "", "第2个明天再说": "", "hace 2 días que falla": "", "再等2秒": "", "try 2": "",
		} {
			_, taken := Picked(each.Of(answers, ListOf), text)
			got := ""
			for i, step := range strings.Split("the page is kept|a wrong `status` should give 400|dark theme", "|") {
				for _, s := range taken {
					if s == step {
						got += " " + string(rune('1'+i))
					}
				}
			}
			if strings.TrimSpace(got) != want {
				t.Errorf("%q takes%s, want %s", text, got, want)
			}
		}
	}
}

func TestAPromptTakesPhasesByTheirOwnNumber(t *testing.T) {
	list := ListOf("Phase 2 is done.\n\nLeft:\n- Phase 3: Login\n- Phase 4: Docs\n- Phase 5: Audit")
	for text, want := range map[string]string{"go on with phase 3": "Phase 3: Login", "do 3 and 4": "Phase 3: Login|Phase 4: Docs",
		"do phase 4": "Phase 4: Docs", "just phases 1 and 2": ""} {
		if _, taken := Picked([]func() List{list}, text); strings.Join(taken, "|") != want {
			t.Errorf("%q takes %q, not %q", text, taken, want)
		}
	}
}

func TestANumberRepliesToTheLastQuestion(t *testing.T) {
	const list = "Still open:\n1. the page\n2. the theme"
	for _, answer := range []string{"How many retries do you want?", "Which one?\n1. a queue\n2. a table\n\nWhich do you want?"} {
		if _, taken := Picked(each.Of([]string{list, answer}, ListOf), "2"); taken != nil {
			t.Errorf("%q asks for a step", answer)
		}
	}
	if _, taken := Picked([]func() List{ListOf(list + "\n\nHow many retries do you want?")}, "2"); taken != nil {
		t.Error("it was asked for another number")
	}
	for text, want := range map[string]string{
		"1. left as it is. 2. darker": "the page|the theme", "1) blau 2) nicht jetzt": "the page", "1. yes 2. tomorrow": "the page",
		"1. why? 2. darker": "the theme", "take 1. 2 is fine": "",
	} {
		if _, taken := Picked([]func() List{ListOf(list)}, text); strings.Join(taken, "|") != want {
			t.Errorf("%q takes %q", text, taken)
		}
	}
	if _, taken := Picked([]func() List{ListOf(list)}, "do both"); len(taken) != 2 {
		t.Error("both were asked for")
	}
}

func TestTheFirstPromptTakesAStepThatItWasTold(t *testing.T) {
	list := each.Of([]string{"parser", "error messages", "docs"}, StepOf)
	for text, want := range map[string]string{
		"do 1": "1", "1 and 3": "13", "continue with 1 and leave the docs for friday": "1", "the first one please": "1",
		"lets do the parser": "1", "please write the parser now": "1", "parser now, docs on friday": "1",
		"mach 1 und lass die docs bis freitag": "1", "fange mit den docs an": "3", "fais le 1": "1", "commence par le parser": "1",
		"haz 3 y deja el parser para el viernes": "3", "сделай 1": "1", "начни с parser": "1", "先做第1项": "1", "1番をお願い": "1",
		"set it to 1": "", "add 1 to the counter": "", "do 4": "", "write a parser test for the csv import": "",
		"setze den zähler auf 1": "", "mets le compteur à 1": "", "pon el contador a 1": "", "no parser today": "", "计数器从1开始": "",
	} {
		turn, got := TurnOf(text, nil, nil), ""
		turn.First = true
		for n := range list {
			if turn.Takes(list, n) {
				got += string(rune('1' + n))
			}
		}
		if got != want {
			t.Errorf("%q takes %q, want %q", text, got, want)
		}
	}
}

func TestAPromptPicksOfWhatIsNextByItsPlace(t *testing.T) {
	answers := []string{"Still open:\n- read the flag\n- store it\n- carry it through aggregation", "Stored.", "It is red."}
	for text, want := range map[string]string{
		"then carry on with the third task": "then carry on with carry it through aggregation",
		"ok, the last two":                  "ok store it carry it through aggregation",
		"dann mach mit dem dritten weiter":  "dann mach mit carry it through aggregation weiter",
		"continue avec la deuxième tâche":   "continue avec store it",
		"sigue con la última":               "sigue con carry it through aggregation",
		"continua com a terceira":           "continua com carry it through aggregation",
		"vai avanti con il primo":           "vai avanti con read the flag",
		"теперь третий пункт":               "теперь carry it through aggregation",
		"做第三个任务":                            "做 carry it through aggregation",
		"the first row is wrong":            "the first row is wrong",
		"first fix the flag":                "first fix the flag",
		"what about the third one?":         "what about the third one?",
		"the fourth one":                    "the fourth one",
		"3 isn't worth it":                  "carry it through aggregation isn t worth it",
		"open the PR; 2 falls away":         "open the PR, store it falls away",
		"2 entfällt damit":                  "store it entfällt damit",
		"la 2 no vale la pena":              "store it no vale la pena",
		"2不需要了":                             "store it 不需要了",
		"2 rows are wrong":                  "2 rows are wrong",
		"the 2 buttons are for later":       "the 2 buttons are for later",
		"v 2 of the api is for later":       "v 2 of the api is for later",
		"sprint 3 is for later":             "sprint 3 is for later",
		"tomorrow at 2 we meet":             "tomorrow at 2 we meet",
		"morgen um 3 ist die demo":          "morgen um 3 ist die demo",
		"drop the 2 columns tomorrow":       "drop the 2 columns tomorrow",
		"明天3点开会":                            "明天3点开会",
		"明日3時に会議":                           "明日3時に会議",
		"下周3个人过来":                           "下周3个人过来",
		"2 can wait":                        "store it can wait",
		"die 3 machen wir morgen":           "carry it through aggregation machen wir morgen",
		"2和3明天":                             "store it 明天, carry it through aggregation 明天",
	} {
		if got, _ := Picked(each.Of(answers, ListOf), text); got != want {
			t.Errorf("%q picks %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"1-3": "read the flag|store it|carry it through aggregation", "the second one, leave the third to Ana": "store it", "fix 1-3 rows": "",
	} {
		if _, taken := Picked(each.Of(answers, ListOf), text); strings.Join(taken, "|") != want {
			t.Errorf("%q takes %q, want %q", text, taken, want)
		}
	}
	step := StepOf("carry it through aggregation")
	third, _ := Picked(each.Of(answers, ListOf), "then carry on with the third task")
	turn := TurnOf(third, []string{"Means hold it."}, nil)
	if turn.Changes = true; !turn.TakesUp([]Step{StepOf("read the flag"), step}, 1) {
		t.Error("the third task stays open")
	}
}

func TestAStepIsPickedByItsPlaceAndSaidToBeDone(t *testing.T) {
	const answer = "Two things are left:\n\n1. **Dry run on staging** of the importer\n2. **`read_rows`** in `rows.py` still reads with `open()`\n\nWhich one first?"
	lists := []func() List{ListOf(answer)}
	steps := each.Of(lists[0]().Steps, StepOf)
	for _, c := range []struct {
		asked, answer string
		second, first bool // which of the steps are done
	}{
		{"do the 2nd one", "✅ Done – bytes stay bytes. Committed.", true, false},
		{"do the other one", "✅ Done.", true, false},
		{"the first i ran myself already. do the other one", "✅ Done.", true, true},
		{"the other one pls", "Fixed and committed.", true, false},
		{"die zweite", "✅ Erledigt.", true, false},
		{"mach die andere", "Erledigt und committet.", true, false},
		{"fais l'autre", "✅ C'est fait.", true, false},
		{"la segunda", "Listo.", true, false},
		{"faz a outra", "✅ Feito.", true, false},
		{"fai l'altro", "Fatto.", true, false},
		{"сделай второй", "Готово.", true, false},
		{"сделай другой", "Готово.", true, false},
		{"做另一个", "✅ 完成。", true, false},
		{"2番目", "完了しました。", true, false},
		{"もう一つをやって", "完了しました。", true, false},
		{"do the first one", "✅ Done, nothing to correct.", false, true},
		{"what about the other one?", "It reads with `open()`.", false, false},
		{"the other one tomorrow", "OK.", false, false},
		{"not the other one", "OK, done.", false, false},
		{"the other one is wrong", "Fixed.", false, false},
		{"do the 2nd one", "Which encoding do you want?", false, false},
		{"do the 2nd one", "I have not started: `read_rows` in `rows.py` still reads with `open()`.", false, false},
		{"do the 2nd one", "Done, but three tests fail now.", false, false},
	} {
		_, picks := Picked(lists, c.asked, "ingest/rows.py")
		turn := TurnOf(c.asked, []string{c.answer}, nil)
		turn.Changes, turn.Files = true, []string{"ingest/rows.py"}
		turn.Picks = picks
		if turn.TakesUp(steps, 1) != c.second || turn.TakesUp(steps, 0) != c.first {
			t.Errorf("%q, answered %q: done are %v, %v, picked %q", c.asked, c.answer, turn.TakesUp(steps, 0), turn.TakesUp(steps, 1), turn.Picks)
		}
		other := StepOf("Let `read_rows` in `rows.py` use `mmap`") // in the words of another session
		if turn.Certain(other) != c.second || turn.Certain(StepOf("Test `read_rows_fast` in `rows.py`")) {
			t.Errorf("%q, answered %q, ends what is called otherwise: %v", c.asked, c.answer, !c.second)
		}
	}
}

func TestAReplyLeavesWhatItDoesNotPick(t *testing.T) {
	const plan = "In order of importance:\n\n1. **Prune** old rows\n2. A systemd unit\n3. Retries\n4. An OpenAPI description\n\nWhat do you want?"
	for reply, want := range map[string]string{
		"ok do 1 and 3. 4 is not needed, the other two tomorrow": "A systemd unit",
		"start with 1":                                  "A systemd unit|Retries|An OpenAPI description",
		"8 uhr. fang mit 1 an, rest morgen":             "A systemd unit|Retries|An OpenAPI description",
		"ja, fang mit 1 an":                             "A systemd unit|Retries|An OpenAPI description",
		"do 2 now, leave the pruning for now, tomorrow": "Prune old rows|Retries|An OpenAPI description",
		"第2个现在改一下，清理的先不管，明天再说":                          "Prune old rows|Retries|An OpenAPI description",
		"do 1 and 2":                            "Retries|An OpenAPI description",
		"1, 2 and 3. skip 4":                    "",
		"commence par 2":                        "Prune old rows|Retries|An OpenAPI description",
		"2":                                     "",
		"option 2 please":                       "",
		"do 1 and 7":                            "",
		"I had 2 sessions before, first of all": "",
		"let's address 1 first":                 "A systemd unit|Retries|An OpenAPI description",
		"all of them":                           "",
		"3 rows are too many":                   "",
		"do 1, 2 and 3 and 4":                   "",
		"do 1-3":                                "An OpenAPI description",
		"1 to 3":                                "An OpenAPI description",
		"1 bis 3":                               "An OpenAPI description",
		"做1到3":                                  "An OpenAPI description",
		"fix 1-3 rows":                          "",
		"1 stays parked, do 2 and 3":            "Prune old rows|An OpenAPI description",
		"wait with 3, do 1, 2":                  "Retries|An OpenAPI description",
		"1 and 3. never mind the rest":          "",
		"1 and 3 please, don't do 2":            "An OpenAPI description",
		"1 und 3, 2 nicht":                      "An OpenAPI description",
		"how do 1 and 3 differ?":                "",
		"1 and 4 are nice! but next week":       "Prune old rows|An OpenAPI description",
		"the first two":                         "Retries|An OpenAPI description",
		"start with the last one":               "Prune old rows|A systemd unit|Retries",
		"die ersten beiden, den letzten Punkt nicht":           "Retries",
		"les deux premières":                                   "Retries|An OpenAPI description",
		"las dos primeras tareas":                              "Retries|An OpenAPI description",
		"as duas primeiras":                                    "Retries|An OpenAPI description",
		"le prime due":                                         "Retries|An OpenAPI description",
		"первые два пункта":                                    "Retries|An OpenAPI description",
		"前两个":                                                  "Retries|An OpenAPI description",
		"最初の二つ":                                                "Retries|An OpenAPI description",
		"1 and 3; 2 tomorrow":                                  "A systemd unit|An OpenAPI description",
		"the first two rows are wrong":                         "",
		"the first fails, the last one too":                    "",
		"1: yes, 2: no, 3: yes":                                "An OpenAPI description",
		"1: yes, 2: yes, 3: no, 4: later":                      "An OpenAPI description",
		"1: ja, 2: nein, 3: ja":                                "An OpenAPI description",
		"1: no, 2: no, 3: yes":                                 "",
		"do 1 and 2 today and 3 tomorrow. 4 I don't want":      "Retries",
		"1 now. 2 and 3 tomorrow. 4 isn't going to happen":     "A systemd unit|Retries",
		"1 and 2. a systemd unit is unnecessary":               "Retries|An OpenAPI description",
		"1 and 3. openapi is unnecessary, too":                 "A systemd unit",
		"1 and 2 now. 4 we can skip until it is slow":          "Retries",
		"1, 2 and 4. 2 first":                                  "Prune old rows|Retries|An OpenAPI description",
		"only the second, but another day":                     "A systemd unit",
		"do 1 and 2. 3 only when the bank has sent me the key": "Retries|An OpenAPI description",
	} {
		if got := strings.Join(Unpicked("", plan, reply), "|"); got != want {
			t.Errorf("%q leaves %q, want %q", reply, got, want)
		}
	}
	if got := Unpicked("", "**Phase 1: Read.** It.\n**Phase 2: Use.** It.\n**Phase 3: Check.** It.", "phases 1 and 2"); len(got) != 1 {
		t.Errorf("of phases it leaves %q", got)
	}
	if len(Unpicked("", "Done.", "do 1 and 2")) > 0 {
		t.Error("there is no list")
	}
	if got := Unpicked("", "Done:\n1. parser\n2. printer\n\nNext:\n1. docs\n2. lint\n3. release", "do 1 and 2"); got != nil {
		t.Errorf("of two lists it leaves %q", got)
	}
	for reply, want := range map[string]string{"1 and 3": "", "1 and 3. 3 first": "Prune old rows", "1": "", "1, tomorrow": "Prune old rows"} {
		if got := strings.Join(Unpicked("any ideas for it?", plan, reply), "|"); got != want {
			t.Errorf("of ideas %q leaves %q, want %q", reply, got, want)
		}
	}
	if got := Unpicked("", "I could add:\n- a chart\n- a test of the year", "only the second, tomorrow"); len(got) != 1 || got[0] != "a test of the year" {
		t.Errorf("of a list without numbers it leaves %q", got)
	}
}

func TestAPromptPicksOfItsOwnList(t *testing.T) {
	for reply, want := range map[string]string{
		"tom reviewed: 1) rename it 2) a test of the feed 3) retry on 5xx. do 1 and 2. 3 nao, not now":             "retry on 5xx",
		"1) the page\n2) the theme\n3) retry on 5xx\n1 and 2 now, 3 later":                                         "retry on 5xx",
		"1) the page 2) the theme 3) retry. do 2 first, then the others":                                           "",
		"Ann writes:\n\"Hi,\n1. the page\n2. the theme\n3. a shop\nBest, Ann\"\n\n1 and 2 now, the rest later":     "a shop",
		"Ann:\n\"1. can you do the page?\n2. the theme\n3. a shop?\"\n\n1 and 2 now, the rest later":               "a shop",
		"> 1. the page\n> 2. the theme\n> 3. a shop\n\nonly 1 and 2 for now":                                       "a shop",
		"1. la page\n2. un thème\n3. une boutique\non fait que le 1 et le 2 maintenant, le reste on verra":         "une boutique",
		strings.Repeat("We are glad to hear from you. ", 30) + "\n1. the page\n2. a shop\n\njust 1 today, 2 later": "a shop",
		"1. open it\n2. tap login\n3. it crashes\n\n2 only happens on ios":                                         "",
		"1. the page\n2. the theme\n3. a shop\n\nfor 2 use the new font, since version 3":                          "",
		"1. the page\n2. the theme\n3. a shop\n\n2 is the most important":                                          "",
		"1. the page\n2. the theme\n3. a shop\nPhone 06 12 34 2\n\nplease fix these":                               "",
		"1. the page\n2. the theme\n3. a shop\n\nleave 3 as it is, do them in the order 1, 2, 3":                   "",
		"steps: 1) open it 2) tap login 3) it crashes. 2 only happens on ios":                                      "",
		"please: 1) rename it 2) a test of the feed":                                                               "", "1) the page 2) the theme 3) retry. do all": "", "1) yes 2) no": "",
	} {
		if got := strings.Join(Unpicked("", "Done.", reply), "|"); got != want {
			t.Errorf("%q leaves %q, want %q", reply, got, want)
		}
	}
}

func TestWhatIsSaidOfAnotherThingPutsNothingOff(t *testing.T) {
	for reply, want := range map[string]int{"1 and 2 now. The logo should be blue, not now though.": 0, "1 and 2. But not now.": 2, "1 and 2, not now": 2} {
		if got := Unpicked("any ideas?", "1. parser\n2. printer\n3. docs", reply); len(got) != want {
			t.Errorf("%q leaves %q", reply, got)
		}
	}
}

func TestOneStepForADayIsBesideWhatWasLeft(t *testing.T) {
	for answer, want := range map[string]bool{
		"The fare is in.\n\nFor tomorrow: show it on the page.":          true,
		"Fixed.\n\n**For Monday:** the lock in `store.go`.":              true,
		"Der Preis steht.\n\nMorgen: die Seite dazu":                     true,
		"Fertig gerechnet.\n\nFür Montag:\n- die Seite dazu":             true,
		"O valor entrou.\n\nPara amanhã: expor o valor":                  true,
		"O valor entrou.\n\nPara segunda: o botão que trava":             true,
		"Le prix est là.\n\nPour demain : la page":                       true,
		"El precio está.\n\nPara mañana: la página":                      true,
		"Il prezzo c'è.\n\nPer domani: la pagina":                        true,
		"Цена готова.\n\nНа завтра: страница":                            true,
		"价格好了。\n\n明天：页面":                                                 true,
		"値段は入った。\n\n明日：ページ":                                              true,
		"In.\n\nBefore the merge: the page still shows the old fare.":    true,
		"Steht.\n\nVor dem Merge: die Seite zeigt noch den alten Preis.": true,
		// Near misses.
		"In.\n\nFor tomorrow:\n- the page\n- the docs":                       false,
		"In.\n\nStill open: the page":                                        false,
		"In.\n\nLeft before the merge: the page":                             false,
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

func TestAnAnswerToWhatIsLeftIsAList(t *testing.T) {
	for _, row := range [][3]string{
		{"still to do on mollie?", "Three things: the test on staging (you, tonight), the payments table, and PAY=mollie.",
			"the test on staging (you, tonight)|the payments table|PAY=mollie"},
		{"what's next?", "The docs: I would write them in one file. Then the icons.", ""},
		{"where do we stand?", "It works:\n- routes work\n- auth is there", ""},
		{"what's left?", "Same as before: nothing changed since.", ""},
		{"was fehlt noch?", "Nichts Neues: wie oben.", ""},
		{"what is left?", "Two things: write the docs now, or stop here. Which one?", ""},
		{"was fehlt noch?", "Drei Sachen: die Testzahlung, die Tabelle statt der Map, und der Wechsel.",
			"die Testzahlung|die Tabelle statt der Map|der Wechsel"},
		{"qu'est-ce qu'il reste ?", "Trois choses : le test, la table, et le changement.", "le test|la table|le changement"},
		{"qué falta?", "Tres cosas: la prueba, la tabla, y el cambio.", "la prueba|la tabla|el cambio"},
		{"o que falta?", "Três coisas: o teste, a tabela, e a troca.", "o teste|a tabela|a troca"},
		{"cosa manca?", "Tre cose: la prova, la tabella, e il cambio.", "la prova|la tabella|il cambio"},
		{"что осталось?", "Три вещи: тестовый платёж, таблица, и переключение.", "тестовый платёж|таблица|переключение"},
		{"还剩什么？", "三件事：测试付款、付款表、切换PAY。", "测试付款|付款表|切换PAY"},
		{"何が残っている？", "三つ：テスト決済、支払いテーブル、PAYの切り替え。", "テスト決済|支払いテーブル|PAYの切り替え"},
		{"what's still missing?", "Nothing, all of it is committed.", ""},
		{"is the file still open?", "No, it is closed: the handle goes with the process.", ""},
		{"what does the next step do?", "Two things: it reads the file, and it writes the table.", ""},
		{"what's missing for 3.0?", "For 3.0, from what I can see:\n\n- the PR isn't merged\n- release notes", "the PR isn't merged|release notes"},
		{"was fehlt noch bis zum Release?", "Aus meiner Sicht:\n\n1. die Hilfetexte\n2. ein Test", "die Hilfetexte|ein Test"},
		{"what do we still need?", "**Already done:**\n- the login\n\n**For the launch:**\n- the mails", "the mails"},
		{"why is it missing?", "Three causes:\n- the cache\n- the hook", ""},
		{"why is the port still open?", "Two reasons: the socket is not closed, and the timeout is 60 s.", ""},
		{"stack them?", "Limited to 2. Open: expiry, the field in the cart view, and what happens to a voucher on a refund",
			"expiry|the field in the cart view|what happens to a voucher on a refund"},
	} {
		if steps, _ := Left(Answering(row[0], row[1])); strings.Join(steps, "|") != row[2] {
			t.Errorf("%q leaves %q", row[0], steps)
		}
	}
}

func TestAReplyPutsOffWhatAListLeaves(t *testing.T) {
	list := ListOf("The import is in.\n\nStill open:\n1. a limit for the rows\n2. the docs of the import\n3. a test with quotes")()
	for reply, want := range map[string]bool{
		"yes, do 2 and 3 tomorrow": true, "good. the rest tomorrow": true, "the rest can wait until monday": true, "not today": true,
		"we go on tomorrow": true, "later, I have a call": true, "ja, 2 und 3 machen wir morgen": true, "den Rest morgen": true,
		"oui, 2 et 3 demain": true, "le reste demain": true, "el resto mañana": true, "2 e 3 domani": true, "il resto domani": true,
		"o resto amanhã": true, "2 и 3 завтра": true, "остальное завтра": true, "2和3明天做": true, "剩下的明天": true,
		"yes, both are needed before the release": true, "we need all three before we ship": true, "put these on the todo list": true,
		"the docs must be there before friday": true, "il faut les trois avant la release": true, "нужны все три до релиза": true,
		"all rows must be sorted": false, "the user must log in before he pays": false, "add the icon to the todo list page": false,
		"thanks!": false, "commit it": false, "do 1": false, "rename the parser to reader": false, "bis morgen": false,
		"show tomorrow's date in the header": false, "the page is for monday, colour it red": false, "bye, see you tomorrow": false,
		"add a 'later' button": false, "a cron job for monday": false, "is 2 for tomorrow?": false,
	} {
		if list.PutsOff(reply) != want {
			t.Errorf("%q: %t", reply, !want)
		}
	}
}

func TestAQuestionAsksWhatWasLeft(t *testing.T) {
	for text, want := range map[string]bool{
		"what was left of the sign that we paint above the shop?": true, "what did we leave open on the import?": true,
		"was war beim Schild noch offen?": true, "que restait-il du panneau ?": true, "qué quedaba del import?": true,
		"o que faltava no import?": true, "cosa mancava all'import?": true, "что оставалось по импорту?": true,
		"导入还剩什么？": true, "インポートで残っていたのは？": true,
		"what was the plan for the import?": false, "the left column was too wide, fix it": false, "why was the sign green?": false,
		"add what was missing in the docs": false, "warum ist das Schild grün?": false, "где лежит импорт?": false,
	} {
		if AsksWhatWasLeft(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

func TestAReplyLeavesOfTheUsersOwnListWhatItDoesNotPick(t *testing.T) {
	notes := "notes:\n1. jump\n2. slow coins\n3. double jump\n4. white flash\n5. world map"
	for reply, want := range map[string]string{
		"1 2 and 4 yes. not 3. 5 after the demo": "world map", "1 2 e 4 si. la 3 no. 5 dopo la demo": "world map",
	} {
		if got := strings.Join(Unpicked(notes, "Which ones?", reply), "|"); got != want {
			t.Errorf("%q leaves %q, want %q", reply, got, want)
		}
	}
}

func TestAPromptAsksWhatWasSaidBefore(t *testing.T) {
	for text, want := range map[string]bool{
		"what was planned for the checker after the release?": true, "ok, what did we decide about the flag?": true,
		"was war für den Export geplant?": false, "warum haben wir das so gemacht?": true, "cosa avevamo detto del menu?": true,
		"why is the checker slow?": false, "write what was planned into the docs": false,
	} {
		if got := AsksBack(text); got != want {
			t.Errorf("%q asks for what was said: %t", text, got)
		}
	}
}
