package prompt

import (
	"strings"
	"testing"

	"holdfast/lib/each"
)

func TestAPromptPutsSomethingOff(t *testing.T) {
	for text, want := range map[string]string{
		"commit, push. retries tomorrow":                                       "retries tomorrow",
		"table and endpoint later":                                             "table and endpoint later",
		"commit that, refunds tomorrow please":                                 "refunds tomorrow please",
		"die Tests morgen bitte":                                               "die Tests morgen bitte",
		"fix the code that runs later now":                                     "",
		"paging yes but another day":                                           "paging yes but another day",
		"commit+push, test can wait":                                           "test can wait",
		"parfait, commit. on fera la fiche après":                              "on fera la fiche après",
		"die Doku machen wir morgen":                                           "die Doku machen wir morgen",
		"los permisos mañana":                                                  "los permisos mañana",
		"los permisos manana":                                                  "los permisos manana",
		"the readme is fine. lo del negativo mañana":                           "lo del negativo mañana",
		"me llaman, luego sigo":                                                "",
		"only the second, but another day":                                     "",
		"agreed, but not in this PR. push it":                                  "",
		"ja, aber erst nächste Woche":                                          "",
		"2 and 3 tomorrow morning":                                             "",
		"ok lunch, continue later":                                             "",
		"see you tomorrow":                                                     "",
		"gotta go, tmrw":                                                       "",
		"mañana lo miro, me voy":                                               "",
		"eso mañana. commit":                                                   "",
		"ok i print it tomorrow in the office and tell you":                    "",
		"yes phase 1, rest tomorrow":                                           "",
		"mach morgen weiter":                                                   "",
		"the message yes, tomorrow. commit":                                    "the message yes, tomorrow.",
		"a mensagem eu quero sim, amanhã. commit push":                         "a mensagem eu quero sim, amanhã.",
		"The README section can follow tomorrow morning as a separate commit.": "The README section can follow tomorrow morning as a separate commit.",
		"good! but next week":                                                  "",
		"shall we do the docs later?":                                          "",
		"never mind the retries later":                                         "",
		"the total is computed from the lines that come in later":              "",
		"fix the list, it loads again 2 s later when i scroll it":              "",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
}

func TestAPromptPutsSomethingOffInWordsOfAllLanguages(t *testing.T) {
	const none = "" // puts nothing off
	for text, want := range map[string]string{
		// until when, or why, goes with it
		"leave the invoices for now, I have to ask Jo first":       "leave the invoices for now, I have to ask Jo first",
		"die Rabatte lassen wir erstmal, das muss ich erst klären": "die Rabatte lassen wir erstmal, das muss ich erst klären",
		"the invoices have to wait until I talked to Jo":           "the invoices have to wait until I talked to Jo",
		"die Rabatte müssen warten, bis der PR gemergt ist":        "die Rabatte müssen warten, bis der PR gemergt ist",
		"这个用例先放着，等支付的分支合进来再修":                                      "这个用例先放着，等支付的分支合进来再修",
		"the import has to wait until the lock is free":            none,
		"die Threads müssen warten, bis der Lock frei ist":         none,
		"wait for the server to start":                             none,
		"keep the session open until the user logs out":            none,
		// a time, and what is done then
		"looks fine. Export können wir nächste Woche machen":    "Export können wir nächste Woche machen",
		"we can do the export on Friday":                        "we can do the export on Friday",
		"den Export machen wir am Freitag":                      "den Export machen wir am Freitag",
		"l'export, on le fera la semaine prochaine":             "l'export, on le fera la semaine prochaine",
		"l'export on le fera la semaine prochaine":              "l'export on le fera la semaine prochaine",
		"el export lo podemos hacer la semana que viene":        "el export lo podemos hacer la semana que viene",
		"a exportação a gente faz na semana que vem":            "a exportação a gente faz na semana que vem",
		"l'esportazione la possiamo fare la settimana prossima": "l'esportazione la possiamo fare la settimana prossima",
		"экспорт сделаем на следующей неделе":                   "экспорт сделаем на следующей неделе",
		"CSV 以后再补": "CSV 以后再补", "导出下周再说": "导出下周再说", "导出先不管，明天再说": "导出先不管，明天再说", "エクスポートは来週やりましょう": "エクスポートは来週やりましょう",
		"the plan for next week": none, "next week's report is wrong": none, "the job runs on Friday": none, "明天再说": none, "let's do that in march": none,
		"show the revenue in March": none, "the total of the last month in May": none,
		// set aside
		"let's keep the export for another time": "let's keep the export for another time",
		"keep the export for tomorrow":           "keep the export for tomorrow",
		"keep the old names for now":             none,
		"put the export on hold":                 "put the export on hold", "leave the logging in for now": none, "use the old API for now": none,
		"下周的报表是空的": none, "来週の予定を表示して": none, "the client must wait": none, "save the draft for later": none,
		"keep the old code until we migrate": none, "the orders on hold": none, "稍后重试按钮坏了": none,
		"postpone the export": "postpone the export", "the export not today": "the export not today", "the export in a follow-up PR": "the export in a follow-up PR",
		"den Export stellen wir zurück": "den Export stellen wir zurück", "das mit dem Export heben wir uns auf": "das mit dem Export heben wir uns auf", "verschieben wir die Datei nach lib": none,
		"laisse l'export de côté pour l'instant": "laisse l'export de côté pour l'instant", "on met l'export de côté": "on met l'export de côté", "l'export doit attendre": "l'export doit attendre",
		"deja el export para luego": "deja el export para luego", "deixa a exportação pra depois": "deixa a exportação pra depois",
		"lasciamo l'esportazione per dopo": "lasciamo l'esportazione per dopo", "экспорт пока оставим": "экспорт пока оставим",
		"エクスポートは保留で": "エクスポートは保留で", "先别改代码": none, "代码先不提交": none,
		"put the export aside for now": "put the export aside for now", "put the helper into utils for now": none,
		"leave a print there for now": none, "mets la fonction dans utils pour l'instant": none, "pon el helper en utils por ahora": none,
		// how the program is, or a thing in it
		"the client has to wait until the server answers": none, "der Client muss warten, bis der Server bestätigt": none,
		"le client doit attendre que le serveur réponde": none, "el cliente tiene que esperar": none, "o cliente tem que esperar": none,
		"il client deve aspettare che il server risponda": none, "клиент должен подождать, пока сервер ответит": none, "推迟加载图片": none,
		"the queue has to wait until Jo has decided": "the queue has to wait until Jo has decided", "推迟导出": "推迟导出",
		"postpone the job when the queue is full": none, "postpone the import": "postpone the import",
		"leave the value hard-coded for now": none, "lass den Wert vorerst fest im Code": none, "laisse la valeur en dur pour l'instant": none,
		"deja el valor fijo por ahora": none, "deixa o valor fixo por enquanto": none, "lascia il valore fisso per ora": none,
		"leave the limit at 3 for now": none, "deja los tests desactivados por ahora": none, "leave the limit for now": "leave the limit for now",
		"put the order on hold": none, "mets la commande en attente": none, "pon el pedido en espera": none, "metti l'ordine in attesa": none,
		"поставь заказ на паузу": none, "把订单搁置": none, "注文を保留にして": none, "mets l'export en attente": "mets l'export en attente",
		"add a button to pay later": none, "ajoute un bouton pour payer plus tard": none, "añade un botón para pagar más tarde": none,
		"добавь кнопку чтобы оплатить позже": none, "add the button later": "add the button later", "schreib die Doku später": "schreib die Doku später",
		"add a good night message later": "add a good night message later", "skip the export for today": "skip the export for today",
		// what should be, but not now
		"By the way, the toast component should become a package of its own at some point, not now though.": "By the way, the toast component should become a package of its own at some point, not now though.",
		"later we should archive old reports to s3, not now":                                                "later we should archive old reports to s3, not now",
		"irgendwann sollten wir die alten Berichte archivieren, aber nicht jetzt":                           "irgendwann sollten wir die alten Berichte archivieren, aber nicht jetzt",
		"il faudrait un jour extraire le composant, mais pas maintenant":                                    "il faudrait un jour extraire le composant, mais pas maintenant",
		"más adelante deberíamos archivar los informes, ahora no":                                           "más adelante deberíamos archivar los informes, ahora no",
		"um dia deveríamos arquivar os relatórios, mas não agora":                                           "um dia deveríamos arquivar os relatórios, mas não agora",
		"un giorno dovremmo archiviare i report, ma non adesso":                                             "un giorno dovremmo archiviare i report, ma non adesso",
		"когда-нибудь надо вынести тосты в пакет, но не сейчас":                                             "когда-нибудь надо вынести тосты в пакет, но не сейчас",
		"the total should be set when the row is saved, not when it is shown":                               none,
		// what may happen, and other words that begin so
		"den Export können wir irgendwann machen": "den Export können wir irgendwann machen", "irgendwann mal den Export aufräumen": "irgendwann mal den Export aufräumen",
		"irgendwann ist der Cache voll": none, "some day the counter overflows": none, "algún día se llena el disco": none, "过几天证书会过期": none,
		"有空格的路径会报错": none, "标题里有空指针": none, "on verra l'erreur dans la console": none, "verschicke den Bericht am Freitag statt am Montag": none,
		// a rule, a goodbye, or the rest of a list
		"以后提交信息一律用英文写": none, "以后都用英文写注释": none, "later always write comments in English": none, "今天先到这，明天接着弄": none,
		"für heute reichts, morgen weiter": none, "剩下的明天再做": none, "明天接着弄": none,
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
}

func TestWhatIsPutOffMayBeAStepThatIsKnown(t *testing.T) {
	known := []string{"Paging: a van with a year of trips", "The table of trips", "**Administration**: no page makes codes"}
	for put, want := range map[string]bool{
		"paging yes but another day":   true,
		"table and paging tomorrow":    true,
		"table and endpoint tomorrow":  false,
		"the table of paging can wait": false,
		"retries later":                false,
		"Add CI":                       false,
		"admin later":                  true, // in short
		"van rentals later":            false,
		"adm later":                    false,
		"ministry later":               false,
	} {
		if got := Repeats(put, known); got != want {
			t.Errorf("%q repeats what is known: %v, want %v", put, got, want)
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

func TestWhatIsSaidOfAnotherThingPutsNothingOff(t *testing.T) {
	for reply, want := range map[string]int{"1 and 2 now. The logo should be blue, not now though.": 0, "1 and 2. But not now.": 2, "1 and 2, not now": 2} {
		if got := Unpicked("any ideas?", "1. parser\n2. printer\n3. docs", reply); len(got) != want {
			t.Errorf("%q leaves %q", reply, got)
		}
	}
}

func TestALookIsToldOnce(t *testing.T) {
	for step, other := range map[string]string{
		"tmrw u look at the join": "the join with `stores.csv`", "morgen schaust du dir den Join an": "der Join mit `stores.csv`",
		"demain tu regardes la jointure": "la jointure avec `stores.csv`", "mañana miras el cruce": "el cruce con `stores.csv`",
		"amanhã você olha a junção": "a junção com `stores.csv`", "domani guardi il join": "il join con `stores.csv`", "завтра посмотришь слияние": "слияние с `stores.csv`",
	} {
		if !Repeats(step, []string{other}) || !TurnOf("", []string{"Done: " + strings.Split(other, " ")[1] + " fixed."}, nil).Done(StepOf(step)) && !strings.HasPrefix(other, "сл") {
			t.Errorf("%q is more than %q", step, other)
		}
	}
	if Repeats("tmrw u look at the join", []string{"the cache"}) {
		t.Error("the join is not the cache")
	}
}

func TestANoteForLaterIsPutOff(t *testing.T) {
	for text, is := range map[string]bool{
		"note for later: drop node 16 from the matrix": true, "ok, note to self: rename the loader": true, "Notiz für später: den Lader umbenennen": true,
		"note pour plus tard : renommer le chargeur": true, "nota para luego: renombrar el cargador": true, "заметка на потом: переименовать загрузчик": true,
		"note for later: always use cents for money": false, "note for the future: dates are ISO": false,
	} {
		if got := PutsOff(text); (len(got) == 1 && strings.HasSuffix(text, got[0])) != is || len(Rules(text)) > 0 == is {
			t.Errorf("%q puts off %q and has the rules %q", text, got, Rules(text))
		}
	}
}

func TestPutsOffToLookAtToFixOrToRemember(t *testing.T) {
	for _, text := range []string{
		"den drucktest schau ich mir morgen selber an", "den drucktest schau ich mir morgen an",
		"die suche guck ich mir morgen früh nochmal an", "die migration schau ich mir heute nachmittag selbst an",
		"der drucktest is noch rot, das fixen wir morgen", "the print test is still red, we'll fix that tomorrow",
		"the export is broken, let's fix it next week", "le test d'impression est encore rouge, on corrige ça demain",
		"el test de impresión sigue rojo, lo arreglamos mañana", "o teste ainda está vermelho, a gente corrige amanhã",
		"il test di stampa è ancora rosso, lo sistemiamo domani", "тест печати ещё красный, починим завтра",
		"打印测试我明天自己看", "印刷テストは明日自分で見ます", "тест печати посмотрю завтра сам",
		"denk morgen dran dass wir noch das changelog brauchen", "denk morgen dran: changelog",
		"remember tomorrow that we still need the changelog", "pense demain qu'il nous faut encore le changelog",
		"acuérdate mañana de que nos falta el changelog", "ricordati domani del changelog",
	} {
		if got := PutsOff(text); len(got) != 1 || got[0] != text {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	for _, text := range []string{
		"der job läuft morgen um acht, das prüfen wir im test", "schau dir den drucktest an", "ich schau mir das morgen an",
		"denk dran dass wir tabs benutzen", "remember that we use tabs", "der test is rot, fix das",
		"the total is wrong, it counts later orders twice", "the date is wrong, it shows tomorrow",
		"wenn der test rot ist, bricht der build ab",
		"the reminder is sent tomorrow, we test that with a fake clock", "ich mach morgen weiter",
	} {
		if got := PutsOff(text); len(got) > 0 {
			t.Errorf("%q puts off %q", text, got)
		}
	}
}

func TestAPronounPutsOffTheOneThingThatIsLeft(t *testing.T) {
	const one, two = "The template is done.\n\nStill open: E2E test", "Still open:\n- opt-out\n- E2E test"
	for _, c := range [][3]string{
		{"Gut, dann entfällt das Opt-out. Bleibt noch der E2E-Test.", "den später, ich muss erst die suche fertig machen", "der E2E-Test"},
		{"Die Vorlage steht ✅ Es fehlt noch der E2E-Test. Soll ich den gleich schreiben?", "ne, den machen wir morgen", "der E2E-Test"},
		{one, "leave it for tomorrow", "E2E test"}, {one, "that one later", "E2E test"}, {one, "no, let's do that tomorrow", "E2E test"},
		{one, "it can wait until monday, i need to finish the search first", "E2E test"}, {one, "das hat zeit", "E2E test"},
		{"Le modèle est prêt. Il reste le test E2E.", "ça plus tard", "le test E2E"}, {"Le modèle est prêt. Il reste le test E2E.", "on le fait demain", "le test E2E"},
		{"Lista. Falta el test E2E.", "eso mañana", "el test E2E"}, {"Pronto. Falta o teste E2E.", "isso fica pra depois", "o teste E2E"},
		{"Pronto. Manca il test E2E.", "quello domani", "il test E2E"}, {one, "это потом", "E2E test"}, {"做好了。还剩 E2E 测试", "这个明天再做", "E2E 测试"},
		{"できました。残りは E2E テスト", "それは後で", "E2E テスト"},
		{one, "that i'll do myself on monday", "E2E test"}, {one, "ok, i'll take care of it next week", "E2E test"}, {one, "das mach ich morgen selber", "E2E test"},
		{"Listo. Falta el test E2E.", "eso lo hago yo mañana", "el test E2E"}, {"Listo. Falta el test E2E.", "lo dejamos para el lunes", "el test E2E"},
		{"Listo. Falta el test E2E.", "eso dejalo para mañana, hoy no llego", "el test E2E"}, {"Pronto. Falta o teste E2E.", "isso eu faço amanhã", "o teste E2E"},
		{"Pronto. Manca il test E2E.", "quello lo faccio io domani", "il test E2E"}, {"Il reste le test E2E.", "ça, on le laisse pour lundi", "le test E2E"},
		{one, "это я сделаю завтра", "E2E test"},
		// what the prompt itself says is missing
		{"Listo.", "falta la doc, eso lo hago yo mañana", "falta la doc, eso lo hago yo mañana"},
		{"Done.", "the docs are still missing, i'll do that tomorrow", "the docs are still missing, i'll do that tomorrow"},
		// several or none, or another thing
		{two, "eso lo hago yo mañana", ""}, {"Pronto.", "isso eu faço amanhã", ""}, {"Listo.", "lo dejamos para el lunes", ""},
		{one, "el mail lo hago yo mañana", "el mail lo hago yo mañana"}, {one, "ese endpoint lo hago yo mañana", "ese endpoint lo hago yo mañana"},
		{one, "der test ist grün, das machen wir morgen", ""}, {"Listo.", "eso hazlo ya", ""},
		{two, "den später, ich muss erst die suche fertig machen", ""}, {two, "that one later", ""}, {"Gepusht.", "den machen wir morgen", ""},
		{"Listo.", "eso mañana", ""}, {one, "den machen wir jetzt", ""}, {one, "bis morgen", ""}, {one, "die suche später", "die suche später"},
		{one, "leave the flag for tomorrow", "leave the flag for tomorrow"},
	} {
		if got := strings.Join(append(PutsOff(c[1]), PutOff(c[0], c[1])), ""); got != c[2] {
			t.Errorf("%q after %q puts off %q, want %q", c[1], c[0], got, c[2])
		}
	}
}
