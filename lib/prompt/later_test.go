package prompt

import (
	"strings"
	"testing"
)

func TestAPromptPutsSomethingOffInWordsOfAllLanguages(t *testing.T) {
	const none = "" // puts nothing off
	for text, want := range map[string]string{
		// until when, or why, goes with it
		"leave the invoices for now, I have to ask Jo first":       "leave the invoices for now, I have to ask Jo first",
		"die Rabatte lassen wir erstmal, das muss ich erst klären": "die Rabatte lassen wir erstmal, das muss ich erst klären",
		"the invoices have to wait until I talked to Jo":           "the invoices have to wait until I talked to Jo",
		"die Rabatte müssen warten, bis der PR gemergt ist":        "die Rabatte müssen warten, bis der PR gemergt ist",
		"这个用例先放着，等支付的分支合进来再修":                                      "这个用例先放着，等支付的分支合进来再修",
		"wait with the migration until next week, for a rollback":  "wait with the migration until next week",
		"warte mit der Migration bis nächste Woche":                "warte mit der Migration bis nächste Woche",
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
		"pr tomorrow, the frontend has to send it first":        "pr tomorrow", "CSV 以后再补": "CSV 以后再补", "导出下周再说": "导出下周再说", "导出先不管，明天再说": "导出先不管，明天再说", "エクスポートは来週やりましょう": "エクスポートは来週やりましょう",
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
	for text, want := range map[string]string{"commit it. and tomorrow we do the paging": "tomorrow we do the paging", "ok, und die Doku morgen": "die Doku morgen"} {
		if got := PutsOff(text); len(got) != 1 || got[0] != want {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	for _, nothing := range []string{"good catch but not now", "nice catch, later", "good one, but tomorrow"} {
		if Repeats(nothing, []string{"the cache"}) {
			t.Errorf("%q puts off the cache", nothing)
		}
	}
	if Repeats("tmrw u look at the join", []string{"the cache"}) {
		t.Error("the join is not the cache")
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

// Sentences as people type them every day, a line each, and near misses.
const (
	everydayPutOff = `
the export is slow on big orders but don't fix that now, just put it on the list
the search is slow, put it on the list
login fails for admins, add it to the backlog
die Suche ist langsam, setz das auf die Liste
die Suche ist kaputt, aber nicht jetzt fixen, schreib es auf die Liste
la recherche plante, mets-le sur la liste
la búsqueda falla, ponlo en la lista
a busca trava, põe na lista
la ricerca si blocca, mettilo in lista
поиск не работает, добавь в список
搜索报错，先记到待办里
検索が落ちています、リストに入れておいて
we'll need pagination eventually, skip it for now
we need rate limits, leave it for now
wir brauchen Paging, lass das erstmal
on a besoin de la pagination, laisse ça pour l'instant
necesitamos paginación, déjalo por ahora
precisamos de paginação, deixa por enquanto
abbiamo bisogno della paginazione, lascialo per ora
let's not do the emails yet. first get the queue working
don't do the emails yet
mach die Mails noch nicht, erst die Queue
ne fais pas encore les mails
não faz os emails ainda
i'd rather do the retry logic tomorrow when bob is around
let's do the docs tomorrow because I have no time
die Doku machen wir morgen, weil Bob dann da ist
die Doku machen wir morgen wenn Bob da ist
ok that works. remaining for next time: the docs and the changelog
left for tomorrow: the docs
bleibt für morgen: die Doku
reste pour demain : la doc
queda para mañana: la documentación
resta per domani: la documentazione
can you also make a note that we need to handle timezones at some point?
please make a note that the timezones are wrong in the report
mach dir eine Notiz, dass wir die Zeitzonen noch brauchen
let's stop here, continue tomorrow with the parser tests
el borrado de claves viejas lo dejamos pa mas adelante, cuando haya cron
hören wir hier auf, morgen weiter mit den Parser-Tests
on s'arrête là, on continue demain avec les tests du parser
paramos aquí, mañana seguimos con los tests del parser
vamos parar aqui, amanhã continuamos com os testes do parser
fermiamoci qui, domani continuiamo con i test del parser
put the csv import on the backlog
the csv import maybe in the next version
den CSV-Import machen wir dann am Wochenende zusammen
diagramme als pdf exportieren mach ich dann am wochenende mit dir
l'import csv, on le fait demain ensemble
add the csv import to the todo list
setz den CSV-Import auf die Todo-Liste`
	notPutOff = `
don't show the emails yet
make a note of the request id in the log
put the new user on the list and save it
add the item to the list in cart.go
don't push yet
don't commit yet, I want to look at it first
don't write any code yet, just make a plan
don't implement anything yet
noch nichts ändern, erst planen
don't show the emails yet when the order is a draft
the button is missing, add it to the toolbar
is the backlog on the list?
show the price on the list
why don't we do the emails yet?
continue with the parser tests
the tests fail tomorrow when the clock changes
add a note that we need to handle timezones to README.md
remaining: 3 items
skip it for now if the file is empty
die Mails noch nicht senden, wenn der Auftrag ein Entwurf ist`
)

// What is not done now is put off in the words of every day: it goes on a list or the backlog, is left for now, is not
// to be done yet, comes tomorrow when somebody is there, or is what remains for a later time.
func TestEverydayWordsPutOff(t *testing.T) {
	everyday(t, "puts off", everydayPutOff, notPutOff, PutsOff)
}

func TestWhatIsTakenBackInTheSameBreathIsNotPutOff(t *testing.T) {
	for prompt, want := range map[string]string{
		"maybe we should log that at some point, hmm, no, leave it": "",
		"we could do the export later, nah":                         "",
		"use a queue so we can scale later":                         "",
		"the docs tomorrow, on second thought, drop them":           "",
		"den Export machen wir später, ach nein":                    "",
		"l'export plus tard, euh, non":                              "",
		"la exportación más tarde, no":                              "",
		"a exportação depois, hm, não":                              "",
		"l'esportazione più tardi, no":                              "",
		"экспорт потом, хотя нет":                                   "",
		"the docs later, no rush":                                   "the docs later",
		"no, the docs later":                                        "the docs later",
		"hmm, no, leave the docs for later":                         "leave the docs for later",
		"den Export später, keine Eile":                             "den Export später",
	} {
		got := ""
		if all := PutsOff(prompt); len(all) > 0 {
			got = all[0]
		}
		if got != want {
			t.Errorf("%q puts off %q, want %q", prompt, got, want)
		}
	}
}

func TestWhatSomebodyLooksAtLaterIsPutOff(t *testing.T) {
	for text, want := range map[string]string{
		"not sure, I think about the lock over the weekend":    "I think about the lock over the weekend",
		"I have a look at the icons on Monday":                 "I have a look at the icons on Monday",
		"the css I look at myself when I'm back from lunch":    "the css I look at myself when I'm back from lunch",
		"die Suche schau ich mir an, wenn ich zurück bin":      "die Suche schau ich mir an, wenn ich zurück bin",
		"sobre el índice pienso el fin de semana":              "sobre el índice pienso el fin de semana",
		"la cache la guardo io quando torno":                   "la cache la guardo io quando torno",
		"над кэшем подумаю на выходных":                        "над кэшем подумаю на выходных",
		"暗色模式下周再考虑":                                            "暗色模式下周再考虑",
		"the changelog is something for tomorrow":              "the changelog is something for tomorrow",
		"o tema escuro fica para a próxima versão":             "o tema escuro fica para a próxima versão",
		"Der Export ist was fürs nächste Mal":                  "Der Export ist was fürs nächste Mal",
		"the tarball can wait till after the release":          "the tarball can wait till after the release",
		"yes, the csv is next, but Berta can do that tomorrow": "yes, the csv is next, but Berta can do that tomorrow",
		"the reminder is sent a week later":                    "",
		"show the banner when I'm back online":                 "",
		"I think the test fails over the weekend":              "",
		"I look at the log and it says tomorrow":               "",
		"keep the token for the next request":                  "",
		"the order is on hold":                                 "",
		"the one tomorrow":                                     "",
		"the other one tomorrow":                               "",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"branch x, add a note. leave the --since flag for the next one":                             "leave the --since flag for the next one",
		"leave the export for later, fix the import":                                                "",
		"add drafts. keep the draft for later":                                                      "",
		"mark it and see it later":                                                                  "",
		"fix the parser now, the docs later":                                                        "the docs later",
		"set up the linter. warnings only: run it as warnings for now, make it errors in two weeks": "make it errors in two weeks",
		"haz el parser ahora, los docs luego":                                                       "los docs luego",
		"the job sends the mail now, the report later":                                              "",
	} {
		if got := strings.Join(SetsAside(text), "|"); got != want {
			t.Errorf("%q sets aside %q, want %q", text, got, want)
		}
	}
}

func TestAFirstPromptOrALongOnePutsWorkOffBehindIts(t *testing.T) {
	long := strings.Repeat("The page shows a row for each day. ", 40)
	for _, text := range []string{
		"We'll do the confirmation email later.", "The refund we can do next week.", "On fera le mail plus tard.", "Die Suche machen wir morgen.",
		"El correo lo hacemos mañana.", "O email a gente faz depois.", "La mail la facciamo domani.", "Письмо сделаем завтра.", "确认邮件我们下周再做。",
	} {
		if steps := SetsAside("Add a note to the page. " + text); len(steps) != 1 || steps[0] != text {
			t.Errorf("%q sets aside %q", text, steps)
		}
		if steps := PutsOff(long + text); len(steps) != 1 || steps[0] != text {
			t.Errorf("%q puts off %q in a long prompt", text, steps)
		}
	}
	for _, text := range []string{
		"Users can mark an item and see it later.", "The mail is sent a week later.", "Store the raw rows so that we can do the export later.",
		"A job can be done later by another worker.", "The reminder comes tomorrow.", "The user should be able to change it later.",
	} {
		if steps := SetsAside("Add a note to the page. " + text); len(steps) > 0 {
			t.Errorf("%q sets aside %q", text, steps)
		}
		if steps := PutsOff(long + text); len(steps) > 0 {
			t.Errorf("%q puts off %q in a long prompt", text, steps)
		}
	}
}

func TestWhatTheUserTakesForLaterIsTheStepThatItsTopicNames(t *testing.T) {
	step := []string{"Probarlo contra staging con la API real"}
	for off, want := range map[string]bool{
		"lo de staging lo pruebo yo mañana": true, "staging lo pruebo yo mañana": true, "a parte do staging eu testo amanhã": true,
		"staging ill check myself tomorrow": true, "le truc de staging je le teste demain": true, "la cosa di staging la provo io domani": true,
		"lo del cache de staging lo borro yo mañana": false, "lo de los permisos lo miro yo mañana": false,
		"lo de staging y los permisos lo miro yo mañana": false, "i'll write the staging docs tomorrow": false,
	} {
		if Repeats(off, step) != want {
			t.Errorf("%q repeats it: %t", off, !want)
		}
	}
}

func TestAPlaceOrThatItIsApartIsNoStep(t *testing.T) {
	for _, text := range []string{
		"separate, next week", "separately, next sprint", "extra, nächste woche", "à part, la semaine prochaine", "aparte, la semana que viene",
		"separado, semana que vem", "a parte, la settimana prossima", "отдельно, на следующей неделе", "pero eso arranca mañana", "but that starts tomorrow",
		"leave the first for later", "la primera mañana", "a primeira deixa pra depois", "aparte, lo vemos la semana q viene",
		"separat, das machen wir nächste Woche", "отдельно, посмотрим это на следующей неделе", "à part, on voit ça la semaine prochaine", "第一个以后再说", "the other one tomorrow", "la otra mañana",
		"only the second, but another day", "hoy no llego, mañana",
	} {
		if got := PutsOff(text); len(got) > 0 {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	for _, text := range []string{
		"separate the parser next week", "el refactor aparte, la semana que viene", "the second migration tomorrow", "leave the first migration for later",
		"la primera migración mañana", "el outbox arranca mañana", "a separate job for mails next week",
	} {
		if got := PutsOff(text); len(got) != 1 || got[0] != text {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	const answer = "The test with two workers is red. Should I fix it now or separately?"
	if got := PutOff(answer, "separate, next week. merge it to main anyway"); !strings.HasSuffix(got, "is red (put off: next week)") {
		t.Errorf("it puts off %q", got)
	}
	const named = "The build is red. Should I rename the header module now or separately?"
	if got := PutOff(named, "separately, next week"); !strings.Contains(got, "header module") {
		t.Errorf("%q is put off as %q", named, got)
	}
	for question, reply := range map[string]string{
		"¿Lo arreglo ahora o va aparte?":          "aparte, lo vemos la semana q viene. mergealo vos a main igual",
		"Soll ich es jetzt beheben oder separat?": "separat, nächste Woche. merge es trotzdem", "Jetzt beheben oder später?": "später, nächste Woche",
		"Je le corrige maintenant ou à part ?": "à part, la semaine prochaine", "Corrijo agora ou fica separado?": "separado, semana que vem",
		"Lo sistemo adesso o a parte?": "a parte, la settimana prossima", "Исправить сейчас или отдельно?": "отдельно, на следующей неделе",
		"现在修还是单独处理？": "单独，下周再弄。先合到 main", "今直しますか、それとも別にしますか？": "別で、来週やります",
	} {
		if got := PutOff("`skip locked` in `pending()`.\n\n"+question, reply); !strings.HasPrefix(got, "`skip locked` in `pending()` (put off: ") {
			t.Errorf("%q, %q puts off %q", question, reply, got)
		}
	}
}

// What "we" do later may be said in more words than what a bare clause puts off; what a program does is not put off.
func TestWhatWeDoLaterIsPutOffInMoreWords(t *testing.T) {
	for text, off := range map[string]bool{
		"we will add the export of the invoices next week": true, "let's write the docs of the new export tomorrow": true,
		"wir bauen den Export der Rechnungen für die Kunden morgen": true, "on fera l'export des factures pour les clients demain": true,
		"vamos a hacer el export de las facturas mañana":                     true,
		"we will store the events in a table so the job can read them later": false,
		"you can send the mail to the customers who did not pay later":       false,
	} {
		if got := len(PutsOff(text)) > 0; got != off {
			t.Errorf("%q puts off: %v", text, got)
		}
	}
}

func TestATextNamesAStepByHowItBegins(t *testing.T) {
	for _, c := range [][3]string{
		{"the admin view", "Admin view to keep the seasons", "yes"}, {"die Admin-Ansicht", "Admin-Ansicht zum Pflegen der Saisons", "yes"},
		{"the tests", "docs of the tests", ""}, {"the admin view", "the price list", ""}, {"", "the price list", ""},
	} {
		if Heads(c[0], c[1]) != (c[2] == "yes") {
			t.Errorf("%q is how %q begins: %t", c[0], c[1], c[2] == "")
		}
	}
}

func TestWhoOnlyGoesOnLaterPutsNothingOff(t *testing.T) {
	for text, want := range map[string]string{
		"vale, mañana sigo con el 3": "", "ok, mañana sigo con el paso 3": "", "morgen mache ich mit Schritt 3 weiter": "",
		"vale, mañana sigo con el parser": "mañana sigo con el parser",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q", text, got)
		}
	}
}
