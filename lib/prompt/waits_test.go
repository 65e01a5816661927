package prompt

import (
	"strings"
	"testing"
)

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

func TestAThingIsPutOffToALaterTimeInPassing(t *testing.T) {
	for _, text := range []string{
		"leave the --since flag for the next one",
		"the homebrew formula is for next week",
		"the customer page later", `the "export" button later`,
		"a config file for the step would be nice but not now",
		"stale locks can wait until the rest is in",
		"die Formel ist was für nächste Woche",
		"laisse le filtre pour la prochaine version",
		"la documentación es para la semana que viene",
		"a documentação é para depois",
		"lascia il filtro per la prossima versione",
		"документация это на потом",
		"文档是下周的事",
		"ドキュメントは来週の話",
	} {
		if steps := PutsOff(text); len(steps) != 1 || steps[0] != text {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
	for _, text := range []string{
		"add the numbers for next week",
		"the server crashes at some point",
		"leave one blank line for the next section",
		"use the token for the next request",
		"over the weekend the server crashed twice",
		"zeig die Zahlen für nächste Woche",
		`add a button "remind me later"`, "ajoute un bouton « plus tard »", "добавь кнопку «позже»", "「後で」ボタンを追加",
		"users can change it later", "the customer pays later", "the order can be cancelled later", "der Kunde zahlt später",
		"l'utilisateur peut le changer plus tard", "los pedidos se pueden cancelar más tarde", "il cliente paga più tardi",
		"o cliente paga depois", "пользователь может изменить это позже", "用户可以稍后修改", "ユーザーは後で変更できる",
		"le mail est envoyé plus tard", "el correo se envía más tarde", "o email é enviado depois", "письмо отправляется позже",
		"la mail viene inviata più tardi", "tokens expire after a week, not now",
	} {
		if steps := PutsOff(text); len(steps) > 0 {
			t.Errorf("%q puts off %q", text, steps)
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
		"branch x, add a note. leave the --since flag for the next one": "leave the --since flag for the next one",
		"leave the export for later, fix the import":                    "",
		"add drafts. keep the draft for later":                          "",
		"mark it and see it later":                                      "",
	} {
		if got := strings.Join(SetsAside(text), "|"); got != want {
			t.Errorf("%q sets aside %q, want %q", text, got, want)
		}
	}
}

func TestStepsArePutOffInARow(t *testing.T) {
	const list = "**Remaining:**\n- a totals row\n- days without work are blank\n- the docs"
	for text, want := range map[string]string{
		"yes but later: the `sums`, then the empty page, then start": "the `sums`|the empty page|start",
		"ja, aber morgen: erst die Summen, dann der Index":           "die Summen|der Index",
		"oui mais plus tard : les sommes, puis l'index":              "les sommes|l'index",
		"да, но завтра: сначала таблица, потом индекс":               "таблица|индекс",
		"好，不过以后：先做合计行，然后空白天":                                         "做合计行|空白天",
		"yes but later: totals row, then the empty days":             "", // of the list
		"tomorrow: tired, then a headache is next":                   "",
		"not now: it is red, then it hangs":                          "",
		"fix that: the table, then the index":                        "",
	} {
		off := PutsOff(text)
		if Listed(off, ListOf(list)(), List{}) {
			off = nil
		}
		if got := strings.Join(off, "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
		if q := PutOff("Shall I go on?", text); want != "" && q != "" {
			t.Errorf("%q is put off as %q, too", text, q)
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

func TestTheUserAsksToBeReminded(t *testing.T) {
	for _, text := range []string{
		"remind me to update the docs", "don't let me forget the cleanup of old rows", "erinner mich an die Doku", "rappelle-moi de mettre à jour la doc",
		"recuérdame actualizar la documentación", "me lembra de atualizar a documentação", "ricordami di aggiornare la documentazione",
		"напомни мне обновить документацию", "提醒我更新文档",
		"remind me though that the chart needs its paths", "remind me to tag it", "erinner mich bitte an die Migration",
	} {
		if steps, first := PutsOff("good. "+text), SetsAside("Write the page. "+text); len(steps) != 1 || steps[0] != text || len(first) != 1 {
			t.Errorf("%q puts off %q, in a first prompt %q", text, steps, first)
		}
	}
	for _, text := range []string{"remind me how the parser works", "the app reminds me to drink", "remind me what we decided", "remind me about it", "remind me to do it"} {
		if steps := PutsOff(text); len(steps) > 0 {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
}

func TestAWishIsPutOffWhereItIsNotForNow(t *testing.T) {
	for _, text := range []string{
		"Cleaning up old rows we can do next week.", "Das Aufräumen der Zeilen können wir nächste Woche machen.",
		"We also need to send a confirmation email, but that's for another day, not now.",
		"We also need to clean up the old rows, but not now", "At some point we also need a rate limit on the webhook.",
		"And the localisation, hmm, let me ask the marina first what they want there.", "we also need an index at some point",
		"wir brauchen auch noch eine Suche, aber nicht jetzt", "die Preise, da frag ich erst Jonas",
		"on refera l'export la semaine pro", "la doc pas auj", "le formulaire apres",
		"il faudra aussi une pagination, mais pas maintenant", "también necesitamos un límite, pero no ahora",
		"precisamos também de um cache, mas não agora", "ci serve anche la ricerca, ma non adesso",
		"нам нужен ещё поиск, но не сейчас", "我们还需要一个搜索功能，但不是现在", "导出功能下周再做吧", "検索も必要ですが、今ではないです",
	} {
		if steps := PutsOff(text); len(steps) != 1 || steps[0] != text {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
	for _, text := range []string{
		"We need a button to pay later", "We want users to pay later", "we need the export for tomorrow", "we need this tomorrow",
		"at some point the server needs a restart", "let me ask you something first: why?", "the css, I don't know, just make it blue",
		"the list, I'll ask for the first page", "das läuft morgen", "das können wir morgen", "apres ca lance les tests",
		"necesitamos un botón para pagar más tarde", "we also need tests",
	} {
		if steps := PutsOff(text); len(steps) > 0 {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
	for text, want := range map[string]string{
		"Add a note. We also need to clean up, but not now.": "We also need to clean up, but not now.",
		"Add a note. Users need a button to pay later.":      "",
	} {
		if got := strings.Join(SetsAside(text), "|"); got != want {
			t.Errorf("the first prompt %q sets aside %q", text, got)
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

func TestAnOfferIsPutOffByAnyWordForWhen(t *testing.T) {
	const ahead, asked = "跑完了。\n\n下一步可以给 `stock.sku` 加索引，要继续吗？", "Ran it.\n\nShall I add an index on `stock.sku`?"
	for reply, when := range map[string]string{
		"明天再看": "明天", "明天再说": "明天", "今天不弄了，下周再说": "下周", "今天先不做，明天弄": "明天", "not today, next week": "not today",
		"heute nicht mehr, nächste woche": "heute nicht", "今日はもうやりません、来週にします": "来週",
	} {
		for answer, offer := range map[string]string{ahead: "下一步可以给 `stock.sku` 加索引", asked: "add an index on `stock.sku`"} {
			if got, off := PutOff(answer, reply), PutsOff(reply); got != offer+" (put off: "+when+")" || len(off) > 0 {
				t.Errorf("%q puts off %q, and %q", reply, got, off)
			}
		}
	}
	for title, want := range map[string]bool{
		"死锁重试": true, "压测脚本": true, "登录限流": true, "在庫一覧": true, "出库死锁重试": true, "继续做吧": false, "好的谢谢": false, "帮我看看": false,
		"什么问题": false, "今天天气": false, "早上好啊": false, "続きから": false, "お疲れ様": false, "对，可以": false,
	} {
		if IsTitle(title) != want {
			t.Errorf("%q is a title: %v", title, !want)
		}
	}
}

func TestABareWeekdayPutsOff(t *testing.T) {
	const en, de, pt = "The retry never stops on a 503. Should I fix it?", "Der Import bricht ab. Soll ich das beheben?", "O upload falha. Quer que eu corrija?"
	const it, ru = "Il parser perde l'ultima riga. Vuoi che lo corregga?", "Экспорт падает на пустых датах. Мне исправить?"
	for _, c := range [][3]string{
		{en, "fix it monday, no time today", "The retry never stops on a 503 (put off: monday)"}, {en, "monday we'll look at that", "The retry never stops on a 503 (put off: monday)"},
		{de, "mach das montag, heut keine zeit", "Der Import bricht ab (put off: montag)"}, {de, "montag schauen wir uns das an", "Der Import bricht ab (put off: montag)"},
		{pt, "corrige segunda, hj n da tempo", "O upload falha (put off: segunda)"}, {pt, "hj n da tempo", "O upload falha (put off: hj n da tempo)"},
		{pt, "quinta a gente olha isso", "O upload falha (put off: quinta)"}, {pt, "arruma terca", "O upload falha (put off: terca)"}, {pt, "deixa pra quinta", "O upload falha (put off: quinta)"},
		{it, "correggi lunedi, oggi non c'è tempo", "Il parser perde l'ultima riga (put off: lunedi)"}, {ru, "в понедельник посмотрим", "Экспорт падает на пустых датах (put off: в понедельник)"},
		{"Ready.", "arruma o filtro de datas quinta", "arruma o filtro de datas quinta"}, {"", "fix the date filter monday", "fix the date filter monday"},
		{"", "corrige le filtre mardi", "corrige le filtre mardi"}, {"", "haz la doc el martes", "haz la doc el martes"}, {"", "o changelog fica pra terça", "o changelog fica pra terça"},
		{"", "フィルタは水曜に直します", "フィルタは水曜に直します"},
		// now, or another thing of that day or number
		{en, "fix it now, monday we demo", ""}, {en, "do it for now", ""}, {en, "fix it before monday", ""}, {pt, "corrige agora, segunda tem demo", ""}, {pt, "arruma por enquanto", ""},
		{pt, "sim, corrige. segunda eu to fora", ""}, {pt, "faz a segunda", ""}, {pt, "corrige hj", ""}, {"", "haz la segunda", ""}, {"", "muda a segunda linha", ""},
		{"", "the report runs monday", ""}, {"", "do the backup every monday", ""}, {"", "fai il backup ogni lunedì", ""}, {"", "arruma o bug de segunda", ""}, {"", "hj n funciona o login", ""},
	} {
		if got := strings.Join(append(PutsOff(c[1]), PutOff(c[0], c[1])), ""); got != c[2] {
			t.Errorf("%q after %q puts off %q, want %q", c[1], c[0], got, c[2])
		}
	}
	for answer, want := range map[string]string{
		"Feito, sem push. Para quinta: o filtro que trava.": "o filtro que trava.", "Pra terça-feira: a doc": "a doc", "На среду: документация": "документация",
		"周四要做的：文档": "文档", "木曜にやること：資料": "資料", "Para segunda opinião: pergunte à Bia": "-", "O job roda na segunda: às 8h": "-", "Para a segunda linha: o valor é 3": "-",
	} {
		checkLeft(t, answer, want)
	}
}

func TestAThingBeforeAnOrderWithADayIsPutOff(t *testing.T) {
	for text, want := range map[string]bool{
		"die Doku mach am mittwoch": true, "den Filter mach freitag": true, "a doc faz na quarta": true,
		"la doc hazla el miércoles": true, "доку сделай в среду": true, "the docs do on wednesday": true,
		"la doc haz el miercoles": true, "o filtro faz na quarta": true, "之后做文档": true, "文档之后做": true,
		"文档周三做": true, "之后补文档": true,
		"die Doku ist vom Mittwoch": false, "der Server macht am Mittwoch Pause": false, "was mach ich am mittwoch?": false,
		"der Cron läuft am mittwoch": false, "mach die Seite für Mittwoch": false, "die Zahlen vom Mittwoch": false,
		"o job faz na quarta um backup": false, "la tienda abre el miércoles": false, "магазин открыт в среду": false,
		"提交之后做什么": false, "登录之后做跳转": false, "做完测试之后做发布": false,
	} {
		if got := PutsOff(text); (len(got) == 1 && got[0] == text) != want || !want && len(got) > 0 {
			t.Errorf("%q puts off %q", text, got)
		}
	}
}

func TestAnOrderBehindAnotherIsNotPutOff(t *testing.T) {
	for _, text := range []string{
		"escreve o teste e commita. dps faz o filtro", "arruma o filtro, depois adiciona a doc", "roda o lint. depois escreve a doc. dps faz o filtro",
		"haz el test y commitea. luego haz el filtro por fecha", "fais le test et commite. après fais le filtre", "fai il test, dopo scrivi il filtro",
		"сделай тест и закоммить. потом сделай фильтр", "写测试，之后加过滤器", "fix the test and commit. after that do the filter",
	} {
		if got := PutsOff(text); len(got) > 0 {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"commita. dps a gente faz o filtro": "dps a gente faz o filtro", "boa. depois arruma o filtro de datas": "depois arruma o filtro de datas", "escreve o teste e commita. o filtro dps": "o filtro dps",
		"commitea. luego hacemos el filtro por fecha": "luego hacemos el filtro por fecha", "fais le test. on fera le filtre après": "on fera le filtre après",
		"commita. depois arruma a doc do filtro, hj n da tempo": "depois arruma a doc do filtro, hj n da tempo", "сделай тест. фильтр потом": "фильтр потом", "commit. later write the docs of the filter": "later write the docs of the filter",
		"committe. später mach die Doku": "später mach die Doku",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
	if got := PutOff("The upload fails. Should I fix it?", "commit. after that fix it"); got != "" {
		t.Errorf("what comes next is put off: %q", got)
	}
}

func TestAFragmentPutsOffWhatWasSaidBeforeIt(t *testing.T) {
	const left = "9 tests pass.\n\nStill open:\n- a test of the upload\n- show the total\n\nGo on with both?"
	for _, c := range [][3]string{
		{"", "found a bug: of two uploads one gets lost. note it and fix it later", "found a bug: of two uploads one gets lost. note it and fix it later"},
		{"Ready.", "descobri um erro: o upload repetido some. anota e corrige depois", "descobri um erro: o upload repetido some. anota e corrige depois"},
		{"Feito. Quer que eu siga?", "achei um bug no filtro. corrige dps, agora faz a doc", "achei um bug no filtro. corrige dps"},
		{"", "hab einen bug gefunden. notier das und behebe es später", "hab einen bug gefunden. notier das und behebe es später"}, {"", "le filtre plante sans date. corrige ça demain", "le filtre plante sans date. corrige ça demain"},
		{"", "el filtro falla sin fecha. arréglalo mañana", "el filtro falla sin fecha. arréglalo mañana"}, {"", "ho trovato un bug nel filtro. segnalo e sistemalo dopo", "ho trovato un bug nel filtro. segnalo e sistemalo dopo"},
		{"", "фильтр падает на пустой дате. исправь завтра", "фильтр падает на пустой дате. исправь завтра"}, {"", "发现一个bug：两个同名文件会丢一个。记下来以后再修", "发现一个bug：两个同名文件会丢一个。 记下来以后再修"},
		// nothing that it is about, or a list that is left anyway
		{"", "amanha termina", ""}, {"", "finish tomorrow", ""}, {"", "anota e arruma dps", ""}, {"", "on termine demain", ""}, {"", "明天再弄完", ""}, {left, "no, i have a call. finish tomorrow", ""}, {left, "amanha termina", ""},
		{"", "the bug is fixed. finish tomorrow", ""}, {"", "o upload trava. corrige agora", ""}, {"", "termina o upload amanha", "termina o upload amanha"}, {"", "fix the upload later", "fix the upload later"},
	} {
		if got := strings.Join(append(PutsOff(c[1]), PutOff(c[0], c[1])), ""); got != c[2] {
			t.Errorf("%q after %q puts off %q, want %q", c[1], c[0], got, c[2])
		}
	}
}

func TestADayThatAThingIsForPutsNothingOff(t *testing.T) {
	for _, text := range []string{
		"the report is for tuesday", "fix the labels mon, tue, wed", "the pages are for thursday", "der Bericht ist für Dienstag",
		"benenne die Spalten mo, di, mi", "le rapport est pour mardi", "el informe es para el martes", "o relatório é pra terça",
		"il rapporto è per martedì", "исправь метки пн, вт, ср", "arruma os dias seg, ter, qua",
	} {
		if off := PutsOff(text); len(off) > 0 {
			t.Errorf("%q puts off %q", text, off)
		}
	}
	for _, text := range []string{
		"leave the report for tuesday", "we do the report on tuesday", "the report is for later", "der Bericht bleibt für Dienstag",
		"o relatório fica pra terça", "le rapport reste pour mardi", "el informe queda para el martes", "der Bericht ist für später",
		"il rapporto resta per martedì",
	} {
		if len(PutsOff(text)) == 0 {
			t.Errorf("%q puts nothing off", text)
		}
	}
}
